package action

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// Node is a value of a record: an attribute, or something inside of a string of JSON.
type Node struct {
	value pcommon.Value
	json  gjson.Result
	inner bool // of JSON
	// attrs are the attributes of a record, which are no value, where isMap.
	attrs pcommon.Map
	isMap bool
}

// OfValue is the node of an attribute.
func OfValue(v pcommon.Value) Node { return Node{value: v} }

// OfJSON is the node of a value in JSON.
func OfJSON(r gjson.Result) Node { return Node{json: r, inner: true} }

// text is the value if it is a string.
func (n Node) text() (string, bool) {
	switch {
	case n.inner:
		return n.json.Str, n.json.Type == gjson.String
	case n.value == (pcommon.Value{}):
		return "", false
	case n.value.Type() == pcommon.ValueTypeStr:
		return n.value.Str(), true
	default:
		return "", false
	}
}

// word is the value as a short word; what is too long or no scalar is none. The words
// by which producers say that they have no value are none either.
func (n Node) word() string {
	s, ok := n.text()
	switch {
	case ok:
	case n.inner && (n.json.Type == gjson.Number || n.json.Type == gjson.True || n.json.Type == gjson.False):
		s = n.json.Raw
	case !n.inner && n.value != (pcommon.Value{}):
		switch n.value.Type() {
		case pcommon.ValueTypeInt, pcommon.ValueTypeDouble, pcommon.ValueTypeBool:
			s = n.value.AsString()
		}
	}
	if len(s) > maxWord {
		return ""
	}
	s = strings.TrimSpace(s)
	switch strings.ToLower(s) {
	case "null", "none", "nil", "<nil>", "nan", "undefined":
		return ""
	}
	return s
}

// long is word for what may be long, such as a message: its start says enough.
func (n Node) long() string {
	if s, ok := n.text(); ok && len(s) > maxWord {
		return s[:maxWord]
	}
	return n.word()
}

// document is the text of a value, or of what it has to ask.
func (n Node) document() string {
	s, ok := n.text()
	if !ok {
		n.members(func(name string, member Node) {
			if name == "query" {
				s, _ = member.text()
			}
		})
	}
	return s
}

// number is the value as a whole number.
func (n Node) number() (int64, bool) {
	s := n.word()
	if v, err := strconv.ParseInt(s, 10, 64); err == nil {
		return v, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != float64(int64(f)) {
		return 0, false
	}
	return int64(f), true
}

// unwrapped is the JSON that a string holds, if it holds an object or a list.
func (n Node) unwrapped() Node {
	s, ok := n.text()
	if !ok || len(s) > maxJSON {
		return n
	}
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '{' && s[0] != '[' || !gjson.Valid(s) {
		return n
	}
	return OfJSON(gjson.Parse(s))
}

// maxMembers bounds how many members of an object, or items of a list, are looked at.
const maxMembers = 256

// members calls visit for each member of an object, and reports whether it is one.
func (n Node) members(visit func(name string, member Node)) bool {
	n = n.unwrapped()
	left := maxMembers
	switch {
	case n.isMap:
		return visitMap(n.attrs, visit)
	case n.inner && n.json.IsObject():
		n.json.ForEach(func(name, member gjson.Result) bool {
			visit(name.Str, OfJSON(member))
			left--
			return left > 0
		})
		return true
	case !n.inner && n.value != (pcommon.Value{}) && n.value.Type() == pcommon.ValueTypeMap:
		return visitMap(n.value.Map(), visit)
	default:
		return false
	}
}

func visitMap(m pcommon.Map, visit func(name string, member Node)) bool {
	left := maxMembers
	for name, member := range m.All() {
		if left--; left < 0 {
			break
		}
		visit(name, OfValue(member))
	}
	return true
}

// items calls visit for each item of a list, until it returns false, and reports whether
// it is a list.
func (n Node) items(visit func(item Node) bool) bool {
	n = n.unwrapped()
	switch {
	case n.inner && n.json.IsArray():
		n.json.ForEach(func(_, item gjson.Result) bool { return visit(OfJSON(item)) })
		return true
	case !n.inner && n.value != (pcommon.Value{}) && n.value.Type() == pcommon.ValueTypeSlice:
		for _, item := range n.value.Slice().All() {
			if !visit(OfValue(item)) {
				break
			}
		}
		return true
	default:
		return false
	}
}

// absent reports a value that states nothing at all.
func (n Node) absent() bool {
	if n.inner {
		return !n.json.Exists() || n.json.Type == gjson.Null
	}
	return !n.isMap && (n.value == (pcommon.Value{}) || n.value.Type() == pcommon.ValueTypeEmpty)
}

// OfAttributes is the node of the attributes of a record.
func OfAttributes(m pcommon.Map) Node { return Node{attrs: m, isMap: true} }
