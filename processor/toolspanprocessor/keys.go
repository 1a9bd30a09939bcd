package toolspanprocessor

import (
	"crypto/rand"
	"encoding/binary"

	"github.com/zeebo/xxh3"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// The kinds of names by which records of one call find each other.
const (
	nameCall      uint64 = iota + 1 // conversation or trace, and call ID
	nameSpan                        // a span that reports a tool call
	nameChild                       // the parent of a span that is a second view of its call
	nameInside                      // the span inside which a log record without a call ID was written
	nameContent                     // a log record without a call ID, by what it says
	nameSame                        // the same work in one conversation or trace
	nameWork                        // a check, build or deployment, likewise
	nameTool                        // the latest call of a tool, likewise
	nameKill                        // the end of a background task that somebody asked for, likewise
	nameAnswer                      // a text that a model wrote
	nameConsent                     // the questions to humans in one conversation or trace
	nameHuman                       // what humans said there
	nameSlot                        // the question whether a call may happen
	nameFinding                     // a finding about one, in one conversation or trace
	nameProcess                     // that sends records
	nameOperation                   // an action, by its ID
	nameAction                      // what an action asks for, in one conversation or trace
)

func mix(kind uint64, parts ...uint64) uint64 {
	h := kind * 0x9E3779B97F4A7C15
	for _, p := range parts {
		h = (h ^ p) * 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return max(h, 1) // 0 is no key
}

// name makes a name of a call out of what it consists of. Names that begin with the same
// part are entered in the memory together at little cost, so that is the part that all
// records of a call have: its ID, or the trace.
func name(kind, first uint64, more ...uint64) uint64 {
	return memory.With(first, mix(kind, first, mix(kind, more...)))
}

// spanName makes a name that has to do with a span. Those of one span lie side by side.
func spanName(kind, trace, span uint64) uint64 {
	return memory.Beside(name(nameSpan, trace, span), kind)
}

// seed is what names are hashed with. It is not known to those who send them, so that
// nobody can make two that are taken for one, and it stays the same over a restart as
// long as what was named with it is remembered.
type seed uint64

func newSeed() seed {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return seed(binary.LittleEndian.Uint64(b[:]))
}

func (s seed) hashText(t string) uint64 { return xxh3.HashStringSeed(t, uint64(s)) }

func (s seed) hashTrace(id pcommon.TraceID) uint64 { return xxh3.HashSeed(id[:], uint64(s)) }

func (s seed) hashSpan(id pcommon.SpanID) uint64 { return xxh3.HashSeed(id[:], uint64(s)) }

// traceAlone reports that nothing is held against another trace.
func (c *core) traceAlone() bool { return c.cfg.Memory.Scope == scopeTrace }

// callKeys names the call by its ID within the conversation and within the
// trace; records of one call may carry either. Where traces stand alone, the
// conversation tells IDs apart that come without a trace, and no more. An ID
// without both is unique by itself, as the IDs of models are.
func (w *worker) callKeys(k *memory.Keys, call *toolcall.Call, trace pcommon.TraceID) {
	if call.Conversation != "" && !w.core.traceAlone() {
		k.Group = w.hashText(call.Conversation)
	}
	if call.ID == "" {
		return
	}
	k.ID = w.hashText(call.ID)
	if !trace.IsEmpty() {
		k.Own[1] = name(nameCall, k.ID, w.hashTrace(trace))
	}
	switch {
	case k.Group != 0:
		k.Own[0] = name(nameCall, k.ID, k.Group)
	case trace.IsEmpty():
		k.Own[0] = name(nameCall, k.ID, w.hashText(call.Conversation))
	}
}

// spanKeys names the call that a span reports.
func (w *worker) spanKeys(call *toolcall.Call, r dialect.Recognised, span ptrace.Span) (k memory.Keys) {
	w.callKeys(&k, call, span.TraceID())
	if span.SpanID().IsEmpty() {
		return k
	}
	trace, self := w.hashTrace(span.TraceID()), w.hashSpan(span.SpanID())
	k.Own[2] = spanName(nameSpan, trace, self)
	if call.ID == "" && r.ViaParent() && !span.ParentSpanID().IsEmpty() {
		parent := w.hashSpan(span.ParentSpanID())
		k.Find = [2]uint64{spanName(nameSpan, trace, parent), spanName(nameChild, trace, self)}
		k.Also = spanName(nameChild, trace, parent)
		k.Nested = true
		return k
	}
	k.Find = [2]uint64{spanName(nameChild, trace, self), spanName(nameInside, trace, self)}
	return k
}

// logKeys names the call that a log record reports. One inside the span of a tool
// call belongs to it, unless both have call IDs that differ. One without a call
// ID that stands for itself is told apart by what it says and when, so that the
// same record delivered twice is one.
func (w *worker) logKeys(call *toolcall.Call, record plog.LogRecord) (k memory.Keys) {
	w.callKeys(&k, call, record.TraceID())
	trace, span := w.hashTrace(record.TraceID()), w.hashSpan(record.SpanID())
	if !record.SpanID().IsEmpty() {
		k.Find[0] = spanName(nameSpan, trace, span)
		k.Also = spanName(nameInside, trace, span)
	}
	at := written(record)
	if r := &call.Action; call.ID == "" && r.Stated && r.OperationID != "" { // its reports are of one action
		k.Own[0] = w.operation(r, w.resource.service, w.groupOf(call, record.TraceID(), w.resource.service))
		return k
	}
	if call.ID == "" && at != 0 {
		k.Own[0] = name(nameContent, trace, span, uint64(at), w.hashContent(call))
	}
	return k
}

// hashContent tells calls apart by what is said of them.
func (s seed) hashContent(call *toolcall.Call) uint64 {
	h := mix(nameContent, s.hashText(call.Name), s.hashText(call.Command(maxCommand)))
	if call.HasArgs && call.Arguments.Type() == pcommon.ValueTypeStr {
		h = mix(nameContent, h, s.hashText(text.Head(call.Arguments.Str(), maxCommand)))
	}
	for i := range call.Facts {
		f := &call.Facts[i]
		h = mix(nameContent, h, uint64(f.Kind), uint64(f.Code), uint64(f.Signal), uint64(f.TimedOut))
	}
	for id := range toolcall.NumStreams {
		h = mix(nameContent, h, uint64(call.Streams[id].Size.V), s.hashText(text.Head(call.Streams[id].Preview, maxCommand)))
	}
	for _, piece := range call.Texts {
		h = mix(nameContent, h, s.hashText(text.Head(piece, maxCommand)))
	}
	return h
}

// groupOf is the conversation or trace that an action belongs to, or else the service.
func (w *worker) groupOf(call *toolcall.Call, trace pcommon.TraceID, service string) uint64 {
	switch {
	case call.Conversation != "" && !w.core.traceAlone():
		return w.hashText(call.Conversation)
	case !trace.IsEmpty():
		return w.hashTrace(trace)
	default:
		return mix(nameAction, w.hashText(service))
	}
}
