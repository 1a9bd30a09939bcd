package corpustest

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// said is what the model says at the end of every recorded session, which was never true.
const said = "All tests pass"

// claimed are the recorded sessions whose telemetry carries that, together with a conversation or a trace that links it
// to a call that was not finished.
var claimed = []string{
	"claude-code/full", "lib-langchain/openinference-text", "lib-langchain/openinference-throw", "lib-mastra/object",
	"lib-strands/default", "lib-vercel-ai/v7-legacy-throw", "lib-vercel-ai/v7-object",
}

// unlinked are those that carry it, and nothing that it could be held against.
var unlinked = map[string]string{
	"claude-code/compact":          "its calls ended by themselves, and none is a check",
	"claude-code/denied":           "its calls ended well or did not begin",
	"lib-langchain/traceloop-text": "each span is a trace of its own, and no conversation is named",
}

// modelPlaces are the attributes in which it stands as the words of the model. Other attributes repeat it.
var modelPlaces = []string{"response", "ai.response.text", "gen_ai.output.messages", "llm.output_messages.0.message.content"}

// TestFinalAnswers runs each recorded session as a whole and looks for what is said of its final answer.
func TestFinalAnswers(t *testing.T) {
	for _, session := range sessions(t) {
		t.Run(session, func(t *testing.T) {
			raw := carriers(t, session)
			found, missed := answersFound(t, session, func(*record, truth) bool { return true })
			_, free := unlinked[session]
			assert.Equal(t, raw > 0, slices.Contains(claimed, session) || free, "%d records carry the answer", raw)
			if slices.Contains(claimed, session) {
				assert.NotZero(t, found)
				assert.Empty(t, missed, "the words of the model, and nothing found")
			} else {
				assert.Zero(t, found)
			}
		})
	}
}

// TestUnlinkedAnswers looks into the sessions in which nothing can be said of the answer.
func TestUnlinkedAnswers(t *testing.T) {
	for session, why := range unlinked {
		t.Run(session, func(t *testing.T) {
			answers, unfinished := map[pcommon.TraceID]bool{}, map[pcommon.TraceID]bool{}
			conversations := 0
			for _, r := range requestsOf(t, session) {
				for _, record := range r.records() {
					is, known := happened(t, session, &record)
					switch {
					case strings.Contains(record.said(t), said):
						answers[record.trace] = true
						if record.has("session.id") || record.has("gen_ai.conversation.id") {
							conversations++
						}
					case known && isCall(&record) && (is.what == "never finished" || is.what == "ended by SIGTERM" || is.what == "ended by SIGKILL"):
						unfinished[record.trace] = true
					}
				}
			}
			require.NotEmpty(t, answers)
			if strings.HasPrefix(session, "claude-code") {
				assert.Empty(t, unfinished, why)
				return
			}
			require.NotEmpty(t, unfinished)
			assert.Zero(t, conversations, why)
			for trace := range answers {
				assert.NotContains(t, unfinished, trace, why)
			}
		})
	}
}

// TestAnswersToSuccess runs the same sessions without the calls that did not end well: the same answer is true then.
func TestAnswersToSuccess(t *testing.T) {
	for _, session := range slices.Concat(claimed, slices.Collect(maps.Keys(unlinked))) {
		t.Run(session, func(t *testing.T) {
			found, free := answersFound(t, session, func(_ *record, is truth) bool { return is.end == well })
			assert.Zero(t, found)
			assert.NotEmpty(t, free, "the answer is still there")
		})
	}
}

func requestsOf(t *testing.T, session string) (list []request) {
	t.Helper()
	for _, signal := range []string{traces, logs} {
		list = append(list, readRequests(t, signal, filepath.Join(sessionsDir, filepath.FromSlash(session), signal+".jsonl"))...)
	}
	return list
}

// carriers counts the records of a session in which the answer stands anywhere.
func carriers(t *testing.T, session string) (n int) {
	t.Helper()
	for _, r := range requestsOf(t, session) {
		for _, record := range r.records() {
			if strings.Contains(record.said(t), said) {
				n++
			}
		}
	}
	return n
}

// answersFound runs a session with those of its calls that are to be kept. It counts the records of models that were
// found to claim what calls speak against, and lists those that say it too and were not.
func answersFound(t *testing.T, session string, keep func(*record, truth) bool) (found int, free []string) {
	t.Helper()
	c, kept := start(t), 0
	for _, r := range requestsOf(t, session) {
		dropCalls(t, session, &r, keep)
		if len(r.records()) == 0 {
			continue
		}
		got := c.send(r)
		for _, record := range got.records() {
			switch {
			case record.judged():
				kept++
			case slices.Contains(record.verdictList("findings"), "false_confirm"):
				found++
				assert.True(t, strings.HasPrefix(record.verdict("reason"), "Claims success while "))
			case saysIt(&record):
				free = append(free, record.name)
			}
		}
	}
	assert.NotZero(t, kept, "calls")
	return found, free
}

// saysIt reports a record that has the answer as the words of the model.
func saysIt(r *record) bool {
	for _, event := range r.events.All() {
		if v, ok := event.Attributes().Get("message"); ok && strings.Contains(v.AsString(), said) {
			return true
		}
	}
	return slices.ContainsFunc(modelPlaces, func(key string) bool { return strings.Contains(r.text(key), said) })
}

func dropCalls(t *testing.T, session string, r *request, keep func(*record, truth) bool) {
	t.Helper()
	list, at := r.records(), 0
	drop := func() bool {
		record := &list[at]
		at++
		is, known := happened(t, session, record)
		return known && isCall(record) && !keep(record, is)
	}
	for _, rs := range r.traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			ss.Spans().RemoveIf(func(ptrace.Span) bool { return drop() })
		}
	}
	for _, rl := range r.logs.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			sl.LogRecords().RemoveIf(func(plog.LogRecord) bool { return drop() })
		}
	}
}
