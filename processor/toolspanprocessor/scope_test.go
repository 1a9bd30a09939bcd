package toolspanprocessor

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// spread is one conversation over several traces, as one gateway of several sees it.
type spread struct {
	*bench
	n byte
}

func newSpread(t *testing.T, scope string) *spread {
	return &spread{bench: newBench(t, func(c *Config) { c.Memory.Scope = scope })}
}

func (s *spread) send(trace byte, attrs map[string]any) map[string]any {
	s.n++
	attrs["gen_ai.conversation.id"] = "conversation"
	return s.bench.call(trace, s.n, attrs, ptrace.StatusCodeUnset).Attributes().AsRaw()
}

func (s *spread) test(trace byte, id string, timedOut bool) map[string]any {
	return s.send(trace, map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell", "gen_ai.tool.call.id": id,
		"gen_ai.tool.call.arguments": `{"command":"pytest -q"}`, "exit_code": 0, "timed_out": timedOut,
	})
}

func (s *spread) claim(trace byte) map[string]any {
	return s.chat(trace, "gen_ai.output.messages", allGood)
}

func (s *spread) chat(trace byte, key, text string) map[string]any {
	return s.send(trace, map[string]any{
		"gen_ai.operation.name": "chat",
		key:                     fmt.Sprintf(`[{"role":"assistant","parts":[{"type":"text","content":%q}]}]`, text),
	})
}

func TestScopeOfMemory(t *testing.T) {
	t.Run("a conversation goes on in another trace", func(t *testing.T) {
		s := newSpread(t, scopeConversation)
		s.test(1, "call-1", true)
		assert.Equal(t, []any{"false_confirm"}, s.claim(2)[keyFindings])
		s.test(3, "call-2", false)
		assert.EqualValues(t, 1, s.sum("rerun_after_timeout", "result", "pass"))
		assert.NotContains(t, s.claim(4), keyFindings)
	})
	t.Run("a trace is held against itself alone", func(t *testing.T) {
		s := newSpread(t, scopeTrace)
		s.test(1, "call-1", true)
		// The rerun was in trace 2, which another gateway saw. This one must not say that there was none.
		assert.NotContains(t, s.claim(3), keyFindings)
		s.test(3, "call-3", false)
		assert.Zero(t, s.sum("rerun_after_timeout"))
		assert.Equal(t, []any{"false_confirm"}, s.claim(1)[keyFindings])
	})
	t.Run("a call ID names another call in another trace", func(t *testing.T) {
		for scope, calls := range map[string]int{scopeConversation: 1, scopeTrace: 2} {
			s := newSpread(t, scope)
			s.test(1, "call-1", false)
			s.test(2, "call-1", false)
			assert.EqualValues(t, calls, s.sum("calls"), scope)
		}
	})
	t.Run("a false claim that comes back in another trace", func(t *testing.T) {
		text := allGood + " There is nothing left to do, the release can go out today."
		for scope, found := range map[string]any{scopeConversation: []any{"context_polluted"}, scopeTrace: nil} {
			s := newSpread(t, scope)
			s.test(1, "call-1", true)
			s.chat(1, "gen_ai.output.messages", text)
			assert.Equal(t, found, s.chat(2, "gen_ai.input.messages", text)[keyFindings], scope)
		}
	})
	t.Run("without a trace nothing is held against it", func(t *testing.T) {
		s := newSpread(t, scopeTrace)
		s.test(0, "call-1", true)
		assert.NotContains(t, s.claim(0), keyFindings)
	})
}
