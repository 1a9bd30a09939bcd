package harness

// SWE-agent and mini-swe-agent wrap results in templates of their own.
var sweRules = []rule{
	{
		name: "header_line", by: SWEAgent | MiniSWEAgent, at: atHead, more: true,
		doc:   "Introduces the result; states nothing.",
		forms: []string{"OBSERVATION:", "Observation:"},
	},
	{
		name: "cancelled_on_timeout", by: SWEAgent, at: atHead, says: Timeout, limit: true,
		doc:   "The command took too long and was stopped.",
		forms: []string{"The command '{text}' was cancelled because it took more than {n} seconds.{rest}"},
		match: []string{"The command 'pytest' was cancelled because it took more than 30 seconds. Please try a different command that completes more quickly."},
		miss:  []string{"x\nThe command 'pytest' was cancelled because it took more than 30 seconds.\ny"},
	},
	{
		name: "timed_out", by: SWEAgent, at: atHead | atTail, says: Timeout, limit: true,
		doc:   "Early versions wrote it in capitals.",
		forms: []string{"EXECUTION TIMED OUT", "EXECUTION TIMED OUT BECAUSE {rest}"},
		match: []string{"EXECUTION TIMED OUT BECAUSE NO OUTPUT WAS PRODUCED FOR MORE THAN 60 SECONDS.", "EXECUTION TIMED OUT"},
		miss:  []string{"x\nEXECUTION TIMED OUT\ny"},
	},
	{
		name: "restarted", by: SWEAgent, at: atHead | atTail, says: ToolError,
		doc:   "The shell had to be started anew.",
		forms: []string{"COMMAND FAILED TO EXECUTE. RESTARTING PROCESS.{rest}"},
		match: []string{"COMMAND FAILED TO EXECUTE. RESTARTING PROCESS."},
	},
	{
		name: "no_output", by: SWEAgent, at: atHead, alone: true, empty: true,
		doc:   "Stands for an empty output, whatever the exit code.",
		forms: []string{"Your command ran successfully and did not produce any output.{rest}"},
		match: []string{"Your command ran successfully and did not produce any output."},
		miss:  []string{"Your command ran successfully and did not produce any output.\nx"},
	},
	{
		name: "exception_timeout", by: MiniSWEAgent, at: atHead, says: Timeout, limit: true, more: true,
		doc:   "The command was stopped at its time limit, told in the exception tag.",
		forms: []string{"<exception>{text} timed out after {n} seconds</exception>"},
		match: []string{"<exception>An error occurred while executing the command: Command 'x' timed out after 30 seconds</exception>\n<returncode>-1</returncode>\n<output>\nok"},
		miss:  []string{"a\n<exception>Command 'x' timed out after 30 seconds</exception>\nb"},
	},
	{
		name: "exception", by: MiniSWEAgent, at: atHead, says: ToolError, more: true,
		doc:   "The command could not be run.",
		forms: []string{"<exception>{text}</exception>"},
		match: []string{"<exception>An error occurred while executing the command: no such directory</exception>\n<returncode>-1</returncode>"},
	},
	{
		name: "returncode_after_exception", by: MiniSWEAgent, at: atHead, more: true, joins: true,
		doc:   "Below an exception the return code -1 stands for the exception, not for a signal.",
		forms: []string{"<returncode>-1</returncode>"},
		when:  ifStated,
	},
	{
		name: "returncode", by: MiniSWEAgent, at: atHead, says: Exit, more: true,
		doc:   "States the return code; negative is a signal.",
		forms: []string{"<returncode>{code}</returncode>"},
		match: []string{"<returncode>-1</returncode>", "<returncode>2</returncode>\n<output>\nx\n</output>"},
		miss:  []string{"x\n<returncode>1</returncode>\ny"},
	},
	{
		name: "killed_on_timeout", by: MiniSWEAgent, at: atHead, says: Timeout, limit: true,
		doc:   "The wording of an older template.",
		forms: []string{"The last command {text} timed out and has been killed.{rest}"},
		match: []string{"The last command <command>make</command> timed out and has been killed.\nThe output of the command was:\nok"},
	},
	{
		name: "elided", by: MiniSWEAgent, at: ownLine, lost: lostMiddle,
		doc:   "Stands between the shown head and tail.",
		forms: []string{"<elided_chars>\n{n} characters elided\n</elided_chars>", "<elided_chars>{n} characters elided</elided_chars>"},
		match: []string{"<elided_chars>\n5000 characters elided\n</elided_chars>"},
		miss:  []string{"<elided_chars>"},
	},
}
