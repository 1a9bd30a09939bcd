package toolspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// pending is a record of a call that was read and is to be judged once the rest of
// the batch was read, for another record of the same call may know more of it.
type pending struct {
	view   *dialect.View
	call   *toolcall.Call
	attrs  pcommon.Map
	body   pcommon.Value
	status ptrace.Status
	isSpan bool
	trace  pcommon.TraceID
	id     pcommon.SpanID
	keys   memory.Keys
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
const maxWaiting = 256

// keptViews is how many views a worker keeps from one batch to the next.
const keptViews = 32

// await puts the record at hand aside.
func (w *worker) await(p pending) {
	p.view, p.call, p.src = w.view, &w.view.Call, w.resource
	w.waiting = append(w.waiting, p)
	if len(w.waiting) == len(w.views) {
		w.views = append(w.views, w.core.dialects.NewView())
	}
	w.view = w.views[len(w.waiting)]
	w.view.Enter(p.view.Scope())
}

// settle judges what waits.
func (w *worker) settle() (err error) {
	if len(w.waiting) > 1 {
		w.groups.join(w.waiting)
	}
	for i := range w.waiting {
		if e := w.decide(&w.waiting[i]); e != nil && err == nil {
			err = e
		}
	}
	scope, service := w.view.Scope()
	clear(w.waiting)
	w.waiting, w.view = w.waiting[:0], w.views[0]
	w.view.Enter(scope, service)
	return err
}

// settleIfMany judges what waits when it has become much.
func (w *worker) settleIfMany() error {
	if len(w.waiting) < maxWaiting {
		return nil
	}
	return w.settle()
}

// forget lets go of everything that belongs to the batch.
func (w *worker) forget() {
	clear(w.waiting)
	w.waiting = w.waiting[:0]
	if len(w.views) > keptViews {
		clear(w.views[keptViews:])
		w.views = w.views[:keptViews]
	}
	for _, v := range w.views {
		v.Reset()
		v.Enter("", "")
	}
	w.view = w.views[0]
}

// decide judges a call, writes its verdict and counts what is new about it. A
// record that cannot be judged is passed on as it came.
func (w *worker) decide(p *pending) (err error) {
	defer func() {
		if r := recover(); r != nil {
			body := p.body
			if p.isSpan {
				body = pcommon.NewValueEmpty()
			}
			w.stripRecord(p.view, p.attrs, body)
			err = w.failed(p.trace, p.id, r)
		}
	}()
	if p.part {
		return nil
	}
	if p.view.HasVerdict {
		w.core.recent.Observe(w.now, p.keys, memory.Marks{Bits: memory.Called})
		return nil
	}
	call := p.call
	if call.HarnessVersion == "" {
		call.HarnessVersion = p.src.harness
	}
	if call.PromptVersion == "" {
		call.PromptVersion = p.src.prompt
	}
	p.view.Settle()
	v := w.judge.Evaluate(call)
	reason := ""
	if w.write.full || !v.Plain() {
		reason = w.judge.Reason()
	}
	blocked := w.write.write(p.attrs, p.status, p.isSpan, v, reason)
	w.count(v, blocked, p)
	return nil
}
