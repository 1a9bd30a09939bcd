package toolspanprocessor

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// callsOf makes a batch of killed test runs, each in a conversation with some others.
func callsOf(first, n, conversations int) ptrace.Traces {
	batch := ptrace.NewTraces()
	spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for i := first; i < first+n; i++ {
		span := spans.AppendEmpty()
		span.SetTraceID([16]byte{1, byte(i), byte(i >> 8), byte(i >> 16)})
		span.SetSpanID([8]byte{1, byte(i), byte(i >> 8), byte(i >> 16)})
		attrs := span.Attributes()
		attrs.PutStr("gen_ai.operation.name", "execute_tool")
		attrs.PutStr("gen_ai.tool.name", "shell")
		attrs.PutStr("gen_ai.tool.call.id", fmt.Sprintf("call-%d", i))
		attrs.PutStr("gen_ai.conversation.id", fmt.Sprintf("conversation-%d", i%conversations))
		attrs.PutStr("gen_ai.tool.call.arguments", fmt.Sprintf(`{"command":"pytest tests/%d"}`, i))
		attrs.PutBool("timed_out", true)
	}
	return batch
}

// inParallel has senders give batches to the processor, each those that a function names.
func (b *bench) inParallel(senders int, each func(sender int, send func(ptrace.Traces))) {
	var all sync.WaitGroup
	for sender := range senders {
		all.Go(func() {
			each(sender, func(batch ptrace.Traces) {
				if err := b.traces.ConsumeTraces(b.t.Context(), batch); err != nil {
					b.t.Error(err)
				}
			})
		})
	}
	all.Wait()
}

func (b *bench) gauge(name string) int64 {
	b.t.Helper()
	m, err := b.tel.GetMetric("otelcol_processor_tool_span_" + name)
	require.NoError(b.t, err)
	points := m.Data.(metricdata.Gauge[int64]).DataPoints
	require.Len(b.t, points, 1)
	return points[0].Value
}

// TestTheSameCallsFromManySenders: all of them deliver every call at about the same time, as pipelines do that share a
// component ID.
func TestTheSameCallsFromManySenders(t *testing.T) {
	const calls, size = 5000, 50
	b := newBench(t, nil)
	b.inParallel(4, func(_ int, send func(ptrace.Traces)) {
		for first := 0; first < calls; first += size {
			send(callsOf(first, size, 100))
		}
	})
	assert.EqualValues(t, calls, b.sum("calls"))
	assert.Zero(t, b.sum("rerun_after_timeout"), "what came more than once is no rerun")
	assert.EqualValues(t, calls, b.gauge("memory_entries"))
	assert.Zero(t, b.sum("memory_evictions"))
}

// TestTheMemoryStaysInItsBudgetAndDrains sends many times the calls that a small memory has room for.
func TestTheMemoryStaysInItsBudgetAndDrains(t *testing.T) {
	const calls, size = 100_000, 100
	b := newBenchOn(t, componenttest.NewNopHost(), func(c *Config) { c.Memory.LimitMib = 1 })
	var now atomic.Int64
	now.Store(time.Now().UnixNano())
	b.core().now = func() time.Time { return time.Unix(0, now.Load()) }
	require.NoError(t, b.start())
	var next atomic.Int64
	b.inParallel(4, func(_ int, send func(ptrace.Traces)) {
		for first := int(next.Add(size)) - size; first < calls; first = int(next.Add(size)) - size {
			send(callsOf(first, size, 1000))
			now.Add(int64(time.Millisecond))
			if first%10_000 == 0 {
				assert.LessOrEqual(t, b.gauge("memory_entries"), b.gauge("memory_limit"))
			}
		}
	})
	assert.EqualValues(t, calls, b.sum("calls"))
	kept := b.gauge("memory_entries")
	assert.Equal(t, b.gauge("memory_limit"), kept, "it is full")
	assert.Equal(t, calls-kept, b.sum("memory_evictions", "reason", "capacity"))
	assert.Zero(t, b.sum("memory_evictions", "reason", "age"))

	now.Add(int64(2 * time.Hour))
	assert.Zero(t, b.gauge("memory_entries"), "everything drains, though nothing comes any more")
	require.NoError(t, b.traces.ConsumeTraces(t.Context(), ptrace.NewTraces()))
	assert.Equal(t, kept, b.sum("memory_evictions", "reason", "age"))
}
