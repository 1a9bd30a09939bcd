package payload

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func (p *Payload) member(key string, v gjson.Result) {
	switch key {
	case "exit_code", "exitCode", "returncode", "return_code", "exit":
		p.HasExitKey = true
		p.exit(v)
	case "stdout", "stderr", "output":
		p.HasOutput = p.HasOutput || !v.IsObject()
		p.piece(v)
	case "text":
		p.piece(v)
	case "content":
		p.content(v)
	case "signal", "signal_name", "signalName":
		p.signal(v)
	case "timed_out", "timedOut":
		p.flag(&p.TimedOut, v)
	case "timeout":
		if v.IsBool() { // elsewhere it is the limit that was set
			p.flag(&p.TimedOut, v)
		}
	case "killed":
		var killed termination.Flag
		p.flag(&killed, v)
		p.Killed = p.Killed || killed == termination.True
	case "isError", "is_error":
		p.flag(&p.IsError, v)
	default:
		// Text of no known meaning was seen all the same; a lone word is a value,
		// such as a status, and no text.
		if strings.ContainsAny(v.Str, " \n") {
			p.piece(v)
		}
	}
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

func (p *Payload) piece(v gjson.Result) {
	if v.Type == gjson.String && v.Str != "" && len(p.Texts) < maxTexts {
		p.Texts = append(p.Texts, v.Str)
	}
}

// content reads the blocks of an MCP or model result, or a plain string.
func (p *Payload) content(v gjson.Result) {
	if v.IsArray() {
		p.blocks(v.Raw)
		return
	}
	p.inner(v)
}
