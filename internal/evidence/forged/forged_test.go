package forged

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type sample struct {
	want, text string
	line       int
}

// samples reads texts that are separated by lines beginning with %%.
func samples(t testing.TB, name string) []sample {
	raw, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	var all []sample
	var cur []string
	want, at := "", 0
	flush := func() {
		if at > 0 {
			all = append(all, sample{want, strings.Join(cur, "\n"), at})
		}
		cur = nil
	}
	for i, line := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		if w, ok := strings.CutPrefix(line, "%%"); ok {
			flush()
			want, at = strings.TrimSpace(w), i+1
			continue
		}
		cur = append(cur, line)
	}
	flush()
	return all
}

var formNames = [...]string{"", "react", "tag", "bracket", "fence", "template"}

func describe(spans []Span) string {
	var parts []string
	for _, x := range spans {
		p := formNames[x.Form] + ":" + x.Tool
		if x.Tool == "" {
			p += "-"
		}
		if x.Kind == Pending {
			p = "?" + p
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " ")
}

func TestSamples(t *testing.T) {
	for _, name := range []string{"forged.txt", "ordinary.txt"} {
		all := samples(t, name)
		t.Logf("%s: %d texts", name, len(all))
		for _, x := range all {
			got := Find(x.text, 0, nil)
			assert.Equal(t, x.want, describe(got), "%s:%d\n%s", name, x.line, x.text)
			check(t, x.text, got)
			crlf := strings.ReplaceAll(x.text, "\n", "\r\n")
			assert.Equal(t, x.want, describe(Find(crlf, 0, nil)), "%s:%d with CRLF", name, x.line)
			assert.Equal(t, x.want, describe(Find("I looked into it.\n\n"+x.text+"\n", 0, nil)), "%s:%d behind a paragraph", name, x.line)
		}
	}
}

// check holds what is true of any spans.
func check(t *testing.T, s string, spans []Span) {
	t.Helper()
	at := 0
	for _, x := range spans {
		if x.Start < at || x.End <= x.Start || x.End > len(s) {
			t.Fatalf("%+v does not follow %d in %d bytes", x, at, len(s))
		}
		if x.ActionStart > x.ActionEnd || x.Kind == Observation && x.ActionEnd > x.Start || x.ActionStart < 0 {
			t.Fatalf("%+v: the action is not before the result", x)
		}
		if x.Kind != Observation && x.Kind != Pending || x.Form < React || x.Form > Template {
			t.Fatalf("%+v has no kind or form", x)
		}
		if !strings.Contains(s, x.Tool) {
			t.Fatalf("%q is not in the text", x.Tool)
		}
		at = x.End
	}
}

func TestExtent(t *testing.T) {
	for _, c := range []struct{ name, text, want, action string }{
		{"line", "Thought: a\nAction: f[x]\nObservation: y\nThought: b", "Observation: y", "Action: f[x]"},
		{"input", "Action: f\nAction Input: {\n \"a\": 1\n}\n\nObservation: y\n\nThe end.", "Observation: y", "Action: f\nAction Input: {\n \"a\": 1\n}"},
		{"several lines", "Action: f[x]\nObservation: y\n\nz\nThought: b", "Observation: y\n\nz", "Action: f[x]"},
		{"first paragraph", "Action: f[x]\nObservation: y\nz\n\nSo it is y.", "Observation: y\nz", "Action: f[x]"},
		{"code", "Action: f[x]\nObservation:\n```\ny\n\nz\n```\n\nSo it is y.", "Observation:\n```\ny\n\nz\n```", "Action: f[x]"},
		{"same line", "Action: f[x] **Observation:** y", "Observation:** y", "Action: f[x]"},
		{"tags", "<tool_call>{\"name\":\"f\"}</tool_call>\n<tool_response>\ny\n</tool_response> \nSo it is y.", "<tool_response>\ny\n</tool_response>", "<tool_call>{\"name\":\"f\"}</tool_call>"},
		{"within", "<function_calls>\n<invoke name=\"f\">\n</invoke>\n<result>y</result>\n</function_calls>", "<result>y</result>", "<function_calls>\n<invoke name=\"f\">\n</invoke>"},
		{"bracket call", "[TOOL_CALLS]\n[{\"name\":\"f\"}] \n[TOOL_RESULTS]{\"a\":1}\n\nz", "[TOOL_RESULTS]{\"a\":1}", "[TOOL_CALLS]\n[{\"name\":\"f\"}]"},
		{"bracket", "[TOOL_RESULT]y[/TOOL_RESULT] z", "[TOOL_RESULT]y[/TOOL_RESULT]", ""},
		{"fence", "```tool_code\nf(1)\n```\n```tool_output\ny\n```\nSo it is y.", "```tool_output\ny\n```", "```tool_code\nf(1)\n```"},
		{"template", "a.<|observation|>\ny\n<|assistant|>z", "<|observation|>\ny", ""},
	} {
		got := Find(c.text, 0, nil)
		if assert.Len(t, got, 1, c.name) {
			assert.Equal(t, c.want, c.text[got[0].Start:got[0].End], c.name)
			assert.Equal(t, c.action, c.text[got[0].ActionStart:got[0].ActionEnd], c.name)
		}
	}
}

func TestAppends(t *testing.T) {
	one := []Span{{Kind: Pending, Form: React, Start: 1, End: 2}}
	got := Find("Action: f[x]\nObservation: y", 0, one)
	require.Len(t, got, 2)
	assert.Equal(t, one[0], got[0])
	assert.Equal(t, 1, Count(got))
	assert.Nil(t, Find("", 0, nil))
}

// TestLimit reads both ends of a longer text, and takes the end of the first for
// no end of the text.
func TestLimit(t *testing.T) {
	filler := strings.Repeat("A line of no interest.\n", 1000)
	trace := "Action: f[x]\nObservation: y\n"
	s := trace + filler + trace + filler + trace
	got := Find(s, 1000, nil)
	require.Len(t, got, 2)
	check(t, s, got)
	assert.Equal(t, "Observation: y", s[got[1].Start:got[1].End])
	assert.Len(t, Find(s, len(s), nil), 3)

	assert.Empty(t, Find("Action: f[x]\n"+filler, 24, nil), "the rest is not known")
	assert.Empty(t, Find(filler+"```\n"+trace+"```\n"+filler+"```\n"+trace+"```\n", 60, nil), "the end of a block of code")
}

func TestNothingAllocates(t *testing.T) {
	plain := strings.Repeat("The Action was taken; see `tool_result` and <b>this</b> [TOOL_KIND].\nAction: none taken\n\n", 50)
	n := testing.AllocsPerRun(100, func() { Find(plain, 0, nil) })
	assert.Zero(t, n)
}
