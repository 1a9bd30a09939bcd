package toolspanprocessor

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// say sends a span of the model with its final answer and returns the attributes as they come out.
func (s *story) say(conversation, text string) map[string]any {
	s.n++
	attrs := map[string]any{
		"gen_ai.operation.name":  "chat",
		"gen_ai.output.messages": fmt.Sprintf(`[{"role":"assistant","parts":[{"type":"text","content":%q}]}]`, text),
	}
	if conversation != "" {
		attrs["gen_ai.conversation.id"] = conversation
	}
	return s.bench.call(1, s.n, attrs, ptrace.StatusCodeUnset).Attributes().AsRaw()
}

const allGood = "All tests pass. Everything completed successfully."

var (
	killedTests  = step{args: `{"command":"pytest -q"}`, timedOut: true}
	passedTests  = step{args: `{"command":"pytest -q"}`}
	failedTests  = step{args: `{"command":"pytest -q"}`, code: 1}
	passedOthers = step{args: `{"command":"pytest tests/unit"}`}
	killedScript = step{args: `{"command":"./migrate.sh"}`, code: 137}
	failedBuild  = step{args: `{"command":"go build ./..."}`, code: 1}
	emptyGrep    = step{args: `{"command":"grep -rn TODO src"}`, code: 1}
	missingFile  = step{args: `{"command":"ls /nowhere"}`, code: 2}
)

func TestAnswersAreHeldAgainstCalls(t *testing.T) {
	for name, tt := range map[string]struct {
		calls []step
		text  string
		found int // calls named in the verdict
	}{
		"killed tests":          {[]step{killedTests}, allGood, 1},
		"failed tests":          {[]step{failedTests}, allGood, 1},
		"a killed script":       {[]step{killedScript}, "Done, the migration was applied.", 1},
		"both":                  {[]step{killedScript, failedTests}, allGood, 2},
		"in Chinese":            {[]step{killedTests}, "所有测试均已通过，任务完成。", 1},
		"passed again":          {[]step{killedTests, passedTests}, allGood, 0},
		"passed in another way": {[]step{killedTests, passedOthers}, allGood, 0},
		"passed in one line with others": {
			[]step{failedBuild, {args: `{"command":"go build ./... && go test ./..."}`}}, "The build succeeded and all tests pass.", 0,
		},
		"failed again":                       {[]step{killedTests, failedTests}, allGood, 2},
		"other work passed":                  {[]step{killedTests, {args: `{"command":"go vet ./..."}`}}, allGood, 1},
		"honest":                             {[]step{killedTests}, "The test run timed out before it finished; it has to be run again.", 0},
		"hedged":                             {[]step{killedTests}, "The tests should pass now, but I could not verify it.", 0},
		"a question":                         {[]step{killedTests}, "Did all tests pass?", 0},
		"a plan":                             {[]step{killedTests}, "Next I will run the tests until they pass.", 0},
		"about files":                        {[]step{failedBuild}, "I updated the README and added a section on logging.", 0},
		"about tests, not the build":         {[]step{failedBuild}, "All tests pass.", 0},
		"about the build":                    {[]step{failedBuild}, "The build succeeded.", 1},
		"an answer of grep":                  {[]step{emptyGrep}, allGood, 0},
		"a failed look":                      {[]step{missingFile}, allGood, 0},
		"around a record of another call":    {[]step{killedTests, {args: `{"command":"ls"}`, more: map[string]any{"gen_ai.tool.call.id": "call-ls"}}}, allGood + "\n```json\n{\"call_id\":\"call-ls\",\"status\":\"ok\"}\n```", 1},
		"honest around such a record":        {[]step{killedTests, {args: `{"command":"ls"}`, more: map[string]any{"gen_ai.tool.call.id": "call-ls"}}}, "The test run timed out.\n```json\n{\"call_id\":\"call-ls\",\"status\":\"ok\"}\n```", 0},
		"nothing went wrong":                 {[]step{passedTests}, allGood, 0},
		"no calls":                           {nil, allGood, 0},
		"a look that was cut short":          {[]step{{args: `{"command":"timeout 10 tail -f app.log"}`, code: 124}, {args: `{"command":"git log | head -3"}`, code: 141}}, allGood, 0},
		"a script that was":                  {[]step{{args: `{"command":"timeout 600 ./migrate.sh"}`, code: 124}}, allGood, 1},
		"then a run of which no end is told": {[]step{failedTests, {args: `{"command":"pytest tests/unit"}`, more: map[string]any{"exit_code": "", "gen_ai.tool.call.result": "12 passed in 0.4s"}}}, allGood, 0},
		"then one that failed in its words":  {[]step{failedTests, {args: `{"command":"pytest tests/unit"}`, more: map[string]any{"exit_code": "", "gen_ai.tool.call.result": "1 failed, 11 passed in 0.4s"}}}, allGood, 1},
		"a server in the background": {[]step{{
			args: `{"command":"npm run dev","run_in_background":true}`,
			more: map[string]any{"tool_span.termination.kind": "running", "exit_code": ""},
		}}, allGood, 0},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			for _, call := range tt.calls {
				s.call(call)
			}
			out := s.say("", tt.text)
			if tt.found == 0 {
				assert.NotContains(t, out, keyFindings)
				assert.NotContains(t, out, keyContract, "a model's span with nothing to say about passes as it came")
				assert.Zero(t, s.sum("false_confirm_detected", "claim", "text"))
				return
			}
			assert.Equal(t, []any{"false_confirm"}, out[keyFindings])
			assert.Len(t, out[keyRelated], tt.found)
			assert.EqualValues(t, 1, s.sum("false_confirm_detected", "claim", "text"))
			assert.EqualValues(t, 1, s.sum("findings", "rule", "false_confirm", "severity", "warning"))
			assert.Zero(t, s.sum("false_confirm_blocked"))
			s.say("", tt.text)
			assert.EqualValues(t, 1, s.sum("false_confirm_detected", "claim", "text"), "the same text on another span")
		})
	}
}

