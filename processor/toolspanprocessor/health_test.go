package toolspanprocessor

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componentstatus"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// reporting is a host that notes what it is told.
type reporting struct {
	component.Host
	told []*componentstatus.Event
}

func (r *reporting) Report(e *componentstatus.Event) { r.told = append(r.told, e) }

func (r *reporting) statuses() (list []componentstatus.Status) {
	for _, e := range r.told {
		list = append(list, e.Status())
	}
	return list
}

// TestStatusChanges: a host is told of trouble once, and once that it is over.
func TestStatusChanges(t *testing.T) {
	host := &reporting{Host: componenttest.NewNopHost()}
	b := newBenchOn(t, host, func(c *Config) { c.Match.Span = []string{`IsMatch(name, attributes["pattern"])`} })
	require.NoError(t, b.start())
	c := cores.by[b.cfg]
	now := time.Unix(1_700_000_000, 0)
	c.now = func() time.Time { return now }
	batch := func(pattern string) {
		traces := ptrace.NewTraces()
		span := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.SetTraceID(pcommon.TraceID{1})
		span.SetSpanID(pcommon.SpanID{2})
		span.SetName("anything")
		span.Attributes().PutStr("pattern", pattern)
		b.send(traces)
	}
	batch("x")
	assert.Empty(t, host.told, "all is well")
	for range 3 {
		batch("(secret")
	}
	batch("x")
	both := []componentstatus.Status{componentstatus.StatusRecoverableError, componentstatus.StatusRecoverableError} // a host for each pipeline
	assert.Equal(t, both, host.statuses(), "once for each pipeline")
	require.ErrorContains(t, host.told[0].Err(), "errors_ignored")
	assert.NotContains(t, host.told[0].Err().Error(), "secret")
	now = now.Add(calm)
	batch("x")
	assert.Equal(t, append(both, componentstatus.StatusOK, componentstatus.StatusOK), host.statuses(), "well again")
	batch("x")
	assert.Len(t, host.told, 4)

	logged := b.logged.FilterMessage("A condition failed").All()
	require.Len(t, logged, 3)
	fields := logged[0].ContextMap()
	assert.Equal(t, pcommon.TraceID{1}.String(), fields["trace_id"])
	assert.Equal(t, pcommon.SpanID{2}.String(), fields["span_id"])
	assert.NotContains(t, fields, "error", "it may quote the record")
	for range 100 {
		batch("(")
	}
	assert.LessOrEqual(t, b.logged.FilterMessage("A condition failed").Len(), 3+logFirst)
	assert.EqualValues(t, 103, b.sum("errors_ignored"), "each is counted all the same")
}

// TestStatusOfSaving: what fails in two ways is well when both are over.
func TestStatusOfSaving(t *testing.T) {
	host := &reporting{Host: componenttest.NewNopHost()}
	var h health
	h.join(host)
	now := time.Unix(1_700_000_000, 0)
	h.saved()
	assert.Empty(t, host.told)
	h.meet(notSaved, now)
	h.meet(notSaved, now)
	h.meet(notJudged, now)
	h.saved()
	h.passed(now.Add(calm - 1))
	h.passed(now.Add(calm))
	failed, ok := componentstatus.StatusRecoverableError, componentstatus.StatusOK
	assert.Equal(t, []componentstatus.Status{failed, failed, failed, ok}, host.statuses())
	require.ErrorIs(t, host.told[1].Err(), troubles[notSaved])
	require.ErrorIs(t, host.told[1].Err(), troubles[notJudged])

	h.meet(notSaved, now)
	late := &reporting{Host: componenttest.NewNopHost()}
	h.join(late)
	assert.Equal(t, []componentstatus.Status{failed}, late.statuses(), "whoever comes later is told as well")
	h.leave()
	h.saved()
	assert.Len(t, late.told, 1, "nothing is said of a component that stops")
}

func TestCausesQuoteNoText(t *testing.T) {
	assert.NotContains(t, causeOf(errors.New("secret")), "secret")
	assert.NotContains(t, causeOf("secret"), "secret")
	defer func() { assert.Contains(t, causeOf(recover()), "index out of range") }()
	last := func(list []int) int { return list[len(list)-1] }
	last(nil)
}
