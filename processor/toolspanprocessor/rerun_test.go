package toolspanprocessor

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// step is one call of a conversation, as a wrapper reports it.
type step struct {
	conversation, args string
	code               int
	timedOut           bool
	more               map[string]any
}

// story sends calls one after the other and returns their verdicts.
type story struct {
	*bench
	n byte
}

func (s *story) call(st step) map[string]any {
	s.n++
	attrs := map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell", "gen_ai.tool.call.id": fmt.Sprint("call-", s.n),
		"gen_ai.tool.call.arguments": st.args, "exit_code": st.code, "timed_out": st.timedOut,
	}
	if st.conversation != "" {
		attrs["gen_ai.conversation.id"] = st.conversation
	}
	for key, value := range st.more {
		attrs[key] = value
	}
	return s.bench.call(1, s.n, attrs, ptrace.StatusCodeUnset).Attributes().AsRaw()
}

func newStory(t *testing.T) *story { return &story{bench: newBench(t, nil)} }

func TestReruns(t *testing.T) {
	for name, tt := range map[string]struct {
		first, second step
		// result is what is counted, "" for nothing.
		result, after string
	}{
		"passes":                 {step{args: `{"command":"pytest -q"}`, timedOut: true}, step{args: `{"command": "pytest -q"}`}, "pass", "timeout"},
		"fails":                  {step{args: `{"command":"pytest -q"}`, code: 1}, step{args: `{"command":"pytest -q"}`, code: 2}, "fail", "nonzero_exit"},
		"killed":                 {step{args: `{"command":"pytest -q"}`, code: 137}, step{args: `{"command":"pytest -q"}`}, "pass", "signal"},
		"keys in another order":  {step{args: `{"query":"x","n":1}`, code: 1}, step{args: `{"n":1.0,"query":"x"}`}, "pass", "nonzero_exit"},
		"another request ID":     {step{args: `{"query":"x","request_id":"1"}`, code: 1}, step{args: `{"query":"x","request_id":"2"}`}, "pass", "nonzero_exit"},
		"another description":    {step{args: `{"command":"make","description":"a"}`, code: 2}, step{args: `{"command":"make","description":"b"}`}, "pass", "nonzero_exit"},
		"other arguments":        {step{args: `{"command":"pytest -q"}`, timedOut: true}, step{args: `{"command":"pytest -x"}`}, "", ""},
		"the first went well":    {step{args: `{"command":"pytest -q"}`}, step{args: `{"command":"pytest -q"}`}, "", ""},
		"no arguments":           {step{args: `{}`, code: 1}, step{args: `{}`}, "", ""},
		"large integers":         {step{args: `{"order":9007199254740993}`, code: 1}, step{args: `{"order":9007199254740992}`}, "", ""},
		"arguments were cut":     {step{args: `{"command":"pytest`, code: 1}, step{args: `{"command":"pytest`}, "", ""},
		"another conversation":   {step{args: `{"command":"pytest -q"}`, code: 1, conversation: "a"}, step{args: `{"command":"pytest -q"}`, conversation: "b"}, "", ""},
		"another folder":         {step{args: `{"command":"make"}`, code: 1, more: map[string]any{"cwd": "/a"}}, step{args: `{"command":"make"}`, more: map[string]any{"cwd": "/b"}}, "", ""},
		"polling what runs":      {step{args: `{"command":"npm start"}`, more: map[string]any{"tool_span.termination.kind": "running", "exit_code": ""}}, step{args: `{"command":"npm start"}`}, "", ""},
		"grep found nothing":     {step{args: `{"command":"grep x y"}`, code: 1}, step{args: `{"command":"grep x y"}`}, "", ""},
		"the second is not done": {step{args: `{"command":"make"}`, code: 1}, step{args: `{"command":"make"}`, more: map[string]any{"tool_span.termination.kind": "unknown", "exit_code": "none"}}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.call(tt.first)
			out := s.call(tt.second)
			total := s.sum("rerun_after_timeout")
			if tt.result == "" {
				assert.Zero(t, total)
				return
			}
			assert.EqualValues(t, 1, total)
			assert.EqualValues(t, 1, s.sum("rerun_after_timeout", "after", tt.after, "result", tt.result))
			assert.Equal(t, []any{"0100000000000000"}, out[keyRelated], "the verdict names the first run")
		})
	}
}

