package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Genkit is the dialect of Firebase Genkit.
func Genkit() *Dialect {
	d := application("genkit", "Actions of the type tool that Genkit traces.")
	d.When = []Condition{marked("genkit:metadata:subtype", "tool*")}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:     {"genkit:name"},
		toolcall.Conversation: {"genkit:sessionId"},
		toolcall.Arguments:    {"genkit:input"},
		toolcall.Result:       {"genkit:output"},
	}
	d.Flags = []Flag{{Source: "genkit:state"}}
	d.Notes = Notes{
		Switch:  "on",
		With:    textsAlone,
		Without: "Errors that were thrown, from state and status.",
		Blind:   "There is no call ID. State is success for a command that failed and returned.",
	}
	return d
}
