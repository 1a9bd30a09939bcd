package messages

import (
	"slices"
	"strconv"
	"strings"
)

// Flat gathers messages that were spread over attributes, one for each member:
// `llm.input_messages.3.message.content`.
type Flat struct {
	list []flat
}

type flat struct {
	number, call int // of the message, and of a call in it, -1 for the message itself
	member       string
	value        string
}

// maxFlat bounds how many attributes are gathered.
const maxFlat = 8192

// Reset forgets everything.
func (f *Flat) Reset() {
	clear(f.list)
	f.list = f.list[:0]
}

// Add takes one attribute, whose key is given behind the name of the list. Of keys that are none of a
// message it takes nothing.
func (f *Flat) Add(rest, value string) {
	number, rest, ok := cutNumber(rest)
	if !ok || len(f.list) >= maxFlat {
		return
	}
	rest = strings.TrimPrefix(rest, "message.")
	a := flat{number: number, call: -1, member: rest, value: value}
	if in, isCall := strings.CutPrefix(rest, "tool_calls."); isCall {
		if a.call, rest, ok = cutNumber(in); !ok {
			return
		}
		a.member = strings.TrimPrefix(strings.TrimPrefix(rest, "tool_call."), "function.")
	} else if strings.HasPrefix(rest, "contents.") && strings.HasSuffix(rest, ".message_content.text") {
		a.member = "content"
	}
	switch a.member {
	case "role", "content", "tool_call_id", "id", "name", "arguments":
		f.list = append(f.list, a)
	}
}

func cutNumber(s string) (n int, rest string, ok bool) {
	digits, rest, ok := strings.Cut(s, ".")
	if !ok || len(digits) > 5 {
		return 0, "", false
	}
	n, err := strconv.Atoi(digits)
	return n, rest, err == nil && n >= 0
}

// Parts appends what was gathered, in order of the messages.
func (f *Flat) Parts(into []Part) []Part {
	slices.SortStableFunc(f.list, func(a, b flat) int {
		if a.number != b.number {
			return a.number - b.number
		}
		return a.call - b.call
	})
	for start := 0; start < len(f.list); {
		end := start + 1
		for end < len(f.list) && f.list[end].number == f.list[start].number {
			end++
		}
		into = message(f.list[start:end], into)
		start = end
	}
	return into
}

// message makes parts of the attributes of one message.
func message(list []flat, into []Part) []Part {
	role, id := Unknown, ""
	for i := range list {
		switch a := &list[i]; {
		case a.call >= 0:
		case a.member == "role":
			role = roleOf(a.value)
		case a.member == "tool_call_id":
			id = a.value
		}
	}
	for i := 0; i < len(list); {
		if a := &list[i]; a.call < 0 {
			if a.member == "content" {
				into = content(a.value, role, id, into)
			}
			i++
			continue
		}
		call := Part{Kind: Asked, Role: role}
		for at := list[i].call; i < len(list) && list[i].call == at; i++ {
			switch list[i].member {
			case "id":
				call.ID = list[i].value
			case "name":
				call.Name = list[i].value
			case "arguments":
				call.Text = list[i].value
			}
		}
		call.Hosted = hostedID(call.ID)
		into = add(into, call)
	}
	return into
}

func content(text string, role Role, id string, into []Part) []Part {
	if role == Tool {
		return add(into, Part{Kind: Result, Role: role, ID: id, Text: text, Hosted: hostedID(id)})
	}
	return add(into, Part{Kind: Text, Role: role, Text: text})
}
