package toolspanprocessor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// facts are the attributes of a record.
type facts = map[string]any

// told is one record as its producer would write it.
type told struct {
	log                        bool
	service, scope, name, body string
	// event is the name of a log event in the field of its own.
	event   string
	attrs   facts
	status  ptrace.StatusCode
	message string
	events  []told // of a span: their names and attributes
	id      byte   // of the span, 1 if it is 0
	parent  byte
}

// telling is what a producer told of one call, or of several, and what is to be
// made of it, a line for each record.
type telling struct {
	what    string
	records []told
	want    []string
	calls   int64 // 1 if it is 0
}

// none is the number of calls where no record is one.
const none = -1

func (r *told) span(batch ptrace.Traces) {
	rs := batch.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", r.service)
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().SetName(r.scope)
	span := ss.Spans().AppendEmpty()
	span.SetName(r.name)
	span.SetTraceID([16]byte{1})
	span.SetSpanID([8]byte{max(r.id, 1)})
	if r.parent != 0 {
		span.SetParentSpanID([8]byte{r.parent})
	}
	span.Status().SetCode(r.status)
	span.Status().SetMessage(r.message)
	_ = span.Attributes().FromRaw(r.attrs)
	for i := range r.events {
		event := span.Events().AppendEmpty()
		event.SetName(r.events[i].name)
		_ = event.Attributes().FromRaw(r.events[i].attrs)
	}
}

func (r *told) record(batch plog.Logs) {
	rl := batch.ResourceLogs().AppendEmpty()
	rl.Resource().Attributes().PutStr("service.name", r.service)
	sl := rl.ScopeLogs().AppendEmpty()
	sl.Scope().SetName(r.scope)
	record := sl.LogRecords().AppendEmpty()
	record.SetTimestamp(pcommon.Timestamp(1000 + int(r.id)))
	record.SetEventName(r.event)
	if r.body != "" {
		record.Body().SetStr(r.body)
	}
	_ = record.Attributes().FromRaw(r.attrs)
}

// batches are what was told, the spans in one batch and the log records in another.
func batches(records []told) (ptrace.Traces, plog.Logs) {
	spans, logs := ptrace.NewTraces(), plog.NewLogs()
	for i := range records {
		if records[i].log {
			records[i].record(logs)
		} else {
			records[i].span(spans)
		}
	}
	return spans, logs
}

// judged sends what was told and returns the lines of the verdicts in the order of the
// records.
func (b *bench) judged(records []told) []string {
	b.t.Helper()
	spans, logs := batches(records)
	return b.judge(records, spans, logs)
}

func (b *bench) judge(records []told, spans ptrace.Traces, logs plog.Logs) []string {
	b.t.Helper()
	require.NoError(b.t, b.traces.ConsumeTraces(b.t.Context(), spans))
	require.NoError(b.t, b.logs.ConsumeLogs(b.t.Context(), logs))
	var lines []string
	nextSpan, nextLog := 0, 0
	for i := range records {
		if records[i].log {
			lines = append(lines, line(logs.ResourceLogs().At(nextLog).ScopeLogs().At(0).LogRecords().At(0).Attributes()))
			nextLog++
		} else {
			lines = append(lines, line(spans.ResourceSpans().At(nextSpan).ScopeSpans().At(0).Spans().At(0).Attributes()))
			nextSpan++
		}
	}
	return lines
}

// gapWords are the gaps of a record of which only the streams, or the ending too, are
// not stated.
var gapWords = map[string]string{
	"io_field_missing": "no streams", "io_field_missing,termination_missing": "no streams, no ending",
}

// line puts a verdict on a line: dialect, ending, outcome, next step, source, clips,
// markers, findings and gaps.
func line(attrs pcommon.Map) string {
	get := func(key string) string {
		v, ok := attrs.Get("tool_span.verdict." + key)
		if !ok {
			return ""
		}
		if v.Type() != pcommon.ValueTypeSlice {
			return v.AsString()
		}
		var list []string
		for i := range v.Slice().Len() {
			list = append(list, v.Slice().At(i).AsString())
		}
		return strings.Join(list, ",")
	}
	if get("dialect") == "" {
		return "-"
	}
	var b strings.Builder
	add := func(before, s string) {
		if s != "" {
			b.WriteString(before)
			b.WriteString(s)
		}
	}
	add("", get("dialect"))
	add(": ", get("termination"))
	add(" ", get("exit_code"))
	add(" ", get("signal"))
	add(" -> ", get("outcome"))
	add(", ", get("next"))
	add("; ", get("source"))
	add("; clips ", get("clips"))
	add("; marks ", get("markers"))
	add("; finds ", get("findings"))
	if word, ok := gapWords[get("gaps")]; ok {
		add("; ", word)
	} else {
		add("; gaps ", get("gaps"))
	}
	add("; blocked ", get("blocked"))
	return b.String()
}

func tellings(t *testing.T, list []telling) {
	t.Helper()
	for _, tt := range list {
		t.Run(tt.what, func(t *testing.T) {
			calls := tt.calls
			switch calls {
			case 0:
				calls = 1
			case none:
				calls = 0
			}
			b := newBench(t, nil)
			spans, logs := batches(tt.records)
			assert.Equal(t, strings.Join(tt.want, "\n"), strings.Join(b.judge(tt.records, spans, logs), "\n"))
			assert.Equal(t, calls, b.sum("calls"), "calls")
			assert.Zero(t, b.sum("false_confirm_blocked"), "nothing of a foreign record is rewritten")
			assert.Equal(t, tt.want, b.judge(tt.records, spans, logs), "judged once more")
			assert.Equal(t, calls, b.sum("calls"), "calls, of which all came twice")
			if len(tt.records) > 1 {
				tt.inOtherBatches(t, calls)
			}
		})
	}
}

// inOtherBatches sends the records in the opposite order, and each by itself.
func (tt *telling) inOtherBatches(t *testing.T, calls int64) {
	t.Helper()
	assert.Equal(t, reversed(tt.want), newBench(t, nil).judged(reversed(tt.records)), "in another order")
	apart := newBench(t, nil)
	for _, r := range tt.records {
		apart.judged(one(r))
	}
	assert.Equal(t, calls, apart.sum("calls"), "calls in batches of their own")
}

func reversed[T any](list []T) []T {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func one(r told) []told { return []told{r} }

// with returns the attributes with more of them, or others.
func with(base, more facts) facts {
	all := facts{}
	for k, v := range base {
		all[k] = v
	}
	for k, v := range more {
		if v == nil {
			delete(all, k)
		} else {
			all[k] = v
		}
	}
	return all
}

// printed is what commands print in most cases here: success, whatever comes of it.
const printed = "PASS\n3 passed\n"

// lines is a text of many lines.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d: lorem ipsum dolor sit amet\n", i)
	}
	return b.String()
}
