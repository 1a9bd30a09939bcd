package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// VercelAI is the dialect of the AI SDK: the telemetry of its versions up to 6, and
// spans of the conventions since.
func VercelAI() *Dialect {
	d := application("vercel_ai", "Tool calls of the Vercel AI SDK, old and new.")
	d.When = []Condition{
		marked("ai.operationId", "ai.toolCall"),
		{Signal: Spans, Attrs: []Attr{{"ai.toolCall.name", ""}}, Name: "ai.toolCall"},
		executeTool("gen_ai"),
	}
	d.Names = []string{"ai.toolCall"}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:     {"ai.toolCall.name"},
		toolcall.CallID:       {"ai.toolCall.id"},
		toolcall.Conversation: {"ai.telemetry.metadata.sessionId", "ai.telemetry.metadata.session_id"},
		toolcall.Arguments:    {"ai.toolCall.args", "ai.toolCall.input", toolcall.GenAIToolArguments},
		toolcall.Result:       {"ai.toolCall.result", "ai.toolCall.output", toolcall.GenAIToolResult},
	}
	d.Notes = Notes{
		Switch:  "`experimental_telemetry: { isEnabled: true }`; `recordInputs` and `recordOutputs` turn it off",
		With:    textsAlone,
		Without: "Errors that were thrown.",
		Blind:   "Status is unset for a command that failed and returned. A thrown error has no result: its text is the status message.",
	}
	return d
}
