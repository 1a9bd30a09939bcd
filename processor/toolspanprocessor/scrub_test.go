package toolspanprocessor

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// forgedText is what a model wrote that made a result up, and madeUp that result.
const (
	madeUp     = `{"count": 0, "found": "nothing \ \"at\" all 你好"}`
	forgedText = "Thought: I have to look.\nAction: scan_term[rollback]\nObservation: " + madeUp + "\nFinal Answer: It does not occur."
)

// scrubbedText is what is left of it.
func scrubbedText() string { return strings.Replace(forgedText, madeUp, placeholderOf(madeUp), 1) }

func placeholderOf(s string) string {
	return fmt.Sprintf(`{"tool_span":"forged text removed","length":%d,"sha256":"%x"}`, len(s), sha256.Sum256([]byte(s)))
}

func quoted(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // of strings, lists and maps
	}
	return string(raw)
}

func messageOf(role, text string) []any {
	return []any{map[string]any{"role": role, "parts": []any{map[string]any{"type": "text", "content": text}}}}
}

func scrubs(cfg *Config) { cfg.Observations.Scrub = true }

// chat sends a span of a model and returns it as it comes out.
func (b *bench) chat(id byte, attrs map[string]any, events ...map[string]any) ptrace.Span {
	b.t.Helper()
	td := ptrace.NewTraces()
	span := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName("chat")
	span.SetTraceID(pcommon.TraceID{1})
	span.SetSpanID(pcommon.SpanID{id})
	span.SetStartTimestamp(pcommon.Timestamp(int(id) * 1e9))
	span.SetEndTimestamp(span.StartTimestamp() + 1e8)
	require.NoError(b.t, span.Attributes().FromRaw(attrs))
	span.Attributes().PutStr("gen_ai.operation.name", "chat")
	for _, e := range events {
		event := span.Events().AppendEmpty()
		event.SetName(e["name"].(string))
		require.NoError(b.t, event.Attributes().FromRaw(e["attributes"].(map[string]any)))
	}
	return b.send(td)
}

// TestScrubEverywhere: a result that the model made up is taken out wherever the text stands that holds it, nothing else
// is changed, and what has been through once comes out of the next processor as it came.
func TestScrubEverywhere(t *testing.T) {
	asBytes := strings.ReplaceAll(quoted(messageOf("assistant", forgedText)), "你好", "\\u4f60\\u597d")
	for name, tt := range map[string]struct {
		attrs map[string]any
		event map[string]any
		place string
	}{
		"an attribute":                 {map[string]any{"ai.response.text": forgedText}, nil, "ai.response.text"},
		"messages in JSON":             {map[string]any{"gen_ai.output.messages": quoted(messageOf("assistant", forgedText)), "other": "x"}, nil, "gen_ai.output.messages"},
		"JSON with other escapes":      {map[string]any{"gen_ai.output.messages": asBytes}, nil, "gen_ai.output.messages"},
		"JSON with blanks":             {map[string]any{"gen_ai.output.messages": " [ {\"role\" : \"assistant\",\n \"parts\": [ {\"content\" : " + quoted(forgedText) + ", \"n\" : 1.50 } ] } ]\n"}, nil, "gen_ai.output.messages"},
		"JSON that breaks off":         {map[string]any{"gen_ai.output.messages": strings.TrimSuffix(quoted(messageOf("assistant", forgedText)), `"}]}]`)}, nil, "gen_ai.output.messages"},
		"JSON in a string of JSON":     {map[string]any{"gen_ai.output.messages": quoted(quoted(messageOf("assistant", forgedText)))}, nil, "gen_ai.output.messages"},
		"messages as lists and maps":   {map[string]any{"gen_ai.output.messages": messageOf("assistant", forgedText)}, nil, "gen_ai.output.messages"},
		"flat messages":                {map[string]any{"llm.output_messages.0.message.content": forgedText}, nil, "llm.output_messages.0.message.content"},
		"an event":                     {nil, map[string]any{"name": "gen_ai.choice", "attributes": map[string]any{"message": quoted(map[string]any{"role": "assistant", "content": forgedText})}}, "event[gen_ai.choice].message"},
		"a text that begins like JSON": {map[string]any{"ai.response.text": "{\"action\": \"scan\"}\n" + forgedText}, nil, "ai.response.text"},
	} {
		t.Run(name, func(t *testing.T) {
			var events []map[string]any
			if tt.event != nil {
				events = append(events, tt.event)
			}
			b := newBench(t, scrubs)
			out := b.chat(1, tt.attrs, events...)
			raw := out.Attributes().AsRaw()
			assert.Equal(t, []any{"forged_observation"}, raw[keyFindings])
			assert.Equal(t, []any{tt.place}, raw[keyBlocked])

			attrs, was, key := out.Attributes(), tt.attrs, tt.place
			if tt.event != nil {
				attrs, was, key = out.Events().At(0).Attributes(), tt.event["attributes"].(map[string]any), "message"
			}
			now, _ := attrs.Get(key)
			kept, ok := attrs.Get("tool_span.original." + key)
			require.True(t, ok)
			assert.Equal(t, was[key], kept.AsRaw())
			assert.Equal(t, strings.Count(toText(was[key]), "Observation"), strings.Count(now.AsString(), "forged text removed"))
			assert.NotContains(t, now.AsString(), "nothing")
			assert.Contains(t, now.AsString(), "It does not occur.")
			for key, value := range was {
				if key != "tool_span.original."+tt.place && !strings.Contains(toText(value), "Observation") {
					assert.Equal(t, value, attrs.AsRaw()[key])
				}
			}
			if s, isText := was[key].(string); isText && json.Valid([]byte(s)) {
				assert.True(t, json.Valid([]byte(now.Str())), now.Str())
			}

			var again []map[string]any
			for _, e := range out.Events().All() {
				again = append(again, map[string]any{"name": e.Name(), "attributes": e.Attributes().AsRaw()})
			}
			twice := newBench(t, scrubs).chat(1, raw, again...)
			assert.Equal(t, raw, twice.Attributes().AsRaw())
			for i, e := range again {
				assert.Equal(t, e["attributes"], twice.Events().At(i).Attributes().AsRaw())
			}
		})
	}
}

