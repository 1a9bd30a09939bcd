package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Langfuse is the dialect of the Langfuse SDKs.
func Langfuse() *Dialect {
	const output = "langfuse.observation.output"
	d := application("langfuse", "Observations of the type tool from the Langfuse SDKs.")
	d.When = []Condition{marked("langfuse.observation.type", "tool")}
	d.Keys = map[toolcall.Field][]string{
		toolcall.CallID:       append([]string{toolcall.GenAIToolCallID}, messageIDs(output)...),
		toolcall.Conversation: {"session.id", "langfuse.session.id"},
		toolcall.Arguments:    {"langfuse.observation.input"},
		toolcall.Result:       {output},
		toolcall.ErrorText:    {"langfuse.observation.status_message"},
	}
	d.Flags = []Flag{{Source: "langfuse.observation.level", Words: map[string]Word{"error": SaysFailed}}}
	d.Notes = Notes{
		Switch:  "on, unless a `mask` hides it",
		With:    textsAlone,
		Without: "Errors that were raised, from the level.",
		Blind:   "The span status is never set. The call ID stands in the result alone.",
	}
	return d
}
