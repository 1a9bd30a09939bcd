package toolspanprocessor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// together sends calls as the spans of one batch and returns their attributes.
func (s *story) together(steps ...step) (list []map[string]any) {
	batch := ptrace.NewTraces()
	spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for _, st := range steps {
		s.n++
		span := spans.AppendEmpty()
		span.SetTraceID(pcommon.TraceID{1})
		span.SetSpanID(pcommon.SpanID{s.n})
		attrs := map[string]any{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell", "gen_ai.tool.call.id": "call-" + string('0'+rune(s.n)),
			"gen_ai.tool.call.arguments": st.args, "exit_code": st.code, "timed_out": st.timedOut,
		}
		for key, value := range st.more {
			attrs[key] = value
		}
		require.NoError(s.t, span.Attributes().FromRaw(attrs))
	}
	require.NoError(s.t, s.traces.ConsumeTraces(s.t.Context(), batch))
	for _, span := range spans.All() {
		list = append(list, span.Attributes().AsRaw())
	}
	return list
}

func shadowOf(id string) map[string]any { return map[string]any{"tool_span.shadow_of": id} }

// A run that verifies a call raises it where both come together; what has gone on its way is not judged again.
func TestShadowsInOneBatch(t *testing.T) {
	const line = `{"command":"pytest -q"}`
	s := newStory(t)
	got := s.together(step{args: line}, step{args: line, more: shadowOf("call-1")})
	assert.Equal(t, "verified", got[0]["tool_span.verdict.evidence"])
	assert.Equal(t, "succeeded", got[0]["tool_span.verdict.outcome"])
	assert.Equal(t, "terminated", got[1]["tool_span.verdict.evidence"])
	assert.Equal(t, int64(1), s.sum("shadow", "result", "agree"))

	s = newStory(t)
	got = s.together(step{args: line}, step{args: line, code: 1, more: shadowOf("0100000000000000")})
	assert.Equal(t, "terminated", got[0]["tool_span.verdict.evidence"])
	assert.NotEqual(t, "succeeded", got[0]["tool_span.verdict.outcome"], "it is not believed any more")
	assert.Equal(t, []any{"shadow_disagrees"}, got[1]["tool_span.verdict.findings"])
	assert.Equal(t, int64(1), s.sum("shadow", "result", "disagree"))
	assert.Zero(t, s.sum("shadow", "result", "agree"))
}

// Of a call that nobody knows, or of another conversation, nothing follows.
func TestShadowsOfOthers(t *testing.T) {
	const line = `{"command":"pytest -q"}`
	s := newStory(t)
	s.call(step{args: line, conversation: "a"})
	for _, id := range []string{"call-9", "call-1", "zzzzzzzzzzzzzzzz", "ff00000000000000"} {
		s.n += 10
		got := s.bench.call(9, s.n, map[string]any{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell", "gen_ai.conversation.id": "b", "exit_code": 1, "tool_span.shadow_of": id,
		}, ptrace.StatusCodeUnset).Attributes().AsRaw()
		assert.NotContains(t, got, "tool_span.verdict.findings", id)
	}
	assert.Zero(t, s.sum("shadow"))
}

// A shadow run that is delivered twice, or in both signals, counts once.
func TestAShadowCountsOnce(t *testing.T) {
	s := newStory(t)
	s.call(step{args: `{"command":"make test"}`})
	s.n = 4
	first := s.call(step{args: `{"command":"make test"}`, code: 2, more: shadowOf("call-1")})
	s.n = 4
	assert.Equal(t, first, s.call(step{args: `{"command":"make test"}`, code: 2, more: shadowOf("call-1")}))
	assert.Equal(t, int64(1), s.sum("shadow", "result", "disagree"))
}

// What is claimed of a call that a run has contradicted is held against it.
func TestAContradictedCallStands(t *testing.T) {
	s := newStory(t)
	s.call(step{args: `{"command":"pytest -q"}`})
	s.call(step{args: `{"command":"pytest -q -p no:cacheprovider"}`, code: 1, more: shadowOf("call-1")})
	got := s.bench.call(1, 9, map[string]any{
		"gen_ai.operation.name": "chat", "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"All tests pass."}]}]`,
	}, ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.Equal(t, []any{"false_confirm"}, got["tool_span.verdict.findings"])
}

func TestEvaluations(t *testing.T) {
	for name, tt := range map[string]struct {
		name         string
		label, score any
		code         int
		evidence     string
		outcome      string
	}{
		"passed":              {"unit tests", "pass", nil, 0, "verified", "succeeded"},
		"passed by a score":   {"unit tests", nil, 1.0, 0, "verified", "succeeded"},
		"failed":              {"unit tests", "fail", 1.0, 0, "terminated", "unknown"},
		"failed by a score":   {"unit tests", nil, 0, 0, "terminated", "unknown"},
		"neither":             {"unit tests", "so-so", 0.7, 0, "terminated", "succeeded"},
		"a judgement":         {"helpfulness", "pass", 1.0, 0, "terminated", "succeeded"},
		"of a failure":        {"unit tests", "pass", nil, 1, "terminated", "failed"},
		"no name":             {"", "pass", nil, 0, "terminated", "succeeded"},
		"a label of bad type": {"unit tests", []any{"pass"}, nil, 0, "terminated", "succeeded"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, func(cfg *Config) { cfg.Verifiers.Evaluations = []string{"unit tests", "smoke"} })
			attrs := map[string]any{"gen_ai.evaluation.name": tt.name}
			if tt.label != nil {
				attrs["gen_ai.evaluation.score.label"] = tt.label
			}
			if tt.score != nil {
				attrs["gen_ai.evaluation.score.value"] = tt.score
			}
			batch := ptrace.NewTraces()
			span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
			span.SetSpanID(pcommon.SpanID{1})
			require.NoError(t, span.Attributes().FromRaw(map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell", "exit_code": tt.code}))
			event := span.Events().AppendEmpty()
			event.SetName("gen_ai.evaluation.result")
			require.NoError(t, event.Attributes().FromRaw(attrs))
			got := b.send(batch).Attributes().AsRaw()
			assert.Equal(t, tt.evidence, got["tool_span.verdict.evidence"])
			assert.Equal(t, tt.outcome, got["tool_span.verdict.outcome"])
		})
	}
}

// An evaluation in a log record comes after the call, and changes what is remembered of it.
func TestEvaluationsInLogs(t *testing.T) {
	for label, found := range map[string]bool{"fail": true, "pass": false} {
		s := &story{bench: newBench(t, func(cfg *Config) { cfg.Verifiers.Evaluations = []string{"unit tests"} })}
		s.call(step{args: `{"command":"pytest -q"}`})
		batch := plog.NewLogs()
		record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		record.SetEventName("gen_ai.evaluation.result")
		record.SetTraceID(pcommon.TraceID{1})
		record.SetSpanID(pcommon.SpanID{1})
		require.NoError(t, record.Attributes().FromRaw(map[string]any{"gen_ai.evaluation.name": "unit tests", "gen_ai.evaluation.score.label": label}))
		require.NoError(t, s.logs.ConsumeLogs(t.Context(), batch))
		got := s.bench.call(1, 9, map[string]any{
			"gen_ai.operation.name": "chat", "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"All tests pass."}]}]`,
		}, ptrace.StatusCodeUnset).Attributes().AsRaw()
		_, tagged := got["tool_span.verdict.findings"]
		assert.Equal(t, found, tagged, label)
	}
}
