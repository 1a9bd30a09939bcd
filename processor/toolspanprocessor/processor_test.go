package toolspanprocessor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/toolspan/toolspan/internal/rules"
	"github.com/toolspan/toolspan/internal/ruletest"
	"github.com/toolspan/toolspan/internal/toolcall"
	"github.com/toolspan/toolspan/processor/toolspanprocessor/internal/metadata"
)

// bench is one component under test with both of its pipelines.
type bench struct {
	t      *testing.T
	cfg    *Config
	traces processor.Traces
	logs   processor.Logs
	spans  *consumertest.TracesSink
	events *consumertest.LogsSink
	tel    *componenttest.Telemetry
	host   component.Host
	logged *observer.ObservedLogs // warnings and worse
}

func newBench(t *testing.T, change func(*Config)) *bench {
	t.Helper()
	b := newBenchOn(t, componenttest.NewNopHost(), change)
	require.NoError(t, b.start())
	return b
}

// newBenchOn makes the processor for a host, which it is not started on yet.
func newBenchOn(t *testing.T, host component.Host, change func(*Config)) *bench {
	t.Helper()
	b := &bench{
		t: t, cfg: createDefaultConfig().(*Config), host: host, spans: &consumertest.TracesSink{}, events: &consumertest.LogsSink{}, tel: componenttest.NewTelemetry(),
	}
	b.cfg.Memory.LimitMib = 2 // many are made, and none remembers much
	if change != nil {
		change(b.cfg)
	}
	require.NoError(t, b.cfg.Validate())
	set := processortest.NewNopSettings(metadata.Type)
	set.ID = component.MustNewID("tool_span")
	set.TelemetrySettings = b.tel.NewTelemetrySettings()
	var logged zapcore.Core
	logged, b.logged = observer.New(zap.WarnLevel)
	set.Logger = zap.New(logged)
	var err error
	b.traces, err = createTraces(t.Context(), set, b.cfg, b.spans)
	require.NoError(t, err)
	b.logs, err = createLogs(t.Context(), set, b.cfg, b.events)
	require.NoError(t, err)
	t.Cleanup(func() {
		b.stop()
		assert.Nil(t, cores.by[b.cfg], "the core outlives its pipelines")
		require.NoError(t, b.tel.Shutdown(context.Background()))
	})
	return b
}

func (b *bench) start() error {
	return errors.Join(b.traces.Start(b.t.Context(), b.host), b.logs.Start(b.t.Context(), b.host))
}

// stop may be called again.
func (b *bench) stop() {
	b.t.Helper()
	require.NoError(b.t, b.traces.Shutdown(context.Background()))
	require.NoError(b.t, b.logs.Shutdown(context.Background()))
}

// call sends one span and returns it as it comes out.
func (b *bench) call(trace, id byte, attrs map[string]any, code ptrace.StatusCode) ptrace.Span {
	b.t.Helper()
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID([16]byte{trace})
	span.SetSpanID([8]byte{id})
	span.Status().SetCode(code)
	require.NoError(b.t, span.Attributes().FromRaw(attrs))
	return b.send(batch)
}

// send sends a batch and returns its first span.
func (b *bench) send(batch ptrace.Traces) ptrace.Span {
	b.t.Helper()
	require.NoError(b.t, b.traces.ConsumeTraces(b.t.Context(), batch))
	all := b.spans.AllTraces()
	return all[len(all)-1].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
}

func (b *bench) event(trace, span byte, at int64, attrs map[string]any) plog.LogRecord {
	b.t.Helper()
	batch := plog.NewLogs()
	record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.SetTraceID([16]byte{trace})
	record.SetSpanID([8]byte{span})
	record.SetTimestamp(pcommon.Timestamp(at))
	require.NoError(b.t, record.Attributes().FromRaw(attrs))
	require.NoError(b.t, b.logs.ConsumeLogs(b.t.Context(), batch))
	all := b.events.AllLogs()
	return all[len(all)-1].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0)
}

