// Package payload reads what a tool returned when that is JSON or wrapped in
// JSON: the text a person would read, and the typed fields that stand at its
// top level. It only reads; whether those fields are evidence is for the
// dialect to say.
package payload

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

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
	// Ended is Cancelled or Running where a member says so. Failed: one says that it
	// did not end well, and no more.
	Ended  termination.Kind
	Failed bool
	// Background: it names the task in the background that it became.
	Background bool
	// IsError is the failure flag of an MCP result. Blocks: the object has content in
	// blocks, as such a result does.
	IsError termination.Flag
	Blocks  bool
	// Handled: the value is a tool message whose status tells of an error that a
	// framework turned into a result.
	Handled bool
	// Enveloped: something is around what the tool returned that only a program that
	// exports it writes, so nobody else can have cut the value.
	Enveloped bool
	// Cut: the JSON ends before it is closed, as it arrived. Partial: it was not
	// read to its end, for that or another reason, so what it says is not all.
	Cut, Partial bool
	// Doubt: a field about the ending is there and cannot be read.
	Doubt bool

	limit, depth int
	// own: the object states an exit code of its own, so that JSON in its texts is
	// what the command printed.
	own bool
	// plain: an object was read that is no wrapping, so its texts are its members and not
	// what a harness wrote.
	plain bool
	// code is a member of that name, which is an exit code beside both streams.
	code           gjson.Result
	stdout, stderr bool
}

// Reset empties the payload and keeps its memory.
func (p *Payload) Reset() { *p = Payload{Texts: p.Texts[:0]} }

// Read reads a result. Text that is no JSON is its own and only piece.
func (p *Payload) Read(s string, limit int) {
	p.Reset()
	p.limit, p.depth = limit, 0
	p.read(s, limit, true)
}

func (p *Payload) read(s string, limit int, mayUnquote bool) {
	body := strings.TrimSpace(strings.TrimPrefix(bounded(s, limit), "\ufeff"))
	if body == "" {
		p.Wrapped = true
		return
	}
	switch {
	case body[0] == '"' && mayUnquote:
		p.unquote(s, body, limit)
	case looksLikeJSON(body):
		p.json(s, body, len(s) <= limit)
	default:
		p.text(s)
	}
}

// json reads a text that begins like JSON. Where something follows the first
// value it is a text after all: JSON that a command printed, with what its
// harness wrote below.
func (p *Payload) json(s, body string, whole bool) {
	end, missing, raw := extent(body)
	if missing == "" && end < len(body) {
		p.text(s)
		return
	}
	if raw {
		body = escaped(body)
	}
	if missing != "" {
		p.Cut, p.Partial = whole, true
		body = closed(body, missing)
	}
	if body[0] == '{' {
		p.object(body)
	} else {
		p.blocks(body)
	}
}

func (p *Payload) text(s string) {
	p.Wrapped = true
	if len(p.Texts) < maxTexts {
		p.Texts = append(p.Texts, s)
	}
}

// unquote reads JSON that was encoded twice. One level is enough: nothing known
// does it more often.
func (p *Payload) unquote(s, body string, limit int) {
	switch whole := brokenQuote(body); {
	case len(s) > limit:
		p.text(s)
	case whole != "":
		p.read(gjson.Parse(whole).Str, limit, false)
		p.Cut, p.Partial, p.Enveloped = true, true, true
	case len(body) < 2 || body[len(body)-1] != '"' || !gjson.Valid(body):
		p.text(s)
	default:
		p.read(gjson.Parse(body).Str, limit, false)
	}
}

// brokenQuote closes a string of JSON that breaks off: one that holds something in
// the notation of JSON and no end. It returns "" for any other text.
func brokenQuote(body string) string {
	if !strings.Contains(body, `\n`) && !strings.Contains(body, `\"`) {
		return ""
	}
	for i := 1; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\\':
			i++
		case c == '"' || c < ' ':
			return ""
		}
	}
	return strings.TrimRight(body, `\`) + `"`
}

func looksLikeJSON(body string) bool {
	return body != "" && (body[0] == '{' && looksLikeObject(body) || body[0] == '[' && looksLikeBlocks(body))
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
	if inner, handled, ok := unwrap(body); ok && p.depth < maxWrapping {
		p.depth++
		p.Enveloped, p.Handled = true, p.Handled || handled
		p.nested(inner)
		return
	}
	p.plain = true
	own := p.own
	defer func() { p.own = own }()
	p.own = own || statesExit(body)
	n, block := 0, true
	gjson.Parse(body).ForEach(func(key, value gjson.Result) bool {
		n++
		block = block && (key.Str == "text" || key.Str == "type")
		p.member(key.Str, value)
		p.Partial = p.Partial || n == maxMembers
		return n < maxMembers
	})
	p.plain = p.plain && !block // one of a list whose blocks are written apart
	p.plainCode()
}

// statesExit reports an object with a member for an exit code.
func statesExit(body string) bool {
	if !strings.Contains(body, `"content"`) {
		return false // no other member holds what may be read as JSON
	}
	found, n := false, 0
	gjson.Parse(body).ForEach(func(key, _ gjson.Result) bool {
		n++
		found = isExitKey(key.Str)
		return !found && n < maxMembers
	})
	return found
}

