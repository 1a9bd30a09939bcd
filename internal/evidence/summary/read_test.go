package summary

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// line writes an entry so that a table can hold it.
func line(e *Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", or(e.ID, "-"), or(e.Tool, "-"))
	for _, part := range []struct {
		has  Presence
		name string
		text string
	}{
		{e.Has.Kind, "kind", e.Ending.Kind.String()}, {e.Has.Code, "code", strconv.FormatInt(e.Ending.Code, 10)},
		{e.Has.Signal, "signal", e.Ending.Signal.String()}, {e.Has.TimedOut, "timed_out", strconv.FormatBool(e.Ending.TimedOut == termination.True)},
	} {
		switch part.has {
		case Given:
			b.WriteString(" " + part.name + "=" + part.text)
		case Null:
			b.WriteString(" " + part.name + "=null")
		case Unreadable:
			b.WriteString(" " + part.name + "=?")
		}
	}
	for i := range e.Claims {
		c := &e.Claims[i]
		mark := ""
		switch {
		case c.Asserts:
			mark = "+"
		case c.Denies:
			mark = "-"
		}
		b.WriteString(" " + c.Form.String() + mark)
	}
	switch e.MustRerun.State {
	case toolcall.Stated:
		fmt.Fprintf(&b, " rerun=%v", e.MustRerun.V)
	case toolcall.Invalid:
		b.WriteString(" rerun=?")
	}
	for _, flag := range []struct {
		is   bool
		word string
	}{{len(e.Others) > 0, " others"}, {e.Observed, " observed"}, {e.Partial, " partial"}} {
		if flag.is {
			b.WriteString(flag.word)
		}
	}
	return b.String()
}

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

func lines(r *Record) (all []string) {
	for i := range r.Entries {
		all = append(all, line(&r.Entries[i]))
	}
	return all
}

const killed = `{"call_id":"c1","tool":"shell","status":"failed_or_incomplete","termination":{"kind":"timeout","exit_code":143,"signal":"SIGTERM","timed_out":true},"must_rerun":true,"success_like_markers_observed":["PASS"],"notes":"Killed by its time limit."}`

