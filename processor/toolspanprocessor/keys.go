package toolspanprocessor

import (
	"hash/maphash"

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
	nameCall    uint64 = iota + 1 // conversation or trace, and call ID
	nameSpan                      // a span that reports a tool call
	nameChild                     // the parent of a span that is a second view of its call
	nameInside                    // the span inside which a log record without a call ID was written
	nameContent                   // a log record without a call ID, by what it says
	nameSame                      // the same work in one conversation or trace
	nameWork                      // a check, build or deployment, likewise
	nameTool                      // the latest call of a tool, likewise
	nameKill                      // the end of a background task that somebody asked for, likewise
	nameAnswer                    // a text that a model wrote
	nameFinding                   // a finding about one, in one conversation or trace
)

var keySeed = maphash.MakeSeed()

func mix(kind uint64, parts ...uint64) uint64 {
	h := kind * 0x9E3779B97F4A7C15
	for _, p := range parts {
		h = (h ^ p) * 0xFF51AFD7ED558CCD
		h ^= h >> 32
	}
	return max(h, 1) // 0 is no key
}

func hashText(s string) uint64 { return maphash.String(keySeed, s) }

func hashTrace(id pcommon.TraceID) uint64 { return maphash.Bytes(keySeed, id[:]) }

func hashSpan(id pcommon.SpanID) uint64 { return maphash.Bytes(keySeed, id[:]) }

// callKeys names the call by its ID within the conversation and within the
// trace; records of one call may carry either. An ID without both is unique by
// itself, as the IDs of models are.
func callKeys(k *memory.Keys, call *toolcall.Call, trace pcommon.TraceID) {
	if call.ID == "" {
		return
	}
	k.ID = hashText(call.ID)
	if call.Conversation != "" {
		k.Group = hashText(call.Conversation)
		k.Own[0] = mix(nameCall, k.ID, k.Group)
	}
	if !trace.IsEmpty() {
		k.Own[1] = mix(nameCall, k.ID, hashTrace(trace))
	}
	if call.Conversation == "" && trace.IsEmpty() {
		k.Own[0] = mix(nameCall, k.ID)
	}
}

// spanKeys names the call that a span reports.
func (w *worker) spanKeys(call *toolcall.Call, r dialect.Recognised, span ptrace.Span) (k memory.Keys) {
	callKeys(&k, call, span.TraceID())
	if span.SpanID().IsEmpty() {
		return k
	}
	trace, self := hashTrace(span.TraceID()), hashSpan(span.SpanID())
	k.Own[2] = mix(nameSpan, trace, self)
	if call.ID == "" && r.ViaParent() && !span.ParentSpanID().IsEmpty() {
		parent := hashSpan(span.ParentSpanID())
		k.Find = [2]uint64{mix(nameSpan, trace, parent), mix(nameChild, trace, self)}
		k.Also = mix(nameChild, trace, parent)
		k.Nested = true
		return k
	}
	k.Find = [2]uint64{mix(nameChild, trace, self), mix(nameInside, trace, self)}
	return k
}

// logKeys names the call that a log record reports. One inside the span of a tool
// call belongs to it, unless both have call IDs that differ. One without a call
// ID that stands for itself is told apart by what it says and when, so that the
// same record delivered twice is one.
func (w *worker) logKeys(call *toolcall.Call, record plog.LogRecord) (k memory.Keys) {
	callKeys(&k, call, record.TraceID())
	trace, span := hashTrace(record.TraceID()), hashSpan(record.SpanID())
	if !record.SpanID().IsEmpty() {
		k.Find[0] = mix(nameSpan, trace, span)
		k.Also = mix(nameInside, trace, span)
	}
	at := record.Timestamp()
	if at == 0 {
		at = record.ObservedTimestamp()
	}
	if call.ID == "" && at != 0 {
		k.Own[0] = mix(nameContent, trace, span, uint64(at), hashContent(call))
	}
	return k
}

// hashContent tells calls apart by what is said of them.
func hashContent(call *toolcall.Call) uint64 {
	h := mix(nameContent, hashText(call.Name), hashText(call.Command(maxCommand)))
	if call.HasArgs && call.Arguments.Type() == pcommon.ValueTypeStr {
		h = mix(nameContent, h, hashText(text.Head(call.Arguments.Str(), maxCommand)))
	}
	for i := range call.Facts {
		f := &call.Facts[i]
		h = mix(nameContent, h, uint64(f.Kind), uint64(f.Code), uint64(f.Signal), uint64(f.TimedOut))
	}
	for id := range toolcall.NumStreams {
		h = mix(nameContent, h, uint64(call.Streams[id].Size.V), hashText(text.Head(call.Streams[id].Preview, maxCommand)))
	}
	for _, piece := range call.Texts {
		h = mix(nameContent, h, hashText(text.Head(piece, maxCommand)))
	}
	return h
}
