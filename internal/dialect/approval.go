package dialect

import (
	"strings"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// approvalKeys are where the contract and the draft of the conventions put a decision
// about a call.
var approvalKeys = []factKey{
	{toolcall.ApprovalState, toolcall.Prefix + "approval.state", false},
	{toolcall.ApprovalState, "gen_ai.tool.call.decision", false},
	{toolcall.ApprovalState, "gen_ai.tool.call.decision.outcome", false},
	{toolcall.ApprovalDecider, toolcall.Prefix + "approval.decider", false},
	{toolcall.ApprovalDecider, "gen_ai.tool.call.decision.decider", false},
	{toolcall.ApprovalDecidedBy, toolcall.Prefix + "approval.decided_by", false},
	{toolcall.ApprovalDecidedBy, "gen_ai.tool.call.decision.source", false},
	{toolcall.ApprovalDecidedBy, "gen_ai.tool.call.decision.decided_by", false},
	{toolcall.ApprovalDecidedBy, "gen_ai.tool.call.decision_source", false},
	{toolcall.ApprovalTimedOut, toolcall.Prefix + "approval.timed_out", false},
	{toolcall.ApprovalTimedOut, "gen_ai.tool.call.decision.timed_out", false},
}

var approvalFields = [...]toolcall.Field{toolcall.ApprovalState, toolcall.ApprovalDecider, toolcall.ApprovalDecidedBy, toolcall.ApprovalTimedOut}

// readApproval reads the decision about the call. A call that was rejected has not begun,
// unless something says how it ended; what only tells about a call leaves that to the call.
func (v *View) readApproval(part bool) {
	c := v.Call
	stated := false
	for _, f := range approvalFields {
		if h, ok := v.get(f); ok {
			stated = true
			c.StatesAction = c.StatesAction || strings.HasPrefix(h.key, toolcall.Prefix)
		}
	}
	if !stated {
		return
	}
	a := &c.Approval
	var implied toolcall.Decider
	a.State, implied = toolcall.ParseApproval(v.word(toolcall.ApprovalState))
	a.TimedOut = v.bool(toolcall.ApprovalTimedOut).IsTrue()
	for _, f := range [...]toolcall.Field{toolcall.ApprovalDecidedBy, toolcall.ApprovalDecider} {
		word := v.word(f)
		if word == "" {
			continue
		}
		by, known := toolcall.ParseDecider(word)
		if !known {
			a.Named = true
		} else if a.By == toolcall.DeciderUnstated {
			a.By = by
		}
	}
	if a.By == toolcall.DeciderUnstated && !a.Named {
		a.By = implied
	}
	if !part && a.State == toolcall.Rejected && len(c.Facts) == 0 && !c.HasResult {
		c.Facts = append(c.Facts, termination.Fact{Source: termination.Structured, Kind: termination.NotExecuted})
	}
}
