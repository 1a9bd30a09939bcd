package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var falseConfirm = &contract.Rule{
	ID:       "false_confirm",
	Group:    groupClaims,
	Severity: contract.Error,
	Finds:    "a claim of success on a call that is known to have ended otherwise.",
	Why:      "This is the step from a fault to a false belief: everything after it is built on work that was not done.",
	Fix:      "Let no summary, flag or status claim more than the termination supports.",
	Mild: "a final answer, a summary or a message says in free text that the work succeeded, while a call of its conversation that was not finished, " +
		"or a check that did not pass, stands against it. Such a text is tagged and never rewritten; the calls are named in `related`.",
	MildAs: contract.Warning,
	Check: func(c *contract.Case) {
		if !c.Unproven() {
			return
		}
		claimed := falsify(c, func(f toolcall.Form) bool { return f != toolcall.OKPreviewClaim })
		if c.StatusClaims() {
			c.MarkStatusFalse()
			claimed = true
		}
		if claimed {
			c.Report("")
		}
	},
}

var mustRerunContradiction = &contract.Rule{
	ID:       "must_rerun_contradiction",
	Group:    groupClaims,
	Severity: contract.Error,
	Finds:    "a stated must_rerun, or a status beside it, that disagrees with how the call ended.",
	Why:      "The agent skips a step that was not done, or does a finished one again.",
	Fix:      "Derive must_rerun from the termination: true where the call did not end well and may safely run again.",
	Says:     "must_rerun is stated otherwise",
	Check: func(c *contract.Case) {
		if c.Call.MustRerun.State != toolcall.Stated {
			return
		}
		want, fixed := rerunDue(c)
		if !fixed {
			return
		}
		denied := want && len(c.Call.NoRerun) > 0
		if c.Call.MustRerun.V != want || denied || statusDisagrees(c) {
			c.Report("")
		}
		if denied && c.Decision.MustRerun {
			c.MarkMustRerunFalse()
		}
	},
}

// rerunDue says what must_rerun has to be, where the ending leaves no choice.
// Where the next step is to reconcile or to review, either value is a judgement.
func rerunDue(c *contract.Case) (due, fixed bool) {
	switch {
	case c.Ending.Kind == termination.OK:
		return false, c.Decision.Outcome == termination.Succeeded
	case c.Unproven() && (c.Decision.Next == termination.Rerun || c.Decision.Next == termination.RerunUncapped):
		return true, true
	default:
		return false, false
	}
}

// statusDisagrees reports a stated status that the ending contradicts.
func statusDisagrees(c *contract.Case) bool {
	for i := range c.Call.Claims {
		claim := &c.Call.Claims[i]
		if claim.Form == toolcall.StatusClaim && (claim.Asserts && c.Unproven() || claim.Denies && !c.Unproven()) {
			return true
		}
	}
	return false
}

var verifiedUnproven = &contract.Rule{
	ID:       "verified_unproven",
	Group:    groupClaims,
	Severity: contract.Warning,
	Finds:    "a claim that the result was verified or confirmed, where nothing but a good ending supports it.",
	Why:      "Exit code 0 says that the command ended well, not that anybody checked what it did.",
	Fix:      "State `tool_span.verifier.result` from the check that ran, or do not claim one.",
	Says:     "claimed as checked beyond the evidence",
	Check: func(c *contract.Case) {
		if !c.Unproven() && c.Level != contract.Verified &&
			(c.Call.Claimed(toolcall.Verified) || c.Call.Claimed(toolcall.Confirmed)) {
			c.Report("")
		}
	},
}

var shadowDisagrees = &contract.Rule{
	ID:       "shadow_disagrees",
	Group:    groupClaims,
	Severity: contract.Error,
	Finds: "a run that was made to verify an earlier call (`tool_span.shadow_of`) and ended otherwise, in another kind or with another exit code; " +
		"one that was cancelled, never began, runs on or whose ending is not known neither agrees nor disagrees.",
	Why:  "One of the two endings is not what the work deserves, so the success of the first is no longer believed.",
	Fix:  "Look at both runs: a test that is not deterministic, another environment, or a result that was not true.",
	Says: "ended otherwise than the call that it verifies",
	Check: func(c *contract.Case) {
		if agrees, known := c.Call.Shadowed.Agrees(&c.Ending); known && !agrees {
			c.Report("")
		}
	},
}
