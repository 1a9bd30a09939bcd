package payload

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func isExitKey(key string) bool {
	switch key {
	case "exit_code", "exitCode", "exitcode", "exit_status", "exitStatus", "returncode", "return_code", "exit", "rc":
		return true
	default:
		return false
	}
}

func (p *Payload) member(key string, v gjson.Result) {
	if isExitKey(key) {
		p.HasExitKey = true
		p.exit(v)
		return
	}
	switch key {
	case "code":
		p.code = v
	case "stdout", "stderr", "output":
		p.stdout, p.stderr = p.stdout || key == "stdout", p.stderr || key == "stderr"
		p.HasOutput = p.HasOutput || !v.IsObject()
		p.piece(v, "")
	case "text":
		p.piece(v, "")
	case "content":
		p.content(v)
	default:
		p.ending(key, v)
	}
}

// ending reads a member about the way a process ended.
func (p *Payload) ending(key string, v gjson.Result) {
	switch key {
	case "signal", "signal_name", "signalName", "signal_code", "signalCode", "exit_signal", "exitSignal", "term_signal", "termSignal":
		p.signal(v)
	case "timed_out", "timedOut", "timedout", "is_timeout", "isTimeout", "timeout_reached", "timeoutReached":
		p.flag(&p.TimedOut, v)
	case "timeout":
		if v.IsBool() { // elsewhere it is the limit that was set
			p.flag(&p.TimedOut, v)
		}
	case "interrupted", "aborted", "cancelled", "canceled":
		p.ended(termination.Cancelled, v)
	case "running", "is_running", "isRunning", "still_running", "stillRunning":
		p.ended(termination.Running, v)
	case "success", "succeeded", "ok":
		p.Failed = p.Failed || v.Type == gjson.False
	case "status":
		p.status(v)
	case "termination":
		p.termination(v)
	case "backgroundTaskId", "background_task_id":
		p.Background = p.Background || v.Str != ""
	case "killed":
		var killed termination.Flag
		p.flag(&killed, v)
		p.Killed = p.Killed || killed == termination.True
	case "isError", "is_error":
		p.flag(&p.IsError, v)
	default:
		// Text of no known meaning was seen all the same; a lone word is a value,
		// such as a status, and no text.
		p.piece(v, " \n")
	}
}

// ended reads a boolean that tells of an ending which is no exit.
func (p *Payload) ended(kind termination.Kind, v gjson.Result) {
	if v.Type == gjson.True && valueOf(v).Type() == pcommon.ValueTypeBool {
		p.Ended = worse(p.Ended, kind)
	}
}

func worse(a, b termination.Kind) termination.Kind {
	if a == termination.Running {
		return a
	}
	return b
}

// termination reads the facts of the contract, kept in an object.
func (p *Payload) termination(v gjson.Result) {
	if !v.IsObject() {
		return
	}
	n := 0
	v.ForEach(func(key, value gjson.Result) bool {
		n++
		switch {
		case key.Str == "kind":
			p.status(value)
		case isExitKey(key.Str):
			p.exit(value)
		case key.Str != "termination":
			p.member(key.Str, value)
		}
		return n < maxMembersOfWrapping
	})
}

// status reads the word for the state of a process. Any other word, and a number, is
// a status of something else.
func (p *Payload) status(v gjson.Result) {
	switch strings.ToLower(v.Str) {
	case "timeout", "timed_out", "timedout", "timed out":
		p.TimedOut = termination.True
	case "killed", "signal":
		p.Killed = true
	case "running", "still_running", "in_progress":
		p.Ended = worse(p.Ended, termination.Running)
	case "cancelled", "canceled", "aborted", "interrupted":
		p.Ended = worse(p.Ended, termination.Cancelled)
	case "error", "failed", "failure", "tool_error", "nonzero_exit":
		p.Failed = true
	default:
		p.piece(v, " \n")
	}
}

// plainCode takes a number that is called a code for the exit code where both streams of
// a process stand beside it, and nothing else does.
func (p *Payload) plainCode() {
	if !p.HasExitKey && p.stdout && p.stderr && (p.code.Type == gjson.Number || p.code.Type == gjson.Null && p.code.Raw != "") {
		p.HasExitKey = true
		p.exit(p.code)
	}
	p.code, p.stdout, p.stderr = gjson.Result{}, false, false
}

// exit reads a code and keeps the worse of two, should a key stand there twice.
func (p *Payload) exit(v gjson.Result) {
	switch n := toolcall.ParseInt(valueOf(v)); n.State {
	case toolcall.Invalid:
		p.Doubt = true
	case toolcall.Stated:
		if !p.HasCode || p.Code == 0 {
			p.Code, p.HasCode = n.V, true
		}
	}
}

// signal reads the signal that ended the process.
func (p *Payload) signal(v gjson.Result) {
	value := valueOf(v)
	if toolcall.IsEmpty(value) {
		return
	}
	sig, ok := termination.ParseSignal(toolcall.ParseWord(value))
	switch {
	case !ok:
		p.Doubt = true
	case sig != 0:
		p.Signal = sig
	}
}

// flag reads a boolean. One that is stated twice is true if it ever is: each of
// them tells of a failure.
func (p *Payload) flag(into *termination.Flag, v gjson.Result) {
	switch b := toolcall.ParseBool(valueOf(v)); {
	case b.State == toolcall.Invalid:
		p.Doubt = true
	case b.State == toolcall.Stated && *into != termination.True:
		*into = termination.FlagOf(b.V)
	}
}

// valueOf turns a member into the form in which attributes are read, so that both
// are read alike.
func valueOf(v gjson.Result) pcommon.Value {
	if v.Type == gjson.JSON {
		return pcommon.NewValueMap() // validating it would take a stack as deep as its nesting
	}
	if v.Type != gjson.String && v.Raw != "" && !gjson.Valid(v.Raw) {
		return pcommon.NewValueStr(v.Raw) // the parser takes a word by its first letter
	}
	switch v.Type {
	case gjson.Number:
		return pcommon.NewValueDouble(v.Num)
	case gjson.String:
		return pcommon.NewValueStr(v.Str)
	case gjson.True, gjson.False:
		return pcommon.NewValueBool(v.Type == gjson.True)
	default:
		return pcommon.NewValueEmpty()
	}
}

// piece takes a text, if it holds any of these characters or none are given.
func (p *Payload) piece(v gjson.Result, holds string) {
	if v.Type == gjson.String && v.Str != "" && len(p.Texts) < maxTexts && (holds == "" || strings.ContainsAny(v.Str, holds)) {
		p.Texts = append(p.Texts, v.Str)
	}
}

// content reads the blocks of an MCP or model result, or a plain string.
func (p *Payload) content(v gjson.Result) {
	if v.IsArray() {
		p.Blocks, p.plain = true, false
		p.blocks(v.Raw)
		return
	}
	p.inner(v)
}