var entries = []struct {
	text string
	want []string
}{
	// What the contract describes.
	{`{"tool":"shell","status":"succeeded","notes":"tests passed, confirmed"}`, []string{"- shell status+ text+"}},
	{killed, []string{"c1 shell kind=timeout code=143 signal=SIGTERM timed_out=true status- text rerun=true observed"}},
	{`[` + killed + `,{"call_id":"c2","status":"succeeded"}]`, []string{"c1 shell kind=timeout code=143 signal=SIGTERM timed_out=true status- text rerun=true observed", "c2 - status+"}},
	{`{"tool_calls":[{"call_id":"c2","status":"succeeded"}]}`, []string{"c2 - status+"}},
	{`{"calls":[{"call_id":"c2","status":"succeeded"}]}`, []string{"c2 - status+"}},
	{`{"title":"x","n":3,"results":[{"call_id":"c2","status":"succeeded"},{"call_id":"c3","status":"failed"}]}`, []string{"c2 - status+", "c3 - status-"}},
	{`{"summary":[{"tool":"shell","status":"ok","must_rerun":false}]}`, []string{"- shell status+ rerun=false"}},
	{`{"steps":[{"name":"shell","status":"ok","mustRerun":false}],"anything":[{"tool_use_id":"u1","status":"done"}]}`, []string{"- shell status+ rerun=false", "u1 - status+"}},
	{`{"summary":{"tool":"shell","status":"ok","must_rerun":false}}`, []string{"- shell status+ rerun=false"}},
	{`{"session":{"state":{"calls":[{"callId":"c2","status":"succeeded","exitCode":0}]}}}`, []string{"c2 - code=0 status+"}},
	{`{"calls":[{"group":"tests","runs":[{"callId":"c2","status":"succeeded"}]}]}`, []string{"c2 - status+"}},
	{`{"a":{"b":{"c":{"d":{"e":{"callId":"c2","status":"succeeded"}}}}}}`, nil},
	{`{"c1":{"status":"succeeded","termination":{"exitCode":0,"timedOut":false}},"c2":{"status":"failed","mustRerun":true}}`, []string{"c1 - code=0 timed_out=false status+", "c2 - status- rerun=true"}},
	{`[{"tool":"shell","status":"succeeded","notes":"a"},{"tool":"shell","status":"failed","exit_code":143,"notes":"b"},{"tool":"web","status":"ok","notes":"c"}]`, []string{"- web status+ text"}},
	{`[{"tool":"shell","status":"succeeded","notes":"a"},{"tool":"shell","status":"succeeded","verified":true}]`, []string{"- shell status+ verified+"}},
	{`{"tests":{"status":"passed"},"build":{"status":"ok","exit_code":0}}`, nil},
	{`{"tool":"shell","status":"ok","must_rerun":false,"result":{"call_id":"c9","status":"ok"}}`, []string{"c9 - status+", "- shell status+ rerun=false"}},
	{`{"tool":"shell","status":"succeeded"}`, nil},

	// How a call is named.
	{`{"tool_call_id":"c1","status":"ok"}`, []string{"c1 - status+"}},
	{`{"toolCallId":"c1","toolName":"bash","status":"ok"}`, []string{"c1 bash status+"}},
	{`{"toolUseId":"c1","status":"ok"}`, []string{"c1 - status+"}},
	{`{"id":"c1","tool":"bash","status":"ok"}`, []string{"c1 bash status+"}},
	{`{"id":"x","call_id":"c1","status":"ok"}`, []string{"c1 - status+"}},
	{`{"call_id":"unknown","status":"ok"}`, nil},
	{`{"call_id":"null","status":"ok"}`, nil},
	{`{"call_id":null,"tool":"bash","status":"ok","must_rerun":false}`, []string{"- bash status+ rerun=false"}},
	{`{"call_id":"n/a","id":"c9","tool":"bash","status":"ok"}`, []string{"c9 bash status+"}},
	{`{"call_id":7,"status":"ok"}`, []string{"7 - status+"}},
	{`{"call_id":123456789012345678901234,"status":"ok"}`, []string{"123456789012345678901234 - status+"}},
	{`{"call_id":["c1"],"status":"ok"}`, nil},
	{`{"tool":{"name":"bash"},"status":"ok","must_rerun":true}`, nil},
	{`{"name":"x","tool_name":"bash","status":"ok","must_rerun":true}`, []string{"- bash status+ rerun=true"}},
	{`{"call\u005fid":"c1","status":"ok"}`, []string{"c1 - status+"}},

	// What is stated about the ending.
	{`{"tool":"bash","exit_code":143,"must_rerun":true}`, []string{"- bash code=143 rerun=true"}},
	{`{"call_id":"c1","exitCode":"143","signal":15,"timedOut":"true"}`, []string{"c1 - code=143 signal=SIGTERM timed_out=true"}},
	{`{"call_id":"c1","termination":{"exitCode":1,"signalName":"TERM","timedOut":false}}`, []string{"c1 - code=1 signal=SIGTERM timed_out=false"}},
	{`{"call_id":"c1","termination":{"returncode":-9,"signal_name":"SIGKILL"}}`, []string{"c1 - code=-9 signal=SIGKILL"}},
	{`{"call_id":"c1","termination":{"exit_code":null,"signal":"none","timed_out":""}}`, []string{"c1 - code=null signal=null timed_out=null"}},
	{`{"call_id":"c1","termination":{"exit_code":"143 or so","signal":"SIGTERM (15)","timed_out":"maybe","kind":"killed"}}`, []string{"c1 - kind=? code=? signal=? timed_out=?"}},
	{`{"call_id":"c1","termination":{"exit_code":1e999}}`, []string{"c1 - code=?"}},
	{`{"call_id":"c1","termination":{"exit_code":99999999999999999999999}}`, []string{"c1 - code=?"}},
	{`{"call_id":"c1","termination":{"exit_code":143.0}}`, []string{"c1 - code=143"}},
	{`{"call_id":"c1","termination":{"exit_code":[143]}}`, []string{"c1 - code=?"}},
	{`{"call_id":"c1","termination":"{\"kind\":\"signal\",\"exit_code\":137}"}`, []string{"c1 - kind=signal code=137"}},
	{`{"call_id":"c1","termination":"timeout"}`, []string{"c1 - kind=timeout"}},
	{`{"call_id":"c1","termination":"it was stopped"}`, []string{"c1 - kind=? code=? signal=? timed_out=?"}},
	{`{"call_id":"c1","termination":143}`, []string{"c1 - kind=? code=? signal=? timed_out=?"}},
	{`{"call_id":"c1","termination":null}`, []string{"c1 -"}},
	{`{"call_id":"c1","termination":{"signal":0}}`, []string{"c1 - signal=none"}},
	{`{"call_id":"c1","termination_kind":"ok","termination.exit_code":0}`, []string{"c1 - kind=ok code=0"}},
	{`{"call_id":"c1","exit_code":143,"termination":{"exit_code":0}}`, []string{"c1 - code=143 others"}},
	{`{"call_id":"c1","exit_code":143,"termination":{"exit_code":143}}`, []string{"c1 - code=143"}},
	{`{"call_id":"c1","exit_code":null,"termination":{"exit_code":0}}`, []string{"c1 - code=0"}},
	{`{"call_id":"c1","status":"ok","kind":"other"}`, []string{"c1 - status+"}},

	// What is claimed.
	{`{"call_id":"c1","status":"passed","verified":"yes","confirmed":true,"user_approved":"by the user"}`, []string{"c1 - status+ verified+ confirmed+ user_approved"}},
	{`{"call_id":"c1","status":"pending","verified":"not verified","confirmed":false,"user_approved":0}`, []string{"c1 - status verified confirmed user_approved"}},
	{`{"call_id":"c1","status":true}`, []string{"c1 - status+"}},
	{`{"call_id":"c1","status":200}`, nil},
	{`{"call_id":"c1","status":"成功"}`, []string{"c1 - status+"}},
	{`{"call_id":"c1","status":"ok","status":"succeeded"}`, []string{"c1 - status+ status+"}},
	{`{"call_id":"c1","status":"completed with errors"}`, []string{"c1 - status"}},
	{`{"call_id":"c1","status":"failed","notes":["All tests passed.","Was killed."]}`, []string{"c1 - status- text+ text"}},
	{`{"call_id":"c1","status":"failed","notes":"All tests passed, but the run was killed before it finished."}`, []string{"c1 - status- text"}},
	{`{"call_id":"c1","status":"failed","notes":{"a":1},"observed_markers":null}`, []string{"c1 - status- observed"}},
	{`{"call_id":"c1","status":"failed","stdout_tail_observed":"12 passed\nPASS"}`, []string{"c1 - status- observed"}},
	{`{"call_id":"c1","status":"x","must_rerun":"maybe"}`, []string{"c1 - status rerun=?"}},
	{`{"call_id":"c1","status":"x","must_rerun":null}`, []string{"c1 - status"}},
	{`{"call_id":"c1","status":"x","must_rerun":1,"mustRerun":"no"}`, []string{"c1 - status rerun=true"}},

	// Where it stands.
	{"Here is what I did.\n\n```json\n" + `{"call_id":"c1","status":"ok"}` + "\n```\nThat is all.", []string{"c1 - status+"}},
	{"```JSON\n{\"call_id\":\"c1\",\"status\":\"ok\"}\n```\n\n```json\n[{\"call_id\":\"c2\",\"status\":\"failed\"}]\n```", []string{"c1 - status+", "c2 - status-"}},
	{"```\n{\"call_id\":\"c1\",\"status\":\"ok\"}\n```", []string{"c1 - status+"}},
	{"```python\n{\"call_id\":\"c1\",\"status\":\"ok\"}\n```", nil},
	{"> ```json\n> {\"call_id\":\"c1\"", nil},
	{"Use ```json to say so.\n{\"call_id\":\"c1\",\"status\":\"ok\"}", []string{"c1 - status+"}},
	{"What was done:\n{\"call_id\":\"c1\",\"status\":\"ok\"}\n{\"call_id\":\"c2\",\"status\":\"failed\"}\nThat is all.", []string{"c1 - status+", "c2 - status-"}},
	{"What was done:\n[\n  {\"call_id\":\"c1\",\"status\":\"ok\"}]", []string{"c1 - status+"}},
	{"What was done:\n\n[{\"call_id\":\"c1\",\n  \"status\":\"ok\"}]\nThat is all.", []string{"c1 - status+"}},
	{"- {\"call_id\":\"c1\",\"status\":\"ok\"}\n- {\"call_id\":\"c2\",\"status\":\"ok\"}", []string{"c1 - status+", "c2 - status+"}},
	{"<summary>{\"call_id\":\"c1\",\"status\":\"ok\"}</summary>", []string{"c1 - status+"}},
	{"<summary>\n{\"call_id\":\"c1\",\"status\":\"ok\"}\n</summary>", []string{"c1 - status+"}},
	{"{broken\n{\"call_id\":\"c1\",\"status\":\"ok\"}", nil},
	{"Well:\n{broken\n{\"call_id\":\"c1\",\"status\":\"ok\"}", []string{"c1 - status+"}},
	{"```json\n{\"call_id\":\"c1\",\"status\":\"ok\",", []string{"c1 - status+ partial"}},
	{`"{\"call_id\":\"c1\",\"status\":\"ok\"}"`, []string{"c1 - status+"}},
	{"\ufeff \n{\"call_id\":\"c1\",\"status\":\"ok\"}\n", []string{"c1 - status+"}},
	{"{\"call_id\":\"c1\",\"status\":\"ok\"}\n{\"call_id\":\"c2\",\"status\":\"ok\"}\n", []string{"c1 - status+", "c2 - status+"}},
	{`{"call_id":"c1","status":"ok"} and so on`, []string{"c1 - status+"}},
	{`"Done," it said. {"call_id":"c1","status":"ok"}`, nil},
	{"\"Done,\" it said.\n```json\n{\"call_id\":\"c1\",\"status\":\"ok\"}\n```", []string{"c1 - status+"}},

	// JSON that breaks off or is broken is read up to there.
	{`{"call_id":"c1","status":"ok","termination":{"exit_code":14`, []string{"c1 - code=? status+ partial"}},
	{`{"call_id":"c1","status":"succ`, nil},
	{`{"call_id":"c1","status":"ok","notes":"Tests passed, b`, []string{"c1 - status+ text partial"}},
	{`[{"call_id":"c1","status":"ok"},{"call_id":"c2","status":"ok"`, []string{"c1 - status+", "c2 - status+ partial"}},
	{`{"calls":[{"call_id":"c1","status":"ok"},{"call_i`, []string{"c1 - status+"}},
	{`"{\"call_id\":\"c1\",\"status\":\"ok\",\"notes\":\"all te`, []string{"c1 - status+ text partial"}},
	{`{"call_id":"c1","status":"ok" "verified":true}`, []string{"c1 - status+ partial"}},
	{`{"call_id":"c1","status":"ok","verified":yes}`, []string{"c1 - status+ partial"}},
	{`{"call_id":"c1","status":ok}`, nil},
	{`{"call_id":"c1","status":"ok",}`, []string{"c1 - status+"}},
	{"{\"call_id\":\"c1\",\"status\":\"ok\",\"notes\":\"a\nb\xff\"}", []string{"c1 - status+ text"}},

	// What is no record of calls.
	{``, nil}, {`null`, nil}, {`"ok"`, nil}, {`[]`, nil}, {`{}`, nil}, {`{`, nil}, {`[`, nil}, {`"`, nil}, {`[[[[`, nil}, {`{"a":`, nil},
	{`[INFO] done`, nil}, {`All tests passed.`, nil}, {`{tool: shell}`, nil}, {"```", nil}, {"```json", nil},
	{`{"exit_code":0,"stdout":"ok","stderr":""}`, nil},
	{`{"tool":"bash","status":"ok","exit_code":0,"stdout":"12 passed"}`, nil},
	{`{"call_id":"c1","status":"completed","output":"PASS"}`, nil},
	{`{"type":"function_call_output","id":"fc_1","call_id":"call_1","output":"x","status":"completed"}`, nil},
	{`{"type":"function_call","id":"fc_1","call_id":"call_1","name":"shell","arguments":"{}","status":"completed"}`, nil},
	{`{"type":"tool","name":"shell","tool_call_id":"call_1","status":"success","content":"x"}`, nil},
	{`{"sessionUpdate":"tool_call_update","toolCallId":"call_1","status":"completed"}`, nil},
	{`{"role":"tool","tool_call_id":"call_1","status":"success"}`, nil},
	{`{"name":"my-app","version":"1.0.0","scripts":{"test":"jest"},"status":"ok"}`, nil},
	{`{"jobs":[{"id":1,"name":"build","status":"completed","conclusion":"success"},{"id":2,"name":"test","status":"in_progress"}]}`, nil},
	{`{"steps":[{"id":1,"name":"build","status":"failure","exit_code":1}]}`, nil},
	{`[{"id":11,"name":"rspec","stage":"test","status":"success"}]`, nil},
	{`{"id":"chatcmpl-1","object":"chat.completion","status":"completed"}`, nil},
	{`{"name":"web","status":"running","exit_code":0}`, nil},
	{`{"id":5,"status":"ok","notes":"Delivered and confirmed."}`, nil},
	{`{"name":"Lease 4","id":7,"status":"active","termination":"2027-01-01"}`, nil},
	{`{"name":"A. Person","id":7,"status":"done","termination":{"kind":"voluntary","date":"2026-05-01"}}`, nil},
	{`{"name":"order","id":"o-1","status":"confirmed","confirmed":true}`, nil},
	{`{"operation_id":"op1","state":"succeeded","status":"ok"}`, nil},
	{`{"items":[{"status":"ok"},{"tool":"bash"},{"must_rerun":true},{"notes":"all tests passed"}]}`, nil},
	{`{"metadata":{"name":"p"},"status":{"phase":"Running"},"kind":"Pod"}`, nil},

	// An object with a part of a call is an entry by what only a summary has.
	{`{"type":"summary","tool":"bash","status":"ok","must_rerun":false}`, []string{"- bash status+ rerun=false"}},
	{`{"call_id":"c1","output":"x","termination":{"exit_code":0}}`, []string{"c1 - code=0"}},
	{`{"name":"bash","status":"ok","termination":{"exit_code":0}}`, []string{"- bash code=0 status+"}},
	{`{"name":"bash","id":"1","status":"ok","termination":{"kind":"ok"}}`, []string{"1 bash kind=ok status+"}},
}

