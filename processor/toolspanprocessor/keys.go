package toolspanprocessor

import (
	"hash/maphash"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
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
	id := hashText(call.ID)
	if call.Conversation != "" {
		k.Own[0] = mix(nameCall, id, hashText(call.Conversation))
	}
	if !trace.IsEmpty() {
		k.Own[1] = mix(nameCall, id, hashTrace(trace))
	}
	if call.Conversation == "" && trace.IsEmpty() {
		k.Own[0] = mix(nameCall, id)
	}
}

// spanKeys names the call that a span reports.
func (w *worker) spanKeys(call *toolcall.Call, r dialect.Recognised, span ptrace.Span) (k memory.Keys) {
	if call.ID != "" {
		callKeys(&k, call, span.TraceID())
	}
	if span.SpanID().IsEmpty() {
		return k
	}
	trace, self := hashTrace(span.TraceID()), hashSpan(span.SpanID())
	k.Own[2] = mix(nameSpan, trace, self)
	switch {
	case call.ID == "" && r.ViaParent() && !span.ParentSpanID().IsEmpty():
		parent := hashSpan(span.ParentSpanID())
		k.Find = [2]uint64{mix(nameSpan, trace, parent), mix(nameChild, trace, self)}
		k.Also = mix(nameChild, trace, parent)
	default:
		k.Find[0] = mix(nameChild, trace, self)
		if call.ID == "" {
			k.Find[1] = mix(nameInside, trace, self)
		}
	}
	return k
}

// logKeys names the call that a log record reports. One without a call ID
// belongs to the span around it, if that is a tool call; else it stands for
// itself, and one that says the same at the same time is the same delivered twice.
func (w *worker) logKeys(call *toolcall.Call, record plog.LogRecord) (k memory.Keys) {
	if call.ID != "" {
		callKeys(&k, call, record.TraceID())
		return k
	}
	trace, span := hashTrace(record.TraceID()), hashSpan(record.SpanID())
	if !record.SpanID().IsEmpty() {
		k.Find[0] = mix(nameSpan, trace, span)
		k.Also = mix(nameInside, trace, span)
	}
	at := record.Timestamp()
	if at == 0 {
		at = record.ObservedTimestamp()
	}
	if at != 0 {
		k.Own[0] = mix(nameContent, trace, span, uint64(at), hashText(call.Name), hashText(call.Command(maxCommand)))
	}
	return k
}
