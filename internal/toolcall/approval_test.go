package toolcall

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDecisionsInTheWordsOfAgents(t *testing.T) {
	for word, want := range map[string]ApprovalSlot{
		"awaiting_human": AwaitingHuman, "pending": AwaitingHuman, "approved": Approved, "accept": Approved, "Approved-For-Session": Approved, "auto_accept": Approved,
		"allow_once": Approved, "rejected": Rejected, "denied": Rejected, "deny": Rejected, "abort": Rejected, "escalated": Escalated,
		"": NoApproval, "unknown": NoApproval, "yes": NoApproval, strings.Repeat("approved", 99): NoApproval,
	} {
		got, _ := ParseApproval(word)
		assert.Equal(t, want, got, word)
	}
	_, by := ParseApproval("auto_accept")
	assert.Equal(t, DecidedByPolicy, by)
	for word, want := range map[string]Decider{
		"human": DecidedByHuman, "User": DecidedByHuman, "user_temporary": DecidedByHuman, "user_permanent": DecidedByHuman, "policy": DecidedByPolicy,
		"Config": DecidedByPolicy, "hook": DecidedByPolicy, "automated_reviewer": DecidedByPolicy, "timer": DecidedByTimer, "timed out": DecidedByTimer, "default": DecidedByDefault,
	} {
		got, known := ParseDecider(word)
		assert.True(t, known, word)
		assert.Equal(t, want, got, word)
	}
	for _, word := range []string{"", "r.meyer", "team-lead@example.invalid", strings.Repeat("x", 1<<20)} {
		_, known := ParseDecider(word)
		assert.False(t, known, "%.40s", word)
	}
}
