package toolspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// requests are the client spans of a batch, which tell of the calls above them whether
// what they sent has left and was answered. They get no verdict themselves.
type requests struct {
	list []request
	// calls are the spans of the calls that wait, by place.
	calls map[spanID]int32
	// spans are those of the traces of these calls, listed once the way up from a
	// request has to be found.
	spans  map[spanID]ptrace.Span
	traces map[pcommon.TraceID]bool
	batch  ptrace.Traces
	listed bool
	found  []toolcall.Request // of one call
}

// request is a span that may be of a request. It is read when a call turns out to be above it.
type request struct {
	toolcall.Request
	span   ptrace.Span
	around spanID
	of     int32 // the call that it is of, by place, or -1
	none   bool  // it is no request
}

type spanID struct {
	trace pcommon.TraceID
	span  pcommon.SpanID
}

// Limits on what is looked at for requests. What is beyond them is a request less to
// judge by, and no other harm.
const (
	maxRequests  = 1024 // of a batch
	maxOfCall    = 64
	maxWayUp     = 8
	maxSpansOver = 8192
)

// sends keeps a span that may be of a request some tool call has made.
func (w *worker) sends(span ptrace.Span) {
	if kind := span.Kind(); kind != ptrace.SpanKindClient && kind != ptrace.SpanKindProducer {
		return
	}
	if parent := span.ParentSpanID(); !parent.IsEmpty() && len(w.requests.list) < maxRequests {
		w.requests.list = append(w.requests.list, request{span: span, around: spanID{span.TraceID(), parent}, of: -1})
	}
}

// read finds out what the span says of a request.
func (q *request) read() {
	status := q.span.Status()
	read, ok := dialect.RequestOf(dialect.Record{
		Status: statusOf(status.Code()), Message: status.Message(), Events: q.span.Events(), HasEvents: q.span.Events().Len() > 0,
	}, q.span.Attributes())
	read.Start = uint64(q.span.StartTimestamp())
	q.Request, q.none = read, !ok
}

// attachRequests tells the calls that wait what they sent.
func (w *worker) attachRequests() {
	r := &w.requests
	if len(r.list) == 0 || len(w.waiting) == 0 {
		return
	}
	if r.calls == nil {
		r.calls, r.spans, r.traces = map[spanID]int32{}, map[spanID]ptrace.Span{}, map[pcommon.TraceID]bool{}
	}
	r.forgetCalls()
	for i := range w.waiting {
		if p := &w.waiting[i]; p.isSpan && !p.part {
			r.calls[spanID{p.trace, p.id}] = int32(i)
			r.traces[p.trace] = true
		}
	}
	some := false
	for i := range r.list {
		q := &r.list[i]
		if q.none {
			continue
		}
		if q.of = r.callOf(q.around); q.of < 0 {
			continue
		}
		if q.read(); q.none {
			q.of = -1
			continue
		}
		some = true
		q.Carried = q.Carried || w.waiting[q.of].call.OverServer
	}
	if some {
		w.summarize()
	}
}

// callOf follows the spans around a request up to a call that waits. What was sent on
// the way of a request to a model is nothing that a tool did.
func (r *requests) callOf(at spanID) int32 {
	if !r.traces[at.trace] {
		return -1
	}
	for range maxWayUp {
		if i, ok := r.calls[at]; ok {
			return i
		}
		span, ok := r.spanOf(at)
		if !ok {
			return -1
		}
		for key := range span.Attributes().All() {
			if key == toolcall.GenAIOperation || key == toolcall.MCPMethod {
				return -1
			}
		}
		at.span = span.ParentSpanID()
	}
	return -1
}

// spanOf finds a span of the batch.
func (r *requests) spanOf(at spanID) (ptrace.Span, bool) {
	if at.span.IsEmpty() {
		return ptrace.Span{}, false
	}
	if !r.listed {
		r.listed = true
		r.listSpans()
	}
	span, ok := r.spans[at]
	return span, ok
}

func (r *requests) listSpans() {
	for _, rs := range r.batch.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				if r.traces[span.TraceID()] && len(r.spans) < maxSpansOver {
					r.spans[spanID{span.TraceID(), span.SpanID()}] = span
				}
			}
		}
	}
}

// summarize gives each call its requests taken together, with its own if it is one.
func (w *worker) summarize() {
	r := &w.requests
	for i := range r.list {
		of := r.list[i].of
		if of < 0 {
			continue
		}
		call := w.waiting[of].call
		r.found = r.found[:0]
		if call.Requests.Count > 0 {
			r.found = append(r.found, call.Requests.Last)
		}
		for k := i; k < len(r.list); k++ {
			q := &r.list[k]
			if q.of != of {
				continue
			}
			if q.of = -1; len(r.found) < maxOfCall {
				r.found = append(r.found, q.Request)
			}
		}
		call.Requests = toolcall.Summarize(r.found)
	}
	clear(r.found)
}

// forgetCalls lets go of what was found out about the calls that waited.
func (r *requests) forgetCalls() {
	clear(r.calls)
	clear(r.traces)
	if r.listed {
		clear(r.spans)
		r.listed = false
	}
}

// reset forgets the batch.
func (r *requests) reset() {
	if len(r.list) == 0 && !r.listed && len(r.calls) == 0 {
		return
	}
	clear(r.list)
	r.list = r.list[:0]
	r.forgetCalls()
	r.batch = ptrace.Traces{}
}
