package toolspanprocessor

import (
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
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
	originals  []kept
	blocked    []string
	edits      []edit
}

// kept is a value as it stood before it was demoted. It is a copy, since the
// value that it was is about to change.
type kept struct {
	key  string
	kind pcommon.ValueType
	str  string
	num  int64
	dbl  float64
	flag bool
}

func keptStr(key, s string) kept { return kept{key: key, kind: pcommon.ValueTypeStr, str: s} }

func (o *kept) put(attrs pcommon.Map) {
	key := toolcall.OriginalPrefix + o.key
	switch o.kind {
	case pcommon.ValueTypeBool:
		attrs.PutBool(key, o.flag)
	case pcommon.ValueTypeInt:
		attrs.PutInt(key, o.num)
	case pcommon.ValueTypeDouble:
		attrs.PutDouble(key, o.dbl)
	default:
		attrs.PutStr(key, o.str)
	}
}

// stripVerdict removes every verdict attribute that a record arrives with, and
// reports whether there was one. A verdict may also hide in a map-valued
// attribute that stands for the whole namespace.
func stripVerdict(attrs pcommon.Map) bool {
	before := attrs.Len()
	attrs.RemoveIf(func(key string, _ pcommon.Value) bool { return dialect.IsVerdictKey(key) })
	found := attrs.Len() != before
	for key, value := range attrs.All() {
		if key != namespaceKey || value.Type() != pcommon.ValueTypeMap {
			continue
		}
		inside := value.Map().Len()
		value.Map().RemoveIf(func(name string, _ pcommon.Value) bool {
			return dialect.IsVerdictKey(toolcall.Prefix + name)
		})
		found = found || value.Map().Len() != inside
	}
	return found
}

// cutMembers removes members from strings of JSON, from the back, so that the
// offsets of those before stay right.
func cutMembers(members []dialect.JSONMember) {
	for _, m := range slices.Backward(members) {
		s := m.Place.Str()
		start, end := m.Start, m.End
		if after := strings.TrimLeft(s[end:], " \t\r\n"); strings.HasPrefix(after, ",") {
			end = len(s) - len(after) + 1
		} else if before := strings.TrimRight(s[:start], " \t\r\n"); strings.HasSuffix(before, ",") {
			start = len(before) - 1
		}
		m.Place.SetStr(s[:start] + s[end:])
	}
}

// namespaceKey is the namespace of the contract as one map-valued attribute.
var namespaceKey = strings.TrimSuffix(toolcall.Prefix, ".")

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

func (w *writer) demoteClaims(v *contract.Verdict) {
	for _, i := range v.False {
		w.demote(&v.Call.Claims[i], v.Call.Claims[i].Form)
	}
	if v.MustRerunFalse {
		for i := range v.Call.NoRerun {
			w.turnMustRerun(&v.Call.NoRerun[i])
		}
	}
	w.applyEdits()
}

func (w *writer) block(key string) {
	if !slices.Contains(w.blocked, key) {
		w.blocked = append(w.blocked, key)
	}
}

func (w *writer) keep(key string, value pcommon.Value) {
	o := kept{key: key, kind: value.Type()}
	switch o.kind {
	case pcommon.ValueTypeBool:
		o.flag = value.Bool()
	case pcommon.ValueTypeInt:
		o.num = value.Int()
	case pcommon.ValueTypeDouble:
		o.dbl = value.Double()
	default:
		o.str = value.AsString() // nothing else claims anything
	}
	w.originals = append(w.originals, o)
}

// demote takes the success out of a claim and leaves its type as it was.
func (w *writer) demote(c *toolcall.Claim, form toolcall.Form) {
	w.block(c.Site.Key)
	if c.Kept {
		return
	}
	word := unprovenString
	switch form {
	case toolcall.StatusClaim:
		word = unprovenStatus
	case toolcall.OKPreviewClaim:
		word = "false"
	}
	if c.Site.InJSON {
		w.rewriteJSON(&c.Site, word, "false")
		return
	}
	w.keep(c.Site.Key, c.Site.Value)
	switch c.Site.Value.Type() {
	case pcommon.ValueTypeBool:
		c.Site.Value.SetBool(false)
	case pcommon.ValueTypeInt:
		c.Site.Value.SetInt(0)
	case pcommon.ValueTypeDouble:
		c.Site.Value.SetDouble(0)
	default:
		c.Site.Value.SetStr(word)
	}
}

