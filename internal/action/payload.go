package action

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// Limits on a payload, beyond which no fingerprint is recomputed.
const (
	maxDepth  = 64
	maxMember = 4096
	maxExact  = 1 << 53
	hexDigits = "0123456789abcdef"
)

// tree is a payload that was read.
type tree struct {
	kind  byte // one of { [ " 0 and w for a keyword
	text  string
	names []string
	items []tree
}

// form says how a tree is written: everything beyond ASCII escaped, and numbers as RFC
// 8785 has them instead of by their own digits.
type form struct{ ascii, numbers bool }

// reader reads a payload, within limits.
type reader struct {
	left    int // members and items
	written int // bytes
}

func parsePayload(n Node) (tree, bool) {
	r := reader{left: maxMember, written: MaxPayload}
	if s, ok := n.text(); ok {
		if len(s) > MaxPayload || !utf8.ValidString(s) {
			return tree{}, false
		}
		trimmed := strings.TrimSpace(s)
		if gjson.Valid(trimmed) && trimmed != "" {
			return r.json(gjson.Parse(trimmed), maxDepth)
		}
		return tree{kind: '"', text: s}, true
	}
	if n.inner {
		if len(n.json.Raw) > MaxPayload {
			return tree{}, false
		}
		return r.json(n.json, maxDepth)
	}
	return r.value(n.value, maxDepth)
}

func (r *reader) json(v gjson.Result, depth int) (t tree, ok bool) {
	if r.left--; r.left < 0 || depth == 0 {
		return t, false
	}
	switch v.Type {
	case gjson.String:
		return tree{kind: '"', text: v.Str}, utf8.ValidString(v.Str)
	case gjson.Number:
		return tree{kind: '0', text: v.Raw}, true
	case gjson.JSON:
	default:
		return tree{kind: 'w', text: v.Raw}, true
	}
	ok = true
	t.kind = v.Raw[0]
	object := v.IsObject()
	v.ForEach(func(name, member gjson.Result) bool {
		var item tree
		if item, ok = r.json(member, depth-1); ok {
			t.items = append(t.items, item)
			if object {
				t.names = append(t.names, name.Str)
			}
		}
		return ok
	})
	ok = ok && t.sort()
	return t, ok
}

func (r *reader) value(v pcommon.Value, depth int) (t tree, ok bool) {
	if r.left--; r.left < 0 || depth == 0 {
		return t, false
	}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		r.written -= len(v.Str())
		return tree{kind: '"', text: v.Str()}, r.written >= 0 && utf8.ValidString(v.Str())
	case pcommon.ValueTypeInt:
		return tree{kind: '0', text: strconv.FormatInt(v.Int(), 10)}, true
	case pcommon.ValueTypeDouble:
		f := v.Double()
		if math.IsNaN(f) || math.Abs(f) > maxExact {
			return t, false // it may stand for several numbers
		}
		return tree{kind: '0', text: decimal(f)}, true
	case pcommon.ValueTypeBool:
		return tree{kind: 'w', text: strconv.FormatBool(v.Bool())}, true
	case pcommon.ValueTypeEmpty:
		return tree{kind: 'w', text: "null"}, true
	case pcommon.ValueTypeMap:
		t.kind = '{'
		for name, member := range v.Map().All() {
			item, ok := r.value(member, depth-1)
			if r.written -= len(name); !ok || r.written < 0 || !utf8.ValidString(name) {
				return t, false
			}
			t.names, t.items = append(t.names, name), append(t.items, item)
		}
		ok = t.sort()
		return t, ok
	case pcommon.ValueTypeSlice:
		t.kind = '['
		for _, member := range v.Slice().All() {
			item, ok := r.value(member, depth-1)
			if !ok {
				return t, false
			}
			t.items = append(t.items, item)
		}
		return t, true
	default:
		return t, false // bytes have no form in JSON that all agree on
	}
}

// decimal writes a double as the languages do that keep its kind.
func decimal(f float64) string {
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + ".0"
}

// sort orders the members by name, and reports false where two have the same.
func (t *tree) sort() bool {
	if t.kind != '{' || len(t.names) < 2 {
		return true
	}
	order := make([]int, len(t.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(t.names[a], t.names[b]) })
	names, items := make([]string, len(order)), make([]tree, len(order))
	for to, from := range order {
		names[to], items[to] = t.names[from], t.items[from]
		if to > 0 && names[to] == names[to-1] {
			return false
		}
	}
	t.names, t.items = names, items
	return true
}

func (t *tree) empty() bool {
	return t.kind == 'w' && t.text == "null" || t.kind == '"' && t.text == "" || t.kind == '{' && len(t.items) == 0
}

func (t *tree) write(f form) string {
	var b strings.Builder
	t.append(&b, f)
	return b.String()
}

func (t *tree) append(b *strings.Builder, f form) {
	switch t.kind {
	case '"':
		f.appendQuoted(b, t.text)
	case '0':
		b.WriteString(f.number(t.text))
	case '{', '[':
		b.WriteByte(t.kind)
		for i := range t.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if t.kind == '{' {
				f.appendQuoted(b, t.names[i])
				b.WriteByte(':')
			}
			t.items[i].append(b, f)
		}
		b.WriteByte(t.kind + 2) // the closing brackets
	default:
		b.WriteString(t.text)
	}
}

func (f form) number(token string) string {
	if !f.numbers {
		return token
	}
	v, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return token
	}
	if s, err := jcs.NumberToJSON(v); err == nil {
		return s
	}
	return token
}

func (f form) quote(s string) string {
	var b strings.Builder
	f.appendQuoted(&b, s)
	return b.String()
}

func (f form) appendQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			appendControl(b, r)
		case !f.ascii || r < 0x7f:
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			appendEscape(b, high)
			appendEscape(b, low)
		default:
			appendEscape(b, r)
		}
	}
	b.WriteByte('"')
}

func appendControl(b *strings.Builder, r rune) {
	if i := strings.IndexRune("\b\t\n\f\r", r); i >= 0 {
		b.WriteByte('\\')
		b.WriteByte("btnfr"[i])
		return
	}
	appendEscape(b, r)
}

func appendEscape(b *strings.Builder, r rune) {
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(hexDigits[r>>shift&15])
	}
}
