package toolspanprocessor

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// optsIn makes the record of a model one of a producer that opted in.
func optsIn(attrs map[string]any) map[string]any {
	attrs["tool_span.harness.version"] = "3"
	return attrs
}

// summed sends a call that was killed, call-1, and one that went well, call-2, and then the record of a summary.
func summed(t *testing.T, configure func(*Config), attrs map[string]any) (*story, map[string]any) {
	t.Helper()
	s := &story{bench: newBench(t, configure)}
	s.call(killedTests)
	s.call(passedOthers)
	return s, s.bench.chat(9, attrs).Attributes().AsRaw()
}

const (
	falseSummary = `[ {"tool_call_id":"call-1", "tool":"shell", "status" : "succeeded", "confirmed":true,"verified": "yes", "user_approved":1,` +
		` "termination":{"kind":"ok","exit_code":0,"timed_out":false,"note":"\u00e9"},"must_rerun" :false,"stdout_tail_observed":"PASS","notes":"all good", "big": 12345678901234567890},` +
		` {"tool_call_id":"call-2","status":"succeeded","must_rerun":false} ]`
	honestSummary = `[ {"tool_call_id":"call-1", "tool":"shell", "status" : "failed_or_incomplete", "confirmed":false,"verified": "unproven", "user_approved":0,` +
		` "termination":{"kind":"timeout","exit_code":0,"timed_out":true,"note":"\u00e9"},"must_rerun" :true,"stdout_tail_observed":"PASS","notes":"all good", "big": 12345678901234567890},` +
		` {"tool_call_id":"call-2","status":"succeeded","must_rerun":false} ]`
)

// sameText compares texts byte by byte, also those that are JSON.
func sameText(t *testing.T, want string, got any) {
	t.Helper()
	assert.Equal(t, []any{want}, []any{got})
}

func members(place string) []any {
	var list []any
	for _, m := range []string{"confirmed", "must_rerun", "status", "termination.kind", "termination.timed_out", "user_approved", "verified"} {
		list = append(list, place+"#"+m)
	}
	return list
}

// TestSummariesAreTakenBack: of a producer that opted in, what a summary says falsely is replaced member by member, in
// whatever wrapping it stands, and twice is as once.
func TestSummariesAreTakenBack(t *testing.T) {
	const out = "gen_ai.output.messages"
	fenced := func(s string) string { return "Here is what was done:\n```json\n" + s + "\n```\nBye." }
	for name, tt := range map[string]struct {
		place string
		wrap  func(string) string
	}{
		"as it is":                 {"ai.response.text", func(s string) string { return s }},
		"in fences":                {"ai.response.text", fenced},
		"in a string of JSON":      {"ai.response.text", func(s string) string { return quoted(s) }},
		"in a message":             {out, func(s string) string { return quoted(messageOf("assistant", s)) }},
		"in fences in a message":   {out, func(s string) string { return quoted(messageOf("assistant", fenced(s))) }},
		"in a message, JSON twice": {out, func(s string) string { return quoted(quoted(messageOf("assistant", s))) }},
	} {
		t.Run(name, func(t *testing.T) {
			b, raw := summed(t, nil, optsIn(map[string]any{tt.place: tt.wrap(falseSummary), "copy": tt.wrap(falseSummary)}))
			assert.Equal(t, []any{"false_confirm", "must_rerun_contradiction", "summary_rewrote_termination"}, sortedOf(raw[keyFindings]))
			assert.Equal(t, tt.wrap(honestSummary), raw[tt.place])
			assert.Equal(t, tt.wrap(honestSummary), raw["copy"])
			assert.Equal(t, tt.wrap(falseSummary), raw["tool_span.original."+tt.place])
			assert.Subset(t, raw[keyBlocked], members(tt.place))
			assert.EqualValues(t, 1, b.sum("false_confirm_blocked", "claim", "user_approved"))
			assert.Zero(t, b.sum("false_confirm_detected"))

			_, twice := summed(t, nil, raw)
			assert.Equal(t, raw, twice)
		})
	}
}

