package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// LangSmith is the dialect of spans that LangSmith exports.
func LangSmith() *Dialect {
	d := application("langsmith", "Runs of the type tool that LangSmith exports as spans.")
	d.When = []Condition{marked("langsmith.span.kind", "tool")}
	d.Keys = map[toolcall.Field][]string{
		toolcall.CallID:       append([]string{toolcall.GenAIToolCallID}, messageIDs("gen_ai.completion", toolcall.GenAIToolResult)...),
		toolcall.Conversation: {"langsmith.metadata.thread_id", "langsmith.trace.session_id"},
		toolcall.Arguments:    {"gen_ai.prompt", toolcall.GenAIToolArguments},
		toolcall.Result:       {"gen_ai.completion", toolcall.GenAIToolResult},
	}
	// The status of a run that threw is OK; the event alone tells.
	d.Exceptions = true
	d.Notes = Notes{
		Switch:  "on; `LANGSMITH_HIDE_INPUTS` and `LANGSMITH_HIDE_OUTPUTS` turn it off",
		With:    textsAlone,
		Without: "Errors that were raised, from the exception event.",
		Blind:   "There is no call ID. Status is OK for every ending.",
	}
	return d
}
