package toolspanprocessor

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/ruletest"
	"github.com/toolspan/toolspan/internal/samples"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// withhold returns settings under which all texts are treated in one way. A processor is kept until its test ends, so
// each of the many has a small memory.
func withhold(mode string) func(*Config) {
	return func(c *Config) { c.Content.Default, c.Memory.LimitMib = mode, 1 }
}

// textFields are the fields of which a text may not leave.
var textFields = []toolcall.Field{
	toolcall.Result, toolcall.ErrorText, toolcall.Arguments, toolcall.CommandLine, toolcall.Argv, toolcall.StdoutPreview, toolcall.StderrPreview,
}

// canaryPlaces are the places of a dialect at which such a text is read, those of the contract included.
func canaryPlaces(d *dialect.Dialect) []string {
	var list []string
	for _, f := range textFields {
		list = append(list, d.Keys[f]...)
		list = append(list, d.Copies[f]...)
		for _, k := range dialect.ContractKeys() {
			if k.Field == f {
				list = append(list, k.Key)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// plant puts a text at a place of a record, in the type that is asked for.
func plant(r samples.Record, place, canary, shape string) samples.Record {
	src, err := dialect.ParseSource(place)
	if err != nil {
		panic(err)
	}
	var value any = canary
	switch shape {
	case "map":
		value = map[string]any{"text": canary, "deep": []any{map[string]any{"er": canary}}}
	case "list":
		value = []any{canary, "more"}
	case "JSON":
		value = fmt.Sprintf(`{"text":%q,"again":%q}`, canary, fmt.Sprintf(`{"inner":%q}`, canary))
	case "bytes":
		value = []byte(canary)
	}
	for _, step := range slices.Backward(src.Path) {
		value = map[string]any{step: value}
	}
	attr := samples.Attr{Key: src.Key, Value: value}
	switch {
	case src.Body:
		r.Body = value
	case src.Event != "":
		if src.Key == "*" {
			attr.Key = "anything"
		}
		r.Events = append(slices.Clone(r.Events), samples.Event{Name: src.Event, Attrs: []samples.Attr{attr}})
	default:
		r.Attrs = slices.DeleteFunc(slices.Clone(r.Attrs), func(a samples.Attr) bool { return a.Key == src.Key })
		r.Attrs = append(r.Attrs, attr)
	}
	return r
}

// TestCanaries puts a text of its own into each place from which any dialect reads one, of each record, and finds it
// nowhere in what comes out.
func TestCanaries(t *testing.T) {
	byName := map[string]*dialect.Dialect{}
	for _, d := range dialect.Builtin() {
		byName[d.Name] = d
	}
	n := 0
	for _, mode := range []string{contentHash, contentDrop} {
		b := newBench(t, withhold(mode))
		for _, r := range samples.All() {
			for _, place := range canaryPlaces(byName[r.Dialect]) {
				if r.Log && strings.HasPrefix(place, "event[") {
					continue
				}
				for _, shape := range []string{"text", "map", "list", "JSON", "bytes"} {
					n++
					canary := fmt.Sprintf("canary-%d", n)
					planted := plant(r, place, canary, shape)
					out := b.wire(&planted)
					require.NotContains(t, out, canary, "%s: %s, %s at %s", mode, r.Dialect, shape, place)
				}
			}
		}
	}
	assert.Greater(t, n, 5000)
}

// wire sends one record and returns what comes out as OTLP/JSON, with bytes as text.
func (b *bench) wire(r *samples.Record) string {
	b.t.Helper()
	if r.Log {
		require.NoError(b.t, b.logs.ConsumeLogs(b.t.Context(), r.Logs(1)))
		all := b.events.AllLogs()
		return logsJSON(b.t, all[len(all)-1])
	}
	require.NoError(b.t, b.traces.ConsumeTraces(b.t.Context(), r.Traces(1)))
	all := b.spans.AllTraces()
	return tracesJSON(b.t, all[len(all)-1])
}

func logsJSON(t *testing.T, batch plog.Logs) string {
	t.Helper()
	data, err := (&plog.ProtoMarshaler{}).MarshalLogs(batch) // where bytes stand as they are
	require.NoError(t, err)
	text, err := (&plog.JSONMarshaler{}).MarshalLogs(batch)
	require.NoError(t, err)
	return string(text) + string(data)
}

func tracesJSON(t *testing.T, batch ptrace.Traces) string {
	t.Helper()
	data, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(batch)
	require.NoError(t, err)
	text, err := (&ptrace.JSONMarshaler{}).MarshalTraces(batch)
	require.NoError(t, err)
	return string(text) + string(data)
}

// TestSameVerdicts judges every case of every rule with texts withheld. What it expects is what is expected with all of
// them kept.
func TestSameVerdicts(t *testing.T) {
	cases, err := ruletest.Load(casesDir)
	require.NoError(t, err)
	for _, c := range cases {
		if c.Config == nil {
			c.Config = map[string]any{}
		}
		c.Config["content"] = map[string]any{"default": contentHash}
		if c.Config["memory"] == nil {
			c.Config["memory"] = map[string]any{"limit_mib": 1}
		}
		assert.Equal(t, c.Want.Verdict, judgeCase(t, &c, c.Record).Verdict, "%s/%s", c.Rule, c.Name)
	}
}

// TestSecondTier judges what comes out once more. A tier that keeps verdicts changes nothing; one that judges afresh
// knows less, finds nothing new, and calls nothing a success that was none.
func TestSecondTier(t *testing.T) {
	cases, err := ruletest.Load(casesDir)
	require.NoError(t, err)
	n := 0
	for _, mode := range []string{contentHash, contentDrop, contentTruncate} {
		keeps, usual, behind := tier(t, nil, mode), tier(t, nil, mode), tier(t, nil, mode)
		keeps.cfg.UpstreamVerdicts = upstreamKeep
		for i, c := range cases {
			if c.Record.Log || len(c.Earlier) > 0 {
				continue
			}
			name := fmt.Sprintf("%s/%s with %s", c.Rule, c.Name, mode)
			first, second := usual, behind
			if c.Config != nil {
				first, second = tier(t, c.Config, mode), tier(t, c.Config, mode)
			}
			batch, span := spanOfCase(t, c.Record, 1)
			span.SetTraceID([16]byte{1, byte(i), byte(i >> 8)}) // so that nothing is known of it
			out := first.send(batch)
			once, verdict := tracesJSON(t, cloned(out)), verdictIn(out.Attributes())
			if !strings.Contains(once, "tool_span.content.") {
				continue // nothing was cut
			}
			n++
			assert.Equal(t, once, tracesJSON(t, cloned(keeps.send(cloned(out)))), "%s, kept", name)

			again := verdictIn(second.send(cloned(out)).Attributes())
			assert.False(t, again["outcome"] == "succeeded" && verdict["outcome"] != "succeeded", "%s, judged afresh, succeeded", name)
			for _, id := range listIn(again["findings"]) {
				assert.Contains(t, listIn(verdict["findings"]), id, "%s, judged afresh", name)
			}
		}
	}
	assert.Greater(t, n, 300)
}

// tier is one collector of two, which remembers by traces.
func tier(t *testing.T, config map[string]any, mode string) *bench {
	t.Helper()
	return newBench(t, func(cfg *Config) {
		require.NoError(t, confmap.NewFromStringMap(config).Unmarshal(cfg))
		withhold(mode)(cfg)
		cfg.Content.TruncateAt, cfg.Memory.Scope = 16, scopeTrace
	})
}

func cloned(span ptrace.Span) ptrace.Traces {
	batch := ptrace.NewTraces()
	span.CopyTo(batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
	return batch
}

func verdictIn(attrs pcommon.Map) map[string]any {
	all := map[string]any{}
	for key, value := range attrs.AsRaw() {
		if short, ok := strings.CutPrefix(key, toolcall.VerdictPrefix); ok {
			all[short] = value
		}
	}
	return all
}

func listIn(v any) []any {
	list, _ := v.([]any)
	return list
}

// withheldSpan sends one span of a contract producer under some settings.
func withheldSpan(t *testing.T, change func(*Config), attrs map[string]any) map[string]any {
	t.Helper()
	all := map[string]any{"span_type": "tool"}
	maps.Copy(all, attrs)
	return newBench(t, change).call(1, 1, all, ptrace.StatusCodeUnset).Attributes().AsRaw()
}

const abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad;bytes=3"

func TestHash(t *testing.T) {
	got := withheldSpan(t, withhold(contentHash), map[string]any{
		"tool_span.stdout.preview": "abc", "tool_span.stderr.preview": "", "tool_span.stderr": map[string]any{"preview": "abc"},
		"argv": []any{"a", "b"}, "process.command_line": abc,
	})
	assert.Equal(t, abc, got["tool_span.stdout.preview"])
	assert.Empty(t, got["tool_span.stderr.preview"], "an empty preview says something, and hides nothing")
	assert.Equal(t, map[string]any{"preview": abc}, got["tool_span.stderr"])
	assert.Equal(t, toolcall.Hashed(`["a","b"]`), got["argv"])
	assert.Equal(t, abc, got["process.command_line"], "once is enough")
	assert.Equal(t, "hash", got["tool_span.content.stdout.mode"])
	assert.Equal(t, "hash", got["tool_span.content.arguments.mode"])
	assert.NotContains(t, got, "tool_span.content.output.mode")
}

func TestDrop(t *testing.T) {
	got := withheldSpan(t, withhold(contentDrop), map[string]any{
		"tool_span.stdout.preview": "abc", "tool_span": `{"stderr":{"preview":"abc","size":3},"harness":{"version":"1"}}`,
	})
	assert.NotContains(t, got, "tool_span.stdout.preview")
	assert.JSONEq(t, `{"stderr":{"preview":null,"size":3},"harness":{"version":"1"}}`, got["tool_span"].(string))
	assert.Equal(t, "drop", got["tool_span.content.stderr.mode"])
}

func TestTruncate(t *testing.T) {
	change := func(c *Config) { c.Content.Stdout, c.Content.TruncateAt = contentTruncate, 16 }
	got := withheldSpan(t, change, map[string]any{
		"tool_span.stdout.preview": strings.Repeat("ä", 20), "stdout_tail": strings.Repeat("0123456789", 3), "gen_ai.tool.call.result": strings.Repeat("x", 90),
	})
	assert.Equal(t, strings.Repeat("ä", 8), got["tool_span.stdout.preview"])
	assert.Equal(t, "4567890123456789", got["stdout_tail"], "the end of a stream keeps its end")
	assert.Len(t, got["gen_ai.tool.call.result"], 90)
	assert.Equal(t, "truncate", got["tool_span.content.stdout.mode"])
	assert.EqualValues(t, 70, got["tool_span.content.stdout.bytes"])
}

// TestMask also judges what was masked once more: a digest that does not fit it any longer accuses nobody.
func TestMask(t *testing.T) {
	mask := func(c *Config) { c.Content.Mask = []string{`ghp_[A-Za-z0-9]{8,}`, `(?i)password=\S+`} }
	attrs := map[string]any{
		"tool_span.stdout.preview": "token ghp_0123456789 ok", "tool_span.stdout.size": 23, "tool_span.stdout.cap": 100, "tool_span.stdout.truncated": false,
		"tool_span.stdout.sha256":   "aa7a5e0b5a3f8e5c0e6f1b2a5a4b2d1b1b7b0a2f4a7e6c5d4b3a29180716f5e4",
		"gen_ai.tool.call.result":   map[string]any{"deep": []any{"Password=hunter2 set"}},
		"tool_span.harness.version": "password=in-no-text",
	}
	got := withheldSpan(t, mask, attrs)
	assert.Equal(t, "token [MASKED] ok", got["tool_span.stdout.preview"])
	assert.Equal(t, map[string]any{"deep": []any{"[MASKED] set"}}, got["gen_ai.tool.call.result"])
	assert.Equal(t, "password=in-no-text", got["tool_span.harness.version"])
	assert.Equal(t, "mask", got["tool_span.content.stdout.mode"])
	assert.Contains(t, got[keyFindings], "hash_mismatch", "it was judged as it came")

	again := newBench(t, nil).call(1, 1, got, ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.NotContains(t, again[keyFindings], "hash_mismatch")
}

func TestMaskComesBeforeTheCut(t *testing.T) {
	got := withheldSpan(t, func(c *Config) {
		c.Content.Default, c.Content.TruncateAt, c.Content.Mask = contentTruncate, 16, []string{`secret-\d{20}`}
	}, map[string]any{"tool_span.stdout.preview": "0123456789secret-01234567890123456789"})
	assert.Equal(t, "0123456789[MASKE", got["tool_span.stdout.preview"])
}

// TestContentOfLogs cuts bodies: as a map, as JSON, as JSON that breaks off, and as a message.
func TestContentOfLogs(t *testing.T) {
	for name, tt := range map[string]struct {
		body  any
		event string
		attrs map[string]any
		want  any
	}{
		"map": {
			body: map[string]any{"span_type": "tool", "preview_stdout": "abc", "exit_code": 0},
			want: map[string]any{"span_type": "tool", "preview_stdout": abc, "exit_code": int64(0)},
		},
		"JSON": {
			body: `{"span_type":"tool","preview_stdout":"abc","tool_span":{"stderr":{"preview":"abc"}},"x":1}`,
			want: `{"span_type":"tool","preview_stdout":"` + abc + `","tool_span":{"stderr":{"preview":"` + abc + `"}},"x":1}`,
		},
		"JSON that breaks off": {
			body: `{"span_type":"tool","preview_stdout":"abc`,
			want: toolcall.Hashed(`{"span_type":"tool","preview_stdout":"abc`),
		},
		"a member twice": {
			body: `{"span_type":"tool","preview_stdout":"abc","preview_stdout":"abc"}`,
			want: `{"span_type":"tool","preview_stdout":"` + abc + `","preview_stdout":"` + abc + `"}`,
		},
		"a message": {
			event: "gen_ai.tool.message", body: map[string]any{"id": "c1", "content": "abc"},
			want: toolcall.Hashed(`{"content":"abc","id":"c1"}`),
		},
		"no call": {
			body: `{"preview":"abc"}`, want: `{"preview":"abc"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, withhold(contentHash))
			batch := plog.NewLogs()
			record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
			record.SetEventName(tt.event)
			require.NoError(t, record.Attributes().FromRaw(tt.attrs))
			require.NoError(t, record.Body().FromRaw(tt.body))
			require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
			assert.Equal(t, tt.want, record.Body().AsRaw())
		})
	}
}

// TestContentOfFailures cuts the status message and the exception of a call, and leaves what this processor wrote.
func TestContentOfFailures(t *testing.T) {
	failed := func(attrs map[string]any, code ptrace.StatusCode) ptrace.Span {
		batch := ptrace.NewTraces()
		span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		require.NoError(t, span.Attributes().FromRaw(attrs))
		span.Status().SetCode(code)
		span.Status().SetMessage("make: canary one")
		event := span.Events().AppendEmpty()
		event.SetName("exception")
		event.Attributes().PutStr("exception.type", "CalledProcessError")
		event.Attributes().PutStr("exception.message", "canary two")
		event.Attributes().PutStr("exception.stacktrace", "canary three")
		return newBench(t, withhold(contentHash)).send(batch)
	}
	span := failed(map[string]any{"gen_ai.operation.name": "execute_tool"}, ptrace.StatusCodeError)
	assert.Equal(t, toolcall.Hashed("make: canary one"), span.Status().Message())
	assert.Equal(t, "CalledProcessError", textAt(span.Events().At(0).Attributes(), "exception.type"))
	assert.NotContains(t, tracesJSON(t, cloned(span)), "canary")

	span = failed(map[string]any{"tool_span.termination.exit_code": 143}, ptrace.StatusCodeOk)
	assert.Contains(t, span.Status().Message(), "status_contradiction: ", "what was demoted says why")
	assert.NotContains(t, tracesJSON(t, cloned(span)), "canary", "the message that stood there is kept, and cut")

	span = failed(map[string]any{"http.request.method": "GET"}, ptrace.StatusCodeError)
	assert.Equal(t, "make: canary one", span.Status().Message(), "no call, and of no agent")
	assert.Equal(t, 1, span.Attributes().Len())
}

// TestCopies cuts a text that stands once more where nobody reads it, and leaves what names the record.
func TestCopies(t *testing.T) {
	id := strings.Repeat("0123456789abcdef", 5)
	args := fmt.Sprintf(`{"command":"cat \"secret file\"","session":%q}`, id)
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName(`run cat "secret file"`)
	require.NoError(t, span.Attributes().FromRaw(map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": args, "session.id": id,
		"my.log": []any{map[string]any{"line": `+ cat "secret file" | wc`}}, "my.json": `{"ran":"cat \"secret file\""}`,
	}))
	span.Events().AppendEmpty().SetName(`spawn cat "secret file"`)
	span.Links().AppendEmpty().Attributes().PutStr("why", `cat "secret file"`)
	out := newBench(t, withhold(contentHash)).send(batch)
	assert.NotContains(t, tracesJSON(t, cloned(out)), "secret file")
	assert.Equal(t, id, textAt(out.Attributes(), "session.id"))
}

// TestContentOfModels treats messages like the strictest kind, since results stand in them, unless they are named.
func TestContentOfModels(t *testing.T) {
	attrs := func() map[string]any {
		return map[string]any{
			"gen_ai.operation.name": "chat", "gen_ai.request.model": "m", "gen_ai.input.messages": "abc", "llm.input_messages.0.message.role": "user",
			"llm.input_messages.0.message.content": "abc", "input.value": "abc",
		}
	}
	for name, tt := range map[string]struct {
		change func(*Config)
		want   any
	}{
		"kept":              {func(*Config) {}, "abc"},
		"as strict as one":  {func(c *Config) { c.Content.Output = contentHash }, abc},
		"kept all the same": {func(c *Config) { c.Content.Output, c.Content.Messages = contentHash, contentKeep }, "abc"},
		"these alone":       {func(c *Config) { c.Content.Messages = contentDrop }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := newBench(t, tt.change).call(1, 1, attrs(), ptrace.StatusCodeUnset).Attributes().AsRaw()
			for _, key := range []string{"gen_ai.input.messages", "llm.input_messages.0.message.content", "input.value"} {
				assert.Equal(t, tt.want, got[key], key)
			}
			assert.Equal(t, "user", got["llm.input_messages.0.message.role"])
			assert.Equal(t, "m", got["gen_ai.request.model"])
		})
	}
}

// TestContentOfUserDialects covers what users describe by itself: their own dialects and further keys.
func TestContentOfUserDialects(t *testing.T) {
	change := func(c *Config) {
		c.Content.Default = contentHash
		c.Fields = map[string][]string{"result": {"my_result"}}
		c.Dialects = []Dialect{{
			Name: "acme", Match: Match{Span: []string{`attributes["kind"] == "acme"`}, Log: []string{`attributes["kind"] == "acme"`}},
			Fields: map[string][]string{"result": {"event[done].out", "$body#result"}, "arguments": {"ask#x.y"}},
			Flags:  []DialectFlag{{Source: "state#word"}},
		}}
	}
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	require.NoError(t, span.Attributes().FromRaw(map[string]any{
		"kind": "acme", "ask": `{"x":{"y":"canary 1"},"z":"canary 2"}`, "state": `{"word":"done","out":"canary 3"}`, "my_result": "canary 4",
	}))
	event := span.Events().AppendEmpty()
	event.SetName("done")
	event.Attributes().PutStr("out", "canary 5")
	assert.NotContains(t, tracesJSON(t, cloned(newBench(t, change).send(batch))), "canary")

	logs := plog.NewLogs()
	record := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.Attributes().PutStr("kind", "acme")
	record.Body().SetStr(`{"result":"canary 6"}`)
	require.NoError(t, newBench(t, change).logs.ConsumeLogs(t.Context(), logs))
	assert.NotContains(t, logsJSON(t, logs), "canary")
}

// TestOthersLeaveAsTheyCame makes sure that withholding texts does nothing to records that have none.
func TestOthersLeaveAsTheyCame(t *testing.T) {
	for _, r := range samples.Others() {
		if r.Title == samples.Crowded {
			continue
		}
		want, got := newBench(t, nil), newBench(t, withhold(contentHash))
		assert.Equal(t, want.wire(&r), got.wire(&r), r.Title)
	}
}

// TestHostileContent withholds what no honest producer sends.
func TestHostileContent(t *testing.T) {
	for name, fill := range hostile {
		for _, mode := range []string{contentHash, contentKeep} {
			t.Run(name+", "+mode, func(t *testing.T) {
				b := newBench(t, func(c *Config) {
					c.Content.Default, c.Content.Mask = mode, []string{`[A-Z]{4}-\d+`}
				})
				batch := ptrace.NewTraces()
				spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
				for _, key := range []string{
					"tool_span", "stdout_tail", "gen_ai.tool.call.arguments",
				} {
					span := spans.AppendEmpty()
					require.NoError(t, span.Attributes().FromRaw(map[string]any{"span_type": "tool", "exit_code": 143, "preview_stdout": "PASS"}))
					fill(span.Attributes().PutEmpty(key))
				}
				n := spans.Len()
				require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
				assert.Equal(t, n, spans.Len())
				assert.Zero(t, b.sum("errors_ignored"))
			})
		}
	}
}

func TestContentIsFreeWhereItIsKept(t *testing.T) {
	cfg := createDefaultConfig().(*Config)
	assert.Nil(t, newContentPolicy(cfg, nil))
	var l *leaving
	assert.True(t, (*contentPolicy)(nil).keeps(dialect.MessagesContent))
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		l.enter("", "")
		l.addSpan(ptrace.Span{})
		l.recognised(dialect.Recognised{})
		l.reset()
	}))
}

// TestLargeBatches cuts records while the batch is still read, those that nothing waits for, and comes to the same.
func TestLargeBatches(t *testing.T) {
	batch := func() ptrace.Traces {
		batch := ptrace.NewTraces()
		spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
		for i := range 3 * maxLeaving {
			span := spans.AppendEmpty()
			span.SetTraceID([16]byte{1})
			span.SetSpanID([8]byte{byte(i), byte(i >> 8)})
			attrs := map[string]any{"gen_ai.input.messages": fmt.Sprintf("canary %d", i)}
			if i%100 == 0 {
				attrs = map[string]any{
					"gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.arguments": fmt.Sprintf(`{"command":"canary %d"}`, i/200),
					"gen_ai.tool.call.result": "canary\nExit code 3", "exit_code": 3,
				}
			}
			require.NoError(t, span.Attributes().FromRaw(attrs))
		}
		return batch
	}
	var verdicts [2][]map[string]any
	for i, mode := range []string{contentKeep, contentHash} {
		out := batch()
		require.NoError(t, newBench(t, withhold(mode)).traces.ConsumeTraces(t.Context(), out))
		for _, span := range out.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			verdicts[i] = append(verdicts[i], verdictIn(span.Attributes()))
		}
		assert.Equal(t, mode == contentKeep, strings.Contains(tracesJSON(t, out), "canary"))
	}
	assert.Equal(t, verdicts[0], verdicts[1])
}

// TestMessageEvents treats the same event as what it is: the result of a call on the span of a tool, a message on that of
// a model.
func TestMessageEvents(t *testing.T) {
	send := func(change func(*Config), scope string, attrs map[string]any) string {
		batch := ptrace.NewTraces()
		ss := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty()
		ss.Scope().SetName(scope)
		span := ss.Spans().AppendEmpty()
		require.NoError(t, span.Attributes().FromRaw(attrs))
		event := span.Events().AppendEmpty()
		event.SetName("gen_ai.choice")
		event.Attributes().PutStr("message", "abc")
		event.Attributes().PutStr("finish_reason", "stop")
		out := newBench(t, change).send(batch).Events().At(0).Attributes()
		assert.Equal(t, "stop", textAt(out, "finish_reason"))
		return textAt(out, "message")
	}
	output := func(c *Config) { c.Content.Output, c.Content.Messages = contentHash, contentKeep }
	messages := func(c *Config) { c.Content.Messages = contentHash }
	tool := map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.status": "success"}
	chat := map[string]any{"gen_ai.operation.name": "chat"}
	assert.Equal(t, abc, send(output, "strands.telemetry", tool))
	assert.Equal(t, "abc", send(messages, "strands.telemetry", tool))
	assert.Equal(t, abc, send(messages, "openai", chat))
	assert.Equal(t, "abc", send(output, "openai", chat))
}

// FuzzObject cuts strings of JSON: what was cut once stays as it is, and no preview is left in what can be read.
func FuzzObject(f *testing.F) {
	for _, s := range []string{
		`{"tool_span.stdout.preview":"abc"}`, `{"tool_span":{"stdout":{"preview":"abc"}}}`, `{"tool_span":"{\"stderr\":{\"preview\":\"abc\"}}"}`,
		` { "preview_stdout" : ["abc"] , "preview_stdout":"abc" }`, `{"stdout_tail":"\u0061bc","x":[{}]}`, `{"argv":null,"a":{"argv":""}}`, `{"`, ``,
	} {
		f.Add(s)
	}
	cfg := createDefaultConfig().(*Config)
	cfg.Content.Default = contentHash
	policy := newContentPolicy(cfg, dialect.NewSet(dialect.Builtin(), nil, nil, 1<<10))
	f.Fuzz(func(t *testing.T, s string) {
		cut := func(s string) string {
			k := cutter{contentPolicy: policy, places: policy.table.Any()}
			return k.object(s, "", maxContentDepth)
		}
		once := cut(s)
		require.Equal(t, once, cut(once))
		for _, key := range []string{"tool_span.stdout.preview", "preview_stdout", "argv"} {
			gjson.Parse(once).ForEach(func(name, member gjson.Result) bool {
				if name.Str == key && json.Valid([]byte(once)) && member.Type != gjson.Null && member.String() != "" {
					require.True(t, toolcall.IsHashed(member.String()), once)
				}
				return true
			})
		}
	})
}