// eventOf sends a log record with that body and returns its attributes as they come out.
func (b *bench) eventOf(t *testing.T, body any, attrs map[string]any) map[string]any {
	t.Helper()
	batch := plog.NewLogs()
	record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	require.NoError(t, record.Body().FromRaw(body))
	require.NoError(t, record.Attributes().FromRaw(attrs))
	require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
	return record.Attributes().AsRaw()
}

// sum adds up the points of a counter that carry the given label values.
func (b *bench) sum(name string, labels ...string) int64 {
	b.t.Helper()
	m, err := b.tel.GetMetric("otelcol_processor_tool_span_" + name)
	if name == "calls" && err != nil {
		return 0 // the one counter that does not start at zero
	}
	require.NoError(b.t, err)
	total := int64(0)
	for _, p := range m.Data.(metricdata.Sum[int64]).DataPoints {
		match := true
		for pair := range slices.Chunk(labels, 2) {
			v, ok := p.Attributes.Value(attribute.Key(pair[0]))
			match = match && ok && v.AsString() == pair[1]
		}
		if match {
			total += p.Value
		}
	}
	return total
}

func killed() map[string]any {
	return map[string]any{
		"tool_span.termination.kind": "timeout", "tool_span.termination.exit_code": 143,
		"tool_span.stdout.preview": "tests/a.py ....\nPASS", "tool_span.claim.status": "succeeded",
		"gen_ai.tool.call.id": "call_1", "gen_ai.conversation.id": "conv_1",
	}
}

func TestNearMissAndFalseClaim(t *testing.T) {
	b := newBench(t, nil)
	out := b.call(1, 1, killed(), ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.Equal(t, "failed_or_incomplete", out["tool_span.claim.status"])
	assert.Equal(t, "succeeded", out["tool_span.original.tool_span.claim.status"])
	assert.Equal(t, true, out["tool_span.verdict.must_rerun"])
	assert.EqualValues(t, 1, b.sum("timeout_with_success_marker", "termination", "timeout", "scope", "bare"))
	assert.EqualValues(t, 1, b.sum("false_confirm_blocked", "claim", "status"))
	assert.EqualValues(t, 0, b.sum("false_confirm_detected"))
	assert.EqualValues(t, 1, b.sum("calls"))
	assert.EqualValues(t, 1, b.sum("calls", "termination", "timeout", "outcome", "incomplete", "signal", "SIGTERM", "dialect", "contract", "processor", "tool_span"))
}

func TestAnnotateChangesNothing(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Mode = modeAnnotate })
	in := killed()
	out := b.call(1, 1, in, ptrace.StatusCodeOk)
	for key, value := range in {
		got, ok := out.Attributes().Get(key)
		require.True(t, ok, key)
		assert.Equal(t, fmt.Sprint(value), got.AsString())
	}
	assert.Equal(t, ptrace.StatusCodeOk, out.Status().Code())
	for key := range out.Attributes().All() {
		assert.NotContains(t, key, toolcall.OriginalPrefix)
		assert.NotEqual(t, keyBlocked, key)
	}
	assert.EqualValues(t, 1, b.sum("false_confirm_detected", "claim", "status"))
	assert.EqualValues(t, 0, b.sum("false_confirm_blocked"))
}

func TestOneCallInThreeRecordsCountsOnce(t *testing.T) {
	b := newBench(t, nil)
	b.call(1, 1, killed(), ptrace.StatusCodeUnset)
	b.call(1, 2, killed(), ptrace.StatusCodeUnset)
	b.event(0, 0, 1, killed())
	b.call(1, 1, killed(), ptrace.StatusCodeUnset) // delivered twice
	for _, name := range []string{"calls", "false_confirm_blocked", "timeout_with_success_marker"} {
		assert.EqualValues(t, 1, b.sum(name), name)
	}
	assert.EqualValues(t, 1, b.sum("findings", "rule", "false_confirm"))
}

