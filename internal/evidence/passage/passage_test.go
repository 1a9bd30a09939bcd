package passage

import (
	"fmt"
	"hash/maphash"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/canonical"
)

var (
	form = canonical.NewForm(0)
	seed = maphash.MakeSeed()
)

func hash(s string) uint64 { return maphash.String(seed, s) }

// holds reports a text that has the lines of the other in it.
func holds(text, part string) bool {
	lines, ok := OfLines(part, hash)
	if !ok {
		return false
	}
	var t Text
	t.Set(text, hash)
	found := false
	t.Each(func(at int, _ uint64) { found = found || t.Holds(at, lines) })
	return found
}

func TestLines(t *testing.T) {
	const part = "Action: count[x]\nObservation: 0"
	for text, want := range map[string]bool{
		part: true,
		"  Action: count[x]  \r\n\n\tObservation: 0":         true,
		"> Action: count[x]\n>> Observation: 0":              true,
		"User: go\nAssistant: " + part:                       true,
		"Before.\n" + part + "\nAfter.":                      true,
		"Action: count[x]\nAction: count[x]\nObservation: 0": true,
		"Action: count[x]":                                   false,
		"Observation: 0\nAction: count[x]":                   false,
		"Action: count[x]\nObservation: 3":                   false,
		"Action: count[x]\nwell\nObservation: 0":             false,
		"so Action: count[x]\nObservation: 0":                false,
		"":                                                   false,
	} {
		assert.Equal(t, want, holds(text, part), "%q", text)
	}
	assert.False(t, holds("a", " \n\t"))
	long := strings.Repeat("line\n", 2*MaxLines)
	lines, _ := OfLines(long, hash)
	assert.EqualValues(t, MaxLines, lines.Count)
	assert.True(t, holds(long, long))
}

// given are results, what a model was given in their place, and whether that is something else.
var given = []struct {
	about, result, given string
	altered              bool
}{
	{"the same", "3", "3", false},
	{"another number", "3", "0", true},
	{"another number in JSON", `{"count":3}`, `{"count":0}`, true},
	{"another word", "2 failed, 11 passed", "13 passed", true},
	{"an edited line", "ok 1 - parse the file\nnot ok 2 - render it\nok 3 - write the file", "ok 1 - parse the file\nok 2 - render it\nok 3 - write the file", true},
	{"all of a short text", "error: no such branch", "deleted", true},
	{"blanks", "a  b\r\n c\n", "a b\nc", false},
	{"colours", "\x1b[31mred\x1b[0m alert", "red alert", false},
	{"keys in another order", `{"a":1,"b":[1,2]}`, `{ "b": [1, 2.0], "a": 1 }`, false},
	{"a number as text in JSON", `{"a":1}`, `{"a":"1"}`, false},
	{"JSON as a string of JSON", `{"a":1}`, `"{\"a\":1}"`, false},
	{"content blocks", "three\nfour", `[{"type":"text","text":"three\nfour"}]`, false},
	{"the output form of the AI SDK", "three\nfour", `{"type":"text","value":"three\nfour"}`, false},
	{"a header", "three\nfour", "Exit code: 0\nOutput:\nthree\nfour", false},
	{"a trailer", "three", "three\n\nExit code: 3", false},
	{"a wrapping of JSON", `{"a":1}`, `Result: {"a":1}`, false},
	{"one member more", `{"a":1}`, `{"a":1,"took":3}`, false},
	{"one member less", `{"a":1,"b":2}`, `{"a":1}`, false},
	{"cut at the end", "the quick brown fox jumps over the lazy dog", "the quick brown fox jumps", false},
	{"cut at the start", "the quick brown fox jumps over the lazy dog", "fox jumps over the lazy dog", false},
	{"a mark of a cut", "3 passed", "[output truncated]", false},
	{"cleared", "3 passed", "[Old tool result content cleared]", false},
	{"redacted", "token is abc", "token is [REDACTED]", false},
	{"dots", "a long text", "a long...", false},
	{"JSON told in words", `{"count":3}`, "There are three.", false},
	{"text as JSON", "three", `{"value":3}`, false},
	{"numbered lines", "alpha\nbeta\ngamma\ndelta\nepsilon", "1: alpha\n2: beta\n3: gamma\n4: delta\n5: epsilon", false},
	{"nothing given", "3", "", false},
	{"nothing returned", "", "3", false},
	{"Python", `{'count': 3}`, `{"count":3}`, false},
	{"broken JSON given", `{"count":3}`, `{"count":0`, false},
	{"an accent composed in another way", "caf\u00e9 na\u00efve", "cafe\u0301 nai\u0308ve", false},
	{"a number below zero", "balance -3", "balance 3", true},
	{"a point in a number", "1.5 s", "15 s", true},
	{"a digit of a long result", strings.Repeat("a line of no interest\n", 20) + "count=3", strings.Repeat("a line of no interest\n", 20) + "count=8", true},
	{"JSON in the form of the AI SDK", `{"count":3}`, `{"type":"json","value":{"count":3}}`, false},
	{"another number in that form", `{"count":3}`, `{"type":"json","value":{"count":0}}`, true},
	{"another number in a block of JSON", `{"count":3}`, `[{"json":{"count":0}}]`, true},
	{"a result that was edited", "abc***", "abcdef", false},
	{"a long result", strings.Repeat("a line\n", MaxResult), "another", false},
	{"long text around it", "three", strings.Repeat("x ", 20000) + "three", false},
}

