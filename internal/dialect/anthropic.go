package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Anthropic is the dialect of the spans of Anthropic's SDKs and platform.
func Anthropic() *Dialect {
	d := application("anthropic", "Tool uses that Anthropic's SDKs and platform trace.")
	d.When = []Condition{
		{Signal: Spans, Scope: "com.anthropic.sdk*|com.anthropic.claude-platform*", Name: "anthropic.tool_use*"},
		executeTool("com.anthropic.sdk*|com.anthropic.claude-platform*"),
	}
	d.Names = []string{"anthropic.tool_use "}
	d.Keys = map[toolcall.Field][]string{
		toolcall.Conversation: {"anthropic.session.id"},
		toolcall.Arguments:    {toolcall.GenAIToolArguments},
		toolcall.Result:       {"anthropic.tool_result.content", toolcall.GenAIToolResult},
	}
	d.Flags = []Flag{{Source: "anthropic.tool_result.is_error", Words: map[string]Word{"true": SaysFailed, "false": SaysNothing}}}
	d.Notes = Notes{
		Switch:  "content capture in the tracing settings of the SDK",
		With:    textsAlone,
		Without: "Errors, from the status.",
		Blind:   "A status that is unset may mean that the call was cancelled, or that nobody set it.",
	}
	return d
}