func TestFiveCallsCountFive(t *testing.T) {
	b := newBench(t, nil)
	for i := range byte(5) {
		attrs := killed()
		attrs["gen_ai.tool.call.id"] = fmt.Sprint("call_", i)
		b.event(1, 9, 0, attrs)
	}
	assert.EqualValues(t, 5, b.sum("calls"))
	assert.EqualValues(t, 5, b.sum("timeout_with_success_marker"))
}

func TestRecordsWithoutCallID(t *testing.T) {
	native := map[string]any{"span_type": "tool", "exit_code": 0}
	t.Run("spans by their span ID", func(t *testing.T) {
		b := newBench(t, nil)
		b.call(1, 1, native, 0)
		b.call(1, 2, native, 0)
		b.call(1, 1, native, 0)
		b.call(2, 1, native, 0)
		assert.EqualValues(t, 3, b.sum("calls"))
	})
	t.Run("an event inside the span of its call", func(t *testing.T) {
		b := newBench(t, nil)
		b.event(1, 1, 5, native) // arrives first
		b.call(1, 1, native, 0)
		b.event(1, 1, 6, native)
		assert.EqualValues(t, 1, b.sum("calls"))
	})
	t.Run("events inside the span of an agent", func(t *testing.T) {
		b := newBench(t, nil)
		b.event(1, 1, 5, native)
		b.event(1, 1, 6, native)
		b.event(1, 1, 6, native) // delivered twice
		assert.EqualValues(t, 2, b.sum("calls"))
	})
	t.Run("events that tell nothing apart", func(t *testing.T) {
		b := newBench(t, nil)
		b.event(0, 0, 0, native)
		b.event(0, 0, 0, native)
		assert.EqualValues(t, 2, b.sum("calls"))
	})
}

// TestRecordsWithoutIDCountInOneSignal: Gemini CLI gives the ID of a call in the span and not in the event, and either
// may be all that is collected.
func TestRecordsWithoutIDCountInOneSignal(t *testing.T) {
	event := func(b *bench, at int64) {
		b.event(0, 0, at, map[string]any{"event.name": "gemini_cli.tool_call", "function_name": "run_shell_command", "session.id": "s", "success": true})
	}
	span := func(b *bench, id byte) {
		batch := ptrace.NewTraces()
		scope := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty()
		scope.Scope().SetName("gemini-cli")
		s := scope.Spans().AppendEmpty()
		s.SetTraceID([16]byte{id})
		s.SetSpanID([8]byte{id})
		require.NoError(t, s.Attributes().FromRaw(map[string]any{
			"gen_ai.operation.name": "tool_call", "gen_ai.tool.name": "run_shell_command", "gen_ai.tool.call_id": string('a' + rune(id)),
			"gen_ai.conversation.id": "s",
		}))
		b.send(batch)
	}
	t.Run("events alone", func(t *testing.T) {
		b := newBench(t, nil)
		event(b, 1)
		event(b, 2)
		event(b, 2) // delivered twice
		assert.EqualValues(t, 2, b.sum("calls"))
	})
	t.Run("spans alone", func(t *testing.T) {
		b := newBench(t, nil)
		span(b, 1)
		span(b, 2)
		assert.EqualValues(t, 2, b.sum("calls"))
	})
	t.Run("both", func(t *testing.T) {
		b := newBench(t, nil)
		for i := byte(1); i <= 5; i++ {
			span(b, i)
			event(b, int64(i))
		}
		assert.EqualValues(t, 5, b.sum("calls"))
	})
}

