package messages

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// line writes a part as one word each: role, kind, ID, name and text.
func line(p Part) string {
	s := [...]string{"?", "system", "user", "assistant", "tool"}[p.Role] + " " + [...]string{"", "text", "asked", "result"}[p.Kind]
	if p.Hosted {
		s += " hosted"
	}
	return fmt.Sprintf("%s %s %s %s", s, p.ID, p.Name, p.Text)
}

func lines(parts []Part) (list []string) {
	for _, p := range parts {
		list = append(list, line(p))
	}
	return list
}

var shapes = map[string]struct {
	text string
	want []string
}{
	"conventions": {
		`[{"role":"user","parts":[{"type":"text","content":"Go on."}]},
		  {"role":"assistant","parts":[{"type":"reasoning","content":"hm"},{"type":"tool_call","id":"c1","name":"count","arguments":{"x":1}}]},
		  {"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":{"n":3}},{"type":"tool_call_response","id":"c2","result":"3"}]}]`,
		[]string{"user text   Go on.", `assistant asked c1 count {"x":1}`, `tool result c1  {"n":3}`, "tool result c2  3"},
	},
	"conventions, at the provider": {
		`[{"role":"assistant","parts":[{"type":"server_tool_call","id":"s1","name":"search","server_tool_call":{}},{"type":"server_tool_call_response","id":"s1","server_tool_call_response":{}}]}]`,
		[]string{"assistant asked hosted s1 search ", "tool result hosted s1  "},
	},
	"OpenAI": {
		`[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Run."}]},
		  {"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}}]},
		  {"role":"tool","tool_call_id":"c1","content":"a\nb"}]`,
		[]string{"system text   Be brief.", "user text   Run.", `assistant asked c1 bash {"command":"ls"}`, "tool result c1  a\nb"},
	},
	"OpenAI responses": {
		`{"input":[],"messages":[{"type":"function_call","call_id":"c1","name":"bash","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"ok"},
		  {"type":"web_search_call","id":"ws_1"}]}`,
		[]string{"? asked c1 bash {}", "tool result c1  ok"},
	},
	"Anthropic": {
		`[{"role":"assistant","content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"bash","input":{"command":"ls"}},
		    {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}]},
		  {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"a"}]},{"type":"text","text":"Go on."}]}]`,
		[]string{
			"assistant text   I look.", `assistant asked t1 bash {"command":"ls"}`, "assistant asked hosted srvtoolu_1 web_search {}", "tool result hosted srvtoolu_1  []",
			`tool result t1  [{"type":"text","text":"a"}]`, "user text   Go on.",
		},
	},
	"AI SDK": {
		`[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c1","toolName":"bash","input":{"command":"ls"}},{"type":"tool-call","toolCallId":"c2","toolName":"search","providerExecuted":true}]},
		  {"role":"tool","content":[{"type":"tool-result","toolCallId":"c1","toolName":"bash","output":{"type":"text","value":"a"}}]}]`,
		[]string{`assistant asked c1 bash {"command":"ls"}`, "assistant asked hosted c2 search ", `tool result c1 bash {"type":"text","value":"a"}`},
	},
	"Gemini": {
		`{"contents":[{"role":"user","parts":[{"text":"Run."}]},{"role":"model","parts":[{"functionCall":{"id":"f1","name":"bash","args":{"command":"ls"}}}]},
		  {"role":"user","parts":[{"functionResponse":{"id":"f1","name":"bash","response":{"output":"a"}}}]}]}`,
		[]string{"user text   Run.", `assistant asked f1 bash {"command":"ls"}`, `tool result f1 bash {"output":"a"}`},
	},
	"Bedrock": {
		`[{"role":"assistant","content":[{"toolUse":{"toolUseId":"b1","name":"bash","input":{}}}]},{"role":"user","content":[{"toolResult":{"toolUseId":"b1","status":"success","content":[{"text":"a"}]}}]}]`,
		[]string{"assistant asked b1 bash {}", `tool result b1  [{"text":"a"}]`},
	},
	"LangChain": {
		`{"messages":[[{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"Run."}},
		  {"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessageChunk"],"kwargs":{"content":"","tool_calls":[{"name":"bash","args":{"command":"ls"},"id":"c1","type":"tool_call"}]}},
		  {"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"content":"a","tool_call_id":"c1","status":"success"}}]]}`,
		[]string{"user text   Run.", `assistant asked c1 bash {"command":"ls"}`, "tool result c1  a"},
	},
	"plain text":          {"Question: how often?\nThought:", []string{"? text   Question: how often?\nThought:"}},
	"a result with no ID": {`[{"role":"tool","parts":[{"type":"text","content":"a"}]}]`, []string{"tool result   a"}},
	"something else":      {`{"temperature":0.5,"stop":["\n"]}`, nil},
	"empty":               {`[{}]`, nil},
}

