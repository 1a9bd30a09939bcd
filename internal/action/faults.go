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

type check struct {
	r     *Receipt
	known *Facts
	found Faults
	// sent and unknown are when the request was sent last, and when it was known last
	// that nobody can say what it did.
	sent, unknown int64
	looks         int64 // states of reconciling on the way
}

// walk follows the history from step to step.
func (c *check) walk() {
	r := c.r
	before := Entry{}
	for i := range r.History {
		e := &r.History[i]
		c.step(&before, e)
		before = *e
	}
	if r.State != NoState && len(r.History) > 0 && r.State != before.State {
		c.step(&before, &Entry{State: r.State, Evidence: r.Evidence, Failure: r.Failure})
	}
	if from := c.known.Earlier; len(r.History) == 0 && r.State != NoState && from.State != NoState {
		c.fromEarlier(&Entry{State: from.State, At: from.At})
	}
}

// fromEarlier takes the state that an earlier report left off with for the step before
// the one that is stated. States in between may have gone unreported.
func (c *check) fromEarlier(before *Entry) {
	r := c.r
	now := Entry{State: r.State, At: c.known.At, Evidence: r.Evidence, Failure: r.Failure}
	switch {
	case before.State == now.State, before.State.Final(): // the second is a change of the past
	case !before.State.Leads(now.State):
		c.found |= IllegalMove
	case before.State.Open():
		c.unknown = before.At
		c.decided(before, &now)
	}
}

func (c *check) step(before, e *Entry) {
	if before.State == NoState {
		if !e.State.first() && !c.known.Earlier.leads(e.State) {
			c.found |= Overwritten | Unfounded // the way to it is gone
		}
	} else {
		c.move(before, e)
	}
	if e.At != 0 && before.At != 0 && e.At < before.At {
		c.found |= Overwritten | Unfounded
	}
	switch e.State {
	case Submitted:
		c.sent = e.At
	case OutcomeUnknown:
		c.unknown = e.At
	case Reconciling:
		c.looks++
	}
}

// leads reports that the states before were told of by an earlier report.
func (e *Earlier) leads(to State) bool { return e.State != NoState && e.State.Leads(to) }

func (c *check) move(before, e *Entry) {
	switch before.State.MoveTo(e.State) {
	case Illegal:
		c.found |= IllegalMove
	case BeforeSend:
		if failureOf(before, e, c).sent(c.r.Method) == sent.After {
			c.found |= IllegalMove
		}
	case SameKey:
		if !c.r.keeps(before, e) {
			c.found |= IllegalMove
			if !Repeatable(c.r.Method) {
				c.found |= BlindRetry
			}
		}
	case Lawful:
	}
	c.judge(before, e)
}

// keeps reports that a request was sent again with the key that it had.
func (r *Receipt) keeps(before, e *Entry) bool {
	first := r.Key
	for i := range r.History {
		if k := r.History[i].Key; k != "" {
			first = k
			break
		}
	}
	return first != "" && (e.Key == "" || e.Key == first) && (before.Key == "" || before.Key == first)
}

// judge looks at what a step makes of a failure, and on what ground it decides.
func (c *check) judge(before, e *Entry) {
	switch {
	case before.State == Submitted:
		c.failed(failureOf(before, e, c), e.State)
	case before.State == Reconciling && e.State.Decided():
		c.decided(before, e)
	}
}

// failureOf is what made an action leave a state: what is stated with the next one, or
// with that itself, or, for the last step, with the record.
func failureOf(before, e *Entry, c *check) Failure {
	switch {
	case e.stated():
		return e.Failure
	case before.stated():
		return before.Failure
	case e.State == c.r.Now():
		return c.r.Failure
	default:
		return Failure{}
	}
}

// failed holds what is recorded of a failure against the side on which it lies.
func (c *check) failed(f Failure, as State) {
	switch side := f.sent(c.r.Method); {
	case side == sent.After && (as == Rejected || as == SafeToRetry):
		c.found |= AsFailure
	case side == sent.After && as == Succeeded:
		c.found |= AsSuccess
	case side == sent.Before && (as == OutcomeUnknown || as == Reconciling || as == ManualReview):
		c.found |= AsUnknown
	}
}

// decided looks at the ground on which it was decided what had happened.
func (c *check) decided(before, e *Entry) {
	if !e.State.Decided() {
		return
	}
	ground := e.Evidence
	ground.merge(before.Evidence)
	if c.r.Now() == e.State {
		ground.merge(c.r.Evidence)
	}
	switch {
	case !ground.any():
		c.found |= Unreconciled
	case ground.Kind == ReadbackAbsent && c.proofless(e):
		c.found |= Absence
	}
}

// proofless reports an absence that does not support what was made of it.
func (c *check) proofless(e *Entry) bool {
	if e.State == Succeeded || c.r.deletes() {
		return true
	}
	reads := max(c.looks, c.r.Reads)
	if c.r.HasReads {
		reads = c.r.Reads
	}
	since := max(c.sent, c.unknown)
	at := e.At
	if at == 0 && e.State == c.r.Now() {
		at = c.known.At
	}
	return reads < 2 || since != 0 && at != 0 && at-since < int64(c.known.Window)
}

// deletes reports a request that was to remove something: that it is not there may be
// its doing, or may have been so before.
func (r *Receipt) deletes() bool {
	if strings.EqualFold(r.Method, "DELETE") {
		return true
	}
	deletes := false
	eachWord(r.Operation, func(word string) { deletes = deletes || deleting[word] })
	return deletes
}

var deleting = map[string]bool{"delete": true, "remove": true, "drop": true, "destroy": true, "purge": true, "erase": true, "unlink": true, "rm": true}

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
