package toolspanprocessor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// agentLog is a log event of an agent, with the name of its event in an attribute, as most have it.
type agentLog struct {
	scope string
	at    int64
	attrs map[string]any
}

func logsOf(t *testing.T, list ...agentLog) plog.Logs {
	t.Helper()
	batch := plog.NewLogs()
	for _, l := range list {
		sl := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty()
		sl.Scope().SetName(l.scope)
		record := sl.LogRecords().AppendEmpty()
		record.SetTimestamp(pcommon.Timestamp(l.at))
		require.NoError(t, record.Attributes().FromRaw(l.attrs))
	}
	return batch
}

const (
	claudeScope = "com.anthropic.claude_code.events"
	codexScope  = "codex_otel.log_only"
)

func claudeLog(at int64, event string, more map[string]any) agentLog {
	attrs := map[string]any{"event.name": event, "session.id": "s1", "tool_name": "Bash", "tool_use_id": "t1"}
	for key, value := range more {
		attrs[key] = value
	}
	return agentLog{claudeScope, at, attrs}
}

// TestDecisionsOfAgents sends the decisions that agents report, in one batch with their calls and one by one.
func TestDecisionsOfAgents(t *testing.T) {
	result := func(more map[string]any) agentLog { return claudeLog(20, "tool_result", more) }
	codexResult := agentLog{codexScope, 20, map[string]any{"event.name": "codex.tool_result", "call_id": "c1", "tool_name": "exec_command", "conversation.id": "s1", "success": "true", "output": "Process exited with code 0\nOutput:\nx"}}
	codexDecision := func(decision, source string) agentLog {
		return agentLog{codexScope, 10, map[string]any{"event.name": "codex.tool_decision", "call_id": "c1", "tool_name": "exec_command", "conversation.id": "s1", "decision": decision, "source": source}}
	}
	for name, tt := range map[string]struct {
		logs []agentLog
		want string
	}{
		"claude, by its settings":   {[]agentLog{claudeLog(10, "tool_decision", m{"decision": "accept", "source": "config"}), result(m{"success": "true"})}, ""},
		"claude, by a hook":         {[]agentLog{claudeLog(10, "tool_decision", m{"decision": "accept", "source": "hook"}), result(m{"success": "true"})}, ""},
		"claude, by the user":       {[]agentLog{claudeLog(10, "tool_decision", m{"decision": "accept", "source": "user_temporary"}), result(m{"success": "true"})}, ""},
		"claude, rejected":          {[]agentLog{claudeLog(10, "tool_decision", m{"decision": "reject", "source": "user_reject"})}, ""},
		"claude, rejected by timer": {[]agentLog{claudeLog(10, "tool_decision", m{"decision": "reject", "source": "timeout"})}, ""},
		"claude, by a timer":        {[]agentLog{claudeLog(10, "tool_decision", m{"decision": "accept", "source": "timeout"}), result(m{"success": "true"})}, "approval_by_timeout"},
		"claude, on the result":     {[]agentLog{result(m{"success": "true", "decision_type": "accept", "decision_source": "config"})}, ""},
		"claude, timer on result":   {[]agentLog{result(m{"success": "true", "decision_type": "accept", "decision_source": "timeout"})}, "approval_by_timeout"},
		"codex, by its settings":    {[]agentLog{codexDecision("approved", "Config"), codexResult}, ""},
		"codex, by the user":        {[]agentLog{codexDecision("approved_for_session", "User"), codexResult}, ""},
		"codex, by a timer":         {[]agentLog{codexDecision("approved", "Timer"), codexResult}, "approval_by_timeout"},
	} {
		for _, together := range []bool{true, false} {
			b := newBench(t, nil)
			if together {
				require.NoError(t, b.logs.ConsumeLogs(t.Context(), logsOf(t, tt.logs...)))
			} else {
				for _, l := range tt.logs {
					require.NoError(t, b.logs.ConsumeLogs(t.Context(), logsOf(t, l)))
				}
			}
			for _, rule := range []string{"approval_by_timeout", "approval_by_silence"} {
				want := int64(0)
				if rule == tt.want {
					want = 1
				}
				assert.Equal(t, want, b.sum("findings", "rule", rule), "%s: %s, together: %v", name, rule, together)
			}
		}
	}
}

