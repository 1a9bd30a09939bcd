package toolspanprocessor

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/assertion"
	"github.com/toolspan/toolspan/internal/evidence/summary"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on the texts of models that a batch is asked about, and on the calls that
// one of them is held against.
const (
	maxAnswersWaiting = 1024
	maxRelated        = 8
)

// answer is what a model wrote and was given, to be held against the calls of its
// conversation once all calls of the batch are known.
type answer struct {
	attrs  pcommon.Map
	rec    dialect.Record // its events, or its body
	log    bool
	texts  []string
	prompt dialect.Prompt
	// optedIn: what it says of calls may be taken back.
	optedIn bool
	// before is what it said before an earlier run of this processor took something back, nil if none did.
	before *undone
	// conversation and trace are where it belongs, 0 for none. Records of calls may bear either.
	conversation, trace uint64
	at                  pcommon.Timestamp // when it was written, 0 where that is not known
	span                pcommon.SpanID    // that reports it, empty for a log record
	sampled             bool              // others of its trace may have been dropped
	src                 resource
}

// group is the conversation, or else the trace.
func (a *answer) group() uint64 {
	if a.conversation != 0 {
		return a.conversation
	}
	return a.trace
}

// groups are both, each once.
func (a *answer) groups() [2]uint64 {
	if a.conversation == 0 {
		return [2]uint64{a.trace}
	}
	return [2]uint64{a.conversation, a.trace}
}

// textRules are the places of the rules about what models write and are given,
// negative for those that are disabled.
type textRules struct {
	falseConfirm, mustRerun, dropped, rewrote       int
	forged, polluted, altered, unbacked, unexecuted int
	silence                                         int
}

func newTextRules(rules *contract.Set) textRules {
	return textRules{
		falseConfirm: rules.Find("false_confirm"), mustRerun: rules.Find("must_rerun_contradiction"),
		dropped: rules.Find("summary_dropped_termination"), rewrote: rules.Find("summary_rewrote_termination"),
		forged: rules.Find("forged_observation"), polluted: rules.Find("context_polluted"), altered: rules.Find("observation_altered"),
		unbacked: rules.Find("unbacked_observation"), unexecuted: rules.Find("action_unexecuted"),
		silence: rules.Find("approval_by_silence"),
	}
}

func (w *worker) hearSpan(span ptrace.Span) {
	rec := dialect.Record{Events: span.Events(), HasEvents: span.Events().Len() > 0}
	a := answer{
		attrs: span.Attributes(), at: span.EndTimestamp(), span: span.SpanID(), sampled: sampled(span.TraceState().AsRaw()),
	}
	w.hear(&rec, a, span.TraceID(), false)
}

func (w *worker) hearLog(record plog.LogRecord) {
	rec := dialect.Record{Name: record.EventName(), Body: record.Body()}
	w.hear(&rec, answer{attrs: record.Attributes(), at: record.Timestamp()}, record.TraceID(), true)
}

// sampled reports the mark of a sampler that keeps only some traces: a threshold of
// the OpenTelemetry trace state that rejects any.
func sampled(state string) bool {
	_, threshold, ok := strings.Cut(state, "th:")
	return ok && strings.TrimLeft(threshold, "0") != "" && isHex(strings.TrimLeft(threshold, "0")[0])
}

func isHex(c byte) bool { return c >= '1' && c <= '9' || c >= 'a' && c <= 'f' }

// hear puts a record aside that carries what a model wrote or was given.
func (w *worker) hear(rec *dialect.Record, a answer, trace pcommon.TraceID, log bool) {
	if len(w.heard) >= maxAnswersWaiting || w.view.HasVerdict {
		return
	}
	said := w.view.Answer(rec, log)
	a.rec, a.log = *rec, log
	a.texts, a.src = said.Texts, w.resource
	a.prompt = w.view.Prompt(rec, a.attrs, nil)
	a.optedIn = w.view.OptsIn()
	a.before = w.undo(rec, &a)
	if len(a.texts) == 0 && len(a.prompt.Parts) == 0 && a.before == nil {
		return
	}
	if said.Conversation != "" && !w.core.traceAlone() {
		a.conversation = w.hashText(said.Conversation)
	}
	if !trace.IsEmpty() {
		a.trace = w.hashTrace(trace)
	}
	w.heard = append(w.heard, a)
}

// holdAnswers judges what models wrote and were given, in the order of time.
func (w *worker) holdAnswers() {
	if len(w.heard) == 0 {
		return
	}
	slices.SortStableFunc(w.heard, func(a, b answer) int { return cmp.Compare(a.at, b.at) })
	for i := range w.heard {
		w.holdAnswer(&w.heard[i])
	}
}

// holdAnswer judges one record. One that cannot be judged is passed on as it came.
func (w *worker) holdAnswer(a *answer) {
	defer func() {
		if r := recover(); r != nil {
			stripVerdict(a.attrs)
			_ = w.failed(pcommon.TraceID{}, a.span, r)
		}
	}()
	h, ok := w.redo(a)
	if !ok {
		h = w.judgeAnswer(a)
		w.write.rewrite(a, &h.rewriting)
	}
	if h.found != 0 {
		h.demoted = w.write.tookBack
		w.write.answer(a.attrs, &h)
		w.countAnswer(&h)
	}
}

func (w *worker) judgeAnswer(a *answer) hearing {
	h := hearing{answer: a, w: w, rules: &w.textRules, claim: toolcall.NumForms, against: w.against[:0], rewriting: rewriting{hash: w.hashText, rules: &w.textRules}}
	h.holdPrompt()
	h.holdTexts()
	w.against = h.against[:0]
	return h
}

