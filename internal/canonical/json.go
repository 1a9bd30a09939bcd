package canonical

import (
	"unicode/utf16"
	"unicode/utf8"
)

// json writes a value that is the whole of a text. It is as strict as JSON is,
// but for control characters in strings, which can only mean themselves.
func (e *encoder) json(s string) bool {
	e.in, e.at = s, 0
	if !e.value(0) {
		return false
	}
	e.space()
	return e.at == len(e.in)
}

func (e *encoder) value(depth int) bool {
	e.space()
	if e.at == len(e.in) || depth > maxDepth {
		return false
	}
	switch e.in[e.at] {
	case '"':
		at := len(e.buf) + header
		ok := e.quoted()
		e.saw(at)
		return ok
	case '{':
		return e.object(depth)
	case '[':
		return e.array(depth)
	case 't':
		return e.keyword("true")
	case 'f':
		return e.keyword("false")
	case 'n':
		return e.keyword("null")
	default:
		token := e.numberToken()
		return token != "" && e.number(token)
	}
}

func (e *encoder) space() {
	for e.at < len(e.in) {
		switch e.in[e.at] {
		case ' ', '\t', '\n', '\r':
			e.at++
		default:
			return
		}
	}
}

func (e *encoder) take(c byte) bool {
	if e.at < len(e.in) && e.in[e.at] == c {
		e.at++
		return true
	}
	return false
}

func (e *encoder) keyword(word string) bool {
	if end := e.at + len(word); end > len(e.in) || e.in[e.at:end] != word {
		return false
	}
	e.at += len(word)
	letter := word[0]
	if letter == 'n' {
		letter = 'z' // n is for numbers
	}
	e.word(letter)
	return true
}

func (e *encoder) object(depth int) bool {
	from := len(e.members)
	e.at++
	e.buf = append(e.buf, '{')
	e.space()
	for first := true; !e.take('}'); first = false {
		if !first && !e.take(',') || !e.member(depth) {
			return false
		}
		e.space()
	}
	e.closeObject(from)
	return true
}

func (e *encoder) member(depth int) bool {
	e.space()
	m, before := member{at: len(e.buf)}, e.content
	if e.at == len(e.in) || e.in[e.at] != '"' || !e.quoted() {
		return false
	}
	m.value = len(e.buf)
	e.space()
	if !e.take(':') || !e.value(depth+1) {
		return false
	}
	e.end(m, before)
	return true
}

func (e *encoder) array(depth int) bool {
	e.at++
	e.buf = append(e.buf, '[')
	e.space()
	for first := true; !e.take(']'); first = false {
		if !first && !e.take(',') || !e.value(depth+1) {
			return false
		}
		e.space()
	}
	e.buf = append(e.buf, ']')
	return true
}

// quoted writes the string that begins here.
func (e *encoder) quoted() bool {
	start := e.openStr()
	from := e.at + 1
	for i := from; i < len(e.in); {
		switch e.in[i] {
		case '"':
			e.buf = append(e.buf, e.in[from:i]...)
			e.closeStr(start)
			e.at = i + 1
			return true
		case '\\':
			e.buf = append(e.buf, e.in[from:i]...)
			n := e.escape(e.in[i+1:])
			if n == 0 {
				return false
			}
			i += 1 + n
			from = i
		default:
			i++
		}
	}
	return false
}

// escape writes what stands behind a backslash, and returns how long it is.
func (e *encoder) escape(s string) int {
	if s == "" {
		return 0
	}
	c := s[0]
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return e.unicode(s)
	default:
		return 0
	}
	e.buf = append(e.buf, c)
	return 1
}

// unicode writes a character given by its number, or by two that are half of it
// each. A half that stands alone is no character; it is written as the three bytes
// it would have, so that it is like no other one.
func (e *encoder) unicode(s string) int {
	r := hex4(s)
	if r < 0 {
		return 0
	}
	if !utf16.IsSurrogate(r) {
		e.buf = utf8.AppendRune(e.buf, r)
		return 5
	}
	if len(s) > 5 && s[5] == '\\' {
		if whole := utf16.DecodeRune(r, hex4(s[6:])); whole != utf8.RuneError {
			e.buf = utf8.AppendRune(e.buf, whole)
			return 11
		}
	}
	e.buf = append(e.buf, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0xBF, 0x80|byte(r)&0xBF)
	return 5
}

// hex4 reads the u and four digits, or returns a negative number.
func hex4(s string) rune {
	if len(s) < 5 || s[0] != 'u' {
		return -1
	}
	var r rune
	for _, c := range []byte(s[1:5]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
