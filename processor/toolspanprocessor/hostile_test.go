package toolspanprocessor

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/toolspan/toolspan/internal/toolcall"
	"github.com/toolspan/toolspan/processor/toolspanprocessor/internal/metadata"
)

// hostile fills one attribute with something that no honest producer sends.
var hostile = map[string]func(pcommon.Value){
	"10 MB of text":     func(v pcommon.Value) { v.SetStr(strings.Repeat("PASS\n", 2<<20)) },
	"ends of loops":     func(v pcommon.Value) { v.SetStr(strings.Repeat("done\nnpm ERR! cod\n", 1<<20)) },
	"10 MB in one line": func(v pcommon.Value) { v.SetStr(strings.Repeat("a", 10<<20)) },
	"10 MB of brackets": func(v pcommon.Value) { v.SetStr(strings.Repeat("[", 10<<20)) },
	"nested JSON":       func(v pcommon.Value) { v.SetStr(strings.Repeat(`{"stdout":`, 6000)) },
	"JSON of quotes":    func(v pcommon.Value) { v.SetStr(strings.Repeat(`"\`, 30000)) },
	"many JSON members": func(v pcommon.Value) {
		v.SetStr("{" + strings.Repeat(`"exit_code":1,"stdout":"PASS",`, 2000) + `"a":1}`)
	},
	"invalid UTF-8":      func(v pcommon.Value) { v.SetStr("PASS\xff\xfe\n\x80\x80") },
	"NULs":               func(v pcommon.Value) { v.SetStr(strings.Repeat("\x00", 100000)) },
	"negative":           func(v pcommon.Value) { v.SetInt(math.MinInt64) },
	"overflowing":        func(v pcommon.Value) { v.SetDouble(1e300) },
	"not a number":       func(v pcommon.Value) { v.SetDouble(math.NaN()) },
	"overflowing string": func(v pcommon.Value) { v.SetStr(strings.Repeat("9", 10000)) },
	"bytes":              func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte{0, 255, 1}) },
	"empty map":          func(v pcommon.Value) { v.SetEmptyMap() },
	"depth 1000":         func(v pcommon.Value) { nest(v, 1000) },
	"wide map": func(v pcommon.Value) {
		m := v.SetEmptyMap()
		for i := range 10000 {
			m.PutStr(fmt.Sprint("command", i), "x")
		}
	},
	"wide slice": func(v pcommon.Value) {
		s := v.SetEmptySlice()
		for range 10000 {
			s.AppendEmpty().SetStr("PASS")
		}
	},
	"empty":  func(pcommon.Value) {},
	"blanks": func(v pcommon.Value) { v.SetStr(" \n") },
}

func nest(v pcommon.Value, depth int) {
	for i := range depth {
		if i%2 == 0 {
			v = v.SetEmptyMap().PutEmpty("stdout")
		} else {
			v = v.SetEmptySlice().AppendEmpty()
		}
	}
	v.SetStr("PASS")
}

// victims are keys whose values are read in different ways.
var victims = []string{
	"tool_span", "tool_span.termination", "termination", "tool_span.claim", "tool_span.claim.status", "status", "confirmed",
	"stdout_bytes", "stdout_cap", "stdout_truncated", "stdout_sha256", "preview_stdout", "stdout_tail", "encoding",
	"ok_preview", "exit_code", "signal", "timed_out", "tool_span.termination.kind", "must_rerun", "error.type",
	"gen_ai.tool.name", "gen_ai.tool.call.id", "gen_ai.conversation.id", "gen_ai.tool.call.arguments",
	"gen_ai.tool.call.result", "argv", "process.command_line", "tool_span.verdict.outcome", "tool_span.verdict",
	"tool_span.original.status", "tool_span.original.span.status_code", "tool_span.harness.version", "span_type",
}

// TestHostileValues puts each hostile value into each attribute that is read, in
// the middle of a batch, and expects every record to arrive and the honest one
// to be judged as if nothing were beside it.
func TestHostileValues(t *testing.T) {
	for name, fill := range hostile {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			batch := ptrace.NewTraces()
			spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
			for _, key := range victims {
				span := spans.AppendEmpty()
				require.NoError(t, span.Attributes().FromRaw(map[string]any{
					"span_type": "tool", "gen_ai.operation.name": "execute_tool", "exit_code": 143, "preview_stdout": "PASS",
				}))
				fill(span.Attributes().PutEmpty(key))
			}
			require.NoError(t, spans.AppendEmpty().Attributes().FromRaw(killed()))
			require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
			out := b.spans.AllTraces()[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans()
			require.Equal(t, len(victims)+1, out.Len())
			assert.Zero(t, b.sum("errors_ignored"))
			last, _ := out.At(len(victims)).Attributes().Get(keyOutcome)
			assert.Equal(t, "incomplete", last.AsString())
			for i := range victims {
				reason, ok := out.At(i).Attributes().Get(keyReason)
				if ok {
					assert.LessOrEqual(t, len(reason.Str()), 200)
				}
			}
		})
	}
}

func TestTenThousandAttributes(t *testing.T) {
	b := newBench(t, nil)
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	for i := range 10000 {
		span.Attributes().PutStr(fmt.Sprint("tool_span.original.", i), "x")
	}
	span.Attributes().PutStr("span_type", "tool")
	span.Attributes().PutInt("exit_code", 0)
	out := b.send(batch)
	v, ok := out.Attributes().Get(keyOutcome)
	require.True(t, ok)
	assert.Equal(t, "succeeded", v.Str())
}

// TestDuplicateKeys sends what OTLP allows and a map does not: one key twice.
func TestDuplicateKeys(t *testing.T) {
	raw := `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[
		{"key":"span_type","value":{"stringValue":"tool"}},
		{"key":"exit_code","value":{"intValue":"0"}},
		{"key":"exit_code","value":{"intValue":"143"}},
		{"key":"status","value":{"stringValue":"succeeded"}},
		{"key":"status","value":{"stringValue":"succeeded"}},
		{"key":"tool_span.verdict.outcome","value":{"stringValue":"succeeded"}},
		{"key":"tool_span.verdict.outcome","value":{"stringValue":"succeeded"}}]}]}]}]}`
	batch, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces([]byte(raw))
	require.NoError(t, err)
	out := newBench(t, nil).send(batch)
	seen := 0
	for key, value := range out.Attributes().All() {
		switch key {
		case "status":
			assert.Equal(t, "failed_or_incomplete", value.Str())
		case keyOutcome:
			seen++
			assert.Equal(t, "incomplete", value.Str())
		}
	}
	assert.Equal(t, 1, seen)
}

// fuzzTarget is a component that fuzzing sends everything through.
func fuzzTarget(f *testing.F) (processor.Traces, processor.Logs) {
	f.Helper()
	cfg := createDefaultConfig().(*Config)
	cfg.ErrorMode = "propagate" // a panic fails the fuzzing, where a pipeline would go on
	set := processortest.NewNopSettings(metadata.Type)
	traces, err := createTraces(f.Context(), set, cfg, consumertest.NewNop())
	require.NoError(f, err)
	logs, err := createLogs(f.Context(), set, cfg, consumertest.NewNop())
	require.NoError(f, err)
	require.NoError(f, traces.Start(f.Context(), componenttest.NewNopHost()))
	require.NoError(f, logs.Start(f.Context(), componenttest.NewNopHost()))
	f.Cleanup(func() {
		_ = traces.Shutdown(context.Background())
		_ = logs.Shutdown(context.Background())
	})
	return traces, logs
}

// checkVerdict holds for every record, whatever it said.
func checkVerdict(t *testing.T, attrs pcommon.Map) {
	t.Helper()
	get := func(key string) string {
		v, ok := attrs.Get(key)
		if !ok {
			return ""
		}
		return v.AsString()
	}
	outcome, kind := get(keyOutcome), get(keyTermination)
	if outcome == "" {
		return
	}
	if outcome == "succeeded" {
		assert.Equal(t, "ok", kind)
	}
	if get(keyMustRerun) == "true" {
		assert.Contains(t, []string{"rerun", "rerun_uncapped"}, get(keyNext))
		assert.NotEqual(t, "succeeded", outcome, "a good ending that proves nothing is no success")
	}
	assert.LessOrEqual(t, len(get(keyReason)), 200)
}

// FuzzRecords changes whole OTLP/JSON records.
func FuzzRecords(f *testing.F) {
	traces, logs := fuzzTarget(f)
	f.Add([]byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"x","status":{"code":1},"attributes":[{"key":"span_type","value":{"stringValue":"tool"}},{"key":"exit_code","value":{"intValue":"143"}},{"key":"preview_stdout","value":{"stringValue":"PASS"}},{"key":"status","value":{"stringValue":"succeeded"}}]}]}]}]}`))
	f.Add([]byte(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"kvlistValue":{"values":[{"key":"span_type","value":{"stringValue":"tool"}},{"key":"termination","value":{"stringValue":"{\"kind\":\"timeout\"}"}}]}}}]}]}]}`))
	f.Add([]byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},{"key":"gen_ai.tool.call.result","value":{"stringValue":"Exit code 1\nboom"}}]}]}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if batch, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(data); err == nil {
			require.NoError(t, traces.ConsumeTraces(t.Context(), batch))
			for _, rs := range batch.ResourceSpans().All() {
				for _, ss := range rs.ScopeSpans().All() {
					for _, span := range ss.Spans().All() {
						checkVerdict(t, span.Attributes())
					}
				}
			}
		}
		if batch, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(data); err == nil {
			require.NoError(t, logs.ConsumeLogs(t.Context(), batch))
		}
	})
}

// FuzzJSONForms changes facts and claims that arrive as strings of JSON, and
// checks that what is demoted inside of them stays JSON with only the claims changed.
func FuzzJSONForms(f *testing.F) {
	traces, _ := fuzzTarget(f)
	f.Add(`{"kind":"timeout","exit_code":143}`, `{"status":"succeeded","verified":true,"must_rerun":false}`)
	f.Add(" \n", " \t")
	f.Add(`{"exit_code":0,"exit_code":9}`, ` { "confirmed" : "yes" , "verified":1 } `)
	f.Add(`{"kind":{"kind":1}}`, `{"status":["succeeded"]}`)
	f.Fuzz(func(t *testing.T, termination, claim string) {
		batch := ptrace.NewTraces()
		span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.Attributes().PutStr("tool_span.termination", termination)
		span.Attributes().PutStr("tool_span.claim", claim)
		require.NoError(t, traces.ConsumeTraces(t.Context(), batch))
		checkVerdict(t, span.Attributes())
		v, _ := span.Attributes().Get("tool_span.claim")
		if _, blocked := span.Attributes().Get(keyBlocked); !blocked {
			assert.Equal(t, claim, v.Str())
		}
		if json.Valid([]byte(claim)) {
			assert.True(t, json.Valid([]byte(v.Str())), v.Str())
		}
	})
}

// FuzzText changes what a tool returned and what it was called with.
func FuzzText(f *testing.F) {
	traces, _ := fuzzTarget(f)
	f.Add("Exit code 143\nCommand timed out after 2m 0.0s\nPASS", `{"command":"make test"}`)
	f.Add(`{"exit_code":1,"stdout":"PASS`, `{"cmd":["grep","x"]}`)
	f.Add("[{\"type\":\"text\",\"text\":\"Process exited with code 3\"}]", "{")
	f.Fuzz(func(t *testing.T, result, arguments string) {
		batch := ptrace.NewTraces()
		span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.Attributes().PutStr(toolcall.GenAIOperation, "execute_tool")
		span.Attributes().PutStr(toolcall.GenAIToolResult, result)
		span.Attributes().PutStr(toolcall.GenAIToolArguments, arguments)
		require.NoError(t, traces.ConsumeTraces(t.Context(), batch))
		checkVerdict(t, span.Attributes())
		if v, ok := span.Attributes().Get(keyOutcome); ok && v.Str() == "succeeded" {
			source, _ := span.Attributes().Get(keySource)
			assert.Equal(t, "structured", source.Str(), "text proves no success")
		}
	})
}