func TestEntries(t *testing.T) {
	for _, tt := range entries {
		r := Read(tt.text)
		assert.Equal(t, tt.want, lines(&r), tt.text)
		checkPlaces(t, tt.text, &r)
	}
}

// TestValues reads as maps and lists what the table has as JSON.
func TestValues(t *testing.T) {
	seen := 0
	for _, tt := range entries {
		var raw any
		// Of two spellings the first counts, and a map has no order.
		if strings.Contains(tt.text, `"status":"ok","status"`) || strings.Contains(tt.text, `"mustRerun":"no"`) || json.Unmarshal([]byte(tt.text), &raw) != nil || strings.Contains(tt.text, "1234567890123") {
			continue
		}
		v := pcommon.NewValueEmpty()
		if require.NoError(t, v.FromRaw(raw)); v.Type() == pcommon.ValueTypeStr {
			continue
		}
		seen++
		r, text := ReadValue(v), Read(tt.text)
		assert.ElementsMatch(t, sorted(lines(&text)), sorted(lines(&r)), tt.text)
		for i := range r.Entries {
			for k := range r.Entries[i].Claims {
				assert.False(t, r.Entries[i].Claims[k].Site.InJSON)
			}
		}
	}
	assert.Greater(t, seen, 70)
}

// sorted brings the words of each line into an order, since a map has its own.
func sorted(all []string) []string {
	for i, l := range all {
		words := strings.Fields(strings.TrimSuffix(l, " others"))
		head := words[:2]
		rest := words[2:]
		if strings.HasSuffix(l, " others") {
			rest = nil // either value may have come first
		}
		counts := map[string]int{}
		for _, w := range rest {
			if !strings.HasPrefix(w, "rerun=") || !strings.Contains(l, "rerun=true") {
				counts[w]++
			}
		}
		all[i] = fmt.Sprint(head, counts)
	}
	return all
}