func TestRecordsThatShareAName(t *testing.T) {
	withID := func(id, conversation string) map[string]any {
		attrs := map[string]any{"span_type": "tool", "exit_code": 0, "gen_ai.tool.call.id": id}
		if conversation != "" {
			attrs["gen_ai.conversation.id"] = conversation
		}
		return attrs
	}
	native := map[string]any{"span_type": "tool", "exit_code": 0}
	t.Run("an event without an ID inside the span of its call, first", func(t *testing.T) {
		b := newBench(t, nil)
		b.event(1, 1, 5, native)
		b.call(1, 1, withID("c", ""), 0)
		assert.EqualValues(t, 1, b.sum("calls"))
	})
	t.Run("an event with an ID inside a span without one", func(t *testing.T) {
		b := newBench(t, nil)
		b.event(1, 1, 5, withID("c", ""))
		b.call(1, 1, native, 0)
		b.event(1, 1, 6, withID("c", ""))
		assert.EqualValues(t, 1, b.sum("calls"))
	})
	t.Run("calls of two conversations in one trace", func(t *testing.T) {
		b := newBench(t, nil)
		b.call(1, 1, withID("c", "a"), 0)
		b.call(1, 2, withID("c", "b"), 0)
		assert.EqualValues(t, 2, b.sum("calls"))
	})
	t.Run("events at one time that say different things", func(t *testing.T) {
		b := newBench(t, nil)
		b.event(1, 9, 5, native)
		b.event(1, 9, 5, map[string]any{"span_type": "tool", "exit_code": 1})
		b.event(1, 9, 5, map[string]any{"span_type": "tool", "exit_code": 1, "preview_stdout": "x"})
		assert.EqualValues(t, 3, b.sum("calls"))
	})
}

// TestAClaimIsBlockedOnlyIfItWas leaves the status, by setting, and demotes the rest.
func TestAClaimIsBlockedOnlyIfItWas(t *testing.T) {
	b := newBench(t, func(c *Config) { c.SpanStatus = spanStatusNever })
	b.call(1, 1, map[string]any{"span_type": "tool", "exit_code": 143, "ok_preview": true}, ptrace.StatusCodeOk)
	assert.EqualValues(t, 1, b.sum("false_confirm_detected", "claim", "span_status"))
	assert.EqualValues(t, 0, b.sum("false_confirm_blocked"))
}

func TestShutdownTwice(t *testing.T) {
	b := newBench(t, nil)
	require.NoError(t, b.logs.Shutdown(t.Context()))
	require.NoError(t, b.logs.Shutdown(t.Context()))
	assert.NotNil(t, cores.by[b.cfg], "the traces are still at work")
	b.call(1, 1, killed(), 0)
}

func TestMCPIsASecondView(t *testing.T) {
	for name, order := range map[string][]int{"children first": {2, 1, 0}, "parents first": {0, 1, 2}, "mixed": {1, 0, 2}} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			for _, i := range order {
				batch := ptrace.NewTraces()
				span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
				span.SetTraceID([16]byte{1})
				span.SetSpanID([8]byte{byte(i + 1)})
				span.SetParentSpanID([8]byte{byte(i)})
				attrs := map[string]any{"mcp.method.name": "tools/call", "gen_ai.tool.name": "search"}
				if i == 0 {
					attrs = map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.call.id": "c1"}
				}
				require.NoError(t, span.Attributes().FromRaw(attrs))
				b.send(batch)
			}
			assert.EqualValues(t, 1, b.sum("calls"))
		})
	}
	t.Run("two calls of one agent span", func(t *testing.T) {
		b := newBench(t, nil)
		for i := range byte(2) {
			batch := ptrace.NewTraces()
			span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
			span.SetTraceID([16]byte{1})
			span.SetSpanID([8]byte{i + 1})
			span.SetParentSpanID([8]byte{9})
			span.Attributes().PutStr("mcp.method.name", "tools/call")
			b.send(batch)
		}
		assert.EqualValues(t, 2, b.sum("calls"))
	})
}

