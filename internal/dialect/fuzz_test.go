package dialect

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/toolcall"
)

const textLimit = 64 << 10

// readSpan reads a span of the conventions with one attribute more.
func readSpan(v *View, attrs pcommon.Map) *toolcall.Call {
	v.Reset()
	v.Scan(attrs)
	return v.Read(Record{Name: "execute_tool x"}, v.Marked(Origin{Name: "execute_tool x"}))
}

// FuzzArguments reads arguments in JSON, in JSON inside JSON, and as Python prints them.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{
		`{"command":"make test"}`, `{"cmd":["grep","x"]}`, `{'command': "echo 'x'\n", 'timeout': 5}`, `{"args":["{\"command\":\"ls\"}"]}`,
		`{"input_str":"{'command': 'ls'}","inputs":{"command":"ls"},"kwargs":{}}`, `[{"arguments":{"cmd":"a"}}]`, `{"command":"str_replace"}`,
		`{"command":["bash","-lc","make`, `"{\"command\":\"x\"}"`, `{"command":{"run_in_background":true}}`, `{"run_in_background":"yes","args":{"background":1}}`, "{'cmd': '",
	} {
		f.Add(s)
	}
	set := NewSet(Builtin(), nil, nil, textLimit)
	v, again := set.NewView(), set.NewView()
	f.Fuzz(func(t *testing.T, s string) {
		attrs := pcommon.NewMap()
		attrs.PutStr(toolcall.GenAIToolArguments, s)
		c := readSpan(v, attrs)
		line, argv, background, clips := c.CommandLine, strings.Join(c.Argv, "\x00"), c.Background, len(c.Clips)
		assert.LessOrEqual(t, len(c.Argv), maxArgv)
		assert.LessOrEqual(t, len(line), 3*len(s))
		assert.LessOrEqual(t, clips, 1)
		assert.Empty(t, c.Facts, "arguments say nothing of the ending")
		c = readSpan(again, attrs)
		assert.Equal(t, []any{line, argv, background, clips}, []any{c.CommandLine, strings.Join(c.Argv, "\x00"), c.Background, len(c.Clips)})

		// As a map they say the same.
		var raw map[string]any
		if json.Unmarshal([]byte(s), &raw) == nil && len(raw) == 1 {
			value := pcommon.NewValueMap()
			require.NoError(t, value.FromRaw(raw))
			value.CopyTo(attrs.PutEmpty(toolcall.GenAIToolArguments))
			assert.LessOrEqual(t, len(readSpan(v, attrs).Argv), maxArgv)
		}
	})
}

// FuzzSource reads the notation for places, and writes it again.
func FuzzSource(f *testing.F) {
	for _, s := range []string{"a.b", "a#b.0.c", "event[x].y#z", "$body", "$body#a", "event[].x", "#", "a#", "a#b..c", " a", "event[a].b].c", "$body.x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		src, err := ParseSource(s)
		if err != nil {
			return
		}
		written := src.base()
		if src.Path != nil {
			written += "#" + strings.Join(src.Path, ".")
		}
		assert.Equal(t, s, written)
		assert.Equal(t, src.plain(), !strings.Contains(s, "#") && !strings.HasPrefix(s, "event[") && s != bodySource)
		for _, step := range src.Path {
			assert.NotEmpty(t, step)
		}
	})
}

// FuzzFollow walks into JSON, for several ways at once, and expects what a walk for
// each alone finds.
func FuzzFollow(f *testing.F) {
	f.Add("x", "x.y", "0.x", `{"x":{"y":1}}`)
	f.Add("a.b", "a", "a.b.c", `{"a":"{\"b\":{\"c\":[1,2]}}"}`)
	f.Add("0.a", "1", "0", `[{"a":1},[2],3]`)
	f.Add("a", "a.0", "b", `{"a":["x"],"a":2,"b":nul`)
	f.Add("a.b.c", "a.d", "a.b", `"{\"a\":{\"b\":{\"c\":\"cut`)
	f.Fuzz(func(t *testing.T, first, second, third, text string) {
		d := &Dialect{Name: "fuzz", Keys: map[toolcall.Field][]string{}}
		for field, path := range map[toolcall.Field]string{toolcall.Result: first, toolcall.ToolName: second, toolcall.ErrorText: third} {
			if _, err := ParseSource("in#" + path); err != nil || strings.Contains(path, "#") {
				return
			}
			d.Keys[field] = []string{"in#" + path}
		}
		set := NewSet([]*Dialect{d}, nil, nil, textLimit)
		attrs := pcommon.NewMap()
		attrs.PutStr("in", text)
		v := set.NewView()
		v.Scan(attrs)
		v.gather(&set.compiled[0], &Record{})
		assert.LessOrEqual(t, len(v.hits), 4)
		for _, path := range []string{first, second, third} {
			want, cut, ok := walk(text, strings.Split(path, "."))
			ok = ok && (speaks(text, first) || speaks(text, second) || speaks(text, third))
			h := v.hitOf(set.find("in#" + path))
			require.Equal(t, ok, h != nil, path)
			if ok {
				assert.Equal(t, want.AsRaw(), h.value.AsRaw(), path)
				assert.Equal(t, cut, h.cut, path)
			}
		}
	})
}

// speaks is the look at a text before it is parsed: a name that is written in escapes is none that a producer writes.
func speaks(text, path string) bool {
	for _, step := range strings.Split(path, ".") {
		if _, err := strconv.Atoi(step); err != nil && !strings.Contains(text, step) {
			return false
		}
	}
	return true
}

