package agentwork

import (
	"math/rand/v2"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Request is the batch as an export request of OTLP/JSON, and the signal that it is of: traces or logs.
func (b *Batch) Request() (signal string, request []byte, err error) {
	if b.Log {
		request, err = (&plog.JSONMarshaler{}).MarshalLogs(b.Logs)
		return "logs", request, err
	}
	request, err = (&ptrace.JSONMarshaler{}).MarshalTraces(b.Traces)
	return "traces", request, err
}

// Records takes batches apart, into one for each record.
func Records(batches []Batch) (list []Batch) {
	for _, b := range batches {
		if b.Log {
			list = append(list, logRecords(b.Logs)...)
		} else {
			list = append(list, spans(b.Traces)...)
		}
	}
	return list
}

func spans(td ptrace.Traces) (list []Batch) {
	for _, rs := range td.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, s := range ss.Spans().All() {
				one := ptrace.NewTraces()
				to := one.ResourceSpans().AppendEmpty()
				rs.Resource().CopyTo(to.Resource())
				scope := to.ScopeSpans().AppendEmpty()
				ss.Scope().CopyTo(scope.Scope())
				s.CopyTo(scope.Spans().AppendEmpty())
				list = append(list, Batch{Traces: one})
			}
		}
	}
	return list
}

func logRecords(ld plog.Logs) (list []Batch) {
	for _, rl := range ld.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, r := range sl.LogRecords().All() {
				one := plog.NewLogs()
				to := one.ResourceLogs().AppendEmpty()
				rl.Resource().CopyTo(to.Resource())
				scope := to.ScopeLogs().AppendEmpty()
				sl.Scope().CopyTo(scope.Scope())
				r.CopyTo(scope.LogRecords().AppendEmpty())
				list = append(list, Batch{Log: true, Logs: one})
			}
		}
	}
	return list
}

// Join makes one batch of each signal out of several, in which spans come before log records.
func Join(batches []Batch) (list []Batch) {
	td, ld := ptrace.NewTraces(), plog.NewLogs()
	for _, b := range batches {
		if b.Log {
			for _, rl := range b.Logs.ResourceLogs().All() {
				rl.CopyTo(ld.ResourceLogs().AppendEmpty())
			}
			continue
		}
		for _, rs := range b.Traces.ResourceSpans().All() {
			rs.CopyTo(td.ResourceSpans().AppendEmpty())
		}
	}
	if td.SpanCount() > 0 {
		list = append(list, Batch{Traces: td})
	}
	if ld.LogRecordCount() > 0 {
		list = append(list, Batch{Log: true, Logs: ld})
	}
	return list
}

// Regroup joins records in groups of any size up to the given one.
func Regroup(records []Batch, most int, seed uint64) (list []Batch) {
	random := rand.New(rand.NewPCG(seed, 13)) //nolint:gosec // has to be the same every time
	for len(records) > 0 {
		n := min(1+random.IntN(most), len(records))
		list = append(list, Join(records[:n])...)
		records = records[n:]
	}
	return list
}

// Shuffle puts batches into any order.
func Shuffle(batches []Batch, seed uint64) []Batch {
	random := rand.New(rand.NewPCG(seed, 17)) //nolint:gosec // has to be the same every time
	random.Shuffle(len(batches), func(i, k int) { batches[i], batches[k] = batches[k], batches[i] })
	return batches
}

// Merge lets several conversations happen at once. Each keeps its order.
func Merge(conversations [][]Batch, seed uint64) (list []Batch) {
	random := rand.New(rand.NewPCG(seed, 19)) //nolint:gosec // has to be the same every time
	for len(conversations) > 0 {
		i := random.IntN(len(conversations))
		if len(conversations[i]) == 0 {
			conversations = append(conversations[:i], conversations[i+1:]...)
			continue
		}
		list = append(list, conversations[i][0])
		conversations[i] = conversations[i][1:]
	}
	return list
}
