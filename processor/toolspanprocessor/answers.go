package toolspanprocessor

import (
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/assertion"
	"github.com/toolspan/toolspan/internal/evidence/forged"
	"github.com/toolspan/toolspan/internal/evidence/summary"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on the texts of models that a batch is asked about, and on the calls that
// one of them is held against.
const (
	maxAnswersWaiting = 1024
	maxRelated        = 8
)

// answer is what a model wrote, to be held against the calls of its conversation
// once all calls of the batch are known.
type answer struct {
	attrs pcommon.Map
	texts []string
	group uint64
	at    pcommon.Timestamp // when it was written, 0 where that is not known
	src   resource
}

// textRules are the places of the rules about what models write, negative for those
// that are disabled.
type textRules struct{ falseConfirm, mustRerun, dropped, rewrote, forged int }

func newTextRules(rules *contract.Set) textRules {
	return textRules{
		falseConfirm: rules.Find("false_confirm"), mustRerun: rules.Find("must_rerun_contradiction"),
		dropped: rules.Find("summary_dropped_termination"), rewrote: rules.Find("summary_rewrote_termination"),
		forged: rules.Find("forged_observation"),
	}
}

func (w *worker) hearSpan(span ptrace.Span) {
	rec := dialect.Record{Events: span.Events(), HasEvents: span.Events().Len() > 0}
	w.hear(&rec, span.Attributes(), span.TraceID(), span.EndTimestamp(), false)
}

// hear puts a record aside that carries what a model wrote.
func (w *worker) hear(rec *dialect.Record, attrs pcommon.Map, trace pcommon.TraceID, at pcommon.Timestamp, log bool) {
	if len(w.heard) >= maxAnswersWaiting || w.view.HasVerdict {
		return
	}
	said, ok := w.view.Answer(rec, log)
	if !ok {
		return
	}
	a := answer{attrs: attrs, texts: said.Texts, at: at, src: w.resource}
	switch {
	case said.Conversation != "":
		a.group = hashText(said.Conversation)
	case !trace.IsEmpty():
		a.group = hashTrace(trace)
	}
	w.heard = append(w.heard, a)
}

// holdAnswers judges what models wrote.
func (w *worker) holdAnswers() {
	for i := range w.heard {
		a := &w.heard[i]
		h := hearing{answer: a, recent: w.core.recent, now: w.now, limit: w.core.cfg.Streams.TextLimit, rules: &w.texts, against: w.against[:0]}
		h.hold()
		w.against = h.against
		if h.found != 0 {
			w.write.answer(a.attrs, &h)
			w.countAnswer(&h)
		}
	}
}

// countAnswer counts what was found, once for a text: the same stands on the span of
// the model and on that of its agent.
func (w *worker) countAnswer(h *hearing) {
	hash := mix(nameAnswer, h.group)
	for _, text := range h.texts {
		hash = mix(nameAnswer, hash, hashText(text))
	}
	marks := memory.Marks{Findings: uint64(h.found)}
	if h.claim != toolcall.NumForms {
		marks.Bits = memory.Claimed
	}
	fresh := w.core.recent.Observe(w.now, memory.Keys{Own: [3]uint64{hash}}, marks, nil)
	src := source{service: w.core.tel.services.value(h.src.service)}
	w.core.rules.Each(contract.IDs(fresh.Findings), func(i int) {
		w.tally.add(src, event{what: countFinding, rule: i, mild: h.mild.Has(i)})
	})
	if fresh.Bits != 0 {
		w.tally.add(src, event{what: countFalseConfirm, form: h.claim})
	}
}

// hearing is one text of a model before the calls of its conversation.
type hearing struct {
	*answer
	recent *memory.Recent
	now    time.Time
	limit  int
	rules  *textRules

	found, mild contract.IDs
	// claim is the strongest form of a false claim, NumForms if there is none.
	claim toolcall.Form
	// against are the calls that speak against it.
	against []memory.Facts
}

func (h *hearing) hold() {
	h.claim = toolcall.NumForms
	free := h.texts[:0:0]
	for _, text := range h.texts {
		if record := summary.Read(text); len(record.Entries) > 0 {
			h.holdEntries(record.Entries)
			continue
		}
		free = append(free, text)
		if forged.Count(forged.Find(text, h.limit, nil)) > 0 {
			h.find(h.rules.forged)
		}
	}
	h.holdText(free)
}

func (h *hearing) find(rule int) bool {
	if rule < 0 {
		return false
	}
	h.found |= 1 << rule
	return true
}

// holdText holds free text against what stands in the conversation.
func (h *hearing) holdText(texts []string) {
	if h.rules.falseConfirm < 0 || h.group == 0 || len(texts) == 0 {
		return
	}
	first := len(h.against)
	h.against = h.recent.Standing(h.now, h.group, uint64(h.at), maxRelated, h.against)
	if len(h.against) == first {
		return
	}
	claims := assertion.Subject(0)
	for _, text := range texts {
		claims |= assertion.Read(text, h.limit).Unqualified()
	}
	kept := h.against[:first]
	for _, f := range h.against[first:] {
		if concerns(claims, &f) {
			kept = append(kept, f)
		}
	}
	h.against = kept
	if len(kept) > first {
		if h.found&(1<<h.rules.falseConfirm) == 0 {
			h.mild |= 1 << h.rules.falseConfirm
		}
		h.find(h.rules.falseConfirm)
		h.claim = min(h.claim, toolcall.TextClaim)
	}
}

// holdEntries holds a structured summary against the calls that it names.
func (h *hearing) holdEntries(entries []summary.Entry) {
	if h.group == 0 {
		return
	}
	for i := range entries {
		e := &entries[i]
		if f, ok := h.recent.Known(h.now, callNames(e, h.group)...); ok {
			h.compare(e, &f)
		}
	}
}

// callNames are the names under which the call of an entry is remembered.
func callNames(e *summary.Entry, group uint64) []uint64 {
	if e.ID != "" {
		return []uint64{mix(nameCall, hashText(e.ID), group)}
	}
	return []uint64{mix(nameTool, group, hashText(e.Tool))}
}

func (h *hearing) compare(e *summary.Entry, f *memory.Facts) {
	d := summary.Compare(e, summary.Known{
		Kind: f.Kind, Code: int64(f.Code), HasCode: f.HasCode, Signal: f.Signal, TimedOut: f.TimedOut, Next: f.Next,
	})
	// Of a call that ended well nothing that matters is left out.
	found := d.Dropped != 0 && f.Kind != termination.OK && h.find(h.rules.dropped)
	found = d.Rewrote != 0 && h.find(h.rules.rewrote) || found
	found = d.MustRerunFalse && h.find(h.rules.mustRerun) || found
	if d.FalseConfirm() && h.find(h.rules.falseConfirm) {
		found = true
		for i := range d.False {
			h.claim = min(h.claim, d.False[i].Form)
		}
	}
	if found && len(h.against) < maxRelated {
		h.against = append(h.against, *f)
	}
}

// concerns reports a claim that is about work of that sort, or about all of it. That
// files were changed says nothing of what was run.
func concerns(claims assertion.Subject, f *memory.Facts) bool {
	about := assertion.Subject(f.About)
	if about == 0 {
		about = assertion.Checks | assertion.Builds | assertion.Deploys
	}
	return claims&(about|assertion.Work) != 0
}

// answer tags the record of a text that was found to be false.
func (w *writer) answer(attrs pcommon.Map, h *hearing) {
	attrs.EnsureCapacity(attrs.Len() + 4)
	attrs.PutStr(keyContract, contract.Version)
	findings := attrs.PutEmptySlice(keyFindings)
	w.rules.Each(h.found, func(i int) { findings.AppendEmpty().SetStr(w.rules.ID(i)) })
	related := pcommon.NewSlice()
	for i := range h.against {
		if id, ok := spanOf(&h.against[i]); ok {
			related.AppendEmpty().SetStr(id.String())
		}
	}
	if related.Len() > 0 {
		related.MoveAndAppendTo(attrs.PutEmptySlice(keyRelated))
	}
	attrs.PutStr(keyReason, w.answerReason(h))
}

// maxReason is the longest reason, in bytes.
const maxReason = 200

// answerReason puts what was found into one sentence, as far as there is room.
func (w *writer) answerReason(h *hearing) string {
	reason := ""
	add := func(clause string) {
		if reason != "" {
			clause = "; " + clause
		}
		if len(reason)+len(clause) < maxReason {
			reason += clause
		}
	}
	if h.claim != toolcall.NumForms {
		calls := "a call of its conversation"
		if n := len(h.against); n > 1 {
			calls = strconv.Itoa(n) + " calls of its conversation"
		}
		add("claims success while " + calls + " did not end well, and no later run did")
	}
	w.rules.Each(h.found, func(i int) {
		if says := w.rules.Says(i); says != "" {
			add(says)
		}
	})
	return strings.ToUpper(reason[:1]) + reason[1:] + "."
}
