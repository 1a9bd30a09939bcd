package samples

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// agents are the records of coding agents.
func agents() []Record {
	return []Record{
		{
			Title: "result event", Dialect: "claude_code", Termination: "ok", Log: true,
			Scope: "com.anthropic.claude_code.events", Service: "claude-code", Body: "claude_code.tool_result",
			Attrs: append(claudeCommon(),
				Attr{"event.name", "tool_result"}, Attr{"event.timestamp", "2026-11-30T00:00:39.715Z"}, Attr{"event.sequence", 7},
				Attr{"prompt.id", "9aab693a-0d66-4add-ad9e-8096736cca65"}, Attr{"tool_name", "Bash"}, Attr{"tool_use_id", callID},
				Attr{"success", "true"}, Attr{"duration_ms", "4163"},
				Attr{"tool_parameters", object("bash_command", "make", "full_command", command, "timeout", 120000, "description", "Build everything")},
				Attr{"tool_input", shellArguments}, Attr{"tool_input_size_bytes", "76"}, Attr{"tool_result_size_bytes", "2071"},
				Attr{"request_id", "req_01"}),
		},
		{
			Title: "tool span with output", Dialect: "claude_code", Termination: "unknown",
			Scope: "com.anthropic.claude_code.tracing", Service: "claude-code", Name: "claude_code.tool",
			Attrs: append(claudeCommon(),
				Attr{"gen_ai.provider.name", "anthropic"}, Attr{"span.type", "tool"}, Attr{"tool_name", "Bash"}, Attr{"tool_name_safe", "Bash"},
				Attr{"gen_ai.operation.name", "execute_tool"}, Attr{"gen_ai.tool.name", "Bash"}, Attr{"gen_ai.conversation.id", session},
				Attr{"full_command", command}, Attr{"bash_command_class", "other"}, Attr{"bash_argv0", "make"}, Attr{"tool_use_id", callID},
				Attr{"gen_ai.tool.call.id", callID}, Attr{"duration_ms", 4175}),
			Events: []Event{{"tool.output", []Attr{{"bash_command", command}, {"output", output}}}},
		},
		{
			Title: "execution span", Dialect: "claude_code", Termination: "ok",
			Scope: "com.anthropic.claude_code.tracing", Service: "claude-code", Name: "claude_code.tool.execution",
			Attrs: append(claudeCommon(),
				Attr{"gen_ai.provider.name", "anthropic"}, Attr{"span.type", "tool.execution"}, Attr{"gen_ai.conversation.id", session},
				Attr{"tool_use_id", callID}, Attr{"gen_ai.tool.call.id", callID}, Attr{"duration_ms", 4163}, Attr{"success", true}),
		},
		{
			Title: "result event", Dialect: "codex", Termination: "nonzero_exit", Log: true, Scope: "codex_otel.log_only", Service: "codex_exec",
			Attrs: append(codexEvent("exec_command"),
				Attr{"success", "true"}, Attr{"output_truncated", false}, Attr{"agent_name", "/root"},
				Attr{"arguments", object("cmd", command, "yield_time_ms", 10000)},
				Attr{"output", "Chunk ID: 4f050e\nWall time: 4.1632 seconds\nProcess exited with code 2\nOriginal token count: 541\nOutput:\n" + output},
				Attr{"mcp_server", ""}, Attr{"mcp_server_origin", ""}),
		},
		{
			Title: "result event, classic shell", Dialect: "codex", Termination: "ok", Log: true, Scope: "codex_otel::traces::otel_manager", Service: "codex_exec",
			Attrs: append(codexEvent("shell"),
				Attr{"success", "true"}, Attr{"arguments", object("command", []string{"bash", "-lc", command}, "timeout_ms", 20000)},
				Attr{"output", object("output", output, "metadata", raw(`{"exit_code":0,"duration_seconds":4.2}`))}),
		},
		{
			Title: "span", Dialect: "codex", Termination: "unknown", Scope: "codex_exec", Service: "codex_exec", Name: "exec_command",
			Attrs: []Attr{
				{"code.file.path", "core/src/tools/parallel.rs"}, {"code.module.name", "codex_core::tools::parallel"}, {"code.line.number", 294},
				{"thread.id", 3}, {"thread.name", "tokio-rt-worker"}, {"target", "codex_core::tools::parallel"}, {"tool_name", "exec_command"},
				{"conversation.id", session}, {"turn.id", "t-1"}, {"turn_id", "t-1"}, {"tool_source", "direct"}, {"call_id", callID},
				{"codex.tool.phase", "dispatch"}, {"aborted", false}, {"busy_ns", 17230537}, {"idle_ns", 37483129},
			},
			Events: []Event{{"codex.tool_result_ready", []Attr{
				{"level", "INFO"}, {"target", "codex_otel.trace_safe"}, {"event.name", "codex.tool_result_ready"}, {"call_id", callID}, {"tool_name", "exec_command"},
			}}},
		},
		{
			Title: "event", Dialect: "gemini_cli", Termination: "unknown", Log: true, Scope: "gemini-cli", Service: "gemini-cli",
			Body: "Tool call: run_shell_command. Decision: accept. Success: true. Duration: 75ms.",
			Attrs: []Attr{
				{"session.id", session}, {"installation.id", "i-1"}, {"interactive", false}, {"auth_type", "gemini-api-key"}, {"event.name", "gemini_cli.tool_call"},
				{"event.timestamp", "2026-11-30T00:05:36.647Z"}, {"function_name", "run_shell_command"}, {"duration_ms", 75}, {"success", true},
				{"decision", "accept"}, {"prompt_id", session}, {"tool_type", "native"}, {"content_length", 2096}, {"mcp_server_name", nil},
				{"extension_name", nil}, {"start_time", nil}, {"end_time", nil}, {"function_args", "{\n  \"command\": \"make -j4 all\",\n  \"is_background\": false\n}"},
			},
		},
		{
			Title: "span", Dialect: "gemini_cli", Termination: "nonzero_exit", Scope: "gemini-cli", Service: "gemini-cli", Name: "tool_call",
			Status: ptrace.StatusCodeOk,
			Attrs: []Attr{
				{"gen_ai.tool.name", "run_shell_command"}, {"gen_ai.tool.call_id", "run_shell_command__" + callID},
				{"gen_ai.tool.description", "This tool executes a given shell command as `bash -c <command>`."}, {"gen_ai.conversation.id", session},
				{"gen_ai.input.messages", geminiRequest}, {"gen_ai.output.messages", geminiCall}, {"gen_ai.operation.name", "tool_call"},
				{"gen_ai.agent.name", "gemini-cli"}, {"gen_ai.agent.description", "An AI agent in the terminal."},
			},
		},
		{
			Title: "event", Dialect: "qwen_code", Termination: "ok", Log: true, Scope: "qwen-code", Service: "qwen-code",
			Body: "Tool call: run_shell_command. Decision: auto_accept. Success: true. Duration: 371ms.",
			Attrs: []Attr{
				{"session.id", session}, {"event.name", "qwen-code.tool_call"}, {"event.timestamp", "2026-11-30T00:05:49.987Z"}, {"call_id", callID},
				{"parent_call_id", nil}, {"source", nil}, {"function_name", "run_shell_command"}, {"function_args", shellArguments}, {"duration_ms", 371},
				{"status", "success"}, {"execution_status", "success"}, {"success", true}, {"decision", "auto_accept"}, {"prompt_id", session},
				{"response_id", "chatcmpl-1"}, {"tool_type", "native"}, {"content_length", 2166}, {"mcp_server_name", nil}, {"metadata", nil},
			},
		},
		{
			Title: "span with result", Dialect: "qwen_code", Termination: "ok", Scope: "qwen-code", Service: "qwen-code", Name: "qwen-code.tool",
			Attrs: []Attr{
				{"session.id", session}, {"tool.call_id", callID}, {"gen_ai.tool.call.id", callID}, {"call_id", callID}, {"tool_name", "run_shell_command"},
				{"gen_ai.operation.name", "execute_tool"}, {"gen_ai.tool.name", "run_shell_command"}, {"gen_ai.tool.type", "function"},
				{"gen_ai.agent.name", "qwen-code"}, {"gen_ai.tool.description", "Executes a given shell command."},
				{"gen_ai.tool.call.arguments", shellArguments}, {"success", true}, {"duration_ms", 371},
				{"gen_ai.tool.call.result", object("output", "Command: "+command+"\nDirectory: (root)\nOutput: "+output+
					"Error: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)")},
			},
		},
		{
			Title: "execution span", Dialect: "qwen_code", Termination: "ok", Scope: "qwen-code", Service: "qwen-code", Name: "qwen-code.tool.execution",
			Attrs: []Attr{
				{"session.id", session}, {"gen_ai.tool.name", "run_shell_command"}, {"tool.call_id", callID}, {"duration_ms", 25}, {"success", true},
				{"execution_status", "success"},
			},
		},
		{
			Title: "span with result", Dialect: "opencode", Termination: "nonzero_exit", Scope: "opencode", Service: "opencode", Name: "ai.toolCall",
			Attrs: []Attr{
				{"operation.name", "ai.toolCall session.llm"}, {"resource.name", "session.llm"}, {"ai.operationId", "ai.toolCall"},
				{"ai.telemetry.functionId", "session.llm"}, {"ai.toolCall.name", "bash"}, {"ai.toolCall.id", callID}, {"ai.toolCall.args", shellArguments},
				{"session.id", session},
				{"ai.toolCall.result", object("title", command, "metadata", raw(object("output", output, "exit", 2, "truncated", false)), "output", output)},
			},
		},
		{
			Title: "execute span", Dialect: "opencode", Termination: "unknown", Scope: "opencode", Service: "opencode", Name: "Tool.execute",
			Status: ptrace.StatusCodeOk,
			Attrs:  []Attr{{"tool.name", "bash"}, {"session.id", session}, {"message.id", "msg_1"}, {"tool.call_id", callID}},
		},
		{
			Title: "span", Dialect: "copilot_cli", Termination: "nonzero_exit", Scope: "github.copilot", Service: "github-copilot", Name: "execute_tool bash bash",
			Attrs: append(executeTool("bash"),
				Attr{"gen_ai.provider.name", "github"}, Attr{"gen_ai.tool.description", "Runs a Bash command."}, Attr{"gen_ai.tool.call.arguments", shellArguments},
				Attr{"github.copilot.tool.parameters.command", command}, Attr{"process.executable.name", "bash"},
				Attr{"process.executable.path", "/bin/bash"}, Attr{"process.exit.code", 2},
				Attr{"gen_ai.tool.call.result", output + "<shellId: 0 completed with exit code 2>"}),
			Events: []Event{{"github.copilot.sandbox.enforcement_state", []Attr{{"github.copilot.sandbox.control", "process"}, {"github.copilot.sandbox.outcome", "inactive"}}}},
		},
		{
			Title: "span", Dialect: "copilot_vscode", Termination: "unknown", Scope: "copilot-chat", Service: "copilot-chat", Name: "execute_tool run_in_terminal",
			Status: ptrace.StatusCodeOk,
			Attrs: append(executeTool("run_in_terminal"), Attr{"copilot_chat.chat_session_id", session},
				Attr{"gen_ai.tool.call.arguments", shellArguments}, Attr{"gen_ai.tool.call.result", output}),
		},
		{
			Title: "event", Dialect: "copilot_vscode", Termination: "unknown", Log: true, Scope: "copilot-chat", Service: "copilot-chat", Name: "copilot_chat.tool.call",
			Attrs: []Attr{{"event.name", "copilot_chat.tool.call"}, {"gen_ai.tool.name", "run_in_terminal"}, {"duration_ms", 4100.5}, {"success", true}},
		},
		{
			Title: "event", Dialect: "cline", Termination: "unknown", Log: true, Scope: "cline", Service: "cline", Body: "task.tool_used",
			Attrs: []Attr{
				{"ulid", "01KB7"}, {"tool", "execute_command"}, {"success", true}, {"autoApproved", true}, {"modelId", "fake"}, {"extension_version", "3.0.65"},
				{"platform", "vscode"}, {"is_dev", false},
			},
		},
		{
			Title: "span", Dialect: "goose", Termination: "unknown", Scope: "goose", Service: "goose", Name: "execute_tool",
			Attrs: append(executeTool("developer__shell"), Attr{"session.id", session}, Attr{"gen_ai.tool.call.arguments", shellArguments},
				Attr{"gen_ai.tool.call.result", object("content", raw(blocks()), "isError", false)}),
		},
		{
			Title: "span", Dialect: "openhands", Termination: "nonzero_exit", Scope: "lmnr.tracer", Service: "openhands", Name: "terminal",
			Attrs: []Attr{
				{"lmnr.span.type", "TOOL"}, {"lmnr.span.path", []any{"conversation", "terminal"}}, {"lmnr.association.properties.session_id", session},
				{"lmnr.association.properties.metadata.tool_call_id", callID},
				{"lmnr.span.input", object("action", raw(object("command", command, "is_input", false, "timeout", nil, "kind", "TerminalAction")))},
				{"lmnr.span.output", object("content", raw(blocks()), "is_error", false, "command", command, "exit_code", 2, "timeout", false,
					"metadata", raw(object("exit_code", 2, "pid", 812, "working_dir", "/workspace", "prefix", "", "suffix", "\n[The command completed with exit code 2.]")),
					"kind", "TerminalObservation")},
			},
		},
	}
}

