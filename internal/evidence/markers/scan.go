package markers

import (
	"math/bits"
	"strings"
)

// Bounds of the work one Scan does. Of a longer text the two ends are read: a
// summary stands at the end, a wrapper that keeps the head leaves the front.
const (
	maxText  = 512 << 10
	headText = 128 << 10
	maxLine  = 2 << 10
)

// scan is the state of one pass over a text.
type scan struct {
	s      *Scanner
	found  ruleSet
	lines  int // non-blank lines seen
	blocks blockState
	text   string // the stretch being read
	start  int    // where the line stands in it
	prev   string // the line before, which a wrapped sentence may continue
	script bool   // a lone "done" has been seen to close a shell loop
}

// Scan appends the markers found in text to dst, each once, strongest scope
// first and then by name. It allocates nothing while it finds nothing.
func (s *Scanner) Scan(text string, dst []Marker) []Marker {
	st := scan{s: s}
	if len(text) <= maxText {
		st.part(text)
	} else {
		head, tail := text[:headText], text[len(text)-(maxText-headText):]
		if i := strings.LastIndexByte(head, '\n'); i >= 0 {
			head = head[:i]
		}
		if i := strings.IndexByte(tail, '\n'); i >= 0 {
			tail = tail[i+1:]
		}
		st.part(head)
		st.part(tail)
	}
	st.finishBlocks()
	return st.collect(dst)
}

func (st *scan) collect(dst []Marker) []Marker {
	if st.found.empty() {
		return dst
	}
	for _, id := range st.s.order {
		if st.found.has(int(id)) && !st.s.off.has(int(id)) {
			dst = append(dst, st.s.marker(int(id)))
		}
	}
	return dst
}

func (st *scan) report(id int) { st.found.add(id) }

// part reads one stretch of text line by line. A carriage return ends a line
// as well, since progress displays overwrite themselves with it.
func (st *scan) part(text string) {
	every := len(st.s.custom) > 0
	st.text, st.prev = text, ""
	for start := 0; start < len(text); {
		var keys keySet
		end, next, dirty := trigger(text, start, &keys)
		raw := text[start:end]
		if end > start {
			shapeKeys(raw, &keys)
			if every || !keys.empty() {
				st.start = start
				st.line(raw, keys, dirty)
			} else if !blank(raw) {
				st.lines++
			}
		}
		if end > start || text[end:next] == "\n" && (start == 0 || text[start-1] == '\n') {
			st.prev = raw
		}
		start = next
	}
}

// line judges one candidate. The first reader that knows the line has the
// only word on it, so that one line never counts twice.
func (st *scan) line(raw string, keys keySet, dirty bool) {
	l := newLine(raw, keys, dirty)
	if l.text == "" {
		return
	}
	st.lines++
	l.no = st.lines
	if harnessLine(l.text) {
		return
	}
	for i := range st.s.custom {
		if st.s.custom[i].re.MatchString(l.text) {
			st.report(len(compiles) + i)
		}
	}
	if keys.empty() {
		return
	}
	if keys.meets(&blockKeys) {
		l.body = stripPrefix(l.text)
		if st.block(&l) {
			return
		}
	}
	if st.tool(&l, l.text) {
		return
	}
	l.body = stripPrefix(l.text)
	if len(l.body) != len(l.text) && st.tool(&l, l.body) {
		return
	}
	if keys.meets(&genericKeys) {
		st.generic(&l)
	}
}

// tool tries the rules of known tools.
func (st *scan) tool(l *line, text string) bool {
	for w, word := range l.keys {
		for ; word != 0; word &= word - 1 {
			for _, id := range rulesOfKey[w<<6+bits.TrailingZeros64(word)] {
				if compiles[id].matches(text) {
					st.report(int(id))
					return true
				}
			}
		}
	}
	return false
}
