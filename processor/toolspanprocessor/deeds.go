package toolspanprocessor

import (
	"encoding/binary"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

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
