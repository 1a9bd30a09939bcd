package toolspanprocessor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/samples"
)

// TestSamples makes sure that every dialect has a typical record, which it alone
// reads, and that what is no tool call is left as it came.
func TestSamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range samples.All() {
		seen[r.Dialect] = true
		t.Run(r.Dialect+", "+r.Title, func(t *testing.T) {
			attrs := judgeSample(t, newBench(t, nil), &r)
			assert.Equal(t, r.Dialect, textAt(attrs, keyDialect))
			assert.Equal(t, r.Termination, textAt(attrs, keyTermination))
		})
	}
	for _, d := range dialect.Builtin() {
		assert.True(t, seen[d.Name], "no sample of %s", d.Name)
	}
	for _, r := range samples.Others() {
		t.Run(r.Title, func(t *testing.T) {
			traces, logs := r.Traces(1), r.Logs(1)
			b := newBench(t, nil)
			require.NoError(t, b.traces.ConsumeTraces(t.Context(), traces))
			require.NoError(t, b.logs.ConsumeLogs(t.Context(), logs))
			want, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(r.Traces(1))
			require.NoError(t, err)
			got, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(traces)
			require.NoError(t, err)
			assert.Equal(t, want, got)
			want, err = (&plog.ProtoMarshaler{}).MarshalLogs(r.Logs(1))
			require.NoError(t, err)
			got, err = (&plog.ProtoMarshaler{}).MarshalLogs(logs)
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

// judgeSample sends one record alone and returns its attributes.
func judgeSample(t *testing.T, b *bench, r *samples.Record) pcommon.Map {
	t.Helper()
	if r.Log {
		batch := r.Logs(1)
		require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
		return batch.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Attributes()
	}
	batch := r.Traces(1)
	require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
	return batch.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes()
}

func textAt(attrs pcommon.Map, key string) string {
	v, ok := attrs.Get(key)
	if !ok {
		return ""
	}
	return v.AsString()
}
