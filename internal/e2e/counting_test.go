package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/collectortest"
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/rules"
)

// Counters made of deltas show 1 after five events that came one by one; these must not.
func TestFiveCallsSentOneByOneCountFive(t *testing.T) {
	c := run(t)
	for n := range uint64(5) {
		c.send(collectortest.Traces, spanRequest(t, testRun(fmt.Sprintf("call-%d", n), n+1)))
		c.requireSums(map[string]float64{"calls": float64(n + 1)})
	}
	require.Len(t, c.counters().Select("calls"), 1, "the calls are alike, so one series counts them all")
	require.InDelta(t, 5, c.counters().Sum("calls", "termination=ok", "outcome=succeeded", "signal=none"), 0)
}

func TestTheSameCallAgainCountsOnce(t *testing.T) {
	c := run(t)
	request := spanRequest(t, killedAfterPass())
	c.send(collectortest.Traces, request, request, request)
	c.wait(3)
	c.requireSums(map[string]float64{
		"calls": 1, "timeout_with_success_marker": 1, "false_confirm_blocked": 1, "false_confirm_detected": 0,
	})
}

// The wrapper around a tool, the child that ran it and the event about it report one call, in two pipelines.
func TestOneCallInThreeRecordsCountsOnce(t *testing.T) {
	c := run(t)
	wrapper := killedAfterPass()
	child := killedAfterPass()
	child.name, child.span, child.parent, child.status = "process.exec", 2, wrapper.span, ptrace.StatusCodeUnset
	event := killedAfterPass()
	event.name = "tool.finished"
	c.send(collectortest.Traces, spanRequest(t, wrapper), spanRequest(t, child))
	c.send(collectortest.Logs, logRequest(t, event))

	for _, record := range c.wait(3) {
		require.Equal(t, "incomplete", record.Verdict("outcome"), "every record bears the verdict: %s", record.Key)
	}
	c.requireSums(map[string]float64{
		"calls": 1, "timeout_with_success_marker": 1, "false_confirm_blocked": 1, "false_confirm_detected": 0,
	})
	require.InDelta(t, 1, c.counters().Sum("findings", "rule=false_confirm"), 0)
}

// An alert on an increase sees the first event only where the series was there before it.
func TestSeriesAreThereBeforeAnyCall(t *testing.T) {
	counters := run(t).counters()
	for _, claim := range []string{"user_approved", "verified", "confirmed", "status", "flag", "span_status", "ok_preview", "text"} {
		for _, name := range []string{"false_confirm_blocked", "false_confirm_detected"} {
			require.Len(t, counters.Select(name, "claim="+claim), 1, "%s of %s", name, claim)
		}
	}
	for _, termination := range []string{"timeout", "signal", "running"} {
		require.NotEmpty(t, counters.Select("timeout_with_success_marker", "termination="+termination), termination)
	}
	set, err := contract.NewSet(rules.All(), nil, nil)
	require.NoError(t, err)
	series := 0
	for _, rule := range set.Active() {
		for _, severity := range set.Severities(rule) {
			series++
			require.Len(t, counters.Select("findings", "rule="+set.ID(rule), "severity="+severity.String()), 1, "%s as %s", set.ID(rule), severity)
		}
	}
	require.Len(t, counters.Select("findings"), series, "no rule has a severity that it is never reported with")
	for _, name := range []string{"ambiguous", "clipped", "errors_ignored", "memory_evictions", "verdicts_replaced"} {
		require.NotEmpty(t, counters.Select(name), name)
	}
	for _, counter := range counters {
		if counter.Name != "memory_limit" {
			require.Zero(t, counter.Value, counter.String())
		}
	}
}
