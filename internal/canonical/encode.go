package canonical

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// encoder writes values so that equal ones are written alike and no others are.
// Each begins with a letter for its type; strings state their length, and all
// else ends with a sign that cannot stand inside it.
type encoder struct {
	form *Form
	// in is the JSON that is read, and at the place in it.
	in string
	at int

	buf     []byte
	members []member // of the objects that are open
	content
}

// content is what is known of the values that were written.
type content struct {
	// said: one of them is more than null, an empty string or a bracket around such.
	said bool
	// hidden: one of them was cut or redacted.
	hidden bool
}

// member is a member of an object, by its place in the buffer.
type member struct{ at, value, end int }

// header is the length of what stands before the bytes of a string.
const header = 5

func (e *encoder) reset(at int) {
	e.buf, e.members, e.content = e.buf[:at], e.members[:0], content{}
}

// text writes a string that is a value.
func (e *encoder) text(s string) {
	e.str(s)
	e.saw(len(e.buf) - len(s))
}

// str writes any string.
func (e *encoder) str(s string) {
	at := e.openStr()
	e.buf = append(e.buf, s...)
	e.closeStr(at)
}

// openStr and closeStr write around a string whose length is not known yet.
func (e *encoder) openStr() (at int) {
	e.buf = append(e.buf, 's', 0, 0, 0, 0)
	return len(e.buf)
}

func (e *encoder) closeStr(at int) {
	binary.BigEndian.PutUint32(e.buf[at-header+1:], uint32(len(e.buf)-at))
}

// saw looks at the string value that ends the buffer.
func (e *encoder) saw(at int) {
	s := e.buf[at:]
	e.said = e.said || len(s) > 0
	e.hidden = e.hidden || redacted(s) || shortened(s)
}

// redacted reports a value of which nothing was left: [REDACTED], ***.
func redacted(s []byte) bool {
	if len(s) < 3 || len(s) > 24 || bytes.IndexByte([]byte("[<({*rRmMfF"), s[0]) < 0 {
		return false
	}
	word := bytes.Trim(s, "[]<>(){}*")
	return len(word) == 0 && bytes.Contains(s, []byte("***")) || bytes.EqualFold(word, []byte("redacted")) ||
		bytes.EqualFold(word, []byte("masked")) || bytes.EqualFold(word, []byte("filtered"))
}

// shortened reports a value that ends as those do that were too long for the one
// who recorded them.
func shortened(s []byte) bool {
	const least, mark = 64, 40
	if len(s) < least {
		return false
	}
	end := s[len(s)-mark:]
	return bytes.HasSuffix(end, []byte("…")) || bytes.Contains(end, []byte("runcated")) || bytes.Contains(end, []byte("RUNCATED"))
}

// word writes true, false or null.
func (e *encoder) word(letter byte) {
	e.buf = append(e.buf, letter)
	e.said = e.said || letter != 'z'
}

// end completes a member whose key and value were written, unless it is ignored.
func (e *encoder) end(m member, before content) {
	if e.form.ignored.has(e.buf[m.at+header : m.value]) {
		e.buf, e.content = e.buf[:m.at], before
		return
	}
	m.end = len(e.buf)
	e.members = append(e.members, m)
}

// closeObject brings the members from the given one on into their order.
func (e *encoder) closeObject(from int) {
	own := e.members[from:]
	if !slices.IsSortedFunc(own, e.compare) {
		first, end := own[0].at, len(e.buf)
		slices.SortFunc(own, e.compare)
		for _, m := range own {
			e.buf = append(e.buf, e.buf[m.at:m.end]...)
		}
		e.buf = e.buf[:first+copy(e.buf[first:], e.buf[end:])]
	}
	e.members = e.members[:from]
	e.buf = append(e.buf, '}')
}

// compare orders members by key, and those with the same key as they came.
func (e *encoder) compare(a, b member) int {
	if c := bytes.Compare(e.buf[a.at:a.value], e.buf[b.at:b.value]); c != 0 {
		return c
	}
	return a.at - b.at
}

// names is a set of names in lower case.
type names struct {
	set     map[string]bool
	lengths uint64 // those that occur, as bits, the last for all longer ones
}

func namesOf(list []string) names {
	n := names{set: make(map[string]bool, len(list))}
	for _, name := range list {
		n.set[strings.ToLower(name)] = true
		n.lengths |= lengthBit(len(name))
	}
	return n
}

func lengthBit(n int) uint64 { return 1 << min(n, 63) }

// has compares the letters of ASCII without regard to their case.
func (n *names) has(key []byte) bool {
	if n.lengths&lengthBit(len(key)) == 0 {
		return false
	}
	var space [64]byte
	lower := append(space[:0], key...)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return n.set[string(lower)]
}
