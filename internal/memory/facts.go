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
	// Unclear: how it ended is not known, and nothing in it speaks of a failure. What
	// it repeats is not held against anybody any more, since it may have gone well.
	Unclear bool
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

// clears reports a call after which nothing that it repeats stands against a claim.
func (f *Facts) clears() bool { return f.Proves() || f.Unclear }

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
		if known.Before != termination.KindUnset && known.Same == f.Same { // what was found when it was first seen
			return Facts{Kind: known.Before, Span: known.BeforeSpan}, true
		}
		if self.number == number || known.Same == f.Same {
			return earlier, false
		}
	}
	earlier = r.facts(at, number)
	if earlier.Same != f.Same || !earlier.due() || f.before(&earlier) {
		return Facts{}, false
	}
	return earlier, true
}

// facts returns those of a call, none if it is forgotten.
func (r *Recent) facts(at int64, number uint64) Facts {
	f, _ := r.look(at, number)
	return f
}

// look returns the facts of a call, and whether a later run cleared it.
func (r *Recent) look(at int64, number uint64) (f Facts, cleared bool) {
	found := r.open(at, number)
	if found.call == nil {
		return Facts{}, false
	}
	defer found.ring.mu.Unlock()
	return found.call.facts, found.call.cleared
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

// Claimable reports whether there is any call that stands against a claim.
func (r *Recent) Claimable() bool { return r.standing.Load() > 0 }

// Standing lists, newest first, at most limit calls of the group against which a
// claim of success can be held that was made at that time, 0 for now: those that began
// before, and that no later run had cleared by then.
func (r *Recent) Standing(now time.Time, group, at uint64, limit int, into []Facts) []Facts {
	if group == 0 || r.chained.Load() == 0 {
		return into
	}
	r.walk(now.UnixNano(), group, func(f found) bool {
		if f.call.standsAt(at) {
			into = append(into, f.call.facts)
		}
		return len(into) < limit
	})
	return into
}

func (c *call) standsAt(at uint64) bool {
	if at == 0 {
		return !c.cleared
	}
	return (!c.cleared || c.clearedAt >= at) && c.facts.Start < at
}

// cleared notes that a run which began at that time has done what the call did not. Its ring
// has to be locked.
func (r *Recent) cleared(f found, by uint64) {
	c := f.call
	if !c.cleared {
		c.cleared, c.clearedAt = true, by
		r.standing.Add(-1)
	} else if by < c.clearedAt {
		c.clearedAt = by
	}
	f.ring.changed = true
}

// maxSteps bounds the walk over the calls of one group.
const maxSteps = 256

// walk visits the calls of a group that stood against a claim, those first that came to
// stand last: a call may be known for long before a record tells that it failed. It ends
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

// groupName makes a name that leads to a call of a group. All of these have the gate of the
// group, as have those of work and tools that the users of this package make of it.
func groupName(group, factor uint64) uint64 {
	if group == 0 {
		return 0
	}
	return With(group, group*factor)
}

// standingName leads to the newest call of the chain of a group.
func standingName(group uint64) uint64 { return groupName(group, 0x9E3779B97F4A7C15) }

// endedName leads to the latest call of a group that saw something end well.
func endedName(group uint64) uint64 { return groupName(group, 0xC2B2AE3D27D4EB4F) }

// news says what a record told about its call: what is known of it now, whether that is
// more than before, and whether the call stands against claims from now on.
type news struct {
	learnt, stands bool
	facts          Facts
}

// learn takes what a record says of the call. Of several records the first that
// knows the ending counts, unless a later one knows of a failure. What the call is,
// any of them may tell.
func (c *call) learn(f *Facts) (n news) {
	known := c.facts.Kind != termination.KindUnset && c.facts.Kind != termination.Unknown
	before := c.facts
	if known && (before.Kind != termination.OK || !f.Kind.Unproven()) {
		c.facts.reconcile(f)
		if before.Same != 0 && before.Work != 0 || f.Same == 0 && f.Work == 0 {
			return n
		}
	} else {
		c.facts = *f
	}
	c.facts.complete(&before)
	c.facts.complete(f)
	n = news{learnt: true, stands: c.facts.Group != 0 && c.facts.Stands && !c.linked, facts: c.facts}
	c.linked = c.linked || n.stands
	return n
}

// reconcile takes the word of another record of the call that it changes the world, which
// not all of them can tell: it is not simply run again.
func (f *Facts) reconcile(other *Facts) {
	if f.Kind == other.Kind && f.Next == termination.Rerun && other.Next == termination.Reconcile {
		f.Next = termination.Reconcile
	}
}

// complete adds what another record of the same call says it is.
func (f *Facts) complete(other *Facts) {
	f.reconcile(other)
	if f.Span == [8]byte{} {
		f.Span = other.Span // a log record that knows more knows no span
	}
	if f.Same == 0 {
		f.Same = other.Same
	}
	if f.Tool == 0 {
		f.Tool = other.Tool
	}
	if f.Work == 0 {
		f.Work, f.About = other.Work, other.About
	}
	if f.Start == 0 {
		f.Start = other.Start
	}
	if f.Before == termination.KindUnset && f.Same == other.Same {
		f.Before, f.BeforeSpan = other.Before, other.BeforeSpan
	}
	if !f.Result.Known() {
		f.Result = other.Result
	}
	f.Stands = f.Stands || f.About != 0 && (f.Kind == termination.NonzeroExit || f.Kind == termination.ToolError)
}

// relate sets a call in relation to others: it is the latest of its work and of its
// tool, it clears what it repeats, and it stands in the chain of its group. The gate of
// the group has to be shut.
func (r *Recent) relate(at int64, number uint64, n *news) {
	f := &n.facts
	r.latest(at, f.Same, number, f)
	r.latest(at, f.Tool, number, f)
	if f.clears() {
		r.latest(at, f.Work, number, f)
		r.clear(at, number, f)
	}
	if n.stands {
		r.link(at, number, f.Group)
		if r.outdone(at, f) {
			if c := r.open(at, number); c.call != nil {
				r.cleared(c, 0)
				c.ring.mu.Unlock()
			}
		}
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

// outdone reports a call that comes late: a run that began after it has cleared what it
// is held against already. Which was the first such run is not known any more, so
// nothing that was said in between is held against it.
func (r *Recent) outdone(at int64, f *Facts) bool {
	names := [...]uint64{f.Same, f.Work, 0}
	if f.Kind == termination.Running {
		names[2] = endedName(f.Group)
	}
	for _, name := range names {
		if number := r.named(name); number != 0 {
			other, cleared := r.look(at, number)
			if other.Group == f.Group && (cleared || other.clears()) && f.before(&other) {
				return true
			}
		}
	}
	return false
}

// before reports that a call is known to have begun before the other.
func (f *Facts) before(other *Facts) bool {
	return f.Start != 0 && other.Start != 0 && f.Start < other.Start
}

// latest lets the key name the call with these facts, unless it names one that began
// after it.
func (r *Recent) latest(at int64, key, number uint64, f *Facts) {
	if key == 0 {
		return
	}
	if known := r.named(key); known != 0 && known != number {
		if other := r.facts(at, known); f.before(&other) {
			return
		}
	}
	r.rename(key, number)
}

// Passed takes the runs of a check out of the chain of their group, since a line
// that ran it among others, and whose keys and facts are given, ended well.
func (r *Recent) Passed(now time.Time, keys Keys, f *Facts, work uint64) {
	if f.Group == 0 || work == 0 {
		return
	}
	at := now.UnixNano()
	gates := gateOf(f.Group)
	r.shut(&gates)
	defer r.reopen(&gates)
	number := r.self(at, &keys)
	if number != 0 {
		r.latest(at, work, number, f)
	}
	r.clear(at, number, &Facts{Group: f.Group, Work: work, Start: f.Start})
}

// Ended takes those calls out of the chain of a group that were running on before a
// call with these keys and facts, which saw something end well that did.
func (r *Recent) Ended(now time.Time, keys Keys, f *Facts) {
	if f.Group == 0 {
		return
	}
	at := now.UnixNano()
	gates := gateOf(f.Group)
	r.shut(&gates)
	defer r.reopen(&gates)
	if number := r.self(at, &keys); number != 0 {
		r.latest(at, endedName(f.Group), number, f)
	}
	if r.standing.Load() == 0 {
		return
	}
	r.walk(at, f.Group, func(other found) bool {
		if other.call.facts.Kind == termination.Running && !f.before(&other.call.facts) {
			r.cleared(other, f.Start)
		}
		return true
	})
}

// self returns the number of the call with these keys, 0 if none is remembered.
func (r *Recent) self(at int64, keys *Keys) uint64 {
	f := r.find(at, keys)
	if f.call == nil {
		return 0
	}
	f.ring.mu.Unlock()
	return f.number
}

// clear takes out of the chain what a later run repeats, and what stands there of the
// call itself stays.
func (r *Recent) clear(at int64, number uint64, f *Facts) {
	if f.Group == 0 || r.standing.Load() == 0 && (f.Work == 0 || r.chained.Load() == 0) {
		return
	}
	r.walk(at, f.Group, func(other found) bool {
		facts := &other.call.facts
		same := f.Same != 0 && facts.Same == f.Same || f.Work != 0 && facts.Work == f.Work
		if same && other.number != number && !f.before(facts) {
			r.cleared(other, f.Start)
		}
		return true
	})
}

// Correct takes a later word on a call with one of the names that ended well: whether its
// success is believed. One that is not stands against claims about its work.
func (r *Recent) Correct(now time.Time, believed bool, names ...uint64) {
	at := now.UnixNano()
	for _, name := range names {
		f := r.open(at, r.named(name))
		if f.call == nil {
			continue
		}
		n := f.call.correct(believed)
		if n.stands {
			r.chained.Add(1)
			r.standing.Add(1)
		}
		f.ring.unlockChanged()
		if n.learnt {
			gates := gateOf(n.facts.Group)
			r.shut(&gates)
			r.relate(at, f.number, &n)
			r.reopen(&gates)
		}
		return
	}
}

// correct changes what is known of a call that ended well.
func (c *call) correct(believed bool) (n news) {
	if c.facts.Kind != termination.OK {
		return n
	}
	c.facts.Doubtful = !believed
	c.facts.Stands = !believed && c.facts.Work != 0
	n = news{learnt: true, stands: c.facts.Stands && c.facts.Group != 0 && !c.linked, facts: c.facts}
	c.linked = c.linked || n.stands
	return n
}
