package effects

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/action/sent"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func stated(v bool) toolcall.Bool { return toolcall.Bool{State: toolcall.Stated, V: v} }

func TestWhatCounts(t *testing.T) {
	const mutating, readOnly, unstated = termination.Mutating, termination.ReadOnly, termination.EffectUnstated
	lists := Patterns{Mutating: []string{`^pay_`, `^acme (run|push)`, `both`}, ReadOnly: []string{`^search_`, `^git push --mirror`, `_search\b`, `both`}}
	for name, tt := range map[string]struct {
		patterns Patterns
		call     toolcall.Call
		want     termination.Effect
		why      Reason
	}{
		"nothing":                         {Patterns{}, toolcall.Call{Name: "delete_user"}, unstated, Nothing},
		"an action":                       {lists, toolcall.Call{Name: "search_x", StatesAction: true}, mutating, StatedAction},
		"an unsafe method":                {lists, toolcall.Call{Name: "search_x", Method: "post"}, mutating, UnsafeMethod},
		"a safe method":                   {Patterns{}, toolcall.Call{Method: "GET"}, readOnly, SafeMethod},
		"a pattern against a safe method": {lists, toolcall.Call{Name: "pay_x", Method: "GET"}, mutating, MutatingPattern},
		"both lists":                      {lists, toolcall.Call{Name: "both"}, mutating, MutatingPattern},
		"read-only by its name":           {lists, toolcall.Call{Name: "search_x"}, readOnly, ReadOnlyPattern},
		"against a known command":         {lists, toolcall.Call{CommandLine: "git push --mirror"}, readOnly, ReadOnlyPattern},
		"behind what starts it":           {lists, toolcall.Call{CommandLine: "cd x && sudo acme push y"}, mutating, MutatingPattern},
		"only mentioned":                  {lists, toolcall.Call{CommandLine: "grep 'acme push' x"}, readOnly, KnownCommand},
		"as arguments":                    {lists, toolcall.Call{Argv: []string{"/opt/bin/acme", "run"}}, mutating, MutatingPattern},
		"a POST that searches":            {lists, toolcall.Call{CommandLine: "curl -X POST https://es.invalid/_search -d '{}'"}, readOnly, ReadOnlyPattern},
		"beside one that changes":         {lists, toolcall.Call{CommandLine: "curl -X POST https://es.invalid/_search -d '{}' && git push"}, mutating, KnownCommand},
		"a hint":                          {lists, toolcall.Call{Name: "x", Hints: toolcall.Hints{Destructive: stated(true)}}, mutating, ToolHint},
		"a hint that it is not read-only": {lists, toolcall.Call{Name: "x", Hints: toolcall.Hints{ReadOnly: stated(false), Destructive: stated(false)}}, mutating, ToolHint},
		"a hint that it is read-only":     {lists, toolcall.Call{Name: "x", Hints: toolcall.Hints{ReadOnly: stated(true)}}, readOnly, ToolHint},
		"hints that contradict":           {lists, toolcall.Call{Name: "x", Hints: toolcall.Hints{ReadOnly: stated(true), Destructive: stated(true)}}, mutating, ToolHint},
		"not destructive alone":           {lists, toolcall.Call{Name: "x", Hints: toolcall.Hints{Destructive: stated(false)}}, unstated, Nothing},
		"the user against a hint":         {lists, toolcall.Call{Name: "search_x", Hints: toolcall.Hints{Destructive: stated(true)}}, readOnly, ReadOnlyPattern},
		"an unsafe request":               {lists, toolcall.Call{Name: "x", Requests: toolcall.Requests{Count: 1, Unsafe: true}}, mutating, UnsafeRequest},
		"the user against a request":      {lists, toolcall.Call{Name: "search_x", Requests: toolcall.Requests{Count: 1, Unsafe: true}}, readOnly, ReadOnlyPattern},
		"safe requests":                   {lists, toolcall.Call{Name: "x", Requests: toolcall.Requests{Count: 1, AllSafe: true}}, readOnly, SafeRequests},
		"safe requests of a command":      {lists, toolcall.Call{CommandLine: "./own.sh", IsCommand: true, Requests: toolcall.Requests{Count: 1, AllSafe: true}}, unstated, Nothing},
		"a request of a command":          {lists, toolcall.Call{CommandLine: "./own.sh", IsCommand: true, Requests: toolcall.Requests{Count: 1, Unsafe: true}}, unstated, Nothing},
		"an open request of a command":    {lists, toolcall.Call{CommandLine: "./own.sh", IsCommand: true, Requests: toolcall.Requests{Count: 1, Unsafe: true, Sent: sent.After}}, mutating, UnsafeRequest},
		"an open request of a test":       {lists, toolcall.Call{CommandLine: "pytest -q", IsCommand: true, Requests: toolcall.Requests{Count: 1, Unsafe: true, Sent: sent.After}}, unstated, Nothing},
		"a known command":                 {Patterns{}, toolcall.Call{CommandLine: "git push"}, mutating, KnownCommand},
		"a command that looks":            {Patterns{}, toolcall.Call{CommandLine: "git log"}, readOnly, KnownCommand},
		"a line that cannot be parsed":    {Patterns{Mutating: []string{"push"}}, toolcall.Call{CommandLine: "git push 'x"}, mutating, MutatingPattern},
	} {
		got, why, _ := New(tt.patterns).Why(&tt.call)
		assert.Equal(t, tt.want, got, name)
		assert.Equal(t, tt.why.String(), why.String(), name)
	}
}

func TestCritical(t *testing.T) {
	e := New(Patterns{Critical: []string{`^gh pr merge`, `^release_payment$`, `DROP TABLE`}})
	for line, want := range map[string]bool{
		"gh pr merge 3": true, "cd x && sudo -u a gh pr merge 3 --squash": true, "bash -c 'gh pr merge 3'": true, "psql -c 'DROP TABLE t'": true,
		"gh pr view 3": false, "echo 'gh pr merge 3'": false, "grep -rn 'gh pr merge' .": false, "": false,
		"gh pr merge 'x": true, "echo 'x; gh pr merge": false,
	} {
		assert.Equal(t, want, e.Critical(&toolcall.Call{Name: "bash", CommandLine: line}), line)
	}
	assert.True(t, e.Critical(&toolcall.Call{Name: "release_payment"}))
	assert.False(t, New(Patterns{}).Critical(&toolcall.Call{CommandLine: "gh pr merge 3"}))
}