// countAnswer counts what was found, once for each thing: the same text stands on the
// span of the model and on that of its agent, and in all prompts that follow.
func (w *worker) countAnswer(h *hearing) {
	src := source{service: w.core.tel.services.value(h.src.service)}
	for _, c := range h.counted {
		marks := memory.Marks{Findings: 1 << c.rule}
		if c.rule == h.rules.falseConfirm {
			marks.Bits = memory.Claimed
		}
		fresh := w.core.recent.Observe(w.now, memory.Keys{Own: [3]uint64{name(nameFinding, h.group(), uint64(c.rule), c.about)}}, marks, nil)
		if fresh.Findings != 0 {
			w.tally.add(src, event{what: countFinding, rule: c.rule, mild: h.mild.Has(c.rule)})
		}
		if fresh.Bits != 0 {
			w.tally.add(src, event{what: countFalseConfirm, form: h.claim, blocked: h.demoted && h.claim != toolcall.TextClaim})
		}
	}
}

// hearing is one record of a model before the calls of its conversation.
type hearing struct {
	*answer
	w     *worker
	rules *textRules

	found, mild contract.IDs
	// counted is what was found about what.
	counted []counting
	// claim is the strongest form of a false claim, NumForms if there is none.
	claim toolcall.Form
	// against are the calls that speak against it, related the spans besides.
	against []memory.Facts
	related []pcommon.SpanID
	// demoted: a false claim was taken back.
	demoted bool
	// given are the results that the model was given, once they have been read.
	given     []returnedCall
	givenRead bool
	// rewriting is what is to be changed in the record. bodies are places in the text at hand.
	rewriting rewriting
	bodies    []returnedBody
	// encoded: the summary at hand is a string of JSON that holds JSON.
	encoded bool
}

type counting struct {
	rule  int
	about uint64
}

// find notes a finding, unless its rule is disabled.
func (h *hearing) find(rule int, about uint64) bool {
	if rule < 0 {
		return false
	}
	h.found |= 1 << rule
	if c := (counting{rule, about}); !slices.Contains(h.counted, c) {
		h.counted = append(h.counted, c)
	}
	return true
}

// relate names a span that a finding rests on.
func (h *hearing) relate(span [8]byte) {
	if id := pcommon.SpanID(span); !id.IsEmpty() && len(h.related) < maxRelated && !slices.Contains(h.related, id) {
		h.related = append(h.related, id)
	}
}

func (h *hearing) textLimit() int { return h.w.core.cfg.Streams.TextLimit }

// holdTexts holds what the model wrote against the calls of its conversation.
func (h *hearing) holdTexts() {
	free := h.texts[:0:0]
	for _, text := range h.texts {
		if record := summary.Read(text); len(record.Entries) > 0 {
			h.encoded = record.Encoded
			h.holdEntries(record.Entries, text)
			if isObject(text) {
				continue
			}
		}
		free = append(free, text)
		h.holdForged(text)
	}
	h.holdFree(free)
	h.holdConsent(free)
}

// isObject reports a text that is JSON. Whatever stands around records in others is read as any text of a model.
func isObject(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return text != "" && (text[0] == '{' || text[0] == '[')
}

// holdFree holds free text against what stands in the conversation.
func (h *hearing) holdFree(texts []string) {
	if h.rules.falseConfirm < 0 || h.group() == 0 || len(texts) == 0 {
		return
	}
	first := len(h.against)
	for _, group := range h.groups() {
		h.against = h.stand(group, maxRelated-len(h.against), h.against)
	}
	if len(h.against) == first {
		return
	}
	claims := assertion.Subject(0)
	for _, text := range texts {
		claims |= assertion.Read(text, h.textLimit()).Unqualified()
	}
	kept := h.against[:first]
	for _, f := range h.against[first:] {
		if concerns(claims, &f) {
			kept = append(kept, f)
		}
	}
	h.against = kept
	if len(kept) == first {
		return
	}
	if h.found&(1<<h.rules.falseConfirm) == 0 {
		h.mild |= 1 << h.rules.falseConfirm
	}
	about := uint64(0)
	for _, text := range texts {
		about = mix(nameAnswer, about, h.w.hashText(text))
		h.remember(text, memory.Text{})
	}
	h.find(h.rules.falseConfirm, about)
	h.claim = min(h.claim, toolcall.TextClaim)
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

// answer tags the record of a text that was found to be false. What is to be rewritten in it was. A record that was judged as
// one of a call has a verdict, which is added to.
func (w *writer) answer(attrs pcommon.Map, h *hearing) {
	attrs.EnsureCapacity(attrs.Len() + 5)
	attrs.PutStr(keyContract, contract.Version)
	findings := make([]string, 0, h.found.Len())
	w.rules.Each(h.found, func(i int) { findings = append(findings, w.rules.ID(i)) })
	addStrings(attrs, keyFindings, findings)
	slices.Sort(w.blocked)
	addStrings(attrs, keyBlocked, w.blocked)
	for i := range h.against {
		h.relate(h.against[i].Span)
	}
	related := make([]string, 0, maxRelated)
	for _, id := range h.related {
		related = append(related, id.String())
	}
	addStrings(attrs, keyRelated, related)
	if _, ok := attrs.Get(keyReason); !ok {
		attrs.PutStr(keyReason, w.answerReason(h))
	}
}

// addStrings adds words to a list that may be there, each once.
func addStrings(attrs pcommon.Map, key string, words []string) {
	if len(words) == 0 {
		return
	}
	list, ok := attrs.Get(key)
	if !ok {
		list = attrs.PutEmpty(key)
		list.SetEmptySlice()
	}
	known := list.Slice().AsRaw()
	for _, word := range words {
		if !slices.Contains(known, any(word)) {
			list.Slice().AppendEmpty().SetStr(word)
		}
	}
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