func TestAClaimInAMapCanBeChanged(t *testing.T) {
	v := pcommon.NewValueEmpty()
	require.NoError(t, v.FromRaw(map[string]any{"calls": []any{map[string]any{"call_id": "c1", "status": "ok", "must_rerun": false, "notes": []any{"All tests passed."}}}}))
	r := ReadValue(v)
	require.Len(t, r.Entries, 1)
	for _, c := range append(r.Entries[0].Claims, r.Entries[0].NoRerun...) {
		c.Site.Value.SetStr("x")
	}
	assert.Equal(t, map[string]any{"calls": []any{map[string]any{"call_id": "c1", "status": "x", "must_rerun": "x", "notes": []any{"x"}}}}, v.AsRaw())
}

func TestATextInAnAttribute(t *testing.T) {
	v := pcommon.NewValueStr(`{"call_id":"c1","status":"ok","must_rerun":false}`)
	r := ReadValue(v)
	require.Len(t, r.Entries, 1)
	e := &r.Entries[0]
	assert.Equal(t, v, e.Claims[0].Site.Value)
	assert.Equal(t, v, e.NoRerun[0].Site.Value)
	assert.Equal(t, `"ok"`, v.Str()[e.Claims[0].Site.Offset:][:e.Claims[0].Site.Length])
	assert.Equal(t, "false", v.Str()[e.NoRerun[0].Site.Offset:][:e.NoRerun[0].Site.Length])
	assert.Equal(t, "status", e.Claims[0].Site.Key)
	for _, other := range []pcommon.Value{pcommon.NewValueEmpty(), pcommon.NewValueInt(3), pcommon.NewValueBytes()} {
		assert.Empty(t, ReadValue(other))
	}
}

