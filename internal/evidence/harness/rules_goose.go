package harness

// Goose, pi, OpenClaw and Hermes leave an empty line after the output and end with a sentence.
var gooseRules = []rule{
	{
		name: "timed_out", by: Goose | Pi | OpenClaw, at: atTail, says: Timeout, limit: true, more: true,
		doc: "The command was killed at its time limit, or after too long a silence.",
		forms: []string{
			"Command timed out after {n} seconds", "Command timed out after {n} seconds.", "(Command timed out after {n} seconds)",
			"Command timed out", "Command timed out.", "Command timed out waiting for output", "(Command timed out waiting for output)",
		},
		match: []string{"ok\n\nCommand timed out after 300 seconds", "Command timed out", "ok\n\nCommand timed out after 60 seconds", "Command timed out waiting for output"},
		miss:  []string{"Command timed out after 300 seconds\nx\ny", "My Command timed out"},
	},
	{
		name: "exit_trailer", by: Goose | Pi | OpenClaw | CopilotVSCode, at: atTail, says: Exit, more: true,
		doc:   "States the exit code.",
		forms: []string{"Command exited with code {code}", "(Command exited with code {code})"},
		match: []string{"ok\n\nCommand exited with code 3", "(Command exited with code 3)", "x\n\n[Showing lines 9-30 of 30. Full output: /x]\n\nCommand exited with code 1"},
		miss:  []string{"Command exited with code 3\nx"},
	},
	{
		name: "still_running", by: OpenClaw, at: atHead | atTail, says: Running,
		doc:   "The command goes on in a session.",
		forms: []string{"Command still running (session {rest}"},
		match: []string{"Command still running (session amber-fox, pid 123). Use process (list/poll/log) for follow-up."},
	},
	{
		name: "aborted", by: Pi | OpenClaw, at: atTail, says: Signal, more: true,
		doc: "The command was aborted; some wordings name the signal.",
		forms: []string{
			"Command aborted", "Command aborted.", "(Command aborted)", "Command aborted by signal {sig}", "(Command aborted by signal {sig})",
			"Command aborted before exit code was captured", "(Command aborted before exit code was captured)",
		},
		match: []string{"ok\n\nCommand aborted", "Command aborted by signal SIGKILL", "Command aborted before exit code was captured"},
		miss:  []string{"Command aborted\nx"},
	},
	{
		name: "no_output", by: OpenCode | Goose | Pi | OpenClaw | DesktopCommander, at: atHead, empty: true, more: true,
		doc:   "Stands for an empty output.",
		forms: []string{"(no output)", "(No output produced)", "(No output in requested range)"},
		match: []string{"(no output)", "(No output produced)", "(no output)\n\nCommand exited with code 1"},
		miss:  []string{"(no output)\nx"},
	},
	{
		name: "output_limit", by: Goose, at: ownLine, lost: lostHead,
		doc:   "Only the last lines of a large output are shown.",
		forms: []string{"[Output exceeded {n} line limit ({n} lines total).{rest}", "[Output exceeded {n} byte limit ({n} bytes total).{rest}"},
		match: []string{"[Output exceeded 2000 line limit (3000 lines total). Full output saved to /x"},
	},
	{
		name: "showing_lines", by: Pi | OpenClaw, at: atTail, lost: lostInPages, more: true,
		doc:   "Names the lines that are shown.",
		forms: []string{"[Showing lines {n}-{n} of {n}{rest}"},
		match: []string{"x\n[Showing lines 1001-3000 of 3000 (50KB limit). Full output: /x]"},
		miss:  []string{"[Showing lines 1-10 of 10]"},
	},
	{
		name: "showing_last", by: Pi | OpenClaw, at: atTail, lost: lostHead, more: true,
		doc:   "One line was too long; its end is shown.",
		forms: []string{"[Showing last {word} of line {rest}"},
		match: []string{"x\n[Showing last 50KB of line 7 (line is 90KB). Full output: /x]"},
	},
	{
		name: "bracketed_timed_out", by: HermesAgent, at: atTail, says: Timeout, limit: true,
		doc:   "The command was killed at its time limit.",
		forms: []string{"[Command timed out after {n}s]"},
		match: []string{"ok\n[Command timed out after 180s]"},
		miss:  []string{"[Command timed out after 180s]\nx"},
	},
	{
		name: "bracketed_interrupted", by: HermesAgent, at: atTail, says: Signal, signal: "SIGINT",
		doc:   "The command was interrupted.",
		forms: []string{"[Command interrupted]"},
		match: []string{"ok\n[Command interrupted]"},
	},
}
