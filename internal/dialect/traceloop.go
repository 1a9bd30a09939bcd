package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Traceloop is the dialect of OpenLLMetry: its LangChain and MCP instrumentations
// and its decorators.
func Traceloop() *Dialect {
	d := application("traceloop", "Spans of OpenLLMetry (Traceloop): LangChain, MCP, and functions decorated as tools.")
	d.When = []Condition{
		marked("traceloop.span.kind", "tool"),
		{Signal: Spans, Attrs: []Attr{{"traceloop.entity.name", ""}, {toolcall.GenAIOperation, "execute_tool"}}},
	}
	d.Keys = map[toolcall.Field][]string{
		// The instrumentation of LangChain for Node names the class of a tool.
		toolcall.ToolName:     append(messageNames("traceloop.entity.output"), toolcall.GenAIToolName, "traceloop.entity.name"),
		toolcall.CallID:       append([]string{toolcall.GenAIToolCallID}, messageIDs("traceloop.entity.output")...),
		toolcall.Conversation: {"traceloop.association.properties.session_id", "traceloop.association.properties.thread_id"},
		toolcall.Arguments:    {"traceloop.entity.input", toolcall.GenAIToolArguments},
		toolcall.Result:       {"traceloop.entity.output", toolcall.GenAIToolResult},
	}
	d.Flags = []Flag{{Source: "gen_ai.task.status"}}
	d.MCPResult = true
	d.Notes = Notes{
		Switch:  "on; `TRACELOOP_TRACE_CONTENT=false` turns it off",
		With:    textsAlone,
		Without: "Errors that were raised.",
		Blind:   "Status is OK for a command that failed and returned. A thrown error loses name and call ID. A value at the limit of the SDK is cut without a mark.",
	}
	return d
}
