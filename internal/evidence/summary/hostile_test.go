package summary

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestHostile reads texts that look like records at every turn. The bound is wide,
// for slow machines; reading in more than linear time takes minutes.
func TestHostile(t *testing.T) {
	for _, unit := range []string{
		"{\n", "[{\n", "{}\n", "{\"a\":1}\n", "{\"a\":", "{\"a\":{", "[{\"a\":[", "- {\n", "<a>{\n", "```\n", "```json\n{\n", "\n", "{\"call_id\":\"c\",\"status\":\"ok\"}\n",
		"{\"x\":{\"call_id\":\"c\",\"status\":\"ok\"}} x\n", "{\"a\":\"\n", "\"", "{\"call_id\":\"c\",\"termination\":{", "> > {\n", "{\"\xff\":\xff}\n",
	} {
		text := "Done:\n" + strings.Repeat(unit, (1<<20)/len(unit))
		began := time.Now()
		r := Read(text)
		assert.Less(t, time.Since(began), 2*time.Second, "%q", unit)
		assert.LessOrEqual(t, len(r.Entries), MaxEntries)
	}
}
