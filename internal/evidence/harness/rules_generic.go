package harness

// Messages of the process libraries of Python, Node and Go, which many home-made tools return as they are. They count at
// the head only: further down a script that ran under the command may have printed them.
var languageRules = []rule{
	{
		name: "timeout_expired", by: Python, at: atHead, says: Timeout, limit: true,
		doc:   "subprocess stopped the command at its time limit.",
		forms: []string{"Command '{text}' timed out after {n} seconds{rest}", "Command {text} timed out after {n} seconds", "TimeoutExpired({rest}", "TimeoutError({rest}", "asyncio.TimeoutError", "asyncio.exceptions.TimeoutError"},
		match: []string{"subprocess.TimeoutExpired: Command 'sleep 5' timed out after 1 seconds", "Command './migrate.sh --all' timed out after 30 seconds", "Exception: TimeoutExpired(\"Command './migrate.sh --all' timed out after 30 seconds\")", "Error: TimeoutError()\n Please fix your mistakes."},
		miss:  []string{"a\nCommand './migrate.sh --all' timed out after 30 seconds\nb"},
	},
	{
		name: "request_timed_out", by: Python, at: atHead, says: ToolError, limit: true,
		doc:   "A request ran out of time, here or at a gateway: it may have been carried out.",
		forms: []string{"The read operation timed out", "The write operation timed out", "504 Server Error: {any} for url: {word}"},
		match: []string{"The read operation timed out", "504 Server Error: Gateway Time-out for url: http://x", "requests.exceptions.HTTPError: 504 Server Error: Gateway Time-out for url: http://x"},
		miss:  []string{"The read operation timed out in 2 of 10 runs", "x\nThe read operation timed out", "504 Server Error: Gateway Time-out"},
	},
	{
		name: "connection_lost", by: Python, at: atHead, says: ToolError,
		doc:   "A gateway got no answer: the request may have been carried out.",
		forms: []string{"502 Server Error: {any} for url: {word}", "503 Server Error: {any} for url: {word}"},
		match: []string{"502 Server Error: Bad Gateway for url: http://x", "HTTPError: 503 Server Error: Service Unavailable for url: http://x"},
		miss:  []string{"502 Server Errors for url: x", "x\n502 Server Error: Bad Gateway for url: http://x"},
	},
	{
		name: "non_zero_exit", by: Python, at: atHead, says: Exit,
		doc:   "subprocess reports the exit code.",
		forms: []string{"Command {text} returned non-zero exit status {code}.{rest}", "CalledProcessError({code}, {rest}"},
		match: []string{"Command '['make', 'widget']' returned non-zero exit status 2.", "Error: CalledProcessError(2, ['make', 'widget'])\n Please fix your mistakes."},
	},
	{
		name: "died_with_signal", by: Python, at: atHead, says: Signal,
		doc:   "subprocess reports the signal.",
		forms: []string{"Command {text} died with <Signals.{sig}: {rest}", "Command {text} died with <Signals.{sig}>{rest}"},
		match: []string{"Command '['./run']' died with <Signals.SIGKILL: 9>."},
	},
	{
		name: "aborted_by_timeout", by: Node, at: atHead, alone: true, says: Timeout, limit: true,
		doc:   "An abort signal with a time limit fired.",
		forms: []string{"The operation was aborted due to timeout"},
		match: []string{"The operation was aborted due to timeout", "TimeoutError: The operation was aborted due to timeout"},
	},
	{
		name: "request_timed_out", by: Node, at: atHead, says: ToolError, limit: true,
		doc:   "A request ran out of time: it may have been carried out.",
		forms: []string{"timeout of {dur} exceeded"},
		match: []string{"timeout of 5000ms exceeded", "Error: timeout of 5000ms exceeded", "AxiosError: timeout of 5000ms exceeded\n    at x"},
		miss:  []string{"timeout of 5000ms exceeded in 3 tests", "timeout of 5 exceeded", "x\ntimeout of 5000ms exceeded"},
	},
	{
		name: "failed_with_exit_code", by: Node, at: atHead, says: Exit,
		doc:   "The usual wording of process libraries for Node.",
		forms: []string{"Command failed with exit code {code}", "Command failed with exit code {code}: {rest}", "Command failed with exit code {code} ({any}): {rest}"},
		match: []string{"Error: Command failed with exit code 3\nok 1 - parse\nok 2 - render\n", "Command failed with exit code 1\nline 1"},
		miss:  []string{"line\nCommand failed with exit code 1"},
	},
	{
		name: "failed_with_signal", by: Node, at: atHead, says: Signal,
		doc:   "The same for a signal.",
		forms: []string{"Command failed with exit code signal {sig}", "Command was killed with {sig}{rest}", "Command failed with signal {sig}{rest}", "Command was killed by signal {sig}{rest}"},
		match: []string{"Error: Command failed with exit code signal SIGKILL\nbefore-kill\n\n Please fix your mistakes."},
	},
	{
		name: "command_failed", by: Node, at: atHead, says: ToolError,
		doc:   "child_process reports a failure and keeps the code to itself, or the program was not found.",
		forms: []string{"Command failed: {rest}", "spawn {word} ENOENT", "spawn {word} EACCES"},
		match: []string{"Error: Command failed: make test\nmake: *** [test] Error 2", "Error: spawn nosuch ENOENT"},
		miss:  []string{"x\nCommand failed: make\ny"},
	},
	{
		name: "deadline_exceeded", by: Go, at: atHead, says: Timeout, limit: true,
		doc:   "A remote procedure did not end in time.",
		forms: []string{"rpc error: code = DeadlineExceeded desc = {any}"},
		match: []string{"rpc error: code = DeadlineExceeded desc = context deadline exceeded", "Error: rpc error: code = DeadlineExceeded desc = context deadline exceeded"},
		miss:  []string{"x\nrpc error: code = DeadlineExceeded desc = context deadline exceeded", "rpc error: code = NotFound desc = x"},
	},
	{
		name: "connection_lost", by: Go, at: atHead, says: ToolError,
		doc:   "The connection ended before the answer: the request may have been carried out.",
		forms: []string{`Post "{word}": EOF`, `Get "{word}": EOF`, `Put "{word}": EOF`, `Patch "{word}": EOF`, `Delete "{word}": EOF`, `Post "{word}": unexpected EOF`, `Get "{word}": unexpected EOF`},
		match: []string{`Post "http://x": EOF`, `Error: Get "http://x/y": unexpected EOF`},
		miss:  []string{`Post "http://x": EOF reached`, "x\nPost \"http://x\": EOF"},
	},
	{
		name: "exit_status", by: Go, at: atHead, says: Exit,
		doc:   "The wording of Go's process library.",
		forms: []string{"exit status {code}"},
		match: []string{"exit status 2\nwidget.c:12: error", "Error: exit status 2\nx"},
		miss:  []string{"x\nexit status 2"},
	},
	{
		name: "signal_killed", by: Go, at: atHead, says: Signal, signal: "SIGKILL",
		doc:   "The same for a kill.",
		forms: []string{"signal: killed"},
		match: []string{"signal: killed\nx"},
	},
	{
		name: "signal_terminated", by: Go, at: atHead, says: Signal, signal: "SIGTERM",
		doc:   "The same for a request to end.",
		forms: []string{"signal: terminated"},
		match: []string{"Error: signal: terminated"},
	},
	{
		name: "signal_interrupt", by: Go, at: atHead, says: Signal, signal: "SIGINT",
		doc:   "The same for an interrupt.",
		forms: []string{"signal: interrupt"},
		match: []string{"signal: interrupt"},
	},
}

