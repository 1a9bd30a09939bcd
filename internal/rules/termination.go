package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var terminationMissing = &contract.Rule{
	ID:       "termination_missing",
	Group:    groupTermination,
	Severity: contract.Error,
	Finds:    "a call of which nothing says how it ended.",
	Why:      "What is not known to have ended well must not be taken for done.",
	Fix:      "State `tool_span.termination.kind`, or at least the exit code and whether a time limit was hit.",
	Says:     "no termination stated",
	Gap:      true,
	Check: func(c *contract.Case) {
		switch {
		case c.Ending.Kind != termination.Unknown || c.Call.BadEnding != toolcall.NoField || saysUnknown(c.Call):
		case c.Call.ResultCut && c.Call.OptedIn:
			c.Gap() // it may have stood in what an earlier tier left out
		default:
			c.Missing(c.Call.OwesTermination, "")
		}
	},
}

// saysUnknown reports a producer that states that it does not know the ending.
func saysUnknown(call *toolcall.Call) bool {
	for i := range call.Facts {
		if call.Facts[i].Kind == termination.Unknown {
			return true
		}
	}
	return false
}

var terminationInvalid = &contract.Rule{
	ID:       "termination_invalid",
	Group:    groupTermination,
	Severity: contract.Error,
	Finds:    "an unknown kind of termination, a fact of the wrong type, or an exit code or signal that cannot exist.",
	Why:      "A termination that cannot be read is as good as none, and usually hides a bug of the wrapper.",
	Fix:      "Use the kinds of the contract, exit codes of at most 32 bits, and signal names or numbers that exist.",
	Says:     "not readable:",
	Check: func(c *contract.Case) {
		if c.Call.BadEnding != toolcall.NoField {
			c.Report(c.Call.BadEnding.String())
		}
	},
}

var terminationContradiction = &contract.Rule{
	ID:       "termination_contradiction",
	Group:    groupTermination,
	Severity: contract.Error,
	Finds:    "facts of equal rank about the ending that cannot all be true, such as ok with exit code 1.",
	Why:      "One of them is wrong, and if the wrong one is believed a failure passes for a success.",
	Fix:      "Fill kind, exit code, signal and time limit from one place, when the process is reaped.",
	Says:     "its facts contradict each other",
	Check: func(c *contract.Case) {
		if c.Ending.Contradiction {
			c.Report("")
		}
	},
}

var statusContradiction = &contract.Rule{
	ID:       "status_contradiction",
	Group:    groupTermination,
	Severity: contract.Error,
	Finds:    "a span status, or a flag that else follows the exit code, that says success on a call known to have ended otherwise.",
	Why:      "Whoever filters by status never sees the failure.",
	Fix:      "Set the status from the termination, after the process was reaped.",
	Check: func(c *contract.Case) {
		if !c.Unproven() {
			return
		}
		claimed := falsify(c, func(f toolcall.Form) bool { return f == toolcall.FlagClaim })
		if c.StatusClaims() {
			c.MarkStatusFalse()
			claimed = true
		}
		if claimed {
			c.Report("")
		}
	},
}

var timeoutWithSuccessMarker = &contract.Rule{
	ID:       "timeout_with_success_marker",
	Group:    groupClaims,
	Severity: contract.Warning,
	Finds:    "success-looking text on a call that a signal or its time limit ended, or that was still running at its limit: the near miss.",
	Why:      "A summary that sees the text and not the ending reports the step as done.",
	Fix:      "Run it again with more time; put the ending before the output in what the agent is shown.",
	Check: func(c *contract.Case) {
		switch c.Ending.Kind {
		case termination.Timeout, termination.Signaled:
		case termination.Running:
			if !c.Ending.LimitHit {
				return
			}
		default:
			return
		}
		if c.MarkNearMiss() {
			c.Report("")
		}
	},
}
