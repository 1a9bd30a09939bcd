package harness

// Codex writes a block of header lines and opens the output with a line of its own. What stands below that line is the
// command's, with two exceptions that the header must bear out.
var codexRules = []rule{
	{
		name: "exit_header", by: Codex, at: atHead, says: Exit, more: true,
		doc:   "The classic shell tool states the exit code and the time it took.",
		forms: []string{"Exit code: {code}\nWall time: {rest}", "exit_code: {code}\nWall time: {rest}"},
		match: []string{"Exit code: 124\nWall time: 10 seconds\nOutput:\n", "Exit code: 1\r\nWall time: 1 seconds\r\nOutput:\r\nx"},
		miss:  []string{"Exit code: 1\nx", "Output:\nExit code: 1\nWall time: 1 seconds"},
	},
	{
		name: "process_exited", by: Codex, at: atHead, says: Exit, more: true,
		doc:   "The session tool states the exit code in its header.",
		forms: []string{"Process exited with code {code}"},
		match: []string{"Chunk ID: ab\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n"},
		miss:  []string{"Chunk ID: ab\nWall time: 0.1 seconds\nProcess running with session ID 3\nOutput:\nProcess exited with code 0", "a\nProcess exited with code 1"},
	},
	{
		name: "process_running", by: Codex, at: atHead, says: Running, more: true,
		doc:   "The session tool returned while the process lived on.",
		forms: []string{"Process running with session ID {rest}"},
		match: []string{"Wall time: 1.2500 seconds\nProcess running with session ID 3"},
		miss:  []string{"x\nProcess running with session ID 3"},
	},
	{
		name: "header_line", by: Codex, at: atHead, joins: true, more: true,
		doc:   "Header lines that state nothing about the ending.",
		forms: []string{"Chunk ID: {rest}", "Wall time: {n} seconds", "Original token count: {n}"},
	},
	{
		name: "output_line", by: Codex, at: atHead, joins: true, more: true, opens: true, when: ifNotAlone,
		doc:   "Opens the command's own output.",
		forms: []string{"Output:"},
	},
	{
		name: "timed_out", by: Codex, at: atHead, joins: true, says: Timeout, limit: true, after: true,
		doc:   "The first line of the output names the time limit. Below a header only exit code 124 supports it.",
		forms: []string{"command timed out after {n} milliseconds"},
		when:  ifLimitCode,
		match: []string{"Exit code: 124\nWall time: 10 seconds\nOutput:\ncommand timed out after 10012 milliseconds\nok", "command timed out after 2003 milliseconds\nPASS"},
		miss:  []string{"Command timed out after 3 milliseconds", "Exit code: 0\nWall time: 1 seconds\nOutput:\ncommand timed out after 5 milliseconds", "Exit code: 124\nWall time: 1 seconds\nOutput:\nx\ncommand timed out after 5 milliseconds"},
	},
	{
		name: "aborted_by_user", by: Codex, at: atHead, says: Cancelled,
		doc:   "The user stopped the command.",
		forms: []string{"aborted by user", "aborted by user after {dur}", "command aborted by user", "command aborted by user after {dur}"},
		match: []string{"aborted by user after 3.2s", "command aborted by user", "Wall time: 4.2 seconds\naborted by user"},
		miss:  []string{"x\naborted by user", "aborted by user request"},
	},
	{
		name: "tool_call_timed_out", by: Codex, at: atHead, says: Running, limit: true,
		doc: "The client of a tool server stopped waiting; the server may still be at work.",
		forms: []string{
			"tool call error: tool call failed for {any}\n\nCaused by:\n    timed out awaiting tools/call after {dur}",
			"tool call failed for {any}\n\nCaused by:\n    timed out awaiting tools/call after {dur}",
			"tool call error: timed out awaiting tools/call after {dur}{any}", "tool call error: timed out awaiting tools/call after {dur}",
			"timed out awaiting tools/call after {dur}",
		},
		match: []string{
			"tool call error: tool call failed for `notes/search`\n\nCaused by:\n    timed out awaiting tools/call after 60s",
			"timed out awaiting tools/call after 300s", "tool call error: timed out awaiting tools/call after 10s",
		},
		miss: []string{"log: timed out awaiting tools/call after 60s", "x\ntimed out awaiting tools/call after 60s"},
	},
	{
		name: "tool_call_failed", by: Codex, at: atHead, says: ToolError,
		doc:   "A tool server could not be reached, or failed.",
		forms: []string{"tool call error: {rest}"},
		match: []string{"tool call error: tool call failed for `notes/search`\n\nCaused by:\n    Mcp error: -32603: boom"},
		miss:  []string{"a tool call error: x"},
	},
	{
		name: "rejected", by: Codex, at: atHead, says: NotExecuted,
		doc: "The user or the policy refused the call, or its arguments could not be read.",
		forms: []string{
			"exec command rejected by user{rest}", "patch rejected by user{rest}", "unsupported call: {rest}",
			"failed to parse function arguments: {rest}", "approval policy is {rest}",
		},
		match: []string{"exec command rejected by user", "patch rejected by user"},
		miss:  []string{"log: exec command rejected by user"},
	},
	{
		name: "sandbox_signal", by: Codex, at: atHead, says: Signal,
		doc:   "The command died by a signal in the sandbox.",
		forms: []string{"execution error: Sandbox(Signal({sig}))"},
		match: []string{"execution error: Sandbox(Signal(9))"},
	},
	{
		name: "sandbox_timeout", by: Codex, at: atHead, says: Timeout, limit: true,
		doc:   "The sandbox stopped the command at its time limit.",
		forms: []string{"execution error: Sandbox(Timeout{rest}"},
		match: []string{"execution error: Sandbox(Timeout { output: .. })"},
	},
	{
		name: "execution_error", by: Codex, at: atHead, says: ToolError,
		doc:   "The command could not be run or watched.",
		forms: []string{"execution error: {rest}", "exec_command failed for {rest}", "failed in sandbox: {rest}", "write_stdin failed: {rest}"},
		match: []string{"execution error: Io(Os { code: 2 })"},
		miss:  []string{"an execution error: x"},
	},
	{
		name: "total_lines", by: Codex, at: atHead, joins: true, lost: lostMiddle, after: true,
		doc:   "States the number of lines before the middle was taken out; an empty line follows it, or other header lines do.",
		forms: []string{"Total output lines: {n}\n\n{rest}"},
		match: []string{"Total output lines: 4003\n\nline 1", "Exit code: 0\nWall time: 1 seconds\nOutput:\nTotal output lines: 400\n\nx"},
		miss:  []string{"Total output lines: 4003\nline 1", "x\nTotal output lines: 4003\n\ny"},
	},
	{
		name: "total_lines_header", by: Codex, at: atHead, joins: true, lost: lostMiddle, more: true, after: true,
		doc:   "The same among the header lines.",
		forms: []string{"Total output lines: {n}", "Warning: truncated output (original token count: {n})"},
		when:  ifNotAlone,
		match: []string{"Warning: truncated output (original token count: 9000)\nTotal output lines: 400\n", "Exit code: 0\nWall time: 1 seconds\nTotal output lines: 400\nOutput:\nx"},
		miss:  []string{"Total output lines: 400"},
	},
	{
		name: "middle_truncated", by: Codex, at: inLine, lost: lostMiddle,
		doc:   "Stands where the middle was taken out, in the middle of a line.",
		forms: []string{"…{n} tokens truncated…", "…{n} chars truncated…"},
		match: []string{"head…532 tokens truncated…tail"},
		miss:  []string{"it prints \"…532 tokens truncated…\"", "…many tokens truncated…"},
	},
	{
		name: "omitted", by: Codex, at: ownLine, lost: lostByPlace,
		doc:   "A version of autumn 2025 put these lines where output was taken out.",
		forms: []string{"[... omitted {n} of {n} lines ...]", "[... output truncated to fit {n} bytes ...]"},
		match: []string{"[... omitted 40 of 400 lines ...]", "a\n[... output truncated to fit 10240 bytes ...]"},
		miss:  []string{"x [... omitted 40 of 400 lines ...]"},
	},
	{
		name: "telemetry_preview", by: Codex, at: atSuffix, lost: lostTail, preview: true,
		doc:   "Telemetry carries only the beginning; the agent saw more.",
		forms: []string{"[... telemetry preview truncated ...]"},
		match: []string{"ok\n[... telemetry preview truncated ...]"},
		miss:  []string{"[... telemetry preview truncated ...]\nx"},
	},
}
