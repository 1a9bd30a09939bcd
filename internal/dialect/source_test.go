package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseSource(t *testing.T) {
	for text, want := range map[string]Source{
		"acme.output":                   {Key: "acme.output"},
		"genkit:metadata:subtype":       {Key: "genkit:metadata:subtype"},
		"a#b":                           {Key: "a", Path: []string{"b"}},
		"a.b#c.0.d":                     {Key: "a.b", Path: []string{"c", "0", "d"}},
		"event[tool.output].output":     {Event: "tool.output", Key: "output"},
		"event[x].gen_ai.out#0.parts.1": {Event: "x", Key: "gen_ai.out", Path: []string{"0", "parts", "1"}},
		"$body":                         {Body: true},
		"$body#result":                  {Body: true, Path: []string{"result"}},
	} {
		got, err := ParseSource(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		assert.Equal(t, text == got.base(), got.Path == nil, text)
	}
	for _, text := range []string{"", "#a", "a#", "a#b.", "a#.b", " a", "a ", "event[].k", "event[x]", "event[x].", "event[x"} {
		_, err := ParseSource(text)
		assert.Error(t, err, text)
	}
}

// TestPlacesOfBuiltIns checks what NewSet takes for granted.
func TestPlacesOfBuiltIns(t *testing.T) {
	for _, d := range append(Builtin(), Generic()) {
		for _, place := range d.sources() {
			_, err := ParseSource(place)
			assert.NoError(t, err, "%s: %s", d.Name, place)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern Pattern
		text    string
		fits    bool
	}{
		{"", "anything", true},
		{"tool", "tool", true},
		{"tool", "TOOL", true},
		{"tool", "tools", false},
		{"tool|task", "task", true},
		{"codex*", "codex_exec", true},
		{"codex*", "my_codex", false},
		{"*_result", "tool_result", true},
		{"a|codex*", "codex", true},
		{"a*|b*", "cab", false},
	} {
		m := tt.pattern.compile()
		assert.Equal(t, tt.fits, m.fits(tt.text), "%q on %q", tt.pattern, tt.text)
	}
}

// TestNamesAreUnique also checks that every dialect is documented.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range append(Builtin(), Generic()) {
		assert.False(t, seen[d.Name], d.Name)
		seen[d.Name] = true
		assert.NotEmpty(t, d.Doc, d.Name)
		assert.NotZero(t, d.Policy.MinusOne, "%s says nothing of exit code -1", d.Name)
		if d.Name != "contract" && d.Name != "generic" {
			assert.NotEmpty(t, d.When, d.Name)
			assert.NotEmpty(t, d.Notes.Without, "%s does not say what can be decided without content", d.Name)
		}
	}
}
