// Package samples holds a typical record of every dialect, with the keys and in the shape in which its program writes
// it: benchmarks measure them, and tests break them.
package samples

import (
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Record is a span, or a log record where Log is set.
type Record struct {
	// Title says what it is, the dialect aside.
	Title string
	// Dialect that reads it, empty for a record that is no tool call, and the
	// termination that follows from what it says.
	Dialect, Termination string

	Log            bool
	Name           string // of the span, or of the event in its own field
	Scope, Service string
	Status         ptrace.StatusCode
	Message        string // of the status
	Body           any
	Attrs          []Attr
	Events         []Event
}

// Attr is an attribute; its value is one that pcommon.Value.FromRaw takes.
type Attr struct {
	Key   string
	Value any
}

// Event is an event of a span.
type Event struct {
	Name  string
	Attrs []Attr
}

// All lists the records, those of each dialect together.
func All() []Record { return slices.Concat(agents(), frameworks(), small(), conventions()) }

// Span writes the record into an empty span.
func (r *Record) Span(span ptrace.Span) {
	span.SetName(r.Name)
	span.SetTraceID(pcommon.TraceID{1})
	span.SetSpanID(pcommon.SpanID{1})
	span.SetParentSpanID(pcommon.SpanID{2})
	span.Status().SetCode(r.Status)
	span.Status().SetMessage(r.Message)
	fill(span.Attributes(), r.Attrs)
	for _, e := range r.Events {
		event := span.Events().AppendEmpty()
		event.SetName(e.Name)
		fill(event.Attributes(), e.Attrs)
	}
}

// LogRecord writes the record into an empty log record.
func (r *Record) LogRecord(record plog.LogRecord) {
	record.SetEventName(r.Name)
	record.SetTraceID(pcommon.TraceID{1})
	record.SetSpanID(pcommon.SpanID{1})
	record.SetTimestamp(1)
	fill(record.Attributes(), r.Attrs)
	if r.Body != nil {
		put(record.Body(), r.Body)
	}
}

// Traces returns a batch of n spans like the record.
func (r *Record) Traces(n int) ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	r.resource(rs.Resource())
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().SetName(r.Scope)
	for range n {
		r.Span(ss.Spans().AppendEmpty())
	}
	return td
}

// Logs returns a batch of n log records like the record.
func (r *Record) Logs(n int) plog.Logs {
	ld := plog.NewLogs()
	rl := ld.ResourceLogs().AppendEmpty()
	r.resource(rl.Resource())
	sl := rl.ScopeLogs().AppendEmpty()
	sl.Scope().SetName(r.Scope)
	for range n {
		r.LogRecord(sl.LogRecords().AppendEmpty())
	}
	return ld
}

func (r *Record) resource(res pcommon.Resource) {
	fill(res.Attributes(), []Attr{{"service.name", r.Service}, {"service.version", "1.4.2"}, {"telemetry.sdk.language", "python"}})
}

func fill(m pcommon.Map, attrs []Attr) {
	m.EnsureCapacity(len(attrs))
	for _, a := range attrs {
		put(m.PutEmpty(a.Key), a.Value)
	}
}

func put(v pcommon.Value, raw any) {
	// The values are constants of this package, of types that are known to convert.
	if err := v.FromRaw(raw); err != nil {
		panic(err)
	}
}
