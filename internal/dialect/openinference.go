package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// OpenInference is the dialect of the OpenInference instrumentations, through which
// many frameworks reach OpenTelemetry.
func OpenInference() *Dialect {
	d := application("openinference", "Spans of OpenInference instrumentations with the kind TOOL.")
	d.When = []Condition{
		marked("openinference.span.kind", "TOOL"),
		// gen_ai_normalizer renames the kind, and leaves these, or the scope.
		renamed("output.value"), renamed("input.value"), renamed("tool.id"),
		executeTool("openinference*|@arizeai/openinference*"),
	}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:     {"tool.name"},
		toolcall.CallID:       append([]string{"tool.id", "tool_call.id"}, messageIDs("output.value", toolcall.GenAIToolResult)...),
		toolcall.Conversation: {"session.id"},
		toolcall.Arguments:    {"input.value", "tool_call.function.arguments", toolcall.GenAIToolArguments},
		toolcall.Result:       {"output.value", toolcall.GenAIToolResult},
	}
	for _, output := range d.Keys[toolcall.Result] {
		d.Flags = append(d.Flags, Flag{Source: output + "#interrupted", Words: map[string]Word{"true": SaysCancelled, "false": SaysNothing}})
	}
	// A handoff to another agent is reported in the same way, without a tool: what
	// goes in and comes out are the names of agents.
	d.Skip = []Condition{
		{Without: []string{"tool.name", toolcall.GenAIToolName, "tool.id", "tool_call.id", toolcall.GenAIToolCallID}, Name: "handoff*|Handoff*|transfer_to_*"},
	}
	d.Notes = Notes{
		Switch:  "on; `OPENINFERENCE_HIDE_INPUTS` and `OPENINFERENCE_HIDE_OUTPUTS` turn it off",
		With:    textsAlone,
		Without: "Errors that were raised.",
		Blind:   "Status is OK for a command that failed and returned; `tool.parameters` is a schema as often as it is arguments, so it is not read. A thrown error loses the call ID.",
	}
	return d
}
