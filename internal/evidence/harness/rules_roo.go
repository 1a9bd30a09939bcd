package harness

// Roo Code names the terminal and the folder first, then how the command ended, then the output. What stands below the
// line that opens the output is the command's.
var rooRules = []rule{
	{
		name: "timed_out", by: RooCode, at: atHead, says: Timeout, limit: true,
		doc:   "The user's time limit ended the command.",
		forms: []string{"The command was terminated after exceeding a user-configured {n}s timeout.{rest}"},
		match: []string{"The command was terminated after exceeding a user-configured 60s timeout. Do not try to re-run the command."},
	},
	{
		name: "exit_header", by: RooCode, at: atHead, says: Exit, more: true,
		doc:   "States the exit code.",
		forms: []string{"Command executed in {any}'. Exit code: {code}", "Exit code: {code}"},
		when:  ifOutputFollows,
		match: []string{
			"Command executed in terminal within working directory '/w'. Exit code: 1\nOutput:\n",
			"Command executed in '/p'. Command execution was not successful, inspect the cause and adjust as needed.\nExit code: 2\n\nOutput (2.1MB) persisted. Artifact ID: a1",
		},
		miss: []string{"x\nExit code: 1\nOutput:\ny"},
	},
	{
		name: "signal_header", by: RooCode, at: atHead, says: Signal,
		doc:   "The command was ended by a signal.",
		forms: []string{"Process terminated by signal {sig}{rest}", "Command executed in {any}'. Process terminated by signal {sig}{rest}"},
		match: []string{"Process terminated by signal SIGKILL", "Command executed in terminal within working directory '/w'. Process terminated by signal SIGKILL (9)\nOutput:\n"},
	},
	{
		name: "still_running", by: RooCode, at: atHead, says: Running,
		doc:   "The command goes on in the terminal; a code further down would be the command's own text.",
		forms: []string{"Command is still running in terminal{rest}"},
		match: []string{"Command is still running in terminal 1 …"},
	},
	{
		name: "no_exit_code", by: RooCode, at: atHead,
		doc:   "The terminal reported no exit code: no statement.",
		forms: []string{"Exit code: <undefined, notify user>{rest}", "<VSCE exit code is undefined:{rest}"},
	},
	{
		name: "header_line", by: RooCode, at: atHead, more: true,
		doc:   "Begins the header.",
		forms: []string{"Command executed in {any}'. Command execution was not successful, inspect the cause and adjust as needed.", "Command executed in {any}'."},
	},
	{
		name: "persisted", by: RooCode, at: atHead, lost: lostMiddle, joins: true,
		doc:   "A large output is shown from both ends and saved to a file.",
		forms: []string{"Output ({size}) persisted. Artifact ID: {rest}"},
		match: []string{"Output (55 KB) persisted. Artifact ID: cmd-1.txt\n\nPreview:", "Command executed in '/w'. Exit code: 0\n\nOutput (1.5MB) persisted. Artifact ID: cmd-1.txt\n\nPreview:\nx"},
	},
	{
		name: "bytes_omitted", by: RooCode, at: ownLine, lost: lostByPlace,
		doc:   "Stands where the middle was taken out.",
		forms: []string{"[...{n} bytes omitted...]"},
		match: []string{"a\n[...500 bytes omitted...]\nb"},
	},
}