func sortedOf(v any) []any {
	list, _ := v.([]any)
	out := make([]any, 0, len(list))
	for _, want := range []any{"false_confirm", "must_rerun_contradiction", "summary_dropped_termination", "summary_rewrote_termination"} {
		for _, got := range list {
			if got == want {
				out = append(out, got)
			}
		}
	}
	return out
}

// TestASummaryOfMaps: one that is no text is changed in its maps, and keeps the types of what stands there.
func TestASummaryOfMaps(t *testing.T) {
	var list any
	require.NoError(t, json.Unmarshal([]byte(falseSummary), &list))
	_, raw := summed(t, nil, optsIn(map[string]any{"gen_ai.output.messages": list}))
	assert.Equal(t, members("gen_ai.output.messages"), raw[keyBlocked])
	entry := raw["gen_ai.output.messages"].([]any)[0].(map[string]any)
	assert.Equal(t, "failed_or_incomplete", entry["status"])
	assert.Equal(t, false, entry["confirmed"])
	assert.Equal(t, "unproven", entry["verified"])
	assert.InDelta(t, 0, entry["user_approved"], 0)
	assert.Equal(t, true, entry["must_rerun"])
	assert.Equal(t, "PASS", entry["stdout_tail_observed"])
	assert.Equal(t, map[string]any{"kind": "timeout", "exit_code": 0.0, "timed_out": true, "note": "é"}, entry["termination"])
	assert.Equal(t, list, raw["tool_span.original.gen_ai.output.messages"])
	_, twice := summed(t, nil, raw)
	assert.Equal(t, raw, twice)
}

// TestSummariesThatAreOnlyTagged: of producers that did not opt in, in mode annotate, and where a rule is disabled.
func TestSummariesThatAreOnlyTagged(t *testing.T) {
	plain := func() map[string]any { return map[string]any{"ai.response.text": falseSummary} }
	for name, tt := range map[string]struct {
		attrs     map[string]any
		configure func(*Config)
	}{
		"did not opt in": {plain(), nil},
		"annotate":       {optsIn(plain()), func(cfg *Config) { cfg.Mode = modeAnnotate }},
		"an empty fact":  {map[string]any{"ai.response.text": falseSummary, "tool_span.harness.version": ""}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b, raw := summed(t, tt.configure, tt.attrs)
			sameText(t, falseSummary, raw["ai.response.text"])
			assert.Contains(t, raw[keyFindings], "false_confirm")
			assert.NotContains(t, raw, keyBlocked)
			assert.Zero(t, b.sum("false_confirm_blocked"))
			assert.EqualValues(t, 1, b.sum("false_confirm_detected", "claim", "user_approved"))
		})
	}
	t.Run("a rule is disabled", func(t *testing.T) {
		_, raw := summed(t, func(cfg *Config) {
			cfg.Rules.Disable = []string{"must_rerun_contradiction", "summary_rewrote_termination"}
		}, optsIn(plain()))
		assert.Contains(t, raw["ai.response.text"], `"must_rerun" :false`)
		assert.Contains(t, raw["ai.response.text"], `"kind":"ok"`)
		assert.Contains(t, raw["ai.response.text"], `"failed_or_incomplete"`)
	})
	t.Run("what is true stays", func(t *testing.T) {
		const honest = `{"tool_call_id":"call-1","tool":"shell","status":"failed_or_incomplete","must_rerun":true,"termination":{"kind":"timeout","exit_code":0,"timed_out":true}}`
		_, raw := summed(t, nil, optsIn(map[string]any{"ai.response.text": honest}))
		assert.NotContains(t, raw, keyFindings)
		sameText(t, honest, raw["ai.response.text"])
	})
	t.Run("words stay", func(t *testing.T) {
		b, raw := summed(t, nil, optsIn(map[string]any{"ai.response.text": allGood}))
		assert.Equal(t, allGood, raw["ai.response.text"])
		assert.NotContains(t, raw, keyBlocked)
		assert.Zero(t, b.sum("false_confirm_blocked"))
	})
}

