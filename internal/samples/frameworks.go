package samples

import (
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// executeTool are the attributes that the conventions ask for.
func executeTool(tool string) []Attr {
	return []Attr{
		{"gen_ai.operation.name", "execute_tool"}, {"gen_ai.conversation.id", session}, {"gen_ai.tool.name", tool},
		{"gen_ai.tool.call.id", callID}, {"gen_ai.tool.type", "function"},
	}
}

// content are the opt-in attributes of the conventions.
func content(result string) []Attr {
	return []Attr{{"gen_ai.tool.call.arguments", shellArguments}, {"gen_ai.tool.call.result", result}}
}

// frameworks are the records of frameworks and of instrumentations.
func frameworks() []Record {
	return []Record{
		{
			Title: "span", Dialect: "spring_ai", Termination: "unknown", Scope: "org.springframework.boot", Service: "shop", Name: "tool_call shell",
			Attrs: []Attr{
				{"spring.ai.kind", "tool_call"}, {"gen_ai.operation.name", "framework"}, {"gen_ai.system", "spring_ai"},
				{"spring.ai.tool.definition.name", "shell"}, {"spring.ai.tool.definition.description", "Runs a command"},
				{"spring.ai.tool.definition.schema", `{"type":"object","properties":{"command":{"type":"string"}}}`},
				{"spring.ai.tool.call.arguments", shellArguments}, {"spring.ai.tool.call.result", encoded(output)},
			},
		},
		{
			Title: "span", Dialect: "mastra", Termination: "nonzero_exit", Scope: "@mastra/otel-exporter", Service: "shop", Name: "execute_tool shell",
			Status: ptrace.StatusCodeOk,
			Attrs: append(append(executeTool("shell"), content(process())...), Attr{"mastra.span.type", "tool_call"},
				Attr{"mastra.metadata.runId", session}, Attr{"gen_ai.tool.description", "Runs a command"}),
		},
		{
			Title: "span", Dialect: "langsmith", Termination: "unknown", Scope: "langsmith", Service: "shop", Name: "shell", Status: ptrace.StatusCodeOk,
			Attrs: []Attr{
				{"langsmith.span.kind", "tool"}, {"gen_ai.operation.name", "execute_tool"}, {"gen_ai.system", "langchain"}, {"langsmith.trace.name", "shell"},
				{"langsmith.trace.session_id", session}, {"langsmith.trace.session_name", "default"}, {"langsmith.metadata.thread_id", session},
				{"gen_ai.prompt", object("input", shellArguments)}, {"gen_ai.completion", object("output", raw(message()))},
			},
		},
		{
			Title: "span", Dialect: "langfuse", Termination: "unknown", Scope: "langfuse-sdk", Service: "shop", Name: "shell",
			Attrs: []Attr{
				{"langfuse.observation.type", "tool"}, {"langfuse.observation.input", shellArguments}, {"langfuse.observation.output", message()},
				{"langfuse.observation.metadata.tags", `["seq:step:1"]`}, {"langfuse.observation.level", "DEFAULT"}, {"session.id", session},
				{"langfuse.environment", "default"}, {"langfuse.release", "1.4.2"},
			},
		},
		{
			Title: "span", Dialect: "openinference", Termination: "unknown", Scope: "@arizeai/openinference-instrumentation-langchain", Service: "shop", Name: "shell",
			Status: ptrace.StatusCodeOk,
			Attrs: []Attr{
				{"openinference.span.kind", "TOOL"}, {"input.value", shellArguments}, {"input.mime_type", "application/json"},
				{"output.value", object("output", raw(message()))}, {"output.mime_type", "application/json"},
				{"metadata", `{"ls_integration":"langgraph","langgraph_step":2,"langgraph_node":"tools"}`}, {"tool.name", "shell"}, {"session.id", session},
			},
		},
		{
			Title: "span", Dialect: "traceloop", Termination: "unknown", Scope: "@traceloop/instrumentation-langchain", Service: "shop", Name: "execute_tool DynamicStructuredTool",
			Status: ptrace.StatusCodeOk,
			Attrs: []Attr{
				{"gen_ai.operation.name", "execute_tool"}, {"gen_ai.provider.name", "langchain"}, {"traceloop.span.kind", "task"},
				{"traceloop.entity.name", "DynamicStructuredTool"}, {"traceloop.entity.input", object("args", []string{shellArguments})},
				{"traceloop.entity.output", message()},
			},
		},
		{
			Title: "span of the SDK", Dialect: "traceloop", Termination: "unknown", Scope: "opentelemetry.instrumentation.langchain", Service: "shop", Name: "execute_tool shell",
			Attrs: []Attr{
				{"gen_ai.operation.name", "execute_tool"}, {"traceloop.span.kind", "tool"}, {"gen_ai.tool.name", "shell"}, {"gen_ai.task.status", "success"},
				{"traceloop.entity.input", object("input_str", "{'command': 'make -j4 all'}", "tags", []string{"seq:step:1"}, "inputs", raw(shellArguments), "kwargs", raw("{}"))},
				{"traceloop.entity.output", object("output", raw(object("content", output, "type", "tool", "name", "shell", "tool_call_id", callID, "status", "success")), "kwargs", raw("{}"))},
			},
		},
		{
			Title: "span", Dialect: "vercel_ai", Termination: "nonzero_exit", Scope: "gen_ai", Service: "shop", Name: "execute_tool shell",
			Attrs: append(append(executeTool("shell"), content(process())...), Attr{"gen_ai.execute_tool.duration", 4.1}),
		},
		{
			Title: "span of version 6", Dialect: "vercel_ai", Termination: "unknown", Scope: "ai", Service: "shop", Name: "ai.toolCall",
			Attrs: []Attr{
				{"operation.name", "ai.toolCall checks"}, {"resource.name", "checks"}, {"ai.operationId", "ai.toolCall"}, {"ai.telemetry.functionId", "checks"},
				{"ai.toolCall.name", "shell"}, {"ai.toolCall.id", callID}, {"ai.toolCall.args", shellArguments}, {"ai.toolCall.result", encoded(output)},
			},
		},
		{
			Title: "span", Dialect: "genkit", Termination: "unknown", Scope: "genkit-tracer", Service: "shop", Name: "shell",
			Attrs: []Attr{
				{"genkit:name", "shell"}, {"genkit:path", "/{flow,t:flow}/{shell,t:action,s:tool}"}, {"genkit:type", "action"}, {"genkit:metadata:subtype", "tool"},
				{"genkit:input", shellArguments}, {"genkit:output", encoded(output)}, {"genkit:state", "success"},
			},
		},
		{
			Title: "span with events", Dialect: "strands", Termination: "unknown", Scope: "strands.telemetry.tracer", Service: "shop", Name: "execute_tool shell",
			Status: ptrace.StatusCodeOk,
			Attrs: append(executeTool("shell"), Attr{"gen_ai.system", "strands-agents"}, Attr{"gen_ai.event.start_time", "2026-11-30T00:19:08.198Z"},
				Attr{"gen_ai.event.end_time", "2026-11-30T00:19:12.228Z"}, Attr{"gen_ai.tool.status", "success"}),
			Events: []Event{
				{"gen_ai.tool.message", []Attr{{"role", "tool"}, {"content", shellArguments}, {"id", callID}}},
				{"gen_ai.choice", []Attr{{"message", "[" + object("json", raw(object("output", output, "error", ""))) + "]"}, {"id", callID}}},
			},
		},
		{
			Title: "span", Dialect: "google_adk", Termination: "unknown", Scope: "gcp.vertex.agent", Service: "shop", Name: "execute_tool shell",
			Attrs: []Attr{
				{"gen_ai.operation.name", "execute_tool"}, {"gen_ai.tool.name", "shell"}, {"gen_ai.tool.description", "Runs a command"},
				{"gen_ai.tool.type", "FunctionTool"}, {"gen_ai.tool.call.id", callID}, {"gcp.vertex.agent.llm_request", "{}"}, {"gcp.vertex.agent.llm_response", "{}"},
				{"gcp.vertex.agent.event_id", "e-1"}, {"gcp.vertex.agent.tool_call_args", shellArguments},
				{"gcp.vertex.agent.tool_response", object("result", output)},
			},
		},
		{
			Title: "span", Dialect: "agent_framework", Termination: "unknown", Scope: "agent_framework", Service: "shop", Name: "execute_tool shell",
			Attrs: append(append(executeTool("shell"), content(output)...), Attr{"gen_ai.tool.description", "Runs a command"}),
		},
		{
			Title: "span", Dialect: "anthropic", Termination: "unknown", Scope: "com.anthropic.sdk.python", Service: "shop", Name: "anthropic.tool_use shell",
			Status: ptrace.StatusCodeOk,
			Attrs: append(executeTool("shell"), Attr{"anthropic.session.id", session}, Attr{"gen_ai.tool.call.arguments", shellArguments},
				Attr{"anthropic.tool_result.content", blocks()}, Attr{"anthropic.tool_result.is_error", false}),
		},
		{
			Title: "span", Dialect: "openai_agents", Termination: "unknown", Scope: "opentelemetry.instrumentation.openai_agents", Service: "shop", Name: "execute_tool shell",
			Status: ptrace.StatusCodeOk, Attrs: append(executeTool("shell"), content(output)...),
		},
		{
			Title: "span", Dialect: "google_genai", Termination: "unknown", Scope: "opentelemetry.instrumentation.google_genai", Service: "shop", Name: "execute_tool shell",
			Attrs: []Attr{
				{"gen_ai.operation.name", "execute_tool"}, {"gen_ai.tool.name", "shell"}, {"code.function.name", "shell"}, {"code.module", "app.tools"},
				{"code.args.positional.count", 0}, {"code.args.keyword.count", 1}, {"code.function.parameters.command.type", "str"},
				{"code.function.parameters.command.value", command}, {"code.function.return.type", "str"}, {"code.function.return.value", output},
			},
		},
		{
			Title: "span", Dialect: "pydantic_ai", Termination: "unknown", Scope: "pydantic-ai", Service: "shop", Name: "execute_tool shell",
			Attrs: append(append(executeTool("shell"), content(output)...), Attr{"logfire.msg", "running tool: shell"}, Attr{"gen_ai.agent.name", "builder"}),
		},
		{
			Title: "MCP request", Dialect: "logfire", Termination: "unknown", Scope: "logfire.mcp", Service: "shop", Name: "MCP request: tools/call shell",
			Attrs: []Attr{
				{"rpc.system", "jsonrpc"}, {"rpc.method", "tools/call"}, {"logfire.span_type", "span"}, {"logfire.msg", "MCP request: tools/call shell"},
				{"request", object("method", "tools/call", "params", raw(object("name", "shell", "arguments", raw(shellArguments))))},
				{"response", object("meta", nil, "content", raw(blocks()), "isError", false)},
			},
		},
	}
}

// conventions are the records of the conventions themselves.
func conventions() []Record {
	return []Record{
		{
			Title: "client span", Dialect: "mcp", Termination: "unknown", Scope: "mcp-python-sdk", Service: "shop", Name: "tools/call shell",
			Attrs: []Attr{
				{"mcp.method.name", "tools/call"}, {"gen_ai.tool.name", "shell"}, {"jsonrpc.request.id", "7"}, {"mcp.session.id", session},
				{"network.transport", "pipe"}, {"gen_ai.operation.name", "execute_tool"}, {"gen_ai.tool.call.arguments", shellArguments},
				{"gen_ai.tool.call.result", object("content", raw(blocks()), "isError", false)},
			},
		},
		{
			Title: "span", Dialect: "semconv", Termination: "nonzero_exit", Scope: "agent", Service: "shop", Name: "execute_tool shell",
			Attrs: append(append(executeTool("shell"), content("Exit code 2\n"+output)...), Attr{"gen_ai.agent.name", "builder"}),
		},
		{
			Title: "wrapper", Dialect: "contract", Termination: "nonzero_exit", Scope: "agent", Service: "shop", Name: "execute_tool shell",
			Attrs: []Attr{
				{"span_type", "tool"}, {"tool_name", "shell"}, {"gen_ai.tool.call.id", callID}, {"argv", []any{"make", "-j4", "all"}}, {"exit_code", 2},
				{"timed_out", false}, {"duration_ms", 4163}, {"status", "failed_or_incomplete"}, {"stdout_bytes", len(output)}, {"stdout_cap", 65536},
				{"stdout_truncated", false}, {"preview_stdout", output}, {"stderr_bytes", 0}, {"stderr_cap", 65536}, {"stderr_truncated", false},
			},
		},
	}
}
