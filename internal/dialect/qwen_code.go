package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// QwenCode is the dialect of Qwen Code: an event, a span and a child span for each
// call, all of which say honestly whether the command succeeded.
func QwenCode() *Dialect {
	return &Dialect{
		Name: "qwen_code",
		Doc:  "Events and spans of Qwen Code.",
		When: []Condition{
			{Event: "qwen-code.tool_call"},
			{Signal: Spans, Attrs: []Attr{{"tool.call_id", ""}}, Name: "qwen-code.tool|qwen-code.tool.execution"},
			{Signal: Spans, Scope: "qwen-code*", Name: "qwen-code.tool|qwen-code.tool.execution"},
		},
		Parts: []Condition{
			{Signal: Spans, Attrs: []Attr{{"decision", "cancel|aborted"}}, Name: "qwen-code.tool.blocked_on_user"},
		},
		Names: []string{"qwen-code.tool.execution", "qwen-code.tool.blocked_on_user", "qwen-code.tool_call", "qwen-code.tool"},
		Keys: map[toolcall.Field][]string{
			toolcall.ToolName:       {"function_name"},
			toolcall.CallID:         {"tool.call_id", "call_id"},
			toolcall.Conversation:   {"session.id"},
			toolcall.Arguments:      {"function_args", toolcall.GenAIToolArguments, "tool_input"},
			toolcall.Result:         {toolcall.GenAIToolResult + "#output", toolcall.GenAIToolResult, "tool_result"},
			toolcall.Limit:          {"function_args#timeout", toolcall.GenAIToolArguments + "#timeout"},
			toolcall.ErrorText:      {"error", "error.message"},
			toolcall.ErrorTypeField: {"error_type"},
			toolcall.ApprovalState:  {"decision"},
		},
		Flags: []Flag{
			{Source: "success", Trust: Follows},
			{Source: "status", Words: map[string]Word{"success": SaysNothing, "error": SaysFailed}},
			{Source: "execution_status", Words: map[string]Word{"success": SaysNothing, "unknown": SaysNothing}},
			{Source: "decision", Words: map[string]Word{
				"reject": SaysNotExecuted, "cancel": SaysNotExecuted, "aborted": SaysNotExecuted,
			}},
			{Source: "tool.failure_kind", Words: map[string]Word{
				"timeout": SaysTimeout, "cancelled": SaysCancelled,
				"permission_denied": SaysNotExecuted, "permission_hook_denied": SaysNotExecuted,
				"non_interactive_denied": SaysNotExecuted, "background_agent_denied": SaysNotExecuted,
				"invocation_guard_denied": SaysNotExecuted, "plan_mode_blocked": SaysNotExecuted,
				"pre_hook_blocked": SaysNotExecuted, "post_hook_stopped": SaysFailed,
				"tool_error": SaysFailed, "tool_exception": SaysFailed,
			}},
		},
		Clips: []ClipFlag{
			{Source: "tool_result_truncated", Clip: toolcall.Clip{Stream: toolcall.ClipOutput, Side: toolcall.TailLost, By: toolcall.ByTelemetry}},
			{Source: "tool_input_truncated", Clip: toolcall.Clip{Stream: toolcall.ClipArguments, Side: toolcall.TailLost, By: toolcall.ByTelemetry}},
		},
		Endings: notExecuted(
			"permission_denied", "permission_hook_denied", "non_interactive_denied", "background_agent_denied", "invocation_guard_denied",
			"plan_mode_blocked", "pre_hook_blocked", "execution_denied", "policy_violation", "invalid_tool_params", "tool_not_registered",
		),
		Shells:    []string{"run_shell_command"},
		Policy:    termination.Policy{MinusOne: termination.Signaled, TrailerOK: true},
		Harnesses: harness.QwenCode,
		ViaParent: true,
		Refine: func(c *toolcall.Call) {
			refused(c)
			backgroundTask(c)
			unframe(c)
		},
		Notes: Notes{
			Switch:  "`telemetry.logPrompts` for arguments and results",
			With:    "Exit codes from the text of a success in the span and of a failure in the event.",
			Without: "Success, failure and time limit, which flag and status state honestly; not the exit code.",
			Blind:   "Exit code 1 of programs such as `grep` counts as success.",
		},
	}
}