func toText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return fmt.Sprint(v)
}

// TestScrubCopies: the copy of a text that an instrumentation keeps beside the messages does not give it away.
func TestScrubCopies(t *testing.T) {
	b := newBench(t, scrubs)
	out := b.chat(1, map[string]any{
		"openinference.span.kind": "LLM", "llm.output_messages.0.message.content": forgedText,
		"output.value": quoted(map[string]any{"generations": []any{[]any{map[string]any{"text": forgedText, "message": quoted(map[string]any{"kwargs": map[string]any{"content": forgedText}})}}}}),
		"log":          "Human: How often?\n\n" + forgedText + "\n",
		"tool_span.x":  forgedText,
	}).Attributes().AsRaw()
	assert.Equal(t, []any{"llm.output_messages.0.message.content", "log", "output.value"}, out[keyBlocked])
	for _, key := range []string{"llm.output_messages.0.message.content", "log", "output.value"} {
		assert.NotContains(t, out[key], "nothing", key)
		assert.Contains(t, out["tool_span.original."+key], "nothing")
	}
	assert.Equal(t, scrubbedText(), out["llm.output_messages.0.message.content"])
	assert.True(t, json.Valid([]byte(out["output.value"].(string))))
	assert.Equal(t, forgedText, out["tool_span.x"], "what is of the contract is not touched")
}

