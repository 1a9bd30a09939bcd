package toolspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/action/sent"
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// holdAction looks at what the record says of an action, and holds it against what is
// known of others, before it is judged.
func (w *worker) holdAction(p *pending, f *memory.Facts) {
	call := p.call
	r := &call.Action
	w.deed = memory.Deed{}
	known := w.core.actions.Any() && w.core.actions.Concerns(w.groupOf(call, p.trace, p.src.service), f.Same)
	if !r.Stated && !known && r.Resends == 0 && !call.Requests.Blind {
		return
	}
	end := termination.Classify(call.Facts, call.Policy)
	w.nameDeed(p, f)
	submits := w.submits(p, &end)
	before := w.core.actions.Look(w.now, &w.deed, submits)
	facts := action.Facts{
		Lost: end.AfterSend || end.LimitHit, Ended: end.Kind == termination.OK,
		At: int64(p.end), Window: w.core.cfg.Actions.ConsistencyWindow, Earlier: w.deedBefore(&before),
	}
	call.ActionFaults = r.Check(&facts)
	if before.Blind {
		call.ActionFaults |= action.BlindRetry
		if id := pcommon.SpanID(before.Span); !id.IsEmpty() {
			call.Related = append(call.Related, id)
		}
	}
	if before.External != 0 && w.external(r, before.External) {
		call.ActionFaults |= action.Duplicate
	}
	if call.Requests.Blind && !call.IsCommand && w.changes(call) {
		call.ActionFaults |= action.BlindRetry
	}
	if submits && r.Resends > 0 && lost(&end, r) && w.deed.Key == 0 {
		call.ActionFaults |= action.BlindRetry
	}
}

// lost reports a request of which the record itself shows that nobody can say what it did.
func lost(end *termination.Ending, r *action.Receipt) bool {
	return end.AfterSend || end.LimitHit || r.Now() == action.OutcomeUnknown || sent.Of(r.Code, r.Status, r.Method) == sent.After
}

// noteAction remembers what the verdict says of a call for those that come later.
func (w *worker) noteAction(p *pending, f *memory.Facts, v *contract.Verdict) {
	call := p.call
	r := &call.Action
	open := w.opens(call, v)
	switch {
	case r.Stated && w.deed.Named():
		w.deed.Open = open
		w.core.actions.Put(w.now, &w.deed, w.submits(p, &v.Ending))
	case open:
		if w.deed.Self == [4]uint64{} {
			w.nameDeed(p, f)
		}
		if w.deed.Named() {
			w.deed.Open = true
			w.core.actions.Put(w.now, &w.deed, w.submits(p, &v.Ending))
		}
	case w.deed.Self != [4]uint64{}:
		if w.submits(p, &v.Ending) {
			w.core.actions.Repeat(w.now, &w.deed)
		}
		if v.Ending.Kind == termination.OK && v.Decision.Outcome == termination.Succeeded {
			w.core.actions.Settle(w.now, &w.deed)
		}
		if w.looks(call, v) {
			w.core.actions.Looked(w.now, w.deed.Group, w.deed.Start, w.wordsOf(call))
		}
	}
}

// opens reports a call after which nobody can say what it did, so that it must not
// simply be made again.
func (w *worker) opens(call *toolcall.Call, v *contract.Verdict) bool {
	r := &call.Action
	switch {
	case r.Stated && r.Now() != action.NoState:
		s := r.Now()
		return s == action.OutcomeUnknown || (s == action.Rejected || s == action.SafeToRetry) && call.ActionFaults.Has(action.AsFailure)
	case v.Decision.Next != termination.Reconcile || v.Decision.Outcome == termination.Succeeded || !v.Ending.Kind.Unproven():
		return false
	case v.Ending.Kind == termination.Running && !v.Ending.LimitHit, w.unsent(call):
		return false
	default:
		return w.changes(call)
	}
}

// changes reports a call that changes the world, or may: one that says neither and is no
// command, unless its name says that it only looks.
func (w *worker) changes(call *toolcall.Call) bool {
	switch w.core.settings.Effect(call) {
	case termination.Mutating:
		return true
	case termination.ReadOnly:
		return false
	default:
		return !call.IsCommand && !w.reads(call)
	}
}

// submits reports a call that sent a request, as far as is known, which a repetition of
// may do twice.
func (w *worker) submits(p *pending, end *termination.Ending) bool {
	call := p.call
	if call.ShadowOf != "" || end.Kind == termination.NotExecuted || call.Method != "" && action.Repeatable(call.Method) {
		return false
	}
	if r := &call.Action; r.Stated {
		switch r.Now() {
		case action.NoState:
		case action.Submitted, action.OutcomeUnknown, action.Succeeded, action.Rejected:
			return true
		default:
			return false
		}
	}
	counts := call.ID != "" || w.core.primary.counts(w.now, call.Dialect, p.primary)
	return counts && w.changes(call) && !w.unsent(call) && !w.repeatable(call)
}

// repeatable reports a call that comes to the same when it is made once more.
func (w *worker) repeatable(call *toolcall.Call) bool {
	if call.IsCommand {
		return w.core.effects.Repeatable(call)
	}
	asked := w.asked(call)
	return asked.Method != "" && action.Repeatable(asked.Method) || action.RepeatableTool(call.Name) || w.core.effects.Repeatable(call)
}

// unsent reports a call that failed before anything was sent.
func (w *worker) unsent(call *toolcall.Call) bool {
	if sent.Of(call.ErrorWord, 0, "") == sent.Before {
		return true
	}
	return len(call.Texts) > 0 && len(call.Texts[0]) <= maxErrorText && sent.Of(call.Texts[0], 0, "") == sent.Before
}

// maxErrorText is the longest text that is taken for nothing but the message of an error.
const maxErrorText = 512

// looks reports a call that looked for something and came back. That it was not found
// is an answer too.
func (w *worker) looks(call *toolcall.Call, v *contract.Verdict) bool {
	if v.Ending.Kind.Unproven() && call.Action.Status != 404 && call.Action.Status != 410 || v.Ending.Kind == termination.NotExecuted {
		return false
	}
	if call.IsCommand && len(w.wordsOf(call)) == 0 || !call.IsCommand && call.Method == "" && action.Aside(call.Name) {
		return false // ls, or a tool that waits
	}
	return w.core.settings.Effect(call) == termination.ReadOnly || sent.Safe(call.Method) || w.reads(call)
}

// reads reports a call that says by its name, or by its arguments, that it only looks.
func (w *worker) reads(call *toolcall.Call) bool {
	if call.IsCommand {
		return action.ReadsCommand(call.Command(maxCommand))
	}
	asked := w.asked(call)
	if asked.Method != "" {
		return sent.Safe(asked.Method) || asked.Searches()
	}
	return action.Reads(call.Name) || asked.Tool != "" && action.Reads(asked.Tool)
}

// asked is what the arguments say of the request, read once for each call.
func (w *worker) asked(call *toolcall.Call) *action.Asked {
	if w.askedBy != call {
		w.askedBy, w.askedFor = call, action.Asked{}
		if call.HasArgs {
			w.askedFor = action.ReadArguments(action.OfValue(call.Arguments))
		}
	}
	return &w.askedFor
}