func TestConversationsAreApart(t *testing.T) {
	s := newStory(t)
	bad := killedTests
	bad.conversation = "a"
	s.call(bad)
	assert.NotContains(t, s.say("b", allGood), keyFindings)
	assert.Contains(t, s.say("a", allGood), keyFindings)
}

func TestARuleThatIsDisabledHearsNothing(t *testing.T) {
	s := &story{bench: newBench(t, func(c *Config) { c.Rules.Disable = []string{"false_confirm"} })}
	s.call(killedTests)
	assert.NotContains(t, s.say("", allGood), keyFindings)
}

// TestAnswersOfAgents reads what models wrote where the different producers put it.
func TestAnswersOfAgents(t *testing.T) {
	for name, tt := range map[string]struct {
		event  string
		attrs  map[string]any
		events map[string]map[string]any
	}{
		"semconv list":  {attrs: map[string]any{"gen_ai.output.messages": []any{map[string]any{"role": "assistant", "parts": []any{map[string]any{"type": "text", "content": allGood}}}}}},
		"ai sdk":        {attrs: map[string]any{"ai.response.text": allGood}},
		"openinference": {attrs: map[string]any{"llm.output_messages.0.message.content": allGood}},
		"traceloop":     {attrs: map[string]any{"gen_ai.completion.0.content": allGood}},
		"mastra":        {attrs: map[string]any{"mastra.agent_run.output": `{"text":"` + allGood + `","files":[]}`}},
		"adk":           {attrs: map[string]any{"gcp.vertex.agent.llm_response": `{"content":{"role":"model","parts":[{"text":"` + allGood + `"}]}}`}},
		"strands": {
			attrs:  map[string]any{"gen_ai.operation.name": "chat"},
			events: map[string]map[string]any{"gen_ai.choice": {"message": `[{"text":"` + allGood + `"}]`}},
		},
		"claude": {event: "assistant_response", attrs: map[string]any{"response": allGood}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.call(killedTests)
			var out map[string]any
			if tt.event != "" {
				tt.attrs["event.name"] = tt.event
				out = s.event(1, 0, 5, tt.attrs).Attributes().AsRaw()
			} else {
				batch := ptrace.NewTraces()
				span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
				span.SetTraceID([16]byte{1})
				require.NoError(t, span.Attributes().FromRaw(tt.attrs))
				for event, attrs := range tt.events {
					e := span.Events().AppendEmpty()
					e.SetName(event)
					require.NoError(t, e.Attributes().FromRaw(attrs))
				}
				out = s.send(batch).Attributes().AsRaw()
			}
			assert.Equal(t, []any{"false_confirm"}, out[keyFindings])
		})
	}
}

// TestWhatOthersWroteIsNoAnswer: messages of the user, results of tools and what the model thought are not what it says.
func TestWhatOthersWroteIsNoAnswer(t *testing.T) {
	s := newStory(t)
	s.call(killedTests)
	for _, messages := range []string{
		`[{"role":"user","parts":[{"type":"text","content":"` + allGood + `"}]}]`,
		`[{"role":"tool","parts":[{"type":"tool_call_response","id":"1","response":"` + allGood + `"}]}]`,
		`[{"role":"assistant","parts":[{"type":"reasoning","content":"` + allGood + `"}]}]`,
		`[{"role":"assistant","parts":[{"type":"tool_call","name":"x","arguments":{"text":"` + allGood + `"}}]}]`,
	} {
		out := s.bench.call(1, 99, map[string]any{"gen_ai.operation.name": "chat", "gen_ai.output.messages": messages}, ptrace.StatusCodeUnset).Attributes().AsRaw()
		assert.NotContains(t, out, keyFindings, messages)
	}
	out := s.event(1, 0, 5, map[string]any{"event.name": "something_else", "response": allGood}).Attributes().AsRaw()
	assert.NotContains(t, out, keyFindings, "an ordinary word of another program")
}

