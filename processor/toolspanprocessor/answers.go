package toolspanprocessor

import (
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/assertion"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on the texts of models that a batch is asked about, and on the calls that
// one of them is held against.
const (
	maxAnswersWaiting = 1024
	maxRelated        = 8
)

// answer is a text that a model wrote, to be held against the calls of its
// conversation once all calls of the batch are known.
type answer struct {
	attrs pcommon.Map
	texts []string
	group uint64
	at    pcommon.Timestamp // when it was written, 0 where that is not known
	src   resource
}

func (w *worker) hearSpan(span ptrace.Span) {
	rec := dialect.Record{Events: span.Events(), HasEvents: span.Events().Len() > 0}
	w.hear(&rec, span.Attributes(), span.TraceID(), span.EndTimestamp(), false)
}

// hear puts a record aside that carries what a model wrote.
func (w *worker) hear(rec *dialect.Record, attrs pcommon.Map, trace pcommon.TraceID, at pcommon.Timestamp, log bool) {
	if w.confirm < 0 || len(w.heard) >= maxAnswersWaiting || w.view.HasVerdict {
		return
	}
	said, ok := w.view.Answer(rec, log)
	if !ok {
		return
	}
	group := uint64(0)
	switch {
	case said.Conversation != "":
		group = hashText(said.Conversation)
	case !trace.IsEmpty():
		group = hashTrace(trace)
	default:
		return
	}
	w.heard = append(w.heard, answer{attrs: attrs, texts: said.Texts, group: group, at: at, src: w.resource})
}

// holdAnswers holds what models wrote against the calls that stand.
func (w *worker) holdAnswers() {
	for i := range w.heard {
		w.holdAnswer(&w.heard[i])
	}
}

func (w *worker) holdAnswer(a *answer) {
	w.against = w.core.recent.Standing(w.now, a.group, maxRelated, w.against[:0])
	if len(w.against) == 0 {
		return
	}
	hash, claims := mix(nameAnswer, a.group), assertion.Subject(0)
	for _, text := range a.texts {
		hash = mix(nameAnswer, hash, hashText(text))
		claims |= assertion.Read(text, w.core.cfg.Streams.TextLimit).Unqualified()
	}
	contradicting := w.against[:0]
	for _, f := range w.against {
		if concerns(claims, &f) && (f.Start == 0 || a.at == 0 || f.Start < uint64(a.at)) {
			contradicting = append(contradicting, f)
		}
	}
	if len(contradicting) == 0 {
		return
	}
	w.write.answer(a.attrs, contradicting, w.confirm)
	// The same text stands on the span of the model and on that of its agent.
	keys := memory.Keys{Own: [3]uint64{hash}}
	if fresh := w.core.recent.Observe(w.now, keys, memory.Marks{Bits: memory.Claimed}, nil); fresh.Bits != 0 {
		src := source{service: w.core.tel.services.value(a.src.service)}
		w.tally.add(src, event{what: countFinding, rule: w.confirm, mild: true})
		w.tally.add(src, event{what: countFalseConfirm, form: toolcall.TextClaim})
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

// answer tags the record of a text that claims what calls speak against.
func (w *writer) answer(attrs pcommon.Map, against []memory.Facts, rule int) {
	attrs.EnsureCapacity(attrs.Len() + 4)
	attrs.PutStr(keyContract, contract.Version)
	attrs.PutEmptySlice(keyFindings).AppendEmpty().SetStr(w.rules.ID(rule))
	related := pcommon.NewSlice()
	for i := range against {
		if id, ok := spanOf(&against[i]); ok {
			related.AppendEmpty().SetStr(id.String())
		}
	}
	if related.Len() > 0 {
		related.MoveAndAppendTo(attrs.PutEmptySlice(keyRelated))
	}
	calls := "a call of its conversation"
	if n := len(against); n > 1 {
		calls = strconv.Itoa(n) + " calls of its conversation"
	}
	attrs.PutStr(keyReason, "Claims success while "+calls+" did not end well, and no later run did.")
}
