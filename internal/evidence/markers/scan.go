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
	looked int    // how far the text was searched for the start of a loop
	script bool   // a lone "done" has been seen to close a shell loop
	dull   dullLines
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
	var ranks ruleSet
	for w, word := range st.found {
		for word &^= st.s.off[w]; word != 0; word &= word - 1 {
			ranks.add(int(st.s.rank[w<<6+bits.TrailingZeros64(word)]))
		}
	}
	for w, word := range ranks {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, st.s.marker(int(st.s.order[w<<6+bits.TrailingZeros64(word)])))
		}
	}
	return dst
}

func (st *scan) report(id int) { st.found.add(id) }

// part reads one stretch of text line by line. A carriage return ends a line
// as well, since progress displays overwrite themselves with it.
func (st *scan) part(text string) {
	st.text, st.prev, st.looked = text, "", 0
	lines := sieve{text: text}
	for start := 0; start < len(text); {
		if end := st.dull.again(text, start); end >= 0 {
			st.lines++
			st.prev = text[start:end]
			start = end + 1
			lines.skipTo(start)
			continue
		}
		var keys keySet
		end, next, dirty := lines.line(start, &keys)
		raw := text[start:end]
		if raw != "" {
			st.start = start
			dull := st.line(raw, &keys, dirty)
			if dull && !dirty && end < len(text) && text[end] == '\n' {
				st.dull.remember(raw)
			}
		}
		if raw != "" || text[end:next] == "\n" && (start == 0 || text[start-1] == '\n') {
			st.prev = raw
		}
		start = next
	}
}

// line counts a line and has it judged. It returns true if nobody had a word on
// it, for a reason that the numbers in it have no part in.
func (st *scan) line(raw string, keys *keySet, dirty bool) (dull bool) {
	shapeKeys(raw, keys)
	if len(st.s.custom) > 0 {
		st.candidate(raw, keys, dirty)
		return false
	}
	if !keys.empty() {
		return st.candidate(raw, keys, dirty)
	}
	if blank(raw) {
		return false
	}
	st.lines++
	return true
}

// candidate takes a line apart and, unless it is dull, judges it.
func (st *scan) candidate(raw string, keys *keySet, dirty bool) (dull bool) {
	if dirty {
		raw = cleaned(raw)
	}
	text := trimBlankRight(trimBlank(raw))
	if text == "" {
		return false
	}
	st.lines++
	body := stripPrefix(text)
	fits, bodyFits := exprs.about(keys, dirty), exprSet{}
	if len(body) != len(text) {
		bodyFits = exprs.thatFit(fits, body)
	}
	fits = exprs.thatFit(fits, text)
	if fits.empty() && bodyFits.empty() && !keys.meets(&readerKeys) && len(st.s.custom) == 0 {
		return true
	}
	l := newLine(raw, text, body)
	st.judgeLine(&l, keys, fits, bodyFits)
	return false
}

// judgeLine asks the readers. The first that knows the line has the only word on
// it, so that one line never counts twice.
func (st *scan) judgeLine(l *line, keys *keySet, fits, bodyFits exprSet) {
	if harnessLine(l.text) {
		return
	}
	for i := range st.s.custom {
		if st.s.custom[i].re.MatchString(l.text) {
			st.report(len(compiles) + i)
		}
	}
	switch {
	case keys.meets(&blockKeys) && st.block(l):
	case st.tool(keys, fits, l.text):
	case st.tool(keys, bodyFits, l.body):
	case keys.meets(&genericKeys):
		st.generic(l)
	}
}

// readerKeys call for the readers, whatever a line looks like.
var readerKeys = func() (s keySet) {
	for i := range s {
		s[i] = blockKeys[i] | genericKeys[i]
	}
	return s
}()

// tool tries the expressions of known tools that fit, key by key.
func (st *scan) tool(keys *keySet, fits exprSet, text string) bool {
	if fits.empty() {
		return false
	}
	for w, word := range keys {
		for ; word != 0; word &= word - 1 {
			if id := exprs.match(w<<6+bits.TrailingZeros64(word), &fits, text); id != none {
				st.report(id)
				return true
			}
		}
	}
	return false
}
