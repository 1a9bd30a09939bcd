package toolspanprocessor

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// js is the JSON of a value, as producers put it into attributes.
func js(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func claudeResult(tool string, attrs facts) told {
	return told{
		log: true, service: "claude-code", scope: "com.anthropic.claude_code.events", body: "claude_code.tool_result",
		attrs: with(facts{"event.name": "tool_result", "session.id": "s1", "tool_name": tool, "tool_use_id": "toolu_1"}, attrs),
	}
}

func claudeSpan(attrs facts, output string) told {
	r := told{
		service: "claude-code", scope: "com.anthropic.claude_code.tracing", name: "claude_code.tool",
		attrs: with(facts{"span.type": "tool", "session.id": "s1", "tool_name": "Bash", "tool_use_id": "toolu_1", "gen_ai.tool.call.id": "toolu_1"}, attrs),
	}
	if output != "" {
		r.events = []told{{name: "tool.output", attrs: facts{"output": output}}}
	}
	return r
}

// claudeChild is the execution inside the first span.
func claudeChild(attrs facts, status ptrace.StatusCode) told {
	return told{
		service: "claude-code", scope: "com.anthropic.claude_code.tracing", name: "claude_code.tool.execution", id: 2, parent: 1,
		attrs: with(facts{"span.type": "tool.execution", "session.id": "s1"}, attrs), status: status,
	}
}

func TestClaudeCode(t *testing.T) {
	limited := facts{"tool_input": `{"command":"make test","timeout":2000}`, "tool_parameters": `{"bash_command":"make","full_command":"make test","timeout":2000}`}
	failed := with(limited, facts{"success": "false", "error_type": "ShellError", "duration_ms": "30"})
	const ended = "claude_code: ok -> succeeded; status; no streams"
	tellings(t, []telling{
		{what: "success", records: one(claudeResult("Bash", with(limited, facts{"success": "true", "duration_ms": "30"}))), want: []string{ended}},
		{what: "success as a boolean", records: one(claudeResult("Bash", with(limited, facts{"success": true, "duration_ms": 30}))), want: []string{ended}},
		{what: "success as a number", records: one(claudeResult("Bash", with(limited, facts{"success": 1, "duration_ms": 30.5}))), want: []string{ended}},
		{
			what: "a flag of the wrong type", records: one(claudeResult("Bash", with(limited, facts{"success": facts{"value": true}}))),
			want: []string{"claude_code: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "exit code in the error", records: one(claudeResult("Bash", with(failed, facts{"error": "Exit code 3\nok 1 - parse"}))),
			want: []string{"claude_code: nonzero_exit 3 -> failed, rerun; text_header; no streams"},
		},
		{
			what: "error withheld", records: one(claudeResult("Bash", failed)),
			want: []string{"claude_code: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what:    "killed at its time limit",
			records: one(claudeResult("Bash", with(failed, facts{"error": "Exit code 143\nCommand timed out after 2s\n" + printed, "duration_ms": "2013"}))),
			want:    []string{"claude_code: timeout 143 SIGTERM -> incomplete, rerun; text_header; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{
			what:    "killed long before its time limit, which the text names all the same",
			records: one(claudeResult("Bash", with(failed, facts{"error": "Exit code 143\nCommand timed out after 2s\nx", "duration_ms": "11"}))),
			want:    []string{"claude_code: signal 143 SIGTERM -> incomplete, rerun; text_header; no streams"},
		},
		{
			what:    "moved to the background at its limit",
			records: one(claudeResult("Bash", with(limited, facts{"success": "true", "duration_ms": "2010"}))),
			want:    []string{"claude_code: running -> incomplete, reconcile; structured; no streams"},
		},
		{
			what:    "perhaps moved to the background",
			records: one(claudeResult("Bash", facts{"success": "true", "duration_ms": "120004"})),
			want:    []string{"claude_code: unknown -> unknown; no streams, no ending"},
		},
		{
			what:    "started in the background",
			records: one(claudeResult("Bash", facts{"success": "true", "duration_ms": "12", "tool_input": `{"command":"npm start","run_in_background":true}`})),
			want:    []string{"claude_code: running -> incomplete, reconcile; structured; no streams"},
		},
		{
			what: "refused", records: one(told{
				log: true, service: "claude-code", scope: "com.anthropic.claude_code.events", body: "claude_code.tool_decision",
				attrs: facts{"event.name": "tool_decision", "decision": "reject", "tool_name": "Bash", "tool_use_id": "toolu_1", "session.id": "s1"},
			}),
			want: []string{"claude_code: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "arguments cut by telemetry", records: one(claudeResult("Bash", facts{
				"success": "true", "duration_ms": "30", "tool_input": js(facts{"command": strings.Repeat("x", 511)}), "tool_input_size_bytes": "731",
			})),
			want: []string{"claude_code: ok -> succeeded; status; clips arguments:tail:telemetry; no streams"},
		},
		{
			what:    "another tool",
			records: one(claudeResult("Read", facts{"success": "true", "duration_ms": "3"})), want: []string{ended},
		},
		{
			what:    "a look at a command in the background",
			records: one(claudeResult("TaskOutput", facts{"success": "true", "duration_ms": "3"})),
			want:    []string{"claude_code: unknown -> unknown; no streams, no ending"},
		},
	})
}

func TestClaudeCodeSpans(t *testing.T) {
	tellings(t, []telling{
		{
			what:    "the child tells, in one batch with the span and the event",
			records: []told{claudeSpan(facts{"full_command": "make test"}, "alpha"), claudeChild(facts{"success": true}, ptrace.StatusCodeUnset)},
			want:    []string{"claude_code: ok -> succeeded; status; no streams", "claude_code: ok -> succeeded; status; no streams"},
		},
		{
			what: "span, child and event of one call", records: []told{
				claudeSpan(facts{"full_command": "make test"}, ""),
				claudeChild(facts{"success": false, "error": "Exit code 3\nx"}, ptrace.StatusCodeError),
				claudeResult("Bash", facts{"success": "false", "error_type": "ShellError", "error": "Exit code 3\nx"}),
			},
			want: []string{
				"claude_code: nonzero_exit 3 -> failed, rerun; text_header; no streams",
				"claude_code: nonzero_exit 3 -> failed, rerun; text_header; no streams",
				"claude_code: nonzero_exit 3 -> failed, rerun; text_header; no streams",
			},
		},
		{
			what: "content off, span alone", records: one(claudeSpan(nil, "")),
			want: []string{"claude_code: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "refused at the prompt", records: []told{
				claudeSpan(facts{"full_command": "rm x"}, ""),
				{
					service: "claude-code", scope: "com.anthropic.claude_code.tracing", name: "claude_code.tool.blocked_on_user", id: 3, parent: 1,
					attrs: facts{"span.type": "tool.blocked_on_user", "decision": "reject", "source": "user_reject"},
				},
			},
			want: []string{"claude_code: not_executed -> not_executed; structured; no streams", "-"},
		},
		{
			what:    "output of exactly the length that telemetry keeps",
			records: []told{claudeSpan(nil, strings.Repeat("x", 30_000)), claudeChild(facts{"success": true}, ptrace.StatusCodeUnset)},
			want: []string{
				"claude_code: ok -> succeeded; status; clips output:tail:telemetry; finds clip_inferred; no streams",
				"claude_code: ok -> succeeded; status; no streams",
			},
		},
		{
			what:    "a command that prints an exit line",
			records: []told{claudeSpan(nil, "Exit code 3\nas told by the manual"), claudeChild(facts{"success": true}, ptrace.StatusCodeUnset)},
			want:    []string{"claude_code: ok -> succeeded; status; no streams", "claude_code: ok -> succeeded; status; no streams"},
		},
		{
			what:    "a command that prints a report of another",
			records: []told{claudeSpan(facts{"full_command": "cat ci.json"}, `{"exit_code":1,"stdout":"boom"}`), claudeChild(facts{"success": true}, ptrace.StatusCodeUnset)},
			want:    []string{"claude_code: ok -> succeeded; status; no streams", "claude_code: ok -> succeeded; status; no streams"},
		},
		{
			what:    "a command that prints such a report and fails",
			records: []told{claudeSpan(facts{"full_command": "cat ci.json; false"}, `{"exit_code":0,"stdout":"fine"}`), claudeChild(facts{"success": false}, ptrace.StatusCodeError)},
			want:    []string{"claude_code: tool_error -> failed, rerun; status; no streams", "claude_code: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what:    "a command that cuts JSON itself",
			records: one(claudeSpan(facts{"full_command": "head -c 20 x.json"}, `{"output":"and so on`)),
			want:    []string{"claude_code: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "waiting for a command in the background took too long",
			records: []told{
				claudeSpan(facts{"tool_name": "TaskOutput"}, "<retrieval_status>timeout</retrieval_status>\n\n<task_id>b1</task_id>\n\n<status>running</status>\n\n<output>\n"+printed+"</output>"),
				claudeChild(facts{"success": true}, ptrace.StatusCodeUnset),
			},
			want: []string{
				"claude_code: running -> incomplete, reconcile; text_header; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams",
				"claude_code: running -> incomplete, reconcile; text_header; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams",
			},
		},
		{
			what: "a look at a command in the background that has ended well",
			records: []told{
				claudeSpan(facts{"tool_name": "TaskOutput"}, taskOutput("completed", "0")), claudeChild(facts{"success": true}, ptrace.StatusCodeUnset),
			},
			want: []string{"claude_code: ok 0 -> succeeded; status; no streams", "claude_code: ok 0 -> succeeded; status; no streams"},
		},
		{
			what: "a look that went well, at one that was stopped, is no claim about it",
			records: []told{
				claudeSpan(facts{"tool_name": "TaskOutput"}, taskOutput("killed", "")), claudeChild(facts{"success": true}, ptrace.StatusCodeUnset),
			},
			want: []string{"claude_code: signal -> incomplete, rerun; text_header; no streams", "claude_code: signal -> incomplete, rerun; text_header; no streams"},
		},
	})
}

// taskOutput is what a look at the task b1 returns.
func taskOutput(status, code string) string {
	if code != "" {
		code = "<exit_code>" + code + "</exit_code>\n\n"
	}
	return "<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>" + status + "</status>\n\n" + code + "<output>\nx\n</output>"
}

func codexResult(tool, success, output string, more facts) told {
	return told{
		log: true, service: "codex_exec", scope: "codex_otel.log_only", event: "event otel/src/tool_result.rs:54",
		attrs: with(facts{
			"event.name": "codex.tool_result", "tool_name": tool, "call_id": "call_1", "conversation.id": "c1",
			"duration_ms": "50", "success": success, "arguments": `{"cmd":"make test","command":["make","test"]}`, "output": output,
		}, more),
	}
}

func codexHeader(ending string) string {
	return "Chunk ID: 4f050e\nWall time: 0.1000 seconds\n" + ending + "\nOriginal token count: 6\nOutput:\n"
}

func TestCodexSessions(t *testing.T) {
	exec := func(ending, output string) []told {
		return one(codexResult("exec_command", "true", codexHeader(ending)+output, nil))
	}
	tellings(t, []telling{
		{what: "exit 0", records: exec("Process exited with code 0", printed), want: []string{"codex: ok 0 -> succeeded; text_header; no streams"}},
		{what: "exit 3 under a true flag", records: exec("Process exited with code 3", printed), want: []string{"codex: nonzero_exit 3 -> failed, rerun; text_header; no streams"}},
		{
			what: "ended by a signal", records: exec("Process exited with code 143", printed),
			want: []string{"codex: signal 143 SIGTERM -> incomplete, rerun; text_header; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{what: "ended without a code", records: exec("Process exited with code -1", "x"), want: []string{"codex: signal -1 -> incomplete, rerun; text_header; no streams"}},
		{
			what: "lives on, and prints an exit line", records: exec("Process running with session ID 3", "Process exited with code 0\n"),
			want: []string{"codex: running -> incomplete, reconcile; text_header; no streams"},
		},
		{
			what: "failed, and prints an exit line", records: exec("Process exited with code 1", "Process exited with code 0\n"),
			want: []string{"codex: nonzero_exit 1 -> failed, rerun; text_header; no streams"},
		},
		{
			what: "cut by telemetry", records: one(codexResult("exec_command", "true", codexHeader("Process exited with code 1")+lines(60)+"[... telemetry preview truncated ...]", facts{"output_truncated": true})),
			want: []string{"codex: nonzero_exit 1 -> failed, rerun; text_header; clips output:tail:telemetry; no streams"},
		},
		{
			what: "cut by the harness", records: exec("Process exited with code 0", "Total output lines: 4003\n\n"+lines(3)+"line…532 tokens truncated…tail\n"+lines(3)),
			want: []string{"codex: ok 0 -> succeeded, rerun_uncapped; text_header; clips output:middle:harness; finds clip_inferred; no streams"},
		},
		{
			what:    "a server that the agent interrupts",
			records: one(codexResult("write_stdin", "true", codexHeader("Process exited with code 130")+printed+"^C\n", facts{"arguments": `{"session_id":3,"chars":"\u0003"}`})),
			want:    []string{"codex: cancelled 130 SIGINT -> incomplete, review; structured; no streams"},
		},
		{
			what:    "one that something else interrupts",
			records: one(codexResult("write_stdin", "true", codexHeader("Process exited with code 130")+"x\n", facts{"arguments": `{"session_id":3,"chars":""}`})),
			want:    []string{"codex: signal 130 SIGINT -> incomplete, rerun; text_header; no streams"},
		},
		{
			what: "stopped by the user", records: one(codexResult("exec_command", "false", "aborted by user after 3.2s", nil)),
			want: []string{"codex: cancelled -> incomplete, review; text_header; no streams"},
		},
		{
			what: "refused", records: one(codexResult("exec_command", "false", "exec command rejected by user", nil)),
			want: []string{"codex: not_executed -> not_executed; text_header; no streams"},
		},
		{
			what: "could not be run", records: one(codexResult("exec_command", "false", "exec_command failed for `nosuch`: no such file", nil)),
			want: []string{"codex: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "content off", records: one(codexResult("exec_command", "true", "", facts{"arguments": nil, "output": nil})),
			want: []string{"codex: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "a file that another tool reads", records: one(codexResult("read_file", "true", "Process exited with code 3\nOutput:\nx", facts{"arguments": `{"path":"a.log"}`})),
			want: []string{"codex: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "a patch", records: one(codexResult("apply_patch", "true", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nM a.go\n", facts{"arguments": "*** Begin Patch"})),
			want: []string{"codex: ok 0 -> succeeded; text_header; no streams"},
		},
		{
			what: "a patch that did not apply", records: one(codexResult("apply_patch", "false", `{"output":"verification failed","metadata":{"exit_code":1,"duration_seconds":0.1}}`, facts{"arguments": "*** Begin Patch"})),
			want: []string{"codex: nonzero_exit 1 -> failed, rerun; structured; no streams"},
		},
	})
}

func TestCodexClassicShell(t *testing.T) {
	shell := func(success, output string, code int) []told {
		return one(codexResult("shell", success, js(facts{"output": output, "metadata": facts{"exit_code": code, "duration_seconds": 0.1}}), nil))
	}
	cut := `{"output":"` + strings.Repeat(`line\n`, 400) + "[... telemetry preview truncated ...]"
	tellings(t, []telling{
		{what: "exit 0", records: shell("true", "alpha\n", 0), want: []string{"codex: ok 0 -> succeeded; structured; no streams"}},
		{what: "exit 3", records: shell("false", "x\n", 3), want: []string{"codex: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{
			what: "stopped at its time limit", records: shell("false", "command timed out after 2003 milliseconds\n"+printed, 124),
			want: []string{"codex: timeout 124 -> incomplete, rerun; structured; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{
			what: "a signal in the sandbox", records: one(codexResult("shell", "false", "execution error: Sandbox(Signal(9))", nil)),
			want: []string{"codex: signal SIGKILL -> incomplete, rerun; text_header; no streams"},
		},
		{
			what: "exit 3 under a flag that should follow it", records: shell("true", "x\n", 3),
			want: []string{"codex: nonzero_exit 3 -> failed, rerun; structured; finds status_contradiction,false_confirm; no streams"},
		},
		{
			what: "a printed report of another command", records: shell("true", `{"exit_code":3,"stdout":"boom"}`, 0),
			want: []string{"codex: ok 0 -> succeeded; structured; no streams"},
		},
		{
			what: "a printed report of success", records: shell("false", `{"output":"fine","metadata":{"exit_code":0}}`, 1),
			want: []string{"codex: nonzero_exit 1 -> failed, rerun; structured; no streams"},
		},
		{
			what: "cut by telemetry before the code, success", records: one(codexResult("shell", "true", cut, nil)),
			want: []string{"codex: ok -> succeeded; status; clips output:tail:telemetry; finds clip_inferred; no streams"},
		},
		{
			what: "cut by telemetry before the code, failure", records: one(codexResult("shell", "false", cut, nil)),
			want: []string{"codex: tool_error -> failed, rerun; status; clips output:tail:telemetry; finds clip_inferred; no streams"},
		},
		{
			what: "cut in the middle of the code", records: one(codexResult("shell", "false", `{"output":"x","metadata":{"exit_code":1`, nil)),
			want: []string{"codex: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "encoded twice", records: one(codexResult("shell", "false", js(`{"output":"x","metadata":{"exit_code":"3"}}`), nil)),
			want: []string{"codex: nonzero_exit 3 -> failed, rerun; structured; no streams"},
		},
		{
			what: "content off", records: one(codexResult("shell", "true", "", facts{"output": nil})),
			want: []string{"codex: ok -> succeeded; status; no streams"},
		},
	})
}

func TestCodexToolServers(t *testing.T) {
	server := func(success, output string) []told {
		return one(codexResult("notes__search", success, output, facts{"mcp_server": "notes", "arguments": `{"query":"x"}`}))
	}
	tellings(t, []telling{
		{what: "came back", records: server("true", js(facts{"content": []any{facts{"type": "text", "text": "2 notes"}}})), want: []string{"codex: unknown -> unknown; no streams, no ending"}},
		{
			what: "failed", records: server("false", js(facts{"content": []any{facts{"type": "text", "text": "no such note"}}, "isError": true})),
			want: []string{"codex: tool_error -> failed, rerun; structured; no streams"},
		},
		{
			what: "a server that returns what looks like a shell's result", records: server("true", `{"output":"fine","metadata":{"exit_code":0}}`),
			want: []string{"codex: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "did not answer in time", records: server("false", "tool call error: tool call failed for `notes/search`\n\nCaused by:\n    timed out awaiting tools/call after 60s"),
			want: []string{"codex: running -> incomplete, reconcile; text_header; no streams"},
		},
	})
}

func TestCodexSpans(t *testing.T) {
	span := func(name string, id byte, attrs facts) told {
		return told{service: "codex_exec", scope: "codex_exec", name: name, id: id, attrs: with(facts{"call_id": "call_1", "conversation.id": "c1"}, attrs)}
	}
	tool := func(aborted bool) told {
		return span("exec_command", 1, facts{"tool_name": "exec_command", "aborted": aborted})
	}
	process := func(outcome string) told {
		return span("unified_exec.exec_command", 2, facts{"outcome": outcome, "mode": "resumable"})
	}
	outcome := func(word string) told {
		return told{log: true, service: "codex_exec", attrs: facts{
			"event.name": "codex.sandbox_outcome", "tool_name": "exec_command", "call_id": "call_1", "conversation.id": "c1", "outcome": word,
		}}
	}
	tellings(t, []telling{
		{
			what: "exit code nowhere", records: []told{tool(false), process("exited")},
			want: []string{"codex: unknown -> unknown; no streams, no ending", "codex: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "lives on", records: []told{tool(false), process("yielded")},
			want: []string{"codex: running -> incomplete, reconcile; structured; no streams", "codex: running -> incomplete, reconcile; structured; no streams"},
		},
		{
			what: "spans of versions that say less", records: []told{span("shell", 1, nil), span("unified_exec.exec_command", 2, nil)},
			want: []string{"codex: unknown -> unknown; no streams, no ending", "codex: unknown -> unknown; no streams, no ending"},
		},
		{what: "aborted", records: []told{tool(true)}, want: []string{"codex: cancelled -> incomplete, review; structured; no streams"}},
		{
			what:    "spans and event of one call",
			records: []told{tool(false), process("exited"), codexResult("exec_command", "true", codexHeader("Process exited with code 3")+"x", nil)},
			want: []string{
				"codex: unknown -> unknown; no streams, no ending", "codex: unknown -> unknown; no streams, no ending",
				"codex: nonzero_exit 3 -> failed, rerun; text_header; no streams",
			},
		},
		{what: "the sandbox denied it something", records: one(outcome("denied")), want: []string{"codex: tool_error -> failed, rerun; status; no streams"}},
		{what: "the sandbox ended it", records: one(outcome("timed_out")), want: []string{"codex: timeout -> incomplete, rerun; structured; no streams"}},
		{what: "run again outside the sandbox", records: one(outcome("escalated")), want: []string{"codex: unknown -> unknown; no streams, no ending"}},
		{
			what: "the span around the dispatch is no call", records: one(told{service: "codex_exec", scope: "codex_exec", name: "dispatch_tool_call_with_state", attrs: facts{"busy_ns": 1}}),
			want: []string{"-"}, calls: none,
		},
	})
}

func geminiSpan(status string, response, more facts) told {
	call := with(facts{
		"status": status, "request": facts{"callId": "x", "name": "run_shell_command", "args": facts{"command": "make test"}},
		"response": facts{"responseParts": []any{facts{"functionResponse": facts{"id": "x", "name": "run_shell_command", "response": response}}}},
	}, more)
	return told{
		service: "gemini-cli", scope: "gemini-cli", name: "tool_call", status: ptrace.StatusCodeOk,
		attrs: facts{
			"gen_ai.operation.name": "tool_call", "gen_ai.tool.name": "run_shell_command", "gen_ai.tool.call_id": "run_shell_command__1",
			"gen_ai.conversation.id": "s1", "gen_ai.input.messages": js(facts{"callId": "x", "name": "run_shell_command", "args": facts{"command": "make test"}}),
			"gen_ai.output.messages": js(call),
		},
	}
}

func geminiOutput(output string) told { return geminiSpan("success", facts{"output": output}, nil) }

func (r told) but(key string, value any) told {
	r.attrs = with(r.attrs, facts{key: value})
	return r
}

func TestGeminiCLISpans(t *testing.T) {
	const group = "\nProcess Group PGID: 19059"
	marks := "; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"
	unknown := "gemini_cli: unknown -> unknown; no streams, no ending"
	whole := geminiOutput("Output: x" + group)
	cutAt := func(r told, at string) told {
		s := r.attrs["gen_ai.output.messages"].(string)
		return r.but("gen_ai.output.messages", s[:strings.Index(s, at)+len(at)])
	}
	tellings(t, []telling{
		{what: "exit 0", records: one(whole), want: []string{"gemini_cli: ok 0 -> succeeded; text_trailer; no streams"}},
		{what: "exit 0 in a frame", records: one(geminiOutput("<untrusted_context>\nOutput: (empty)" + group + "\n</untrusted_context>")), want: []string{"gemini_cli: ok 0 -> succeeded; text_trailer; no streams"}},
		{what: "exit 3 under status OK", records: one(geminiOutput("Output: " + printed + "Exit Code: 3" + group)), want: []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; text_trailer; no streams"}},
		{
			what:    "typed data beside the text",
			records: one(geminiSpan("success", facts{"output": "Output: x\nExit Code: 3" + group}, facts{"response": facts{"responseParts": []any{}, "data": facts{"exitCode": 3, "isError": true}}})),
			want:    []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; structured; no streams"},
		},
		{what: "a signal", records: one(geminiOutput("Output: " + printed + "Signal: 9" + group)), want: []string{"gemini_cli: signal SIGKILL -> incomplete, rerun; text_trailer" + marks}},
		{
			what:    "stopped at its time limit",
			records: one(geminiOutput("Command was automatically cancelled because it exceeded the timeout of 0.0 minutes without output. Below is the output before it was cancelled:\n" + printed)),
			want:    []string{"gemini_cli: timeout -> incomplete, rerun; text_header" + marks},
		},
		{
			what:    "stopped by the user",
			records: one(geminiSpan("cancelled", facts{"error": "[Operation Cancelled] Reason: User cancelled tool execution."}, nil)),
			want:    []string{"gemini_cli: cancelled -> incomplete, review; structured; no streams"},
		},
		{
			what:    "refused by the user, which is called cancelled too",
			records: one(geminiSpan("cancelled", facts{"error": "[Operation Cancelled] Reason: User denied execution."}, facts{"outcome": "cancel"})),
			want:    []string{"gemini_cli: not_executed -> not_executed; structured; no streams"},
		},
		{
			what:    "refused by the user, as the text alone tells",
			records: one(geminiSpan("cancelled", facts{"error": "[Operation Cancelled] Reason: User did not allow tool call"}, nil)),
			want:    []string{"gemini_cli: not_executed -> not_executed; text_header; no streams"},
		},
		{
			what:    "stopped for a reason that nobody knows",
			records: one(geminiSpan("success", facts{"error": "[Operation Cancelled] Reason: Out of patience"}, nil)),
			want:    []string{"gemini_cli: cancelled -> incomplete, review; text_header; no streams"},
		},
		{
			what:    "refused by a rule",
			records: one(geminiSpan("error", facts{"error": "Tool execution denied by policy."}, facts{"response": facts{"errorType": "policy_violation", "responseParts": []any{}}})),
			want:    []string{"gemini_cli: not_executed -> not_executed; status; no streams"},
		},
		{
			what:    "invalid arguments",
			records: one(geminiSpan("error", facts{}, facts{"response": facts{"errorType": "invalid_tool_params", "responseParts": []any{}}})),
			want:    []string{"gemini_cli: not_executed -> not_executed; status; no streams"},
		},
		{
			what:    "moved to the background",
			records: one(geminiOutput("Command moved to background (PID: 123). Output hidden. Press Ctrl+B to view.")),
			want:    []string{"gemini_cli: running -> incomplete, reconcile; text_header; no streams"},
		},
		{
			what:    "cut by telemetry",
			records: one(cutAt(geminiOutput("Output: "+lines(300)), "line 200").but("", nil)),
			want:    []string{"gemini_cli: unknown -> unknown; clips output:tail:telemetry; finds clip_inferred; no streams, no ending"},
		},
		{
			what:    "cut by telemetry with its marker",
			records: one(whole.but("gen_ai.output.messages", strings.Split(js(facts{"a": "Output: " + printed}), "PASS")[0]+"...[TRUNCATED: original length 498561]")),
			want:    []string{unknown},
		},
		{
			what:    "cut right behind a printed end of the frame",
			records: one(cutAt(geminiOutput("Output: x\\nProcess Group PGID: 1\\nExit Code: 3"+group), "Process Group PGID: 1")),
			want:    []string{"gemini_cli: unknown -> unknown; clips output:tail:telemetry; finds clip_inferred; no streams, no ending"},
		},
		{
			what:    "cut right behind a printed failure",
			records: one(cutAt(geminiOutput("Output: x\\nExit Code: 3\\nand so on"+group), "Exit Code: 3")),
			want:    []string{"gemini_cli: unknown -> unknown; clips output:tail:telemetry; finds clip_inferred; no streams, no ending"},
		},
		{
			what:    "a printed frame inside the harness's own",
			records: one(geminiOutput("Output: Output: x\nProcess Group PGID: 1\nExit Code: 3" + group)),
			want:    []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; text_trailer; no streams"},
		},
		{
			what:    "cut by the harness",
			records: one(geminiOutput("Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /x\nOutput: a\n\n... [900 characters omitted] ...\n\nb" + group)),
			want:    []string{"gemini_cli: unknown -> unknown; clips output:middle:harness; finds clip_inferred; no streams, no ending"},
		},
		{
			what: "a file that another tool reads", records: one(geminiOutput("all of it\nExit Code: 3").but("gen_ai.tool.name", "read_file").but("gen_ai.input.messages", nil)),
			want: []string{unknown},
		},
		{
			what: "a file that is a frame", records: one(geminiOutput("Output: x"+group).but("gen_ai.tool.name", "read_file").but("gen_ai.input.messages", nil)),
			want: []string{unknown},
		},
		{what: "content off", records: one(whole.but("gen_ai.output.messages", nil).but("gen_ai.input.messages", nil)), want: []string{unknown}},
		{
			what: "encoded twice", records: one(whole.but("gen_ai.output.messages", js(geminiOutput("Output: x\nExit Code: 3" + group).attrs["gen_ai.output.messages"]))),
			want: []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; text_trailer; no streams"},
		},
	})
}

func geminiEvent(attrs facts) told {
	return told{log: true, service: "gemini-cli", scope: "gemini-cli", body: "Tool call: run_shell_command.", attrs: with(facts{
		"event.name": "gemini_cli.tool_call", "session.id": "s1", "function_name": "run_shell_command", "function_args": "{\n  \"command\": \"make test\"\n}",
		"duration_ms": 75, "success": true, "decision": "accept", "prompt_id": "p1", "mcp_server_name": nil,
	}, attrs)}
}

func TestGeminiCLIEvents(t *testing.T) {
	const unknown = "gemini_cli: unknown -> unknown; no streams, no ending"
	tellings(t, []telling{
		{what: "success, a signal or a time limit", records: one(geminiEvent(nil)), want: []string{unknown}},
		{what: "exit 3", records: one(geminiEvent(facts{"metadata": "{\n  \"exitCode\": 3,\n  \"isError\": true\n}"})), want: []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{what: "exit 3 in a map", records: one(geminiEvent(facts{"metadata": facts{"exitCode": 3.0, "isError": true}})), want: []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{what: "exit 3 as a word", records: one(geminiEvent(facts{"metadata": `{"exitCode":"3"}`})), want: []string{"gemini_cli: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{what: "no code", records: one(geminiEvent(facts{"metadata": `{"exitCode":null}`})), want: []string{unknown}},
		{
			what: "failed to start", records: one(geminiEvent(facts{"success": false, "error_type": "shell_execute_error", "error": "spawn EACCES"})),
			want: []string{"gemini_cli: tool_error -> failed, rerun; status; no streams"},
		},
		{
			what: "refused", records: one(geminiEvent(facts{"success": false, "decision": "reject"})),
			want: []string{"gemini_cli: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "invalid arguments", records: one(geminiEvent(facts{"success": false, "decision": nil, "error_type": "invalid_tool_params", "error": "params must have required property 'command'"})),
			want: []string{"gemini_cli: not_executed -> not_executed; status; no streams"},
		},
		{
			what:    "event and span of one call, only one of which has an ID",
			records: []told{geminiOutput("Output: x\nProcess Group PGID: 7"), geminiEvent(nil)},
			want:    []string{"gemini_cli: ok 0 -> succeeded; text_trailer; no streams", unknown},
		},
		{
			what:    "a note about a cut is no call",
			records: one(told{log: true, service: "gemini-cli", scope: "gemini-cli", attrs: facts{"event.name": "gemini_cli.tool_output_truncated", "tool_name": "run_shell_command", "original_content_length": 223116}}),
			want:    []string{"-"}, calls: none,
		},
	})
}

func qwenResult(output, ending string) string {
	return "Command: make test\nDirectory: (root)\nOutput: " + output + "\nError: (none)\n" + ending + "\nProcess Group PGID: (none)"
}

func qwenSpan(attrs facts, status ptrace.StatusCode, message string) told {
	return told{
		service: "qwen-code", scope: "qwen-code", name: "qwen-code.tool", status: status, message: message,
		attrs: with(facts{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "run_shell_command", "session.id": "s1",
			"gen_ai.tool.call.id": "call_1", "tool.call_id": "call_1", "call_id": "call_1",
			"gen_ai.tool.call.arguments": `{"command":"make test","timeout":20000,"is_background":false}`,
		}, attrs),
	}
}

func qwenChild(attrs facts, status ptrace.StatusCode, message string) told {
	return told{
		service: "qwen-code", scope: "qwen-code", name: "qwen-code.tool.execution", id: 2, parent: 1, status: status, message: message,
		attrs: with(facts{"gen_ai.tool.name": "run_shell_command", "tool.call_id": "call_1", "session.id": "s1"}, attrs),
	}
}

func qwenEvent(attrs facts) told {
	return told{log: true, service: "qwen-code", scope: "qwen-code", body: "Tool call: run_shell_command.", attrs: with(facts{
		"event.name": "qwen-code.tool_call", "session.id": "s1", "call_id": "call_1", "function_name": "run_shell_command",
		"function_args": "{\n  \"command\": \"make test\",\n  \"timeout\": 20000\n}", "decision": "auto_accept", "metadata": nil,
	}, attrs)}
}

func TestQwenCode(t *testing.T) {
	ok, bad := ptrace.StatusCodeUnset, ptrace.StatusCodeError
	exit3 := qwenResult("ok 1 - parse", "Exit Code: 3\nSignal: (none)")
	exit0 := js(facts{"output": qwenResult("alpha", "Exit Code: 0\nSignal: (none)")})
	tellings(t, []telling{
		{what: "exit 0", records: one(qwenSpan(facts{"success": true, "gen_ai.tool.call.result": exit0}, ok, "")), want: []string{"qwen_code: ok 0 -> succeeded; status; no streams"}},
		{what: "older name of the result", records: one(qwenSpan(facts{"success": true, "tool_result": qwenResult("alpha", "Exit Code: 0")}, ok, "")), want: []string{"qwen_code: ok 0 -> succeeded; status; no streams"}},
		{
			what: "span, child and event of a failure", records: []told{
				qwenSpan(facts{"success": false, "tool.failure_kind": "tool_error", "error.type": "tool_error"}, bad, "Tool execution failed"),
				qwenChild(facts{"success": false, "execution_status": "error", "error.type": "shell_execute_error"}, bad, "Tool execution failed"),
				qwenEvent(facts{"success": false, "status": "error", "error": exit3, "error.message": exit3, "error_type": "shell_execute_error", "error.type": "shell_execute_error"}),
			},
			want: []string{
				"qwen_code: tool_error -> failed, rerun; status; no streams", "qwen_code: tool_error -> failed, rerun; status; no streams",
				"qwen_code: nonzero_exit 3 -> failed, rerun; text_trailer; no streams",
			},
		},
		{
			what: "a bridged event is the same call", records: []told{
				qwenSpan(facts{"success": true}, ok, ""),
				{service: "qwen-code", scope: "qwen-code", name: "qwen-code.tool_call", id: 3, attrs: facts{"event.name": "qwen-code.tool_call", "log.bridge": true, "call_id": "call_1", "session.id": "s1", "success": true, "status": "success"}},
			},
			want: []string{"qwen_code: ok -> succeeded; status; no streams", "qwen_code: ok -> succeeded; status; no streams"},
		},
		{
			what: "time limit", records: []told{
				qwenSpan(facts{"success": false, "tool.failure_kind": "timeout", "error.type": "timeout"}, bad, "Tool execution timed out"),
				qwenChild(facts{"success": false, "error_type": "execution_timeout", "error.type": "execution_timeout"}, bad, "Tool execution timed out"),
			},
			want: []string{"qwen_code: timeout -> incomplete, rerun; structured; no streams", "qwen_code: timeout -> incomplete, rerun; structured; no streams"},
		},
		{
			what: "ended by a signal", records: one(qwenEvent(facts{"success": false, "status": "error", "error": qwenResult("PASS", "Exit Code: (none)\nSignal: 9")})),
			want: []string{"qwen_code: signal SIGKILL -> incomplete, rerun; text_trailer; marks bare:pass_line; finds timeout_with_success_marker; no streams"},
		},
		{
			what: "a word of success in the command line alone", records: one(qwenEvent(facts{"success": false, "status": "error", "error_type": "execution_timeout", "error": strings.Replace(qwenResult("(empty)", "Exit Code: (none)\nSignal: 9"), "make test", "pytest -q\necho '3 passed'\nPASS", 1)})),
			want: []string{"qwen_code: timeout SIGKILL -> incomplete, rerun; status; no streams"},
		},
		{
			what: "cancelled while it ran", records: one(qwenSpan(facts{"success": false, "tool.failure_kind": "cancelled"}, ok, "")),
			want: []string{"qwen_code: cancelled -> incomplete, review; structured; no streams"},
		},
		{
			what: "cancelled at the prompt", records: []told{
				qwenSpan(facts{"success": false, "tool.failure_kind": "cancelled"}, ok, ""),
				{service: "qwen-code", scope: "qwen-code", name: "qwen-code.tool.blocked_on_user", id: 2, parent: 1, attrs: facts{"decision": "cancel", "source": "cli", "tool.call_id": "call_1", "session.id": "s1"}},
			},
			want: []string{"qwen_code: not_executed -> not_executed; structured; no streams", "-"},
		},
		{
			what: "refused, which the event calls cancelled", records: one(qwenEvent(facts{"success": false, "status": "cancelled", "decision": "reject"})),
			want: []string{"qwen_code: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "refused without a prompt", records: one(qwenSpan(facts{"success": false, "tool.failure_kind": "non_interactive_denied"}, bad, "Non-interactive mode declined permission")),
			want: []string{"qwen_code: not_executed -> not_executed; structured; no streams"},
		},
		{
			what: "started in the background", records: []told{
				qwenSpan(facts{"success": true, "gen_ai.tool.call.arguments": `{"command":"npm start","is_background":true}`, "gen_ai.tool.call.result": js(facts{"output": "Background shell started. PID: 9"})}, ok, ""),
				qwenChild(facts{"success": true, "execution_status": "success"}, ok, ""),
			},
			want: []string{"qwen_code: running -> incomplete, reconcile; structured; no streams", "qwen_code: running -> incomplete, reconcile; structured; no streams"},
		},
		{
			what: "a search that found nothing", records: one(qwenEvent(facts{"success": true, "status": "success", "function_args": `{"command":"grep x y"}`})),
			want: []string{"qwen_code: ok -> succeeded; status; no streams"},
		},
		{
			what: "a flag beside a failure that it hides", records: one(qwenEvent(facts{"success": true, "status": "success", "error_type": "execution_timeout"})),
			want: []string{"qwen_code: timeout -> incomplete, rerun; status; finds status_contradiction,false_confirm; no streams"},
		},
		{
			what: "cut by telemetry", records: one(qwenSpan(facts{"success": true, "tool_result": "abc\n[TRUNCATED - Content exceeds configured limit of 60000 characters]", "tool_result_truncated": true, "tool_result_original_length": 90000}, ok, "")),
			want: []string{"qwen_code: ok -> succeeded; status; clips output:tail:telemetry; no streams"},
		},
		{what: "content off", records: one(qwenSpan(facts{"success": true, "gen_ai.tool.call.arguments": nil}, ok, "")), want: []string{"qwen_code: ok -> succeeded; status; no streams"}},
		{what: "content off, flag as a word", records: one(qwenSpan(facts{"success": "false", "gen_ai.tool.call.arguments": nil}, bad, "")), want: []string{"qwen_code: tool_error -> failed, rerun; status; no streams"}},
	})
}

func openCodeSpan(result any, more facts) told {
	r := told{service: "opencode", scope: "opencode", name: "ai.toolCall", attrs: with(facts{
		"ai.operationId": "ai.toolCall", "ai.toolCall.name": "bash", "ai.toolCall.id": "call_1", "session.id": "ses_1", "ai.toolCall.args": `{"command":"make test","timeout":20000}`,
	}, more)}
	switch v := result.(type) {
	case nil:
	case string:
		r.attrs["ai.toolCall.result"] = v
	default:
		r.attrs["ai.toolCall.result"] = js(v)
	}
	return r
}

func shellResult(output string, exit any) facts {
	return facts{"title": "make test", "metadata": facts{"output": output, "exit": exit, "truncated": false}, "output": output}
}

func TestOpenCode(t *testing.T) {
	limit := printed + "\n<shell_metadata>\nshell tool terminated command after exceeding timeout 2000 ms. If this command is expected to take longer, retry\n</shell_metadata>"
	inner := told{service: "opencode", scope: "opencode", name: "Tool.execute", id: 2, status: ptrace.StatusCodeOk, attrs: facts{"tool.name": "bash", "tool.call_id": "call_1", "session.id": "ses_1"}}
	const unknown = "opencode: unknown -> unknown; no streams, no ending"
	tellings(t, []telling{
		{
			what: "exit 0, two spans of one call", records: []told{openCodeSpan(shellResult("alpha\n", 0), nil), inner},
			want: []string{"opencode: ok 0 -> succeeded; structured; no streams", "opencode: ok 0 -> succeeded; structured; no streams"},
		},
		{what: "exit 3", records: one(openCodeSpan(shellResult(printed, 3), nil)), want: []string{"opencode: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{
			what: "time limit", records: one(openCodeSpan(shellResult(limit, nil), nil)),
			want: []string{"opencode: timeout -> incomplete, rerun; text_trailer; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{
			what: "stopped by the user", records: one(openCodeSpan(shellResult("x\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>", nil), nil)),
			want: []string{"opencode: cancelled -> incomplete, review; text_trailer; no streams"},
		},
		{
			what: "time limit, and the command ended well on its way out", records: one(openCodeSpan(shellResult(strings.TrimPrefix(limit, printed), 0), nil)),
			want: []string{"opencode: timeout 0 -> incomplete, rerun; text_trailer; no streams"},
		},
		{
			what: "stopped by the user, with a code", records: one(openCodeSpan(shellResult("x\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>", 1), nil)),
			want: []string{"opencode: cancelled 1 -> incomplete, review; text_trailer; no streams"},
		},
		{what: "ended without a code", records: one(openCodeSpan(shellResult("x", nil), nil)), want: []string{unknown}},
		{
			what: "refused", records: one(told{
				service: "opencode", scope: "opencode", name: "ai.toolCall", status: ptrace.StatusCodeError, message: "The user rejected permission to use this specific tool call.",
				attrs: openCodeSpan(nil, nil).attrs,
			}),
			want: []string{"opencode: not_executed -> not_executed; text_header; no streams"},
		},
		{
			what: "a printed report", records: one(openCodeSpan(shellResult(`{"exit_code":0,"stdout":"fine"}`, nil), nil)), want: []string{unknown},
		},
		{
			what: "a printed report beside exit 3", records: one(openCodeSpan(shellResult(`{"exit_code":0,"stdout":"fine"}`, 3), nil)),
			want: []string{"opencode: nonzero_exit 3 -> failed, rerun; structured; no streams"},
		},
		{
			what: "the end kept", records: one(openCodeSpan(facts{"title": "x", "metadata": facts{"exit": 1, "truncated": true}, "output": "...output truncated...\n\nFull output saved to: /x\n\nlast line"}, nil)),
			want: []string{"opencode: nonzero_exit 1 -> failed, rerun_uncapped; structured; clips output:head:harness; no streams"},
		},
		{
			what: "a page of a file", records: one(openCodeSpan(facts{"title": "a.go", "metadata": facts{"truncated": true}, "output": "<file>\n00001| x\n</file>"}, facts{"ai.toolCall.name": "read", "ai.toolCall.args": `{"filePath":"a.go"}`})),
			want: []string{"opencode: unknown -> unknown; clips output:tail:harness; no streams, no ending"},
		},
		{
			what: "a file that tells of an exit", records: one(openCodeSpan(facts{"title": "a.log", "output": "x\n\nCommand exited with code 3."}, facts{"ai.toolCall.name": "read", "ai.toolCall.args": `{"filePath":"a.log"}`})),
			want: []string{unknown},
		},
		{
			what: "a server that returns what looks like a shell's result", records: one(openCodeSpan(shellResult("fine", 0), facts{"ai.toolCall.name": "notes_search", "ai.toolCall.args": `{"query":"x"}`})),
			want: []string{unknown},
		},
		{
			what: "cut by telemetry behind the code", records: one(openCodeSpan(`{"title":"x","metadata":{"exit":3,"truncated":false},"output":"`+strings.Repeat("x", 80), nil)),
			want: []string{"opencode: nonzero_exit 3 -> failed, rerun; structured; clips output:tail:telemetry; finds clip_inferred; no streams"},
		},
		{
			what: "cut by telemetry before the code", records: one(openCodeSpan(`{"title":"x","metadata":{"output":"line 1\nCommand exited with code 0.`, nil)),
			want: []string{"opencode: unknown -> unknown; clips output:tail:telemetry; finds clip_inferred; no streams, no ending"},
		},
		{what: "content off", records: []told{openCodeSpan(nil, facts{"ai.toolCall.args": nil}), inner}, want: []string{unknown, unknown}},
	})
}

func copilotSpan(result string, more facts, status ptrace.StatusCode) told {
	return told{service: "github-copilot", scope: "github.copilot", name: "execute_tool bash bash", status: status, attrs: with(facts{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.id": "call_1", "gen_ai.conversation.id": "c1",
		"gen_ai.tool.call.arguments": `{"command":"make test","initial_wait":15}`, "gen_ai.tool.call.result": result,
	}, more)}
}

func TestCopilotCLI(t *testing.T) {
	ok, bad := ptrace.StatusCodeUnset, ptrace.StatusCodeError
	preview := "Output too large to read at once (217.8 KB). Saved to: /tmp/x.txt\n\nPreview (first 500 chars):\n"
	off := facts{"gen_ai.tool.call.arguments": nil, "gen_ai.tool.call.result": nil}
	const unknown = "copilot_cli: unknown -> unknown; no streams, no ending"
	tellings(t, []telling{
		{what: "exit 0", records: one(copilotSpan("alpha\n<shellId: 0 completed with exit code 0>", facts{"process.exit.code": 0}, ok)), want: []string{"copilot_cli: ok 0 -> succeeded; declared; no streams"}},
		{what: "exit 3 as a word", records: one(copilotSpan(printed+"<shellId: 1 completed with exit code 3>", facts{"process.exit.code": "3"}, ok)), want: []string{"copilot_cli: nonzero_exit 3 -> failed, rerun; declared; no streams"}},
		{what: "exit 143 as a double", records: one(copilotSpan("x", facts{"process.exit.code": 143.0}, ok)), want: []string{"copilot_cli: signal 143 SIGTERM -> incomplete, rerun; declared; no streams"}},
		{what: "without the attribute", records: one(copilotSpan("alpha\n<exited with exit code 0>", nil, ok)), want: []string{"copilot_cli: ok 0 -> succeeded; text_trailer; no streams"}},
		{what: "without the attribute, failed", records: one(copilotSpan("<exited with exit code 0>\n<exited with exit code 2>", nil, ok)), want: []string{"copilot_cli: nonzero_exit 2 -> failed, rerun; text_trailer; no streams"}},
		{
			what: "still running", records: one(copilotSpan(printed+"<command with shellId: 2 is still running after 30 seconds. Use stop_bash to stop it.>", nil, ok)),
			want: []string{"copilot_cli: running -> incomplete, reconcile; text_trailer; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{
			what: "a printed end of a command that runs on", records: one(copilotSpan("<shellId: 2 completed with exit code 0>\n<command with shellId: 2 is still running after 30 seconds.>", nil, ok)),
			want: []string{"copilot_cli: running -> incomplete, reconcile; text_trailer; no streams"},
		},
		{
			what: "preview with the harness's end", records: one(copilotSpan(preview+"line 1\n<shellId: 3 completed with exit code 1>", facts{"process.exit.code": 1}, ok)),
			want: []string{"copilot_cli: nonzero_exit 1 -> failed, rerun_uncapped; declared; clips output:tail:harness; finds clip_inferred; no streams"},
		},
		{
			what: "preview with a printed end", records: one(copilotSpan(preview+"line 1\n<shellId: 0 completed with exit code 0>", nil, ok)),
			want: []string{"copilot_cli: unknown -> unknown; clips output:tail:harness; finds clip_inferred; no streams, no ending"},
		},
		{
			what:    "exactly as long as a limit, and a printed end",
			records: one(copilotSpan(strings.Repeat("x", 4096-len("\n<shellId: 0 completed with exit code 0>"))+"\n<shellId: 0 completed with exit code 0>", nil, ok)),
			want:    []string{unknown},
		},
		{
			what: "a printed report", records: one(copilotSpan(`{"exit_code":0,"stdout":"fine"}`, nil, ok)), want: []string{unknown},
		},
		{
			what: "a printed end with something behind", records: one(copilotSpan("<shellId: 0 completed with exit code 0>\nand so on", nil, ok)), want: []string{unknown},
		},
		{
			what: "a file that another tool shows", records: one(copilotSpan("x\n<exited with exit code 3>", facts{"gen_ai.tool.name": "view", "gen_ai.tool.call.arguments": `{"path":"a.log"}`}, ok)),
			want: []string{unknown},
		},
		{
			what: "denied", records: one(copilotSpan("The user rejected this tool call.", facts{"error.type": "denied"}, bad)),
			want: []string{"copilot_cli: not_executed -> not_executed; status; no streams"},
		},
		{
			what: "denied, content off", records: one(copilotSpan("", with(off, facts{"error.type": "denied"}), bad)),
			want: []string{"copilot_cli: not_executed -> not_executed; status; no streams"},
		},
		{
			what: "the tool failed", records: one(copilotSpan("", with(off, facts{"error.type": "failure"}), bad)),
			want: []string{"copilot_cli: tool_error -> failed, rerun; status; no streams"},
		},
		{what: "content off", records: one(copilotSpan("", off, ok)), want: []string{unknown}},
	})
}

func TestCopilotVSCode(t *testing.T) {
	span := func(result string, more facts, status ptrace.StatusCode) told {
		return told{service: "copilot-chat", scope: "copilot-chat", name: "execute_tool run_in_terminal", status: status, attrs: with(facts{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "run_in_terminal", "gen_ai.tool.call.id": "call_1", "copilot_chat.chat_session_id": "c1",
			"gen_ai.tool.call.arguments": `{"command":"make test","isBackground":false}`, "gen_ai.tool.call.result": result,
		}, more)}
	}
	event := func(attrs facts) told {
		return told{log: true, service: "copilot-chat", body: "copilot_chat.tool.call", attrs: with(facts{
			"event.name": "copilot_chat.tool.call", "gen_ai.tool.name": "run_in_terminal", "duration_ms": 12, "success": true,
		}, attrs)}
	}
	fine, bad := ptrace.StatusCodeOk, ptrace.StatusCodeError
	const unknown = "copilot_vscode: unknown -> unknown; no streams, no ending"
	tellings(t, []telling{
		{what: "success and silence", records: one(span("alpha", nil, fine)), want: []string{unknown}},
		{what: "exit 1 under status OK", records: one(span(printed+"\n\nCommand exited with code 1", nil, fine)), want: []string{"copilot_vscode: nonzero_exit 1 -> failed, rerun; text_trailer; no streams"}},
		{what: "a printed report of success", records: one(span(`{"exit_code":0,"stdout":"fine"}`, nil, fine)), want: []string{unknown}},
		{
			what: "cut by telemetry", records: one(span(lines(9)+"Command exited with code 1...[truncated, original 90000 chars]", nil, fine)),
			want: []string{"copilot_vscode: unknown -> unknown; clips output:tail:telemetry; finds clip_inferred; no streams, no ending"},
		},
		{what: "failed", records: one(span("ERROR: no terminal", facts{"error.type": "Error"}, bad)), want: []string{"copilot_vscode: tool_error -> failed, rerun; status; no streams"}},
		{what: "event and span of one call", records: []told{span("alpha", nil, fine), event(nil)}, want: []string{unknown, unknown}},
		{what: "event alone", records: one(event(facts{"success": "false", "error.type": "Error"})), want: []string{"copilot_vscode: tool_error -> failed, rerun; status; no streams"}},
		{what: "content off", records: one(span("", facts{"gen_ai.tool.call.arguments": nil, "gen_ai.tool.call.result": nil}, fine)), want: []string{unknown}},
	})
}

func TestOtherAgents(t *testing.T) {
	cline := func(attrs facts) told {
		return told{log: true, service: "cline", scope: "cline", body: "task.tool_used", attrs: with(facts{"tool": "execute_command", "success": true, "ulid": "u1"}, attrs)}
	}
	goose := func(attrs facts) told {
		return told{service: "goose", scope: "goose", name: "execute_tool", attrs: with(facts{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "developer__shell", "gen_ai.tool.call.id": "call_1", "session.id": "s1",
		}, attrs)}
	}
	hands := func(output any) told {
		r := told{service: "openhands", scope: "lmnr.tracer", name: "terminal", attrs: facts{
			"lmnr.span.type": "TOOL", "lmnr.association.properties.metadata.tool_call_id": "call_1", "lmnr.association.properties.session_id": "s1",
			"lmnr.span.input": `{"command":"make test"}`,
		}}
		if output != nil {
			r.attrs["lmnr.span.output"] = output
		}
		return r
	}
	content := func(text string) []any { return []any{facts{"type": "text", "text": text}} }
	tellings(t, []telling{
		{what: "Cline: the tool ran", records: one(cline(nil)), want: []string{"cline: unknown -> unknown; no streams, no ending"}},
		{what: "Cline: the tool did not run", records: one(cline(facts{"success": false})), want: []string{"cline: tool_error -> failed, rerun; status; no streams"}},

		{what: "Goose: content off", records: one(goose(nil)), want: []string{"goose: unknown -> unknown; no streams, no ending"}},
		{what: "Goose: failed under an unset status", records: one(goose(facts{"error.type": "tool_error"})), want: []string{"goose: tool_error -> failed, rerun; status; no streams"}},
		{
			what: "Goose: exit 3", records: one(goose(facts{"gen_ai.tool.call.arguments": `{"command":"make test"}`, "gen_ai.tool.call.result": js(content(printed + "\nCommand exited with code 3"))})),
			want: []string{"goose: nonzero_exit 3 -> failed, rerun; text_trailer; no streams"},
		},
		{
			what: "Goose: time limit", records: one(goose(facts{"gen_ai.tool.call.result": js(content("step 1\n\nCommand timed out after 300 seconds")), "error.type": "tool_error"})),
			want: []string{"goose: timeout -> incomplete, rerun; text_trailer; no streams"},
		},
		{
			what: "Goose: a file that tells of an exit", records: one(goose(facts{"gen_ai.tool.name": "developer__text_editor", "gen_ai.tool.call.result": js(content("x\nCommand exited with code 3"))})),
			want: []string{"goose: unknown -> unknown; no streams, no ending"},
		},
		{
			what: "Goose: earlier versions", records: one(told{service: "goose", scope: "goose", name: "dispatch_tool_call", attrs: facts{"gen_ai.tool.name": "developer__shell", "input": `{"command":"make"}`, "output": "x\n\nCommand exited with code 2"}}),
			want: []string{"goose: nonzero_exit 2 -> failed, rerun; text_trailer; no streams"},
		},

		{what: "OpenHands: exit 0", records: one(hands(js(facts{"exit_code": 0, "timeout": false, "is_error": false, "content": content("alpha\n[The command completed with exit code 0.]")}))), want: []string{"openhands: ok 0 -> succeeded; structured; no streams"}},
		{what: "OpenHands: exit 3", records: one(hands(js(facts{"exit_code": 3, "timeout": false, "is_error": true, "content": content("x")}))), want: []string{"openhands: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{what: "OpenHands: exit 3 in a map", records: one(hands(facts{"exit_code": 3, "timeout": false, "is_error": false})), want: []string{"openhands: nonzero_exit 3 -> failed, rerun; structured; no streams"}},
		{
			what: "OpenHands: lives on", records: one(hands(js(facts{"exit_code": -1, "timeout": true, "is_error": false, "content": content(printed + "[The command has no new output after 30 seconds. You may wait longer]")}))),
			want: []string{"openhands: running -> incomplete, reconcile; structured; marks bare:pass_line,phrase:count_passed; finds timeout_with_success_marker; no streams"},
		},
		{what: "OpenHands: exit 0, and prints a report of a failure", records: one(hands(js(facts{"exit_code": 0, "timeout": false, "is_error": false, "content": content(`{"exit_code":1,"stdout":"boom"}`)}))), want: []string{"openhands: ok 0 -> succeeded; structured; no streams"}},
		{what: "OpenHands: no code, and prints a report of success", records: one(hands(js(facts{"exit_code": nil, "timeout": false, "is_error": false, "content": content(`{"exit_code":0,"stdout":"fine"}`)}))), want: []string{"openhands: unknown -> unknown; no streams, no ending"}},
		{what: "OpenHands: exit 0 beside an error", records: one(hands(js(facts{"exit_code": 0, "timeout": false, "is_error": true, "content": content("x")}))), want: []string{"openhands: tool_error -> failed, rerun; structured; no streams"}},
		{what: "OpenHands: content off", records: one(hands(nil)), want: []string{"openhands: unknown -> unknown; no streams, no ending"}},
	})
}

func TestFlagsThatFollowAreClaims(t *testing.T) {
	b := newBench(t, nil)
	b.judged(one(codexResult("shell", "true", `{"output":"x","metadata":{"exit_code":3}}`, nil)))
	assert.EqualValues(t, 1, b.sum("false_confirm_detected", "claim", "flag"))
	assert.EqualValues(t, 1, b.sum("findings", "rule", "status_contradiction"))
	b.judged(one(codexResult("exec_command", "true", codexHeader("Process exited with code 3"), facts{"call_id": "call_2"})))
	assert.EqualValues(t, 1, b.sum("false_confirm_detected"), "a flag that only says that the tool came back claims nothing")
}
