package jsonstring

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEscape(t *testing.T) {
	for _, s := range []string{"", "plain", `a "quoted" \ word`, "two\nlines\tand\rmore\x00\x1f", "检查 ✓ \u2028"} {
		var back string
		require.NoError(t, json.Unmarshal([]byte(`"`+Escape(s)+`"`), &back), s)
		assert.Equal(t, s, back)
		read, whole := Unquote(`"` + Escape(s) + `"`)
		assert.True(t, whole)
		assert.Equal(t, s, read)
	}
}

func TestNext(t *testing.T) {
	for _, tt := range []struct {
		s          string
		start, end int
	}{
		{`{"a":1}`, 1, 4}, {`"\""`, 0, 4}, {`"\\"x"`, 0, 4}, {``, -1, -1}, {`"open`, 0, 5}, {`"open\"`, 0, 7}, {`[1]`, -1, -1}, {`"\`, 0, 2},
	} {
		start, end := Next(tt.s, 0)
		assert.Equal(t, [2]int{tt.start, tt.end}, [2]int{start, end}, tt.s)
	}
}

// TestPlaces: what stands in the text of a string is found in the string, whatever escapes come before it.
func TestPlaces(t *testing.T) {
	for _, before := range []string{"", "abc", `\n\t\"`, `\u4f60\u597d`, `\ud83d\ude00`, "你好", `\q`, `\ud83d`} {
		quoted := `"` + before + `needle after"`
		inner, _ := Unquote(quoted)
		from := len(inner) - len("needle after")
		to := from + len("needle")
		Places(quoted, []*int{&from, &to})
		assert.Equal(t, "needle", quoted[from:to], before)
	}
}
