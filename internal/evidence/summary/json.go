package summary

import (
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/jsonstring"
)

// cursor walks over JSON that may break off, or be broken, anywhere. What stands
// behind that place is not read.
type cursor struct {
	s      string
	at     int
	broken bool
}

// piece is one value: s[from:to]. It is cut where the JSON ends or is broken inside it.
type piece struct {
	from, to int
	cut      bool
}

// begins reports whether the value begins with that byte.
func (p piece) begins(s string, b byte) bool { return p.from < p.to && s[p.from] == b }

func (c *cursor) space() {
	for c.at < len(c.s) && blank(c.s[c.at]) {
		c.at++
	}
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// next is the byte that stands here, 0 at the end.
func (c *cursor) next() byte {
	if c.at == len(c.s) {
		return 0
	}
	return c.s[c.at]
}

func (c *cursor) take(b byte) bool {
	if c.next() != b || c.at == len(c.s) {
		return false
	}
	c.at++
	return true
}

// value takes the value that stands here, whatever its depth.
func (c *cursor) value() piece {
	p := piece{from: c.at}
	switch c.next() {
	case '"':
		p.cut = !c.quoted()
	case '{', '[':
		p.cut = !c.nested()
	default:
		p.cut = !c.scalar()
	}
	c.broken = c.broken || p.cut
	p.to = c.at
	return p
}

func (c *cursor) quoted() bool {
	for c.at++; c.at < len(c.s); c.at++ {
		switch c.s[c.at] {
		case '\\':
			c.at++
		case '"':
			c.at++
			return true
		}
	}
	c.at = len(c.s)
	return false
}

func (c *cursor) nested() bool {
	for depth := 0; c.at < len(c.s); {
		switch c.s[c.at] {
		case '"':
			if !c.quoted() {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		c.at++
		if depth == 0 {
			return true
		}
	}
	return false
}

// scalar takes a number or a word. One that stands at the end may go on.
func (c *cursor) scalar() bool {
	from := c.at
	for c.at < len(c.s) && !blank(c.s[c.at]) && strings.IndexByte(`,:]}[{"`, c.s[c.at]) < 0 {
		c.at++
	}
	return c.at < len(c.s) && isScalar(c.s[from:c.at])
}

func isScalar(s string) bool {
	switch s {
	case "true", "false", "null", "NaN", "Infinity", "-Infinity":
		return true
	default:
		return isNumber(s)
	}
}

func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || s[0] < '0' || s[0] > '9' || len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		return false
	}
	s = digits(s)
	if rest, ok := strings.CutPrefix(s, "."); ok {
		if s = digits(rest); len(s) == len(rest) {
			return false
		}
	}
	if s != "" && s[0]|0x20 == 'e' {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		return s != "" && digits(s) == ""
	}
	return s == ""
}

// digits returns what follows the digits at the start.
func digits(s string) string { return strings.TrimLeft(s, "0123456789") }

// object visits the members of the object that stands here.
func (c *cursor) object(visit func(key string, p piece) bool) {
	c.items('}', func() bool {
		if c.next() != '"' {
			c.broken = true
			return false
		}
		name := c.value()
		c.space()
		if name.cut || !c.take(':') {
			c.broken = true
			return false
		}
		c.space()
		return visit(keyOf(c.s[name.from:name.to]), c.value())
	})
}

// array visits the items of the list that stands here.
func (c *cursor) array(visit func(p piece) bool) {
	c.items(']', func() bool { return visit(c.value()) })
}

func (c *cursor) items(end byte, item func() bool) {
	c.at++
	for first := true; !c.broken; first = false {
		c.space()
		if c.take(end) {
			return
		}
		if !first && !c.take(',') {
			break
		}
		c.space()
		if c.take(end) || !item() {
			return // a comma may stand before the end
		}
	}
	c.broken = true
}

// longestKey is more than any key has that means something here, escapes included.
const longestKey = 256

func keyOf(quoted string) string {
	if len(quoted) > longestKey {
		return ""
	}
	key, _ := jsonstring.Unquote(quoted)
	return key
}

// valueOf turns a scalar into the form in which attributes are read.
func valueOf(s string, p piece) pcommon.Value {
	raw := s[p.from:p.to]
	if raw == "" {
		return pcommon.NewValueEmpty()
	}
	switch raw[0] {
	case '"':
		str, _ := jsonstring.Unquote(raw)
		return pcommon.NewValueStr(str)
	case '{':
		return pcommon.NewValueMap()
	case '[':
		return pcommon.NewValueSlice()
	}
	switch raw {
	case "true", "false":
		return pcommon.NewValueBool(raw == "true")
	case "null", "NaN":
		return pcommon.NewValueEmpty()
	}
	if n, err := strconv.ParseInt(raw, 10, 64); err == nil {
		return pcommon.NewValueInt(n)
	}
	if f, err := strconv.ParseFloat(raw, 64); err == nil && strings.ContainsAny(raw, ".eE") {
		return pcommon.NewValueDouble(f)
	}
	return pcommon.NewValueStr(raw)
}