func (p *Payload) blocks(body string) {
	n := 0
	p.Wrapped = true
	gjson.Parse(body).ForEach(func(_, block gjson.Result) bool {
		n++
		p.block(block)
		return n < maxBlocks
	})
	p.plainBlocks()
}

// plainBlocks takes back that a harness may have written around the text where the
// blocks hold an object that the tool returned.
func (p *Payload) plainBlocks() { p.Wrapped = !p.HasExitKey && !p.HasOutput && !p.plain }

// block reads one content block. A text in it may be the JSON that the tool returned.
func (p *Payload) block(block gjson.Result) {
	if !block.IsObject() {
		p.inner(block)
		return
	}
	if data := block.Get("json"); data.IsObject() && p.depth < maxWrapping {
		p.depth++
		p.object(data.Raw)
		return
	}
	text := block.Get("text")
	p.Enveloped = p.Enveloped || text.Exists()
	p.inner(text)
}

// Structured reports whether the object has the shape in which applications
// report a process: an exit key beside the output.
func (p *Payload) Structured() bool { return p.HasExitKey && p.HasOutput }

// Fact is what the typed fields state about the ending. Where not everything
// could be read, it may tell of a failure but not of success.
func (p *Payload) Fact() termination.Fact {
	f := termination.Fact{
		Source: termination.Structured, Code: p.Code, HasCode: p.HasCode, Signal: p.Signal, TimedOut: p.TimedOut,
	}
	if f.HasCode && f.Code == 0 && (p.Partial || p.Doubt) {
		f.HasCode = false
	}
	if p.Ended == termination.Running || p.Ended != termination.KindUnset && p.TimedOut != termination.True {
		f.Kind = p.Ended
		f.HasCode = f.HasCode && f.Code != 0
	}
	if p.Killed && f.Kind == termination.KindUnset && p.Signal == 0 && p.TimedOut != termination.True {
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
	if len(body) < 2 || body[0] != '{' || !looksLikeObject(body) {
		return false
	}
	_, missing, _ := extent(body)
	return missing != ""
}

// MayBeObject rules out, by how it begins, most texts that Object reads nothing in.
func MayBeObject(s string) bool {
	s = strings.TrimLeft(strings.TrimPrefix(s, "\ufeff"), " \t\r\n")
	return looksLikeJSON(s) || s != "" && s[0] == '"'
}

// Object makes a text whole that is an object or a list in JSON, encoded twice
// perhaps: what breaks off is closed, and reported as cut. It reports false for a
// text that is neither, or that goes on behind it.
func Object(s string) (whole string, cut, ok bool) {
	body := strings.TrimSpace(strings.TrimPrefix(s, "\ufeff"))
	if len(body) > 1 && body[0] == '"' && gjson.Valid(body) {
		body = strings.TrimSpace(gjson.Parse(body).Str)
	}
	if !looksLikeJSON(body) {
		return "", false, false
	}
	end, missing, raw := extent(body)
	if missing == "" && end < len(body) {
		return "", false, false
	}
	if raw {
		body = escaped(body)
	}
	if missing != "" {
		return closed(body, missing), true, true
	}
	return body, false, true
}

// closed adds what is missing at the end of JSON that breaks off. A number or a word
// that stands there may go on, so it says nothing.
func closed(body, missing string) string {
	if missing[0] == '"' {
		return strings.TrimRight(body, "\\") + missing
	}
	rest := strings.TrimRightFunc(body, func(r rune) bool {
		return r == '-' || r == '+' || r == '.' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	})
	if rest != body {
		rest += "null"
	}
	return rest + missing
}

// extent follows the nesting of the first value to its end. It returns where that
// is, or what is missing to close the value, so that the last member of JSON that
// breaks off can be read up to the cut. raw reports control characters inside a
// string, where JSON has none: something was edited into the value.
func extent(body string) (end int, missing string, raw bool) {
	var shallow [32]byte
	open, inString := shallow[:0], false
	for i := 0; i < len(body); i++ {
		if inString {
			for i < len(body) && plain[body[i]] {
				i++
			}
			if i == len(body) {
				break
			}
			switch c := body[i]; c {
			case '\\':
				i++
			case '"':
				inString = false
			default:
				raw = true
			}
			continue
		}
		switch body[i] {
		case '"':
			inString = true
		case '{':
			open = append(open, '}')
		case '[':
			open = append(open, ']')
		case '}', ']':
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, "", raw
			}
		}
	}
	slices.Reverse(open)
	if inString {
		return 0, `"` + string(open), raw
	}
	return 0, string(open), raw
}

// plain are the bytes that mean nothing else inside a string of JSON.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return t
}()

// escaped writes the control characters inside strings as JSON has them, since the
// parser takes the first for the end of the string.
func escaped(body string) string {
	var b strings.Builder
	b.Grow(len(body) + len(body)/64)
	inString := false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\' && i+1 < len(body) && body[i+1] >= ' ':
			b.WriteByte(c)
			i++
			b.WriteByte(body[i])
		case inString && c == '\n':
			b.WriteString(`\n`)
		case inString && c < ' ':
			b.WriteByte(' ')
		default:
			inString = inString != (c == '"')
			b.WriteByte(c)
		}
	}
	return b.String()
}

func bounded(s string, limit int) string {
	if len(s) > limit {
		return s[:limit]
	}
	return s
}
