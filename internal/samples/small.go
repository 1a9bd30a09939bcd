package samples

import (
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// small are the records of producers of which little is known.
func small() []Record {
	return []Record{
		{
			Title: "span", Dialect: "livekit", Termination: "nonzero_exit", Scope: "livekit-agents", Service: "voice", Name: "function_tool",
			Attrs: []Attr{
				{"lk.function_tool.name", "shell"}, {"lk.function_tool.id", callID}, {"lk.function_tool.arguments", shellArguments},
				{"lk.function_tool.is_error", false}, {"lk.function_tool.output", process()},
			},
		},
		{
			Title: "span", Dialect: "langchain4j", Termination: "nonzero_exit", Scope: "io.quarkus.opentelemetry", Service: "shop", Name: "langchain4j.tools.shell",
			Attrs: append(executeTool("shell")[1:], content(process())...),
		},
		{
			Title: "span", Dialect: "agent_universe", Termination: "nonzero_exit", Scope: "agentuniverse", Service: "shop", Name: "au.tool.shell",
			Attrs: []Attr{
				{"au.span.kind", "tool"}, {"au.tool.name", "shell"}, {"au.tool.input", shellArguments}, {"au.tool.output", process()},
				{"au.tool.status", "success"}, {"au.tool.duration", 0.4},
			},
		},
		{
			Title: "span", Dialect: "mlflow", Termination: "nonzero_exit", Scope: "mlflow", Service: "shop", Name: "shell", Status: ptrace.StatusCodeOk,
			Attrs: []Attr{
				{"mlflow.spanType", `"TOOL"`}, {"mlflow.spanInputs", shellArguments}, {"mlflow.spanOutputs", process()}, {"mlflow.traceRequestId", `"tr-1"`},
			},
		},
		{
			Title: "span", Dialect: "sentry", Termination: "nonzero_exit", Scope: "sentry.python", Service: "shop", Name: "gen_ai.execute_tool shell",
			Attrs: []Attr{
				{"sentry.op", "gen_ai.execute_tool"}, {"gen_ai.operation.name", "execute_tool"}, {"gen_ai.tool.name", "shell"},
				{"gen_ai.tool.input", shellArguments}, {"gen_ai.tool.output", process()}, {"gen_ai.agent.name", "builder"},
			},
		},
		{
			Title: "span", Dialect: "rig", Termination: "nonzero_exit", Scope: "rig", Service: "shop", Name: "execute_tool",
			Attrs: append(append(executeTool("shell"), content(process())...), Attr{"gen_ai.tool.call.outcome", "success"}),
		},
		{
			Title: "span", Dialect: "flue", Termination: "nonzero_exit", Scope: "flue", Service: "shop", Name: "tool shell",
			Attrs: []Attr{
				{"flue.tool.name", "shell"}, {"flue.tool.call_id", callID}, {"flue.tool.arguments", shellArguments}, {"flue.tool.result", process()},
				{"flue.canceled", false},
			},
		},
	}
}
