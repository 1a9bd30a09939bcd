package messages

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspan/toolspan/internal/evidence/payload"
)

// Read appends the parts of a value: text, a message, a list of them, or an object
// that holds such a list. It reports cut where the value breaks off, or is longer than is read, so that
// what comes last in it is not known.
func Read(s string, into []Part) (parts []Part, cut bool) {
	if len(s) > MaxBytes {
		return into, true
	}
	whole, cut, ok := payload.Object(s)
	if !ok {
		return add(into, Part{Kind: Text, Text: s}), false
	}
	return value(gjson.Parse(whole), Unknown, into, maxDepth), cut
}

// add keeps the last parts where there are too many.
func add(into []Part, p Part) []Part {
	if p.Kind == Text && strings.TrimSpace(p.Text) == "" {
		return into
	}
	if len(into) >= maxParts {
		into = append(into[:0], into[maxParts/2:]...)
	}
	return append(into, p)
}

func value(r gjson.Result, role Role, into []Part, depth int) []Part {
	if depth == 0 {
		return into
	}
	switch {
	case r.Type == gjson.String:
		if role == Tool {
			return add(into, Part{Kind: Result, Role: role, Text: r.Str})
		}
		return add(into, Part{Kind: Text, Role: role, Text: r.Str})
	case r.IsArray():
		r.ForEach(func(_, item gjson.Result) bool {
			into = value(item, role, into, depth-1)
			return true
		})
	case r.IsObject():
		o := read(r)
		if o.role != Unknown {
			role = o.role
		}
		return o.parts(role, into, depth)
	}
	return into
}

// object holds the members that matter of one object, read in one pass.
type object struct {
	role Role
	// kind is the member "type".
	kind string
	// id names the call, callID does so beyond doubt.
	id, callID, name string
	hosted           bool
	arguments        gjson.Result
	result           gjson.Result
	text             gjson.Result
	content          gjson.Result
	calls            gjson.Result
	inner            gjson.Result // the object as such, below another name
	call, response   gjson.Result // as members of their own
}

func read(r gjson.Result) (o object) {
	r.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "role":
			o.role = roleOf(v.Str)
		case "type":
			o.kind = v.Str
		case "id":
			if v.Type == gjson.String {
				o.id = v.Str
			} else if v.IsArray() { // the class of a message of LangChain
				o.role = max(o.role, roleOf(strings.TrimSuffix(strings.TrimSuffix(lastOf(v), "Chunk"), "Message")))
			}
		case "tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "callId":
			o.callID = v.Str
		case "name", "toolName", "tool_name":
			o.name = v.Str
		case "providerExecuted", "provider_executed":
			o.hosted = v.Bool()
		case "arguments", "args", "input":
			o.arguments = v
		case "response", "result", "output":
			o.result = v
		case "text":
			o.text = v
		case "content", "parts":
			o.content = v
		case "tool_calls", "toolCalls":
			o.calls = v
		case "kwargs", "data", "message", "function", "messages", "contents":
			o.inner = v
		case "functionCall", "function_call", "toolUse":
			o.call = v
		case "functionResponse", "function_response", "toolResult":
			o.response = v
		}
		return true
	})
	return o
}

func lastOf(list gjson.Result) (last string) {
	list.ForEach(func(_, item gjson.Result) bool {
		last = item.Str
		return true
	})
	return last
}

func roleOf(word string) Role {
	switch strings.ToLower(word) {
	case "system", "developer":
		return System
	case "user", "human":
		return User
	case "assistant", "model", "ai":
		return Assistant
	case "tool", "function":
		return Tool
	default:
		return Unknown
	}
}

