package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Record is what a record says outside its attributes.
type Record struct {
	// Name of the span, or of the event.
	Name string
	// Status of the span, and its message; log records have none.
	Status  toolcall.Status
	Message string
}

// Read fills the view's Call from the scanned record. The call and everything in
// it is valid until the next Reset.
func (v *View) Read(rec Record, r Recognised) *toolcall.Call {
	v.expandLater()
	c := &v.Call
	c.Reset()
	c.Overflow = v.overflow
	c.Dialect, c.Policy = r.dialect.Name, r.dialect.Policy
	n := r.native
	c.StatesAction = v.action || v.approval
	c.OptedIn = n.limit || n.own || n.claim || n.tool || n.version || c.StatesAction
	c.OwesStreams = n.limit || n.tool
	c.OwesTermination = c.OwesStreams || n.claim
	bare := n.stream || n.tool

	v.choose(r.dialect, bare)
	v.readIdentity(rec)
	v.readStreams()
	v.readDeclared(r.dialect, bare)
	v.readArguments()
	v.readResult(r.dialect)
	v.readClaims(r.dialect, bare)
	v.readStatus(rec, r.dialect)
	return c
}

// choose picks, for each field, the strongest key that states it.
func (v *View) choose(d *compiled, bare bool) {
	clear(v.best[:])
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		if ref.field == toolcall.NoField || ref.bare && !bare || !stated(ref.field, h.value) {
			continue
		}
		if at := v.best[ref.field]; at == 0 || ref.rank < d.fields[v.hits[at-1].id].rank {
			v.best[ref.field] = int16(i + 1)
		}
	}
}

// stated reports whether a value states the field. An empty one does so only for
// a cap, where it means no limit, and for a preview, which may be empty.
func stated(f toolcall.Field, value pcommon.Value) bool {
	switch f {
	case toolcall.StdoutCap, toolcall.StderrCap:
		return true
	case toolcall.StdoutPreview, toolcall.StderrPreview, toolcall.Result:
		return value.Type() != pcommon.ValueTypeEmpty
	default:
		return !toolcall.IsEmpty(value)
	}
}

func (v *View) get(f toolcall.Field) (*hit, bool) {
	if at := v.best[f]; at > 0 {
		return &v.hits[at-1], true
	}
	return nil, false
}

func (v *View) word(f toolcall.Field) string {
	if h, ok := v.get(f); ok {
		return toolcall.ParseWord(h.value)
	}
	return ""
}

func (v *View) enum(f toolcall.Field) string {
	if h, ok := v.get(f); ok {
		return toolcall.ParseEnum(h.value)
	}
	return ""
}

func (v *View) id(f toolcall.Field) string {
	if h, ok := v.get(f); ok {
		return toolcall.ParseID(h.value)
	}
	return ""
}

func (v *View) readIdentity(rec Record) {
	c := &v.Call
	c.Name = v.word(toolcall.ToolName)
	if c.Name == "" {
		c.Name = strings.TrimPrefix(strings.TrimPrefix(rec.Name, "execute_tool "), "tools/call ")
	}
	c.ID = v.id(toolcall.CallID)
	c.Conversation = v.id(toolcall.Conversation)
	c.ShadowOf = v.id(toolcall.ShadowOf)
	c.HarnessVersion = v.word(toolcall.HarnessVersion)
	c.PromptVersion = v.word(toolcall.PromptVersion)
	c.Method = v.word(toolcall.Method)
	switch v.enum(toolcall.VerifierResult) {
	case "pass", "passed":
		c.Verifier = toolcall.VerifierPassed
	case "fail", "failed":
		c.Verifier = toolcall.VerifierFailed
	}
}