// turnMustRerun corrects a producer that denies a rerun which is due.
func (w *writer) turnMustRerun(c *toolcall.Claim) {
	w.block(c.Site.Key)
	if c.Kept {
		return
	}
	if c.Site.InJSON {
		w.rewriteJSON(&c.Site, "true", "true")
		return
	}
	w.keep(c.Site.Key, c.Site.Value)
	switch c.Site.Value.Type() {
	case pcommon.ValueTypeInt:
		c.Site.Value.SetInt(1)
	case pcommon.ValueTypeDouble:
		c.Site.Value.SetDouble(1)
	case pcommon.ValueTypeStr:
		c.Site.Value.SetStr("true")
	default:
		c.Site.Value.SetBool(true)
	}
}

// rewriteJSON plans the change of one value inside a string of JSON to another of
// its type.
func (w *writer) rewriteJSON(site *toolcall.Site, word, flag string) {
	s := site.Value.Str()
	if site.Offset+site.Length > len(s) {
		return
	}
	raw := s[site.Offset : site.Offset+site.Length]
	w.keep(site.Key, site.Read)
	repl := flag
	if strings.HasPrefix(raw, `"`) {
		repl = `"` + word + `"`
	}
	w.edits = append(w.edits, edit{site: *site, repl: repl})
}

// edit is one planned change inside a string of JSON.
type edit struct {
	site toolcall.Site
	repl string
}

// applyEdits makes the planned changes from the back, so that the offsets of
// those before stay right.
func (w *writer) applyEdits() {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return b.site.Offset - a.site.Offset })
	for _, e := range w.edits {
		s := e.site.Value.Str()
		e.site.Value.SetStr(s[:e.site.Offset] + e.repl + s[e.site.Offset+e.site.Length:])
	}
	w.edits = w.edits[:0]
}

// demoteStatus turns a span status that is a false claim into an error, and, on
// request, sets the one that a producer never sets. It reports whether a false
// claim was turned.
func (w *writer) demoteStatus(status ptrace.Status, v *contract.Verdict, reason string) bool {
	if w.spanStatus == spanStatusNever {
		return false
	}
	if v.StatusFalse {
		w.block(toolcall.StatusKey)
		w.setError(status, w.rules.ID(v.StatusRule)+": "+reason)
		return true
	}
	if w.spanStatus == spanStatusKnown && endedBadly(v) {
		w.setError(status, v.Ending.Kind.String()+": "+reason)
	}
	return false
}

// setError keeps the status that stood there. One that is an error already was
// turned by an earlier run, which kept it too.
func (w *writer) setError(status ptrace.Status, message string) {
	if status.Code() == ptrace.StatusCodeError {
		return
	}
	w.originals = append(w.originals, keptStr(toolcall.StatusKey+"_code", status.Code().String()))
	if m := status.Message(); m != "" {
		w.originals = append(w.originals, keptStr(toolcall.StatusKey+"_message", m))
	}
	status.SetCode(ptrace.StatusCodeError)
	status.SetMessage(message)
}

// endedBadly reports a call that is over and went wrong. One that was stopped on
// purpose, or that answers with exit code 1, did not.
func endedBadly(v *contract.Verdict) bool {
	switch v.Ending.Kind {
	case termination.NonzeroExit, termination.ToolError:
		return v.Decision.Next != termination.NextNone
	case termination.Timeout, termination.Signaled:
		return true
	default:
		return false
	}
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
	w.list(attrs, keyRelated, 0) // no rule names other records yet
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
		v.Call.HarnessVersion != "", v.Call.PromptVersion != "", reason != "",
	} {
		if set {
			n++
		}
	}
	return n
}