func claudeCommon() []Attr {
	return []Attr{
		{"user.id", "u-1"}, {"session.id", session}, {"anthropic.provider", "firstParty"}, {"anthropic.custom_base_url", true}, {"terminal.type", "dumb"},
	}
}

func codexEvent(tool string) []Attr {
	return []Attr{
		{"event.name", "codex.tool_result"}, {"event.timestamp", "2026-11-30T00:01:45.373Z"}, {"conversation.id", session}, {"app.version", "0.171.0"},
		{"originator", "codex_exec"}, {"terminal.type", "dumb"}, {"model", "fake-model"}, {"slug", "fake-model"}, {"tool_result_seq", 1},
		{"tool_name", tool}, {"tool_namespace", "functions"}, {"call_id", callID}, {"duration_ms", "4163"},
	}
}

// The request and the finished call of Gemini CLI, which repeats the one in the other.
var (
	geminiRequest = object("callId", callID, "name", "run_shell_command",
		"args", raw(object("command", command, "description", "Build everything", "is_background", false)),
		"display", raw(object("name", "Shell", "description", command)), "isClientInitiated", false, "prompt_id", session, "traceId", "r1", "schedulerId", "root")
	geminiCall = object("status", "success", "request", raw(geminiRequest),
		"tool", raw(object("name", "run_shell_command", "displayName", "Shell", "description", strings.Repeat("Runs commands. ", 40), "isOutputMarkdown", false)),
		"response", raw(object("callId", callID,
			"responseParts", raw("["+object("functionResponse", raw(object("id", callID, "name", "run_shell_command",
				"response", raw(object("output", "Output: "+output+"Exit Code: 2\nProcess Group PGID: 812")))))+"]"),
			"resultDisplay", output, "data", raw(`{"exitCode":2,"isError":true}`), "contentLength", 2096)))
)
