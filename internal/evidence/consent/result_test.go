package consent

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

func TestLapsed(t *testing.T) {
	for _, tt := range []struct {
		result any
		want   bool
	}{
		{`{"status":"timeout","answer":null}`, true},
		{`{"timedOut":true}`, true},
		{map[string]any{"timed_out": true, "answer": ""}, true},
		{map[string]any{"timed_out": false, "answer": "yes"}, false},
		{`{"action":"no_response"}`, true},
		{`{"action":"decline"}`, false},
		{`{"answer":"timeout"}`, false},
		{`{"status":"answered","timeout":"30"}`, false},
		{`{"status":"timeout"`, false},
		{strings.Repeat(`{"status":`, 1000), false},
		{`[]`, false},
		{nil, false},
		{7, false},
		{"\xff{", false},
		{[]any{"timeout"}, false},
	} {
		v := pcommon.NewValueEmpty()
		require.NoError(t, v.FromRaw(tt.result))
		assert.Equal(t, tt.want, Lapsed(v), "%.60v", tt.result)
	}
}
