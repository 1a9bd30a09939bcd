package summary

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/termination"
)

// known are calls of several endings.
var known = map[string]Known{
	"killed at its limit": {Kind: termination.Timeout, Code: 143, HasCode: true, Signal: termination.SIGTERM, TimedOut: true, Next: termination.Rerun},
	"limit":               {Kind: termination.Timeout, Next: termination.Rerun},
	"limit 124":           {Kind: termination.Timeout, Code: 124, HasCode: true, Next: termination.Rerun},
	"killed":              {Kind: termination.Signaled, Code: 143, HasCode: true, Signal: termination.SIGTERM, Next: termination.Rerun},
	"killed by name":      {Kind: termination.Signaled, Signal: termination.SIGKILL, Next: termination.Reconcile},
	"failed":              {Kind: termination.NonzeroExit, Code: 3, HasCode: true, Next: termination.Rerun},
	"failed, clipped":     {Kind: termination.NonzeroExit, Code: 3, HasCode: true, Next: termination.RerunUncapped},
	"windows":             {Kind: termination.NonzeroExit, Code: -1073741510, HasCode: true, Next: termination.Rerun},
	"quiet":               {Kind: termination.NonzeroExit, Code: 1, HasCode: true},
	"tool error":          {Kind: termination.ToolError, Next: termination.Reconcile},
	"ok":                  {Kind: termination.OK, HasCode: true},
	"ok, clipped":         {Kind: termination.OK, HasCode: true, Next: termination.RerunUncapped},
	"ok, distrusted":      {Kind: termination.OK, HasCode: true, Next: termination.Rerun},
	"ok by word":          {Kind: termination.OK},
	"running":             {Kind: termination.Running, Next: termination.Reconcile},
	"cancelled":           {Kind: termination.Cancelled, Next: termination.Review},
	"not executed":        {Kind: termination.NotExecuted},
	"unknown":             {Kind: termination.Unknown, Code: 0, HasCode: true, Next: termination.Review},
	"nobody":              {},
}

