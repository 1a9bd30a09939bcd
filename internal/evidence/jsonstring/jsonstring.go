// Package jsonstring reads strings of JSON and finds its way back from what they say to how that is written, so that a part
// of one can be replaced and the rest stays as it was. It takes what is broken for what it most likely was to be.
package jsonstring

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote reads a string that begins with its quotation mark, up to its end or the
// end of the text. whole is false for the latter.
func Unquote(s string) (str string, whole bool) {
	s = s[1:]
	i := strings.IndexAny(s, `\"`)
	switch {
	case i < 0:
		return s, false
	case s[i] == '"':
		return s[:i], true
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		switch s[i] {
		case '"':
			return b.String(), true
		case '\\':
			r, n := escape(s[i:])
			if n > 0 {
				b.WriteRune(r)
				i += n
				continue
			}
			if len(s)-i < len(`\u0000`) {
				return b.String(), false // a sequence that is cut
			}
			b.WriteByte('\\')
			i++
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String(), false
}

// escape reads what begins with a backslash, and returns how long it is: 0 for what
// is no such sequence.
func escape(s string) (r rune, n int) {
	if len(s) < 2 {
		return 0, 0
	}
	if at := strings.IndexByte(`"\/bfnrt`, s[1]); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), 2
	}
	r, ok := hex4(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := hex4(s[6:]); ok {
		if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
			return whole, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil && s[2] != '+'
}

// Places turns offsets in the text of a string, in rising order, into offsets in the
// string as it is written, which begins with its quotation mark.
func Places(quoted string, offsets []*int) {
	raw, read := 1, 0
	for _, at := range offsets {
		for read < *at && raw < len(quoted) {
			step, size := 1, 1
			if quoted[raw] == '\\' {
				if r, n := escape(quoted[raw:]); n > 0 {
					step, size = n, utf8.RuneLen(r)
				}
			}
			raw, read = raw+step, read+size
		}
		*at = raw
	}
}

// Next finds the next string of a text of JSON, from its quotation mark to behind the one that ends it, or
// to the end of the text. It returns -1 where there is none.
func Next(s string, from int) (start, end int) {
	open := strings.IndexByte(s[from:], '"')
	if open < 0 {
		return -1, -1
	}
	start = from + open
	for i := start + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return start, i + 1
		}
	}
	return start, len(s)
}

// Escape writes a text as it stands within a string of JSON.
func Escape(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c < 0x20:
			const hex = "0123456789abcdef"
			b.WriteString(`\u00`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
