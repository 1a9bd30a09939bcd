package payload

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspan/toolspan/internal/evidence/text"
)

// maxWrapping is how deep frameworks wrap what a tool returned.
const maxWrapping = 5

// unwrap finds what a tool returned inside the objects that frameworks put around
// it. Each wrapping is known by all of its members, so that an object that a tool
// returned itself is not taken for one.
// handled reports a tool message that tells of an error.
func unwrap(body string) (inner gjson.Result, handled, ok bool) {
	if !mayWrap(body) {
		return inner, false, false
	}
	var m members
	if !m.read(body) {
		return inner, false, false
	}
	if content, status, ok := m.message(); ok {
		return content, status.Str == "error", true
	}
	inner, ok = m.wrapped()
	return inner, ok && strings.HasPrefix(m.get("type").Str, "error-"), ok
}

// mayWrap rules out, by the name of its first member, most objects that a tool
// returned itself.
func mayWrap(body string) bool {
	start := strings.TrimLeft(body[1:], " \t\r\n")
	if start == "" || start[0] != '"' {
		return false
	}
	name, _, _ := strings.Cut(text.Head(start[1:], len("additional_kwargs\"")), "\"")
	switch name {
	case "lc", "type", "id", "kwargs", "output", "result", "response", "data", "content", "tool_call_id", "additional_kwargs",
		"name", "status", "value", "artifact", "response_metadata", "metadata":
		return true
	default:
		return false
	}
}

// members are the first few members of an object.
type members struct {
	list [maxMembersOfWrapping]struct {
		name  string
		value gjson.Result
	}
	n int
}

// maxMembersOfWrapping is how many members any wrapping has at most.
const maxMembersOfWrapping = 16

// read reports false for an object with too many members to be a wrapping.
func (m *members) read(body string) bool {
	whole := true
	gjson.Parse(body).ForEach(func(key, value gjson.Result) bool {
		if m.n == len(m.list) {
			whole = false
			return false
		}
		m.list[m.n].name, m.list[m.n].value = key.Str, value
		m.n++
		return true
	})
	return whole && m.n > 0
}

func (m *members) get(name string) gjson.Result {
	for i := range m.list[:m.n] {
		if m.list[i].name == name {
			return m.list[i].value
		}
	}
	return gjson.Result{}
}

func (m *members) has(name string) bool { return m.get(name).Exists() }

func (m *members) is(name, value string) bool { return m.get(name).Str == value }

// wrapped finds what stands in the other wrappings.
func (m *members) wrapped() (inner gjson.Result, ok bool) {
	switch {
	case m.n == 1 && m.has("output") && !m.get("output").IsArray(),
		m.n == 2 && m.has("output") && m.has("kwargs"):
		return m.get("output"), true
	case m.n == 1 && (m.has("result") || m.has("response")):
		return m.list[0].value, true
	case m.n <= 3 && m.has("name") && m.has("response"):
		return m.get("response"), true // Google's form of a response
	case m.n == 2 && m.has("type") && m.has("value"):
		return m.get("value"), true // the AI SDK's own form of an output
	default:
		return inner, false
	}
}

// message finds content and status of a tool message, in the three ways of writing one.
func (m *members) message() (content, status gjson.Result, ok bool) {
	in := gjson.Result{}
	switch {
	case m.has("lc") && m.has("kwargs"):
		in = m.get("kwargs")
	case m.is("type", "tool") && m.has("data"):
		in = m.get("data")
	case m.has("tool_call_id") && m.has("content"):
		return m.get("content"), m.get("status"), true
	default:
		return content, status, false
	}
	return in.Get("content"), in.Get("status"), true
}

// nested reads what stood inside a wrapping as if it were the result.
func (p *Payload) nested(r gjson.Result) {
	switch {
	case r.Type == gjson.String:
		p.readInside(r.Str, true)
	case r.IsObject():
		p.object(r.Raw)
	case r.IsArray():
		p.blocks(r.Raw)
	}
}

// inner reads the text of a wrapping: JSON that the tool returned, or plain text.
func (p *Payload) inner(r gjson.Result) {
	if r.Type == gjson.String && p.depth < maxWrapping && !p.own && strings.HasPrefix(strings.TrimLeft(r.Str, " \t\r\n"), "{") {
		p.depth++
		p.readInside(r.Str, false)
		return
	}
	p.piece(r, "")
}

// readInside reads a text inside JSON. That one was not cut on its way where the
// JSON around it is whole.
func (p *Payload) readInside(s string, mayUnquote bool) {
	cut := p.Cut
	p.read(s, p.limit, mayUnquote)
	p.Cut = cut
}
