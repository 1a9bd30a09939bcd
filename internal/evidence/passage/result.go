package passage

import (
	"encoding/binary"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspan/toolspan/internal/canonical"
	"github.com/toolspan/toolspan/internal/evidence/payload"
)

// Result is what a tool returned, reduced so that it can be compared with what the
// model was given. Blanks do not matter, nor does the order of keys. The zero
// value can be compared with nothing.
type Result struct {
	text       uint64 // of all bytes but blanks
	bytes      uint32 // how many these are
	head, tail uint32 // of the first and the last of them, in a longer text
	lines      uint32
	// whole and keys are of JSON: of all of it, and of the names in it alone.
	whole, keys uint32
}

// Limits on what is compared, in bytes.
const (
	// MaxResult is the longest result that is compared.
	MaxResult = 4 << 10
	// maxGiven is the longest text in which a result is looked for.
	maxGiven = 64 << 10
	// anchor is how much of either end tells that a text was cut, and not edited.
	anchor = 16
	// fewLines is how many lines a text may have that is compared where both of its ends differ: programs
	// number lines, indent them and put frames around them.
	fewLines = 4
)

// Known reports a result that can be compared with another text.
func (r *Result) Known() bool { return r.bytes > 0 }

// OfResult reduces a result. What was edited on its way here is not comparable.
func OfResult(s string, form *canonical.Form) (r Result) {
	if len(s) > MaxResult || s == "" || edited(s) {
		return r
	}
	r.text, r.bytes, r.lines = 0, 0, countLines(s)
	var ends ends
	scan(s, func(c byte) {
		r.text = r.text*multiplier + uint64(c) + 1
		r.bytes++
		ends.add(c)
	})
	r.head, r.tail = ends.head(), ends.tail()
	r.whole, r.keys = ofJSON(s, form)
	if r.whole == 0 && looksLikeJSON(s) {
		return Result{} // of another language, or broken
	}
	return r
}

// Altered reports whether a model was given something else than the result. What a
// program adds around a result, or leaves out of it, is no alteration, nor is what cannot be told from that.
func (r *Result) Altered(given string, form *canonical.Form) bool {
	if !r.Known() || strings.TrimSpace(given) == "" || len(given) > maxGiven {
		return false
	}
	var p payload.Payload
	p.Read(given, maxGiven)
	if p.Cut || p.Partial || r.in(given, form) {
		return false
	}
	for _, text := range p.Texts {
		if r.in(text, form) {
			return false
		}
	}
	main := given
	if p.Wrapped && len(p.Texts) == 1 {
		main = p.Texts[0]
	}
	return !edited(given) && r.contradicts(main, form)
}

// in reports a text that holds the result.
func (r *Result) in(text string, form *canonical.Form) bool {
	if r.whole != 0 {
		if whole, _ := ofJSON(text, form); whole == r.whole {
			return true
		}
	}
	if len(text) < int(r.bytes) {
		return false
	}
	// The bytes but blanks, in a window that moves over them.
	window := make([]byte, 0, r.bytes)
	power := uint64(1)
	for range r.bytes {
		power *= multiplier
	}
	at, sum, found := 0, uint64(0), false
	scan(text, func(c byte) {
		if found {
			return
		}
		sum = sum*multiplier + uint64(c) + 1
		if len(window) < int(r.bytes) {
			window = append(window, c)
		} else {
			sum -= power * (uint64(window[at]) + 1)
			window[at] = c
			if at++; at == len(window) {
				at = 0
			}
		}
		found = len(window) == int(r.bytes) && sum == r.text
	})
	return found
}

// contradicts reports a text of the same sort as the result, and of no part of it.
func (r *Result) contradicts(text string, form *canonical.Form) bool {
	whole, keys := ofJSON(text, form)
	if (whole != 0) != (r.whole != 0) || whole == 0 && looksLikeJSON(text) {
		return false // turned into another form for the model
	}
	if whole != 0 {
		return keys == r.keys
	}
	var e ends
	n := uint32(0)
	scan(text, func(c byte) {
		n++
		e.add(c)
	})
	sameHead, sameTail := r.head != 0 && e.head() == r.head, r.tail != 0 && e.tail() == r.tail
	switch {
	case n < r.bytes && (sameHead || sameTail):
		return false // cut
	case sameHead && sameTail:
		return true
	default:
		return r.lines <= fewLines && countLines(text) <= fewLines
	}
}

const multiplier = 0x9E3779B97F4A7C15

// scan visits the bytes of a text but blanks and the control sequences of terminals.
func scan(s string, visit func(c byte)) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == 0x1b && i+1 < len(s) && s[i+1] == '[':
			for i += 2; i < len(s) && (s[i] < 0x40 || s[i] > 0x7e); i++ {
			}
		case c > ' ' && c != 0x7f:
			visit(c)
		}
	}
}

// ends keeps both ends of what is scanned.
type ends struct {
	first, last [anchor]byte
	n           int
}

func (e *ends) add(c byte) {
	if e.n < anchor {
		e.first[e.n] = c
	}
	e.last[e.n%anchor] = c
	e.n++
}

// head and tail are 0 for a text that is hardly longer than they are.
func (e *ends) head() uint32 {
	if e.n < 2*anchor {
		return 0
	}
	return sum(e.first[:])
}

func (e *ends) tail() uint32 {
	if e.n < 2*anchor {
		return 0
	}
	var last [anchor]byte
	for i := range last {
		last[i] = e.last[(e.n+i)%anchor]
	}
	return sum(last[:])
}

func sum(b []byte) uint32 {
	h := uint64(0)
	for _, c := range b {
		h = h*multiplier + uint64(c) + 1
	}
	return max(uint32(h>>32), 1)
}

func countLines(s string) (n uint32) {
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

func looksLikeJSON(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && (s[0] == '{' || s[0] == '[')
}

// ofJSON reduces an object or a list, and the names in it. Both are 0 for anything else.
func ofJSON(s string, form *canonical.Form) (whole, keys uint32) {
	if !looksLikeJSON(s) {
		return 0, 0
	}
	body, cut, ok := payload.Object(s)
	if !ok || cut {
		return 0, 0
	}
	digest, ok := form.OfText(body)
	if !ok {
		return 0, 0
	}
	return max(binary.LittleEndian.Uint32(digest[:4]), 1), max(namesOf(gjson.Parse(body), maxDepth), 1)
}

const maxDepth = 8

// namesOf adds up the names of all members, each with the way to it, so that their
// order does not matter.
func namesOf(r gjson.Result, depth int) (total uint32) {
	if depth == 0 || !r.IsObject() && !r.IsArray() {
		return 0
	}
	n := uint32(0)
	r.ForEach(func(key, v gjson.Result) bool {
		name := sum([]byte(key.Str))
		if r.IsArray() {
			n++
			name = n
		}
		total += name*2654435761 ^ namesOf(v, depth-1)*40503
		return true
	})
	return total
}

// edited reports a text in which something stands for what was left out of it.
func edited(s string) bool {
	for _, mark := range [...]string{"…", "...", "***"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	lower := strings.ToLower(s)
	for _, word := range [...]string{
		"truncated", "omitted", "elided", "redacted", "cleared", "removed", "pruned", "compacted", "saved to", "too large", "too long",
		"not shown", "summar", "masked",
	} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}