func TestAltered(t *testing.T) {
	for _, tt := range given {
		r := OfResult(tt.result, form)
		assert.Equal(t, tt.altered, r.Altered(tt.given, form), tt.about)
	}
}

// TestDeep holds that blocks in blocks in blocks are not taken apart to the last.
func TestDeep(t *testing.T) {
	r := OfResult(`{"count":3}`, form)
	given := strings.Repeat(`{"content":[`, 4000) + `{"text":"x"}` + strings.Repeat("]}", 4000)
	began := time.Now()
	r.Altered(given, form)
	assert.Less(t, time.Since(began), time.Second)
}

func TestHostile(t *testing.T) {
	r := OfResult(`{"count":3}`, form)
	text := OfResult("some text", form)
	for _, shape := range []string{"[", `{"a":`, `"\"`, "\x1b[", " ", "a\n", "{}", `[{"text":"`, "\xff", "\\u00", "&am", "1\n", "***", "...", "e\u0301", "<a>", "-1"} {
		given := strings.Repeat(shape, maxGiven/len(shape))
		began := time.Now()
		r.Altered(given, form)
		text.Altered(given, form)
		OfResult(given[:MaxResult], form)
		holds(given, "some text")
		assert.Less(t, time.Since(began), time.Second, "%q", shape)
	}
}

// FuzzAltered: what is put around a result is no alteration, whatever the result.
func FuzzAltered(f *testing.F) {
	for _, tt := range given {
		f.Add(tt.result, tt.given)
	}
	f.Fuzz(func(t *testing.T, result, given string) {
		r := OfResult(result, form)
		r.Altered(given, form)
		for _, same := range []string{result, "Output:\n" + result, result + "\n\nExit code: 0", strings.ReplaceAll(result, " ", "  ")} {
			if r.Altered(same, form) {
				t.Errorf("%q is taken for another result than %q", same, result)
			}
		}
		if lines, ok := OfLines(result, hash); ok && len(result) < 10000 {
			_ = lines
			if !holds(given+"\n"+result+"\n"+given, result) {
				t.Errorf("%q is not found behind %q", result, given)
			}
		}
	})
}

func BenchmarkOfResult(b *testing.B) {
	for _, size := range []int{32, 512, MaxResult - 100} {
		s := strings.Repeat("a line of 16 by\n", size/16+1)
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				OfResult(s, form)
			}
		})
	}
}

// TestPlaces: what stands in the lines of a text is found where the same lines stand with other blanks.
func TestPlaces(t *testing.T) {
	const text = "  Action: a[x]\n\n\tObservation: {\"n\": 0}\n{\"m\": 1}  \n"
	from := strings.Index(text, `{"n"`)
	to := strings.Index(text, `{"m"`) + len(`{"m": 1}`) - 1
	places := []Place{PlaceOf(text, from), PlaceOf(text, to)}
	assert.Equal(t, []Place{{1, 13}, {2, 7}}, places)
	for _, other := range []string{text, "Action: a[x]\nObservation: {\"n\": 0}\n\n\n   {\"m\": 1}\nmore", "\r\nAction: a[x]\r\nObservation: {\"n\": 0}\r\n{\"m\": 1}"} {
		found := Offsets(other, places)
		assert.True(t, strings.HasPrefix(other[found[0]:], `{"n": 0}`), other)
		assert.True(t, strings.HasSuffix(other[:found[1]+1], `{"m": 1}`), other)
	}
	assert.Equal(t, []int{1, 1}, Offsets("x", []Place{{0, 9}, {7, 0}}))
	assert.Equal(t, Place{}, PlaceOf("", 0))
}
