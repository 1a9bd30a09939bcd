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
	if f.Same == 0 {
		return earlier, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	number, self := r.named(f.Same), r.find(&keys)
	if self != 0 && r.at(self).facts.Before != termination.KindUnset {
		known := &r.at(self).facts // what was found when it was first seen
		return Facts{Kind: known.Before, Span: known.BeforeSpan}, true
	}
	if number == 0 || number == self || self != 0 && r.at(self).facts.Same == f.Same {
		return earlier, false
	}
	c := r.at(number)
	if c.facts.Same != f.Same || !c.facts.due() || f.before(&c.facts) {
		return earlier, false
	}
	return c.facts, true
}

// Known returns what is remembered of the latest call with one of the names.
func (r *Recent) Known(now time.Time, names ...uint64) (Facts, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	for _, name := range names {
		if number := r.named(name); number != 0 && r.at(number).facts.Kind != termination.KindUnset {
			return r.at(number).facts, true
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
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	r.walk(group, func(c *call) bool {
		if c.standsAt(at) {
			into = append(into, c.facts)
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

// cleared notes that a run which began at that time has done what the call did not.
func (r *Recent) cleared(c *call, by uint64) {
	if !c.cleared {
		c.cleared, c.clearedAt = true, by
		r.standing.Add(-1)
	} else if by < c.clearedAt {
		c.clearedAt = by
	}
}

// maxSteps bounds the walk over the calls of one group.
const maxSteps = 256

// walk visits the calls of a group that stood against a claim, those first that came to
// stand last: a call may be known for long before a record tells that it failed.
func (r *Recent) walk(group uint64, visit func(*call) bool) {
	number := r.named(standingName(group))
	for steps := 0; number != 0 && steps < maxSteps; steps++ {
		c := r.at(number)
		if c.facts.Group == group && !visit(c) || c.previous == 0 {
			return
		}
		number = r.number(c.previous)
	}
}

func standingName(group uint64) uint64 { return group*0x9E3779B97F4A7C15 | 1 }

func (r *Recent) at(number uint64) *call { return &r.calls[number&(r.limit-1)] }

// learn takes what a record says of the call. Of several records the first that
// knows the ending counts, unless a later one knows of a failure. What the call is,
// any of them may tell.
func (r *Recent) learn(number uint64, f *Facts) {
	c := r.at(number)
	known := c.facts.Kind != termination.KindUnset && c.facts.Kind != termination.Unknown
	before := c.facts
	if known && (before.Kind != termination.OK || !f.Kind.Unproven()) {
		if before.Same != 0 && before.Work != 0 || f.Same == 0 && f.Work == 0 {
			return
		}
	} else {
		c.facts = *f
	}
	c.facts.complete(&before)
	c.facts.complete(f)
	r.relate(number, &c.facts)
}

// complete adds what another record of the same call says it is.
func (f *Facts) complete(other *Facts) {
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
	if f.Before == termination.KindUnset {
		f.Before, f.BeforeSpan = other.Before, other.BeforeSpan
	}
	f.Stands = f.Stands || f.About != 0 && (f.Kind == termination.NonzeroExit || f.Kind == termination.ToolError)
}

// relate sets a call in relation to others.
func (r *Recent) relate(number uint64, f *Facts) {
	r.latest(f.Same, number)
	r.latest(f.Tool, number)
	if f.clears() {
		r.latest(f.Work, number)
		r.clear(number, f)
	}
	if c := r.at(number); f.Group != 0 && f.Stands && !c.linked {
		c.previous = uint32(r.named(standingName(f.Group)))
		c.linked = true
		r.rename(standingName(f.Group), number)
		r.chained.Add(1)
		r.standing.Add(1)
		if r.outdone(f) {
			r.cleared(c, 0)
		}
	}
}

// outdone reports a call that comes late: a run that began after it has cleared what it
// is held against already. Which was the first such run is not known any more, so
// nothing that was said in between is held against it.
func (r *Recent) outdone(f *Facts) bool {
	for i, name := range [...]uint64{f.Same, f.Work, endedName(f.Group)} {
		if i == 2 && f.Kind != termination.Running {
			break
		}
		if number := r.named(name); number != 0 {
			if c := r.at(number); c.facts.Group == f.Group && (c.cleared || c.facts.clears()) && f.before(&c.facts) {
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

// latest lets the key name the call, unless it names one that began after it.
func (r *Recent) latest(key, number uint64) {
	if key == 0 {
		return
	}
	if known := r.named(key); known == 0 || !r.at(number).facts.before(&r.at(known).facts) {
		r.rename(key, number)
	}
}

// Passed takes the runs of a check out of the chain of their group, since a line
// that ran it among others, and whose keys and facts are given, ended well.
func (r *Recent) Passed(keys Keys, f *Facts, work uint64) {
	if f.Group == 0 || work == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	number := r.find(&keys)
	if number != 0 {
		r.latest(work, number)
	}
	r.clear(number, &Facts{Group: f.Group, Work: work, Start: f.Start})
}

// Ended takes those calls out of the chain of a group that were running on before a
// call with these keys and facts, which saw something end well that did.
func (r *Recent) Ended(keys Keys, f *Facts) {
	if f.Group == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if number := r.find(&keys); number != 0 {
		r.latest(endedName(f.Group), number)
	}
	if r.standing.Load() == 0 {
		return
	}
	r.walk(f.Group, func(c *call) bool {
		if c.facts.Kind == termination.Running && !f.before(&c.facts) {
			r.cleared(c, f.Start)
		}
		return true
	})
}

func endedName(group uint64) uint64 { return group*0xC2B2AE3D27D4EB4F | 1 }

// clear takes out of the chain what a later run repeats, and what stands there of the
// call itself stays.
func (r *Recent) clear(number uint64, f *Facts) {
	if f.Group == 0 || r.standing.Load() == 0 && (f.Work == 0 || r.chained.Load() == 0) {
		return
	}
	var self *call
	if number != 0 {
		self = r.at(number)
	}
	r.walk(f.Group, func(c *call) bool {
		same := f.Same != 0 && c.facts.Same == f.Same || f.Work != 0 && c.facts.Work == f.Work
		if same && c != self && !f.before(&c.facts) {
			r.cleared(c, f.Start)
		}
		return true
	})
}

// rename lets the key name the call, whatever it named before.
func (r *Recent) rename(key, number uint64) {
	ways := &r.names[key&(r.limit-1)]
	for i := range ways {
		if ways[i].key == tag(key) && r.number(ways[i].call) != 0 {
			ways[i].call = uint32(number)
			return
		}
	}
	r.name(key, number)
}
