package harness

// Cline says in its first line how the command ended and then gives the output. In VS Code a command past its time limit
// is left running in the terminal; the command-line program kills it.
var clineRules = []rule{
	{
		name: "timed_out_running", by: Cline, at: atHead, says: Running, limit: true,
		doc:   "The time limit was reached and the command goes on in the terminal.",
		forms: []string{"Command timed out after {n} seconds. Running in background.{rest}", "Command execution timed out after {n} seconds.{rest}"},
		match: []string{"Command timed out after 30 seconds. Running in background.", "Command execution timed out after 30 seconds. \nOutput so far:\nok"},
	},
	{
		name: "signal_header", by: Cline, at: atHead, says: Signal,
		doc:   "The command was ended by a signal.",
		forms: []string{"Command terminated by signal {sig}.{rest}"},
		match: []string{"Command terminated by signal SIGTERM.\nOutput:\nok"},
	},
	{
		name: "still_running", by: Cline, at: atHead, says: Running,
		doc:   "The command goes on.",
		forms: []string{"Command is still running in the user's terminal.{rest}", "Command is running in the background.{rest}"},
		match: []string{"Command is still running in the user's terminal."},
	},
	{
		name: "cancelled", by: Cline, at: atHead, says: Cancelled,
		doc:   "The user stopped the command.",
		forms: []string{"Command cancelled.", "Command cancelled. {rest}"},
		match: []string{"Command cancelled. \nOutput captured before cancellation:\nok"},
	},
	{
		name: "denied", by: Cline | RooCode, at: atHead, says: NotExecuted,
		doc:   "The user refused the call.",
		forms: []string{"The user denied this operation.{rest}", "The user denied this operation and provided the following feedback:{rest}"},
		match: []string{"The user denied this operation."},
	},
	{
		name: "executed", by: Cline, at: atHead,
		doc:   "The command was sent to a terminal that reports no code: no statement.",
		forms: []string{"Command executed."},
	},
	{
		name: "exit_header", by: Cline, at: atHead, says: Exit,
		doc:   "States the exit code.",
		forms: []string{"Command executed successfully (exit code {code}).{rest}", "Command failed with exit code {code}.{rest}"},
		match: []string{"Command failed with exit code 2.", "Command executed successfully (exit code 0).\nOutput:\nx"},
		miss:  []string{"x\nCommand failed with exit code 2.\ny"},
	},
	{
		name: "middle_truncated", by: Cline, at: ownLine, lost: lostMiddle,
		doc:   "Stands where the middle was taken out or moved to a file.",
		forms: []string{"... (output truncated) ...", "... ({n} lines written to {any}) ..."},
		match: []string{"... (output truncated) ...", "a\n... (400 lines written to /tmp/x.log) ...\nb"},
	},
	{
		name: "cli_timed_out", by: ClineCLI, at: atHead | atTail, says: Timeout, limit: true,
		doc:   "The command was killed at its time limit.",
		forms: []string{"Command timed out after {n}ms"},
		match: []string{"Command timed out after 30000ms", "PASS\n3 passed\n\nCommand timed out after 2000ms"},
		miss:  []string{"Command timed out after 120000ms before it could complete.", "a\nCommand timed out after 30000ms\nb"},
	},
	{
		name: "cli_still_running", by: ClineCLI, at: atHead, says: Running,
		doc:   "The command goes on and writes to a file.",
		forms: []string{"[Command is still running. Output will continue in {rest}"},
		match: []string{"[Command is still running. Output will continue in /tmp/x.log]"},
	},
	{
		name: "cli_exit_header", by: ClineCLI, at: atHead, says: Exit,
		doc:   "States the exit code of a command that failed.",
		forms: []string{"[Command exited with code {code}]"},
		match: []string{"[Command exited with code 1]\nok"},
		miss:  []string{"x\n[Command exited with code 1]\ny"},
	},
	{
		name: "cli_middle_truncated", by: ClineCLI, at: ownLine, lost: lostMiddle,
		doc:   "Stands where the middle was taken out.",
		forms: []string{"[... output truncated: {n} chars total.{rest}", "[... search output truncated: {n} chars total.{rest}"},
		match: []string{"a\n[... output truncated: 90000 chars total. Refine the command (grep, head, tail) to view the elided middle ...]\nb"},
	},
}
