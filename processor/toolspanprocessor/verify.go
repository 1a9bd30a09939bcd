package toolspanprocessor

import (
	"encoding/hex"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// The event by which an evaluation of a call is reported.
const (
	evaluationEvent = "gen_ai.evaluation.result"
	evaluationName  = "gen_ai.evaluation.name"
	evaluationLabel = "gen_ai.evaluation.score.label"
	evaluationScore = "gen_ai.evaluation.score.value"
)

// evaluation is the result of a listed check, for the call of a span.
type evaluation struct {
	trace  pcommon.TraceID
	span   pcommon.SpanID
	result toolcall.Verifier
}

// evaluate reads an evaluation, if it is one of those that the user trusts.
func (c *core) evaluate(attrs pcommon.Map) toolcall.Verifier {
	name, ok := attrs.Get(evaluationName)
	if !ok || !c.verifiers[toolcall.ParseWord(name)] {
		return toolcall.NotVerified
	}
	if label, ok := attrs.Get(evaluationLabel); ok {
		switch toolcall.ParseEnum(label) {
		case "pass", "passed", "true", "yes", "ok", "success", "succeeded", "correct":
			return toolcall.VerifierPassed
		case "fail", "failed", "false", "no", "error", "failure", "incorrect":
			return toolcall.VerifierFailed
		}
	}
	if score, ok := attrs.Get(evaluationScore); ok && toolcall.ParseDuration(score) {
		switch toolcall.ParseNumber(score) {
		case 1:
			return toolcall.VerifierPassed
		case 0:
			return toolcall.VerifierFailed
		}
	}
	return toolcall.NotVerified
}

// evaluated reads the evaluations among the events of a call's span. One that failed outweighs all others.
func (w *worker) evaluated(call *toolcall.Call, events ptrace.SpanEventSlice) {
	if len(w.core.verifiers) == 0 {
		return
	}
	for i := 0; i < events.Len() && i < maxEvaluations; i++ {
		if event := events.At(i); event.Name() == evaluationEvent {
			call.Verifier = max(call.Verifier, w.core.evaluate(event.Attributes()))
		}
	}
}

// maxEvaluations bounds how many events of a span, and how many log records of a batch, are asked for evaluations.
const maxEvaluations = 128

// evaluates keeps the evaluation that a log record reports, for the call of its span.
func (w *worker) evaluates(record plog.LogRecord) {
	if len(w.core.verifiers) == 0 || record.EventName() != evaluationEvent || record.SpanID().IsEmpty() || len(w.evaluations) >= maxEvaluations {
		return
	}
	if result := w.core.evaluate(record.Attributes()); result != toolcall.NotVerified {
		w.evaluations = append(w.evaluations, evaluation{trace: record.TraceID(), span: record.SpanID(), result: result})
	}
}

// settleEvaluations tells the calls of the batch, and the memory, what was found out about them.
func (w *worker) settleEvaluations() {
	for _, e := range w.evaluations {
		for i := range w.waiting {
			if p := &w.waiting[i]; p.id == e.span && p.trace == e.trace {
				p.call.Verifier = max(p.call.Verifier, e.result)
			}
		}
	}
}

// rememberEvaluations corrects what is known of calls, once those of the batch are known.
func (w *worker) rememberEvaluations() {
	for _, e := range w.evaluations {
		w.core.recent.Correct(w.now, e.result == toolcall.VerifierPassed, spanName(nameSpan, w.hashTrace(e.trace), w.hashSpan(e.span)))
	}
	w.evaluations = w.evaluations[:0]
}

// settleShadows compares runs with the calls of the batch that they verify, so that those are judged by it.
func (w *worker) settleShadows() {
	for i := range w.waiting {
		run := &w.waiting[i]
		if run.call.ShadowOf == "" {
			continue
		}
		for k := range w.waiting {
			if first := &w.waiting[k]; k != i && run.verifies(first) {
				run.shadow(first)
			}
		}
	}
}

// verifies reports the call that a run names.
func (p *pending) verifies(first *pending) bool {
	if first.part || !sameRun(p, first) {
		return false
	}
	return first.call.ID != "" && first.call.ID == p.call.ShadowOf || first.isSpan && strings.EqualFold(first.id.String(), p.call.ShadowOf)
}

func (p *pending) shadow(first *pending) {
	end := termination.Classify(first.call.Facts, first.call.Policy)
	p.call.Shadowed = toolcall.Shadowed{Kind: end.Kind, Code: end.Code, HasCode: end.HasCode}
	if first.isSpan {
		p.call.Related = append(p.call.Related, first.id)
	}
	ending := termination.Classify(p.call.Facts, p.call.Policy)
	agrees, known := p.call.Shadowed.Agrees(&ending)
	switch {
	case !known:
	case agrees:
		first.call.Verifier = max(first.call.Verifier, toolcall.VerifierPassed)
	default:
		first.call.Verifier = toolcall.VerifierFailed
	}
}

// recallShadowed looks for the call that a run verifies among those of earlier batches.
func (w *worker) recallShadowed(p *pending) {
	if p.call.ShadowOf == "" || p.call.Shadowed.Kind != termination.KindUnset {
		return
	}
	f, ok := w.core.recent.Known(w.now, w.shadowedNames(p)...)
	if !ok {
		return
	}
	p.call.Shadowed = toolcall.Shadowed{Kind: f.Kind, Code: int64(f.Code), HasCode: f.HasCode}
	if id, ok := spanOf(&f); ok {
		p.call.Related = append(p.call.Related, id)
	}
}

// shadowedNames are the names under which the call is remembered that a run verifies.
func (w *worker) shadowedNames(p *pending) (names []uint64) {
	of := w.hashText(p.call.ShadowOf)
	if p.keys.Group != 0 {
		names = append(names, name(nameCall, of, p.keys.Group))
	}
	if !p.trace.IsEmpty() {
		names = append(names, name(nameCall, of, w.hashTrace(p.trace)))
		if id, ok := parseSpan(p.call.ShadowOf); ok {
			names = append(names, spanName(nameSpan, w.hashTrace(p.trace), w.hashSpan(id)))
		}
	}
	return names
}

// shadowed counts a run that verifies another call, and corrects what is known of that one.
func (w *worker) shadowed(src source, p *pending, ending *termination.Ending) {
	agrees, known := p.call.Shadowed.Agrees(ending)
	if !known {
		return
	}
	w.tally.add(src, event{what: countShadow, passed: agrees})
	w.core.recent.Correct(w.now, agrees, w.shadowedNames(p)...)
}

// parseSpan reads the ID of a span in hexadecimal digits.
func parseSpan(s string) (id pcommon.SpanID, ok bool) {
	if len(s) != 2*len(id) {
		return id, false
	}
	_, err := hex.Decode(id[:], []byte(s))
	return id, err == nil
}
