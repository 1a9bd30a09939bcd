package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Strands is the dialect of Strands Agents, which writes arguments and results as
// events of the span.
func Strands() *Dialect {
	const (
		choice  = "event[gen_ai.choice].message"
		details = "event[gen_ai.client.inference.operation.details]."
	)
	d := application("strands", "Tool spans of Strands Agents.")
	d.When = []Condition{
		executeTool("strands*"),
		{Signal: Spans, Attrs: []Attr{{"gen_ai.tool.status", ""}, {toolcall.GenAIOperation, "execute_tool"}}},
	}
	d.Keys = map[toolcall.Field][]string{
		toolcall.CallID: {toolcall.GenAIToolCallID, "event[gen_ai.choice].id"},
		toolcall.Arguments: {
			toolcall.GenAIToolArguments, "event[gen_ai.tool.message].content", details + "gen_ai.input.messages#0.parts.0.arguments",
		},
		toolcall.Result: {
			toolcall.GenAIToolResult, choice, details + "gen_ai.output.messages#0.parts.0.response",
		},
	}
	d.Flags = []Flag{{Source: "gen_ai.tool.status"}}
	d.Notes = Notes{
		Switch:  "on; `OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental` moves it to the attributes of the conventions",
		With:    textsAlone,
		Without: "Errors, from the status of the tool.",
		Blind:   "The vended shell tools report no exit code: a failing command may be a success. A long value is cut without a mark.",
	}
	return d
}
