package payload

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
)

const limit = 64 << 10

func TestRead(t *testing.T) {
	for name, tt := range map[string]struct {
		in   string
		want Payload
	}{
		"text":                 {"hello\n", Payload{Wrapped: true, Texts: []string{"hello\n"}}},
		"nothing":              {"  ", Payload{Wrapped: true}},
		"log line":             {"[INFO] built", Payload{Wrapped: true, Texts: []string{"[INFO] built"}}},
		"shell group":          {"{ echo; }", Payload{Wrapped: true, Texts: []string{"{ echo; }"}}},
		"quoted text":          {`"Exit code 1\nboom"`, Payload{Wrapped: true, Texts: []string{"Exit code 1\nboom"}}},
		"quoted twice":         {`"{\"exit_code\":3,\"stdout\":\"x\"}"`, Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true, Texts: []string{"x"}}},
		"a quote, no JSON":     {`"yes" he said`, Payload{Wrapped: true, Texts: []string{`"yes" he said`}}},
		"process":              {`{"exit_code":3,"stdout":"a","stderr":"b"}`, Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true, Texts: []string{"a", "b"}}},
		"no code":              {`{"exitCode":null,"output":"a"}`, Payload{HasExitKey: true, HasOutput: true, Texts: []string{"a"}}},
		"code in a string":     {`{"exitCode":"3","output":""}`, Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true}},
		"a list of strings":    {`["PASS","x"]`, Payload{Wrapped: true, Texts: []string{"PASS", "x"}}},
		"unknown shape":        {`{"log":"hello you","status":"ok","n":1}`, Payload{Texts: []string{"hello you"}}},
		"code is no number":    {`{"exitCode":"x","output":""}`, Payload{HasExitKey: true, HasOutput: true, Doubt: true}},
		"fraction":             {`{"returncode":1.5,"stdout":""}`, Payload{HasExitKey: true, HasOutput: true, Doubt: true}},
		"other signal":         {`{"exit_code":0,"signal":"SIGFOO","stdout":""}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Doubt: true}},
		"flag in a string":     {`{"exit_code":0,"stdout":"","timed_out":"True"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, TimedOut: termination.True}},
		"no JSON at all":       {`{"exit_code":0x,"stdout":"","timed_out":t}`, Payload{HasExitKey: true, HasOutput: true, Doubt: true}},
		"flag twice":           {`{"exit_code":0,"stdout":"","timed_out":true,"timedOut":false}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, TimedOut: termination.True}},
		"isError twice":        {`{"isError":true,"isError":false,"content":[]}`, Payload{Wrapped: true, IsError: termination.True, Blocks: true}},
		"text below":           {"{\"exit_code\":0,\"stdout\":\"x\"}\n\nExit code: 143", Payload{Wrapped: true, Texts: []string{"{\"exit_code\":0,\"stdout\":\"x\"}\n\nExit code: 143"}}},
		"signal":               {`{"exitCode":0,"signal":"SIGKILL","stdout":"s"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Signal: 9, Texts: []string{"s"}}},
		"killed":               {`{"exitCode":null,"killed":true,"stdout":""}`, Payload{HasExitKey: true, HasOutput: true, Killed: true}},
		"timed out":            {`{"returncode":-9,"timed_out":true,"output":""}`, Payload{HasExitKey: true, HasCode: true, Code: -9, HasOutput: true, TimedOut: termination.True}},
		"timeout setting":      {`{"exit_code":0,"timeout":120,"output":""}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true}},
		"code twice":           {`{"exit_code":0,"exit_code":9,"stdout":""}`, Payload{HasExitKey: true, HasCode: true, Code: 9, HasOutput: true}},
		"code twice, back":     {`{"exit_code":9,"exit_code":0,"stdout":""}`, Payload{HasExitKey: true, HasCode: true, Code: 9, HasOutput: true}},
		"a CI job":             {`{"job":{"exit_code":1,"stdout":"x"},"status":"done"}`, Payload{}},
		"MCP":                  {`{"content":[{"type":"text","text":"boom"}],"isError":true}`, Payload{Wrapped: true, Enveloped: true, Blocks: true, IsError: termination.True, Texts: []string{"boom"}}},
		"content blocks":       {`[{"type":"text","text":"a"},{"type":"image"},{"text":"b"}]`, Payload{Wrapped: true, Enveloped: true, Texts: []string{"a", "b"}}},
		"cut":                  {`{"exit_code":0,"stdout":"aaa`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Cut: true, Partial: true, Texts: []string{"aaa"}}},
		"cut in a key":         {`{"exit_code":0,"stdo`, Payload{HasExitKey: true, HasCode: true, Cut: true, Partial: true}},
		"cut after a colon":    {`{"stdout":"a","exit_code":`, Payload{HasOutput: true, Cut: true, Partial: true, Texts: []string{"a"}}},
		"cut in an escape":     {`{"stdout":"a\`, Payload{HasOutput: true, Cut: true, Partial: true, Texts: []string{"a"}}},
		"cut inside":           {`{"a":[1,2,{"b":3}`, Payload{Cut: true, Partial: true}},
		"cut in a number":      {`{"stdout":"a","exit_code":1`, Payload{HasExitKey: true, HasOutput: true, Cut: true, Partial: true, Texts: []string{"a"}}},
		"cut in a word":        {`{"exit_code":3,"stdout":"a","timed_out":tru`, Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true, Cut: true, Partial: true, Texts: []string{"a"}}},
		"cut in quotes":        {`"{\"exit_code\":3,\"stdout\":\"x\\ny`, Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true, Cut: true, Partial: true, Enveloped: true, Texts: []string{"x\ny"}}},
		"an open quote":        {`"so it begins`, Payload{Wrapped: true, Texts: []string{`"so it begins`}}},
		"report in a block":    {`[{"type":"text","text":"{\"exit_code\":0,\"stdout\":\"Exit code 1\"}"}]`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Enveloped: true, Texts: []string{"Exit code 1"}}},
		"handled error":        {`{"lc":1,"type":"constructor","id":[],"kwargs":{"status":"error","content":"boom"}}`, Payload{Wrapped: true, Enveloped: true, Handled: true, Texts: []string{"boom"}}},
		"a status of its own":  {`{"data":{"status":"error","id":7}}`, Payload{}},
		"line break inside":    {"{\"exit_code\":3,\"stdout\":\"a\nb\tc\\\"d\"}", Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true, Texts: []string{"a\nb c\"d"}}},
		"a failure beside 0":   {`{"exit_code":0,"stdout":"","success":false}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Failed: true}},
		"success beside 1":     {`{"exit_code":1,"stdout":"","success":true}`, Payload{HasExitKey: true, HasCode: true, Code: 1, HasOutput: true}},
		"interrupted":          {`{"exit_code":0,"stdout":"","interrupted":true,"aborted":false}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Ended: termination.Cancelled}},
		"lives on":             {`{"exit_code":0,"stdout":"","running":true,"cancelled":true}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Ended: termination.Running}},
		"status timeout":       {`{"exit_code":0,"stdout":"","status":"timed_out"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, TimedOut: termination.True}},
		"status killed":        {`{"exit_code":0,"stdout":"","status":"Killed"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Killed: true}},
		"status running":       {`{"exit_code":null,"stdout":"","status":"running"}`, Payload{HasExitKey: true, HasOutput: true, Ended: termination.Running}},
		"status failed":        {`{"exit_code":0,"stdout":"","status":"failed"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Failed: true}},
		"status completed":     {`{"exit_code":0,"stdout":"","status":"completed"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true}},
		"status of HTTP":       {`{"exit_code":0,"stdout":"","status":500}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true}},
		"signal of Node":       {`{"exitCode":0,"stdout":"","signalCode":"SIGKILL"}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Signal: 9}},
		"limit reached":        {`{"exitCode":0,"stdout":"","timeoutReached":true}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, TimedOut: termination.True}},
		"facts in an object":   {`{"stdout":"","exit_code":0,"termination":{"kind":"timeout","exit_code":143,"signal":"TERM"}}`, Payload{HasExitKey: true, HasCode: true, Code: 143, HasOutput: true, Signal: 15, TimedOut: termination.True}},
		"code of Node":         {`{"code":3,"stdout":"","stderr":""}`, Payload{HasExitKey: true, HasCode: true, Code: 3, HasOutput: true}},
		"code of a reply":      {`{"code":3,"output":""}`, Payload{HasOutput: true}},
		"code in words":        {`{"code":"ENOENT","stdout":"","stderr":""}`, Payload{HasOutput: true}},
		"code beside another":  {`{"code":3,"exit_code":0,"stdout":"","stderr":""}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true}},
		"code of Ansible":      {`{"rc":2,"stdout":""}`, Payload{HasExitKey: true, HasCode: true, Code: 2, HasOutput: true}},
		"an object in a block": {`{"content":[{"type":"text","text":"{\"title\":\"Command timed out after 30 seconds\"}"}],"isError":false}`, Payload{Enveloped: true, Blocks: true, IsError: termination.False, Texts: []string{"Command timed out after 30 seconds"}}},
		"a task":               {`{"stdout":"","interrupted":false,"backgroundTaskId":"b1"}`, Payload{HasOutput: true, Background: true}},
		"no task":              {`{"stdout":"","backgroundTaskId":null}`, Payload{HasOutput: true}},
		"JSON below a code":    {`{"content":[{"type":"text","text":"{\"exit_code\":1,\"stdout\":\"x\"}"}],"exit_code":null}`, Payload{HasExitKey: true, Wrapped: true, Enveloped: true, Blocks: true, Texts: []string{`{"exit_code":1,"stdout":"x"}`}}},
		"an error of the SDK":  {`{"type":"error-json","value":{"exit_code":0,"stdout":"x"}}`, Payload{HasExitKey: true, HasCode: true, HasOutput: true, Enveloped: true, Handled: true, Texts: []string{"x"}}},
		"lines of JSON":        {"{\"a\":1}\n{\"b\":2}\ndone", Payload{Wrapped: true, Texts: []string{"{\"a\":1}\n{\"b\":2}\ndone"}}},
	} {
		t.Run(name, func(t *testing.T) {
			var p Payload
			p.Read(tt.in, limit)
			assert.Equal(t, tt.want.Texts, append([]string(nil), p.Texts...))
			p.Texts, tt.want.Texts, p.limit, p.depth, p.plain = nil, nil, 0, 0, false
			assert.Equal(t, tt.want, p)
		})
	}
}

func TestReadValue(t *testing.T) {
	v := pcommon.NewValueEmpty()
	require.NoError(t, v.FromRaw(map[string]any{"exit_code": 2, "stdout": "x", "killed": true, "signal": 15, "timed_out": false}))
	var p Payload
	p.ReadValue(v, limit)
	assert.True(t, p.Structured())
	assert.Equal(t, termination.Fact{Source: termination.Structured, Code: 2, HasCode: true, Signal: 15, TimedOut: termination.False}, p.Fact())
	assert.Equal(t, []string{"x"}, p.Texts)

	require.NoError(t, v.FromRaw([]any{map[string]any{"type": "text", "text": "a"}, "b", 3}))
	p.ReadValue(v, limit)
	assert.True(t, p.Wrapped)
	assert.Equal(t, []string{"a", "b"}, p.Texts)

	require.NoError(t, v.FromRaw(map[string]any{"content": []any{map[string]any{"text": "c"}}, "isError": true}))
	p.ReadValue(v, limit)
	assert.Equal(t, termination.True, p.IsError)
	assert.Equal(t, []string{"c"}, p.Texts)

	require.NoError(t, v.FromRaw(map[string]any{"result": map[string]any{"exit_code": 4, "stdout": "d"}}))
	p.ReadValue(v, limit)
	assert.Equal(t, termination.Fact{Source: termination.Structured, Code: 4, HasCode: true}, p.Fact(), "wrapped in a map")

	require.NoError(t, v.FromRaw([]any{map[string]any{"type": "text", "text": `{"exit_code":5,"stdout":"e"}`}}))
	p.ReadValue(v, limit)
	assert.EqualValues(t, 5, p.Fact().Code, "JSON in a block of a list")

	v.SetInt(3)
	p.ReadValue(v, limit)
	assert.Equal(t, Payload{Texts: p.Texts, limit: p.limit}, p)
}

func TestKilledStatesASignal(t *testing.T) {
	p := Payload{Killed: true}
	assert.Equal(t, termination.Signaled, p.Fact().Kind)
	p.TimedOut = termination.True
	assert.Equal(t, termination.KindUnset, p.Fact().Kind)
}

func TestEndingsThatAreNoExit(t *testing.T) {
	for in, want := range map[string]termination.Fact{
		`{"exit_code":0,"stdout":"","interrupted":true}`:                 {Kind: termination.Cancelled},
		`{"exit_code":130,"stdout":"","interrupted":true}`:               {Kind: termination.Cancelled, Code: 130, HasCode: true},
		`{"exit_code":0,"stdout":"","status":"running"}`:                 {Kind: termination.Running},
		`{"exit_code":0,"stdout":"","running":true,"timed_out":true}`:    {Kind: termination.Running, TimedOut: termination.True},
		`{"exit_code":0,"stdout":"","cancelled":true,"timed_out":true}`:  {Code: 0, HasCode: true, TimedOut: termination.True},
		`{"exit_code":137,"stdout":"","cancelled":true,"killed":true}`:   {Kind: termination.Cancelled, Code: 137, HasCode: true},
		`{"exit_code":0,"stdout":"","running":false,"interrupted":null}`: {HasCode: true},
	} {
		var p Payload
		p.Read(in, limit)
		want.Source = termination.Structured
		assert.Equal(t, want, p.Fact(), in)
	}
}

func TestHalfOfItProvesNothing(t *testing.T) {
	var p Payload
	for _, s := range []string{
		`{"exit_code":0,"stdout":"aaa`, `{"exit_code":0,"signal":"SIGFOO","stdout":""}`,
		`{"exit_code":0,"stdout":"` + strings.Repeat("x", 2*limit) + `","timed_out":true}`,
	} {
		p.Read(s, limit)
		assert.False(t, p.Fact().HasCode, bounded(s, 40))
	}
	p.Read(`{"exit_code":3,"stdout":"aaa`, limit)
	assert.True(t, p.Fact().HasCode)
}

func TestBounds(t *testing.T) {
	var p Payload
	p.Read("["+strings.Repeat(`{"text":"a"},`, 1000)+"]", limit)
	assert.LessOrEqual(t, len(p.Texts), maxTexts)
	p.Read("{"+strings.Repeat(`"stdout":"a",`, 100000)+"}", limit)
	assert.LessOrEqual(t, len(p.Texts), maxTexts)
	assert.False(t, p.Cut, "what is longer than the limit is not looked at to its end")
	p.Read(`"`+strings.Repeat("a", 2*limit)+`"`, limit)
	assert.True(t, p.Wrapped)
}

func TestCut(t *testing.T) {
	for s, want := range map[string]bool{
		`{"a":1}`: false, `{"a":`: true, `{"a":"}`: true, `{`: false, ``: false, `{ }x`: false, `text`: false,
		`{"a":"\"}`: true, `{"a":"}"}`: false, `{"command":"ls`: true,
	} {
		assert.Equal(t, want, Cut(s, limit), s)
	}
}
