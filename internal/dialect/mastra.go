package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Mastra is the dialect of Mastra's exporter.
func Mastra() *Dialect {
	d := application("mastra", "Tool calls that Mastra exports.")
	d.When = []Condition{marked("mastra.span.type", "tool_call|mcp_tool_call|provider_tool_call")}
	d.Names = []string{"tool_call ", "mcp_tool_call "}
	d.Keys = map[toolcall.Field][]string{
		toolcall.CallID:       {toolcall.GenAIToolCallID},
		toolcall.Conversation: {toolcall.GenAIConversation, "mastra.metadata.threadId"},
		toolcall.Arguments:    {toolcall.GenAIToolArguments, "mastra.tool_call.input"},
		toolcall.Result:       {toolcall.GenAIToolResult, "mastra.tool_call.output"},
		toolcall.ErrorText:    {"error.message"},
	}
	d.MCPResult = true
	d.Notes = Notes{
		Switch:  "on; span processors of the application may hide it",
		With:    textsAlone,
		Without: "Errors that were thrown.",
		Blind:   "Status is OK for a command that failed and returned. A long value is cut inside, and stays valid JSON.",
	}
	return d
}
