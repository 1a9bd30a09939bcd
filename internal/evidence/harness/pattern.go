package harness

import "strings"

// A pattern describes one line of a harness in a small language of literal text and slots, because compiled regular
// expressions would cost more than the whole budget of a reading and hide what the text looks like.
//
//	{code}  an integer, possibly negative: the exit code
//	{n}     a number, with digit groups or a fraction
//	{dur}   a length of time: "10s", "2m 0.0s", "120000ms", "5.0 minutes"
//	{size}  an amount of data: "162.5KB", "99.1 KB", "5GB"
//	{sig}   a signal: "SIGTERM" or "15"
//	{unit}  what output is counted in: "lines", "characters", "chars", "bytes", "tokens"
//	{gone}  what happened to it: "truncated", "omitted", "elided", "removed"
//	{word}  characters other than white space
//	{any}   any characters of the line
//	{text}  any characters, line breaks included (a command quoted as it was given)
//	{rest}  everything up to the end of the line; only as the last slot
//
// A line break in a pattern also stands for one that a carriage return or spaces precede.
//
// A pattern starts at the start of a line and, unless it ends in {rest}, must also end it.
type pattern struct {
	source string
	parts  []part
}

type slot uint8

const (
	literal slot = iota
	slotCode
	slotNumber
	slotDuration
	slotSize
	slotSignal
	slotUnit
	slotGone
	slotWord
	slotAny
	slotText
	slotRest
	slotBreak
)

var slotNames = map[string]slot{
	"code": slotCode, "n": slotNumber, "dur": slotDuration, "size": slotSize, "sig": slotSignal, "unit": slotUnit, "gone": slotGone, "word": slotWord,
	"any": slotAny, "text": slotText, "rest": slotRest,
}

type part struct {
	kind slot
	text string // of a literal
}

// captured is what the slots of a matching pattern held.
type captured struct {
	code    int64
	hasCode bool
	signal  string
	numbers [3]int64 // the first three {n}, without fractions
	count   int
}

// maxGap bounds how far {any} and {text} reach, so that a line of any length costs a bounded time.
const maxGap = 2048

// compile reads the pattern language. Patterns are constants of this package, so a mistake is a programming error.
func compile(source string) pattern {
	p := pattern{source: source}
	for rest := source; rest != ""; {
		if rest[0] == '\n' {
			p.parts = append(p.parts, part{kind: slotBreak})
			rest = rest[1:]
			continue
		}
		open := strings.IndexAny(rest, "{\n")
		if open != 0 {
			if open < 0 {
				open = len(rest)
			}
			p.parts = append(p.parts, part{text: rest[:open]})
			rest = rest[open:]
			continue
		}
		name, after, found := strings.Cut(rest[1:], "}")
		kind, known := slotNames[name]
		if !found || !known { // a brace that the harness itself writes
			p.parts = append(p.parts, part{text: "{"})
			rest = rest[1:]
			continue
		}
		p.parts = append(p.parts, part{kind: kind})
		rest = after
	}
	if len(p.parts) == 0 || p.parts[0].kind != literal {
		panic("harness: pattern must begin with literal text: " + source)
	}
	return p
}

// match reports whether the pattern matches at the start of s, and where in s it ends. With whole, the match must end
// its line.
func (p *pattern) match(s string, whole bool, c *captured) (int, bool) {
	if !strings.HasPrefix(s, p.parts[0].text) {
		return 0, false
	}
	return matchParts(p.parts[1:], s, len(p.parts[0].text), whole, c)
}

func matchParts(parts []part, s string, at int, whole bool, c *captured) (int, bool) {
	for i, part := range parts {
		var n int
		switch part.kind {
		case literal:
			if !strings.HasPrefix(s[at:], part.text) {
				return 0, false
			}
			n = len(part.text)
		case slotBreak:
			stop := skipBlank(s, at)
			if stop == len(s) || s[stop] != '\n' {
				return 0, false
			}
			n = stop + 1 - at
		case slotWord, slotAny, slotText:
			return matchGap(part.kind, parts[i+1:], s, at, whole, c)
		case slotRest:
			return lineEnd(s, at), true
		default:
			if n = scanSlot(part.kind, s[at:], c); n == 0 {
				return 0, false
			}
		}
		at += n
	}
	if whole {
		stop := skipBlank(s, at)
		return stop, stop == len(s) || s[stop] == '\n'
	}
	return at, true
}

// matchGap tries every place where the literal after a gap occurs, nearest first.
func matchGap(kind slot, parts []part, s string, at int, whole bool, c *captured) (int, bool) {
	window := s[at:min(len(s), at+maxGap)]
	if kind != slotText {
		window = window[:lineEnd(window, 0)]
	}
	if kind == slotWord {
		if i := strings.IndexAny(window, " \t\r"); i >= 0 {
			window = window[:i]
		}
	}
	if len(parts) == 0 || parts[0].kind != literal { // ends the pattern, or a slot follows: the gap takes all it may
		if window == "" {
			return 0, false
		}
		return matchParts(parts, s, at+len(window), whole, c)
	}
	next, tries := parts[0].text, 0
	reach := s[at:min(len(s), at+len(window)+len(next))]
	for from := 0; tries < 16; tries++ {
		i := strings.Index(reach[from:], next)
		if i < 0 {
			return 0, false
		}
		saved := *c
		if end, ok := matchParts(parts, s, at+from+i, whole, c); ok {
			return end, true
		}
		*c = saved
		from += i + 1
	}
	return 0, false
}

// lineEnd is the index of the line break at or after at, or the end of s.
func lineEnd(s string, at int) int {
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s)
}

// skipBlank moves over spaces, carriage returns and terminal control sequences, but not over a line break.
func skipBlank(s string, at int) int {
	for at < len(s) {
		switch s[at] {
		case ' ', '\t', '\r', 0:
			at++
		case 0x1b:
			n := controlSequence(s[at:])
			if n == 0 {
				return at
			}
			at += n
		default:
			return at
		}
	}
	return at
}

// controlSequence is the length of the terminal control sequence at the start of s, 0 if there is none.
func controlSequence(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s) && i < 24; i++ {
		if s[i] >= 0x40 && s[i] <= 0x7e {
			return i + 1
		}
	}
	return 0
}
