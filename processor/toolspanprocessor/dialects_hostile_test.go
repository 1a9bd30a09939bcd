package toolspanprocessor

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/samples"
)

// batch is one record of a signal or a few, as pipelines carry them.
type batch struct {
	traces ptrace.Traces
	logs   plog.Logs
	isLog  bool
}

func batchOf(r *samples.Record) batch {
	return batch{isLog: r.Log, traces: r.Traces(1), logs: r.Logs(1)}
}

func (b batch) span() ptrace.Span {
	return b.traces.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
}

func (b batch) record() plog.LogRecord {
	return b.logs.ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0)
}

func (b batch) attrs() pcommon.Map {
	if b.isLog {
		return b.record().Attributes()
	}
	return b.span().Attributes()
}

// places are the values in a record that a producer fills.
func (b batch) places() []pcommon.Value {
	var list []pcommon.Value
	for _, v := range b.attrs().All() {
		list = append(list, v)
	}
	if b.isLog {
		return append(list, b.record().Body())
	}
	for _, event := range b.span().Events().All() {
		for _, v := range event.Attributes().All() {
			list = append(list, v)
		}
	}
	return list
}

// longest is the place that holds the longest text.
func (b batch) longest() pcommon.Value {
	return slices.MaxFunc(b.places(), func(x, y pcommon.Value) int { return len(x.AsString()) - len(y.AsString()) })
}

func (b batch) clone() batch {
	c := batch{isLog: b.isLog, traces: ptrace.NewTraces(), logs: plog.NewLogs()}
	b.traces.CopyTo(c.traces)
	b.logs.CopyTo(c.logs)
	return c
}

func (b batch) process(t *testing.T, traces processor.Traces, logs processor.Logs) {
	t.Helper()
	if b.isLog {
		require.NoError(t, logs.ConsumeLogs(t.Context(), b.logs))
		return
	}
	require.NoError(t, traces.ConsumeTraces(t.Context(), b.traces))
}

func (b batch) wire(t *testing.T) string {
	t.Helper()
	traces, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(b.traces)
	require.NoError(t, err)
	logs, err := (&plog.ProtoMarshaler{}).MarshalLogs(b.logs)
	require.NoError(t, err)
	return string(traces) + string(logs)
}

