package passage

import (
	"encoding/binary"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspan/toolspan/internal/canonical"
	"github.com/toolspan/toolspan/internal/evidence/payload"
)

// Result is what a tool returned, reduced so that it can be compared with what the
// model was given. Blanks and marks do not matter, nor does the order of keys. The zero
// value can be compared with nothing. Its fields are there to be saved.
type Result struct {
	Text       uint64 // of all bytes that are compared
	Bytes      uint32 // how many these are
	Head, Tail uint32 // of the first and the last of them, in a longer text
	Lines      uint32
	// Whole and Keys are of JSON: of all of it, and of the names in it alone.
	Whole, Keys uint32
}

// Limits on what is compared, in bytes.
const (
	// MaxResult is the longest result that is compared.
	MaxResult = 2 << 10
	// maxGiven is the longest text in which a result is looked for.
	maxGiven = 64 << 10
	// anchor is how much of either end tells that a text was cut, and not edited.
	anchor = 16
	// fewLines is how many lines a text may have that is compared where both of its ends differ: programs
	// number lines, indent them and put frames around them.
	fewLines = 4
)

// Known reports a result that can be compared with another text.
func (r *Result) Known() bool { return r.Bytes > 0 }

// OfResult reduces a result. What was edited on its way here is not comparable.
func OfResult(s string, form *canonical.Form) (r Result) {
	if len(s) > MaxResult || strings.Contains(s, "REDACTED") || strings.Contains(s, "redacted") {
		return r
	}
	var buf [MaxResult]byte
	b, clipped := compact(s, buf[:0])
	if clipped || len(b) == 0 {
		return r
	}
	if r.Whole, r.Keys = ofJSON(s, form); r.Whole == 0 && looksLikeJSON(s) {
		return Result{} // of another language, or broken
	}
	r.Text, r.Bytes, r.Lines = polynomial(b), uint32(len(b)), countLines(s)
	if len(b) >= 2*anchor {
		r.Head, r.Tail = ends(b)
	}
	return r
}

// polynomial is a hash that can be moved over a longer text.
func polynomial(b []byte) (h uint64) {
	// Four at a time, for each step waits for the one before.
	for ; len(b) >= 4; b = b[4:] {
		h = h*power4 + (uint64(b[0])+1)*power3 + (uint64(b[1])+1)*power2 + (uint64(b[2])+1)*multiplier + uint64(b[3]) + 1
	}
	for _, c := range b {
		h = h*multiplier + uint64(c) + 1
	}
	return h
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
	if edited(given) || r.within(given, form) {
		return false
	}
	if r.contradicts(main, form) {
		return true
	}
	inner := core(main)
	return inner != strings.TrimSpace(main) && r.contradicts(inner, form)
}

// within reports JSON of any shape that has the result in one of its strings.
func (r *Result) within(given string, form *canonical.Form) bool {
	if !looksLikeJSON(given) || !gjson.Valid(given) {
		return false
	}
	left := maxLeaves
	return r.leaf(gjson.Parse(given), maxDepth, &left, func(s string) bool { return r.in(s, form) })
}

// in reports a text that holds the result.
func (r *Result) in(text string, form *canonical.Form) bool {
	if r.Whole != 0 {
		if whole, _ := ofJSON(text, form); whole == r.Whole {
			return true
		}
	}
	if r.holds(text) {
		return true
	}
	if plain, ok := unescaped(text); ok && r.holds(plain) {
		return true
	}
	plain, ok := unnumbered(text)
	return ok && r.holds(plain)
}

// holds looks for the result as it is written.
func (r *Result) holds(text string) bool {
	b, _ := compact(text, nil)
	n := int(r.Bytes)
	if len(b) < n {
		return false
	}
	power := uint64(1)
	for range n {
		power *= multiplier
	}
	sum := polynomial(b[:n])
	for i := n; sum != r.Text && i < len(b); i++ {
		sum = sum*multiplier + uint64(b[i]) + 1 - power*(uint64(b[i-n])+1)
	}
	return sum == r.Text
}

// contradicts reports a text of the same sort as the result, and of no part of it.
func (r *Result) contradicts(text string, form *canonical.Form) bool {
	whole, keys := ofJSON(text, form)
	if (whole != 0) != (r.Whole != 0) || whole == 0 && looksLikeJSON(text) {
		return false // turned into another form for the model
	}
	if whole != 0 {
		return keys == r.Keys
	}
	b, _ := compact(text, nil)
	n := uint32(len(b))
	if n < anchor {
		return r.Lines <= fewLines
	}
	head, tail := ends(b)
	sameHead, sameTail := r.Head != 0 && head == r.Head, r.Tail != 0 && tail == r.Tail
	switch {
	case n < r.Bytes && sameHead != sameTail, n < r.Bytes-r.Bytes/4 && sameHead:
		return false // cut
	case sameHead && sameTail, n == r.Bytes && (sameHead || sameTail):
		return true
	default:
		return r.Lines <= fewLines && countLines(text) <= fewLines
	}
}

const (
	multiplier = 0x9E3779B97F4A7C15
	power2     = multiplier * multiplier & (1<<64 - 1)
	power3     = power2 * multiplier & (1<<64 - 1)
	power4     = power3 * multiplier & (1<<64 - 1)
)

// ends reduces both ends of what is at least as long as they are.
func ends(b []byte) (head, tail uint32) {
	return max(uint32(polynomial(b[:anchor])>>32), 1), max(uint32(polynomial(b[len(b)-anchor:])>>32), 1)
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
		h := polynomial([]byte(key.Str))
		name := uint32(h ^ h>>32)
		if r.IsArray() {
			n++
			name = n
		}
		total += name*2654435761 ^ namesOf(v, depth-1)*40503
		return true
	})
	return total
}
