package collectortest

import (
	"fmt"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

const verdictPrefix = "tool_span.verdict."

// Record is one span or log record, as it was sent or as the collector passed it on.
type Record struct {
	Signal Signal
	// Name of the span or event, and its IDs in hexadecimal, empty where there are none.
	Name, Trace, Span string
	// Status is Ok, Error or Unset, and empty for log records.
	Status, Message string
	Attributes      map[string]any
	// Body of a log record: a string, a map, or nil.
	Body any
	// Key tells the records of a test apart, and is the same before and after the collector.
	Key string
	// Wire is the record in protobuf, together with the resource and the scope that it came with, and Bare the same
	// without the attributes of a verdict.
	Wire, Bare []byte
}

// Parse reads one export request of OTLP/JSON, or one line of the file exporter, which is the same.
func Parse(line []byte) ([]Record, error) {
	traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
	if err == nil && traces.SpanCount() > 0 {
		return spans(traces)
	}
	logs, logErr := (&plog.JSONUnmarshaler{}).UnmarshalLogs(line)
	if logErr == nil && logs.LogRecordCount() > 0 {
		return logRecords(logs)
	}
	return nil, fmt.Errorf("no spans (%w) and no log records (%w)", err, logErr)
}

func spans(traces ptrace.Traces) ([]Record, error) {
	var list []Record
	for _, rs := range traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				wire, bare, err := spanWire(rs, ss, span)
				if err != nil {
					return nil, err
				}
				list = append(list, Record{
					Signal: Traces, Name: span.Name(), Trace: span.TraceID().String(), Span: span.SpanID().String(),
					Status: span.Status().Code().String(), Message: span.Status().Message(),
					Attributes: span.Attributes().AsRaw(),
					Key:        fmt.Sprintf("span %s %s", span.TraceID(), span.SpanID()), Wire: wire, Bare: bare,
				})
			}
		}
	}
	return list, nil
}

func spanWire(rs ptrace.ResourceSpans, ss ptrace.ScopeSpans, span ptrace.Span) (wire, bare []byte, err error) {
	alone := ptrace.NewTraces()
	toRS := alone.ResourceSpans().AppendEmpty()
	rs.Resource().CopyTo(toRS.Resource())
	toRS.SetSchemaUrl(rs.SchemaUrl())
	toSS := toRS.ScopeSpans().AppendEmpty()
	ss.Scope().CopyTo(toSS.Scope())
	toSS.SetSchemaUrl(ss.SchemaUrl())
	copied := toSS.Spans().AppendEmpty()
	span.CopyTo(copied)
	var marshaler ptrace.ProtoMarshaler
	if wire, err = marshaler.MarshalTraces(alone); err != nil {
		return nil, nil, err
	}
	copied.Attributes().RemoveIf(isVerdict)
	bare, err = marshaler.MarshalTraces(alone)
	return wire, bare, err
}

func logRecords(logs plog.Logs) ([]Record, error) {
	var list []Record
	for _, rl := range logs.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, record := range sl.LogRecords().All() {
				wire, bare, err := logWire(rl, sl, record)
				if err != nil {
					return nil, err
				}
				list = append(list, Record{
					Signal: Logs, Name: record.EventName(), Trace: record.TraceID().String(), Span: record.SpanID().String(),
					Attributes: record.Attributes().AsRaw(), Body: record.Body().AsRaw(),
					Key:  fmt.Sprintf("log %s %s %d", record.TraceID(), record.SpanID(), record.Timestamp()),
					Wire: wire, Bare: bare,
				})
			}
		}
	}
	return list, nil
}

func logWire(rl plog.ResourceLogs, sl plog.ScopeLogs, record plog.LogRecord) (wire, bare []byte, err error) {
	alone := plog.NewLogs()
	toRL := alone.ResourceLogs().AppendEmpty()
	rl.Resource().CopyTo(toRL.Resource())
	toRL.SetSchemaUrl(rl.SchemaUrl())
	toSL := toRL.ScopeLogs().AppendEmpty()
	sl.Scope().CopyTo(toSL.Scope())
	toSL.SetSchemaUrl(sl.SchemaUrl())
	copied := toSL.LogRecords().AppendEmpty()
	record.CopyTo(copied)
	var marshaler plog.ProtoMarshaler
	if wire, err = marshaler.MarshalLogs(alone); err != nil {
		return nil, nil, err
	}
	copied.Attributes().RemoveIf(isVerdict)
	bare, err = marshaler.MarshalLogs(alone)
	return wire, bare, err
}

func isVerdict(key string, _ pcommon.Value) bool { return strings.HasPrefix(key, verdictPrefix) }

// Judged reports whether the record bears a verdict.
func (r *Record) Judged() bool { return r.Verdict("outcome") != "" }

// Verdict returns one attribute of the verdict as text, empty where it is absent.
func (r *Record) Verdict(name string) string {
	v, ok := r.Attributes[verdictPrefix+name]
	if !ok {
		return ""
	}
	return fmt.Sprint(v)
}

// VerdictList returns an attribute of the verdict that is a list of words.
func (r *Record) VerdictList(name string) []string {
	items, _ := r.Attributes[verdictPrefix+name].([]any)
	var words []string
	for _, item := range items {
		words = append(words, fmt.Sprint(item))
	}
	return words
}