// TestDecisionsLeaveAsTheyCame has what only tells about a call untouched.
func TestDecisionsLeaveAsTheyCame(t *testing.T) {
	b := newBench(t, nil)
	decision := claudeLog(10, "tool_decision", m{"decision": "accept", "source": "config"})
	batch := logsOf(t, decision)
	require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
	assert.Equal(t, decision.attrs, batch.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Attributes().AsRaw())
	assert.EqualValues(t, 0, b.sum("calls"))
}

// TestConsentAcrossBatches tells a conversation step by step, each in a batch of its own and all in one.
func TestConsentAcrossBatches(t *testing.T) {
	ask := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_user", "gen_ai.tool.call.id": "q1", "gen_ai.tool.call.result": "Timed out waiting for user confirmation."}
	yes := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_user", "gen_ai.tool.call.id": "q2", "gen_ai.tool.call.result": "yes"}
	claim := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "deploy", "gen_ai.tool.call.id": "d1", "tool_span.claim.user_approved": true, "tool_span.termination.exit_code": 0}
	chat := func(input, output string) m {
		attrs := m{"gen_ai.operation.name": "chat"}
		if input != "" {
			attrs["gen_ai.input.messages"] = fmt.Sprintf(`[{"role":"user","parts":[{"type":"text","content":%q}]}]`, input)
		}
		if output != "" {
			attrs["gen_ai.output.messages"] = fmt.Sprintf(`[{"role":"assistant","parts":[{"type":"text","content":%q}]}]`, output)
		}
		return attrs
	}
	askFor := func(result any) m {
		return m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_user", "gen_ai.tool.call.id": "q1", "gen_ai.tool.call.result": result}
	}
	lost := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "AskUserQuestion", "gen_ai.tool.call.id": "q1", "error.type": "timeout"}
	waits := m{"gen_ai.tool.call.id": "d1", "tool_span.approval.state": "awaiting_human"}
	approved := m{"gen_ai.tool.call.id": "d1", "tool_span.approval.state": "approved"}
	for name, tt := range map[string]struct {
		steps []m
		found int64
	}{
		"no answer, then the claim":          {[]m{ask, claim}, 1},
		"a member says so":                   {[]m{askFor(`{"status":"timeout","answer":null}`), claim}, 1},
		"a member of a map says so":          {[]m{askFor(m{"timed_out": true}), claim}, 1},
		"a question that met a time limit":   {[]m{lost, claim}, 1},
		"a question that says so":            {[]m{{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "ask_user", "gen_ai.tool.call.id": "q1", "error.type": "timeout", "gen_ai.tool.call.result": "MCP error -32001: Request timed out"}, claim}, 1},
		"an answer in JSON":                  {[]m{askFor(`{"answer":"yes","timed_out":false}`), claim}, 0},
		"an answer that speaks of a timeout": {[]m{askFor("Approved, but set the timeout to 30 first"), claim}, 0},
		"an answer, then the claim":          {[]m{ask, yes, claim}, 0},
		"the claim before the question":      {[]m{claim, ask}, 0},
		"a message, then the claim":          {[]m{ask, chat("go on, deploy it", "I will."), claim}, 0},
		"a message before the question":      {[]m{chat("deploy it", "I will ask."), ask, claim}, 1},
		"a notice is no message":             {[]m{ask, chat("The user did not respond within 60 seconds.", "I see."), claim}, 1},
		"a reminder is no message":           {[]m{ask, chat("<system-reminder>go on</system-reminder>", "I see."), claim}, 1},
		"no answer, then the text":           {[]m{ask, chat("", "The user approved the deploy.")}, 1},
		"no answer, an honest text":          {[]m{ask, chat("", "Nobody answered, so I deployed nothing.")}, 0},
		"a text without a question":          {[]m{chat("", "The user approved the deploy.")}, 0},
		"waits, then approved":               {[]m{waits, approved}, 1},
		"waits, a message, then approved":    {[]m{waits, chat("yes", "Fine."), approved}, 0},
		"approved before it waits":           {[]m{approved, waits}, 0},
		"waits, approved twice":              {[]m{waits, approved, approved}, 1},
		"waits, and a claim of another call": {[]m{waits, {"gen_ai.tool.call.id": "d2", "tool_span.claim.user_approved": true, "exit_code": 0}}, 0},
	} {
		for _, together := range []bool{false, true} {
			b := newBench(t, nil)
			batch := ptrace.NewTraces()
			for i, attrs := range tt.steps {
				rs := batch.ResourceSpans().AppendEmpty()
				span := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
				span.SetTraceID([16]byte{1})
				span.SetSpanID([8]byte{byte(i + 1)})
				span.SetStartTimestamp(pcommon.Timestamp(1000 * (i + 1)))
				span.SetEndTimestamp(pcommon.Timestamp(1000*(i+1) + 500))
				require.NoError(t, span.Attributes().FromRaw(attrs))
				if !together {
					b.send(batch)
					batch = ptrace.NewTraces()
				}
			}
			if together {
				b.send(batch)
			}
			assert.Equal(t, tt.found, b.sum("findings", "rule", "approval_by_silence"), "%s, together: %v", name, together)
		}
	}
}

