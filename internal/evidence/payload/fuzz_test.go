package payload

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// shapes are texts in which a reader that looks twice at what it has read would take the square of their length.
var shapes = map[string]string{
	"brackets": "[", "braces": "{", "objects": `{"a":`, "lists of objects": `[{"a":`, "outputs": `{"output":`, "contents": `{"content":[`,
	"messages": `{"lc":1,"kwargs":`, "codes": `{"exit_code":[`, "quotes": `"`, "backslashes": `\`, "escaped quotes": `\"`,
	"encoded twice": `{"output":"{\"output\":`, "blocks": `{"text":"{\"output\":\"x\"}"},`, "controls": "\n\x01", "commas": ",", "members": `"exit_code":1,`,
	"contents again": `"content":"{}",`, "blanks": " ",
}

// starts are what has to stand before a shape for it to be read as JSON.
var starts = []string{"", `{"a":"`, `{"exit_code":`, `{"output":`, `{`, `[`, `"`, `{"content":[{"text":"`, `{"exit_code":0,"stdout":"`}

// within is far more than such a text takes, and far less than one would that takes the square of its length.
const within = 2 * time.Second

func TestLinear(t *testing.T) {
	const size = 256 << 10
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			for _, start := range starts {
				s := start + strings.Repeat(shape, size/len(shape))
				began := time.Now()
				var p Payload
				p.Read(s, 16<<20)
				Object(s)
				Cut(s, 16<<20)
				assert.Less(t, time.Since(began), within, start)
				assert.LessOrEqual(t, len(p.Texts), maxTexts)
			}
		})
	}
}

// TestDepth reads nesting that no stack could follow.
func TestDepth(t *testing.T) {
	const size = 16 << 20
	for _, key := range []string{"exit_code", "stdout"} {
		var p Payload
		p.Read(`{"`+key+`":`+strings.Repeat("[", size), 2*size)
		assert.LessOrEqual(t, len(p.Texts), maxTexts)
		assert.False(t, p.HasCode)
	}
}

var seeds = []string{
	`{"exit_code":3,"stdout":"a"}`, `"[{\"text\":\"a\"}]"`, `{"exit_code":0,"stdout":"cut`, `{"output":{"lc":1,"kwargs":{"content":"x","tool_call_id":"1"}}}`,
	`{"output":"{\"output\":\"{\\\"exit_code\\\":1,\\\"stdout\\\":\\\"\\\"}\"}"}`, "{\"stdout\":\"a\nb\",\"exit_code\":1}", `[{"json":{"output":"x","error":""}}]`,
	`{"type":"json","value":{"exitCode":1,"stderr":"boom"}}`, `{"name":"x","response":{"result":"Exit code 1"}}`, `{"content":[{"type":"text","text":"x"}],"isError":true}`,
	`{"a":[[[[`, "\ufeff{}", `{"exit_code":1} and more`, `{"stdout":"\`, `{]`, `["a"`, `{"exit_code":0x,"stdout":"","timed_out":t}`,
}

func FuzzRead(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, again := Payload{Texts: []string{}}, Payload{}
		p.Read(s, limit)
		again.Read("something else", limit)
		again.Read(s, limit)
		assert.Equal(t, p, again, "what was read before makes no difference")
		check(t, &p, len(s))
		if p.Cut {
			assert.True(t, p.Partial)
		}
		// A text that is cut proves nothing that the whole text does not.
		if len(s) > 1 && utf8.ValidString(s) && json.Valid([]byte(s)) && strings.HasPrefix(strings.TrimSpace(s), "{") {
			var part Payload
			part.Read(s[:len(s)-1], limit)
			if part.Cut {
				f := part.Fact()
				assert.False(t, f.HasCode && f.Code == 0)
			}
		}
	})
}

// check holds for whatever is read.
func check(t *testing.T, p *Payload, size int) {
	t.Helper()
	assert.LessOrEqual(t, len(p.Texts), maxTexts)
	for _, text := range p.Texts {
		// A byte that is no character becomes one of three.
		assert.LessOrEqual(t, len(text), 3*size)
	}
	if f := p.Fact(); f.HasCode && f.Code == 0 {
		assert.False(t, p.Partial || p.Doubt)
	}
}

func FuzzObject(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		whole, cut, ok := Object(s)
		again, cutAgain, okAgain := Object(s)
		assert.Equal(t, []any{whole, cut, ok}, []any{again, cutAgain, okAgain})
		if !ok {
			assert.Empty(t, whole)
			return
		}
		assert.LessOrEqual(t, len(whole), 6*len(s)+8)
		again, cut, ok = Object(whole)
		require.True(t, ok, "what was made whole is whole: %q", whole)
		assert.False(t, cut, "%q", whole)
		assert.Equal(t, whole, again)
		if body := strings.TrimSpace(s); utf8.ValidString(s) && json.Valid([]byte(body)) && body[0] != '"' {
			assert.Equal(t, body, whole, "what is whole stays as it is")
		}
	})
}

// FuzzReadValue reads maps and lists.
func FuzzReadValue(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var raw any
		if json.Unmarshal(data, &raw) != nil {
			return
		}
		v := pcommon.NewValueEmpty()
		require.NoError(t, v.FromRaw(raw))
		var p, again Payload
		p.ReadValue(v, limit)
		again.Read("something else", limit)
		again.ReadValue(v, limit)
		assert.Equal(t, p.Fact(), again.Fact())
		assert.Len(t, again.Texts, len(p.Texts))
		check(t, &p, len(data))
	})
}
