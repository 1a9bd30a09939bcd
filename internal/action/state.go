// Package action knows calls that change the world: the states that one can be in, the
// moves between them, the receipts in which producers write these down, and what a
// receipt can be found to get wrong. It holds no telemetry and decides no outcome.
package action

import "strings"

// State is where an action stands.
type State uint8

// The states. NoState is that of a record that states none.
const (
	NoState State = iota
	Planned
	Submitted
	OutcomeUnknown
	Reconciling
	Succeeded
	Rejected
	SafeToRetry
	ManualReview
	NumStates
)

var stateNames = [NumStates]string{
	"", "planned", "submitted", "outcome_unknown", "reconciling", "succeeded", "rejected", "safe_to_retry", "manual_review",
}

// String returns the word used in receipts.
func (s State) String() string { return stateNames[s] }

// ParseState reads a state, in any case and with any separator, and false for a word
// that is none.
func ParseState(word string) (State, bool) {
	if len(word) > 2*len("outcome_unknown") {
		return NoState, false
	}
	word = plain(word)
	for s := Planned; s < NumStates; s++ {
		if plain(stateNames[s]) == word {
			return s, true
		}
	}
	return NoState, false
}

// plain leaves the letters of a word, so that outcomeUnknown and OUTCOME-UNKNOWN are one.
func plain(word string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r == '_' || r == '-' || r == ' ' || r == '.':
			return -1
		default:
			return r
		}
	}, word)
}

// Move says under which condition an action may go from one state to another.
type Move uint8

// The conditions. The zero value is that of a move that is never lawful.
const (
	Illegal Move = iota
	Lawful
	// BeforeSend: only where the failure came before the request was sent.
	BeforeSend
	// SameKey: only with the idempotency key of the first submission.
	SameKey
)

// moves is the whole machine. Where it has nothing, there is no way.
var moves = [NumStates][NumStates]Move{
	Planned:        {Submitted: Lawful, Rejected: Lawful, SafeToRetry: Lawful},
	Submitted:      {Succeeded: Lawful, Rejected: Lawful, OutcomeUnknown: Lawful, SafeToRetry: BeforeSend},
	OutcomeUnknown: {Reconciling: Lawful, ManualReview: Lawful, Submitted: SameKey},
	Reconciling:    {Reconciling: Lawful, Succeeded: Lawful, Rejected: Lawful, SafeToRetry: Lawful, ManualReview: Lawful},
	SafeToRetry:    {Submitted: Lawful},
	ManualReview:   {Succeeded: Lawful, Rejected: Lawful, SafeToRetry: Lawful},
}

// MoveTo says whether the action may go from this state to another.
func (s State) MoveTo(next State) Move { return moves[s][next] }

// Final reports a state from which no move leads away.
func (s State) Final() bool { return s == Succeeded || s == Rejected }

// Decided reports a state that says what became of the request.
func (s State) Decided() bool { return s == Succeeded || s == Rejected || s == SafeToRetry }

// Open reports a state in which nobody can say what the request did.
func (s State) Open() bool { return s == OutcomeUnknown || s == Reconciling }

// Leads reports whether any way leads from this state to the other, itself included:
// of two reports of an action, the states in between may not have been reported.
func (s State) Leads(to State) bool { return s == to || reach[s]&(1<<to) != 0 }

// reach has, by state, a bit for each state that some way leads to.
var reach = func() (r [NumStates]uint16) {
	for range NumStates { // no way is longer
		for from := range moves {
			for to, move := range moves[from] {
				if move != Illegal {
					r[from] |= 1<<to | r[to]
				}
			}
		}
	}
	return r
}()

// first reports a state in which a history may begin: planning is often not recorded.
func (s State) first() bool { return s == Planned || s == Submitted }