// verdict lists what a record was found to be, as text.
func (b batch) verdict() string {
	var list []string
	for key, v := range b.attrs().All() {
		if dialect.IsVerdictKey(key) {
			list = append(list, key+"="+v.AsString())
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// applications are the dialects in which any text may be the tool's own.
var applications = func() map[string]bool {
	names := map[string]bool{}
	for _, d := range dialect.Builtin() {
		names[d.Name] = d.Policy.Spoofable
	}
	return names
}()

// longestVerdict is far more than a verdict takes, in bytes.
const longestVerdict = 4 << 10

// checkRecord holds for a record of a dialect, whatever was done to it.
func checkRecord(t *testing.T, b batch) {
	t.Helper()
	attrs := b.attrs()
	checkVerdict(t, attrs)
	assert.Less(t, len(b.verdict()), longestVerdict)
	if textAt(attrs, keyOutcome) == "succeeded" && applications[textAt(attrs, keyDialect)] {
		assert.NotContains(t, textAt(attrs, keySource), "text", "text proves no success")
	}
}

// shapes of values that a fuzzer would take long to find.
var odd = []func(v pcommon.Value, s string){
	func(v pcommon.Value, s string) { v.SetStr(s) },
	func(v pcommon.Value, s string) { v.SetStr(v.AsString() + s) },
	func(v pcommon.Value, s string) { v.SetStr(s + v.AsString()) },
	func(v pcommon.Value, s string) {
		v.SetStr(v.AsString()[:len(v.AsString())*len(s)%(len(v.AsString())+1)])
	},
	func(v pcommon.Value, s string) {
		old := v.AsString()
		v.SetStr(old[:len(old)/2] + s + old[len(old)/2:])
	},
	func(v pcommon.Value, s string) { v.SetInt(int64(len(s)) - 2) },
	func(v pcommon.Value, s string) { v.SetDouble(float64(len(s)) / 2) },
	func(v pcommon.Value, s string) { v.SetBool(len(s)%2 == 0) },
	func(v pcommon.Value, s string) { v.SetEmptyBytes().FromRaw([]byte(s)) },
	func(v pcommon.Value, s string) {
		old := v.AsString()
		m := v.SetEmptyMap()
		m.PutStr(s, old)
		m.PutStr("output", s)
		m.PutInt("exit_code", int64(len(s))%3)
	},
	func(v pcommon.Value, s string) {
		old := v.AsString()
		list := v.SetEmptySlice()
		list.AppendEmpty().SetStr(old)
		list.AppendEmpty().SetEmptyMap().PutStr("text", s)
	},
	func(v pcommon.Value, s string) {
		v.SetStr(fmt.Sprintf("{\"output\":%q,\"exit_code\":0,\"stdout\":\"\"}", s))
	},
	func(v pcommon.Value, _ string) { pcommon.NewValueEmpty().CopyTo(v) },
}

// FuzzDialects picks a typical record and does to two of its values what no
// producer would.
func FuzzDialects(f *testing.F) {
	traces, logs := fuzzTarget(f)
	all := samples.All()
	for i := range all {
		f.Add(uint8(i), uint8(i*7), uint8(i), "Exit code 143\nPASS", uint8(i*3), uint8(0), "true", uint8(i))
		f.Add(uint8(i), uint8(i*5), uint8(0), `{"exit_code":0,"stdout":"PASS","isError":true`, uint8(i), uint8(i*3), "0", uint8(i*2))
	}
	f.Fuzz(func(t *testing.T, which, place, how uint8, text string, place2, how2 uint8, text2 string, status uint8) {
		b := batchOf(&all[int(which)%len(all)])
		places := b.places()
		odd[int(how)%len(odd)](places[int(place)%len(places)], text)
		odd[int(how2)%len(odd)](places[int(place2)%len(places)], text2)
		if !b.isLog {
			b.span().Status().SetCode(ptrace.StatusCode(status % 3))
		}
		again := b.clone()
		b.process(t, traces, logs)
		checkRecord(t, b)
		again.process(t, traces, logs)
		assert.Equal(t, b.wire(t), again.wire(t), "the same record again is judged the same")
		again.process(t, traces, logs)
		assert.Equal(t, b.verdict(), again.verdict(), "what was judged is judged the same again")
	})
}

// TestLinear puts much of what invites a reader to look twice where a record
// has its longest text.
func TestLinear(t *testing.T) {
	const size = 256 << 10
	fill := func(start, shape string) string { return start + strings.Repeat(shape, size/len(shape)) }
	shapes := map[string]string{
		"nested objects": fill("", `{"output":`), "nested lists": fill(`{"exit_code":`, "["), "quotes": fill(`{"`, `"`),
		"backslashes": fill(`{"output":"`, `\`), "escapes": fill(`{"output":"`, `\n`), "members": fill("{", `"exit_code":0,"output":"x",`),
		"encoded twice": fill("", `{"output":"{\"output\":`), "controls": fill(`{"output":"`, "\n\x01"), "messages": fill("", `{"kwargs":{"content":`),
		"lines": fill("", "Exit code 1\n"),
	}
	b := newBench(t, nil)
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			for _, r := range samples.All() {
				record := batchOf(&r)
				record.longest().SetStr(shape)
				began := time.Now()
				record.process(t, b.traces, b.logs)
				assert.Less(t, time.Since(began), 2*time.Second, r.Dialect)
				checkRecord(t, record)
			}
		})
	}
}

// TestHostileDialects puts what no honest producer sends into every attribute of
// every dialect's records, and expects all of them to arrive, none with a verdict
// that it brought.
func TestHostileDialects(t *testing.T) {
	forged := `{"verdict":{"outcome":"succeeded"},"tool_span":{"verdict":1},"tool_span.verdict.outcome":"forged"}`
	values := map[string]func(pcommon.Value){
		"int": func(v pcommon.Value) { v.SetInt(math.MinInt64) }, "NaN": func(v pcommon.Value) { v.SetDouble(math.NaN()) },
		"bool": func(v pcommon.Value) { v.SetBool(true) }, "bytes": func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte{0, 255}) },
		"map": func(v pcommon.Value) { nest(v, 50) }, "list": func(v pcommon.Value) { v.SetEmptySlice().AppendEmpty().SetStr("PASS") },
		"nothing": func(v pcommon.Value) { pcommon.NewValueEmpty().CopyTo(v) }, "blanks": func(v pcommon.Value) { v.SetStr(" \n") },
		"no UTF-8": func(v pcommon.Value) { v.SetStr("{\"output\":\"PASS\xff\xfe\n\x80\x80") }, "NULs": func(v pcommon.Value) { v.SetStr(strings.Repeat("\x00", 10000)) },
		"JSON bomb":         func(v pcommon.Value) { v.SetStr(strings.Repeat(`{"output":[`, 10000)) },
		"many members":      func(v pcommon.Value) { v.SetStr("{" + strings.Repeat(`"exit_code":1,"output":"PASS",`, 2000) + "}") },
		"forged":            func(v pcommon.Value) { v.SetStr(forged) },
		"forged as a map":   func(v pcommon.Value) { v.SetEmptyMap().PutStr("tool_span.verdict.outcome", "forged") },
		"JSON encoded more": func(v pcommon.Value) { v.SetStr(strings.Repeat(`"{\"output\":`, 5000)) },
	}
	for name, fill := range values {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			for _, r := range samples.All() {
				for i := range batchOf(&r).places() {
					record := batchOf(&r)
					fill(record.places()[i])
					record.process(t, b.traces, b.logs)
					checkRecord(t, record)
					assert.NotEqual(t, "forged", textAt(record.attrs(), keyOutcome))
				}
			}
			assert.Zero(t, b.sum("errors_ignored"))
			honest := judgeSample(t, b, &samples.All()[0])
			assert.Equal(t, "ok", textAt(honest, keyTermination))
		})
	}
}

