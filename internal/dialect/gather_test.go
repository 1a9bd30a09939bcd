package dialect

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

func TestFollow(t *testing.T) {
	text := func(s string) any { return s }
	for name, tt := range map[string]struct {
		value any
		path  string
		want  any
		cut   bool
	}{
		"map":                 {map[string]any{"a": map[string]any{"b": int64(3)}}, "a.b", int64(3), false},
		"list":                {[]any{map[string]any{"x": "y"}}, "0.x", "y", false},
		"beyond a list":       {[]any{"x"}, "1", nil, false},
		"JSON":                {text(`{"a":{"b":3}}`), "a.b", int64(3), false},
		"JSON in a list":      {text(`[{"parts":[{"x":1},{"x":2}]}]`), "0.parts.1.x", int64(2), false},
		"encoded twice":       {text(`"{\"a\":{\"b\":3}}"`), "a.b", int64(3), false},
		"JSON in JSON":        {text(`{"a":"{\"b\":3}"}`), "a.b", int64(3), false},
		"JSON in a map":       {map[string]any{"a": `{"b":[true]}`}, "a.b.0", true, false},
		"before the cut":      {text(`{"a":{"b":3},"c":"xx`), "a.b", int64(3), false},
		"the one that is cut": {text(`{"a":{"b":"xx`), "a.b", "xx", true},
		"behind the cut":      {text(`{"a":{"c":"xx`), "a.b", nil, false},
		"null":                {text(`{"a":null}`), "a", nil, false},
		"no JSON":             {text("hello"), "a", nil, false},
		"through a number":    {text(`{"a":3}`), "a.b", nil, false},
		"an object":           {text(`{"a":{"b":3}}`), "a", `{"b":3}`, false},
		"another case":        {text(`{"A":1}`), "a", nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := &Dialect{Name: "test", Keys: map[toolcall.Field][]string{toolcall.Result: {"in#" + tt.path}}}
			set := NewSet([]*Dialect{d}, nil, nil, 64<<10)
			attrs := pcommon.NewMap()
			require.NoError(t, attrs.FromRaw(map[string]any{"in": tt.value}))
			v := set.NewView()
			v.Scan(attrs)
			v.gather(&set.compiled[0], &Record{})
			h := v.hitOf(set.find("in#" + tt.path))
			require.Equal(t, tt.want != nil, h != nil)
			if h != nil {
				assert.Equal(t, tt.want, h.value.AsRaw())
				assert.Equal(t, tt.cut, h.cut)
			}
		})
	}
}

func TestCommandOf(t *testing.T) {
	for name, tt := range map[string]struct {
		args any
		want string
	}{
		"map":                {map[string]any{"command": "ls"}, "ls"},
		"JSON":               {`{"description":"x","command":"ls -l"}`, "ls -l"},
		"encoded twice":      {`"{\"cmd\":\"ls\"}"`, "ls"},
		"list of words":      {`{"command":["bash","-lc","ls"]}`, "bash -lc ls"},
		"wrapped arguments":  {`{"args":["{\"command\":\"ls\"}"]}`, "ls"},
		"named arguments":    {`{"args":[],"kwargs":{"command":"ls"}}`, "ls"},
		"inputs":             {`{"input_str":"{'command': 'rm'}","inputs":{"command":"ls"}}`, "rm"},
		"only a dict":        {`{"input_str":"{'timeout': 3, 'command': \"echo 'a'\"}"}`, "echo 'a'"},
		"Python's own dict":  {`{'command': 'echo it\'s'}`, "echo it's"},
		"MCP request":        {`{"method":"tools/call","params":{"name":"sh","arguments":{"command":"ls"}}}`, "ls"},
		"cut":                {`{"command":"ls -l","descr`, "ls -l"},
		"cut in the command": {`{"command":"ls -`, "ls -"},
		"an editor's verb":   {`{"command":"str_replace","path":"a"}`, ""},
		"wrapped too deeply": {`{"args":{"args":{"args":{"args":{"command":"ls"}}}}}`, ""},
		"no command":         {`{"query":"x"}`, ""},
		"in an own object":   {`{"job":{"command":"ls"}}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := NewSet(Builtin(), nil, nil, 64<<10).NewView()
			attrs := pcommon.NewMap()
			require.NoError(t, attrs.FromRaw(map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": tt.args}))
			v.Scan(attrs)
			r := v.Recognise(Origin{})
			require.True(t, r.Known())
			assert.Equal(t, tt.want, v.Read(Record{}, r).Command(1000))
		})
	}
}