func (v *View) readStreams() {
	c := &v.Call
	for id := range toolcall.NumStreams {
		v.readStream(id, &c.Streams[id])
	}
	if h, ok := v.get(toolcall.EncodingField); ok {
		switch toolcall.ParseEnum(h.value) {
		case "utf-8", "utf8":
			c.Encoding = toolcall.UTF8
		case "binary":
			c.Encoding = toolcall.Binary
		default:
			c.Encoding = toolcall.EncodingInvalid
		}
	}
	if h, ok := v.get(toolcall.OKPreview); ok {
		c.OKPreview = toolcall.ParseBool(h.value)
	}
}

func (v *View) readStream(id toolcall.StreamID, s *toolcall.Stream) {
	at := func(f toolcall.Field) (*hit, bool) { return v.get(toolcall.StreamField(id, f)) }
	if h, ok := at(toolcall.StdoutSize); ok {
		s.Size = nonNegative(toolcall.ParseInt(h.value))
	}
	if h, ok := at(toolcall.StdoutCap); ok {
		s.Cap = nonNegative(toolcall.ParseInt(h.value))
		if s.Cap.State == toolcall.Absent || s.Cap.State == toolcall.Stated && s.Cap.V == 0 {
			s.Cap, s.Unlimited = toolcall.Int{}, true
		}
	}
	if h, ok := at(toolcall.StdoutTruncated); ok {
		s.Truncated = toolcall.ParseBool(h.value)
	}
	if h, ok := at(toolcall.StdoutSHA256); ok {
		s.SHA256 = toolcall.ParseDigest(h.value)
	}
	if h, ok := at(toolcall.StdoutHeadSHA256); ok {
		s.Head = toolcall.ParseDigest(h.value)
	}
	if h, ok := at(toolcall.StdoutTailSHA256); ok {
		s.Tail = toolcall.ParseDigest(h.value)
	}
	if h, ok := at(toolcall.StdoutPreview); ok {
		s.HasPreview = h.value.Type() == pcommon.ValueTypeStr
		s.PreviewInvalid = !s.HasPreview
		if s.HasPreview {
			s.Preview = h.value.Str()
		}
		s.PreviewIsTail = strings.HasSuffix(h.key, tailPreview)
	}
	if s.StatesLimit() || s.HasDigest() || s.HasPreview {
		v.Call.HasOutputFact = true
	}
}

// nonNegative refuses a negative length.
func nonNegative(n toolcall.Int) toolcall.Int {
	if n.State == toolcall.Stated && n.V < 0 {
		return toolcall.Int{State: toolcall.Invalid}
	}
	return n
}

// readDeclared collects what the facts of the contract say about the ending. The
// strongest spelling of each makes up one fact; a weaker spelling that says
// something else is a fact of its own, so that the contradiction is seen.
func (v *View) readDeclared(d *compiled, bare bool) {
	c := &v.Call
	f := termination.Fact{Source: termination.Declared}
	for _, field := range endingFields {
		// On a record that did not opt in, a word such as signal may mean
		// anything; what cannot be read there is not meant for us.
		if h, ok := v.get(field); ok && !readEnding(&f, field, h.value) && c.OptedIn && c.BadEnding == toolcall.NoField {
			c.BadEnding = field
		}
	}
	if f != (termination.Fact{Source: termination.Declared}) {
		c.Facts = append(c.Facts, f)
	}
	v.readOtherSpellings(d, bare, &f)
	for i := range c.Facts {
		c.IsCommand = c.IsCommand || c.Facts[i].HasCode || c.Facts[i].Signal != 0
	}
	c.IsCommand = c.IsCommand || c.HasOutputFact
}

// readOtherSpellings reads the weaker spellings of the facts in f. One that says
// something else is a fact of its own, and a conflict where the stronger one
// could be read.
func (v *View) readOtherSpellings(d *compiled, bare bool, f *termination.Fact) {
	c := &v.Call
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		if !isEndingField(ref.field) || ref.bare && !bare || int(v.best[ref.field]) == i+1 || toolcall.IsEmpty(h.value) {
			continue
		}
		other := termination.Fact{Source: termination.Declared}
		switch {
		case !readEnding(&other, ref.field, h.value):
			if c.OptedIn && c.BadEnding == toolcall.NoField {
				c.BadEnding = ref.field
			}
		case differs(ref.field, f, &other):
			c.Facts = append(c.Facts, other)
			c.Conflict = c.Conflict || states(ref.field, f)
		}
	}
}

