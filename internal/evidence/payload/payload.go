// Package payload reads what a tool returned when that is JSON or wrapped in
// JSON: the text a person would read, and the typed fields that stand at its
// top level. It only reads; whether those fields are evidence is for the
// dialect to say.
package payload

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
)

// Limits on what is read of one payload, whatever its size.
const (
	maxMembers = 256
	maxTexts   = 8
	maxBlocks  = 32
)

// Payload is what was found in a result. Its zero value is nothing.
type Payload struct {
	// Wrapped: the value is text, or text in a wrapping that the agent adds
	// (quotes, content blocks), so a harness may have written around the output.
	Wrapped bool
	// Texts are the pieces that a person would read, at most a few.
	Texts []string
	// Code is the exit code, when HasCode.
	Code    int64
	HasCode bool
	// HasExitKey: the object has a member for an exit code, even if it is null.
	HasExitKey bool
	// HasOutput: the object has a stdout, stderr or output member.
	HasOutput bool
	Signal    termination.Signal
	TimedOut  termination.Flag
	Killed    bool
	// IsError is the failure flag of an MCP result.
	IsError termination.Flag
	// Cut: the JSON ends before it is closed.
	Cut bool
}

// Reset empties the payload and keeps its memory.
func (p *Payload) Reset() { *p = Payload{Texts: p.Texts[:0]} }

// Read reads a result. Text that is no JSON is its own and only piece.
func (p *Payload) Read(s string, limit int) {
	p.Reset()
	p.read(s, limit, true)
}

func (p *Payload) read(s string, limit int, mayUnquote bool) {
	body := strings.TrimSpace(bounded(s, limit))
	if body == "" {
		p.Wrapped = true
		return
	}
	switch {
	case body[0] == '"' && mayUnquote:
		p.unquote(s, body, limit)
	case body[0] == '{' && looksLikeObject(body):
		p.object(p.closed(body, len(s) <= limit))
	case body[0] == '[' && looksLikeBlocks(body):
		p.blocks(p.closed(body, len(s) <= limit))
	default:
		p.text(s)
	}
}

func (p *Payload) text(s string) {
	p.Wrapped = true
	p.Texts = append(p.Texts, s)
}

// unquote reads JSON that was encoded twice. One level is enough: nothing known
// does it more often.
func (p *Payload) unquote(s, body string, limit int) {
	if len(body) < 2 || body[len(body)-1] != '"' || len(s) > limit || !gjson.Valid(body) {
		p.text(s)
		return
	}
	inner := gjson.Parse(body).Str
	p.read(inner, limit, false)
}

// looksLikeObject tells an object from a text that happens to open a brace.
func looksLikeObject(body string) bool {
	rest := strings.TrimLeft(body[1:], " \t\r\n")
	return rest == "" || rest[0] == '"' || rest[0] == '}'
}

// looksLikeBlocks tells a list of content blocks from a text such as "[INFO] …".
func looksLikeBlocks(body string) bool {
	rest := strings.TrimLeft(body[1:], " \t\r\n")
	return rest != "" && (rest[0] == '{' || rest[0] == '"')
}

func (p *Payload) object(body string) {
	n := 0
	gjson.Parse(body).ForEach(func(key, value gjson.Result) bool {
		n++
		p.member(key.Str, value)
		return n < maxMembers
	})
}

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
		if sig, ok := termination.ParseSignal(v.String()); ok && v.Type != gjson.Null && sig != 0 {
			p.Signal = sig
		}
	case "timed_out", "timedOut", "timeout":
		if v.IsBool() {
			p.TimedOut = termination.FlagOf(v.Bool())
		}
	case "killed":
		p.Killed = v.Type == gjson.True
	case "isError", "is_error":
		if v.IsBool() {
			p.IsError = termination.FlagOf(v.Bool())
		}
	default:
		p.piece(v) // text of no known meaning, which was seen all the same
	}
}

