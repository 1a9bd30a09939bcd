package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// GoogleADK is the dialect of Google's Agent Development Kit.
func GoogleADK() *Dialect {
	const response = "gcp.vertex.agent.tool_response"
	d := application("google_adk", "Tool spans of Google ADK.")
	d.When = []Condition{
		executeTool("gcp.vertex.agent*"),
		// A tool that threw leaves a span without any attribute.
		{Signal: Spans, Scope: "gcp.vertex.agent*", Name: "execute_tool *"},
		{Signal: Spans, Attrs: []Attr{{response, ""}}, Name: "execute_tool *"},
	}
	d.Skip = []Condition{
		{Attrs: []Attr{{toolcall.GenAIToolName, "(merged tools)"}}},
		{Name: "execute_tool (merged tools)"},
	}
	d.Keys = map[toolcall.Field][]string{
		toolcall.CallID:       {toolcall.GenAIToolCallID, "gcp.vertex.agent.event_id#tool_call_id"},
		toolcall.Conversation: {toolcall.GenAIConversation, "gcp.vertex.agent.session_id"},
		toolcall.Arguments:    {"gcp.vertex.agent.tool_call_args", toolcall.GenAIToolArguments},
		toolcall.Result:       {response, toolcall.GenAIToolResult},
		toolcall.ExitCode:     {"adk.experimental.skill.script.exit_code"},
	}
	d.Flags = []Flag{{
		Source: "adk.experimental.skill.script.ended_with_error", Words: map[string]Word{"true": SaysFailed, "false": SaysNothing},
	}}
	d.Notes = Notes{
		Switch:  "on; `ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=false` turns it off",
		With:    textsAlone + " Scripts of skills state an exit code.",
		Without: "Little: the status is usually unset.",
		Blind:   "A tool that threw has an unset status and, in some versions, no attributes at all.",
	}
	return d
}
