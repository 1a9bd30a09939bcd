package corpustest

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// contentKeys are the attributes in which the recorded programs export what was typed and printed.
var contentKeys = []string{
	"full_command", "tool_parameters", "tool_input", "error", "error.message", "arguments", "output", "function_args",
	"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result",
	"github.copilot.tool.parameters.command", "ai.toolCall.args", "ai.toolCall.result", "input.value", "output.value",
	"traceloop.entity.input", "traceloop.entity.output",
}

// outspoken are the programs that say without content whether a call succeeded: by a flag that follows the exit code, or
// by the exit code itself.
var outspoken = []string{"claude_code", "qwen_code", "codex", "copilot_cli"}

// TestContentOff runs the recorded sessions as they would have been exported with content capture off: nothing is a
// violation then, and nothing a success that the record does not show.
func TestContentOff(t *testing.T) {
	for _, session := range sessions(t) {
		t.Run(session, func(t *testing.T) {
			c := start(t)
			for _, signal := range []string{traces, logs} {
				for _, r := range readRequests(t, signal, filepath.Join(sessionsDir, filepath.FromSlash(session), signal+".jsonl")) {
					checkWithoutContent(t, c, session, r)
				}
			}
			assert.Empty(t, c.findings())
		})
	}
}

func checkWithoutContent(t *testing.T, c *component, session string, r request) {
	t.Helper()
	var truths []truth
	var known []bool
	for _, record := range r.records() {
		is, ok := happened(t, session, &record)
		truths, known = append(truths, is), append(known, ok && isCall(&record))
	}
	dropContent(&r)
	got := c.send(r)
	for i, record := range got.records() {
		if !record.judged() {
			continue
		}
		if record.verdict("outcome") == "succeeded" {
			assert.Contains(t, outspoken, record.verdict("dialect"), verdictLine(&record))
			assert.NotContains(t, record.verdict("source"), "text", verdictLine(&record))
		}
		if known[i] {
			_, fault := judge(t, &record, truths[i])
			assert.Contains(t, []string{"", "undecided"}, fault, "%s of %q: %s", truths[i].what, record.name, verdictLine(&record))
		}
	}
}

// dropContent removes what content capture would have added.
func dropContent(r *request) {
	for _, record := range r.records() {
		record.attributes.RemoveIf(func(key string, _ pcommon.Value) bool { return slices.Contains(contentKeys, key) })
		record.events.RemoveIf(func(ptrace.SpanEvent) bool { return true })
	}
	for _, rs := range r.traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				span.Status().SetMessage("")
			}
		}
	}
}
