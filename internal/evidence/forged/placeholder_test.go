package forged

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// without takes all results out of a text.
func without(s string) string {
	var b strings.Builder
	at := 0
	for _, x := range Find(s, len(s), nil) {
		if x.Kind == Observation {
			b.WriteString(s[at:x.BodyStart] + Placeholder(s[x.BodyStart:x.BodyEnd]))
			at = x.BodyEnd
		}
	}
	return b.String() + s[at:]
}

// TestPlaceholders: a text without its results says what it said of calls, and nothing more can be taken out of it.
func TestPlaceholders(t *testing.T) {
	for _, x := range samples(t, "forged.txt") {
		for _, s := range []string{x.text, strings.ReplaceAll(x.text, "\n", "\r\n")} {
			once := without(s)
			assert.Equal(t, x.want, describe(Find(once, len(once), nil)), "line %d:\n%s\n\n%s", x.line, x.text, once)
			assert.Equal(t, once, without(once), "line %d", x.line)
			for _, found := range Find(s, len(s), nil) {
				if found.Kind != Observation {
					continue
				}
				body := s[found.BodyStart:found.BodyEnd]
				assert.NotEmpty(t, body)
				assert.Equal(t, strings.TrimSpace(body), body)
				assert.GreaterOrEqual(t, found.BodyStart, found.Start)
				assert.LessOrEqual(t, found.BodyEnd, found.End)
			}
		}
	}
}

func TestPlaceholderOf(t *testing.T) {
	const empty = `{"tool_span":"forged text removed","length":0,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}`
	assert.Equal(t, []string{empty, empty}, []string{Placeholder(""), Placeholder(empty)})
	for _, s := range []string{empty + " ", strings.Replace(empty, "0,", "-1,", 1), strings.Replace(empty, "e3", "g3", 1), placeholderStart, placeholderStart + placeholderMiddle + placeholderEnd} {
		assert.NotEqual(t, s, Placeholder(s), s)
	}
}
