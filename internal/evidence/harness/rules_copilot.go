package harness

const copilot = CopilotCLI | CopilotVSCode

// Copilot ends a result with a line in angle brackets.
var copilotRules = []rule{
	{
		name: "exit_trailer", by: copilot, at: atTail, says: Exit,
		doc:   "States the exit code.",
		forms: []string{"<exited with exit code {code}>", "<shellId: {word} completed with exit code {code}>", "<completed with exit code {code}>", "<shellId: {word} exited with exit code {code}>", "<command with shellId: {word} completed with exit code {code}>", "<command with shellId: {word} exited with exit code {code}>"},
		match: []string{"<exited with exit code 1>", "x\n<shellId: 3 completed with exit code 0>"},
		miss:  []string{"<exited with exit code 1>\nx", "x <exited with exit code 1>"},
	},
	{
		name: "still_running", by: copilot, at: atHead | atTail, says: Running, limit: true,
		doc:   "The time to wait is over; the command goes on.",
		forms: []string{"<command with shellId: {word} is still running after {n} seconds{rest}", "The command is still running, with output:{rest}"},
		match: []string{"<command with shellId: 0 is still running after 30 seconds. …>", "PASS\n3 passed\n<command with shellId: 2 is still running after 30 seconds. Use stop_bash to stop it.>"},
		miss:  []string{"x\n<command with shellId: 2 is still running after 30 seconds.>\ny"},
	},
	{
		name: "backgrounded", by: copilot, at: atHead | atTail, says: Running,
		doc:   "The command was started in the background.",
		forms: []string{"<command started in background with shellId: {rest}", "<command started in (detached) background with shellId: {rest}", "<command started in detached background with shellId: {rest}"},
		match: []string{"<command started in background with shellId: 2>", "<command started in (detached) background with shellId: 2>"},
	},
	{
		name: "refused", by: copilot, at: atHead, says: NotExecuted,
		doc: "The user or a guard refused the call before it began.",
		forms: []string{
			"Command not executed. {rest}", "The user rejected this tool call{rest}", "Permission denied and could not request permission from user{rest}",
			"The user does not want to proceed with this tool{rest}", "The user chose to skip the tool call{rest}", "The user cancelled the tool call.{rest}",
		},
		match: []string{"Command not executed. The 'kill' command must specify at least one numeric PID. Usage: kill <PID> or kill -9 <PID>"},
		miss:  []string{"x\nCommand not executed. y"},
	},
	{
		name: "no_output", by: CopilotVSCode, at: atHead, empty: true, more: true,
		doc:   "Stands for an empty output.",
		forms: []string{"Command produced no output", "The command produced no output"},
		match: []string{"Command produced no output", "Command produced no output\n\nCommand exited with code 1"},
		miss:  []string{"Command produced no output\nx"},
	},
	{
		name: "too_large", by: copilot, at: atHead | atTail, lost: lostRest,
		doc:   "A large output was saved to a file; at most its beginning is shown.",
		forms: []string{"Output too large to read at once ({size}).{rest}"},
		match: []string{"Output too large to read at once (217.8 KB). Saved to: /tmp/x.txt\n\nPreview (first 500 chars):\nline 1", "row\nOutput too large to read at once (184320 bytes)."},
	},
	{
		name: "telemetry_length", by: CopilotVSCode, at: atSuffix, lost: lostTail, preview: true,
		doc:   "Telemetry carries only the beginning of the value; the agent saw more.",
		forms: []string{"...[truncated, original {n} chars]"},
		match: []string{"abc...[truncated, original 90000 chars]"},
		miss:  []string{"abc...[truncated, original 90000 chars] x"},
	},
}
