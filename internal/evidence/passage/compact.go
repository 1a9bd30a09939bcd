package passage

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// What programs change in a text on its way to a model without changing what it
// says: blanks and the ends of lines, colours, marks of Markdown and quotation,
// typographic signs, accents that are composed in another way or lost in an
// encoding. So only letters and digits are compared, and of the letters of Latin
// those without an accent.
const (
	keep  = 1 + iota // letters and digits of ASCII, all of most other scripts
	point            // kept between digits
	minus            // kept before a number
	wide             // begins a character that is left out
	star
	escape
	join // begins an accent that belongs to the letter before it
)

var byteKinds = func() (t [256]uint8) {
	for c := range t {
		b := byte(c)
		switch {
		case alphanumeric(b):
			t[c] = keep
		case b == '.':
			t[c] = point
		case b == '-':
			t[c] = minus
		case b == '*':
			t[c] = star
		case b == 0x1b:
			t[c] = escape
		case b == 0xcc || b == 0xcd:
			t[c] = join
		case b >= 0xc2 && b <= 0xcb, b == 0xe2, b == 0xef, b >= 0xf0:
			t[c] = wide
		case b >= 0xce:
			t[c] = keep // and all that follows of the character
		}
	}
	return t
}()

func alphanumeric(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// compact leaves out all but what is compared. It reports a text in which something
// stands for what was left out before.
func compact(s string, into []byte) (b []byte, clipped bool) {
	for i := 0; i < len(s); {
		c := s[i]
		switch byteKinds[c] {
		case keep:
			if c < utf8.RuneSelf {
				into = append(into, c)
				i++
				continue
			}
			n := runeLen(s[i:])
			into = append(into, s[i:i+n]...)
			i += n
			continue
		case wide:
			clipped = clipped || strings.HasPrefix(s[i:], "…")
			i += runeLen(s[i:])
			continue
		case join:
			into = decomposed(s, i, into)
			i += runeLen(s[i:])
			continue
		case escape:
			i += sequence(s[i:])
			continue
		case star:
			clipped = clipped || strings.HasPrefix(s[i:], "***")
		case point:
			clipped = clipped || strings.HasPrefix(s[i:], "...")
			into = appendIf(into, c, i > 0 && digit(s[i-1]) && i+1 < len(s) && digit(s[i+1]))
		case minus:
			into = appendIf(into, c, i+1 < len(s) && digit(s[i+1]) && (i == 0 || !alphanumeric(s[i-1]) && s[i-1] != '-'))
		}
		i++
	}
	return into, clipped
}

func appendIf(b []byte, c byte, wanted bool) []byte {
	if wanted {
		return append(b, c)
	}
	return b
}

// decomposed takes back the letter before an accent: composed, it would be left out.
func decomposed(s string, i int, b []byte) []byte {
	if n := len(b); i > 0 && n > 0 && s[i-1] == b[n-1] && s[i-1] > '9' {
		return b[:n-1]
	}
	return b
}

// runeLen is how long the character at the start is, 1 for a byte that begins none.
func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// sequence is how long the control sequence at the start is.
func sequence(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 1
	}
	i := 2
	for i < len(s) && (s[i] < 0x40 || s[i] > 0x7e) {
		i++
	}
	return min(i+1, len(s))
}

// entities are those that are written for a mark of HTML.
var entities = [...]string{"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#39;", "&#34;", "&#x27;", "&#x2F;"}

// unescaped undoes the escapes of strings and of HTML, which stand for characters.
// It reports false for a text without any.
func unescaped(s string) (string, bool) {
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '&') < 0 {
		return s, false
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		n := 0
		switch s[i] {
		case '\\':
			n = backslash(s[i:], &b)
		case '&':
			for _, e := range entities {
				if strings.HasPrefix(s[i:], e) {
					n = len(e)
				}
			}
		}
		if n == 0 {
			b.WriteByte(s[i])
			n = 1
		}
		i += n
	}
	return b.String(), true
}

// backslash reads an escape and returns how long it is.
func backslash(s string, b *strings.Builder) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case 'n', 't', 'r', 'b', 'f', '"', '\'', '\\', '/':
		b.WriteByte(' ')
		return 2
	case 'u':
		if len(s) >= 6 {
			if r, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
				b.WriteRune(rune(r))
				return 6
			}
		}
	}
	return 0
}

// unnumbered takes away the numbers that a program wrote in front of the lines. It
// reports false where the lines are not numbered one after the other.
func unnumbered(s string) (string, bool) {
	var b strings.Builder
	next, lines := -1, 0
	for line := range strings.Lines(s) {
		t := strings.TrimLeft(line, " \t")
		n := 0
		for n < len(t) && n < 9 && digit(t[n]) {
			n++
		}
		if n == 0 {
			if strings.TrimSpace(t) == "" {
				b.WriteString(line)
				continue
			}
			return s, false
		}
		number, _ := strconv.Atoi(t[:n])
		if next >= 0 && number != next || n == len(t) || strings.IndexByte("\t:| .)", t[n]) < 0 && !strings.HasPrefix(t[n:], "→") && t[n] != '\r' && t[n] != '\n' {
			return s, false
		}
		next = number + 1
		lines++
		b.WriteString(t[n:])
	}
	return b.String(), lines > 0
}
