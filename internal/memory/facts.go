package memory

import (
	"time"

	"github.com/toolspan/toolspan/internal/evidence/passage"
	"github.com/toolspan/toolspan/internal/termination"
)

// Facts are what is remembered of how a call ended, so that later records can be
// held against it. They name no text and hold none.
type Facts struct {
	Kind termination.Kind
	Next termination.Next
	// Code is the exit code, where HasCode.
	Code    int32
	HasCode bool
	Signal  termination.Signal
	// TimedOut: a time limit was hit, whatever became of the process.
	TimedOut bool
	// Doubtful: it ended well, and its success is not believed.
	Doubtful bool
	// Stands: a claim of success can be held against it.
	Stands bool
	// About says what sort of work it was, in words of the user of this package.
	About uint8
	// Span reported the call, the zero value where a log record did.
	Span [8]byte
	// Start is when the call began, in nanoseconds, 0 where that is not known.
	Start uint64
	// Same is equal for calls that are the same work: tool, arguments and folder,
	// in one conversation or trace. 0 is none.
	Same uint64
	// Tool is equal for calls of one tool in one conversation or trace.
	Tool uint64
	// Work is equal for calls of one check, build or deploy command in one
	// conversation or trace, whatever its arguments. 0 is none.
	Work uint64
	// Group is the conversation or trace.
	Group uint64
	// Before is how the call ended that this one repeats, KindUnset where there is none,
	// and BeforeSpan the span that reported that.
	Before     termination.Kind
	BeforeSpan [8]byte
	// Result is what the tool returned, as far as that can be compared later.
	Result passage.Result
}

// Proves reports a call that ended well, and whose success is believed.
func (f *Facts) Proves() bool { return f.Kind == termination.OK && !f.Doubtful }

// due reports a call that had to be run again, or was run again in vain.
func (f *Facts) due() bool {
	return f.Next == termination.Rerun || (f.Next == termination.RerunUncapped || f.Before != termination.KindUnset) && f.Kind.Unproven()
}

// Repeats finds the latest call that is the same work as the one with these facts,
// if that one had to be run again and began before. It knows the call itself by its
// keys: a second record of it is no rerun, and repeats what the first one did. Of
// the earlier call, its kind and its span are told.
func (r *Recent) Repeats(now time.Time, keys Keys, f *Facts) (earlier Facts, ok bool) {
	r.warm(&keys, f) // also for what is to be remembered of it, soon
	at := now.UnixNano()
	number := r.named(f.Same)
	if number == 0 {
		return earlier, false
	}
	if self := r.find(at, &keys); self.call != nil {
		known := self.call.facts
		self.ring.mu.Unlock()
		if known.Before != termination.KindUnset { // what was found when it was first seen
			return Facts{Kind: known.Before, Span: known.BeforeSpan}, true
		}
		if self.number == number {
			return earlier, false
		}
	}
	earlier = r.facts(at, number)
	if earlier.Same != f.Same || !earlier.due() || earlier.Start != 0 && f.Start != 0 && f.Start < earlier.Start {
		return Facts{}, false
	}
	return earlier, true
}

// facts returns those of a call, none if it is forgotten.
func (r *Recent) facts(at int64, number uint64) Facts {
	f := r.open(at, number)
	if f.call == nil {
		return Facts{}
	}
	defer f.ring.mu.Unlock()
	return f.call.facts
}

// Known returns what is remembered of the latest call with one of the names.
func (r *Recent) Known(now time.Time, names ...uint64) (Facts, bool) {
	for _, name := range names {
		if number := r.named(name); number != 0 {
			if f := r.facts(now.UnixNano(), number); f.Kind != termination.KindUnset {
				return f, true
			}
		}
	}
	return Facts{}, false
}

// Standing lists, newest first, at most limit calls of the group against which a
// claim of success can be held, and that no later run has cleared.
func (r *Recent) Standing(now time.Time, group uint64, limit int, into []Facts) []Facts {
	if group == 0 || r.standing.Load() == 0 {
		return into
	}
	r.walk(now.UnixNano(), group, func(f found) bool {
		if !f.call.cleared {
			into = append(into, f.call.facts)
		}
		return len(into) < limit
	})
	return into
}

// maxSteps bounds the walk over the calls of one group.
const maxSteps = 256

