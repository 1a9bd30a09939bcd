package harness

// OpenHands ends a result with one line in brackets. Its time limits return control and leave the process alive.
var openhandsRules = []rule{
	{
		name: "interrupt_sent", by: OpenHands, at: atTail, says: Signal, signal: "SIGINT", also: true,
		doc:   "The agent interrupted the command.",
		forms: []string{"[The command completed with exit code {n}. CTRL+C was sent.]", "[{any}CTRL+C was sent.]"},
		match: []string{"[The command completed with exit code 130. CTRL+C was sent.]"},
		miss:  []string{"[CTRL+C was sent.]\nx"},
	},
	{
		name: "still_running_code", by: OpenHands, at: atTail, more: true,
		doc:   "The code -1 stands for a command that has not ended: no statement, the lines above tell.",
		forms: []string{"[Command finished with exit code -1]", "[The command completed with exit code -1.]"},
	},
	{
		name: "exit_trailer", by: OpenHands, at: atTail, says: Exit, more: true,
		doc:   "States the exit code.",
		forms: []string{"[The command completed with exit code {code}.]", "[The command completed with exit code {code}.{any}]", "[Command finished with exit code {code}]"},
		match: []string{"[The command completed with exit code 0.]", "x\n[Command finished with exit code 1]", "x\n[The command completed with exit code 2.]\n[Current working directory: /w]\n[Python interpreter: /usr/bin/python]\n[Command finished with exit code 2]"},
		miss:  []string{"[The command completed with exit code 0.]\nx", "[Command finished with exit code -1]"},
	},
	{
		name: "trailer_line", by: OpenHands, at: atTail, more: true,
		doc:   "Lines of the trailer that state nothing.",
		forms: []string{"[Current working directory: {rest}", "[Python interpreter: {rest}"},
	},
	{
		name: "soft_timeout", by: OpenHands, at: atTail, joins: true, says: Running, limit: true,
		doc:   "The waiting time is over, with or without output; the process goes on.",
		forms: []string{"[The command timed out after {n} seconds.{rest}", "[The command has no new output after {n} seconds.{rest}"},
		match: []string{"out\n[The command timed out after 30.0 seconds. You may wait longer…]", "[The command has no new output after 30 seconds. You may wait longer to see…]", "x\n[The command timed out after 30.0 seconds. You may wait longer]\n[Current working directory: /w]\n[Command finished with exit code -1]"},
	},
	{
		name: "interrupted_on_timeout", by: OpenHands, at: atTail, joins: true, says: Timeout, limit: true,
		doc:   "Early versions interrupted the command at its time limit.",
		forms: []string{"[Command timed out after {n} seconds. SIGINT was sent{rest}"},
		match: []string{"[Command timed out after 120 seconds. SIGINT was sent to interrupt the command.]"},
	},
	{
		name: "not_executed", by: OpenHands, at: atHead | atTail, says: NotExecuted,
		doc:   "The command was not begun because an earlier one still runs.",
		forms: []string{"[Your command \"{text}\" is NOT executed. The previous command is still running{rest}"},
		match: []string{"[Your command \"ls\" is NOT executed. The previous command is still running - …]"},
	},
	{
		name: "no_exit_code", by: OpenHands, at: atTail,
		doc:   "The command ended and its code is not known: no statement.",
		forms: []string{"[The command completed but the exit code could not be determined.{rest}"},
	},
	{
		name: "interrupted", by: OpenHands, at: atHead | atTail, says: Cancelled,
		doc:   "The agent was stopped while the tool ran.",
		forms: []string{"Tool call interrupted before completion.{rest}"},
		match: []string{"Tool call interrupted before completion. The result is not known."},
	},
	{
		name: "response_clipped", by: OpenHands | SWEAgent, at: inLine, lost: lostByPlace,
		doc:   "Stands where output was taken out, in the middle of a line.",
		forms: []string{"<response clipped><NOTE>{any}</NOTE>"},
		match: []string{"a<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you.</NOTE>b"},
		miss:  []string{"MARK = \"<response clipped><NOTE>Due to the limit</NOTE>\"", "<response clipped>"},
	},
	{
		name: "head_dropped", by: OpenHands, at: atHead, lost: lostHead, more: true,
		doc:   "Only the last lines of the terminal are shown.",
		forms: []string{"[Previous command outputs are truncated. Showing the last {n} lines of the output below.]"},
		match: []string{"[Previous command outputs are truncated. Showing the last 9000 lines of the output below.]\nx"},
	},
	{
		name: "no_output", by: OpenHands, at: atHead, alone: true, empty: true,
		doc:   "Stands for an empty output in early versions.",
		forms: []string{"[Command finished execution with no output]"},
		match: []string{"[Command finished execution with no output]"},
	},
}
