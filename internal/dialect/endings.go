package dialect

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
)

// commonEndings are the error types that name an ending wherever they appear,
// in lower case and without the package or module before the last dot.
var commonEndings = map[string]termination.Fact{
	"timeout":                    {TimedOut: termination.True},
	"timed_out":                  {TimedOut: termination.True},
	"timeouterror":               {TimedOut: termination.True},
	"timeoutexpired":             {TimedOut: termination.True},
	"timeoutexception":           {TimedOut: termination.True},
	"readtimeout":                {TimedOut: termination.True},
	"readtimeouterror":           {TimedOut: termination.True},
	"sockettimeoutexception":     {TimedOut: termination.True},
	"httptimeoutexception":       {TimedOut: termination.True},
	"apitimeouterror":            {TimedOut: termination.True},
	"etimedout":                  {TimedOut: termination.True},
	"deadline_exceeded":          {TimedOut: termination.True},
	"deadlineexceedederror":      {TimedOut: termination.True},
	"deadlineexceeded":           {TimedOut: termination.True},
	"execution_timeout":          {TimedOut: termination.True},
	"tool_timeout":               {TimedOut: termination.True},
	"cancelled":                  {Kind: termination.Cancelled},
	"canceled":                   {Kind: termination.Cancelled},
	"cancellederror":             {Kind: termination.Cancelled},
	"cancelederror":              {Kind: termination.Cancelled},
	"cancellationexception":      {Kind: termination.Cancelled},
	"aborterror":                 {Kind: termination.Cancelled},
	"keyboardinterrupt":          {Kind: termination.Cancelled},
	"denied":                     {Kind: termination.NotExecuted},
	"rejected":                   {Kind: termination.NotExecuted},
	"user_denied":                {Kind: termination.NotExecuted},
	"user_rejected":              {Kind: termination.NotExecuted},
	"not_executed":               {Kind: termination.NotExecuted},
	"nonzero_exit":               {Kind: termination.NonzeroExit},
	"operationcanceledexception": {Kind: termination.Cancelled},
	"taskcanceledexception":      {Kind: termination.Cancelled},
}

// afterSend are the error types of a connection that broke, or a server that
// answered with a fault, after the request had gone out: a server error proves
// nothing about what the server did before it.
var afterSend = map[string]bool{
	"econnreset": true, "epipe": true, "connectionreseterror": true, "brokenpipeerror": true, "connectionabortederror": true,
	"remotedisconnected": true, "remoteprotocolerror": true, "readerror": true, "incompleteread": true,
	"serverdisconnectederror": true,
}

// longestEnding bounds the look at an error type; none that counts is longer.
const longestEnding = 200

// endingOf returns what an error type says about the ending. One that names no
// ending is a bare failure.
func endingOf(d *Dialect, errorType string) termination.Fact {
	f, ok := d.Endings[errorType]
	if !ok && len(errorType) <= longestEnding {
		f = commonEndings[lastSegment(errorType)]
	}
	f.Source = termination.Status
	last := lastSegment(text.Head(errorType, longestEnding))
	f.AfterSend = afterSend[last] || last == "408" || len(last) == 3 && last[0] == '5' && isDigits(last)
	f.Failed = f.Kind == termination.KindUnset && f.TimedOut != termination.True
	return f
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// lastSegment strips the package or module from the name of an exception class.
func lastSegment(name string) string {
	if i := strings.LastIndexAny(name, ".:/\\$"); i >= 0 {
		name = name[i+1:]
	}
	return strings.ToLower(name)
}