// Phrasings that no single product owns.
var genericRules = []rule{
	{
		name: "request_timed_out", by: Generic, at: atHead, alone: true, says: ToolError, limit: true,
		doc:    "Nothing but the words that a request ran out of time: it may have been carried out.",
		phrase: requestTimedOut,
		when:   ifNotBroken,
		match:  []string{"timeout", "504 Gateway Time-out", "Error: Request timed out", "upstream request timeout"},
		miss:   []string{"timeout set to 5", "timeout\nx"},
	},
	{
		name: "connection_lost", by: Generic, at: atHead, says: ToolError,
		doc:    "Nothing but the words that a connection broke after it was used: the request may have been carried out.",
		phrase: connectionLost,
		match:  []string{"fetch failed", "Error: socket hang up", "TypeError: fetch failed", "502 Bad Gateway", "connection reset by peer"},
		miss:   []string{"fetch failed 3 times, then worked\nok", "502 files changed"},
	},
	{
		name: "connection_refused", by: Generic, at: atHead, says: ToolError,
		doc:    "Nothing but the words that no connection came about: nothing was sent.",
		phrase: connectionRefused,
		match:  []string{"Error: connection refused", "connect ECONNREFUSED 127.0.0.1:5432", "getaddrinfo ENOTFOUND api.example.test"},
		miss:   []string{"connection refused\nretrying\nconnected"},
	},
	{
		name: "cancelled_by_user", by: Generic, at: atHead, alone: true, says: Cancelled, phrase: userCancelled,
		doc:   "Nothing but the words that the user stopped it.",
		match: []string{"Cancelled by user", "Error: Command was cancelled by the user."},
		miss:  []string{"cancelled by user\nx"},
	},
	{
		name: "refused_by_user", by: Generic, at: atHead, alone: true, says: NotExecuted, phrase: userRefused,
		doc:   "Nothing but the words that the user or a policy refused it.",
		match: []string{"Tool call rejected by user", "User denied permission to run this command."},
		miss:  []string{"rejected by user\nx"},
	},
	{
		name: "still_running", by: Generic, at: atHead, alone: true, says: Running, phrase: leftRunning,
		doc:   "Nothing but the words that the command goes on.",
		match: []string{"Command is still running (PID 77).", "Process started in background with PID 4"},
		miss:  []string{"Command is still running\nx"},
	},
	{
		name: "placeholder", by: Generic, at: atHead, alone: true, empty: true, phrase: noOutput,
		doc:   "Nothing but the words that there was no output.",
		match: []string{"[no output]", "Command completed with no output."},
		miss:  []string{"[no output]\nx", "no output file given"},
	},
	{
		name: "exit_header", by: Generic, at: atHead, says: Exit, when: ifStreamsFollow,
		doc:   "The exit code above streams that are named.",
		forms: []string{"Exit code: {code}", "Exit Code: {code}", "exit code: {code}", "exit_code: {code}", "Return code: {code}", "returncode: {code}", "exitCode: {code}"},
		match: []string{"Exit code: 2\nSTDOUT:\nx\nSTDERR:\n", "exit_code: 1\nstdout: x"},
		miss:  []string{"Exit code: 2\nx", "x\nExit code: 2\nSTDOUT:\ny"},
	},
	{
		name: "exit_line", by: Generic, at: atHead, says: Exit, when: ifMoreFollows,
		doc: "The exit code, said of the command, above the output.",
		forms: []string{
			"Command exited with code {code}", "Command exited with code {code}.", "Command exited with exit code {code}", "Command failed (exit code {code})",
			"Command failed (exit code {code}):", "Command failed with code {code}", "Command returned exit code {code}", "[exit code: {code}]", "[Exit code: {code}]",
		},
		match: []string{"Command exited with code 1\nout", "[exit code: 2]\nfoo"},
		miss:  []string{"Command exited with code 1", "x\nCommand exited with code 1\ny"},
	},
	{
		name: "signal_header", by: Generic, at: atHead, says: Signal,
		doc: "The first line says, of the command, which signal ended it.",
		forms: []string{
			"Command terminated by signal {sig}{rest}", "Command killed by signal {sig}{rest}", "Command was terminated by signal {sig}{rest}",
			"Process terminated by signal {sig}{rest}", "Process killed by signal {sig}{rest}", "Process exited with signal {sig}{rest}", "Process terminated with signal {sig}{rest}", "Command terminated with signal {sig}{rest}", "Command exited with signal {sig}{rest}",
		},
		match: []string{"Command killed by signal SIGKILL\nOutput:\nx"},
		miss:  []string{"x\nProcess killed by signal 9\ny"},
	},
	{
		name: "signal_trailer", by: Generic, at: atTail, says: Signal,
		doc:   "The same as the last line.",
		forms: []string{"Command terminated by signal {sig}", "Command killed by signal {sig}", "Process terminated by signal {sig}", "Process killed by signal {sig}", "[killed by signal {sig}]", "[terminated by signal {sig}]"},
		match: []string{"x\n\nCommand killed by signal SIGTERM", "x\n[killed by signal 9]"},
		miss:  []string{"Command killed by signal SIGTERM\nx\ny"},
	},
	{
		name: "exit_trailer", by: Generic, at: atTail, says: Exit,
		doc:   "The exit code in brackets, or said of the command, as the last line.",
		forms: []string{"[exit code: {code}]", "[Exit code: {code}]", "[exit code {code}]", "[Exit code {code}]", "(exit code: {code})", "(exit code {code})", "[exit {code}]", "[Exit {code}]", "(exit {code})", "❌ Exit code: {code}", "[Process exited with code {code}]", "[process exited with code {code}{any}]", "[Process completed with exit code {code}]", "Command failed with exit code {code}", "Error: Command failed with exit code {code}", "Command exited with code {code}", "Command exited with non-zero status code {code}"},
		match: []string{"x\n[exit code: 1]", "x\n\nCommand failed with exit code 2"},
		miss:  []string{"[exit code: 1]\nx", "EXIT=1", "rc=1", "exit status: 0"},
	},
	{
		name: "timed_out", by: Generic, at: atHead, says: Timeout, limit: true,
		doc:    "The first line says, of the command or the tool, that it ran out of time.",
		phrase: sentenceTimedOut,
		match:  []string{"Error: Command timed out after 600 seconds", "Process exceeded 300s and was terminated successfully.", "command timed out after 30s\nstep 1/9", "Error: Command timed out after 2000ms\nPASS", "Timed out after 30 seconds", "Timeout: command exceeded the 30s limit", "命令执行超时（30 秒）\n步骤 1"},
		miss:   []string{"the table lists when a command timed out", "Command exited with code 0", "x\nCommand timed out after 5s\ny", "Command timed out handling is documented below", "The job has not timed out", "process exceeded expectations"},
	},
	{
		name: "timed_out_trailer", by: Generic, at: atTail, says: Timeout, limit: true,
		doc:   "The same as the last line.",
		forms: []string{"Command timed out after {dur}", "Command timed out after {dur}.", "Error: Command timed out after {dur}", "[Command timed out after {dur}]", "[timed out after {dur}]", "Command timed out ({dur})", "(Command timed out after {dur})"},
		match: []string{"PASS\n\nCommand timed out after 2m 0s", "x\nError: Command timed out after 30s"},
		miss:  []string{"Command timed out after 2m 0s\nx\ny"},
	},
	{
		name: "truncated", by: Generic, at: atHead | atTail, lost: lostByPlace, when: ifCounted,
		doc: "The first or the last line says in brackets that output was cut.",
		forms: append([]string{
			"[truncated{any}]", "(truncated{any})", "<truncated{any}>", "[TRUNCATED{any}]", "[Truncated{any}]", "... (truncated{any})", "… (truncated{any})",
			"...(truncated{any})", "…(truncated{any})", "... [truncated{any}]", "… [truncated{any}]", "...[truncated{any}]", "…[truncated{any}]",
			"...[TRUNCATED{any}]", "... [TRUNCATED{any}]", "(output truncated{any})", "... (output truncated{any})", "... [output truncated{any}]",
			"... [Output truncated{any}]", "[{n} {unit} {gone}]",
		}, cutHere...),
		match: []string{"… (truncated)", "[truncated]", "...[TRUNCATED]", "x\n[Output truncated at 30000 characters]", "x\n... [truncated 200 lines]", "[truncated]\nx"},
		miss:  []string{"the table was truncated", "truncated", "y\n[truncated]\nx", "x [truncated]"},
	},
	{
		name: "cut_here", by: Generic, at: ownLine, lost: lostByPlace, when: ifCounted,
		doc:   "A line of its own, framed so that nobody takes it for output, says that output was cut where it stands.",
		forms: cutHere,
		match: []string{"a\n[... truncated ...]\nb", "a\n... output truncated (30000 chars) ...\nb"},
		miss:  []string{"a\noutput truncated\nb", "a\n// ... truncated ...\nb"},
	},
	{
		name: "taken_out", by: Generic, at: ownLine, lost: lostByPlace,
		doc: "A line of its own says in brackets how much was taken out where it stands.",
		forms: []string{
			"[... {n} {unit} {gone} ...]", "... [{n} {unit} {gone}] ...", "... ({n} {unit} {gone}) ...", "…[{n} {unit} {gone}]…", "… [{n} {unit} {gone}] …",
			"[...{n} {unit} {gone}...]", "<... {n} {unit} {gone} ...>",
		},
		match: []string{"a\n[... 120 lines omitted ...]\nb", "a\n... [500 chars truncated] ...\nb", "a\n... (12 lines truncated) ...\nb"},
		miss:  []string{"a\n... 23 common frames omitted\nb", "a [... 120 lines omitted ...]\nb", "a\n... 12 more lines\nb"},
	},
}

// cutHere are framed lines without a number.
var cutHere = []string{
	"... truncated ...", "[... truncated ...]", "...truncated...", "... [truncated] ...", "... output truncated ...", "... output truncated ({any}) ...",
	"[... output truncated{any}]", "[... earlier output truncated ...]", "[Output truncated{any}]", "[OUTPUT TRUNCATED{any}]", "<output truncated>",
	"--- output truncated ---", "--- OUTPUT TRUNCATED ---",
}
