package memory

import "github.com/toolspan/toolspan/internal/action"

// Deed is what is remembered of a call that changes the world: of one whose outcome is
// not known, and of every one that has a receipt. It holds hashes and times, no text.
type Deed struct {
	// Operation names it, 0 where it has no ID. Intents name what it asks for, by its
	// fingerprint and by its tool and arguments; others may ask for the same.
	Operation uint64
	Intents   [2]uint64
	// Sends names what a request was sent to, whatever it carried: where a record says of
	// itself that it sends a request again (Resent), that is enough to know which.
	Sends  uint64
	Resent bool
	// Self are the names of the records of its call.
	Self [4]uint64
	// Group is the conversation or trace, Span reported it.
	Group uint64
	Span  [8]byte
	// Start and End are when the call began and ended, in nanoseconds, 0 for not known.
	Start, End uint64
	// IsSpan and HasID tell records apart that may be of one call, and do not say so.
	IsSpan, HasID bool
	// Open: nobody can say what it did, and nobody has looked.
	Open bool
	// Key is of idempotency, External the first resource known to be made for its
	// intent, 0 for none.
	Key, External uint64
	// Words are what it has to do with, so that a look at that can be known for one.
	Words [8]uint64

	// State and the last steps of its history, as they were reported last.
	State       action.State
	At          int64
	Fingerprint bool
	Steps       [maxDeedSteps]Step
	NumSteps    uint8

	// by is the call that sent the request again, and was told so.
	by uint64
}

// Step is one state of a history, and a digest of when it was recorded, 0 where that is
// not known.
type Step struct {
	State action.State
	At    uint32
}

const maxDeedSteps = 16

// Course says how a report of an operation follows on the one before.
type Course uint8

// The courses.
const (
	// Goes: it goes on from there, as far as can be told.
	Goes Course = iota
	// Late: it was made before.
	Late
	// Changed: its past is another.
	Changed
)

// After compares a report of an operation with the one before.
func (d *Deed) After(was *Deed) Course {
	n := min(d.NumSteps, was.NumSteps)
	same := 0
	for same < int(n) && d.Steps[same].is(was.Steps[same]) {
		same++
	}
	older := d.At != 0 && was.At != 0 && d.At < was.At
	switch {
	case n > 0 && same < int(n) && d.continues(was, same):
		return Goes
	case n > 0 && same < int(n):
		return Changed
	case older, d.NumSteps > 0 && d.NumSteps < was.NumSteps:
		return Late
	case was.State.Final() && d.State != was.State && d.State != action.NoState:
		return Changed
	default:
		return Goes
	}
}

// continues reports a report that holds only the steps since the one before.
func (d *Deed) continues(was *Deed, same int) bool {
	first := d.Steps[0].State
	return same == 0 && first != action.Planned && was.State.MoveTo(first) != action.Illegal && (d.At == 0 || was.At == 0 || d.At >= was.At)
}

func (s Step) is(o Step) bool { return s.State == o.State && (s.At == o.At || s.At == 0 || o.At == 0) }

func (d *Deed) names() [4]uint64 {
	return [...]uint64{d.Operation, d.Intents[0], d.Intents[1], d.Sends}
}

// Named reports a deed that can be found again.
func (d *Deed) Named() bool { return d.names() != [4]uint64{} }

// repeats are the names of what a deed may do again.
func (d *Deed) repeats() [3]uint64 {
	if d.Resent {
		return [...]uint64{d.Intents[0], d.Intents[1], d.Sends}
	}
	return [...]uint64{d.Intents[0], d.Intents[1], 0}
}