// TestScrubWhatComesBack: the result is taken out of the prompts that follow, with other blanks too, and what a tool returned
// with the same words is left.
func TestScrubWhatComesBack(t *testing.T) {
	b := newBench(t, scrubs)
	b.chat(1, map[string]any{"ai.response.text": forgedText})
	const honest = "Action: scan_term[release]\nObservation: " + madeUp + "\n"
	given := "For example:\nAction: look[x]\nObservation: y\n\n" + honest + strings.ReplaceAll(forgedText, "\n", "  \r\n\r\n  ") + "\nGo on."
	prompt := []any{messageOf("user", "How often?")[0], messageOf("assistant", given)[0]}
	out := b.chat(2, map[string]any{"gen_ai.input.messages": quoted(prompt), "copy": quoted(prompt), "n": 7}).Attributes().AsRaw()
	assert.Equal(t, []any{"context_polluted"}, out[keyFindings])
	assert.Equal(t, []any{"copy", "gen_ai.input.messages"}, out[keyBlocked])
	assert.Equal(t, []any{"0100000000000000"}, out[keyRelated])
	var back []struct{ Parts []struct{ Content string } }
	require.NoError(t, json.Unmarshal([]byte(out["gen_ai.input.messages"].(string)), &back))
	at := strings.LastIndex(given, madeUp)
	assert.Equal(t, given[:at]+placeholderOf(madeUp)+given[at+len(madeUp):], back[1].Parts[0].Content)
	assert.Equal(t, "How often?", back[0].Parts[0].Content)
	assert.Equal(t, out["gen_ai.input.messages"], out["copy"])
	assert.Equal(t, quoted(prompt), out["tool_span.original.gen_ai.input.messages"])

	again := newBench(t, scrubs)
	again.chat(1, map[string]any{"ai.response.text": scrubbedText()})
	assert.Equal(t, out, again.chat(2, out).Attributes().AsRaw(), "behind another processor")
}

func TestScrubBodies(t *testing.T) {
	send := func(fill func(plog.LogRecord)) plog.LogRecord {
		b := newBench(t, scrubs)
		ld := plog.NewLogs()
		r := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		r.SetTraceID(pcommon.TraceID{1})
		r.SetTimestamp(pcommon.NewTimestampFromTime(time.Unix(1000, 0)))
		fill(r)
		require.NoError(t, b.logs.ConsumeLogs(t.Context(), ld))
		all := b.events.AllLogs()
		return all[len(all)-1].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0)
	}
	body := map[string]any{"index": int64(0), "message": map[string]any{"role": "assistant", "content": forgedText}}
	out := send(func(r plog.LogRecord) {
		r.SetEventName("gen_ai.choice")
		require.NoError(t, r.Body().FromRaw(body))
	})
	assert.Equal(t, map[string]any{"index": int64(0), "message": map[string]any{"role": "assistant", "content": scrubbedText()}}, out.Body().AsRaw())
	assert.Equal(t, []any{"$body"}, out.Attributes().AsRaw()[keyBlocked])
	assert.Equal(t, body, out.Attributes().AsRaw()["tool_span.original.$body"])

	out = send(func(r plog.LogRecord) {
		r.SetEventName("gen_ai.choice")
		r.Body().SetStr(quoted(body))
	})
	assert.NotContains(t, out.Body().Str(), "nothing")
	assert.True(t, json.Valid([]byte(out.Body().Str())))
}

// TestNothingIsScrubbed: by default, in mode annotate, and where nothing is forged.
func TestNothingIsScrubbed(t *testing.T) {
	for name, configure := range map[string]func(*Config){
		"by default": nil,
		"annotate":   func(cfg *Config) { cfg.Observations.Scrub, cfg.Mode = true, modeAnnotate },
		"no rule":    func(cfg *Config) { cfg.Observations.Scrub, cfg.Rules.Disable = true, []string{"forged_observation"} },
	} {
		t.Run(name, func(t *testing.T) {
			out := newBench(t, configure).chat(1, map[string]any{"ai.response.text": forgedText}).Attributes().AsRaw()
			assert.Equal(t, forgedText, out["ai.response.text"])
			assert.NotContains(t, out, keyBlocked)
		})
	}
	attrs := map[string]any{"ai.response.text": "Action: scan[x]", "log": forgedText}
	assert.Equal(t, forgedText, newBench(t, scrubs).chat(1, attrs).Attributes().AsRaw()["log"])
}

