package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// OpenHands is the dialect of OpenHands, which is traced through Laminar. Its
// terminal gives up waiting without ending the command: exit code -1 and timeout
// mean that it lives on.
func OpenHands() *Dialect {
	return &Dialect{
		Name: "openhands",
		Doc:  "Tool spans of OpenHands, as Laminar exports them.",
		When: []Condition{{Signal: Spans, Attrs: []Attr{{"lmnr.span.type", "TOOL"}}}},
		Keys: map[toolcall.Field][]string{
			toolcall.CallID:       {"lmnr.association.properties.metadata.tool_call_id", "lmnr.association.properties.tool_call_id"},
			toolcall.Conversation: {"lmnr.association.properties.session_id"},
			toolcall.Arguments:    {"lmnr.span.input"},
			toolcall.Result:       {"lmnr.span.output"},
			toolcall.ExitCode:     {"lmnr.span.output#exit_code", "lmnr.span.output#metadata.exit_code"},
		},
		Flags: []Flag{
			{Source: "lmnr.span.output#timeout", Words: map[string]Word{"true": SaysRunning, "false": SaysNothing}},
			{Source: "lmnr.span.output#is_error", Words: map[string]Word{"true": SaysFailed, "false": SaysNothing}},
		},
		Policy:    termination.Policy{MinusOne: termination.Running, Spoofable: true},
		Harnesses: harness.OpenHands,
		Notes: Notes{
			Switch:  "`LMNR_PROJECT_API_KEY` or an OTLP endpoint of your own; content is on",
			With:    "The exit code, and commands that outlived the time to wait.",
			Without: "Nothing.",
		},
	}
}
