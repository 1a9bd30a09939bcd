package toolspanprocessor

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"

	"github.com/toolspan/toolspan/internal/evidence/consent"
	"github.com/toolspan/toolspan/internal/evidence/messages"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// consent tells a call what became of the questions to humans before it, and remembers
// what its record says of them.
func (w *worker) consent(p *pending) {
	call := p.call
	a := &call.Approval
	silent, answered := w.question(call)
	said := a.Stated() || silent || answered || call.Claimed(toolcall.UserApproved)
	if !said && !w.core.slots.Any() {
		return
	}
	group := p.keys.Group
	if group == 0 && !p.trace.IsEmpty() {
		group = w.hashTrace(p.trace)
	}
	q := inquiry{group: group, at: w.when(p.start), names: w.slotNames(p, group)}
	if group != 0 {
		q.conversation = name(nameConsent, group)
	}
	if w.recallConsent(&q, a, said) {
		a.Silent = a.Silent || silent
		w.rememberConsent(&q, p, silent, answered)
	}
}

// inquiry is a question to a human as it is remembered: the names of the call that it is
// about, and of all such questions of the conversation.
type inquiry struct {
	group, at, conversation uint64
	names                   [5]uint64
}

// recallConsent completes what a record says of a decision by what is known of it. It
// reports false where there is no more to do.
func (w *worker) recallConsent(q *inquiry, a *toolcall.Approval, said bool) bool {
	slots := w.core.slots
	is, since := slots.Get(w.now, q.at, q.names[:]...)
	switch {
	case is == memory.Lapsed && !a.Stated(): // what only told about the call has said so
		a.State, a.By = toolcall.Approved, toolcall.DecidedByTimer
		return false
	case !said:
		return false
	case is != memory.NoSlot:
		a.Waited = !w.spoke(q.group, since, q.at)
	}
	if is, since := slots.Get(w.now, q.at, q.conversation); is == memory.Unanswered {
		a.Silent = !w.spoke(q.group, since, q.at)
	}
	return true
}

// rememberConsent keeps what a record says of the question, for those after it.
func (w *worker) rememberConsent(q *inquiry, p *pending, silent, answered bool) {
	slots, a, all := w.core.slots, &p.call.Approval, append(q.names[:], q.conversation)
	switch {
	case a.ByHuman() && a.State != toolcall.AwaitingHuman, answered:
		slots.Set(w.now, memory.NoSlot, q.at, all...)
	case a.State == toolcall.Approved && a.Lapsed() && p.part:
		slots.Set(w.now, memory.Lapsed, q.at, q.names[:]...)
	case a.TimedOut || a.By == toolcall.DecidedByTimer || silent:
		slots.Set(w.now, memory.Unanswered, q.at, all...)
	case a.State == toolcall.AwaitingHuman:
		slots.Set(w.now, memory.Waiting, q.at, q.names[:]...)
	}
}

// when is a time as the sender states it, or else that of the batch.
func (w *worker) when(at pcommon.Timestamp) uint64 {
	if at == 0 {
		return uint64(w.now.UnixNano())
	}
	return uint64(at)
}

// slotNames are the names of the question whether a call may happen: those of the call,
// or, where it has no ID, that of its tool within the conversation.
func (w *worker) slotNames(p *pending, group uint64) (names [5]uint64) {
	own := 0
	for _, key := range [...]uint64{p.keys.Own[0], p.keys.Own[1], p.keys.Own[2], p.keys.Find[0]} {
		if key != 0 {
			names[own] = name(nameSlot, key)
			own++
		}
	}
	if p.call.ID == "" && p.call.Name != "" && group != 0 {
		names[own] = name(nameSlot, group, w.hashText(p.call.Name))
	}
	return names
}

