package longtest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/agentwork"
)

// longWork is how many calls a long conversation has.
const longWork = 2000

// TestOrdinaryWork sends long conversations of which nothing is to be said, as every program writes them.
func TestOrdinaryWork(t *testing.T) {
	for _, program := range agentwork.Programs() {
		t.Run(program.Name, func(t *testing.T) { ordinaryWork(t, program, nil) })
		t.Run(program.Name+"/complete", func(t *testing.T) {
			ordinaryWork(t, program, map[string]any{"memory": map[string]any{"complete_traces": true}})
		})
	}
}

func ordinaryWork(t *testing.T, program *agentwork.Program, settings map[string]any) {
	t.Helper()
	session := agentwork.Ordinary("long", 1, longWork)
	assert.GreaterOrEqual(t, session.Calls(), longWork)
	batches := program.Batches(session)
	b := newBenchWith(t, settings)
	b.send(batches...)
	counters := b.counters()
	t.Logf("\n%s", lines(counters))
	assert.EqualValues(t, session.Calls(), sum(counters, "calls"))
	for _, quiet := range []string{"false_confirm_detected", "false_confirm_blocked", "timeout_with_success_marker", "errors_ignored"} {
		assert.Zero(t, sum(counters, quiet), quiet)
	}
	commands := b.commands()
	for _, f := range loud(b.found(), counters) {
		t.Errorf("%s", f)
		for _, id := range f.related {
			t.Logf("\tagainst it: %s", commands[id])
		}
	}
	b.sameAs(batches)
}

// sameAs fails if anything but verdicts was written.
func (b *bench) sameAs(batches []agentwork.Batch) {
	b.t.Helper()
	isVerdict := func(key string, _ pcommon.Value) bool { return strings.HasPrefix(key, verdictPrefix) }
	spans, events := b.spans.AllTraces(), b.events.AllLogs()
	for _, sent := range batches {
		if sent.Log {
			got := events[0]
			events = events[1:]
			for _, r := range got.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().All() {
				r.Attributes().RemoveIf(isVerdict)
			}
			require.Equal(b.t, sent.Logs, got)
			continue
		}
		got := spans[0]
		spans = spans[1:]
		for _, s := range got.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			s.Attributes().RemoveIf(isVerdict)
		}
		require.Equal(b.t, sent.Traces, got)
	}
	assert.Empty(b.t, spans)
	assert.Empty(b.t, events)
}
