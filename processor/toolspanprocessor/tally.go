package toolspanprocessor

import (
	"context"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// tally adds up what a batch has to count, since one addition to an instrument
// costs as much as reading a small record. It is emptied at the end of the batch.
type tally struct{ list []counted }

// counted is an event of a batch and how often it was met.
type counted struct {
	event
	src source
	n   int64
}

// event is what is counted, with its labels; their meaning depends on what.
type event struct {
	what    countable
	dialect string
	kind    termination.Kind
	outcome termination.Outcome
	signal  termination.Signal
	rule    int
	mild    bool
	stream  toolcall.ClipStream
	by      toolcall.By
	scope   markers.Scope
	form    toolcall.Form
	blocked bool
	passed  bool
}

// countable is one of the counters of calls.
type countable uint8

const (
	countCall countable = iota
	countAmbiguous
	countNearMiss
	countFalseConfirm
	countFinding
	countClipped
	countRerun
	countShadow
)

// add looks through the few different events of a batch.
func (t *tally) add(src source, e event) {
	for i := range t.list {
		if c := &t.list[i]; c.event == e && c.src == src {
			c.n++
			return
		}
	}
	t.list = append(t.list, counted{event: e, src: src, n: 1})
}

// flush hands everything to the instruments.
func (t *tally) flush(ctx context.Context, tel *telemetry, rules *contract.Set) {
	for i := range t.list {
		c := &t.list[i]
		switch c.what {
		case countCall:
			tel.call(ctx, c.src, &c.event, c.n)
		case countAmbiguous:
			tel.ambiguous(ctx, c.src, c.n)
		case countNearMiss:
			tel.nearMiss(ctx, c.src, c.kind, c.scope, c.n)
		case countFalseConfirm:
			tel.falseConfirm(ctx, c.src, c.form, c.blocked, c.n)
		case countFinding:
			tel.finding(ctx, c.src, rules.ID(c.rule), rules.Severity(c.rule, c.mild), c.n)
		case countClipped:
			tel.clipped(ctx, c.src, c.stream, c.by, c.n)
		case countRerun:
			tel.rerun(ctx, c.src, c.kind, c.passed, c.n)
		case countShadow:
			tel.shadow(ctx, c.src, c.passed, c.n)
		}
	}
	t.list = t.list[:0]
}