// question reports a tool that asks a human: one that says that no answer came, or that
// one did.
func (w *worker) question(call *toolcall.Call) (silent, answered bool) {
	if call.IsCommand || !shell.AsksHuman(call.Name) {
		return false, false
	}
	kind := termination.Classify(call.Facts, call.Policy).Kind
	if !call.HasResult {
		return kind == termination.Timeout, false
	}
	if consent.Lapsed(call.Returned) {
		return true, false
	}
	for _, text := range call.Texts {
		if consent.NoAnswer(text) {
			return true, false
		}
		answered = answered || strings.TrimSpace(text) != ""
	}
	switch kind {
	case termination.Timeout:
		return true, false // a text is the message of that
	case termination.OK, termination.Unknown:
		return false, answered
	default:
		return false, false
	}
}

// spoken is when a human said something in a conversation.
type spoken struct {
	groups [2]uint64
	at     pcommon.Timestamp
}

// maxSpoken bounds how many messages of humans are kept of a batch.
const maxSpoken = 256

// speaks keeps a log event that tells of a prompt which a person entered.
func (w *worker) speaks(record plog.LogRecord) {
	if len(w.spoken) >= maxSpoken || !w.view.UserPrompt(record.EventName()) {
		return
	}
	s := spoken{at: pcommon.Timestamp(w.when(record.Timestamp()))}
	if id := w.view.Conversation(); id != "" && !w.core.traceAlone() {
		s.groups[0] = w.hashText(id)
	}
	if trace := record.TraceID(); !trace.IsEmpty() {
		s.groups[1] = w.hashTrace(trace)
	}
	w.spoken = append(w.spoken, s)
}

// spoke reports a human who said something in the conversation after a question was
// asked, and before something else was said or done.
func (w *worker) spoke(group, since, to uint64) bool {
	if group == 0 {
		return false
	}
	if is, at := w.core.slots.Get(w.now, to, name(nameHuman, group)); is == memory.Heard && at > since {
		return true
	}
	between := func(at pcommon.Timestamp) bool { return uint64(at) > since && uint64(at) <= to }
	for i := range w.spoken {
		if s := &w.spoken[i]; (s.groups[0] == group || s.groups[1] == group) && between(s.at) {
			return true
		}
	}
	for i := range w.heard {
		if a := &w.heard[i]; (a.conversation == group || a.trace == group) && between(a.at) && humanLast(a.prompt.Parts) {
			return true
		}
	}
	return false
}

// humanLast reports messages of which a person wrote the last.
func humanLast(parts []messages.Part) bool {
	if len(parts) == 0 {
		return false
	}
	last := &parts[len(parts)-1]
	return last.Kind == messages.Text && last.Role == messages.User && !strings.HasPrefix(strings.TrimSpace(last.Text), "<") && !consent.NoAnswer(last.Text)
}

// rememberSpoken keeps in mind that humans said something, where somebody waits for it.
func (w *worker) rememberSpoken() {
	for i := range w.spoken {
		s := &w.spoken[i]
		w.answered(s.groups, s.at)
	}
	w.spoken = w.spoken[:0]
}

// answered keeps in mind that a human said something, which may answer what was asked.
func (w *worker) answered(groups [2]uint64, at pcommon.Timestamp) {
	if !w.core.slots.Any() {
		return
	}
	for _, group := range groups {
		if group != 0 {
			w.core.slots.Set(w.now, memory.Heard, w.when(at), name(nameHuman, group))
		}
	}
}

// holdConsent holds what a model says of the consent of a human against what became of
// the last question to one.
func (h *hearing) holdConsent(texts []string) {
	if h.rules.silence < 0 || !h.w.core.slots.Any() {
		return
	}
	for _, group := range h.groups() {
		if group == 0 {
			continue
		}
		at := h.w.when(h.at)
		is, since := h.w.core.slots.Get(h.w.now, at, name(nameConsent, group))
		if is != memory.Unanswered || h.w.spoke(group, since, at) {
			continue
		}
		for _, text := range texts {
			if consent.Claims(text, h.textLimit()) {
				h.find(h.rules.silence, h.w.hashText(text))
			}
		}
		return
	}
}
