package toolspanprocessor

import (
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// What a false claim is turned into.
const (
	unprovenStatus = "failed_or_incomplete"
	unprovenString = "unproven"
)

// The attributes of a verdict.
const (
	keyContract      = toolcall.VerdictPrefix + "contract"
	keyDialect       = toolcall.VerdictPrefix + "dialect"
	keyEvidence      = toolcall.VerdictPrefix + "evidence"
	keyTermination   = toolcall.VerdictPrefix + "termination"
	keyExitCode      = toolcall.VerdictPrefix + "exit_code"
	keySignal        = toolcall.VerdictPrefix + "signal"
	keySource        = toolcall.VerdictPrefix + "source"
	keyOutcome       = toolcall.VerdictPrefix + "outcome"
	keyNext          = toolcall.VerdictPrefix + "next"
	keyMustRerun     = toolcall.VerdictPrefix + "must_rerun"
	keyMustReconcile = toolcall.VerdictPrefix + "must_reconcile"
	keyClipped       = toolcall.VerdictPrefix + "clipped"
	keyClips         = toolcall.VerdictPrefix + "clips"
	keyAmbiguous     = toolcall.VerdictPrefix + "ambiguous"
	keyMarkers       = toolcall.VerdictPrefix + "markers"
	keyFindings      = toolcall.VerdictPrefix + "findings"
	keyGaps          = toolcall.VerdictPrefix + "gaps"
	keyBlocked       = toolcall.VerdictPrefix + "blocked"
	keyRelated       = toolcall.VerdictPrefix + "related"
	keyHarness       = toolcall.VerdictPrefix + "harness_version"
	keyPrompt        = toolcall.VerdictPrefix + "prompt_version"
	keyReason        = toolcall.VerdictPrefix + "reason"
)

// maxVerdict is the number of attributes of the longest verdict.
const maxVerdict = 22

// writer makes every change to telemetry that this component makes.
type writer struct {
	rules      *contract.Set
	enforce    bool
	spanStatus string
	full       bool
	keepsTexts bool // what a model wrote may be kept beside what was put in its place
	originals  []kept
	blocked    []string
	edits      []edit
	tookBack   bool // a claim in a text was taken back
}

// write demotes what is false, where the settings allow it, and writes the
// verdict. It reports whether the strongest false claim is now demoted.
func (w *writer) write(attrs pcommon.Map, status ptrace.Status, isSpan bool, v *contract.Verdict, reason string) bool {
	w.originals, w.blocked = w.originals[:0], w.blocked[:0]
	statusBlocked := false
	demotes := w.enforce && v.Call.OptedIn
	if demotes {
		w.demoteClaims(v)
	}
	if w.enforce && isSpan {
		statusBlocked = w.demoteStatus(status, v, reason)
	}
	attrs.EnsureCapacity(attrs.Len() + len(w.originals) + w.size(v, reason))
	for i := range w.originals {
		w.originals[i].put(attrs)
	}
	w.writeVerdict(attrs, v, reason)
	if form, _ := v.StrongestFalse(); form == toolcall.SpanStatusClaim {
		return statusBlocked
	}
	return demotes
}

// writeVerdict writes the attributes in a fixed order. What is false, none or
// empty is left out unless every attribute is asked for.
func (w *writer) writeVerdict(attrs pcommon.Map, v *contract.Verdict, reason string) {
	attrs.PutStr(keyContract, contract.Version)
	attrs.PutStr(keyDialect, v.Call.Dialect)
	if w.full || v.Level != contract.NoEvidence {
		attrs.PutStr(keyEvidence, v.Level.String())
	}
	attrs.PutStr(keyTermination, v.Ending.Kind.String())
	if v.Ending.HasCode {
		attrs.PutInt(keyExitCode, v.Ending.Code)
	}
	if w.full || v.Ending.Signal != 0 {
		attrs.PutStr(keySignal, v.Ending.Signal.String())
	}
	if w.full || v.Ending.Source != termination.SourceNone {
		attrs.PutStr(keySource, v.Ending.Source.String())
	}
	attrs.PutStr(keyOutcome, v.Decision.Outcome.String())
	if w.full || v.Decision.Next != termination.NextNone {
		attrs.PutStr(keyNext, v.Decision.Next.String())
	}
	w.flag(attrs, keyMustRerun, v.Decision.MustRerun)
	w.flag(attrs, keyMustReconcile, v.Decision.MustReconcile)
	w.flag(attrs, keyClipped, v.Clipped)
	w.writeClips(attrs, v)
	w.flag(attrs, keyAmbiguous, v.Ambiguous)
	w.writeMarkers(attrs, v)
	w.writeIDs(attrs, keyFindings, v.Findings)
	w.writeIDs(attrs, keyGaps, v.Gaps)
	w.writeBlocked(attrs)
	w.writeRelated(attrs, v)
	w.word(attrs, keyHarness, v.Call.HarnessVersion)
	w.word(attrs, keyPrompt, v.Call.PromptVersion)
	if reason != "" {
		attrs.PutStr(keyReason, reason)
	}
}

func (w *writer) flag(attrs pcommon.Map, key string, set bool) {
	if w.full || set {
		attrs.PutBool(key, set)
	}
}

func (w *writer) word(attrs pcommon.Map, key, value string) {
	if w.full || value != "" {
		attrs.PutStr(key, text.Head(value, maxVersion))
	}
}

// maxVersion bounds the copy of a version, in bytes.
const maxVersion = 256

func (w *writer) list(attrs pcommon.Map, key string, n int) (pcommon.Slice, bool) {
	if n == 0 && !w.full {
		return pcommon.Slice{}, false
	}
	s := attrs.PutEmptySlice(key)
	s.EnsureCapacity(n)
	return s, n > 0
}

func (w *writer) writeClips(attrs pcommon.Map, v *contract.Verdict) {
	if s, ok := w.list(attrs, keyClips, len(v.Clips)); ok {
		for _, c := range v.Clips {
			s.AppendEmpty().SetStr(c.String())
		}
	}
}

func (w *writer) writeRelated(attrs pcommon.Map, v *contract.Verdict) {
	if s, ok := w.list(attrs, keyRelated, len(v.Call.Related)); ok {
		for _, id := range v.Call.Related {
			s.AppendEmpty().SetStr(id.String())
		}
	}
}

func (w *writer) writeMarkers(attrs pcommon.Map, v *contract.Verdict) {
	if s, ok := w.list(attrs, keyMarkers, len(v.Markers)); ok {
		for _, m := range v.Markers {
			s.AppendEmpty().SetStr(m.String())
		}
	}
}

func (w *writer) writeIDs(attrs pcommon.Map, key string, ids contract.IDs) {
	if s, ok := w.list(attrs, key, ids.Len()); ok {
		w.rules.Each(ids, func(i int) { s.AppendEmpty().SetStr(w.rules.ID(i)) })
	}
}

func (w *writer) writeBlocked(attrs pcommon.Map) {
	slices.Sort(w.blocked) // the order of attributes means nothing
	if s, ok := w.list(attrs, keyBlocked, len(w.blocked)); ok {
		for _, key := range w.blocked {
			s.AppendEmpty().SetStr(key)
		}
	}
}

// size is the number of attributes that writeVerdict will write.
func (w *writer) size(v *contract.Verdict, reason string) int {
	if w.full {
		return maxVerdict
	}
	n := 4
	for _, set := range [...]bool{
		v.Level != contract.NoEvidence, v.Ending.HasCode, v.Ending.Signal != 0, v.Ending.Source != termination.SourceNone,
		v.Decision.Next != termination.NextNone, v.Decision.MustRerun, v.Decision.MustReconcile, v.Clipped, len(v.Clips) > 0,
		v.Ambiguous, len(v.Markers) > 0, v.Findings != 0, v.Gaps != 0, len(w.blocked) > 0,
		v.Call.HarnessVersion != "", v.Call.PromptVersion != "", reason != "", len(v.Call.Related) > 0,
	} {
		if set {
			n++
		}
	}
	return n
}