// TestOriginalsOfOthers: what a producer says to have said counts only where it comes to what it says.
func TestOriginalsOfOthers(t *testing.T) {
	attrs := optsIn(map[string]any{"ai.response.text": falseSummary, "tool_span.original.ai.response.text": "Nothing was done."})
	_, raw := summed(t, nil, attrs)
	sameText(t, honestSummary, raw["ai.response.text"]) // the lie is found all the same
	assert.Equal(t, "Nothing was done.", raw["tool_span.original.ai.response.text"])

	attrs = optsIn(map[string]any{"ai.response.text": "Nothing was done.", "tool_span.original.ai.response.text": falseSummary})
	_, raw = summed(t, nil, attrs)
	assert.NotContains(t, raw, keyFindings)
	assert.Equal(t, "Nothing was done.", raw["ai.response.text"])

	// Where the calls are not known, what was taken back stays so.
	attrs = optsIn(map[string]any{"ai.response.text": honestSummary, "tool_span.original.ai.response.text": falseSummary})
	sameText(t, honestSummary, newBench(t, nil).chat(1, attrs).Attributes().AsRaw()["ai.response.text"])
}

// TestHostileSummaries: neither broken nor deep nor large JSON breaks anything.
func TestHostileSummaries(t *testing.T) {
	entry := falseSummary[2:strings.Index(falseSummary, `, {"tool_call_id":"call-2"`)]
	for name, text := range map[string]string{
		"cut":      falseSummary[:len(falseSummary)/3],
		"many":     "[" + strings.Repeat(entry+",", 500) + entry + "]",
		"the same": fmt.Sprintf("[%s,%s]", entry, entry),
		"twice":    `{"tool_call_id":"call-1","tool":"shell","status":"succeeded","status":"ok","termination":"{\"kind\":\"ok\"}","must_rerun":"no","must_rerun":0}`,
		"deep":     falseSummary + strings.Repeat("[", 1<<16),
		"odd":      "\xff" + falseSummary,
	} {
		t.Run(name, func(t *testing.T) {
			_, raw := summed(t, nil, optsIn(map[string]any{"ai.response.text": text, "gen_ai.output.messages": quoted(messageOf("assistant", text))}))
			now, _ := raw["ai.response.text"].(string)
			assert.Equal(t, json.Valid([]byte(text)), json.Valid([]byte(now)))
			assert.True(t, json.Valid([]byte(raw["gen_ai.output.messages"].(string))))
			_, twice := summed(t, nil, raw)
			assert.Equal(t, raw, twice)
		})
	}
}

// TestASummaryThatStatesFacts: a record of a model that states facts of the contract is judged for these, and for what the
// model wrote.
func TestASummaryThatStatesFacts(t *testing.T) {
	attrs := map[string]any{
		"ai.response.text": falseSummary, "tool_span.claim.status": "succeeded", "tool_span.termination.kind": "timeout",
	}
	_, raw := summed(t, nil, attrs)
	assert.Equal(t, "contract", raw[keyDialect])
	assert.Equal(t, "failed_or_incomplete", raw["tool_span.claim.status"])
	sameText(t, honestSummary, raw["ai.response.text"])
	assert.Equal(t, append(members("ai.response.text"), "tool_span.claim.status"), sortedWords(raw[keyBlocked]))
	assert.ElementsMatch(t, []any{"false_confirm", "must_rerun_contradiction", "summary_rewrote_termination"}, raw[keyFindings])
	assert.Equal(t, []any{"0100000000000000"}, raw[keyRelated])

	_, twice := summed(t, nil, raw)
	assert.Equal(t, raw, twice)

	b := &story{bench: newBench(t, nil)}
	b.call(killedTests)
	tool := map[string]any{"gen_ai.tool.name": "shell", "ai.response.text": falseSummary, "tool_span.termination.kind": "ok"}
	sameText(t, falseSummary, b.bench.call(1, 7, tool, 0).Attributes().AsRaw()["ai.response.text"]) // a call says nothing as a model
}

func sortedWords(v any) []any {
	list := slices.Clone(v.([]any))
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return list
}
