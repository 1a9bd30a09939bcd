package harness

// Claude Code writes an exit line above the output of a failed command only; a successful one is returned bare.
var claudeRules = []rule{
	{
		name: "exit_header", by: ClaudeCode, at: atHead, says: Exit, more: true,
		doc:   "A command that failed begins with its exit code.",
		forms: []string{"Exit code {code}"},
		match: []string{"Exit code 1\nFAIL", "Exit code 144", "\x1b[31mExit code 2\x1b[0m\r\nx"},
		miss:  []string{"see Exit code 1", "building\nExit code 1\nmore", "Exit code: unknown"},
	},
	{
		name: "timed_out", by: ClaudeCode, at: atHead, says: Timeout, limit: true, joins: true, when: ifKilledOrTerse,
		doc:   "The time limit killed the command. Below an exit line only a code of a killed process supports it.",
		forms: []string{"Command timed out after {dur}", "Command timed out after {dur} {rest}"},
		match: []string{"Exit code 143\nCommand timed out after 2m 0.0s\nPASS a.test.js", "Exit code 143\nCommand timed out after 10s fatal: x"},
		miss:  []string{"the doc says Command timed out after 5s usually", "Exit code 1\nCommand timed out after 5s\nx", "ok\nCommand timed out after 5s\nok"},
	},
	{
		name: "backgrounded_on_timeout", by: ClaudeCode, at: atHead, says: Running, limit: true,
		doc:   "The time limit did not kill the command but moved it to the background.",
		forms: []string{"Command did not complete within its {dur} timeout and was moved to the background (ID: {rest}"},
		match: []string{"Command did not complete within its 120s timeout and was moved to the background (ID: bx1). Output is being written to: /tmp/x."},
	},
	{
		name: "backgrounded", by: ClaudeCode, at: atHead, says: Running,
		doc: "The command was started in the background or moved there without a time limit.",
		forms: []string{
			"Command running in background with ID: {rest}", "Command was manually backgrounded by user with ID{rest}",
			"Command was moved to the background (ID: {rest}",
		},
		match: []string{"Command running in background with ID: b1. Output is being written to: /tmp/b1.output.", "Command was manually backgrounded by user with ID: b2"},
		miss:  []string{"starting\nCommand running in background with ID: b1\ndone"},
	},
	{
		name: "interrupted", by: ClaudeCode, at: atHead | atTail, says: Cancelled,
		doc:   "The user interrupted the turn or the command.",
		forms: []string{"[Request interrupted by user]", "[Request interrupted by user for tool use]", "<error>Command was aborted before completion</error>"},
		match: []string{"[Request interrupted by user for tool use]", "x\n<error>Command was aborted before completion</error>"},
		miss:  []string{"x\n[Request interrupted by user]\ny"},
	},
	{
		name: "rejected", by: ClaudeCode, at: atHead, says: NotExecuted,
		doc: "The user, a permission rule or a hook refused the call before it began.",
		forms: []string{
			"The user doesn't want to proceed with this tool use. The tool use was rejected{rest}",
			"The user doesn't want to take this action right now.{rest}",
			"Permission to use {any} has been denied{rest}",
			"Claude requested permissions to {any}, but you haven't granted it yet.{rest}",
			"PreToolUse:{word} hook error: {rest}", "PreToolUse:{word} hook returned blocking error{rest}",
			"InputValidationError: {rest}", "<tool_use_error>InputValidationError: {rest}",
			"<tool_use_error>Error: No such tool available: {rest}",
		},
		match: []string{"The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …", "<tool_use_error>InputValidationError: Bash failed</tool_use_error>"},
		miss:  []string{"note\nThe user doesn't want to proceed with this tool use. The tool use was rejected\nx"},
	},
	{
		name: "tool_use_error", by: ClaudeCode, at: atHead, says: ToolError,
		doc:   "The tool itself failed; no process ended.",
		forms: []string{"<tool_use_error>{rest}"},
		match: []string{"<tool_use_error>File has not been read yet.</tool_use_error>"},
		miss:  []string{"see <tool_use_error>"},
	},
	{
		name: "no_user_answer", by: ClaudeCode, at: atHead, says: None, limit: true,
		doc:   "A question to the user was closed by its timer. It says nothing about any process.",
		forms: []string{"No response after {dur} — the user may be away from keyboard{rest}"},
		match: []string{"No response after 60s — the user may be away from keyboard. Proceed using your best judgment based on the context so far; …"},
		miss:  []string{"No response after 60s"},
	},
	{
		name: "background_exit", by: ClaudeCode, at: atHead, says: Exit,
		doc:   "The notification that a background command ended states its exit code in a summary tag.",
		forms: notification("failed with exit code {code}", "completed (exit code {code})"),
		match: []string{
			`Background command "x" failed with exit code 143`, `Background command "x" completed (exit code 0)`,
			"<task-notification>\n<task-id>b7</task-id>\n<status>failed</status>\n<summary>Background command \"npm test\" failed with exit code 137</summary>\n</task-notification>",
		},
		miss: []string{`echo <summary>Background command "x" failed with exit code 1</summary>`, `ok
<summary>Background command "x" failed with exit code 1</summary>
ok`},
	},
	{
		name: "background_stopped", by: ClaudeCode, at: atHead, says: Signal,
		doc:   "A background command was stopped or killed. Whether on purpose, the calls before it tell.",
		forms: notification("was stopped", "was killed", "was killed{any}"),
		match: []string{`<summary>Background command "npm test" was stopped</summary>`},
	},
	{
		name: "task_waited", by: ClaudeCode, at: atHead, says: Running, limit: true, more: true,
		doc:   "Waiting for a background task ended before the task did.",
		forms: []string{"<retrieval_status>timeout</retrieval_status>"},
		match: []string{"<retrieval_status>timeout</retrieval_status>\n\n<task_id>b1</task_id>\n\n<status>running</status>\n\n<output>\nx\n</output>"},
	},
	{
		name: "task_running", by: ClaudeCode, at: atHead, says: Running, joins: true,
		doc:   "A background task goes on.",
		forms: []string{"<status>running</status>"},
		match: []string{"<status>running</status>\n\n<stdout>\nx\n</stdout>"},
		miss:  []string{"x\n<status>running</status>\ny"},
	},
	{
		name: "task_killed", by: ClaudeCode, at: atHead, says: Signal,
		doc:   "A background task was killed.",
		forms: []string{"<status>killed</status>"},
		match: []string{"<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<status>killed</status>\n\n<output>\nx\n</output>"},
	},
	{
		name: "task_exit", by: ClaudeCode, at: atHead, says: Exit,
		doc:   "A background task ended with this code.",
		forms: []string{"<exit_code>{code}</exit_code>"},
		match: []string{"<status>failed</status>\n\n<exit_code>1</exit_code>\n\n<stderr>\nx\n</stderr>"},
		miss:  []string{"x\n<exit_code>1</exit_code>\ny"},
	},
	{
		name: "task_line", by: ClaudeCode, at: atHead, more: true, joins: true,
		doc: "Lines of a task's header that state nothing about its ending.",
		forms: []string{
			"<retrieval_status>success</retrieval_status>", "<retrieval_status>not_ready</retrieval_status>", "<task_id>{word}</task_id>",
			"<task_type>{word}</task_type>", "<status>completed</status>", "<status>failed</status>",
		},
	},
	{
		name: "reminder", by: ClaudeCode, at: atTail | inTag, more: true,
		doc:   "A note to the model below the result, which may span lines; states nothing.",
		forms: []string{"</system-reminder>"},
	},
	{
		name: "reminder_line", by: ClaudeCode, at: atTail, more: true,
		doc:   "The same on one line.",
		forms: []string{"<system-reminder>{any}</system-reminder>"},
	},
	{
		name: "output_file_exit", by: ClaudeCode, at: atTail, says: Exit,
		doc:   "The file that collects a background command's output ends with its exit code.",
		forms: []string{"[exited with code {code}]"},
		match: []string{"ok\n[exited with code 0]", "x\n[exited with code 3]\n"},
		miss:  []string{"a\n[exited with code 1]\nb", "  [exited with code 1]"},
	},
	{
		name: "output_file_killed", by: ClaudeCode, at: atTail, says: Signal,
		doc:   "The file that collects a background command's output says that the harness stopped the command.",
		forms: []string{"[killed]"},
		match: []string{"ok\n[killed]\n"},
		miss:  []string{"a\n[killed]\nb", "a [killed]"},
	},
	{
		name: "output_cap_killed", by: ClaudeCode, at: atHead | atTail, says: Signal,
		doc:   "The command was killed because its output file grew too large.",
		forms: []string{"Command killed: output file exceeded {rest}"},
		match: []string{"Command killed: output file exceeded 5GB"},
	},
	{
		name: "detached_running", by: ClaudeCode, at: atTail, says: Running,
		doc:   "A task adopted from an earlier session was still running.",
		forms: []string{"[detached process still running{rest}"},
		match: []string{"x\n[detached process still running]"},
	},
	{
		name: "detached_ended", by: ClaudeCode, at: atTail,
		doc:   "A task adopted from an earlier session ended and nobody saw how: no statement.",
		forms: []string{"[process exited while detached; exit code unknown]"},
	},
	{
		name: "persisted", by: ClaudeCode | QwenCode, at: atHead, lost: lostRest,
		doc: "A large output was saved to a file; at most its beginning is shown.",
		forms: []string{
			"<persisted-output>\nOutput too large ({size}). Full output saved to: {rest}",
			"Output too large ({size}). Full output saved to: {rest}",
			"Output too large ({size}). It could not be saved, so only the first {any} are shown; the rest was dropped.{rest}",
			"Output exceeded the {any} persist limit; only the first {rest}",
		},
		match: []string{
			"<persisted-output>\nOutput too large (162.5KB). Full output saved to: /x/y.txt\n\nPreview (first 2KB):\nok",
			"Output too large (99.1 KB). Full output saved to: /x",
			"Output too large (1MB). It could not be saved, so only the first 2KB are shown; the rest was dropped. x",
		},
		miss: []string{"<persisted-output>\nhello", "a\nOutput too large (1MB). Full output saved to: /x\nb"},
	},
	{
		name: "lines_truncated", by: ClaudeCode, at: ownLine, lost: lostByPlace,
		doc:   "Earlier versions put this line where lines were taken out.",
		forms: []string{"... [{n} lines truncated] ...", "... [{n} characters truncated] ..."},
		match: []string{"a\n... [120 lines truncated] ...\nb"},
		miss:  []string{"x ... [120 lines truncated] ...", "\"... [120 lines truncated] ...\""},
	},
	{
		name: "cleared", by: ClaudeCode | OpenCode | LangChain, at: atHead, alone: true, lost: lostAll,
		doc:   "The whole result was removed later to save context.",
		forms: []string{"[Old tool result content cleared]"},
		match: []string{"[Old tool result content cleared]"},
		miss:  []string{"[Old tool result content cleared]\nand more"},
	},
	{
		name: "no_output", by: ClaudeCode | QwenCode, at: atHead, alone: true, empty: true,
		doc:   "Stands for an empty output, whatever the exit code.",
		forms: []string{"({word} completed with no output)"},
		match: []string{"(Bash completed with no output)"},
		miss:  []string{"(Bash completed with no output)\nx"},
	},
	{
		name: "no_output_or_errors", by: ClaudeCode | MCP, at: atHead, alone: true, empty: true,
		doc:   "Stands for an empty result of a tool.",
		forms: []string{"<system>Tool ran without output or errors</system>", "<system-reminder>Tool ran without output or errors</system-reminder>"},
		match: []string{"<system>Tool ran without output or errors</system>"},
	},
	{
		name: "restart_needed", by: AnthropicBash, at: atHead, says: Timeout, limit: true,
		doc:   "The reference shell tool gave up waiting; its shell must be started anew.",
		forms: []string{"timed out: bash has not returned in {n} seconds and must be restarted{rest}"},
		match: []string{"timed out: bash has not returned in 120.0 seconds and must be restarted"},
	},
	{
		name: "restart_first", by: AnthropicBash, at: atHead, alone: true, says: NotExecuted,
		doc:   "The reference shell tool takes no command before it is started anew.",
		forms: []string{"tool must be restarted.", "tool must be restarted"},
		match: []string{"tool must be restarted."},
	},
}

// notification builds the shapes in which a background command's ending arrives: the summary line alone, or in its tag.
func notification(endings ...string) []string {
	var forms []string
	for _, e := range endings {
		line := `Background command "{text}" ` + e
		forms = append(forms, line, "<summary>"+line+"</summary>{rest}",
			"<task-notification>{text}<summary>"+line+"</summary>{rest}", "<status>{text}<summary>"+line+"</summary>{rest}")
	}
	return forms
}