func TestShapes(t *testing.T) {
	for name, tt := range shapes {
		parts, cut := Read(tt.text, nil)
		assert.Equal(t, tt.want, lines(parts), name)
		assert.False(t, cut, name)
	}
}

func TestWhatBreaksOff(t *testing.T) {
	whole := shapes["OpenAI"].text
	parts, cut := Read(whole[:len(whole)-4], nil)
	assert.True(t, cut)
	assert.Equal(t, "tool result c1  a\n", line(parts[len(parts)-1]))
	_, cut = Read(strings.Repeat("x", MaxBytes+1), nil)
	assert.True(t, cut)
}

func TestTheLastPartsAreKept(t *testing.T) {
	text := "["
	for i := range 3 * maxParts {
		text += fmt.Sprintf(`{"role":"user","content":"%d"},`, i)
	}
	parts, _ := Read(text[:len(text)-1]+"]", nil)
	assert.LessOrEqual(t, len(parts), maxParts)
	assert.Equal(t, fmt.Sprint(3*maxParts-1), parts[len(parts)-1].Text)
}

func TestFlat(t *testing.T) {
	var f Flat
	for _, a := range [][2]string{
		{"1.message.tool_calls.1.tool_call.function.name", "second"}, {"0.message.role", "user"}, {"0.message.content", "Run."},
		{"1.message.role", "assistant"}, {"1.message.tool_calls.0.tool_call.id", "c1"}, {"1.message.tool_calls.0.tool_call.function.name", "bash"},
		{"1.message.tool_calls.0.tool_call.function.arguments", "{}"}, {"10.message.content", "b"}, {"10.message.role", "tool"},
		{"2.message.role", "tool"}, {"2.message.content", "a"}, {"2.message.tool_call_id", "c1"}, {"3.message.contents.0.message_content.text", "Go on."},
		{"x.message.role", "user"}, {"-1.message.role", "user"}, {"4", "user"}, {"99999999999.message.role", "user"}, {"4.message.other", "user"},
		{"4.message.tool_calls.z.id", "c"},
	} {
		f.Add(a[0], a[1])
	}
	assert.Equal(t, []string{
		"user text   Run.", "assistant asked c1 bash {}", "assistant asked  second ", "tool result c1  a", "? text   Go on.", "tool result   b",
	}, lines(f.Parts(nil)))
	f.Reset()
	f.Add("0.role", "assistant")
	f.Add("0.content", "Hi.")
	f.Add("0.tool_calls.0.id", "c1")
	f.Add("0.tool_calls.0.name", "bash")
	assert.Equal(t, []string{"assistant text   Hi.", "assistant asked c1 bash "}, lines(f.Parts(nil)))
}

func TestHostile(t *testing.T) {
	for _, shape := range []string{
		"[", "{", `[{"role":"user","content":`, `{"messages":`, `{"kwargs":{"content":[`, `{"role":"tool","tool_call_id":"x","content":"\u`, `[{"tool_calls":[`, `{"role":"a",`, `{"content":"x","content":"y",`,
	} {
		text := strings.Repeat(shape, 1<<20/len(shape))
		began := time.Now()
		parts, _ := Read(text, nil)
		assert.LessOrEqual(t, len(parts), maxParts)
		assert.Less(t, time.Since(began), 3*time.Second, "%.20s", shape)
	}
	var f Flat
	for i := range 100000 {
		f.Add(fmt.Sprintf("%d.message.content", i%70000), "x")
	}
	assert.LessOrEqual(t, len(f.Parts(nil)), maxParts)
}

// FuzzRead holds what must be true of all values.
func FuzzRead(f *testing.F) {
	for _, tt := range shapes {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, _ := Read(s, nil)
		for _, p := range parts {
			if p.Kind == Text && strings.TrimSpace(p.Text) == "" || p.Kind == 0 {
				t.Errorf("%q: %+v", s, p)
			}
		}
		var flat Flat
		flat.Add(s, s)
		flat.Parts(nil)
	})
}
