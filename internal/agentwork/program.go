package agentwork

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Batch is one export request: spans, or log records.
type Batch struct {
	Log    bool
	Traces ptrace.Traces
	Logs   plog.Logs
}

// Program is a program that agents run in, or a library that watches them.
type Program struct {
	Name string
	// Quiet programs do not record what the model says.
	Quiet bool
	write func(*writer, *Turn)
}

// Programs are the ones that sessions can be written as.
func Programs() []*Program { return []*Program{ClaudeCode, SemConv, Codex, OpenInference} }

// Batches is a session as the program exports it: a few batches for each turn, in the order in which things happened.
func (p *Program) Batches(s *Session) []Batch {
	w := &writer{session: s, clock: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)}
	for i := range s.Turns {
		if s.Turns[i].Prompt != "" || w.trace.IsEmpty() {
			w.prompts++
			w.trace = pcommon.TraceID(w.hash("trace", w.prompts))
			w.root = w.span()
		}
		p.write(w, &s.Turns[i])
		w.flush()
	}
	return w.batches
}

// writer writes the turns of a session.
type writer struct {
	session *Session
	clock   time.Time
	trace   pcommon.TraceID
	root    pcommon.SpanID
	prompts int
	spans   int
	events  int
	// history is what the model is given, as the last few messages.
	history []any
	batches []Batch

	open   ptrace.Traces
	opened ptrace.SpanSlice
	noted  plog.Logs
	notes  plog.LogRecordSlice
}

func (w *writer) hash(what string, n int) (id [16]byte) {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(w.session.Name+"\x00"+what), uint64(n)))
	copy(id[:], sum[:])
	return id
}

func (w *writer) span() pcommon.SpanID {
	w.spans++
	id := w.hash("span", w.spans)
	return pcommon.SpanID(id[:8])
}

// pass lets time go by and returns when that began and ended.
func (w *writer) pass(d time.Duration) (from, to time.Time) {
	from = w.clock
	w.clock = w.clock.Add(d)
	return from, w.clock
}

// spansOf and recordsOf are where the batch of the turn takes its spans and log records.
func (w *writer) spansOf(scope string, resource attrs) ptrace.SpanSlice {
	if w.opened == (ptrace.SpanSlice{}) {
		w.open = ptrace.NewTraces()
		rs := w.open.ResourceSpans().AppendEmpty()
		resource.fill(rs.Resource().Attributes())
		ss := rs.ScopeSpans().AppendEmpty()
		ss.Scope().SetName(scope)
		w.opened = ss.Spans()
	}
	return w.opened
}

func (w *writer) recordsOf(scope string, resource attrs) plog.LogRecordSlice {
	if w.notes == (plog.LogRecordSlice{}) {
		w.noted = plog.NewLogs()
		rl := w.noted.ResourceLogs().AppendEmpty()
		resource.fill(rl.Resource().Attributes())
		sl := rl.ScopeLogs().AppendEmpty()
		sl.Scope().SetName(scope)
		w.notes = sl.LogRecords()
	}
	return w.notes
}

func (w *writer) flush() {
	if w.opened != (ptrace.SpanSlice{}) {
		w.batches = append(w.batches, Batch{Traces: w.open})
	}
	if w.notes != (plog.LogRecordSlice{}) {
		w.batches = append(w.batches, Batch{Log: true, Logs: w.noted})
	}
	w.opened, w.notes = ptrace.SpanSlice{}, plog.LogRecordSlice{}
}

// addSpan appends a span of the trace at hand.
func (w *writer) addSpan(to ptrace.SpanSlice, name string, parent pcommon.SpanID, from, until time.Time, values attrs) ptrace.Span {
	s := to.AppendEmpty()
	s.SetTraceID(w.trace)
	s.SetSpanID(w.span())
	s.SetParentSpanID(parent)
	s.SetName(name)
	s.SetStartTimestamp(pcommon.NewTimestampFromTime(from))
	s.SetEndTimestamp(pcommon.NewTimestampFromTime(until))
	values.fill(s.Attributes())
	return s
}

// attrs are attributes; values are those that pcommon.Value.FromRaw takes.
type attrs map[string]any

// fill writes the attributes, always in the same order.
func (a attrs) fill(m pcommon.Map) {
	m.EnsureCapacity(m.Len() + len(a))
	for _, key := range slices.Sorted(maps.Keys(a)) {
		if err := m.PutEmpty(key).FromRaw(a[key]); err != nil {
			panic(err) // the values are written in this package, and their types are known to convert
		}
	}
}

func (a attrs) and(more attrs) attrs {
	for key, value := range more {
		a[key] = value
	}
	return a
}
