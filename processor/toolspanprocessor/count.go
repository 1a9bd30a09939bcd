package toolspanprocessor

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// count counts the call at its first record, and each finding and claim once. It reports whether this was the first.
func (w *worker) count(v *contract.Verdict, blocked bool, p *pending, facts *memory.Facts) (first bool) {
	tel := w.core.tel
	if !w.core.primary.counts(w.now, v.Call.Dialect, p.primary) && v.Call.ID == "" {
		return false
	}
	if v.Call.ID != "" || !p.keys.Nested {
		w.core.reporters.note(p.src.service, v.Call.ID != "")
	}
	fresh := w.core.recent.Observe(w.now, p.keys, marksOf(v), facts)
	if n := w.core.absent.Came(p.keys.Own[0], p.keys.Own[1], facts.Tool); n > 0 {
		w.core.tel.withdrawn(w.ctx, n)
	}
	if fresh == (memory.Marks{}) {
		return false
	}
	src := source{tool: tel.tools.value(v.Call.Name), service: tel.services.value(p.src.service)}
	if fresh.Bits&memory.Called != 0 {
		w.tally.add(src, event{
			what: countCall, dialect: v.Call.Dialect, kind: v.Ending.Kind, outcome: v.Decision.Outcome, signal: v.Ending.Signal,
		})
	}
	if fresh.Bits&memory.Repeated != 0 {
		w.rerun(src, v.Call.Before, v)
	}
	if fresh.Bits&memory.Called != 0 && v.Call.Shadowed.Kind != termination.KindUnset {
		w.shadowed(src, p, &v.Ending)
	}
	if fresh.Bits&memory.Ambiguous != 0 {
		w.tally.add(src, event{what: countAmbiguous})
	}
	if fresh.Bits&memory.NearMiss != 0 {
		w.tally.add(src, event{what: countNearMiss, kind: v.Ending.Kind, scope: v.Scope})
	}
	if fresh.Bits&memory.Claimed != 0 {
		form, _ := v.StrongestFalse()
		w.tally.add(src, event{what: countFalseConfirm, form: form, blocked: blocked})
	}
	w.core.rules.Each(contract.IDs(fresh.Findings), func(i int) {
		w.tally.add(src, event{what: countFinding, rule: i, mild: v.Mild.Has(i)})
	})
	for _, c := range v.Clips {
		if bit := clipBit(c); fresh.Bits&bit != 0 {
			w.tally.add(src, event{what: countClipped, stream: c.Stream, by: c.By})
			fresh.Bits &^= bit
		}
	}
	return fresh.Bits&memory.Called != 0
}

func marksOf(v *contract.Verdict) memory.Marks {
	m := memory.Marks{Findings: uint64(v.Findings), Bits: memory.Called}
	if v.Ambiguous {
		m.Bits |= memory.Ambiguous
	}
	if v.NearMiss {
		m.Bits |= memory.NearMiss
	}
	if _, ok := v.StrongestFalse(); ok {
		m.Bits |= memory.Claimed
	}
	if v.Call.Before != termination.KindUnset && (v.Decision.Outcome == termination.Succeeded || v.Ending.Kind.Unproven()) {
		m.Bits |= memory.Repeated
	}
	for _, c := range v.Clips {
		m.Bits |= clipBit(c)
	}
	return m
}

// clipBit is the mark of a clipped stream, by stream and cause.
func clipBit(c toolcall.Clip) uint32 {
	return 1 << (uint32(c.Stream)*uint32(toolcall.NumBy) + uint32(c.By))
}