// exit reads a code, which may be given as a string, and keeps the worse of two,
// should a key stand there twice.
func (p *Payload) exit(v gjson.Result) {
	code := v.Int()
	switch {
	case v.Type == gjson.Number && v.Num != float64(code):
		return
	case v.Type == gjson.String && strconv.FormatInt(code, 10) != v.Str:
		return
	case v.Type != gjson.Number && v.Type != gjson.String:
		return
	}
	if !p.HasCode || p.Code == 0 {
		p.Code, p.HasCode = code, true
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

func (p *Payload) blocks(body string) {
	n := 0
	p.Wrapped = true
	gjson.Parse(body).ForEach(func(_, block gjson.Result) bool {
		n++
		if block.IsObject() {
			p.piece(block.Get("text"))
		} else {
			p.piece(block)
		}
		return n < maxBlocks
	})
}

// Structured reports whether the object has the shape in which applications
// report a process: an exit key beside the output.
func (p *Payload) Structured() bool { return p.HasExitKey && p.HasOutput }

// Fact is what the typed fields state about the ending.
func (p *Payload) Fact() termination.Fact {
	f := termination.Fact{
		Source: termination.Structured, Code: p.Code, HasCode: p.HasCode, Signal: p.Signal, TimedOut: p.TimedOut,
	}
	if p.Killed && p.Signal == 0 && p.TimedOut != termination.True {
		f.Kind = termination.Signaled
	}
	return f
}

// Cut reports whether a value that must be JSON ends before it is closed.
func Cut(s string, limit int) bool {
	if len(s) > limit {
		return false
	}
	body := strings.TrimSpace(s)
	return len(body) > 1 && body[0] == '{' && looksLikeObject(body) && unclosed(body) != ""
}

// closed returns JSON that can be read to its end: where it breaks off, what is
// open there is closed, so that the last value is read up to the cut.
func (p *Payload) closed(body string, whole bool) string {
	missing := unclosed(body)
	if missing == "" {
		return body
	}
	p.Cut = whole
	return strings.TrimRight(body, "\\") + missing
}

// unclosed follows the nesting of the first value to its end and returns what is
// missing to close it.
func unclosed(body string) string {
	var shallow [32]byte
	open, inString := shallow[:0], false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			open = append(open, '}')
		case c == '[':
			open = append(open, ']')
		case c == '}' || c == ']':
			if open = open[:len(open)-1]; len(open) == 0 {
				return ""
			}
		}
	}
	slices.Reverse(open)
	if inString {
		return `"` + string(open)
	}
	return string(open)
}

func bounded(s string, limit int) string {
	if len(s) > limit {
		return s[:limit]
	}
	return s
}

// ReadValue reads a result of any type. A map or a list is read as the JSON that
// it would be, without being turned into it.
func (p *Payload) ReadValue(v pcommon.Value, limit int) {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		p.Read(v.Str(), limit)
	case pcommon.ValueTypeMap:
		p.Reset()
		n := 0
		for key, member := range v.Map().All() {
			if n++; n > maxMembers {
				return
			}
			p.memberValue(key, member)
		}
	case pcommon.ValueTypeSlice:
		p.Reset()
		p.blockValues(v.Slice())
	default:
		p.Reset()
	}
}

func (p *Payload) memberValue(key string, v pcommon.Value) {
	if key == "content" && v.Type() == pcommon.ValueTypeSlice {
		p.blockValues(v.Slice())
		return
	}
	p.member(key, scalar(v))
}

func (p *Payload) blockValues(blocks pcommon.Slice) {
	p.Wrapped = true
	for i := 0; i < blocks.Len() && i < maxBlocks; i++ {
		switch block := blocks.At(i); block.Type() {
		case pcommon.ValueTypeMap:
			if text, ok := block.Map().Get("text"); ok {
				p.piece(scalar(text))
			}
		case pcommon.ValueTypeStr:
			p.piece(scalar(block))
		}
	}
}

// scalar turns a value into the form in which JSON members are read.
func scalar(v pcommon.Value) gjson.Result {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return gjson.Result{Type: gjson.String, Str: v.Str()}
	case pcommon.ValueTypeBool:
		if v.Bool() {
			return gjson.Result{Type: gjson.True}
		}
		return gjson.Result{Type: gjson.False}
	case pcommon.ValueTypeInt:
		return gjson.Result{Type: gjson.Number, Num: float64(v.Int())}
	case pcommon.ValueTypeDouble:
		return gjson.Result{Type: gjson.Number, Num: v.Double()}
	default:
		return gjson.Result{Type: gjson.Null}
	}
}