func TestForgedVerdictsAreRemoved(t *testing.T) {
	b := newBench(t, nil)
	batch := ptrace.NewTraces()
	rs := batch.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("tool_span.verdict.outcome", "succeeded")
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().Attributes().PutStr("tool_span.verdict", "succeeded")
	span := ss.Spans().AppendEmpty()
	span.Attributes().PutStr("tool_span.verdict.outcome", "succeeded")
	span.Attributes().PutStr("other", "kept")
	nested := ss.Spans().AppendEmpty()
	nested.Attributes().PutEmptyMap("tool_span").PutEmptyMap("verdict").PutStr("outcome", "succeeded")
	b.send(batch)
	assert.Zero(t, rs.Resource().Attributes().Len())
	assert.Zero(t, ss.Scope().Attributes().Len())
	assert.Equal(t, map[string]any{"other": "kept"}, span.Attributes().AsRaw())
	assert.Equal(t, map[string]any{"tool_span": map[string]any{}}, nested.Attributes().AsRaw())
	assert.EqualValues(t, 4, b.sum("verdicts_replaced"))
	assert.EqualValues(t, 0, b.sum("findings"))

	logs := plog.NewLogs()
	record := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.Body().SetEmptyMap().PutStr("tool_span.verdict.outcome", "succeeded")
	require.NoError(t, b.logs.ConsumeLogs(t.Context(), logs))
	assert.Zero(t, record.Body().Map().Len())
}

func TestKeepLetsJudgedRecordsPass(t *testing.T) {
	b := newBench(t, func(c *Config) { c.UpstreamVerdicts = upstreamKeep })
	attrs := killed()
	attrs["tool_span.verdict.outcome"] = "incomplete"
	out := b.call(1, 1, attrs, ptrace.StatusCodeOk)
	assert.Equal(t, len(attrs), out.Attributes().Len())
	assert.Equal(t, ptrace.StatusCodeOk, out.Status().Code())
	b.call(1, 2, killed(), ptrace.StatusCodeUnset)
	assert.EqualValues(t, 0, b.sum("calls"), "the first tier counted the call already")
}

// TestTwiceIsOnce runs every rule case through the component a second time.
func TestTwiceIsOnce(t *testing.T) {
	cases, err := ruletest.Load(casesDir)
	require.NoError(t, err)
	for _, c := range cases {
		if c.Record.Log {
			continue
		}
		t.Run(c.Rule+"/"+c.Name, func(t *testing.T) {
			first, status, message := judgedSpan(t, &c, c.Record.Attributes, c.Record.Status, c.Record.StatusMessage)
			second, again, messageAgain := judgedSpan(t, &c, first, status, message)
			assert.Equal(t, first, second)
			assert.Equal(t, status, again)
			assert.Equal(t, message, messageAgain)
		})
	}
}

func TestNonToolRecordsPassUntouched(t *testing.T) {
	b := newBench(t, nil)
	batch := nonToolBatch(10)
	marshal := ptrace.ProtoMarshaler{}
	before, err := marshal.MarshalTraces(batch)
	require.NoError(t, err)
	require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
	after, err := marshal.MarshalTraces(b.spans.AllTraces()[0])
	require.NoError(t, err)
	assert.Equal(t, before, after)
	assert.EqualValues(t, 0, b.sum("calls"))
}

// TestNoAllocationPerNonToolRecord works below the pool of workers, which the
// race detector empties at random.
func TestNoAllocationPerNonToolRecord(t *testing.T) {
	b := newBench(t, nil)
	w := newWorker(cores.by[b.cfg])
	w.begin(t.Context())
	batch := nonToolBatch(1)
	rs := batch.ResourceSpans().At(0)
	ss := rs.ScopeSpans().At(0)
	span := ss.Spans().At(0)
	logs := plog.NewLogs()
	rl := logs.ResourceLogs().AppendEmpty()
	sl := rl.ScopeLogs().AppendEmpty()
	record := sl.LogRecords().AppendEmpty()
	span.Attributes().CopyTo(record.Attributes())
	record.Body().SetStr(`{"msg":"GET /cart","status":"succeeded","exit_code":3}`)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		w.enter(rs.Resource())
		_ = w.span(rs, ss, span)
		_ = w.log(rl, sl, record)
	}))
}

