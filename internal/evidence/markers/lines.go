package markers

import "strings"

const esc = 0x1b

// line is one candidate line in the forms its readers need.
type line struct {
	text   string // without colour codes and surrounding blanks
	body   string // text without time stamp, log level, container name, step counter; see strip
	indent int
	deep   bool // indented like a block of source code
}

// newLine takes a line without control codes, and its text and body.
func newLine(raw, text, body string) line {
	l := line{text: text, body: body, indent: len(raw) - len(trimBlank(raw))}
	l.deep = l.indent >= 4 || strings.IndexByte(raw[:l.indent], '\t') >= 0
	return l
}

// trimBlank removes blanks, ideographic spaces and byte-order marks.
func trimBlank(s string) string {
	for s != "" {
		switch c := s[0]; {
		case c == ' ' || c == '\t':
			s = s[1:]
		case c >= 0x80 && (strings.HasPrefix(s, "\u3000") || strings.HasPrefix(s, "\ufeff")):
			s = s[len("\u3000"):]
		default:
			return s
		}
	}
	return s
}

func trimBlankRight(s string) string {
	for s != "" {
		switch c := s[len(s)-1]; {
		case c == ' ' || c == '\t':
			s = s[:len(s)-1]
		case c >= 0x80 && strings.HasSuffix(s, "\u3000"):
			s = s[:len(s)-len("\u3000")]
		default:
			return s
		}
	}
	return s
}

func blank(raw string) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != ' ' && raw[i] != '\t' {
			return false
		}
	}
	return true
}

// skipEscape returns the index behind the terminal sequence at i.
func skipEscape(text string, i, limit int) int {
	i++
	if i >= limit {
		return i
	}
	switch text[i] {
	case '[':
		for i++; i < limit; i++ {
			if c := text[i]; c >= 0x40 && c <= 0x7e {
				return i + 1
			} else if c < 0x20 {
				return i // broken off: the line end must still be seen
			}
		}
		return i
	case ']':
		// An operating-system command, such as a hyperlink, up to BEL or ESC \.
		for i++; i < limit; i++ {
			switch text[i] {
			case 7:
				return i + 1
			case esc:
				if i+1 < limit && text[i+1] == '\\' {
					return i + 2
				}
				return i
			case '\n', '\r':
				return i
			}
		}
		return i
	case '\n', '\r':
		return i
	case '(', ')':
		return min(i+2, limit)
	}
	return i + 1
}

// cleaned removes terminal sequences and other control characters.
func cleaned(raw string) string {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		if c == esc {
			i = skipEscape(raw, i, len(raw))
			continue
		}
		if c >= ' ' || c == '\t' {
			b.WriteByte(c)
		}
		i++
	}
	return b.String()
}

// shapeKeys recognises the few lines that announce success without any word:
// git's "[main 1a2b3c4] subject" and "1a2b3c4..5d6e7f8  main -> main",
// "+ name@1.2.3" of npm publish, "1/u name (3ms)" of a migration tool.
func shapeKeys(raw string, keys *keySet) {
	switch c := raw[0]; {
	case c == '[':
		if i := strings.IndexByte(raw, ']'); i > 8 && i < 120 && allHex(raw[i-7:i]) {
			keys.add(keyCommit)
		}
	case c == '+' && len(raw) > 2 && raw[1] == ' ':
		if strings.LastIndexByte(raw, '@') > 2 && strings.Count(raw, " ") == 1 {
			keys.add(keyPublish)
		}
	case c == '=' && strings.HasPrefix(raw, "=> "), c == ' ' && strings.HasPrefix(raw, " => "):
		keys.add(keyArrow)
	case c == ' ' && len(raw) > 12 && raw[2] == ' ' && allHex(raw[3:10]):
		keys.add(keyPush)
	case c >= '0' && c <= '9':
		if i := strings.Index(raw[:min(len(raw), 24)], "/u "); i > 0 {
			keys.add(keyMigrate)
		}
	}
}

var (
	keyCommit  = keyID("#commit")
	keyPublish = keyID("#publish")
	keyPush    = keyID("#push")
	keyMigrate = keyID("#migrate")
	keyArrow   = keyID("#arrow")
)

func allHex(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