func TestPlacesInAStringOfJSON(t *testing.T) {
	inner := `{"call_id":"c1","notes":"Ünïcode 通过 \" \\ \u00e9 done","status":"ok","tail":"\ud83d\ude00","verified":true}`
	quoted, err := json.Marshal(inner)
	require.NoError(t, err)
	for _, s := range []string{string(quoted), "  " + string(quoted) + "\n", strings.ReplaceAll(string(quoted), "通", `\u901a`)} {
		r := Read(s)
		require.Len(t, r.Entries, 1)
		assert.True(t, r.Encoded)
		claims := r.Entries[0].Claims
		require.Len(t, claims, 3)
		at := func(c toolcall.Claim) string { return s[c.Site.Offset:][:c.Site.Length] }
		assert.Equal(t, `\"ok\"`, at(claims[1]))
		assert.Equal(t, `true`, at(claims[2]))
		assert.True(t, strings.HasPrefix(at(claims[0]), `\"Ü`) && strings.HasSuffix(at(claims[0]), `done\"`))
		changed := s[:claims[1].Site.Offset] + `\"no\"` + s[claims[1].Site.Offset+claims[1].Site.Length:]
		r = Read(changed)
		assert.Equal(t, "no", r.Entries[0].Claims[1].Site.Read.Str())
	}
}

