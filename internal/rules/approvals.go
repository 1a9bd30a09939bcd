package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var approvalByTimeout = &contract.Rule{
	ID:       "approval_by_timeout",
	Group:    groupApprovals,
	Severity: contract.Error,
	Finds: "an approval that a timer, or a default after a human was waited for, has given: `tool_span.approval.state` is approved, and `decided_by` is timer, " +
		"or `timed_out` is true and no human decided.",
	Why:  "Nobody agreed. A slot that waits for a human may by its timer be rejected or escalated, and nothing else.",
	Fix:  "Let the time limit of an approval reject or escalate; let a policy that may approve do so at once, under its own name.",
	Says: "approved by the end of a time limit, not by anybody",
	Check: func(c *contract.Case) {
		if a := &c.Call.Approval; a.State == toolcall.Approved && a.Lapsed() {
			c.Report("")
		}
	},
}

var approvalBySilence = &contract.Rule{
	ID:       "approval_by_silence",
	Group:    groupApprovals,
	Severity: contract.Error,
	Finds: "a claim that the user approved, or an approval without a human decider, where a human was waited for or asked in the conversation and none has answered since; " +
		"the claim may be `user_approved` or stand in a text of a model, and a message of a human clears it.",
	Why:  "Silence is not consent: what is done then is done on nobody's word, and the record says otherwise.",
	Fix:  "State who approved in `tool_span.approval.decided_by` and `.decider`; after no answer, ask again or leave it undone.",
	Says: "claims an approval that no human gave",
	Check: func(c *contract.Case) {
		a := &c.Call.Approval
		if a.ByHuman() && a.State != toolcall.AwaitingHuman && a.State != toolcall.Rejected {
			return
		}
		if a.State == toolcall.Approved && a.Waited && !a.Lapsed() {
			c.Report("")
		}
		open := a.Waited || a.Silent || a.TimedOut || a.By == toolcall.DecidedByTimer || a.State != toolcall.NoApproval && a.State != toolcall.Approved
		if open && falsify(c, func(f toolcall.Form) bool { return f == toolcall.UserApproved }) {
			c.Report("")
		}
	},
}
