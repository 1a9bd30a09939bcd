package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/collectortest"
)

func TestAFalseClaimIsDemoted(t *testing.T) {
	c := run(t)
	c.send(collectortest.Traces, spanRequest(t, killedAfterPass()))

	got := c.wait(1)[0]
	require.Equal(t, "Error", got.Status)
	require.Equal(t, "failed_or_incomplete", got.Attributes["tool_span.claim.status"])
	require.Equal(t, "succeeded", got.Attributes["tool_span.original.tool_span.claim.status"])
	require.Equal(t, "Ok", got.Attributes["tool_span.original.span.status_code"])
	verdict := map[string]string{}
	for _, name := range []string{"termination", "exit_code", "signal", "outcome", "next", "must_rerun", "evidence"} {
		verdict[name] = got.Verdict(name)
	}
	require.Equal(t, map[string]string{
		"termination": "timeout", "exit_code": "143", "signal": "SIGTERM", "outcome": "incomplete", "next": "rerun",
		"must_rerun": "true", "evidence": "terminated",
	}, verdict)
	require.ElementsMatch(t, []string{"status_contradiction", "timeout_with_success_marker", "false_confirm"}, got.VerdictList("findings"))

	c.requireSums(map[string]float64{
		"calls": 1, "timeout_with_success_marker": 1, "false_confirm_blocked": 1, "false_confirm_detected": 0,
	})
	require.InDelta(t, 1, c.counters().Sum("false_confirm_blocked", "claim=status"), 0)
}

func TestAnnotateChangesNothing(t *testing.T) {
	c := run(t, "yaml:processors::tool_span::mode: annotate")
	request := spanRequest(t, killedAfterPass())
	c.send(collectortest.Traces, request)

	got := c.wait(1)[0]
	require.Equal(t, "incomplete", got.Verdict("outcome"))
	require.Equal(t, parse(t, request)[0].Wire, got.Bare, "nothing but the verdict may be added")
	c.requireSums(map[string]float64{
		"calls": 1, "timeout_with_success_marker": 1, "false_confirm_blocked": 0, "false_confirm_detected": 1,
	})
}

// A run that ended well keeps every word that was said of it, whatever it printed.
func TestATrueClaimIsLeftAlone(t *testing.T) {
	c := run(t)
	s := testRun("call-healthy", 1)
	s.attributes["tool_span.stdout.preview"] = "tests/a.py ....\nPASS\n"
	request := spanRequest(t, s)
	c.send(collectortest.Traces, request)

	got := c.wait(1)[0]
	require.Equal(t, "succeeded", got.Verdict("outcome"))
	require.Empty(t, got.VerdictList("findings"))
	require.Equal(t, parse(t, request)[0].Wire, got.Bare)
	c.requireSums(map[string]float64{
		"calls": 1, "timeout_with_success_marker": 0, "false_confirm_blocked": 0, "false_confirm_detected": 0,
	})
}

func TestOtherSpansPassUntouched(t *testing.T) {
	c := run(t)
	request := spanRequest(t,
		sample{name: "invoke_agent demo", trace: 1, span: 1, status: ptrace.StatusCodeOk, attributes: map[string]any{
			"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "demo",
		}},
		sample{name: "chat model", trace: 1, span: 2, parent: 1, attributes: map[string]any{
			"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 412, "gen_ai.request.temperature": 0.5,
			"gen_ai.response.finish_reasons": []any{"stop"}, "gen_ai.output.messages": "All tests pass.",
		}},
		sample{name: "GET", trace: 1, span: 3, parent: 1, status: ptrace.StatusCodeError, statusMessage: "500", attributes: map[string]any{
			"http.request.method": "GET", "http.response.status_code": 500, "error.type": "500", "exit_code": 1, "status": "succeeded",
		}},
		sample{name: "nothing said", trace: 1, span: 4},
	)
	c.send(collectortest.Traces, request)

	sent, got := parse(t, request), c.wait(4)
	for i := range sent {
		require.Equal(t, sent[i].Key, got[i].Key)
		require.Equal(t, sent[i].Wire, got[i].Wire, sent[i].Name)
	}
	require.Empty(t, c.counters().Select("calls"))
}
