package toolspanprocessor

import (
	"encoding/binary"

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
	if !r.Stated && !known && r.Resends == 0 {
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
	switch contract.EffectOf(call, w.core.settings) {
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
	if call.ShadowOf != "" || end.Kind == termination.NotExecuted || action.Repeatable(call.Method) && call.Method != "" {
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
	return w.core.primary.counts(w.now, call.Dialect, p.primary) && w.changes(call) && !w.unsent(call) || call.ID != "" && w.changes(call) && !w.unsent(call)
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
	return contract.EffectOf(call, w.core.settings) == termination.ReadOnly || sent.Safe(call.Method) || w.reads(call)
}

// reads reports a call that says by its name, or by its arguments, that it only looks.
func (w *worker) reads(call *toolcall.Call) bool {
	if call.IsCommand {
		return action.ReadsCommand(call.Command(maxCommand))
	}
	asked := w.asked(call)
	if asked.Method != "" {
		return sent.Safe(asked.Method)
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

// nameDeed fills in what names the action of a call, and what it has to do with.
func (w *worker) nameDeed(p *pending, f *memory.Facts) {
	call := p.call
	r := &call.Action
	d := &w.deed
	group := w.groupOf(call, p.trace, p.src.service)
	*d = memory.Deed{
		Self: selfNames(p), Group: group, Span: f.Span, Start: uint64(p.start), End: uint64(p.end),
		IsSpan: p.isSpan, HasID: call.ID != "", State: r.Now(), At: int64(p.end), Fingerprint: r.Fingerprint != "",
	}
	if r.Stated {
		d.Operation = w.operation(r, p.src.service, group)
		if intent := r.Intent(); intent != "" {
			d.Intents[0] = name(nameAction, group, 0, w.hashText(intent))
		}
		w.takeHistory(r)
	}
	if target := r.Target; target != "" && r.Method != "" {
		d.Sends, d.Resent = name(nameAction, group, 2, w.hashText(r.Method), w.hashText(target)), r.Resends > 0
	}
	key := r.Key
	asked := w.asked(call)
	if key == "" {
		key = asked.Key
	}
	d.Intents[1] = w.intent(call, f, asked.Key != "")
	if key != "" {
		d.Key = w.hashText(key)
	}
	if len(r.ExternalIDs) > 0 {
		d.External = w.hashText(r.ExternalIDs[0])
	}
	for i, word := range w.wordsOf(call) {
		if i < len(d.Words) {
			d.Words[i] = word
		}
	}
}

// operation names an action by its ID. A short one may be a number that every run counts
// anew, so it is one only within its conversation or trace.
func (s seed) operation(r *action.Receipt, service string, group uint64) uint64 {
	switch {
	case r.OperationID == "":
		return 0
	case len(r.OperationID) < longID:
		return name(nameOperation, group, s.hashText(r.OperationID))
	default:
		return name(nameOperation, s.hashText(service), s.hashText(r.OperationID))
	}
}

const longID = 16

// intent names what a call asks for, by its tool and its arguments. An idempotency key
// among these is no part of that.
func (w *worker) intent(call *toolcall.Call, f *memory.Facts, keyed bool) uint64 {
	if !keyed || !call.HasArgs || f.Group == 0 {
		return f.Same
	}
	digest, ok := w.core.unkeyed.Of(call.Arguments)
	if !ok {
		return 0
	}
	return name(nameAction, f.Group, 1, w.hashText(call.Name), binary.LittleEndian.Uint64(digest[:8]), binary.LittleEndian.Uint64(digest[8:]))
}

// takeHistory reduces the history of a receipt to digests.
func (w *worker) takeHistory(r *action.Receipt) {
	d := &w.deed
	for i := range r.History {
		e := &r.History[i]
		if i < len(d.Steps) {
			step := memory.Step{State: e.State}
			if e.At != 0 {
				step.At = uint32(mix(nameAction, uint64(e.At))) | 1
			}
			d.Steps[i] = step
			d.NumSteps++
		}
		if e.At != 0 {
			d.At = e.At
		}
	}
}

// deedBefore compares a receipt with the last one of the same operation. One that was
// made before that is late, and says nothing new.
func (w *worker) deedBefore(b *memory.Before) action.Earlier {
	e := action.Earlier{Known: b.IsKnown || b.Alike}
	if !b.IsKnown {
		return e
	}
	d, was := &w.deed, &b.Same
	e.Fingerprint = was.Fingerprint
	switch d.After(was) {
	case memory.Late:
		d.State, d.At, d.Steps, d.NumSteps = was.State, was.At, was.Steps, was.NumSteps
	case memory.Changed:
		e.State, e.At, e.Changed = was.State, was.At, true
	case memory.Goes:
		e.State, e.At = was.State, was.At
	}
	return e
}

// external reports a resource that is not the one known to be made for the same intent.
func (w *worker) external(r *action.Receipt, first uint64) bool {
	for _, id := range r.ExternalIDs {
		if w.hashText(id) != first {
			return true
		}
	}
	return false
}

// selfNames are the names by which records of one call find each other.
func selfNames(p *pending) [4]uint64 {
	names := [4]uint64{p.keys.Own[0], p.keys.Own[1], p.keys.Own[2]}
	switch {
	case p.keys.Nested:
		names[3] = p.keys.Find[0]
	case p.isSpan:
		names[3] = 0
	default:
		names[3] = p.keys.Find[0] // of the span inside which a log record was written
	}
	return names
}

// wordsOf are hashes of the words of what a call has to do with.
func (w *worker) wordsOf(call *toolcall.Call) []uint64 {
	w.words = w.words[:0]
	add := func(word string) {
		if len(w.words) < maxWords {
			w.words = append(w.words, w.hashText(word))
		}
	}
	if call.IsCommand {
		action.EachThing(call.Command(maxCommand), add)
		return w.words
	}
	action.EachThing(call.Name, add)
	asked := w.asked(call)
	action.EachThing(asked.Tool, add)
	action.EachThing(asked.Target, add)
	action.EachThing(call.Action.Target, add)
	for _, id := range asked.IDs {
		add(id)
	}
	return w.words
}

const maxWords = 24
