package rules

import "github.com/toolspan/toolspan/internal/contract"

var gateBypassed = &contract.Rule{
	ID:       "gate_bypassed",
	Group:    groupClaims,
	Severity: contract.Warning,
	Finds: "a call that matches `effects::critical` and begins while a call of its conversation, or of its trace where there is none, that was timed out or killed is unproven, since " +
		"no later run of that call, or of its check, ended well; the unproven calls are named in `related`, and nothing is found until `effects::critical` names calls.",
	Why:  "A merge, a release or a payment cannot be taken back when the check that it should have waited for turns out to fail.",
	Fix:  "Run again what was stopped, with more time, and go on only when it has passed.",
	Says: "begun while a stopped call of its conversation is unproven",
	Check: func(c *contract.Case) {
		if c.Call.Ungrounded {
			c.Report("")
		}
	},
}
