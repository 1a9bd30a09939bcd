package harness

// Zed begins with a sentence about the ending; Continue ends or begins with one in brackets.
var editorRules = []rule{
	{
		name: "timed_out", by: Zed, at: atHead, says: Timeout, limit: true,
		doc:   "The command was stopped at its time limit.",
		forms: []string{"Command \"{text}\" timed out. Output captured before timeout:{rest}", "Command \"{text}\" timed out. No output was captured.{rest}"},
		match: []string{"Command \"cargo test\" timed out. Output captured before timeout:\n\n```\nok\n```"},
		miss:  []string{"x\nCommand \"cargo test\" timed out. No output was captured.\ny"},
	},
	{
		name: "stopped_by_user", by: Zed, at: atHead, says: Cancelled,
		doc:   "The user stopped the command.",
		forms: []string{"The user stopped this command.{rest}"},
		match: []string{"The user stopped this command. Output captured before stopping:\nx"},
	},
	{
		name: "terminated", by: Zed, at: atHead, says: Signal,
		doc:   "The command ended without an exit code.",
		forms: []string{"Command terminated unexpectedly. Output captured:{rest}", "Command terminated unexpectedly. No output was captured.{rest}"},
		match: []string{"Command terminated unexpectedly. Output captured:\n\n```\nok\n```"},
	},
	{
		name: "exit_header", by: Zed, at: atHead, says: Exit,
		doc:   "States the exit code of a command that failed.",
		forms: []string{"Command \"{text}\" failed with exit code {code}.{rest}"},
		match: []string{"Command \"x\" failed with exit code 101."},
	},
	{
		name: "succeeded_empty", by: Zed, at: atHead, alone: true, says: Exit, stated: true, empty: true,
		doc:   "A command that succeeded and printed nothing.",
		forms: []string{"Command executed successfully."},
		match: []string{"Command executed successfully."},
		miss:  []string{"Command executed successfully.\nx"},
	},
	{
		name: "first_bytes", by: Zed, at: atHead, lost: lostTail, more: true,
		doc:   "Only the beginning of a large output is shown.",
		forms: []string{"Command output too long. The first {n} bytes:"},
		match: []string{"Command output too long. The first 16384 bytes:\n"},
	},
	{
		name: "silent_timed_out", by: ContinueCLI, at: atTail, says: Timeout, limit: true,
		doc:   "The command was stopped because it printed nothing for too long.",
		forms: []string{"[Command timed out after {n} seconds of no output]"},
		match: []string{"ok\n\n[Command timed out after 180 seconds of no output]"},
	},
	{
		name: "exit_header", by: Cursor, at: atHead, says: Exit,
		doc:   "Cursor states the exit code above the output.",
		forms: []string{"Exit code: {code}\n\nCommand output:{rest}", "Exit code: {code}\nCommand output:{rest}"},
		match: []string{"Exit code: 1\n\nCommand output:\n\n```\nx\n```"},
		miss:  []string{"x\nExit code: 1\n\nCommand output:\ny"},
	},
	{
		name: "exit_trailer", by: Junie, at: atTail, says: Exit,
		doc:   "The run console of JetBrains' programs ends with the exit code.",
		forms: []string{"Process finished with exit code {code}", "Process finished with exit code {code} ({any})"},
		match: []string{"x\n\nProcess finished with exit code 1"},
		miss:  []string{"Process finished with exit code 1\nx"},
	},
	{
		name: "exit_error", by: ContinueCLI, at: atHead, says: Exit,
		doc:   "States the exit code of a command that failed.",
		forms: []string{"Error (exit code {code}): {rest}"},
		match: []string{"Error (exit code 1): boom", "Error executing tool Bash: Error (exit code 1): boom"},
		miss:  []string{"x\nError (exit code 1): boom\ny"},
	},
}