// TestScrubIsLinear: neither many results nor many copies nor deep JSON take long or break anything.
func TestScrubIsLinear(t *testing.T) {
	many := strings.Repeat("Action: a[x]\nObservation: "+madeUp+"\n", 700)
	deep := strings.Repeat(`["`, 1<<16)
	nested := quoted(forgedText)
	for range 6 {
		nested = quoted(nested)
	}
	b := newBench(t, scrubs)
	attrs := map[string]any{"ai.response.text": many, "deep": deep + forgedText, "nested": nested, "odd": "\xff\xfe" + forgedText}
	for i := range 200 {
		attrs[fmt.Sprint("copy", i)] = many
	}
	began := time.Now()
	out := b.chat(1, attrs).Attributes().AsRaw()
	assert.Less(t, time.Since(began), 10*time.Second)
	assert.NotContains(t, out["ai.response.text"], "nothing")
	assert.Equal(t, 700, strings.Count(out["copy199"].(string), "forged text removed"))
	assert.LessOrEqual(t, len(out[keyBlocked].([]any)), maxBlocked)
	b.chat(2, map[string]any{"gen_ai.input.messages": quoted(messageOf("user", many+many)), "deep": deep})
}

// TestScrubHostileTexts: what is made to be read again and again is not.
func TestScrubHostileTexts(t *testing.T) {
	const size = 4 << 20
	tags := `<tool_call>{"name":"a"}</tool_call><tool_response>0 of 7</tool_response> `
	for name, text := range map[string]string{
		"in one line":    strings.Repeat(tags, size/len(tags)),
		"in many lines":  strings.Repeat(tags+"\n", size/len(tags)),
		"without an end": strings.Repeat("Action: a[x]\nObservation: ", size/26),
		"quotes":         strings.Repeat(`"`, size),
		"backslashes":    `["` + strings.Repeat(`\\`, size),
		"brackets":       strings.Repeat(`{"a":[`, size/6),
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, scrubs)
			began := time.Now()
			out := b.chat(1, map[string]any{"ai.response.text": text, "copy": text, "short": forgedText, "llm.output_messages.0.message.content": forgedText})
			assert.Less(t, time.Since(began), 20*time.Second)
			short, _ := out.Attributes().Get("short")
			assert.Equal(t, scrubbedText(), short.Str())
			b.chat(2, map[string]any{"gen_ai.input.messages": quoted(messageOf("user", text[:len(text)/8]))})
			assert.Less(t, time.Since(began), 20*time.Second)
		})
	}
}

// TestScrubLongTexts: of a text that is too long to be read as a whole, as much is taken out as is read.
func TestScrubLongTexts(t *testing.T) {
	step := "Action: a[x]\nObservation: " + strings.Repeat("made up ", 1000) + "\n"
	text := strings.Repeat(step, 40)
	out := newBench(t, scrubs).chat(1, map[string]any{"ai.response.text": text}).Attributes().AsRaw()
	assert.NotContains(t, out["ai.response.text"], "made up")
	assert.Equal(t, text, out["tool_span.original.ai.response.text"])
	assert.Equal(t, out, newBench(t, scrubs).chat(1, out).Attributes().AsRaw())
}

func TestApply(t *testing.T) {
	assert.Equal(t, "a-c+", apply("abcd", []change{{1, 2, "-", ""}, {3, 4, "+", ""}}))
	assert.Equal(t, "-d", apply("abcd", []change{{0, 3, "-", ""}, {1, 2, "+", ""}, {4, 9, "x", ""}, {3, 2, "y", ""}}))
	assert.Equal(t, "abcd", apply("abcd", nil))
}

// TestNoOriginalLeaves: what is replaced is not kept where texts may not leave.
func TestNoOriginalLeaves(t *testing.T) {
	for _, mode := range []string{contentHash, contentDrop} {
		b := newBench(t, func(cfg *Config) {
			scrubs(cfg)
			cfg.Content.Default = mode
		})
		span := b.chat(1, map[string]any{"gen_ai.output.messages": quoted(messageOf("assistant", forgedText))})
		logs := plog.NewLogs()
		record := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		record.SetEventName("gen_ai.choice")
		require.NoError(t, record.Body().FromRaw(map[string]any{"message": map[string]any{"role": "assistant", "content": forgedText}}))
		require.NoError(t, b.logs.ConsumeLogs(t.Context(), logs))
		for _, left := range []string{tracesJSON(t, cloned(span)), logsJSON(t, b.events.AllLogs()[0])} {
			assert.Contains(t, left, "forged_observation")
			assert.NotContains(t, left, "nothing", mode)
			assert.NotContains(t, left, "rollback", mode)
		}
	}
}