// checkPlaces holds for whatever is read.
func checkPlaces(t *testing.T, s string, r *Record) {
	t.Helper()
	assert.LessOrEqual(t, len(r.Entries), MaxEntries)
	for i := range r.Entries {
		e := &r.Entries[i]
		assert.True(t, e.ID != "" || e.Tool != "")
		assert.LessOrEqual(t, len(e.Claims), maxClaims)
		assert.LessOrEqual(t, len(e.NoRerun), maxClaims)
		assert.LessOrEqual(t, len(e.Others), maxOthers)
		if e.Partial {
			assert.Zero(t, Compare(e, Known{Kind: termination.Timeout, Code: 143, HasCode: true, Signal: 15, TimedOut: true}).Dropped)
		}
		assert.Zero(t, Compare(e, Known{}))
		for _, c := range append(append([]toolcall.Claim(nil), e.Claims...), e.NoRerun...) {
			at := c.Site
			require.True(t, at.InJSON && at.Offset >= 0 && at.Length > 0 && at.Offset+at.Length <= len(s), "%+v in %q", at, s)
			raw := s[at.Offset : at.Offset+at.Length]
			if r.Encoded || e.Partial {
				continue
			}
			again := valueOf(raw, piece{to: len(raw)})
			assert.Equal(t, at.Read.AsRaw(), again.AsRaw(), raw)
		}
	}
}