// TestAnswerInTheBatchOfItsCalls: the span of an answer may stand before the spans of the calls that it speaks of.
func TestAnswerInTheBatchOfItsCalls(t *testing.T) {
	b := newBench(t, nil)
	batch := ptrace.NewTraces()
	spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	add := func(id byte, start, end int64, attrs map[string]any) ptrace.Span {
		span := spans.AppendEmpty()
		span.SetTraceID([16]byte{1})
		span.SetSpanID([8]byte{id})
		span.SetStartTimestamp(pcommon.Timestamp(start))
		span.SetEndTimestamp(pcommon.Timestamp(end))
		require.NoError(t, span.Attributes().FromRaw(attrs))
		return span
	}
	early := add(1, 1, 2, map[string]any{"ai.response.text": allGood})
	late := add(2, 9, 10, map[string]any{"ai.response.text": allGood})
	add(3, 4, 5, map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": `{"command":"pytest"}`, "exit_code": 1})
	b.send(batch)
	assert.NotContains(t, early.Attributes().AsRaw(), keyFindings, "it was said before the call began")
	assert.Contains(t, late.Attributes().AsRaw(), keyFindings)
}

func TestAnswersTwiceProcessed(t *testing.T) {
	s := newStory(t)
	s.call(killedTests)
	once := s.say("", allGood)
	s.n--
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID([16]byte{1})
	require.NoError(t, span.Attributes().FromRaw(once))
	assert.Equal(t, once, s.send(batch).Attributes().AsRaw())
}

func TestManyAnswersInABatch(t *testing.T) {
	b := newBench(t, nil)
	batch := plog.NewLogs()
	records := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for i := range 3 * maxAnswersWaiting {
		r := records.AppendEmpty()
		r.SetTraceID([16]byte{1, byte(i), byte(i >> 8)})
		r.Attributes().PutStr("ai.response.text", allGood)
	}
	require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
	assert.Equal(t, 3*maxAnswersWaiting, b.events.LogRecordCount())
}

// TestTasksInTheBackground follows a check that its time limit moved to the background.
func TestTasksInTheBackground(t *testing.T) {
	const pass, fail = "0", "1"
	for name, tt := range map[string]struct {
		look  string
		found bool
	}{
		"nobody looks":   {"", true},
		"it ended well":  {taskOutput("completed", pass), false},
		"it failed":      {taskOutput("failed", fail), true},
		"it was stopped": {taskOutput("killed", ""), true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			send := func(id byte, attrs map[string]any, output string) {
				batch := ptrace.NewTraces()
				rs := batch.ResourceSpans().AppendEmpty()
				rs.ScopeSpans().AppendEmpty().Scope().SetName("com.anthropic.claude_code.tracing")
				span := rs.ScopeSpans().At(0).Spans().AppendEmpty()
				span.SetName("claude_code.tool")
				span.SetTraceID([16]byte{1})
				span.SetSpanID([8]byte{id})
				require.NoError(t, span.Attributes().FromRaw(attrs))
				span.Attributes().PutStr("span.type", "tool")
				span.Attributes().PutStr("session.id", "s1")
				span.Attributes().PutStr("tool_use_id", fmt.Sprint("toolu_", id))
				if output != "" {
					event := span.Events().AppendEmpty()
					event.SetName("tool.output")
					event.Attributes().PutStr("output", output)
				}
				b.send(batch)
			}
			send(1, map[string]any{"tool_name": "Bash", "full_command": "pytest -q"}, "Command did not complete within its 120s timeout and was moved to the background (ID: b1). Output is being written to: /tmp/b1.")
			if tt.look != "" {
				send(2, map[string]any{"tool_name": "TaskOutput"}, tt.look)
			}
			out := b.event(1, 0, 5, map[string]any{"event.name": "assistant_response", "session.id": "s1", "response": allGood}).Attributes().AsRaw()
			assert.Equal(t, tt.found, out[keyFindings] != nil)
		})
	}
}

// TestATaskThatWasEndedOnPurpose: who stopped it was asked before, in another batch.
func TestATaskThatWasEndedOnPurpose(t *testing.T) {
	s := newStory(t)
	look := map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "task_output", "gen_ai.tool.call.id": "look", "gen_ai.conversation.id": "c",
		"gen_ai.tool.call.result": "<task-notification><task-id>b1</task-id><summary>Background command \"npm run dev\" was stopped</summary></task-notification>",
	}
	s.bench.call(1, 1, map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "TaskStop", "gen_ai.tool.call.id": "kill", "gen_ai.conversation.id": "c",
		"gen_ai.tool.call.arguments": `{"task_id":"b1"}`, "tool_span.termination.kind": "ok",
	}, ptrace.StatusCodeUnset)
	out := s.bench.call(1, 2, look, ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.Equal(t, "cancelled", out[keyTermination])
	look["gen_ai.conversation.id"], look["gen_ai.tool.call.id"] = "d", "other"
	out = s.bench.call(2, 3, look, ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.Equal(t, "signal", out[keyTermination], "in another conversation nobody asked")
}
