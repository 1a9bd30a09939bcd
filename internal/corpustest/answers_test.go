package corpustest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// claimed are the recorded sessions whose telemetry carries the final "All tests pass", which was never true, together
// with a conversation or a trace that links it to a call that was not finished.
var claimed = []string{
	"claude-code/full", "lib-langchain/openinference-text", "lib-langchain/openinference-throw", "lib-mastra/object",
	"lib-strands/default", "lib-vercel-ai/v7-legacy-throw", "lib-vercel-ai/v7-object",
}

// TestFinalAnswers runs each recorded session as a whole and looks for what is said of its final answer.
func TestFinalAnswers(t *testing.T) {
	for _, session := range sessions(t) {
		t.Run(session, func(t *testing.T) {
			found := answersFound(t, session, func(*record, truth) bool { return true })
			assert.Equal(t, slices.Contains(claimed, session), found > 0, "%d answers found", found)
		})
	}
}

// TestAnswersToSuccess runs the same sessions without the calls that did not end well: the same answer is true then.
func TestAnswersToSuccess(t *testing.T) {
	for _, session := range claimed {
		t.Run(session, func(t *testing.T) {
			assert.Zero(t, answersFound(t, session, func(_ *record, is truth) bool { return is.end == well }))
		})
	}
}

// answersFound runs a session with those of its calls that are to be kept, and counts the records of models that were
// found to claim what calls speak against.
func answersFound(t *testing.T, session string, keep func(*record, truth) bool) (found int) {
	t.Helper()
	c := start(t)
	for _, signal := range []string{traces, logs} {
		for _, r := range readRequests(t, signal, filepath.Join(sessionsDir, filepath.FromSlash(session), signal+".jsonl")) {
			dropCalls(t, session, &r, keep)
			if len(r.records()) == 0 {
				continue
			}
			got := c.send(r)
			for _, record := range got.records() {
				if !record.judged() && slices.Contains(record.verdictList("findings"), "false_confirm") {
					found++
					assert.True(t, strings.HasPrefix(record.verdict("reason"), "Claims success while "))
				}
			}
		}
	}
	return found
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
