package toolspanprocessor

import (
	"cmp"
	"errors"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// pending is a record of a call that was read and is to be judged once the rest of
// the batch was read, for another record of the same call may know more of it.
type pending struct {
	call   *toolcall.Call
	attrs  pcommon.Map
	status ptrace.Status
	isSpan bool
	start  pcommon.Timestamp // when the call began, 0 where that is not known
	end    pcommon.Timestamp // when the record was written, likewise
	source uint64            // from which it comes
	trace  pcommon.TraceID
	id     pcommon.SpanID
	keys   memory.Keys
	// judged: it bears a verdict that is to be kept.
	judged bool
	// part: it tells about a call and is no record of one.
	part bool
	// primary says in which signal the dialect counts calls without an ID.
	primary dialect.Counting
	src     resource
	// own is how much of the call is its own, before others added to it.
	own ownPart
}

// maxWaiting bounds how many calls of a batch wait for each other. In a larger
// batch those that come first are judged before the rest is read.
const maxWaiting = 128

// await puts the record at hand aside, and gives the view another call to fill.
func (w *worker) await(p pending) {
	p.call, p.src, p.judged = w.view.Call, w.resource, w.view.HasVerdict
	w.waiting = append(w.waiting, p)
	if n := len(w.free); n > 0 {
		w.view.Call, w.free = w.free[n-1], w.free[:n-1]
		return
	}
	w.view.Call = &toolcall.Call{}
}

// settle judges what waits.
func (w *worker) settle() (err error) {
	if len(w.waiting) > 1 {
		// A rerun is one only after what it repeats.
		slices.SortStableFunc(w.waiting, func(a, b pending) int { return cmp.Compare(a.start, b.start) })
	}
	w.attachRequests()
	if len(w.waiting) > 1 {
		w.groups.join(w.waiting)
		endedOnPurpose(w.waiting)
		w.settleShadows()
	}
	w.settleEvaluations()
	for i := range w.waiting {
		if e := w.decide(&w.waiting[i]); e != nil && err == nil {
			err = e
		}
	}
	w.forget()
	return err
}

// settleIfMany judges what waits when it has become much.
func (w *worker) settleIfMany() error {
	if len(w.waiting) < maxWaiting {
		return w.withholdOthers()
	}
	return errors.Join(w.settle(), w.withhold())
}

// forget takes the calls that waited back for the next records.
func (w *worker) forget() {
	for i := range w.waiting {
		w.waiting[i].call.Reset()
		w.free = append(w.free, w.waiting[i].call)
	}
	clear(w.waiting)
	w.waiting = w.waiting[:0]
}

// decide judges a call, writes its verdict and counts what is new about it. A
// record that cannot be judged is passed on as it came.
func (w *worker) decide(p *pending) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stripVerdict(p.attrs) // what was written of it
			err = w.failed(p.trace, p.id, r)
		}
	}()
	w.consent(p)
	if p.part {
		return nil
	}
	if p.judged {
		w.core.recent.Observe(w.now, p.keys, memory.Marks{Bits: memory.Called}, nil)
		return nil
	}
	call := p.call
	if call.HarnessVersion == "" {
		call.HarnessVersion = p.src.harness
	}
	if call.PromptVersion == "" {
		call.PromptVersion = p.src.prompt
	}
	call.Settle()
	w.calls++
	facts := w.identify(p)
	if w.core.listen.on() {
		facts.Result = w.result(call)
	}
	earlier, repeats := w.core.recent.Repeats(w.now, p.keys, &facts)
	if repeats {
		call.Before, facts.Before, facts.BeforeSpan = earlier.Kind, earlier.Kind, earlier.Span
		if id, ok := spanOf(&earlier); ok {
			call.Related = append(call.Related, id)
		}
	}
	w.recallShadowed(p)
	w.ground(p, &facts)
	w.endedBefore(&facts, call)
	w.askedBy = nil
	w.holdAction(p, &facts)
	v := w.judge.Evaluate(call)
	w.conclude(&facts, v)
	reason := ""
	if w.write.full || !v.Plain() {
		reason = w.judge.Reason()
	}
	blocked := w.write.write(p.attrs, p.status, p.isSpan, v, reason)
	w.noteAction(p, &facts, v)
	w.arrived(p, &facts, w.count(v, blocked, p, &facts))
	if facts.Proves() {
		w.passed(p, &facts, w.judge)
	}
	return nil
}