// TestManyEvents reads a span with far more events, and with larger ones, than are looked at.
func TestManyEvents(t *testing.T) {
	b := newBench(t, nil)
	for _, r := range samples.All() {
		if len(r.Events) == 0 {
			continue
		}
		batch := r.Traces(1)
		span := batch.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
		for i := range 10_000 {
			event := span.Events().AppendEmpty()
			event.SetName([]string{"gen_ai.choice", "tool.output", "exception", "x"}[i%4])
			event.Attributes().PutStr("message", "Exit code 1")
			event.Attributes().PutStr("tool_span.verdict.outcome", "succeeded")
		}
		for i := range 2000 {
			span.Events().At(0).Attributes().PutStr(fmt.Sprint("k", i), "x")
		}
		began := time.Now()
		out := b.send(batch)
		assert.Less(t, time.Since(began), 2*time.Second)
		checkVerdict(t, out.Attributes())
		for _, event := range out.Events().All() {
			_, forged := event.Attributes().Get(keyOutcome)
			require.False(t, forged)
		}
	}
	assert.Zero(t, b.sum("errors_ignored"))
}

// TestLogBodies gives log records bodies of every type.
func TestLogBodies(t *testing.T) {
	bodies := map[string]func(pcommon.Value){
		"nothing": func(pcommon.Value) {}, "int": func(v pcommon.Value) { v.SetInt(1) }, "double": func(v pcommon.Value) { v.SetDouble(math.Inf(1)) },
		"bool": func(v pcommon.Value) { v.SetBool(true) }, "bytes": func(v pcommon.Value) { v.SetEmptyBytes().FromRaw([]byte(`{"span_type":"tool"}`)) },
		"list": func(v pcommon.Value) { v.SetEmptySlice().AppendEmpty().SetEmptyMap().PutStr("span_type", "tool") },
		"deep": func(v pcommon.Value) { nest(v, 1000) }, "text": func(v pcommon.Value) { v.SetStr("\xff{") },
		"map": func(v pcommon.Value) {
			m := v.SetEmptyMap()
			m.PutStr("tool_span.verdict.outcome", "forged")
			for i := range 2000 {
				m.PutStr(fmt.Sprint("k", i), "x")
			}
		},
		"JSON": func(v pcommon.Value) {
			v.SetStr(`{"span_type":"tool",` + strings.Repeat(`"x":1,`, 5000) + `"tool_span":{"verdict":{"outcome":"forged"}}}`)
		},
	}
	for name, fill := range bodies {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			for _, r := range append(samples.All(), samples.Others()...) {
				if !r.Log {
					continue
				}
				record := batchOf(&r)
				pcommon.NewValueEmpty().CopyTo(record.record().Body())
				fill(record.record().Body())
				record.process(t, b.traces, b.logs)
				checkRecord(t, record)
				assert.NotContains(t, record.record().Body().AsString(), "forged")
			}
			assert.Zero(t, b.sum("errors_ignored"))
		})
	}
}

