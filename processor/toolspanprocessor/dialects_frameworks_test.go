package toolspanprocessor

import (
	"strings"
	"testing"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// framework is one producer whose tools are the application's own.
type framework struct {
	dialect, what string
	record        told
	// args and result are the attributes, or the events and their attributes, for them.
	args, result string
	// wrap is what the framework makes of a result that the tool returned as JSON, or as
	// a text.
	wrap func(result string) any
	// threw makes the record that of a tool that threw, failed where it is another.
	threw func(r told, message string) told
}

const arguments = `{"command":"make test","timeout":2000}`

func (f *framework) put(r told, place string, value any) told {
	event, key, ok := strings.Cut(strings.TrimPrefix(place, "event "), " ")
	if !ok {
		return r.but(place, value)
	}
	r.events = append(append([]told{}, r.events...), told{name: event, attrs: facts{key: value}})
	return r
}

// returned is the record of a tool that returned.
func (f *framework) returned(result string) told {
	r := f.put(f.record, f.args, arguments)
	var value any = result
	if f.wrap != nil {
		value = f.wrap(result)
	}
	return f.put(r, f.result, value)
}

func (f *framework) failed(message string) told {
	r := f.put(f.record, f.args, arguments)
	if f.threw != nil {
		return f.threw(r, message)
	}
	r.status, r.message = ptrace.StatusCodeError, message
	r.events = append(append([]told{}, r.events...), told{name: "exception", attrs: facts{"exception.type": "Error", "exception.message": message}})
	return r
}

// executeTool is a span of the conventions.
func executeTool(scope string, more facts) told {
	return told{service: "app", scope: scope, name: "execute_tool bash", attrs: with(facts{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.id": "call_1",
	}, more)}
}

func quotedText(result string) any { return js(result) }

// messageKwargs is what LangChain's tool message holds, langChainMessage the message
// as it is written as a whole.
func messageKwargs(result string) string {
	return `{"status":"success","content":` + js(result) + `,"tool_call_id":"call_1","name":"bash"}`
}

func langChainMessage(result string) string {
	return `{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":` + messageKwargs(result) + `}`
}

func frameworks() []framework {
	const args, result = "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"
	conventions := func(dialect, what string, r told) framework {
		return framework{dialect: dialect, what: what, record: r, args: args, result: result}
	}
	unsetButNoted := func(r told, message string) told {
		return r.but("langfuse.observation.level", "ERROR").but("langfuse.observation.status_message", message)
	}
	okButException := func(r told, message string) told {
		r.status = ptrace.StatusCodeOk
		r.events = []told{{name: "exception", attrs: facts{"exception.type": "Exception", "exception.message": message}}}
		return r
	}
	return []framework{
		conventions("semconv", "the conventions", executeTool("opentelemetry.util.genai.handler", nil)),
		conventions("semconv", "an unknown scope", executeTool("acme", nil)),
		conventions("openai_agents", "", executeTool("opentelemetry.instrumentation.openai_agents", facts{"gen_ai.tool.call.id": nil})),
		{
			dialect: "google_genai", record: executeTool("opentelemetry.instrumentation.google_genai", facts{"gen_ai.tool.call.id": nil, "code.function.parameters.command.value": "make test"}),
			args: "code.function.parameters.other.value", result: "code.function.return.value",
		},
		{
			dialect: "openinference", what: "LangChain for Node",
			record: told{service: "app", scope: "@arizeai/openinference-instrumentation-langchain", name: "bash", status: ptrace.StatusCodeOk, attrs: facts{"openinference.span.kind": "TOOL"}},
			args:   "input.value", result: "output.value",
			wrap: func(result string) any {
				return `{"output":` + langChainMessage(result) + `}`
			},
		},
		{
			dialect: "openinference", what: "LangChain for Python",
			record: told{service: "app", scope: "openinference.instrumentation.langchain", name: "bash", status: ptrace.StatusCodeOk, attrs: facts{"openinference.span.kind": "TOOL", "tool.name": "bash"}},
			args:   "input.value", result: "output.value",
			wrap: func(result string) any { return `{"type":"tool","data":` + messageKwargs(result) + `}` },
		},
		{
			dialect: "openinference", what: "smolagents and others",
			record: told{service: "app", scope: "openinference.instrumentation.smolagents", name: "bash", status: ptrace.StatusCodeOk, attrs: facts{"openinference.span.kind": "TOOL", "tool.name": "bash", "tool.parameters": `{"type":"object"}`}},
			args:   "input.value", result: "output.value",
		},
		{
			dialect: "traceloop", what: "LangChain for Node",
			record: told{service: "app", scope: "@traceloop/instrumentation-langchain", name: "execute_tool DynamicStructuredTool", status: ptrace.StatusCodeOk, attrs: facts{
				"gen_ai.operation.name": "execute_tool", "traceloop.span.kind": "task", "traceloop.entity.name": "DynamicStructuredTool",
			}},
			args: "traceloop.entity.input", result: "traceloop.entity.output",
			wrap: func(result string) any {
				return langChainMessage(result)
			},
		},
		{
			dialect: "traceloop", what: "LangChain for Python",
			record: told{service: "app", scope: "opentelemetry.instrumentation.langchain", name: "execute_tool bash", status: ptrace.StatusCodeOk, attrs: facts{
				"gen_ai.operation.name": "execute_tool", "traceloop.span.kind": "tool", "gen_ai.tool.name": "bash", "gen_ai.task.status": "success",
			}},
			args: "traceloop.entity.input", result: "traceloop.entity.output",
			wrap: func(result string) any { return `{"output":` + messageKwargs(result) + `,"kwargs":{}}` },
			threw: func(r told, message string) told {
				r.status, r.message = ptrace.StatusCodeError, message
				return r.but("gen_ai.task.status", "failure")
			},
		},
		{
			dialect: "traceloop", what: "a decorated function",
			record: told{service: "app", scope: "traceloop.tracer", name: "bash.tool", attrs: facts{"traceloop.span.kind": "tool", "traceloop.entity.name": "bash"}},
			args:   "traceloop.entity.input", result: "traceloop.entity.output",
		},
		{
			dialect: "langfuse",
			record:  told{service: "app", scope: "langfuse-sdk", name: "bash", attrs: facts{"langfuse.observation.type": "tool"}},
			args:    "langfuse.observation.input", result: "langfuse.observation.output", threw: unsetButNoted,
			wrap: func(result string) any {
				return langChainMessage(result)
			},
		},
		{
			dialect: "langsmith",
			record:  told{service: "app", scope: "langsmith", name: "bash", status: ptrace.StatusCodeOk, attrs: facts{"langsmith.span.kind": "tool", "gen_ai.operation.name": "execute_tool"}},
			args:    "gen_ai.prompt", result: "gen_ai.completion", threw: okButException,
			wrap: func(result string) any { return js(facts{"output": result}) },
		},
		{dialect: "vercel_ai", what: "new", record: executeTool("gen_ai", nil), args: args, result: result, wrap: quotedText},
		{
			dialect: "vercel_ai", what: "legacy",
			record: told{service: "app", scope: "ai", name: "ai.toolCall", attrs: facts{"ai.operationId": "ai.toolCall", "ai.toolCall.name": "bash", "ai.toolCall.id": "call_1"}},
			args:   "ai.toolCall.args", result: "ai.toolCall.result", wrap: quotedText,
		},
		{
			dialect: "mastra", record: executeTool("@mastra/otel-exporter", facts{"mastra.span.type": "tool_call"}), args: args, result: result,
			threw: func(r told, message string) told {
				r.status, r.message = ptrace.StatusCodeError, message
				return r.but("error.type", "unknown")
			},
		},
		{
			dialect: "strands", what: "events", record: executeTool("strands.telemetry.tracer", facts{"gen_ai.system": "strands-agents"}),
			args: "event gen_ai.tool.message content", result: "event gen_ai.choice message",
			wrap: func(result string) any { return js([]any{facts{"text": result}}) },
			threw: func(r told, message string) told {
				r.status, r.message = ptrace.StatusCodeError, message
				return r.but("gen_ai.tool.status", "error")
			},
		},
		conventions("strands", "attributes", executeTool("strands.telemetry.tracer", facts{"gen_ai.tool.status": "success"})),
		{
			dialect: "google_adk", record: executeTool("gcp.vertex.agent", nil),
			args: "gcp.vertex.agent.tool_call_args", result: "gcp.vertex.agent.tool_response",
			wrap: func(result string) any {
				if strings.HasPrefix(result, "{") {
					return result
				}
				return js(facts{"result": result})
			},
		},
		{
			dialect: "genkit",
			record:  told{service: "app", scope: "genkit-tracer", name: "bash", attrs: facts{"genkit:metadata:subtype": "tool", "genkit:name": "bash", "genkit:state": "success"}},
			args:    "genkit:input", result: "genkit:output",
			wrap: func(result string) any {
				if strings.HasPrefix(result, "{") {
					return result
				}
				return js(result)
			},
			threw: func(r told, message string) told {
				r.status, r.message = ptrace.StatusCodeError, message
				return r.but("genkit:state", "error")
			},
		},
		conventions("agent_framework", "Agent Framework", executeTool("agent_framework", nil)),
		conventions("agent_framework", "Semantic Kernel", executeTool("semantic_kernel.functions.kernel_function", facts{"gen_ai.tool.name": "os-bash"})),
		{
			dialect: "spring_ai",
			record:  told{service: "app", scope: "org.springframework.boot", name: "tool_call bash", attrs: facts{"spring.ai.kind": "tool_call", "gen_ai.operation.name": "framework", "spring.ai.tool.definition.name": "bash"}},
			args:    "spring.ai.tool.call.arguments", result: "spring.ai.tool.call.result",
		},
		{
			dialect: "anthropic",
			record:  told{service: "app", scope: "com.anthropic.sdk.python", name: "anthropic.tool_use bash", status: ptrace.StatusCodeOk, attrs: facts{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.id": "call_1"}},
			args:    args, result: "anthropic.tool_result.content",
			wrap: func(result string) any { return js([]any{facts{"type": "text", "text": result}}) },
		},
		conventions("pydantic_ai", "new", executeTool("pydantic-ai", nil)),
		{
			dialect: "pydantic_ai", what: "old",
			record: told{service: "app", scope: "pydantic-ai", name: "running tool", attrs: facts{"gen_ai.tool.name": "bash", "gen_ai.tool.call.id": "call_1"}},
			args:   "tool_arguments", result: "tool_response",
		},
		{
			dialect: "livekit",
			record:  told{service: "app", scope: "livekit-agents", name: "function_tool", attrs: facts{"lk.function_tool.name": "bash", "lk.function_tool.is_error": false}},
			args:    "lk.function_tool.arguments", result: "lk.function_tool.output",
			threw: func(r told, message string) told {
				r.status, r.message = ptrace.StatusCodeError, message
				return r.but("lk.function_tool.is_error", true)
			},
		},
		{
			dialect: "langchain4j",
			record:  told{service: "app", scope: "io.quarkus.opentelemetry", name: "langchain4j.tools.bash", attrs: facts{"gen_ai.tool.name": "bash"}},
			args:    args, result: result,
		},
		{
			dialect: "agent_universe",
			record:  told{service: "app", scope: "opentelemetry-instrumentation-agentuniverse-tool", name: "au.tool.bash", attrs: facts{"au.span.kind": "tool", "au.tool.name": "bash", "au.tool.status": "success", "au.tool.pair_id": "tool-1"}},
			args:    "au.tool.input", result: "au.tool.output",
			threw: func(r told, message string) told {
				r.status = ptrace.StatusCodeError
				return r.but("au.tool.status", "error").but("au.tool.error.type", "Exception").but("au.tool.error.message", message)
			},
		},
		{
			dialect: "mlflow",
			record:  told{service: "app", scope: "mlflow", name: "bash", status: ptrace.StatusCodeOk, attrs: facts{"mlflow.spanType": `"TOOL"`}},
			args:    "mlflow.spanInputs", result: "mlflow.spanOutputs", wrap: func(result string) any {
				if strings.HasPrefix(result, "{") {
					return result
				}
				return js(result)
			},
		},
		{
			dialect: "sentry",
			record:  told{service: "app", scope: "sentry.javascript", name: "execute_tool bash", status: ptrace.StatusCodeOk, attrs: facts{"sentry.op": "gen_ai.execute_tool", "gen_ai.tool.name": "bash"}},
			args:    "gen_ai.tool.input", result: "gen_ai.tool.output",
		},
		{
			dialect: "rig",
			record:  told{service: "app", scope: "rig", name: "execute_tool", attrs: facts{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.id": "call_1", "gen_ai.tool.call.outcome": "success"}},
			args:    args, result: result,
			threw: func(r told, message string) told {
				r.status, r.message = ptrace.StatusCodeError, message
				return r.but("gen_ai.tool.call.outcome", "error")
			},
		},
		{
			dialect: "flue", what: "old",
			record: told{service: "app", scope: "flue", name: "flue.tool", attrs: facts{"flue.tool.name": "bash", "flue.tool.call_id": "call_1"}},
			args:   "flue.tool.arguments", result: "flue.tool.result",
		},
		{dialect: "flue", what: "new", record: executeTool("@flue/opentelemetry", facts{"flue.tool.origin": "model"}), args: args, result: "flue.tool.call.result"},
	}
}

func TestFrameworks(t *testing.T) {
	const marks = "; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"
	for _, f := range frameworks() {
		t.Run(strings.TrimSpace(f.dialect+" "+f.what), func(t *testing.T) {
			unknown := f.dialect + ": unknown -> unknown; no streams, no ending"
			tellings(t, []telling{
				{
					what: "returned exit 0", records: one(f.returned(js(facts{"stdout": "alpha\n", "stderr": "", "exitCode": 0, "signal": nil, "timedOut": false}))),
					want: []string{f.dialect + ": ok 0 -> succeeded; structured; no streams"},
				},
				{
					what: "returned exit 3", records: one(f.returned(js(facts{"stdout": printed, "stderr": "", "exit_code": 3}))),
					want: []string{f.dialect + ": nonzero_exit 3 -> failed, rerun; structured; no streams"},
				},
				{
					what: "returned a time limit", records: one(f.returned(js(facts{"stdout": printed, "stderr": "", "exitCode": nil, "signal": "SIGTERM", "timedOut": true}))),
					want: []string{f.dialect + ": timeout SIGTERM -> incomplete, rerun; structured" + marks},
				},
				{
					what: "returned a signal", records: one(f.returned(js(facts{"stdout": printed, "stderr": "", "exitCode": 137}))),
					want: []string{f.dialect + ": signal 137 SIGKILL -> incomplete, rerun; structured" + marks},
				},
				{
					what: "returned words for a failure", records: one(f.returned("Command failed with exit code 3\nok 1 - parse\n")),
					want: []string{f.dialect + ": nonzero_exit 3 -> failed, rerun; text_header; no streams"},
				},
				{
					what: "returned exit 0 and a failure", records: one(f.returned(js(facts{"stdout": "alpha\n", "stderr": "", "exitCode": 0, "success": false}))),
					want: []string{f.dialect + ": tool_error -> failed, rerun; structured; no streams"},
				},
				{
					what: "returned exit 0 and an interruption", records: one(f.returned(js(facts{"stdout": "alpha\n", "stderr": "", "exitCode": 0, "interrupted": true}))),
					want: []string{f.dialect + ": cancelled -> incomplete, review; structured; no streams"},
				},
				{
					what: "returned exit 0 and a status", records: one(f.returned(js(facts{"stdout": "alpha\n", "stderr": "", "exitCode": 0, "status": "timeout"}))),
					want: []string{f.dialect + ": timeout 0 -> incomplete, rerun; structured; no streams"},
				},
				{
					what: "returned while it runs on", records: one(f.returned(js(facts{"stdout": "alpha\n", "stderr": "", "exitCode": nil, "status": "running"}))),
					want: []string{f.dialect + ": running -> incomplete, reconcile; structured; no streams"},
				},
				{
					what: "returned a code by its plain name", records: one(f.returned(js(facts{"stdout": "alpha\n", "stderr": "", "code": 3}))),
					want: []string{f.dialect + ": nonzero_exit 3 -> failed, rerun; structured; no streams"},
				},
				{what: "returned words", records: one(f.returned("alpha\nbeta")), want: []string{unknown}},
				{what: "printed words for success", records: one(f.returned("Process exited with code 0\nOutput:\nfine")), want: []string{unknown}},
				{what: "printed the end of a harness", records: one(f.returned("fine\n<shellId: 0 completed with exit code 0>")), want: []string{unknown}},
				{
					what: "returned a report of something else", records: one(f.returned(js(facts{"status": "failed", "exit_code": 1, "job": "build 7"}))),
					want: []string{unknown},
				},
				{
					what: "threw an exit code", records: one(f.failed("Error: Command failed with exit code 3\nok 1 - parse\n")),
					want: []string{f.dialect + ": nonzero_exit 3 -> failed, rerun; text_header; no streams"},
				},
				{
					what: "threw a time limit", records: one(f.failed("TimeoutError: Command timed out after 2000ms\n" + printed)),
					want: []string{f.dialect + ": timeout -> incomplete, rerun; status" + marks},
				},
				{what: "threw", records: one(f.failed("no such table")), want: []string{f.dialect + ": tool_error -> failed, rerun; status; no streams"}},
				{what: "content off", records: one(f.record), want: []string{unknown}},
			})
		})
	}
}

// TestFrameworksCutByTelemetry: a result in JSON that the SDK cut has lost what it said
// of the ending, whatever stands before the cut.
func TestFrameworksCutByTelemetry(t *testing.T) {
	for _, f := range frameworks() {
		if strings.HasPrefix(f.result, "event") {
			continue
		}
		t.Run(strings.TrimSpace(f.dialect+" "+f.what), func(t *testing.T) {
			r := f.returned(js(facts{"exitCode": 0, "stdout": "Command exited with code 1\n" + lines(9), "stderr": ""}))
			value, _, _ := strings.Cut(r.attrs[f.result].(string), "line 5")
			r = r.but(f.result, value)
			tellings(t, []telling{{
				what: "cut", records: one(r),
				want: []string{f.dialect + ": unknown -> unknown; clips output:tail:telemetry; finds clip_inferred; no streams, no ending"},
			}})
		})
	}
}

// TestFrameworksSendMaps: what is JSON in one version is a map in another.
func TestFrameworksSendMaps(t *testing.T) {
	for _, f := range frameworks() {
		if f.wrap != nil {
			continue
		}
		t.Run(strings.TrimSpace(f.dialect+" "+f.what), func(t *testing.T) {
			r := f.put(f.record, f.args, facts{"command": "make test"})
			process := facts{"stdout": "x", "exit_code": 3}
			want := []string{f.dialect + ": nonzero_exit 3 -> failed, rerun; structured; no streams"}
			tellings(t, []telling{
				{what: "map", records: one(f.put(r, f.result, process)), want: want},
				{what: "map in a map", records: one(f.put(r, f.result, facts{"result": process})), want: want},
				{what: "blocks", records: one(f.put(r, f.result, []any{facts{"type": "text", "text": js(process)}})), want: want},
			})
		})
	}
}

func TestParticularFrameworks(t *testing.T) {
	const args, result = "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"
	failed := func(r told, message string) told {
		r.status, r.message = ptrace.StatusCodeError, message
		return r
	}
	adk := executeTool("gcp.vertex.agent", nil)
	pydantic := executeTool("pydantic-ai", facts{args: `{"path":"a"}`})
	tellings(t, []telling{
		{
			what: "Google ADK: threw, and left no attribute", records: one(told{service: "app", scope: "gcp.vertex.agent", name: "execute_tool bash"}),
			want: []string{"google_adk: unknown -> unknown; no streams, no ending"},
		},
		{what: "Google ADK: merged tools are no call", records: one(adk.but("gen_ai.tool.name", "(merged tools)")), want: []string{"-"}, calls: none},
		{
			what: "Google ADK: a placeholder for the ID", records: []told{adk.but("gen_ai.tool.call.id", "<not specified>"), {
				service: "app", scope: "gcp.vertex.agent", name: "execute_tool bash", id: 2,
				attrs: facts{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.id": "<not specified>"},
			}},
			want: []string{"google_adk: unknown -> unknown; no streams, no ending", "google_adk: unknown -> unknown; no streams, no ending"}, calls: 2,
		},
		{
			what: "Google ADK: the script of a skill", records: one(failed(adk.but("adk.experimental.skill.script.exit_code", 2).but("error.type", "SKILL_SCRIPT_EXECUTION_ERROR"), "")),
			want: []string{"google_adk: nonzero_exit 2 -> failed, rerun; structured; no streams"},
		},
		{
			what: "Pydantic AI: arguments refused", records: one(failed(pydantic.but("pydantic_ai.tool.failure_stage", "validation"), "")),
			want: []string{"pydantic_ai: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "Pydantic AI: asked to try again", records: one(failed(pydantic.but(result, "No such file.\n\nFix the errors and try again."), "")),
			want: []string{"pydantic_ai: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "Pydantic AI: waits for an approval", records: one(pydantic.but("pydantic_ai.tool.deferral.name", "ApprovalRequired")),
			want: []string{"pydantic_ai: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "Strands: arguments refused", records: one(failed(executeTool("strands.telemetry.tracer", facts{"gen_ai.tool.status": "error"}), "Invalid input")),
			want: []string{"strands: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "Strands: the shell ended with the command", records: one(failed(executeTool("strands-demo", facts{"gen_ai.tool.status": "error"}), "Bash process exited unexpectedly with code 3")),
			want: []string{"strands: nonzero_exit 3 -> failed, rerun; text_header; no streams"},
		},
		{
			what: "Strands: the details in one event", records: one(func() told {
				r := executeTool("strands.telemetry.tracer", facts{"gen_ai.tool.status": "success"})
				r.events = []told{{name: "gen_ai.client.inference.operation.details", attrs: facts{
					"gen_ai.input.messages":  js([]any{facts{"role": "tool", "parts": []any{facts{"type": "tool_call", "name": "bash", "id": "call_1", "arguments": facts{"command": "make"}}}}}),
					"gen_ai.output.messages": js([]any{facts{"role": "tool", "parts": []any{facts{"type": "tool_call_response", "id": "call_1", "response": []any{facts{"text": "Command failed with exit code 2\nx"}}}}}}),
				}}}
				return r
			}()),
			want: []string{"strands: nonzero_exit 2 -> failed, rerun; text_header; no streams"},
		},
		{
			what:    "Agent Framework: content withheld, and a placeholder for the ID",
			records: one(executeTool("agent_framework", facts{args: "None", "gen_ai.tool.call.id": "unknown"})),
			want:    []string{"agent_framework: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "AutoGen: raised", records: one(failed(executeTool("autogen-core", facts{"gen_ai.system": "autogen", "error.type": "TimeoutError"}), "")),
			want: []string{"agent_framework: timeout -> unknown, reconcile; status; no streams"},
		},
		{
			what: "OpenAI Agents: the exception became a result",
			records: one(failed(executeTool("opentelemetry.instrumentation.openai_agents", facts{
				args: arguments, result: "An error occurred while running the tool. Please try again. Error: Command '['make']' returned non-zero exit status 2.",
			}), "Error running tool (non-fatal): {}")),
			want: []string{"openai_agents: nonzero_exit 2 -> failed, rerun; text_header; no streams"},
		},
		{
			what: "Claude Agent SDK: the text for the model in the status", records: one(failed(told{
				service: "app", scope: "openinference.instrumentation.claude_agent_sdk", name: "Bash", attrs: facts{"openinference.span.kind": "TOOL", "input.value": arguments},
			}, "Exit code 143\nCommand timed out after 2s\n"+printed)),
			want: []string{"openinference: timeout 143 SIGTERM -> incomplete, rerun; text_header; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{
			what: "Claude Agent SDK: returned", records: one(told{
				service: "app", scope: "openinference.instrumentation.claude_agent_sdk", name: "Bash",
				attrs: facts{"openinference.span.kind": "TOOL", "input.value": arguments, "output.value": `{"stdout":"alpha","stderr":"","interrupted":false}`},
			}),
			want: []string{"openinference: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "Claude Agent SDK: became a task in the background", records: one(told{
				service: "app", scope: "openinference.instrumentation.claude_agent_sdk", name: "Bash",
				attrs: facts{"openinference.span.kind": "TOOL", "input.value": arguments, "output.value": `{"stdout":"PASS","stderr":"","interrupted":false,"backgroundTaskId":"b1"}`},
			}),
			want: []string{"openinference: running -> incomplete, reconcile; structured; no streams"},
		},
		{
			what: "Strands: arguments that its schema refused", records: one(failed(executeTool("strands.telemetry.tracer", facts{"gen_ai.tool.status": "error"}), "Error: Validation failed for input parameters: 1 validation error")),
			want: []string{"strands: not_executed -> not_executed; text_header; no streams"},
		},
		{
			what: "AI SDK: an error in its own form of an output", records: one(executeTool("gen_ai", facts{args: arguments, result: js(facts{"type": "error-json", "value": facts{"exit_code": 0, "stdout": "x"}})})),
			want: []string{"vercel_ai: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "AI SDK: the result of a tool server", records: one(executeTool("gen_ai", facts{"gen_ai.tool.name": "search", args: `{"query":"x"}`, result: js(facts{"content": []any{facts{"type": "text", "text": "boom"}}, "isError": true})})),
			want: []string{"vercel_ai: tool_error -> failed, rerun; structured; no streams"},
		},
		{
			what: "the conventions: a tool server says that a report of success is none", records: one(executeTool("acme", facts{args: arguments, result: js(facts{"content": []any{facts{"type": "text", "text": `{"exit_code":0,"stdout":"x"}`}}, "isError": true})})),
			want: []string{"semconv: tool_error -> failed, rerun; structured; no streams"},
		},
		{
			what:    "the conventions: an object of a tool server that tells of something else",
			records: one(executeTool("acme", facts{"gen_ai.tool.name": "get_issue", args: `{"id":1}`, result: js(facts{"content": []any{facts{"type": "text", "text": `{"state":"closed","title":"Command timed out after 30 seconds"}`}}, "isError": false})})),
			want:    []string{"semconv: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "the conventions: a log that a tool reads", records: one(executeTool("acme", facts{"gen_ai.tool.name": "read_file", args: `{"path":"ci.log"}`, result: "Exit code 1\nboom"})),
			want: []string{"semconv: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "OpenInference: an error that was handled", records: one(told{
				service: "app", scope: "openinference.instrumentation.langchain", name: "bash", status: ptrace.StatusCodeOk,
				attrs: facts{"openinference.span.kind": "TOOL", "input.value": "{'command': 'make test'}", "output.value": js(facts{"type": "tool", "data": facts{"content": "Error: boom", "tool_call_id": "call_1", "status": "error"}})},
			}),
			want: []string{"openinference: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "OpenInference: a handoff is no call", records: one(told{
				service: "app", scope: "openinference.instrumentation.openai_agents", name: "handoff to writer",
				attrs: facts{"openinference.span.kind": "TOOL", "input.value": "triage", "output.value": "writer"},
			}),
			want: []string{"-"}, calls: none,
		},
		{
			what:    "Anthropic: nobody set a status, which may mean cancelled",
			records: one(told{service: "app", scope: "com.anthropic.claude-platform", name: "anthropic.tool_use bash", attrs: facts{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash"}}),
			want:    []string{"anthropic: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "Rig: skipped", records: one(executeTool("rig", facts{"gen_ai.tool.call.outcome": "skipped"})),
			want: []string{"rig: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "Flue: cancelled", records: one(executeTool("flue", facts{"flue.tool.origin": "model", "flue.canceled": true})),
			want: []string{"flue: cancelled -> incomplete, review; structured; no streams"},
		},
		{
			what: "LangChain4j: a name and nothing else", records: one(told{service: "app", scope: "io.quarkus.opentelemetry", name: "langchain4j.tools.bash"}),
			want: []string{"langchain4j: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "Traceloop: a tool server", records: one(failed(told{
				service: "app", scope: "opentelemetry.instrumentation.mcp", name: "search.tool",
				attrs: facts{"traceloop.span.kind": "tool", "traceloop.entity.name": "search", "traceloop.entity.input": `{"tool_name":"search","arguments":{}}`, "traceloop.entity.output": `{"result":"x","isError":true}`, "error.type": "tool_error"},
			}, "")),
			want: []string{"traceloop: tool_error -> failed, rerun; structured; no streams"},
		},
		{what: "an unknown shape", records: one(told{service: "app", scope: "acme", name: "tool bash", attrs: facts{"tool.name": "bash", "success": true, "output": "x"}}), want: []string{"-"}, calls: none},
		{what: "a model call", records: one(told{service: "app", scope: "acme", name: "chat gpt", attrs: facts{"gen_ai.operation.name": "chat", "gen_ai.tool.definitions": "[]"}}), want: []string{"-"}, calls: none},
	})
}

// TestToolServers: the spans of a tool server's client and of the server itself are
// views of the call that an agent reports.
func TestToolServers(t *testing.T) {
	view := func(id, parent byte, attrs facts, status ptrace.StatusCode) told {
		return told{service: "app", scope: "mcp-python-sdk", name: "tools/call search", id: id, parent: parent, status: status, attrs: with(facts{
			"mcp.method.name": "tools/call", "gen_ai.tool.name": "search", "jsonrpc.request.id": "7", "mcp.session.id": "m1",
		}, attrs)}
	}
	agent := executeTool("acme", facts{"gen_ai.tool.name": "search", "gen_ai.tool.call.arguments": `{"query":"x"}`})
	unset, bad := ptrace.StatusCodeUnset, ptrace.StatusCodeError
	tellings(t, []telling{
		{
			what: "the server's error is known to all", records: []told{view(3, 2, facts{"error.type": "tool_error"}, bad), view(2, 1, nil, unset), agent},
			want: []string{
				"mcp: tool_error -> failed, rerun; status; no streams", "mcp: tool_error -> failed, rerun; status; no streams",
				"semconv: tool_error -> failed, rerun; status; no streams",
			},
		},
		{
			what: "client and server without an agent", records: []told{view(2, 9, nil, unset), view(3, 2, nil, unset)},
			want: []string{"mcp: unknown -> unknown; no streams, no ending", "mcp: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "the client gave up, the server may still be at it", records: one(view(2, 9, facts{"error.type": "-32001"}, bad)),
			want: []string{"mcp: running -> incomplete, reconcile; status; no streams"},
		},
		{
			what:    "the agent saw the client give up",
			records: []told{func() told { r := agent.but("error.type", "TimeoutError"); r.status = bad; return r }(), view(2, 1, facts{"error.type": "-32001"}, bad)},
			want: []string{
				"semconv: running -> incomplete, reconcile; status; no streams", "mcp: running -> incomplete, reconcile; status; no streams",
			},
		},
		{
			what: "no such tool", records: one(view(2, 9, facts{"error.type": "-32602"}, bad)),
			want: []string{"mcp: not_executed -> not_executed; status; no streams"},
		},
		{
			what: "Logfire: an error that the status hides", records: []told{
				executeTool("pydantic-ai", facts{"gen_ai.tool.name": "search"}),
				{service: "app", scope: "logfire.mcp", name: "MCP request: tools/call search", id: 2, parent: 1, attrs: facts{
					"rpc.method": "tools/call", "request": `{"method":"tools/call","params":{"name":"search","arguments":{"query":"x"}}}`,
					"response": `{"content":[{"type":"text","text":"boom"}],"isError":true}`,
				}},
			},
			want: []string{"pydantic_ai: tool_error -> failed, rerun; structured; no streams", "logfire: tool_error -> failed, rerun; structured; no streams"},
		},
		{
			what: "a function inside an agent's span", records: []told{
				executeTool("gcp.vertex.agent", nil),
				{service: "app", scope: "opentelemetry.instrumentation.google_genai", name: "execute_tool bash", id: 2, parent: 1, attrs: facts{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash"}},
			},
			want: []string{"google_adk: unknown -> unknown; no streams, no ending", "google_genai: unknown -> unknown; no streams, no ending"},
		},
	})
}
