package main

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"git push origin main"}, "mutating: a known command (git push): git push origin main\n"},
		{[]string{"ls", "pytest -q"}, "read-only: a known command: ls\nunstated: nothing says what it does; it may be rerun after a time limit: pytest -q\n"},
		{[]string{"-read-only", "^git push", "git push"}, "read-only: a pattern of effects::read_only: git push\n"},
		{[]string{"-critical", "^gh pr merge", "gh pr merge 3"}, "mutating, critical: a known command (gh pr merge): gh pr merge 3\n"},
		{[]string{"-tool", "send_message"}, "unstated: nothing says what it does; what it sent may have been done: send_message\n"},
		{[]string{"-tool", "send_message", "-mutating", "^send_"}, "mutating: a pattern of effects::mutating: send_message\n"},
		{[]string{"-method", "POST", "-tool", "call_api"}, "mutating: its HTTP method: POST call_api\n"},
	} {
		var out bytes.Buffer
		require.NoError(t, run(tt.args, &out, io.Discard))
		assert.Equal(t, tt.want, out.String(), "%q", tt.args)
	}
}

func TestWrongArguments(t *testing.T) {
	for _, args := range [][]string{{}, {"-nonsense"}, {"-mutating", "(", "ls"}} {
		var complaints bytes.Buffer
		require.Error(t, run(args, io.Discard, &complaints), "%q", args)
		assert.NotEmpty(t, complaints.String())
	}
}