// TestForgedVerdicts hides verdicts wherever one may stand in a span, behind more
// than is read of it too.
func TestForgedVerdicts(t *testing.T) {
	const forged = `"verdict":{"outcome":"forged"}`
	filler := strings.Repeat(`"x":1,`, 1100)
	group := func(v pcommon.Value) {
		m := v.SetEmptyMap()
		for i := range 1100 {
			m.PutInt(fmt.Sprint("x", i), 1)
		}
		m.PutEmptyMap("verdict").PutStr("outcome", "forged")
	}
	fills := map[string]func(pcommon.Map){
		"plain":        func(m pcommon.Map) { m.PutStr("tool_span.verdict.outcome", "forged") },
		"map":          func(m pcommon.Map) { m.PutEmptyMap("tool_span").PutEmptyMap("verdict").PutStr("outcome", "forged") },
		"own map":      func(m pcommon.Map) { m.PutEmptyMap("tool_span.verdict").PutStr("outcome", "forged") },
		"large map":    func(m pcommon.Map) { group(m.PutEmpty("tool_span")) },
		"JSON":         func(m pcommon.Map) { m.PutStr("tool_span", `{"a":1,`+forged+`,"b":2}`) },
		"last in JSON": func(m pcommon.Map) { m.PutStr("tool_span", `{`+forged+` , `+forged+`}`) },
		"large JSON":   func(m pcommon.Map) { m.PutStr("tool_span", `{`+filler+forged+`,"verdict.outcome":"forged"}`) },
	}
	for name, fill := range fills {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			for _, r := range append(samples.All(), samples.Others()...) {
				batch := r.Traces(1)
				rs := batch.ResourceSpans().At(0)
				span := rs.ScopeSpans().At(0).Spans().At(0)
				for _, attrs := range []pcommon.Map{
					span.Attributes(), span.Events().AppendEmpty().Attributes(), span.Links().AppendEmpty().Attributes(),
					rs.Resource().Attributes(), rs.ScopeSpans().At(0).Scope().Attributes(),
				} {
					fill(attrs)
				}
				require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
				text, err := (&ptrace.JSONMarshaler{}).MarshalTraces(batch)
				require.NoError(t, err)
				assert.NotContains(t, string(text), "forged")
			}
		})
	}
}

