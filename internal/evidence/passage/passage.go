// Package passage recognises a text again without keeping it: lines of a model inside
// a longer text, and the result of a tool inside what a model was given.
package passage

import (
	"strings"
	"unicode"
)

// Lines are the lines of a text, reduced to hashes. Blanks around a line, the marks of
// quotation and the name of the speaker before it, and empty lines do not matter.
type Lines struct {
	// First is the hash of the first line, Whole of all of them in their order.
	First, Whole uint64
	// Count is how many lines there are, Bytes how long they are together.
	Count, Bytes uint32
}

// MaxLines is how many lines of a text are taken into account.
const MaxLines = 512

// A Hash reduces a line.
type Hash func(string) uint64

// OfLines reduces a text. It reports false for one without a line.
func OfLines(s string, hash Hash) (l Lines, ok bool) {
	for line := range strings.Lines(s) {
		if line = bare(line); line == "" {
			continue
		}
		h := hash(line)
		if l.Count == 0 {
			l.First = h
		}
		l.Whole = fold(l.Whole, h)
		l.Count++
		l.Bytes += uint32(len(line))
		if l.Count == MaxLines {
			break
		}
	}
	return l, l.Count > 0
}

// bare takes away what programs put in front of a line when they write a conversation
// into a prompt.
func bare(line string) string {
	line = strings.TrimSpace(line)
	for line != "" && line[0] == '>' {
		line = strings.TrimLeft(line[1:], " \t>")
	}
	for _, who := range [...]string{"Assistant:", "assistant:", "AI:", "Model:", "Agent:"} {
		if rest, ok := strings.CutPrefix(line, who); ok {
			return strings.TrimLeft(rest, " \t")
		}
	}
	return line
}

func fold(whole, line uint64) uint64 {
	whole = (whole ^ line) * 0xFF51AFD7ED558CCD
	return whole ^ whole>>32
}

// Place is a place in the lines of a text: the number of the line, and how many bytes of it come before.
type Place struct{ Line, At uint32 }

// PlaceOf says where the byte at an offset stands. It is none of those that do not matter.
func PlaceOf(s string, offset int) (p Place) {
	at := 0
	for line := range strings.Lines(s) {
		begins := at + len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace))
		if at += len(line); offset < at {
			p.At = uint32(max(0, offset-begins))
			return p
		}
		if strings.TrimSpace(line) != "" {
			p.Line++
		}
	}
	return p
}

// Offsets finds places again, which have to be in their order. One that is not there is at the end of its line, or of the
// text.
func Offsets(s string, places []Place) []int {
	offsets := make([]int, 0, len(places))
	at, number := 0, uint32(0)
	for line := range strings.Lines(s) {
		if len(offsets) == len(places) {
			return offsets
		}
		trimmed := strings.TrimSpace(line)
		begins := at + len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace))
		at += len(line)
		if trimmed == "" {
			continue
		}
		for len(offsets) < len(places) && places[len(offsets)].Line == number {
			offsets = append(offsets, begins+min(len(trimmed), int(places[len(offsets)].At)))
		}
		number++
	}
	for len(offsets) < len(places) {
		offsets = append(offsets, len(s))
	}
	return offsets
}

// Text is a text in which others are looked for. It keeps its memory.
type Text struct{ lines []uint64 }

// maxText is how many lines of a text are looked at.
const maxText = 1 << 16

// Set reads a text.
func (t *Text) Set(s string, hash Hash) {
	t.lines = t.lines[:0]
	for line := range strings.Lines(s) {
		if line = bare(line); line != "" && len(t.lines) < maxText {
			t.lines = append(t.lines, hash(line))
		}
	}
}

// Each calls visit for every line, with its number.
func (t *Text) Each(visit func(at int, line uint64)) {
	for i, line := range t.lines {
		visit(i, line)
	}
}

// Holds reports whether the lines stand in the text from that line on.
func (t *Text) Holds(at int, l Lines) bool {
	end := at + int(l.Count)
	if end > len(t.lines) || t.lines[at] != l.First {
		return false
	}
	whole := uint64(0)
	for _, line := range t.lines[at:end] {
		whole = fold(whole, line)
	}
	return whole == l.Whole
}
