package harness

// Gemini CLI and its descendant Qwen Code end a result with a block of labelled lines. They follow free output, so only
// the last block counts, and only in the order in which it is written.
var geminiRules = []rule{
	{
		name: "exit_trailer", by: GeminiCLI | QwenCode, at: atTail, says: Exit, more: true, rank: 3,
		doc:   "The exit code of a command that failed.",
		forms: []string{"Exit Code: {code}"},
		when:  ifFailed,
		match: []string{"Exit Code: 1", "Output: x\nExit Code: 3\nProcess Group PGID: 19059", "Output: x\nError: (none)\nExit Code: 2\nSignal: (none)\nBackground PIDs: 1, 2\nProcess Group PGID: 5201"},
		miss:  []string{"Exit Code: 1\nmore", "Process Group PGID: 1\nExit Code: x", "Exit code 1", "Exit Code: 1 today"},
	},
	{
		name: "exit_zero_trailer", by: QwenCode, at: atTail, says: Exit, more: true, rank: 3,
		doc:   "Qwen Code, and Gemini CLI before it dropped the line, also write it for success.",
		forms: []string{"Exit Code: {code}"},
		when:  ifSucceeded,
		match: []string{"Output: x\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)"},
		miss:  []string{"Exit Code: 0\nand then more"},
	},
	{
		name: "signal_trailer", by: GeminiCLI | QwenCode, at: atTail, says: Signal, more: true, rank: 4,
		doc:   "The signal that ended the command.",
		forms: []string{"Signal: {sig}"},
		match: []string{"Exit Code: (none)\nSignal: 15", "<untrusted_context>\nOutput: x\nSignal: 9\nProcess Group PGID: 1\n</untrusted_context>", "x\nSignal: SIGKILL"},
		miss:  []string{"Signal: (none)", "Signal: 15\nx", "Signal: 0", "Signal: strong"},
	},
	{
		name: "empty_output", by: GeminiCLI | QwenCode, at: atHead | atTail, empty: true, more: true, rank: 1,
		doc:   "Stands for an empty output.",
		forms: []string{"Output: (empty)"},
		match: []string{"Output: (empty)", "<untrusted_context>\nOutput: (empty)\nProcess Group PGID: 19278\n</untrusted_context>", "Command: true\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)"},
		miss:  []string{"Output: (empty)\nx"},
	},
	{
		name: "trailer_line", by: GeminiCLI | QwenCode, at: atTail, more: true, rank: 3,
		doc:   "A line of the block that states nothing.",
		forms: []string{"Exit Code: (none)"},
	},
	{
		name: "trailer_error_line", by: GeminiCLI | QwenCode, at: atTail, more: true, rank: 2,
		doc:   "A line of the block that states nothing.",
		forms: []string{"Error: (none)"},
	},
	{
		name: "trailer_signal_line", by: GeminiCLI | QwenCode, at: atTail, more: true, rank: 4,
		doc:   "A line of the block that states nothing.",
		forms: []string{"Signal: (none)"},
	},
	{
		name: "trailer_background_line", by: GeminiCLI | QwenCode, at: atTail, more: true, rank: 5,
		doc:   "Lists processes that the command left behind.",
		forms: []string{"Background PIDs: {rest}"},
	},
	{
		name: "trailer_group_line", by: GeminiCLI | QwenCode, at: atTail, more: true, rank: 6,
		doc:   "Names the process group.",
		forms: []string{"Process Group PGID: {n}", "Process Group PGID: (none)"},
	},
	{
		name: "trailer_digest_line", by: QwenCode, at: atTail, more: true, rank: 7,
		doc:   "A digest of the result: no sign that anything was cut.",
		forms: []string{"Full output sha256: {word}", "[Note: Could not save full output to file]"},
	},
	{
		name: "wrapper", by: GeminiCLI, at: atHead | atTail, more: true,
		doc:   "The tag in which Gemini CLI encloses a result.",
		forms: []string{"<untrusted_context>", "</untrusted_context>"},
	},
	{
		name: "header_line", by: QwenCode | GeminiCLI, at: atHead, more: true,
		doc:   "Echoes the command; states nothing.",
		forms: []string{"Command: {rest}", "Directory: {rest}"},
	},
	{
		name: "inactive", by: GeminiCLI, at: atHead, says: Timeout, limit: true,
		doc:   "The command was stopped because it printed nothing for too long.",
		forms: []string{"Command was automatically cancelled because it exceeded the timeout of {n} minutes without output.{rest}"},
		match: []string{"Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output. Below is the output before it was cancelled:\nok", "<untrusted_context>\nCommand was automatically cancelled because it exceeded the timeout of 0.0 minutes without output. Below is the output before it was cancelled:\nPASS\n</untrusted_context>"},
		miss:  []string{"a\nCommand was automatically cancelled because it exceeded the timeout of 5.0 minutes without output.\nb"},
	},
	{
		name: "timed_out", by: QwenCode, at: atHead, says: Timeout, limit: true,
		doc:   "The command was stopped at its time limit.",
		forms: []string{"Command timed out after {dur} before it could complete.{rest}"},
		match: []string{"Command timed out after 120000ms before it could complete. Below is the output before it timed out:\nok"},
	},
	{
		name: "tool_timed_out", by: QwenCode, at: atHead, alone: true, says: Timeout, limit: true,
		doc:   "The scheduler gave up on the tool.",
		forms: []string{"Tool execution timed out", "Tool execution timed out{rest}"},
		match: []string{"Tool execution timed out"},
	},
	{
		name: "cancelled_by_user", by: GeminiCLI | QwenCode, at: atHead, says: Cancelled,
		doc: "The user stopped the command, or the turn in which it ran.",
		forms: []string{
			"Command was cancelled by user before it could complete.{rest}", "User cancelled tool execution.{rest}", "Tool call cancelled by user.{rest}",
		},
		match: []string{"Command was cancelled by user before it could complete. Below is the output before it was cancelled:\nx"},
	},
	{
		name: "refused", by: GeminiCLI | QwenCode, at: atHead, says: NotExecuted,
		doc: "The call was cancelled or denied before it began.",
		forms: []string{
			"Command was cancelled by user before it could start.{rest}", "[Operation Cancelled] Reason: User denied{rest}",
			"[Operation Cancelled] Reason: User did not allow{rest}", "[Operation Cancelled] Reason: User rejected{rest}", "[Operation Cancelled] Reason: Denied{rest}",
			"Tool execution denied by policy.{rest}", "Command rejected because it could not be parsed safely{rest}",
			"User denied execution{rest}", "User did not allow tool call{rest}",
		},
		match: []string{"Command was cancelled by user before it could start.", "[Operation Cancelled] Reason: User denied execution."},
	},
	{
		name: "operation_cancelled", by: GeminiCLI | QwenCode, at: atHead, says: Cancelled,
		doc:   "The turn was stopped, perhaps while the tool ran.",
		forms: []string{"[Operation Cancelled] Reason: {rest}"},
		match: []string{"[Operation Cancelled] Reason: User cancelled tool execution."},
		miss:  []string{"log: [Operation Cancelled] Reason: x"},
	},
	{
		name: "backgrounded", by: GeminiCLI | QwenCode, at: atHead, says: Running,
		doc:   "The command lives on in the background.",
		forms: []string{"Command moved to background (PID: {rest}", "Command is running in background. PID: {rest}", "Command is running in background (PID: {rest}", "Background shell started.{rest}"},
		match: []string{"Command moved to background (PID: 123). Output hidden.", "Command is running in background. PID: 9. Initial output:"},
	},
	{
		name: "first_and_last", by: GeminiCLI, at: atHead, lost: lostMiddle,
		doc:   "A large output is shown from both ends.",
		forms: []string{"Output too large. Showing first {n} and last {n} characters. For full output see: {rest}"},
		match: []string{"Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /x"},
		miss:  []string{"a\nOutput too large. Showing first 8,000 and last 32,000 characters. For full output see: /x\nb"},
	},
	{
		name: "omitted", by: GeminiCLI, at: ownLine, lost: lostByPlace,
		doc:   "Stands where output was taken out.",
		forms: []string{"... [{n} characters omitted] ...", "... [{n} lines omitted] ..."},
		match: []string{"a\n... [1,200 characters omitted] ...\nb"},
		miss:  []string{"a ... [1,200 characters omitted] ..."},
	},
	{
		name: "buffer_limit", by: GeminiCLI, at: ownLine, lost: lostHead,
		doc:   "The buffer keeps the newest output, so the beginning is lost although the note stands at the end.",
		forms: []string{"[GEMINI_CLI_WARNING: Output truncated. The buffer is limited to {rest}"},
		match: []string{"x\n[GEMINI_CLI_WARNING: Output truncated. The buffer is limited to 16MB.]"},
	},
	{
		name: "content_truncated", by: QwenCode, at: ownLine, lost: lostMiddle,
		doc:   "Stands where the middle was taken out.",
		forms: []string{"... [CONTENT TRUNCATED] ..."},
		match: []string{"---\n... [CONTENT TRUNCATED] ...\n---"},
		miss:  []string{"The marker '... [CONTENT TRUNCATED] ...' indicates"},
	},
	{
		name: "too_large", by: QwenCode | GeminiCLI, at: atHead, lost: lostMiddle,
		doc:   "A large output is shown from both ends and saved to a file.",
		forms: []string{"Tool output was too large and has been truncated.{rest}"},
		match: []string{"Tool output was too large and has been truncated.\nThe full output has been saved to: /x"},
	},
	{
		name: "telemetry_length", by: GeminiCLI, at: atSuffix, lost: lostTail, preview: true,
		doc:   "Telemetry carries only the beginning of the value; the agent saw more.",
		forms: []string{"...[TRUNCATED: original length {n}]"},
		match: []string{`{"x":"lorem 01...[TRUNCATED: original length 498561]`},
		miss:  []string{"...[TRUNCATED: original length 498561] x"},
	},
	{
		name: "telemetry_limit", by: QwenCode, at: atSuffix, lost: lostTail, preview: true,
		doc:   "Telemetry carries only the beginning of the value; the agent saw more.",
		forms: []string{"[TRUNCATED - Content exceeds configured limit of {n} characters]"},
		match: []string{"abc\n[TRUNCATED - Content exceeds configured limit of 60000 characters]"},
	},
	{
		name: "telemetry_ellipsis", by: QwenCode, at: atSuffix, lost: lostTail, preview: true, only: true,
		doc:   "The same for short values.",
		forms: []string{"…[truncated]"},
		match: []string{"mysql, redis-se…[truncated]"},
	},
}