func nonToolBatch(n int) ptrace.Traces {
	batch := ptrace.NewTraces()
	rs := batch.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", "shop")
	ss := rs.ScopeSpans().AppendEmpty()
	for range n {
		span := ss.Spans().AppendEmpty()
		span.SetName("GET /cart")
		for i := range 15 {
			span.Attributes().PutStr(fmt.Sprintf("http.some.attribute.%d", i), "value")
		}
		span.Attributes().PutStr("status", "succeeded")
		span.Attributes().PutInt("exit_code", 3)
	}
	return batch
}

func TestForeignTelemetryIsOnlyTagged(t *testing.T) {
	b := newBench(t, nil)
	in := map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "process.exit.code": 3,
		"gen_ai.tool.call.arguments": `{"command":"make"}`, "gen_ai.tool.call.result": "PASS", "status": "succeeded",
	}
	out := b.call(1, 1, in, ptrace.StatusCodeOk)
	assert.Equal(t, ptrace.StatusCodeOk, out.Status().Code())
	raw := out.Attributes().AsRaw()
	for key, value := range in {
		assert.EqualValues(t, value, raw[key])
	}
	assert.Equal(t, "failed", raw[keyOutcome])
	assert.NotContains(t, raw, keyFindings)
	assert.EqualValues(t, 0, b.sum("findings"))
	assert.EqualValues(t, 0, b.sum("false_confirm_detected"))
}

func TestKnownStatusIsSetOnRequest(t *testing.T) {
	b := newBench(t, func(c *Config) { c.SpanStatus = spanStatusKnown })
	attrs := map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "process.exit.code": 3}
	out := b.call(1, 1, attrs, ptrace.StatusCodeUnset)
	assert.Equal(t, ptrace.StatusCodeError, out.Status().Code())
	v, _ := out.Attributes().Get(toolcall.OriginalStatusCode)
	assert.Equal(t, "Unset", v.AsString())
}

func TestVersionsComeFromTheResource(t *testing.T) {
	b := newBench(t, nil)
	batch := ptrace.NewTraces()
	rs := batch.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("tool_span.harness.version", "1.2.3")
	span := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.Attributes().PutStr("span_type", "tool")
	span.Attributes().PutStr("tool_span.prompt.version", "p7")
	out := b.send(batch).Attributes().AsRaw()
	assert.Equal(t, "1.2.3", out[keyHarness])
	assert.Equal(t, "p7", out[keyPrompt])
}

func TestPanicPassesTheRecord(t *testing.T) {
	for mode, fails := range map[string]bool{"ignore": false, "silent": false, "propagate": true} {
		t.Run(mode, func(t *testing.T) {
			b := newBench(t, func(c *Config) { c.ErrorMode = mode })
			c := cores.by[b.cfg]
			c.workers.New = func() any {
				w := newWorker(c)
				w.judge = nil
				return w
			}
			batch := ptrace.NewTraces()
			ss := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty()
			ss.Spans().AppendEmpty().Attributes().PutStr("span_type", "tool")
			err := b.traces.ConsumeTraces(t.Context(), batch)
			assert.Equal(t, fails, err != nil)
			assert.EqualValues(t, 1, b.sum("errors_ignored"))
			if !fails {
				assert.Equal(t, 1, b.spans.SpanCount())
			}
		})
	}
}

func TestMatchMarksFurtherRecords(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Match.Span = []string{`attributes["my.kind"] == "tool"`}
		c.Match.Log = []string{`attributes["my.kind"] == "tool"`}
		c.Fields = map[string][]string{"termination.exit_code": {"my.exit"}, "tool_name": {"my.tool"}}
	})
	attrs := map[string]any{"my.kind": "tool", "my.exit": "3", "my.tool": "run"}
	out := b.call(1, 1, attrs, 0).Attributes().AsRaw()
	assert.Equal(t, "generic", out[keyDialect])
	assert.Equal(t, "nonzero_exit", out[keyTermination])
	record := b.event(0, 0, 7, attrs).Attributes().AsRaw()
	assert.Equal(t, "failed", record[keyOutcome])
	assert.EqualValues(t, 2, b.sum("calls"))
}