// show writes differences so that a table can hold them.
func show(d *Differences) string {
	var words []string
	for _, p := range []struct {
		part Parts
		name string
	}{{KindPart, "kind"}, {CodePart, "code"}, {SignalPart, "signal"}, {TimedOutPart, "limit"}} {
		if d.Dropped.Has(p.part) {
			words = append(words, "-"+p.name)
		}
		if d.Rewrote.Has(p.part) {
			words = append(words, "!"+p.name)
		}
	}
	for i := range d.False {
		words = append(words, d.False[i].Form.String())
	}
	if d.MustRerunFalse {
		words = append(words, "rerun")
	}
	return strings.Join(words, " ")
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct{ members, call, want string }{
		// A command is killed at its limit after PASS, and the conversation is compacted.
		{`"tool":"shell","status":"succeeded","notes":"tests passed, confirmed"`, "killed at its limit", "-code -signal -limit status text"},
		{`"status":"failed_or_incomplete","termination":{"kind":"timeout","exit_code":143,"signal":"SIGTERM","timed_out":true},"must_rerun":true,"success_like_markers_observed":["PASS"]`, "killed at its limit", ""},
		{`"status":"succeeded","termination":{"kind":"timeout","exit_code":143,"signal":"SIGTERM","timed_out":true},"must_rerun":true`, "killed at its limit", "status"},
		{`"status":"failed","termination":{"kind":"ok","exit_code":0,"timed_out":false},"must_rerun":false`, "killed at its limit", "!kind !code -signal !limit rerun"},

		// Dropped.
		{`"status":"failed","termination":{"kind":"timeout"}`, "killed at its limit", "-code -signal"},
		{`"status":"failed","termination":{"exit_code":143}`, "killed at its limit", "-limit"},
		{`"status":"failed","termination":{"signal":"SIGTERM","timed_out":true}`, "killed at its limit", ""},
		{`"status":"failed","termination":{"signal":"TERM","timed_out":null}`, "killed at its limit", "-limit"},
		{`"status":"failed","termination":{"timed_out":true}`, "killed at its limit", "-code -signal"},
		{`"status":"failed","termination":null`, "killed at its limit", "-code -signal -limit"},
		{`"status":"failed","termination":"stopped by SIGTERM, exit 143"`, "killed at its limit", ""},
		{`"status":"failed","exit_code":143,"timed_out":true`, "killed at its limit", ""},
		{`"status":"failed"`, "limit", "-limit"},
		{`"status":"failed","exit_code":124`, "limit 124", ""},
		{`"status":"failed","termination":{"kind":"nonzero_exit","exit_code":124}`, "limit 124", ""},
		{`"status":"failed"`, "limit 124", "-code -limit"},
		{`"status":"failed"`, "killed", "-code -signal"},
		{`"status":"failed","exit_code":"?"`, "killed", "-signal"},
		{`"status":"failed"`, "killed by name", "-signal"},
		{`"status":"failed","exit_code":137`, "killed by name", ""},
		{`"status":"failed"`, "failed", "-code"},
		{`"status":"failed","termination":{"kind":"nonzero_exit"}`, "failed", "-code"},
		{`"status":"failed"`, "tool error", ""},
		{`"status":"ok"`, "ok", "-code"},
		{`"status":"ok","termination":{"kind":"ok"}`, "ok", ""},
		{`"status":"ok"`, "ok by word", ""},
		{`"status":"ok"`, "unknown", "-code"},
		{`"status":"ok"`, "not executed", ""},

		// Rewritten.
		{`"termination":{"kind":"signal","exit_code":143}`, "killed at its limit", "!kind -limit"},
		{`"termination":{"kind":"signal","exit_code":143,"timed_out":true}`, "killed at its limit", ""},
		{`"termination":{"kind":"timeout","exit_code":137,"signal":9}`, "killed at its limit", "!code !signal"},
		{`"termination":{"kind":"timeout","exit_code":-15}`, "killed at its limit", ""},
		{`"termination":{"kind":"timeout","exit_code":1}`, "killed at its limit", "!code -signal"},
		{`"termination":{"kind":"unknown"}`, "killed at its limit", "-code -signal -limit"},
		{`"exit_code":143,"timed_out":true,"termination":{"exit_code":0}`, "killed at its limit", "!code"},
		{`"exit_code":143,"timed_out":true,"signal":"SIGTERM","signal_name":"0"`, "killed at its limit", "!signal"},
		{`"exit_code":143,"timed_out":true,"timedOut":false`, "killed at its limit", "!limit"},
		{`"exit_code":0`, "limit", "!code -limit"},
		{`"exit_code":0,"timed_out":true`, "limit", ""},
		{`"exit_code":143,"signal":"SIGTERM","timed_out":true`, "limit", ""},
		{`"termination":{"kind":"ok"}`, "limit", "!kind -limit"},
		{`"termination":{"kind":"nonzero_exit","exit_code":143}`, "killed", ""},
		{`"termination":{"kind":"nonzero_exit","exit_code":1}`, "killed", "!kind !code -signal"},
		{`"termination":{"kind":"timeout","exit_code":143,"timed_out":true}`, "killed", "!kind !limit"},
		{`"termination":{"signal":"SIGKILL"}`, "killed", "-code !signal"},
		{`"termination":{"signal":0,"exit_code":143}`, "killed", "!signal"},
		{`"termination":{"exit_code":143}`, "killed by name", "!code -signal"},
		{`"termination":{"exit_code":0}`, "killed by name", "!code -signal"},
		{`"termination":{"kind":"nonzero_exit","exit_code":4}`, "failed", "!code"},
		{`"termination":{"kind":"ok","exit_code":3}`, "failed", "!kind"},
		{`"termination":{"kind":"tool_error","exit_code":3}`, "failed", ""},
		{`"termination":{"kind":"tool_error"}`, "failed", "!kind -code"},
		{`"termination":{"exit_code":3,"signal":"SIGTERM"}`, "failed", "!signal"},
		{`"termination":{"exit_code":3,"signal":"none","timed_out":false}`, "failed", ""},
		{`"termination":{"exit_code":3221225786}`, "windows", ""},
		{`"termination":{"kind":"nonzero_exit","exit_code":1,"timed_out":false}`, "tool error", ""},
		{`"termination":{"kind":"timeout","timed_out":true}`, "tool error", ""},
		{`"termination":{"kind":"ok","exit_code":0}`, "tool error", "!kind"},
		{`"termination":{"exit_code":0}`, "tool error", "!code"},
		{`"exit_code":0`, "ok by word", ""},
		{`"exit_code":1`, "ok by word", "!code"},
		{`"exit_code":1`, "ok", "!code"},
		{`"termination":{"kind":"ok","timed_out":true}`, "ok", "!limit"},
		{`"termination":{"kind":"timeout","timed_out":true}`, "ok", "!kind -code !limit"},
		{`"termination":{"kind":"running","timed_out":true}`, "running", ""},
		{`"termination":{"kind":"ok"}`, "running", "!kind"},
		{`"termination":{"kind":"ok"}`, "cancelled", "!kind"},
		{`"termination":{"kind":"ok","exit_code":0}`, "not executed", "!kind"},
		{`"termination":{"kind":"ok","exit_code":0}`, "unknown", ""},
		{`"termination":{"kind":"timeout","exit_code":1,"timed_out":true}`, "unknown", "!code"},
		{`"termination":{"kind":"timeout","exit_code":1}`, "nobody", ""},

		// Claims.
		{`"status":"ok","exit_code":3,"verified":true,"confirmed":"yes","user_approved":true`, "failed", "status verified confirmed user_approved"},
		{`"status":"ok","exit_code":0,"verified":true`, "ok", ""},
		{`"status":"ok"`, "running", "status"},
		{`"status":"ok","verified":true`, "cancelled", "status verified"},
		{`"status":"succeeded"`, "nobody", ""},
		{`"status":"unclear","exit_code":3,"notes":"All tests passed."`, "failed", ""},
		{`"status":"unclear","notes":"All tests passed."`, "tool error", "text"},
		{`"status":"failed","notes":"All tests passed."`, "tool error", ""},
		{`"status":"failed","notes":"All tests passed.","must_rerun":true`, "tool error", "text"},
		{`"status":"failed","exit_code":3,"notes":"All tests passed.","must_rerun":true`, "failed", "text"},
		{`"status":"failed","exit_code":3,"notes":"The tests did not pass.","must_rerun":true`, "failed", ""},
		{`"status":"failed","exit_code":0,"notes":"All tests passed.","must_rerun":false`, "ok", ""},

		// must_rerun.
		{`"exit_code":3,"must_rerun":false`, "failed", "rerun"},
		{`"exit_code":3,"must_rerun":false`, "failed, clipped", "rerun"},
		{`"exit_code":3,"must_rerun":true,"mustRerun":"no"`, "failed", "rerun"},
		{`"exit_code":1,"must_rerun":false`, "quiet", ""},
		{`"status":"failed","must_rerun":true`, "tool error", ""},
		{`"status":"failed","must_rerun":false`, "tool error", ""},
		{`"status":"failed","must_rerun":false`, "cancelled", ""},
		{`"exit_code":0,"must_rerun":true`, "ok", "rerun"},
		{`"exit_code":0,"must_rerun":true`, "ok, clipped", "rerun"},
		{`"exit_code":0,"must_rerun":true`, "ok, distrusted", ""},
		{`"exit_code":0,"must_rerun":false`, "ok, distrusted", ""},
		{`"exit_code":0,"must_rerun":"perhaps"`, "ok", ""},
		{`"exit_code":0,"must_rerun":true`, "unknown", ""},
	} {
		call, ok := known[tt.call]
		require.True(t, ok, tt.call)
		r := Read(`{"call_id":"c1",` + tt.members + `}`)
		require.Len(t, r.Entries, 1, tt.members)
		d := Compare(&r.Entries[0], call)
		assert.Equal(t, tt.want, show(&d), "%s: %s", tt.call, tt.members)
		assert.Equal(t, tt.want != "", d.Any())
	}
}