// walk follows one way by itself, a step at a time.
func walk(s string, path []string) (found pcommon.Value, cut, ok bool) {
	s, cut, ok = payload.Object(s)
	if !ok {
		return found, false, false
	}
	in := origin{s, cut}
	r := gjson.Parse(s)
	for _, step := range path {
		if r.Type == gjson.String {
			inner, again, ok := payload.Object(r.Str)
			if !ok {
				return found, cut, false
			}
			in = origin{inner, again || in.loses(r)}
			r = gjson.Parse(inner)
		}
		var next gjson.Result
		n := 0
		r.ForEach(func(key, member gjson.Result) bool {
			if r.IsArray() && strconv.Itoa(n) == step || r.IsObject() && key.Str == step {
				next = member
				return false
			}
			n++
			return n < maxGroupSize
		})
		if r = next; !r.Exists() {
			return found, cut, false
		}
	}
	return valueOfJSON(r), in.loses(r), r.Type != gjson.Null
}

// FuzzPattern compares patterns with what their description says of them.
func FuzzPattern(f *testing.F) {
	f.Add("execute_tool|tool*|*_end", "Execute_Tool")
	f.Add("a||b", "")
	f.Add("*", "anything")
	f.Add("", "x")
	f.Add("\xeb|É", "\xf1")
	f.Fuzz(func(t *testing.T, pattern, s string) {
		m := Pattern(pattern).compile()
		want := pattern == ""
		for alternative := range strings.SplitSeq(pattern, "|") {
			switch {
			case pattern == "":
			case strings.HasSuffix(alternative, "*"):
				want = want || strings.HasPrefix(s, strings.TrimSuffix(alternative, "*"))
			case strings.HasPrefix(alternative, "*"):
				want = want || strings.HasSuffix(s, strings.TrimPrefix(alternative, "*"))
			default:
				want = want || len(alternative) == len(s) && strings.EqualFold(alternative, s)
			}
		}
		assert.Equal(t, want, m.fits(s))
		var known triggers
		known.add(Pattern(pattern), 0)
		if m.fits(s) {
			assert.False(t, known.none(s), "what fits must be looked at")
		}
	})
}

// FuzzCompileText has users' patterns read users' texts.
func FuzzCompileText(f *testing.F) {
	f.Add(`exit (?P<code>\d+)`, "exit 3\nrest", false)
	f.Add(`killed by (?P<signal>\w+)`, "output\nkilled by SIGKILL", true)
	f.Add(`a|b`, "xb", false)
	f.Add(`(?P<code>x)?`, "", true)
	f.Fuzz(func(t *testing.T, pattern, s string, atEnd bool) {
		at := AtHeader
		if atEnd {
			at = AtTrailer
		}
		text, err := CompileText(at, pattern, SaysExit)
		if err != nil || len(pattern) > 200 {
			return
		}
		set := NewSet([]*Dialect{{Name: "fuzz", Texts: []Text{text}, Keys: genAIKeys}}, nil, nil, textLimit)
		v := set.NewView()
		v.Call.Reset()
		v.readTexts(&set.compiled[0], s, s, false)
		facts := len(v.Call.Facts)
		assert.LessOrEqual(t, facts, 1)
		// What stands on the other side of it makes no difference.
		other := strings.Repeat("x", textEdge) + "\n" + s
		if at == AtHeader {
			other = s + "\n" + strings.Repeat("x", textEdge)
		}
		if m := text.Pattern.FindStringIndex(s); m != nil && len(s) < textEdge {
			assert.True(t, at == AtHeader && strings.TrimSpace(s[:m[0]]) == "" || at == AtTrailer && strings.TrimSpace(s[m[1]:]) == "")
		}
		v.readTexts(&set.compiled[0], other, other, false)
		assert.LessOrEqual(t, len(v.Call.Facts), facts+1)
	})
}

// TestManyWays walks into a large value for far more ways than a dialect has.
func TestManyWays(t *testing.T) {
	d := &Dialect{Name: "wide"}
	for i := range 500 {
		d.Flags = append(d.Flags, Flag{Source: "in#a." + strconv.Itoa(i) + ".status"}, Flag{Source: "in#b" + strconv.Itoa(i)})
	}
	set := NewSet([]*Dialect{d}, nil, nil, textLimit)
	var b strings.Builder
	b.WriteString(`{"text":"` + strings.Repeat("x", 8<<20) + `","a":[`)
	for i := range 500 {
		b.WriteString(`{"status":"` + strconv.Itoa(i) + `"},`)
	}
	b.WriteString(`{}],"b499":"last","b499":"later"}`)
	attrs := pcommon.NewMap()
	attrs.PutStr("in", b.String())
	v := set.NewView()
	v.Scan(attrs)
	began := time.Now()
	v.gather(&set.compiled[0], &Record{})
	assert.Less(t, time.Since(began), 2*time.Second)
	assert.Equal(t, "499", v.hitOf(set.find("in#a.499.status")).value.Str())
	assert.Equal(t, "last", v.hitOf(set.find("in#b499")).value.Str())
	assert.Nil(t, v.hitOf(set.find("in#b0")))
}

// TestOneReading has a place that is named for two fields always carry the same one.
func TestOneReading(t *testing.T) {
	d := &Dialect{Name: "twice", Keys: map[toolcall.Field][]string{}}
	for f := toolcall.ToolName; f < toolcall.StdoutSize; f++ {
		d.Keys[f] = []string{"x"}
	}
	for range 50 {
		set := NewSet([]*Dialect{d}, nil, nil, textLimit)
		assert.Equal(t, toolcall.ToolName, set.compiled[0].fields[set.find("x")].field)
	}
}