func TestConditionErrorsAreCounted(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Match.Span = []string{`Int(attributes["a"]) / 0 == 1`} })
	out := b.call(1, 1, map[string]any{"a": "1"}, 0)
	assert.Equal(t, 1, out.Attributes().Len())
	assert.EqualValues(t, 1, b.sum("errors_ignored"))
}

func TestOptInLabels(t *testing.T) {
	b := newBench(t, func(c *Config) {
		c.Metrics.ToolName = Label{Enabled: true, Limit: 2}
		c.Metrics.ServiceName = Label{Enabled: true, Allow: []string{"agent"}, Limit: 50}
	})
	for i, tool := range []string{"a", "b", "c", "a"} {
		b.call(1, byte(i), map[string]any{"span_type": "tool", "tool_name": tool, "exit_code": 0}, 0)
	}
	assert.EqualValues(t, 2, b.sum("calls", "tool_name", "a", "service_name", "_other"))
	assert.EqualValues(t, 1, b.sum("calls", "tool_name", "b"))
	assert.EqualValues(t, 1, b.sum("calls", "tool_name", "_other"))
}

func TestClosedSetsStartAtZero(t *testing.T) {
	b := newBench(t, nil)
	for name, points := range map[string]int{
		"findings": len(rules.IDs()) + secondSeverities(), "false_confirm_blocked": 8, "false_confirm_detected": 8, "clipped": 12,
		"timeout_with_success_marker": 15, "ambiguous": 1, "verdicts_replaced": 1, "errors_ignored": 1, "memory_evictions": 2,
	} {
		m, err := b.tel.GetMetric("otelcol_processor_tool_span_" + name)
		require.NoError(t, err, name)
		assert.Len(t, m.Data.(metricdata.Sum[int64]).DataPoints, points, name)
	}
	_, err := b.tel.GetMetric("otelcol_processor_tool_span_calls")
	require.Error(t, err, "calls has no closed set of labels")
}

func TestMemoryDrains(t *testing.T) {
	b := newBench(t, nil)
	c := cores.by[b.cfg]
	start := time.Unix(1_800_000_000, 0)
	c.now = func() time.Time { return start }
	b.call(1, 1, killed(), 0)
	assert.Equal(t, 1, c.recent.Len(start))
	assert.Equal(t, 0, c.recent.Len(start.Add(time.Hour)))
	b.call(2, 1, map[string]any{}, 0)
	assert.EqualValues(t, 1, b.sum("memory_evictions", "reason", "age"))
}

// TestManySenders has all that is shared used at once; the race detector watches,
// and every call must be counted once.
func TestManySenders(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Metrics.ToolName = Label{Enabled: true, Limit: 3} })
	const senders, calls = 8, 50
	var wg sync.WaitGroup
	for sender := range senders {
		wg.Go(func() {
			for i := range calls {
				attrs := killed()
				attrs["gen_ai.tool.call.id"] = fmt.Sprint(sender, "/", i)
				attrs["gen_ai.tool.name"] = fmt.Sprint("tool", sender)
				traces, logs := ptrace.NewTraces(), plog.NewLogs()
				span := traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
				fill(t, span.Attributes(), attrs, nil)
				record := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
				fill(t, record.Attributes(), attrs, nil)
				assert.NoError(t, b.traces.ConsumeTraces(t.Context(), traces))
				assert.NoError(t, b.logs.ConsumeLogs(t.Context(), logs))
				cores.by[b.cfg].recent.Len(time.Now()) // as the gauges do
			}
		})
	}
	wg.Wait()
	assert.EqualValues(t, senders*calls, b.sum("calls"))
	assert.EqualValues(t, senders*calls, b.sum("false_confirm_blocked", "claim", "status"))
}
