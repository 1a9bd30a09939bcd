package harness

// opencode adds what it has to say in a tag at the end of the text; its newer core writes plain lines instead.
var opencodeRules = []rule{
	{
		name: "metadata", by: OpenCode, at: atTail | inTag, more: true,
		doc:   "Closes the tag in which the statements stand.",
		forms: []string{"</shell_metadata>", "</bash_metadata>"},
	},
	{
		name: "timed_out", by: OpenCode, at: inTag, says: Timeout, limit: true,
		doc:   "The command was stopped at its time limit.",
		forms: []string{"shell tool terminated command after exceeding timeout {n} ms{rest}", "bash tool terminated command after exceeding timeout {n} ms{rest}"},
		match: []string{
			"ok\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 120000 ms. If this…\n</shell_metadata>",
			"<bash_metadata>\nbash tool terminated command after exceeding timeout 1000 ms\n</bash_metadata>",
		},
		miss: []string{"shell tool terminated command after exceeding timeout 120000 ms", "<shell_metadata>\nshell tool terminated command after exceeding timeout 120000 ms\n</shell_metadata>\nmore", "shell tool terminated command after exceeding timeout 1 ms\n</shell_metadata>"},
	},
	{
		name: "aborted", by: OpenCode, at: inTag, says: Cancelled,
		doc:   "The user stopped the command.",
		forms: []string{"User aborted the command{rest}"},
		match: []string{"<shell_metadata>\nUser aborted the command\n</shell_metadata>"},
		miss:  []string{"User aborted the command\nx"},
	},
	{
		name: "core_timed_out", by: OpenCode, at: atHead | atTail, says: Timeout, limit: true,
		doc:   "The newer core says it in a plain line.",
		forms: []string{"Command exceeded timeout of {n} ms.{rest}", "Command timed out before completion."},
		match: []string{"Command exceeded timeout of 120000 ms. Retry with a larger timeout if the command is expected to take longer.", "x\n\nCommand timed out before completion."},
	},
	{
		name: "core_exit", by: OpenCode, at: atTail, says: Exit,
		doc:   "The newer core ends with the exit code, with a full stop.",
		forms: []string{"Command exited with code {code}."},
		match: []string{"ok\n\nCommand exited with code 1."},
		miss:  []string{"Command exited with code 1.\nx"},
	},
	{
		name: "refused", by: OpenCode, at: atHead, says: NotExecuted,
		doc: "The user or a rule refused the call, or its arguments were invalid.",
		forms: []string{
			"The user rejected permission to use this specific tool call{rest}",
			"The user has specified a rule which prevents you from using this specific tool call{rest}",
			"The {word} tool was called with invalid arguments{rest}",
		},
		match: []string{"The user rejected permission to use this specific tool call.", "The bash tool was called with invalid arguments: x"},
	},
	{
		name: "tool_aborted", by: OpenCode, at: atHead, alone: true, says: Cancelled,
		doc:   "The turn was stopped while the tool ran.",
		forms: []string{"Tool execution aborted"},
		match: []string{"Tool execution aborted"},
	},
	{
		name: "head_dropped", by: OpenCode, at: atHead, lost: lostHead,
		doc:   "The shell keeps the end of a large output.",
		forms: []string{"...output truncated..."},
		match: []string{"...output truncated...\n\nFull output saved to: /x\n\nok"},
		miss:  []string{"x\n...output truncated...\ny"},
	},
	{
		name: "lines_truncated", by: OpenCode, at: atHead | atTail | ownLine, lost: lostByPlace, more: true,
		doc:   "Stands where output was taken out.",
		forms: []string{"...{n} lines truncated...", "...{n} bytes truncated..."},
		match: []string{"...12 lines truncated...", "a\n\n...12 lines truncated...\n\nb"},
	},
	{
		name: "hint", by: OpenCode, at: atHead | atTail, lost: lostByPlace, more: true, joins: true,
		doc:   "Explains a truncation; it does not say that the command succeeded.",
		forms: []string{"The tool call succeeded but the output was truncated.{rest}"},
		match: []string{"a.go:1: x\n\nThe tool call succeeded but the output was truncated. Full output saved to: /tmp/x"},
	},
	{
		name: "hint_line", by: OpenCode, at: atHead | atTail, more: true, joins: true,
		doc:   "Advice below the explanation.",
		forms: []string{"Use the Task tool to have {rest}", "Use Grep to search the full content or Read {rest}"},
	},
	{
		name: "capture_limit", by: OpenCode, at: ownLine, lost: lostByPlace,
		doc:   "More output came than the shell may hold in memory.",
		forms: []string{"[output capture truncated at the in-memory safety limit]"},
		match: []string{"x\n[output capture truncated at the in-memory safety limit]"},
	},
	{
		name: "compacted", by: OpenCode, at: ownLine, lost: lostByPlace,
		doc:   "A result was shortened or emptied later to save context.",
		forms: []string{"[Tool output truncated for compaction: omitted {n} chars]"},
		match: []string{"[Tool output truncated for compaction: omitted 5000 chars]"},
	},
	{
		name: "search_limit", by: OpenCode | ClaudeCode, at: atTail, lost: lostTail,
		doc:   "A search found more than it lists.",
		forms: []string{"(Results are truncated. Consider using a more specific path or pattern.)"},
		match: []string{"a.go\nb.go\n(Results are truncated. Consider using a more specific path or pattern.)"},
	},
	{
		name: "old_limit", by: OpenCode, at: atTail, lost: lostTail,
		doc:   "Earlier versions ended a shortened output so.",
		forms: []string{"(Output was truncated due to length limit)"},
		match: []string{"x\n(Output was truncated due to length limit)"},
	},
}
