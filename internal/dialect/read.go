package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Record is what a record says outside its attributes.
type Record struct {
	// Name of the span, or of the event.
	Name string
	// Status of the span, and its message; log records have none.
	Status  toolcall.Status
	Message string
	// Events of a span, where HasEvents.
	Events    ptrace.SpanEventSlice
	HasEvents bool
	// Body of a log record.
	Body pcommon.Value
}

// Read fills the view's Call from the scanned record. What the call says of places
// in the record holds as long as the record itself.
func (v *View) Read(rec Record, r Recognised) *toolcall.Call {
	v.expandLater()
	c := v.Call
	c.Reset()
	c.Overflow = v.overflow
	c.Dialect, c.Policy = r.dialect.Name, r.dialect.Policy
	c.Refine = r.dialect.Refine
	n := r.native
	c.StatesAction = v.action || v.approval || n.has(hasAction)
	c.OptedIn = n.has(hasLimit|hasOwn|hasClaim|isTool|hasVersion) || c.StatesAction
	c.OwesStreams = n.has(hasLimit | isTool)
	c.OwesTermination = c.OwesStreams || n.has(hasClaim)
	bare := n.has(hasStream | isTool)

	v.gather(r.dialect, &rec)
	v.choose(r.dialect, bare)
	v.readIdentity(rec, r.dialect)
	v.readStreams()
	v.readDeclared(r.dialect, bare)
	v.readStructured(r.dialect)
	v.readArguments()
	v.readFlags(r.dialect)
	v.readResult(r.dialect)
	v.readClipFlags(r.dialect)
	v.distrustTrailers()
	v.readClaims(r.dialect, bare)
	v.readStatus(&rec, r.dialect)
	v.readCuts()
	v.readApproval(r.part)
	v.readReceipt(&rec)
	v.readRequest(&rec)
	return c
}

// choose picks, for each field, the strongest key that states it.
func (v *View) choose(d *compiled, bare bool) {
	clear(v.best[:])
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		if ref.field == toolcall.NoField || ref.bare && !bare || ref.own && isEndingField(ref.field) || !stated(ref.field, h.value) {
			continue
		}
		if c := contentOf(ref.field); c != 0 && (toolcall.IsHashedValue(h.value) || c == kinds(ArgumentsContent) && v.cuts[ArgumentsContent] == truncated) {
			v.hashed |= c
			if ref.field != toolcall.Arguments && c == kinds(ArgumentsContent) {
				v.Call.IsCommand = true
			}
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

func (v *View) bool(f toolcall.Field) toolcall.Bool {
	if h, ok := v.get(f); ok {
		return toolcall.ParseBool(h.value)
	}
	return toolcall.Bool{}
}

func (v *View) id(f toolcall.Field) string {
	if h, ok := v.get(f); ok {
		return toolcall.ParseID(h.value)
	}
	return ""
}

func (v *View) readIdentity(rec Record, d *compiled) {
	c := v.Call
	c.Name = v.word(toolcall.ToolName)
	if c.Name == "" {
		c.Name = strings.TrimPrefix(strings.TrimPrefix(rec.Name, "execute_tool "), "tools/call ")
		for _, start := range d.Names {
			c.Name = strings.TrimPrefix(c.Name, start)
		}
	}
	c.IsCommand = c.IsCommand || d.shells[c.Name]
	c.ID = v.id(toolcall.CallID)
	c.Directory = v.word(toolcall.WorkingDirectory)
	c.Conversation = v.id(toolcall.Conversation)
	c.ShadowOf = v.id(toolcall.ShadowOf)
	c.HarnessVersion = v.word(toolcall.HarnessVersion)
	c.PromptVersion = v.word(toolcall.PromptVersion)
	c.Method = v.word(toolcall.Method)
	c.Hints = toolcall.Hints{ReadOnly: v.bool(toolcall.ReadOnlyHint), Destructive: v.bool(toolcall.DestructiveHint), Idempotent: v.bool(toolcall.IdempotentHint)}
	switch v.enum(toolcall.VerifierResult) {
	case "pass", "passed":
		c.Verifier = toolcall.VerifierPassed
	case "fail", "failed":
		c.Verifier = toolcall.VerifierFailed
	}
}

func (v *View) readStreams() {
	c := v.Call
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
	if v.hashed.Has(Content(id)) {
		v.Call.HasOutputFact = true
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