// walk visits the calls of a group that stood against a claim, newest first. It ends
// at the first that is forgotten, since those before it are about as old.
func (r *Recent) walk(at int64, group uint64, visit func(found) bool) {
	number := r.named(standingName(group))
	for range maxSteps {
		if number == 0 {
			return
		}
		f := r.open(at, number)
		if f.call == nil {
			return
		}
		more, previous := f.call.facts.Group != group || visit(f), f.call.previous
		f.ring.mu.Unlock()
		if !more || previous == 0 {
			return
		}
		number = r.number(previous)
	}
}

// standingName leads to the newest call of the chain of a group.
func standingName(group uint64) uint64 {
	if group == 0 {
		return 0
	}
	return With(group, group*0x9E3779B97F4A7C15)
}

// news says what a record told about its call: whether anything, and whether the call
// stands against claims from now on.
type news struct{ learnt, stands bool }

// learn takes what a record says of the call. Of several records the first that
// knows the ending counts, unless a later one knows of a failure.
func (c *call) learn(f *Facts) news {
	known := c.facts.Kind != termination.KindUnset && c.facts.Kind != termination.Unknown
	if known && (c.facts.Kind != termination.OK || !f.Kind.Unproven()) {
		return news{}
	}
	span := c.facts.Span
	c.facts = *f
	if c.facts.Span == [8]byte{} {
		c.facts.Span = span // a log record that knows more knows no span
	}
	stands := f.Group != 0 && f.Stands && !c.linked
	c.linked = c.linked || stands
	return news{learnt: true, stands: stands}
}

// relate sets a call in relation to others: it is the latest of its work and of its
// tool, it clears what it repeats, and it stands in the chain of its group. The gates
// of these names have to be shut.
func (r *Recent) relate(at int64, number uint64, f *Facts, n news) {
	r.rename(f.Same, number)
	r.rename(f.Tool, number)
	if f.Proves() {
		r.clear(at, f.Group, func(other found) bool {
			same := f.Same != 0 && other.call.facts.Same == f.Same || f.Work != 0 && other.call.facts.Work == f.Work
			return same && other.number != number
		})
	}
	if n.stands {
		r.link(at, number, f.Group)
	}
}

// link puts a call at the head of the chain of its group.
func (r *Recent) link(at int64, number, group uint64) {
	before := r.named(standingName(group))
	f := r.open(at, number)
	if f.call == nil {
		return // forgotten meanwhile
	}
	f.call.previous = uint32(before)
	f.ring.unlockChanged()
	r.rename(standingName(group), number)
}

// Passed takes the runs of a check out of the chain of their group, since a line
// that ran it among others ended well.
func (r *Recent) Passed(now time.Time, group, work uint64) {
	if work != 0 {
		r.clear(now.UnixNano(), group, func(f found) bool { return f.call.facts.Work == work })
	}
}

// clear takes out of the chain of a group what a run that ended well has done.
func (r *Recent) clear(at int64, group uint64, done func(found) bool) {
	if group == 0 || r.standing.Load() == 0 {
		return
	}
	r.walk(at, group, func(f found) bool {
		if !f.call.cleared && done(f) {
			f.call.cleared, f.ring.changed = true, true
			r.standing.Add(-1)
		}
		return true
	})
}

// Correct takes a later word on a call with one of the names that ended well: whether its success
// is believed. One that is not stands against claims about its work.
func (r *Recent) Correct(now time.Time, believed bool, names ...uint64) {
	at := now.UnixNano()
	for _, name := range names {
		f := r.open(at, r.named(name))
		if f.call == nil {
			continue
		}
		group, stands := f.call.correct(believed)
		f.ring.unlockChanged()
		if stands {
			r.standing.Add(1)
			var gates shut
			gates.add(standingName(group))
			r.shut(&gates)
			r.link(at, f.number, group)
			r.openAll(&gates)
		}
		return
	}
}

// correct says in which group the call stands from now on.
func (c *call) correct(believed bool) (group uint64, stands bool) {
	if c.facts.Kind != termination.OK {
		return 0, false
	}
	c.facts.Doubtful = !believed
	c.facts.Stands = !believed && c.facts.Work != 0
	stands = c.facts.Stands && c.facts.Group != 0 && !c.linked
	c.linked = c.linked || stands
	return c.facts.Group, stands
}
