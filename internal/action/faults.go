package action

import (
	"strings"
	"time"

	"github.com/toolspan/toolspan/internal/action/sent"
)

// Faults is a set of things that are wrong with an action.
type Faults uint32

// The faults. Blind retries and duplicates are found by what is known of other calls
// as well.
const (
	IllegalMove Faults = 1 << iota
	// Overwritten: the way to a state is gone, or was changed.
	Overwritten
	// Unreconciled: it was decided what had happened, on no ground.
	Unreconciled
	// Absence: that something was not seen is taken for proof that it is not there.
	Absence
	// AsFailure and AsSuccess: a failure after sending is recorded as decided.
	AsFailure
	AsSuccess
	// AsUnknown: a failure before sending is recorded as undecided.
	AsUnknown
	NoFingerprint
	WrongFingerprint
	// NoHistory: the producer records no way to a state at all.
	NoHistory
	BlindRetry
	Duplicate
	// Unfounded comes with those before that take the ground from the state.
	Unfounded
)

// Has reports whether the set holds any of the others.
func (f Faults) Has(other Faults) bool { return f&other != 0 }

const (
	// Guessed are the faults by which an unknown outcome is stated as known.
	Guessed = Unreconciled | Absence | AsFailure | AsSuccess
	// Undone are those after which the state that is stated proves nothing.
	Undone = Guessed | IllegalMove | Unfounded
)

// Earlier is what earlier reports said of the same action.
type Earlier struct {
	// State is the last one that they reported, NoState where there were none.
	State State
	// At is when it was recorded, in nanoseconds, 0 where that is not known.
	At int64
	// Fingerprint: one of them stated a fingerprint. Known: the same request is known
	// from another action, so that the way to a state may be found there.
	Fingerprint, Known bool
	// Changed: the histories do not agree, or the state cannot have come of theirs.
	Changed bool
}

// Facts are what besides the receipt is known of the call that it stands on.
type Facts struct {
	// Lost: the call met a time limit, or failed when its request had gone out.
	Lost bool
	// Ended: the record says by other means that the call ended well.
	Ended bool
	// At is when the record was made, in nanoseconds, 0 where that is not known.
	At      int64
	Window  time.Duration
	Earlier Earlier
}

// Check looks for everything that a receipt gets wrong by itself, or against what was
// reported of the same action before.
func (r *Receipt) Check(known *Facts) Faults {
	if !r.Stated {
		return 0
	}
	c := check{r: r, known: known}
	c.walk()
	c.checkWay()
	c.checkFailure()
	c.checkFingerprint()
	c.checkRepetition()
	if known.Earlier.Changed {
		c.found |= Overwritten | Unfounded
	}
	return c.found
}

// checkWay looks for a state to which no way is told.
func (c *check) checkWay() {
	r := c.r
	if len(r.History) > 0 || r.OperationID == "" || c.known.Earlier.State != NoState || c.known.Earlier.Known || r.Cut {
		return
	}
	now := r.State
	if now != Succeeded && now != Rejected && now != ManualReview && now != SafeToRetry {
		return
	}
	told := r.Reconciled() || r.HasReads || now == ManualReview
	switch {
	case r.HasHistory || told: // it is empty, or what is left speaks of more
		c.found |= Overwritten | Unfounded
	case now != Succeeded: // a failure stands for the way to it
	case r.Own || r.Fingerprint != "" || r.Keyed():
		c.found |= Overwritten
	default:
		c.found |= NoHistory
	}
}

// checkFailure holds a state without a history against what the record says happened.
func (c *check) checkFailure() {
	r := c.r
	f := r.Failure
	if c.known.Lost && !f.stated() {
		f.Code = "timeout"
	}
	looked := r.Reconciled() || c.known.Earlier.State.Open() || c.known.Earlier.State == ManualReview
	if len(r.History) > 0 || c.known.Ended && !r.stated() {
		return
	}
	if !looked || r.sent(r.Method) == sent.Before {
		c.failed(f, r.State)
	}
}

func (c *check) checkFingerprint() {
	r := c.r
	switch now := r.Now(); {
	case sent.Safe(r.Method), now == NoState && !r.HasHistory:
	case r.Fingerprint == "":
		if now > Planned && r.OperationID != "" && !c.known.Earlier.Fingerprint {
			c.found |= NoFingerprint
		}
	default:
		if !r.FingerprintFits() {
			c.found |= WrongFingerprint
		}
	}
}

// checkRepetition looks for a request that was sent more than once within the record.
func (c *check) checkRepetition() {
	r := c.r
	if len(r.ExternalIDs) > 1 && r.Fingerprint+r.OperationID != "" {
		c.found |= Duplicate
	}
}

// Repeatable reports an HTTP method of which a repetition does no more than the first
// request, so that it may be sent again.
func Repeatable(method string) bool {
	switch strings.ToUpper(method) {
	case "PUT", "DELETE":
		return true
	default:
		return sent.Safe(method)
	}
}
