package e2e

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// sample is one record to be sent. Records that belong to one trace have the same trace number.
type sample struct {
	name          string
	trace, span   uint64
	parent        uint64
	status        ptrace.StatusCode
	attributes    map[string]any
	statusMessage string
}

// start is the time of all samples; what matters is that it is not 0.
var start = time.Date(2026, 1, 15, 10, 0, 0, 0, time.UTC)

func traceID(n uint64) (id pcommon.TraceID) {
	binary.BigEndian.PutUint64(id[8:], n)
	return id
}

func spanID(n uint64) (id pcommon.SpanID) {
	binary.BigEndian.PutUint64(id[:], n)
	return id
}

// spanRequest makes one export request of some spans.
func spanRequest(t *testing.T, samples ...sample) []byte {
	t.Helper()
	traces := ptrace.NewTraces()
	rs := traces.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", "e2e")
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().SetName("e2e")
	for _, s := range samples {
		span := ss.Spans().AppendEmpty()
		span.SetName(s.name)
		span.SetTraceID(traceID(s.trace))
		span.SetSpanID(spanID(s.span))
		if s.parent != 0 {
			span.SetParentSpanID(spanID(s.parent))
		}
		span.SetStartTimestamp(pcommon.NewTimestampFromTime(start))
		span.SetEndTimestamp(pcommon.NewTimestampFromTime(start.Add(time.Second)))
		span.Status().SetCode(s.status)
		span.Status().SetMessage(s.statusMessage)
		require.NoError(t, span.Attributes().FromRaw(s.attributes))
	}
	request, err := (&ptrace.JSONMarshaler{}).MarshalTraces(traces)
	require.NoError(t, err)
	return request
}

// logRequest makes one export request of one log record.
func logRequest(t *testing.T, s sample) []byte {
	t.Helper()
	logs := plog.NewLogs()
	rl := logs.ResourceLogs().AppendEmpty()
	rl.Resource().Attributes().PutStr("service.name", "e2e")
	record := rl.ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.SetEventName(s.name)
	record.SetTraceID(traceID(s.trace))
	record.SetSpanID(spanID(s.span))
	record.SetTimestamp(pcommon.NewTimestampFromTime(start))
	require.NoError(t, record.Attributes().FromRaw(s.attributes))
	request, err := (&plog.JSONMarshaler{}).MarshalLogs(logs)
	require.NoError(t, err)
	return request
}

// parse reads a request back, as what has to come out.
func parse(t *testing.T, request []byte) []collectortest.Record {
	t.Helper()
	records, err := collectortest.Parse(request)
	require.NoError(t, err)
	return records
}

// testRun is a run of tests that ended well and is said to have.
func testRun(callID string, number uint64) sample {
	return sample{
		name: "execute_tool run_tests", trace: number, span: number, status: ptrace.StatusCodeOk,
		attributes: map[string]any{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "run_tests", "gen_ai.tool.call.id": callID,
			"gen_ai.conversation.id": "conversation", "tool_span.termination.kind": "ok", "tool_span.termination.exit_code": 0,
			"tool_span.claim.status": "succeeded",
		},
	}
}

// killedAfterPass is the same run, stopped at its time limit after it printed PASS, and said to have succeeded.
func killedAfterPass() sample {
	s := testRun("call-killed", 1)
	s.attributes["tool_span.termination.kind"] = "timeout"
	s.attributes["tool_span.termination.exit_code"] = 143
	s.attributes["tool_span.termination.timed_out"] = true
	s.attributes["tool_span.stdout.preview"] = "tests/a.py ....\nPASS\n"
	return s
}
