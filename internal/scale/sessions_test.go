package scale

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// request is one export request.
type request struct {
	signal  collectortest.Signal
	line    []byte
	records int
}

// recorded returns every session in testdata/sessions, one after the other, spans first in each.
func recorded(t *testing.T) []request {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(top, "testdata", "sessions", "*", "*"))
	require.NoError(t, err)
	var list []request
	for _, folder := range folders {
		for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
			data, err := os.ReadFile(filepath.Join(folder, string(signal)+".jsonl"))
			if os.IsNotExist(err) {
				continue
			}
			require.NoError(t, err)
			for line := range bytes.Lines(data) {
				records, err := collectortest.Parse(line)
				require.NoError(t, err)
				list = append(list, request{signal: signal, line: bytes.TrimSpace(line), records: len(records)})
			}
		}
	}
	require.Greater(t, len(list), 100, "where are the sessions?")
	return list
}

// turn is one record of a made conversation. Turns of one number are in one trace.
type turn struct {
	trace int
	does  func(number int) map[string]any
}

// story is the course of a conversation.
type story struct {
	name  string
	logs  bool // in log records without a trace, as some agents report everything
	turns []turn
}

// The stories: a test run that printed PASS and was stopped at its time limit, perhaps its rerun, and a final answer.
var (
	claimed       = story{name: "claimed", turns: []turn{{1, killed}, {1, claims}}}
	repaired      = story{name: "repaired", turns: []turn{{1, killed}, {1, passes}, {1, claims}}}
	claimedLater  = story{name: "claimed in a later trace", turns: []turn{{1, killed}, {2, claims}}}
	repairedLater = story{name: "repaired in a later trace", turns: []turn{{1, killed}, {2, passes}, {3, claims}}}
	claimedInLogs = story{name: "claimed in logs", logs: true, turns: []turn{{0, killed}, {0, claims}}}
	repairedLogs  = story{name: "repaired in logs", logs: true, turns: []turn{{0, killed}, {0, passes}, {0, claims}}}

	stories = []story{claimed, repaired, claimedLater, repairedLater, claimedInLogs, repairedLogs}
)

func runs(number int) map[string]any {
	return map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.id": fmt.Sprint("call-", number),
		"gen_ai.tool.call.arguments": `{"command":"pytest -q"}`,
	}
}

func killed(number int) map[string]any {
	call := runs(number)
	call["exit_code"], call["timed_out"], call["tool_span.stdout.preview"] = 143, true, "tests/a.py ....\nPASS\n"
	return call
}

func passes(number int) map[string]any {
	call := runs(number)
	call["exit_code"], call["timed_out"] = 0, false
	return call
}

func claims(int) map[string]any {
	return map[string]any{
		"gen_ai.operation.name":  "chat",
		"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"All tests pass. Everything completed successfully."}]}]`,
	}
}

// telling is one conversation that takes such a course. The requests are made once, since the order of attributes is
// left to chance and each form has to get the same.
type telling struct {
	story
	number   int
	requests []request
}

// tellings are so many conversations of each story.
func tellings(t *testing.T, each int) []telling {
	t.Helper()
	var list []telling
	for range each {
		for _, s := range stories {
			c := telling{story: s, number: len(list) + 1}
			for i := range s.turns {
				c.requests = append(c.requests, c.request(t, i))
			}
			list = append(list, c)
		}
	}
	return list
}

// startTime is the time at which all conversations begin; what matters is that it is not 0.
var startTime = time.Date(2026, 1, 15, 10, 0, 0, 0, time.UTC)

// key is the key of the record of a turn as it comes out.
func (c telling) key(i int) string {
	if c.logs {
		return fmt.Sprintf("log   %d", pcommon.NewTimestampFromTime(c.time(i)))
	}
	return fmt.Sprintf("span %s %s", c.trace(i), c.span(i))
}

func (c telling) trace(i int) (id pcommon.TraceID) {
	binary.BigEndian.PutUint64(id[:], uint64(c.number)*0x9E3779B97F4A7C15)
	binary.BigEndian.PutUint64(id[8:], uint64(c.turns[i].trace)*0xC2B2AE3D27D4EB4F)
	return id
}

func (c telling) span(i int) (id pcommon.SpanID) {
	binary.BigEndian.PutUint64(id[:], uint64(c.number)<<8+uint64(i)+1)
	return id
}

func (c telling) time(i int) time.Time {
	return startTime.Add(time.Duration(c.number)*time.Microsecond + time.Duration(i)*time.Minute)
}

func (c telling) attributes(i int) map[string]any {
	attrs := c.turns[i].does(c.number<<8 + i)
	attrs["gen_ai.conversation.id"] = fmt.Sprintf("conversation-%d", c.number)
	return attrs
}

// request is the export request with the turn.
func (c telling) request(t *testing.T, i int) request {
	t.Helper()
	if c.logs {
		logs := plog.NewLogs()
		rl := logs.ResourceLogs().AppendEmpty()
		rl.Resource().Attributes().PutStr("service.name", "made")
		record := rl.ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		record.SetEventName("agent.step")
		record.SetTimestamp(pcommon.NewTimestampFromTime(c.time(i)))
		require.NoError(t, record.Attributes().FromRaw(c.attributes(i)))
		line, err := (&plog.JSONMarshaler{}).MarshalLogs(logs)
		require.NoError(t, err)
		return request{signal: collectortest.Logs, line: line, records: 1}
	}
	traces := ptrace.NewTraces()
	rs := traces.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", "made")
	span := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName(c.name)
	span.SetTraceID(c.trace(i))
	span.SetSpanID(c.span(i))
	span.SetStartTimestamp(pcommon.NewTimestampFromTime(c.time(i)))
	span.SetEndTimestamp(pcommon.NewTimestampFromTime(c.time(i).Add(time.Second)))
	require.NoError(t, span.Attributes().FromRaw(c.attributes(i)))
	line, err := (&ptrace.JSONMarshaler{}).MarshalTraces(traces)
	require.NoError(t, err)
	return request{signal: collectortest.Traces, line: line, records: 1}
}

// round returns the turns of one place in all conversations, spans first. The last turn of each, its final answer, comes
// in the last round.
func round(list []telling, number int) []request {
	var spans, logs []request
	for _, c := range list {
		i := number
		switch last := len(c.turns) - 1; {
		case number == rounds-1:
			i = last
		case number >= last:
			continue
		}
		if r := c.requests[i]; c.logs {
			logs = append(logs, r)
		} else {
			spans = append(spans, r)
		}
	}
	return append(spans, logs...)
}

// rounds is how many rounds there are: the first run, the rerun, the answer.
const rounds = 3

// heard says of each story how many of its answers were found to be false.
func (o outcome) heard(list []telling) map[string]int {
	found := map[string]int{}
	for _, c := range list {
		for _, finding := range o.findings[c.key(len(c.turns)-1)] {
			if finding == "false_confirm" {
				found[c.name]++
			}
		}
	}
	return found
}
