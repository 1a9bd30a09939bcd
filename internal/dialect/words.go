package dialect

import (
	"github.com/toolspan/toolspan/internal/termination"
)

// Word is what a word of a flag, or a text, says about the ending of a call.
type Word string

// The words that may be used in tables and in configuration.
const (
	SaysOK          Word = "ok"
	SaysFailed      Word = "failed"
	SaysTimeout     Word = "timeout"
	SaysRunning     Word = "running"
	SaysSignal      Word = "signal"
	SaysCancelled   Word = "cancelled"
	SaysNotExecuted Word = "not_executed"
	SaysToolError   Word = "tool_error"
	SaysExit        Word = "exit"
	SaysNothing     Word = "nothing"
)

// endingWords are the facts behind the words that name an ending.
var endingWords = map[Word]termination.Fact{
	SaysTimeout:     {TimedOut: termination.True},
	SaysRunning:     {Kind: termination.Running},
	SaysSignal:      {Kind: termination.Signaled},
	SaysCancelled:   {Kind: termination.Cancelled},
	SaysNotExecuted: {Kind: termination.NotExecuted},
	SaysToolError:   {Kind: termination.ToolError},
}

// FlagWords lists what a word of a flag may say.
func FlagWords() []Word {
	return []Word{SaysOK, SaysFailed, SaysTimeout, SaysRunning, SaysSignal, SaysCancelled, SaysNotExecuted, SaysToolError, SaysNothing}
}

// knownWords are the words that every flag understands.
var knownWords = map[string]Word{
	"true": SaysOK, "1": SaysOK, "yes": SaysOK, "ok": SaysOK, "success": SaysOK, "succeeded": SaysOK, "completed": SaysOK,
	"false": SaysFailed, "0": SaysFailed, "no": SaysFailed, "error": SaysFailed, "failure": SaysFailed, "failed": SaysFailed,
	"cancelled": SaysCancelled, "canceled": SaysCancelled, "aborted": SaysCancelled,
	"timeout": SaysTimeout, "timed_out": SaysTimeout,
	"denied": SaysNotExecuted, "rejected": SaysNotExecuted, "running": SaysRunning,
}