func TestBounds(t *testing.T) {
	many := "[" + strings.Repeat(`{"call_id":"c","status":"ok"},`, 100)
	r := Read(many)
	assert.Len(t, r.Entries, MaxEntries)
	assert.True(t, r.Partial)

	r = Read(`{"call_id":"c1",` + strings.Repeat(`"status":"ok","must_rerun":false,`, 100) + `"x":1}`)
	require.Len(t, r.Entries, 1)
	assert.Len(t, r.Entries[0].Claims, maxClaims)
	assert.True(t, r.Entries[0].Partial)

	r = Read(`{"call_id":"c1","status":"ok",` + strings.Repeat(`"x":1,`, 1000) + `"y":1}`)
	require.Len(t, r.Entries, 1)
	assert.True(t, r.Entries[0].Partial && r.Partial)

	r = Read(`{"call_id":"c1","status":"ok","x":"` + strings.Repeat("x", 2*maxText) + `"}`)
	require.Len(t, r.Entries, 1)
	assert.True(t, r.Entries[0].Partial && r.Partial)

	r = Read("[" + strings.Repeat(`{},`, 2*maxObjects) + `{"call_id":"c1","status":"ok"}]`)
	assert.Empty(t, r.Entries)
}

// shapes are texts in which a reader that looks twice at what it has read would take
// the square of their length.
var shapes = []string{
	"[", "{", `{"a":`, `[{"a":`, `{"calls":[`, `"`, `\`, `\"`, `\u00`, `"termination":{`, "```", "```\n", "```json\n{", "> ", "```json\n[{\"call_id\":\"c\",\"status\":\"ok\"},", ",", " ",
	`{"call_id":"c","status":"ok"}`, `{"call_id":"c","status":"ok"},`, `"status":"ok",`, `"notes":"All tests passed. ",`, `"a":[{}],`, `{"tool":"x","termination":"{\"exit_code\":`, "\n", "-1",
}

var starts = []string{"", `{"call_id":"c",`, `[`, `"`, `"[`, `{"calls":[`, `{"notes":"`, `{"call_id":"c","termination":`, `{"call_id":"c","notes":[`, "x\n```json\n"}

func TestLinear(t *testing.T) {
	const size = 512 << 10
	for _, shape := range shapes {
		for _, start := range starts {
			s := start + strings.Repeat(shape, size/len(shape))
			began := time.Now()
			r := Read(s)
			assert.Less(t, time.Since(began), 2*time.Second, "%q %q", start, shape)
			assert.LessOrEqual(t, len(r.Entries), MaxEntries)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, tt := range entries {
		f.Add(tt.text)
	}
	for _, shape := range shapes {
		for _, start := range starts {
			f.Add(start + strings.Repeat(shape, 3))
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := Read(s)
		checkPlaces(t, s, &r)
		again := Read(s)
		assert.Equal(t, lines(&r), lines(&again))
		for i := range r.Entries {
			for _, call := range known {
				d := Compare(&r.Entries[i], call)
				assert.Zero(t, d.Rewrote&^(KindPart|CodePart|SignalPart|TimedOutPart))
				if !call.Kind.Unproven() {
					assert.False(t, d.FalseConfirm())
				}
			}
		}
		if quoted, err := json.Marshal(s); err == nil && json.Valid([]byte(s)) && utf8.ValidString(s) && len(s) < 1000 && !r.Encoded {
			twice := Read(string(quoted))
			assert.Equal(t, lines(&r), lines(&twice))
			checkPlaces(t, string(quoted), &twice)
		}
		var raw any
		if json.Unmarshal([]byte(s), &raw) == nil {
			v := pcommon.NewValueEmpty()
			require.NoError(t, v.FromRaw(raw))
			assert.LessOrEqual(t, len(ReadValue(v).Entries), MaxEntries)
		}
	})
}
