package toolspanprocessor

import (
	"cmp"
	"math"
	"slices"

	"github.com/toolspan/toolspan/internal/evidence/forged"
	"github.com/toolspan/toolspan/internal/evidence/passage"
	"github.com/toolspan/toolspan/internal/memory"
)

// A result that a model made up is taken out of its text, but for the marker by which it was found: what comes after this
// processor finds it again, and knows that it is not there any more.

// scrubs reports whether results that a model made up are taken out of the telemetry.
func (h *hearing) scrubs() bool { return h.w.write.enforce && h.w.core.cfg.Observations.Scrub }

// takenOut puts a placeholder in the place of a part of a text.
func takenOut(s string, from, to int) change {
	return change{from: from, to: to, with: forged.Placeholder(s[from:to])}
}

// bodyOf says where in the lines of a result that stands what it says.
func bodyOf(s string, span *forged.Span, known *memory.Text) {
	start, end := linesAround(s, span)
	known.Body = passage.PlaceOf(s[start:end], span.BodyStart-start)
	known.End = passage.PlaceOf(s[start:end], span.BodyEnd-1-start)
	known.End.At++
}

// lineBudget bounds how long the lines of all results of a text may be together. Many in one line would be read again and again.
func lineBudget(text string) int { return 16*len(text) + 1<<10 }

// maxScrubs bounds how often a long text is read anew.
const maxScrubs = 8

// scrubOn goes on with a text of which not all was read: what was taken out of it has moved what is read.
func (h *hearing) scrubOn(text string, changes []change) []change {
	left := text
	for range maxScrubs {
		next := apply(left, changes)
		if next == left {
			break
		}
		left = next
		changes = h.findForged(left)
	}
	return []change{{from: 0, to: len(text), with: left}}
}

func (h *hearing) knowForged(whole uint64) {
	if h.rewriting.forged == nil {
		h.rewriting.forged = map[uint64]bool{}
	}
	h.rewriting.forged[whole] = true
}

// returnedBody is where a result that a model made up has come back.
type returnedBody struct{ from, to passage.Place }

// cameBack notes a result that begins on that line of a text that the model was given.
func (h *hearing) cameBack(at int, known *memory.Text) {
	if !h.scrubs() || !known.Forged {
		return
	}
	body := returnedBody{from: known.Body, to: known.End}
	if body.to.Line >= known.Count {
		body.to = passage.Place{Line: known.Count - 1, At: math.MaxUint32} // of one that is too long not all is known
	}
	body.from.Line += uint32(at)
	body.to.Line += uint32(at)
	h.bodies = append(h.bodies, body)
	h.knowForged(known.Whole)
}

// scrubGiven takes the results that came back out of the text.
func (h *hearing) scrubGiven(text string) {
	if len(h.bodies) == 0 {
		return
	}
	if _, done := h.rewriting.texts[text]; done { // the same message again
		h.bodies = h.bodies[:0]
		return
	}
	slices.SortFunc(h.bodies, func(a, b returnedBody) int {
		return cmp.Or(cmp.Compare(a.from.Line, b.from.Line), cmp.Compare(a.from.At, b.from.At))
	})
	places := make([]passage.Place, 0, 2*len(h.bodies))
	last := passage.Place{}
	for _, b := range h.bodies {
		if len(places) > 0 && !follows(b.from, last) {
			continue
		}
		places = append(places, b.from, b.to)
		last = b.to
	}
	offsets := passage.Offsets(text, places)
	changes := make([]change, 0, len(offsets)/2)
	for i := 0; i < len(offsets); i += 2 {
		if offsets[i] < offsets[i+1] {
			changes = append(changes, takenOut(text, offsets[i], offsets[i+1]))
		}
	}
	h.rewriting.change(text, changes...)
	h.bodies = h.bodies[:0]
}

func follows(p, before passage.Place) bool {
	return p.Line > before.Line || p.Line == before.Line && p.At >= before.At
}
