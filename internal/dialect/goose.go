package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Goose is the dialect of Goose: spans of the conventions whose status is never
// set, and the spans of earlier versions.
func Goose() *Dialect {
	return &Dialect{
		Name: "goose",
		Doc:  "Spans of Goose.",
		When: []Condition{
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Scope: "goose*"},
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Service: "goose*"},
			{Signal: Spans, Scope: "goose*", Name: "dispatch_tool_call"},
		},
		Names: []string{"execute_tool", "dispatch_tool_call"},
		Keys: map[toolcall.Field][]string{
			toolcall.Conversation: {"session.id"},
			toolcall.Arguments:    {toolcall.GenAIToolArguments, "input"},
			toolcall.Result:       {toolcall.GenAIToolResult, "output"},
		},
		Shells:    []string{"developer__shell", "shell"},
		Policy:    termination.Policy{MinusOne: termination.Signaled},
		Harnesses: harness.Goose | harness.MCP,
		MCPResult: true,
		Notes: Notes{
			Switch:  "`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`",
			With:    "What the text of a result states.",
			Without: "Failures, from `error.type`.",
			Blind:   "The span status is never set.",
		},
	}
}
