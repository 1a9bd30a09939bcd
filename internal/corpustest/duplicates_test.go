package corpustest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readBacks are the tools that look for what a case may have done, by the tool that does it.
var readBacks = map[string]fieldSpan{
	"archicad_call_tool": {Name: "execute_tool archicad_call_tool", Attrs: callOf("archicad_call_tool", `{"tool": "GetWalls"}`), Result: `{"elements":3}`},
	"chat_with_agent":    {Name: "execute_tool list_agent_executions", Attrs: callOf("list_agent_executions", `{"agent": "a"}`), Result: `[]`},
	"send_message":       {Name: "execute_tool list_messages", Attrs: callOf("list_messages", `{}`), Result: `[]`},
	"charge":             {Name: "execute_tool get_charges", Attrs: callOf("get_charges", `{}`), Result: `[]`},
}

func callOf(tool, arguments string) map[string]any {
	return map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, "gen_ai.tool.call.arguments": arguments}
}

// TestDuplicates tells each case of a duplicate as a whole: what was sent again blindly is found, once, and nothing is
// where it was looked for first, sent with a key, asked for something else, or not sent again.
func TestDuplicates(t *testing.T) {
	told := 0
	for _, c := range readCases(t) {
		if c.Class != "T3" || c.Control {
			continue
		}
		told++
		t.Run(c.ID, func(t *testing.T) {
			require.Len(t, c.Spans, 2)
			first, again := c.Spans[0], c.Spans[1]
			look, ok := readBacks[first.Attrs["gen_ai.tool.name"].(string)]
			require.True(t, ok, "how is it looked for?")
			unrelated := fieldSpan{Name: "execute_tool read_file", Attrs: callOf("read_file", `{"path": "notes.md"}`), Result: "milk"}
			failed := look
			failed.Status, failed.Result = "ERROR", "MCP error -32001: Request timed out"
			for name, tt := range map[string]struct {
				spans []fieldSpan
				blind int
			}{
				"blind":                     {[]fieldSpan{first, again}, 1},
				"after something unrelated": {[]fieldSpan{first, unrelated, again}, 1},
				"after a look that failed":  {[]fieldSpan{first, failed, again}, 1},
				"looked for":                {[]fieldSpan{first, look, again}, 0},
				"looked for too late":       {[]fieldSpan{first, again, look}, 1},
				"with a key":                {[]fieldSpan{withArgument(t, first, "idempotency_key"), withArgument(t, again, "idempotency_key")}, 0},
				"something else":            {[]fieldSpan{first, withArgument(t, again, "note")}, 0},
				"not again":                 {[]fieldSpan{first}, 0},
				"no trouble":                {[]fieldSpan{again, again}, 0},
				"three times":               {[]fieldSpan{first, first, again}, 2},
			} {
				t.Run(name, func(t *testing.T) {
					whole := c
					whole.Spans = withOwnIDs(tt.spans)
					processor := start(t)
					processor.send(whole.request(t))
					findings := slices.DeleteFunc(processor.findings(), func(f string) bool { return strings.HasSuffix(f, ":info") })
					assert.Len(t, findings, min(tt.blind, 1))
					assert.EqualValues(t, tt.blind, processor.counted("blind_retry"))
				})
			}
		})
	}
	assert.Equal(t, len(readBacks), told)
}

// withOwnIDs gives each call an ID of its own, where the calls have IDs.
func withOwnIDs(spans []fieldSpan) (list []fieldSpan) {
	for i, span := range spans {
		if _, ok := span.Attrs["gen_ai.tool.call.id"]; ok {
			span.Attrs = maps.Clone(span.Attrs)
			span.Attrs["gen_ai.tool.call.id"] = fmt.Sprintf("call_%d", i)
		}
		list = append(list, span)
	}
	return list
}

// withArgument adds an argument to a call.
func withArgument(t *testing.T, span fieldSpan, name string) fieldSpan {
	t.Helper()
	arguments := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(span.Attrs["gen_ai.tool.call.arguments"].(string)), &arguments))
	arguments[name] = "x-1"
	text, err := json.Marshal(arguments)
	require.NoError(t, err)
	span.Attrs = maps.Clone(span.Attrs)
	span.Attrs["gen_ai.tool.call.arguments"] = string(text)
	return span
}