// TestPromptsOfUsers has the event of a prompt stand for an answer.
func TestPromptsOfUsers(t *testing.T) {
	for _, together := range []bool{false, true} {
		b := newBench(t, nil)
		list := []agentLog{
			{"", 10, m{"gen_ai.conversation.id": "s1", "gen_ai.tool.call.id": "d1", "tool_span.approval.state": "rejected", "tool_span.approval.decided_by": "timer"}},
			{"", 20, m{"event.name": "user_prompt", "gen_ai.conversation.id": "s1"}},
			{"", 30, m{"gen_ai.conversation.id": "s1", "gen_ai.tool.call.id": "d2", "tool_span.claim.user_approved": true, "exit_code": 0}},
		}
		if together {
			require.NoError(t, b.logs.ConsumeLogs(t.Context(), logsOf(t, list...)))
		} else {
			for _, l := range list {
				require.NoError(t, b.logs.ConsumeLogs(t.Context(), logsOf(t, l)))
			}
		}
		assert.EqualValues(t, 0, b.sum("findings", "rule", "approval_by_silence"), "together: %v", together)
	}
}

// TestHostileApprovals reads values of any type and size.
func TestHostileApprovals(t *testing.T) {
	for i, value := range []any{nil, "", true, 7, 1.5, []any{"approved"}, m{"state": m{"state": "approved"}}, strings.Repeat("approved ", 1<<16), "\xff\xfe", []byte{1}} {
		b := newBench(t, nil)
		for _, key := range []string{"tool_span.approval", "tool_span.approval.state", "tool_span.approval.decided_by", "tool_span.approval.timed_out", "gen_ai.tool.call.decision"} {
			out := b.call(1, byte(i+1), m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "x", key: value, "exit_code": 0}, ptrace.StatusCodeUnset)
			assert.Equal(t, "ok", out.Attributes().AsRaw()["tool_span.verdict.termination"], "%s: %.40v", key, value)
		}
		assert.EqualValues(t, 0, b.sum("errors_ignored"))
	}
}

// TestWordsForTimers has a slot ended in the words of many harnesses.
func TestWordsForTimers(t *testing.T) {
	for _, tt := range []struct {
		state, by string
		want      int64
	}{
		{"APPROVED", "Timer", 1}, {"approved_by_timeout", "", 1}, {"auto-approved on timeout", "", 1}, {"timed_out_approved", "", 1}, {"approved", "approval timer", 1},
		{"approved", "timeout_handler", 1}, {"approved", "default_on_timeout", 1}, {"approved", "no_response", 1},
		{"rejected_by_timeout", "", 0}, {"escalated", "approval timer", 0}, {"auto_approved", "", 0}, {"approved", "policy", 0}, {"approved", "default", 0},
		{"approved", "user_before_timeout", 0}, {"approved_before_timeout", "human", 0}, {"timed_out", "", 0},
	} {
		attrs := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "deploy", "exit_code": 0, "tool_span.approval.state": tt.state}
		if tt.by != "" {
			attrs["tool_span.approval.decided_by"] = tt.by
		}
		b := newBench(t, nil)
		b.call(1, 1, attrs, ptrace.StatusCodeUnset)
		assert.Equal(t, tt.want, b.sum("findings", "rule", "approval_by_timeout"), "%+v", tt)
	}
}
