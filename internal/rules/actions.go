package rules

import (
	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// ofAction is the check of the rules about receipts, and about what is remembered of the
// same action: the processor looks for all faults at once.
func ofAction(fault action.Faults) func(*contract.Case) {
	return func(c *contract.Case) {
		if c.Call.ActionFaults.Has(fault) {
			c.Report("")
		}
	}
}

var outcomeAmbiguous = &contract.Rule{
	ID:       "outcome_ambiguous",
	Group:    groupActions,
	Severity: contract.Info,
	Finds: "a call that changes the world of which nobody can say what it did: it met a time limit or lost its connection after the request had gone out, " +
		"or its receipt says that the outcome is unknown.",
	Why:  "To take it for failed duplicates it, to take it for done loses it.",
	Fix:  "Look for the resource, with a read or at the other side, before anything else is done about it.",
	Says: "the world may have changed",
	Check: func(c *contract.Case) {
		if c.Ambiguous() {
			c.Report("")
		}
	},
}

var ambiguousAsFailure = &contract.Rule{
	ID:       "ambiguous_as_failure",
	Group:    groupActions,
	Severity: contract.Error,
	Finds: "a failure after the request had gone out (a time limit, a dropped connection, 408 or a server error to an unsafe method) that a receipt " +
		"records as `rejected` or `safe_to_retry` without a look at the resource.",
	Why:   "The server may have done its work before the answer was lost; who believes in a failure sends the request again.",
	Fix:   "Record `outcome_unknown`, and reconcile.",
	Says:  "an unknown outcome is recorded as a failure",
	Check: ofAction(action.AsFailure),
}

var ambiguousAsSuccess = &contract.Rule{
	ID:       "ambiguous_as_success",
	Group:    groupActions,
	Severity: contract.Error,
	Finds:    "a failure after the request had gone out that a receipt records as `succeeded` without a look at the resource, or a claim of success beside an unknown outcome.",
	Why:      "That the request went out does not say that anything was done with it.",
	Fix:      "Record `outcome_unknown`, and reconcile.",
	Says:     "an unknown outcome is recorded as done",
	Check: func(c *contract.Case) {
		claimed := c.Call.Action.Stated && c.Ambiguous() && falsify(c, claimsDone)
		if claimed || c.Call.ActionFaults.Has(action.AsSuccess) {
			c.Report("")
		}
	},
}

// claimsDone are the claims about what a call did.
func claimsDone(f toolcall.Form) bool {
	return f == toolcall.StatusClaim || f == toolcall.Confirmed || f == toolcall.Verified
}

var presendAsUnknown = &contract.Rule{
	ID:       "presend_as_unknown",
	Group:    groupActions,
	Severity: contract.Warning,
	Finds: "a failure before the request was sent (name resolution, a refused connection, a local socket, missing credentials) that a receipt records as " +
		"an unknown outcome.",
	Why:   "Nothing can have changed, so the search for what happened is wasted, and the request could simply be sent again.",
	Fix:   "Record `safe_to_retry`.",
	Says:  "the request never left",
	Check: ofAction(action.AsUnknown),
}

var transitionIllegal = &contract.Rule{
	ID:       "transition_illegal",
	Group:    groupActions,
	Severity: contract.Error,
	Finds: "a move between two states of an action that there is not: out of `succeeded` or `rejected`, from `outcome_unknown` to a decision without `reconciling`, " +
		"to `safe_to_retry` after the request had gone out, from `outcome_unknown` to `submitted` without the same idempotency key.",
	Why:   "A step was left out, mostly the one that would have shown what really happened.",
	Fix:   "Record every state. The lawful moves are listed in the README under calls that change the world.",
	Says:  "its state made an unlawful move",
	Check: ofAction(action.IllegalMove),
}

var historyOverwritten = &contract.Rule{
	ID:       "history_overwritten",
	Group:    groupActions,
	Severity: contract.Error,
	Finds:    "a history of an action that is not whole: a state to which no way leads, times that run backwards, or a past that differs between two reports of one operation.",
	Why: "A history that can be written anew proves nothing, and what is missing is mostly the unknown outcome. " +
		"A bare record of an operation and its state, with nothing else of a receipt, is a gap.",
	Fix:  "Only ever add to `state_history`, and send all of it.",
	Says: "its history is not whole",
	Gap:  true,
	Check: func(c *contract.Case) {
		switch {
		case c.Call.ActionFaults.Has(action.Overwritten):
			c.Report("")
		case c.Call.ActionFaults.Has(action.NoHistory):
			c.Gap()
		}
	},
}

var reconcileWithoutEvidence = &contract.Rule{
	ID:       "reconcile_without_evidence",
	Group:    groupActions,
	Severity: contract.Error,
	Finds:    "an unknown outcome that was decided (`succeeded`, `rejected`, `safe_to_retry`) without any evidence.",
	Why:      "Somebody has guessed. The outcome stays `unknown`.",
	Fix:      "State what the decision rests on in `evidence`, or leave it to a person (`manual_review`).",
	Says:     "decided without evidence",
	Check:    ofAction(action.Unreconciled),
}

var fingerprintMissing = &contract.Rule{
	ID:       "fingerprint_missing",
	Group:    groupActions,
	Severity: contract.Warning,
	Finds:    "a receipt of a request that was submitted which has no fingerprint, and neither had an earlier one of the same operation.",
	Why:      "Nothing tells that two requests are one and the same intent.",
	Fix:      "State `tool_span.action.fingerprint`: `sha256:` and the digest of method, path and payload as canonical JSON.",
	Says:     "it has no fingerprint",
	Gap:      true,
	Check: func(c *contract.Case) {
		switch missing := c.Call.ActionFaults.Has(action.NoFingerprint); {
		case missing && c.Call.Action.Own:
			c.Report("")
		case missing:
			c.Gap()
		}
	},
}

var fingerprintMismatch = &contract.Rule{
	ID:       "fingerprint_mismatch",
	Group:    groupActions,
	Severity: contract.Error,
	Finds:    "a fingerprint that is not the digest of the method, the path and the payload beside it.",
	Why: "Either the request was changed after it was approved and planned, or fingerprints cannot be relied on to find duplicates. " +
		"Compared is canonical JSON by RFC 8785, the form in which everything beyond ASCII is escaped, and the one that keeps the digits of numbers; " +
		"where a part of the request is not stated, nothing is.",
	Fix:   "Compute the fingerprint of what is sent, at the moment in which it is sent.",
	Says:  "its fingerprint is that of another request",
	Check: ofAction(action.WrongFingerprint),
}

var blindRetry = &contract.Rule{
	ID:       "blind_retry",
	Group:    groupActions,
	Severity: contract.Error,
	Finds: "a request that was sent again after its outcome had become unknown, with no look at the resource in between and not with the same idempotency key: " +
		"the same fingerprint, or the same tool, target and arguments, in one conversation or trace.",
	Why:   "The first may have been done all the same; then it is done twice.",
	Fix:   "Look for the resource first, or send an idempotency key and the same one again.",
	Says:  "sent again without a look at what the first one did",
	Check: ofAction(action.BlindRetry),
}

var duplicateEffect = &contract.Rule{
	ID:       "duplicate_effect",
	Group:    groupActions,
	Severity: contract.Error,
	Finds:    "two resources (`external_id`) that were made for one fingerprint in one conversation or trace.",
	Why:      "The work was done twice: two orders, two messages, two payments.",
	Fix:      "Undo one of them, and find the retry that made it.",
	Says:     "made a second resource for the same request",
	Check:    ofAction(action.Duplicate),
}

var absenceAsProof = &contract.Rule{
	ID:       "absence_as_proof",
	Group:    groupActions,
	Severity: contract.Warning,
	Finds: "an unknown outcome that was decided because the resource was not seen: after a single read, within `actions::consistency_window` of the request, or " +
		"for a request that deletes.",
	Why:   "What was made a moment ago may not be visible yet; and what is gone may have been gone before.",
	Fix:   "Read more than once and after the window, or leave it to a person (`manual_review`).",
	Says:  "that nothing was seen is taken for proof",
	Check: ofAction(action.Absence),
}
