package toolspanprocessor

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/forged"
	"github.com/toolspan/toolspan/internal/memory"
)

// holdForged looks for results that the model wrote itself.
func (h *hearing) holdForged(text string) {
	changes := h.findForged(text)
	if len(changes) == 0 || !h.scrubs() {
		return
	}
	if len(text) > h.textLimit() {
		changes = h.scrubOn(text, changes)
	}
	h.rewriting.change(text, changes...)
}

// findForged notes the results in a text, and returns how they are to be taken out.
func (h *hearing) findForged(text string) (changes []change) {
	spans := forged.Find(text, h.textLimit(), nil)
	if forged.Count(spans) == 0 || !h.find(h.rules.forged, h.w.hashText(text)) {
		return nil
	}
	left := lineBudget(text)
	for i := range spans {
		span := &spans[i]
		if span.Kind != forged.Observation {
			continue
		}
		lines := linesOf(text, span)
		if left -= len(lines); left < 0 {
			break
		}
		known := memory.Text{Forged: true}
		if span.Tool != "" {
			known.Tool = h.w.hashText(span.Tool)
		}
		if h.scrubs() {
			bodyOf(text, span, &known)
			changes = append(changes, takenOut(text, span.BodyStart, span.BodyEnd))
			h.knowForged(h.remember(lines, known))
			continue
		}
		h.remember(lines, known)
	}
	return changes
}

// wholeLines widens a part of a text to whole lines.
func wholeLines(s string, start, end int) (first, last int) {
	first = strings.LastIndexByte(s[:start], '\n') + 1
	if next := strings.IndexByte(s[end:], '\n'); next >= 0 {
		return first, end + next
	}
	return first, len(s)
}

// linesOf are the lines of a result, and of the call before it.
func linesOf(s string, span *forged.Span) string {
	start, end := linesAround(s, span)
	return s[start:end]
}

func linesAround(s string, span *forged.Span) (start, end int) {
	start = span.Start
	if span.ActionEnd > 0 {
		start = span.ActionStart
	}
	return wholeLines(s, start, span.End)
}