// The words for a call, for a result, and for what is no part of a conversation.
var kinds = map[string]Kind{
	"tool_call": Asked, "tool-call": Asked, "tool_use": Asked, "toolcall": Asked, "function_call": Asked, "tooluse": Asked, "function": Asked,
	"server_tool_call": Asked, "server_tool_use": Asked, "mcp_tool_use": Asked, "mcp_call": Asked, "custom_tool_call": Asked,
	"tool_call_response": Result, "tool-result": Result, "tool_result": Result, "toolresult": Result, "function_call_output": Result,
	"tool-error": Result, "server_tool_call_response": Result, "mcp_tool_result": Result, "custom_tool_call_output": Result,
}

// hosted reports a kind of part that tells of a tool at the provider of the model.
func hosted(kind string) bool {
	switch {
	case strings.HasPrefix(kind, "server_tool"), strings.HasPrefix(kind, "mcp_"):
		return true
	default:
		return strings.HasSuffix(kind, "_tool_result") || strings.HasSuffix(kind, "_call") && kinds[kind] == 0
	}
}

func (o *object) parts(role Role, into []Part, depth int) []Part {
	kind := strings.ToLower(o.kind)
	switch {
	case o.call.IsObject():
		c := read(o.call)
		return add(into, Part{Kind: Asked, Role: role, ID: first(c.callID, c.id), Name: c.name, Text: textOf(c.arguments)})
	case o.response.IsObject():
		c := read(o.response)
		return add(into, Part{Kind: Result, Role: Tool, ID: first(c.callID, c.id), Name: c.name, Text: textOf(firstOf(c.result, c.content))})
	case kinds[kind] == Asked:
		return o.asked(kind, role, into)
	case kinds[kind] == Result, strings.HasSuffix(kind, "_tool_result"):
		return add(into, Part{
			Kind: Result, Role: Tool, ID: first(o.callID, o.id), Name: o.name, Text: textOf(firstOf(o.result, o.content)),
			Hosted: o.hosted || hosted(kind) || hostedID(first(o.callID, o.id)),
		})
	case kind == "reasoning" || kind == "thinking" || kind == "redacted_thinking":
		return into
	}
	if role == Unknown {
		role = roleOf(kind)
	}
	if role == Tool && o.callID != "" || roleOf(kind) == Tool && o.content.Exists() {
		return add(into, Part{
			Kind: Result, Role: Tool, ID: o.callID, Name: o.name, Text: textOf(firstOf(o.content, o.result, o.text)),
			Hosted: o.hosted || hostedID(o.callID),
		})
	}
	for _, r := range [...]gjson.Result{o.text, o.content, o.inner} {
		if r.Exists() {
			into = value(r, role, into, depth-1)
		}
	}
	if o.calls.IsArray() {
		o.calls.ForEach(func(_, call gjson.Result) bool {
			if call.IsObject() {
				c := read(call)
				into = c.asked(strings.ToLower(c.kind), role, into)
			}
			return true
		})
	}
	return into
}

// asked takes a call, whose name and arguments stand in it or one level below.
func (o *object) asked(kind string, role Role, into []Part) []Part {
	name, args := o.name, o.arguments
	if o.inner.IsObject() {
		f := read(o.inner)
		name, args = first(name, f.name), firstOf(args, f.arguments)
	}
	id := first(o.callID, o.id)
	return add(into, Part{
		Kind: Asked, Role: role, ID: id, Name: name, Text: textOf(args), Hosted: o.hosted || hosted(kind) || hostedID(id),
	})
}

// hostedID reports the IDs that providers give to calls of their own tools.
func hostedID(id string) bool {
	for _, start := range [...]string{"srvtoolu_", "mcptoolu_", "ws_", "fs_", "ci_", "mcp_"} {
		if strings.HasPrefix(id, start) {
			return true
		}
	}
	return false
}

func textOf(r gjson.Result) string {
	if r.Type == gjson.String {
		return r.Str
	}
	return r.Raw
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func firstOf(list ...gjson.Result) (r gjson.Result) {
	for _, r = range list {
		if r.Exists() {
			return r
		}
	}
	return r
}