func TestTheSameEndTwiceIsForAPerson(t *testing.T) {
	s := newStory(t)
	run := step{args: `{"command":"pytest -q"}`, timedOut: true}
	assert.Equal(t, "rerun", s.call(run)[keyNext])
	assert.Equal(t, "review", s.call(run)[keyNext])
	assert.EqualValues(t, 1, s.sum("rerun_after_timeout", "after", "timeout", "result", "fail"))
	run.timedOut, run.code = false, 137
	assert.Equal(t, "rerun", s.call(run)[keyNext], "it ended in another way")
}

// TestTwiceDeliveredIsNoRerun also covers two pipelines that see every span.
func TestTwiceDeliveredIsNoRerun(t *testing.T) {
	s := newStory(t)
	run := step{args: `{"command":"pytest -q"}`, timedOut: true}
	s.call(run)
	s.n--
	s.call(run)
	assert.Zero(t, s.sum("rerun_after_timeout"))
	assert.EqualValues(t, 1, s.sum("calls"))
	rerun := s.call(run)
	s.n--
	assert.Equal(t, rerun, s.call(run), "a rerun that came twice is the same rerun")
	assert.EqualValues(t, 1, s.sum("rerun_after_timeout"))
	assert.EqualValues(t, 2, s.sum("calls"))
}

func TestARerunIsNotOlderThanWhatItRepeats(t *testing.T) {
	b := newBench(t, nil)
	send := func(id byte, start int64, code int) {
		batch := ptrace.NewTraces()
		span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.SetTraceID([16]byte{1})
		span.SetSpanID([8]byte{id})
		span.SetStartTimestamp(pcommon.Timestamp(start))
		_ = span.Attributes().FromRaw(map[string]any{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": fmt.Sprint(id), "gen_ai.tool.call.arguments": `{"command":"make"}`, "exit_code": code,
		})
		b.send(batch)
	}
	send(1, 20, 1)
	send(2, 10, 0) // the good run came first, and late
	assert.Zero(t, b.sum("rerun_after_timeout"))
	send(3, 30, 0)
	assert.EqualValues(t, 1, b.sum("rerun_after_timeout", "after", "nonzero_exit", "result", "pass"), "before it stands the one that failed, whatever came first")
}

// A record of a rerun that is delivered again says the same, also when the work was run once more meanwhile.
func TestARerunDeliveredAgainSaysTheSame(t *testing.T) {
	s := newStory(t)
	run := func(n byte, timedOut bool) map[string]any {
		s.n = n - 1
		return s.call(step{args: `{"command":"pytest -q"}`, timedOut: timedOut})
	}
	first := run(1, true)
	second := run(2, true)
	assert.Equal(t, first, run(1, true), "it repeats nothing")
	assert.Equal(t, "review", second["tool_span.verdict.next"])
	assert.Equal(t, second, run(2, true))
	third := run(3, true)
	assert.Equal(t, "review", third["tool_span.verdict.next"], "it was run in vain before")
	assert.Equal(t, second, run(2, true))
	assert.Equal(t, third, run(3, true))
	assert.Equal(t, "succeeded", run(4, false)["tool_span.verdict.outcome"])
	assert.Equal(t, []any{"0300000000000000"}, run(4, false)["tool_span.verdict.related"])
}

// TestARerunInTheBatchOfWhatItRepeats: the spans of a batch stand in any order, and their times tell.
func TestARerunInTheBatchOfWhatItRepeats(t *testing.T) {
	b := newBench(t, nil)
	batch := ptrace.NewTraces()
	spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for _, call := range []struct {
		id    byte
		start int64
		code  int
	}{{2, 20, 0}, {1, 10, 1}} {
		span := spans.AppendEmpty()
		span.SetTraceID([16]byte{1})
		span.SetSpanID([8]byte{call.id})
		span.SetStartTimestamp(pcommon.Timestamp(call.start))
		_ = span.Attributes().FromRaw(map[string]any{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": `{"command":"make"}`, "exit_code": call.code,
		})
	}
	b.send(batch)
	assert.EqualValues(t, 1, b.sum("rerun_after_timeout", "after", "nonzero_exit", "result", "pass"))
	assert.Equal(t, []any{"0100000000000000"}, spans.At(0).Attributes().AsRaw()[keyRelated])
}
