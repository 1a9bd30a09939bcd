package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Traceloop is the dialect of OpenLLMetry: its LangChain and MCP instrumentations
// and its decorators.
func Traceloop() *Dialect {
	// gen_ai_normalizer takes what goes in and comes out for messages, and the name
	// for that of an agent.
	const input, output, name = "gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.agent.name"
	outputs := []string{"traceloop.entity.output", toolcall.GenAIToolResult, output}
	d := application("traceloop", "Spans of OpenLLMetry (Traceloop): LangChain, MCP, and functions decorated as tools.")
	d.When = []Condition{
		marked("traceloop.span.kind", "tool"),
		{Signal: Spans, Attrs: []Attr{{"traceloop.entity.name", ""}, {toolcall.GenAIOperation, "execute_tool"}}},
		// It renames the kind as well, and leaves these, or the scope.
		renamed("traceloop.entity.path"), renamed("traceloop.workflow.name"),
		executeTool("traceloop*|@traceloop/*"),
		{Signal: Spans, Attrs: []Attr{{output, ""}, {toolcall.GenAIOperation, "execute_tool"}}, Scope: "opentelemetry.instrumentation.*"},
		{Signal: Spans, Attrs: []Attr{{input, ""}, {toolcall.GenAIOperation, "execute_tool"}}, Scope: "opentelemetry.instrumentation.*"},
		{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Scope: "opentelemetry.instrumentation.mcp", Without: []string{"mcp.method.name"}},
		// The instrumentation of LangChain for Node calls a tool a task, which is renamed
		// to the work of an agent where the operation is overwritten.
		{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "invoke_agent"}}, Scope: "@traceloop/*", Name: "execute_tool *"},
	}
	d.Keys = map[toolcall.Field][]string{
		// The instrumentation of LangChain for Node names the class of a tool.
		toolcall.ToolName:     append(messageNames(outputs...), toolcall.GenAIToolName, "traceloop.entity.name", name),
		toolcall.CallID:       append([]string{toolcall.GenAIToolCallID}, messageIDs(outputs...)...),
		toolcall.Conversation: {"traceloop.association.properties.session_id", "traceloop.association.properties.thread_id"},
		toolcall.Arguments:    {"traceloop.entity.input", toolcall.GenAIToolArguments, input},
		toolcall.Result:       outputs,
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
