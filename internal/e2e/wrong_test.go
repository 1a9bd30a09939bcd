package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/collectortest"
	"github.com/toolspan/toolspan/internal/ruletest"
)

// call is a call of its own, in a conversation of its own.
func (s *site) call(tool string, attributes map[string]any) sample {
	s.calls++
	all := map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, "gen_ai.tool.call.id": fmt.Sprintf("wrong-%d", s.calls),
		"gen_ai.conversation.id": fmt.Sprintf("wrong-%d", s.calls),
	}
	for key, value := range attributes {
		all[key] = value
	}
	return sample{name: "execute_tool " + tool, trace: 1<<32 + s.calls, span: 1<<32 + s.calls, attributes: all}
}

// badTurn sends a call of every bad kind: printed PASS and was killed, though said to have succeeded; run again in vain;
// killed for want of memory; failed, with most of the output cut; of unknown end; and gone out with no answer.
func (s *site) badTurn() {
	s.t.Helper()
	list := []sample{
		s.call("shell", map[string]any{
			"gen_ai.tool.call.arguments": `{"command":"pytest -q"}`, "tool_span.termination.timed_out": true,
			"tool_span.stdout.preview": "tests/a.py ....\nPASS\n", "tool_span.claim.status": "succeeded",
		}),
	}
	again := s.call("shell", map[string]any{
		"gen_ai.tool.call.arguments": `{"command":"pytest -q"}`, "tool_span.termination.timed_out": true,
		"gen_ai.conversation.id": list[0].attributes["gen_ai.conversation.id"],
	})
	list = append(list, again, s.call("shell", map[string]any{"exit_code": 137, "gen_ai.tool.call.arguments": `{"command":"make"}`}))
	for range 5 {
		list = append(list, s.call("build", map[string]any{
			"exit_code": 2, "tool_span.stdout.size": 24118, "tool_span.stdout.cap": 8192, "tool_span.stdout.truncated": true,
		}))
	}
	for range 2 {
		list = append(list,
			s.call("look_up", nil),
			s.call("create_order", map[string]any{"http.request.method": "POST", "tool_span.termination.timed_out": true}))
	}
	s.send(lying, collectortest.Traces, spanRequest(s.t, list...))
}

// stop sends calls that were stopped and are never run again to the collector that is in trouble.
func (s *site) stop(calls int) {
	s.t.Helper()
	var list []sample
	for range calls {
		list = append(list, s.call("shell", map[string]any{"timed_out": true, "gen_ai.tool.call.arguments": `{"command":"sleep 100"}`}))
	}
	s.send(failing, collectortest.Traces, spanRequest(s.t, list...))
}

// alertedRules are the rules that alerts are about by name.
var alertedRules = regexp.MustCompile(`\w+_\w+`)

// ruleCases are the bad cases of the rules that alerts name, each in a trace of its own.
func ruleCases(t *testing.T) (requests [][]byte) {
	t.Helper()
	text, err := os.ReadFile(alertRules)
	require.NoError(t, err)
	named := map[string]bool{"shadow_disagrees": true}
	for _, id := range alertedRules.FindAllString(string(text), -1) {
		named[id] = true
	}
	cases, err := ruletest.Load(filepath.Join(top, "testdata", "rules"))
	require.NoError(t, err)
	number := uint64(1) << 40
	for i := range cases {
		c := &cases[i]
		if !named[c.Rule] || c.Verdict != ruletest.Bad || len(c.Config) > 0 || c.Record.Log {
			continue
		}
		trace := number
		for _, r := range append(c.Earlier, c.Record) {
			number++
			requests = append(requests, spanRequest(t, sample{
				name: r.Name, trace: trace, span: number, status: status(r.Status), statusMessage: r.StatusMessage, attributes: r.Attributes,
			}))
		}
	}
	require.NotEmpty(t, requests)
	return requests
}

func status(word string) ptrace.StatusCode {
	switch word {
	case "OK":
		return ptrace.StatusCodeOk
	case "ERROR":
		return ptrace.StatusCodeError
	default:
		return ptrace.StatusCodeUnset
	}
}