// TestManyEdits demotes many claims inside of one large string of JSON.
func TestManyEdits(t *testing.T) {
	b := newBench(t, nil)
	large := `{"text":"` + strings.Repeat("x", 12<<20) + `",`
	batch := ptrace.NewTraces()
	attrs := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty().Attributes()
	attrs.PutInt("exit_code", 1)
	attrs.PutStr("tool_span.claim", large+strings.Repeat(`"status":"succeeded",`, 400)+`"verified":false}`)
	attrs.PutStr("tool_span", large+strings.Repeat(`"verdict":1,`, 900)+`"verdict":2}`)
	began := time.Now()
	out := b.send(batch).Attributes()
	assert.Less(t, time.Since(began), 2*time.Second)
	claim := textAt(out, "tool_span.claim")
	assert.NotContains(t, claim, "succeeded")
	assert.Equal(t, 400, strings.Count(claim, `"status":"failed_or_incomplete"`))
	assert.True(t, strings.HasSuffix(claim, `"verified":false}`))
	assert.Equal(t, strings.TrimSuffix(large, ",")+"}", textAt(out, "tool_span"))
}

// TestOneKeyManyTimes sends what OTLP allows and a map does not: keys that stand
// hundreds of times in a record.
func TestOneKeyManyTimes(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[{"key":"span_type","value":{"stringValue":"tool"}}`)
	for range 500 {
		text.WriteString(`,{"key":"tool_span.claim.status","value":{"stringValue":"` + strings.Repeat("half 1/2 ", 20) + `"}}`)
		text.WriteString(`,{"key":"tool_span.original.tool_span.claim.status","value":{"stringValue":"` + strings.Repeat("passed 2/2 ", 15) + `not"}}`)
	}
	text.WriteString("]}]}]}]}")
	batch, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces([]byte(text.String()))
	require.NoError(t, err)
	b := newBench(t, nil)
	began := time.Now()
	for range 5 {
		again := ptrace.NewTraces()
		batch.CopyTo(again)
		b.send(again)
	}
	assert.Less(t, time.Since(began), 2*time.Second)
}

// TestManyCalls sends batches in which very many records are of one call, of a
// call each, or views of one span's call.
func TestManyCalls(t *testing.T) {
	const n = 20_000
	result := "Exit code 1\nboom"
	for name, fill := range map[string]func(ptrace.Span, int){
		"one call":     func(s ptrace.Span, _ int) { call(s, "x", result) },
		"a call each":  func(s ptrace.Span, i int) { call(s, fmt.Sprint("x", i), result) },
		"MCP children": func(s ptrace.Span, i int) { child(s, i, result) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			batch := ptrace.NewTraces()
			spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
			for i := range n {
				span := spans.AppendEmpty()
				span.SetTraceID(pcommon.TraceID{1})
				span.SetSpanID(pcommon.SpanID{byte(i), byte(i >> 8), byte(i >> 16), 1})
				fill(span, i)
			}
			began := time.Now()
			require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
			assert.Less(t, time.Since(began), 5*time.Second)
			for _, span := range spans.All() {
				require.Equal(t, "nonzero_exit", textAt(span.Attributes(), keyTermination))
				require.Less(t, span.Attributes().Len(), 30)
			}
			if name == "a call each" {
				assert.Equal(t, int64(n), b.sum("calls"))
			} else {
				assert.Equal(t, int64(1), b.sum("calls"))
			}
		})
	}
}

func call(s ptrace.Span, id, result string) {
	s.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
	s.Attributes().PutStr("gen_ai.tool.call.id", id)
	s.Attributes().PutStr("gen_ai.tool.call.result", result)
}

func child(s ptrace.Span, i int, result string) {
	if i == 0 {
		call(s, "x", result)
		return
	}
	s.SetParentSpanID(pcommon.SpanID{0, 0, 0, 1})
	s.Attributes().PutStr("mcp.method.name", "tools/call")
	s.Attributes().PutStr("gen_ai.tool.call.result", result)
}
