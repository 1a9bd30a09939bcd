package toolspanprocessor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// react is a conversation of a model that asks for tools in words, with a framework that runs them.
type react struct {
	batch ptrace.Traces
	trace byte
	n     byte
	text  string // of the prompt so far
}

func newReact(trace byte, question string) *react {
	return &react{batch: ptrace.NewTraces(), trace: trace, text: question + "\n"}
}

func (r *react) span(name string, attrs map[string]any) {
	r.n++
	span := r.batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName(name)
	span.SetTraceID(pcommon.TraceID{r.trace})
	span.SetSpanID(pcommon.SpanID{r.trace, r.n})
	span.SetStartTimestamp(pcommon.Timestamp(int(r.trace)*1e6 + int(r.n)*1000))
	span.SetEndTimestamp(span.StartTimestamp() + 500)
	attrs["gen_ai.conversation.id"] = fmt.Sprint("c", r.trace)
	_ = span.Attributes().FromRaw(attrs)
}

// says is one call of the model.
func (r *react) says(text string) *react {
	message := func(role, text string) string {
		return fmt.Sprintf(`[{"role":%q,"parts":[{"type":"text","content":%q}]}]`, role, text)
	}
	r.span("chat", map[string]any{
		"gen_ai.operation.name": "chat", "gen_ai.input.messages": message("user", r.text), "gen_ai.output.messages": message("assistant", text),
	})
	r.text += text + "\n"
	return r
}

// runs is one call of a tool, whose result the framework puts into the prompt.
func (r *react) runs(tool, result string) *react {
	r.span("execute_tool "+tool, map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, "gen_ai.tool.call.result": result})
	r.text += "Observation: " + result + "\nThought:"
	return r
}

// findings are those of the records of models, one line for each record, as it came out.
func (b *bench) findings(batch ptrace.Traces) (list []string) {
	b.send(batch)
	for _, rs := range batch.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				if span.Name() != "chat" {
					continue
				}
				var ids []string
				if v, ok := span.Attributes().Get(keyFindings); ok {
					for _, id := range v.Slice().All() {
						ids = append(ids, id.Str())
					}
				}
				list = append(list, strings.Join(ids, " "))
			}
		}
	}
	return list
}

// TestAnObservationThatTheModelWrote is the story of a model that asks for a tool and answers itself, beside that of
// one that waits for the tool.
func TestAnObservationThatTheModelWrote(t *testing.T) {
	b := newBench(t, func(cfg *Config) { cfg.Memory.CompleteTraces = true })
	const question, asks = "How often does rollback occur in the report?", "Thought: I have to look.\nAction: scan_term[rollback]"

	waits := newReact(1, question).says(asks).runs("scan_term", `{"count": 3}`).says("Final Answer: 3 times.")
	assert.Equal(t, []string{"", ""}, b.findings(waits.batch))

	writes := newReact(2, question).says(asks + "\nObservation: {\"count\": 0}\nThought: That is all.").says("Final Answer: 0 times.")
	assert.Equal(t, []string{"forged_observation", "context_polluted action_unexecuted"}, b.findings(writes.batch))

	for _, rule := range []string{"forged_observation", "context_polluted", "action_unexecuted"} {
		assert.Equal(t, int64(1), b.sum("findings", "rule", rule), rule)
	}
	assert.Zero(t, b.sum("findings", "rule", "unbacked_observation"))
	assert.Equal(t, int64(1), b.sum("calls"))
	assert.Zero(t, b.sum("findings_withdrawn"))

	// The tool is reported after all.
	late := newReact(2, "")
	late.n = 1
	late.runs("scan_term", `{"count": 3}`)
	b.send(late.batch)
	assert.Equal(t, int64(1), b.sum("findings_withdrawn"))
}

// What another conversation is handed counts where it is long enough not to be there by chance.
func TestAForgedResultInAnotherConversation(t *testing.T) {
	const short = "Action: count[x]\nObservation: 0"
	long := "Action: scan_term[rollback of the release]\nObservation: {\"count\": 0, \"files\": [], \"took_ms\": 12}"
	b := newBench(t, nil)
	assert.Equal(t, []string{"forged_observation"}, b.findings(newReact(1, "How often?").says(short).batch))
	assert.Equal(t, []string{"forged_observation"}, b.findings(newReact(2, "How often?").says(long).batch))
	assert.Equal(t, []string{""}, b.findings(newReact(3, "Notes of a colleague:\n"+short).says("I see.").batch))
	assert.Equal(t, []string{"context_polluted"}, b.findings(newReact(4, "Notes of a colleague:\n"+long).says("I see.").batch))
	later := newReact(1, "Go on.\n"+short)
	later.n = 10
	assert.Equal(t, []string{"context_polluted"}, b.findings(later.says("I see.").batch))
	assert.Equal(t, int64(2), b.sum("findings", "rule", "context_polluted"))
}

// A prompt that is given again and again is counted once for what is in it.
func TestAPollutedConversationCountsOnce(t *testing.T) {
	b := newBench(t, nil)
	r := newReact(1, "How often?").says("Action: scan_term[x]\nObservation: none at all").says("None.").says("Really none.").says("Still none.")
	assert.Equal(t, []string{"forged_observation", "context_polluted", "context_polluted", "context_polluted"}, b.findings(r.batch))
	assert.Equal(t, int64(1), b.sum("findings", "rule", "context_polluted"))
}

// Where an agent reports no calls, the results among its messages are held against what it says.
func TestResultsAmongMessagesStandForCalls(t *testing.T) {
	prompt := func(result string) string {
		return fmt.Sprintf(`[{"role":"user","content":"Run the tests."},
			{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"bash","arguments":"{\"command\":\"pytest -q\"}"}}]},
			{"role":"tool","tool_call_id":"call_1","content":%q}]`, result)
	}
	for result, want := range map[string]string{
		"Command timed out after 120.0 seconds\nPASS tests/a.py": "false_confirm",
		"12 passed in 3.1s": "",
	} {
		b := newBench(t, nil)
		r := newReact(1, "")
		r.span("chat", map[string]any{
			"gen_ai.operation.name": "chat", "gen_ai.input.messages": prompt(result),
			"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"All tests pass."}]}]`,
		})
		assert.Equal(t, []string{want}, b.findings(r.batch), result)
		assert.Zero(t, b.sum("calls"))
	}
}