var endingFields = [...]toolcall.Field{
	toolcall.TerminationKind, toolcall.ExitCode, toolcall.SignalField, toolcall.TimedOut, toolcall.DurationMS,
}

func isEndingField(f toolcall.Field) bool {
	switch f {
	case toolcall.TerminationKind, toolcall.ExitCode, toolcall.SignalField, toolcall.TimedOut:
		return true
	default:
		return false
	}
}

// readEnding reads one field into the fact and reports whether it could.
func readEnding(f *termination.Fact, field toolcall.Field, value pcommon.Value) bool {
	switch field {
	case toolcall.TerminationKind:
		kind, ok := termination.ParseKind(toolcall.ParseEnum(value))
		f.Kind = kind
		return ok
	case toolcall.ExitCode:
		n := toolcall.ParseInt(value)
		if n.State != toolcall.Stated || !termination.ValidCode(n.V) {
			return false
		}
		f.Code, f.HasCode = n.V, true
	case toolcall.SignalField:
		sig, ok := termination.ParseSignal(toolcall.ParseWord(value))
		f.Signal = sig
		return ok
	case toolcall.TimedOut:
		b := toolcall.ParseBool(value)
		if b.State != toolcall.Stated {
			return false
		}
		f.TimedOut = termination.FlagOf(b.V)
	case toolcall.DurationMS:
		return toolcall.ParseDuration(value)
	}
	return true
}

func differs(field toolcall.Field, a, b *termination.Fact) bool {
	switch field {
	case toolcall.TerminationKind:
		return a.Kind != b.Kind
	case toolcall.ExitCode:
		return a.HasCode != b.HasCode || a.Code != b.Code
	case toolcall.SignalField:
		return a.Signal != b.Signal
	default:
		return a.TimedOut != b.TimedOut
	}
}

// states reports whether the fact states the field.
func states(field toolcall.Field, f *termination.Fact) bool {
	switch field {
	case toolcall.TerminationKind:
		return f.Kind != termination.KindUnset
	case toolcall.ExitCode:
		return f.HasCode
	case toolcall.SignalField:
		return f.Signal != 0
	default:
		return f.TimedOut != termination.Unstated
	}
}

// readStatus adds what the span status says. A status that an earlier run of
// this processor demoted still counts as the claim it was, but only where the
// other facts alone make the call unproven, as they did then: no producer can
// hide a failure behind a forged original.
func (v *View) readStatus(rec Record, d *compiled) {
	c := &v.Call
	if h, ok := v.get(toolcall.ErrorTypeField); ok {
		if word := toolcall.ParseWord(h.value); word != "" {
			c.Facts = append(c.Facts, endingOf(d.Dialect, word))
		}
	}
	c.Status = rec.Status
	if rec.Status != toolcall.StatusError {
		return
	}
	if was, ok := v.originalStatus(); ok && termination.Classify(c.Facts, c.Policy).Kind.Unproven() {
		c.Status = was
		return
	}
	c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Failed: true})
	// A tool that failed by an exception has its text there instead of a result.
	harness.Read(text.Head(rec.Message, v.set.textLimit), d.Harnesses, &v.reading)
	v.takeStatements(harness.Header)
}

func (v *View) originalStatus() (toolcall.Status, bool) {
	for _, o := range v.originals {
		if toolcall.OriginalPrefix+o.key != toolcall.OriginalStatusCode {
			continue
		}
		switch toolcall.ParseEnum(o.value) {
		case "ok":
			return toolcall.StatusOK, true
		case "unset":
			return toolcall.StatusUnset, true
		}
	}
	return toolcall.StatusUnset, false
}
