package contract

import (
	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/termination"
)

// heedState lets the state of an action decide, where the record states one: about what
// became of it, a status says less, and so does a result that came back.
func (c *Case) heedState(d *termination.Decision) {
	r := &c.Call.Action
	state := r.Now()
	if !r.Stated || state == action.NoState {
		return
	}
	undone := c.Call.ActionFaults.Has(action.Undone)
	weak := c.Ending.Kind == termination.Unknown || c.Ending.Source >= termination.Status
	settled := state.Decided() && r.Reconciled()
	hasty := d.MustRerun || d.Outcome == termination.Succeeded // what only a state that supports it may leave standing
	if weak || settled || undone || hasty && state != action.Succeeded && state != action.SafeToRetry {
		*d = ofState(state, undone)
	}
}

// ofState is what follows from a state. One that is stated on no ground proves nothing.
func ofState(s action.State, undone bool) termination.Decision {
	if undone {
		return termination.Decision{Outcome: termination.OutcomeUnknown, Next: termination.Reconcile, MustReconcile: true, Ambiguous: true}
	}
	switch s {
	case action.Planned:
		return termination.Decision{Outcome: termination.OutcomeNotExecuted}
	case action.Submitted:
		return termination.Decision{Outcome: termination.OutcomeUnknown, Next: termination.Reconcile, MustReconcile: true}
	case action.Succeeded:
		return termination.Decision{Outcome: termination.Succeeded}
	case action.Rejected:
		return termination.Decision{Outcome: termination.Failed, Next: termination.Review}
	case action.SafeToRetry:
		return termination.Decision{Outcome: termination.Failed, Next: termination.Rerun, MustRerun: true}
	case action.ManualReview:
		return termination.Decision{Outcome: termination.OutcomeUnknown, Next: termination.Review, Ambiguous: true}
	default: // outcome_unknown, reconciling
		return termination.Decision{Outcome: termination.OutcomeUnknown, Next: termination.Reconcile, MustReconcile: true, Ambiguous: true}
	}
}

// Ambiguous reports a call that changes the world, or may have, of which nobody can say
// what it did. One that merely runs on will tell.
func (c *Case) Ambiguous() bool {
	if c.Decision.Outcome != termination.OutcomeUnknown || !c.Decision.Ambiguous {
		return false
	}
	r, faults := &c.Call.Action, c.Call.ActionFaults
	if r.Stated && (r.Now().Open() || faults.Has(action.Guessed)) {
		return !faults.Has(action.AsUnknown)
	}
	return c.Ending.Kind.Unproven() && (c.Ending.Kind != termination.Running || c.Ending.LimitHit)
}

// actionClause begins the reason of a call of whose ending no more is known than the
// state of its action.
func actionClause(v *Verdict) string {
	r := &v.Call.Action
	if !r.Stated {
		return "How it ended is not known"
	}
	switch s := r.Now(); {
	case s == action.NoState:
		return "How it ended is not known"
	case s == action.Planned:
		return "Planned and not submitted"
	case s == action.ManualReview:
		return "Left to a person to decide"
	case s.Open():
		return "Nobody knows what the request did"
	case s == action.Submitted:
		return "Submitted and not answered yet"
	case v.Decision.Outcome == termination.OutcomeUnknown:
		return "What became of it is stated without proof"
	default:
		return "By the state of its action it is " + decidedWords[s]
	}
}

var decidedWords = map[action.State]string{
	action.Succeeded: "done", action.Rejected: "rejected", action.SafeToRetry: "safe to send again",
}
