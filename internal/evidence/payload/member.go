package payload

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspan/toolspan/internal/termination"
)

func (p *Payload) member(key string, v gjson.Result) {
	switch key {
	case "exit_code", "exitCode", "returncode", "return_code", "exit":
		p.HasExitKey = true
		p.exit(v)
	case "stdout", "stderr", "output":
		p.HasOutput = true
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

// exit reads a code, which may be given as a string, and keeps the worse of two,
// should a key stand there twice.
func (p *Payload) exit(v gjson.Result) {
	code := v.Int()
	switch {
	case v.Type == gjson.Null || v.Type == gjson.String && v.Str == "":
		return
	case v.Type == gjson.Number && v.Num == float64(code):
	case v.Type == gjson.String && strconv.FormatInt(code, 10) == v.Str:
	default:
		p.Doubt = true
		return
	}
	if !p.HasCode || p.Code == 0 {
		p.Code, p.HasCode = code, true
	}
}

// signal reads the signal that ended the process.
func (p *Payload) signal(v gjson.Result) {
	if v.Type == gjson.Null || v.Type == gjson.String && v.Str == "" {
		return
	}
	sig, ok := termination.ParseSignal(v.String())
	switch {
	case !ok:
		p.Doubt = true
	case sig != 0:
		p.Signal = sig
	}
}

// flag reads a boolean, which may be given as a string or a number. One that is
// stated twice is true if it ever is: each of them tells of a failure.
func (p *Payload) flag(into *termination.Flag, v gjson.Result) {
	switch strings.ToLower(bounded(v.String(), len("false"))) {
	case "true", "1":
		*into = termination.True
	case "false", "0", "", "null":
		if *into == termination.Unstated {
			*into = termination.False
		}
	default:
		p.Doubt = true
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
	p.piece(v)
}
