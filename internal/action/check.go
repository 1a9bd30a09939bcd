package action

import (
	"strings"
	"time"

	"github.com/toolspan/toolspan/internal/action/sent"
)

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
	switch {
	case r.State == NoState || len(r.History) == 0 || r.State == before.State:
	case r.Cut:
		c.fromEarlier(&before) // what was between is not read
	default:
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
	if e.before(before) {
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

// before reports that a step was recorded before another, as far as its time says: one that
// has nothing below a second may have been cut to it.
func (e *Entry) before(other *Entry) bool {
	at := other.At
	for _, unit := range [...]int64{int64(time.Second), int64(time.Millisecond), int64(time.Microsecond)} {
		if e.At%unit == 0 {
			at -= at % unit
			break
		}
	}
	return e.At != 0 && other.At != 0 && e.At < at
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
