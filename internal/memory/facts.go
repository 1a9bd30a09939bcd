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
	if number == 0 || number == self {
		return earlier, false
	}
	c := r.at(number)
	if c.facts.Same != f.Same || !c.facts.due() || c.facts.Start != 0 && f.Start != 0 && f.Start < c.facts.Start {
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

// Standing lists, newest first, at most limit calls of the group against which a
// claim of success can be held, and that no later run has cleared.
func (r *Recent) Standing(now time.Time, group uint64, limit int, into []Facts) []Facts {
	if group == 0 || r.standing.Load() == 0 {
		return into
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	r.walk(group, func(c *call) bool {
		if !c.cleared {
			into = append(into, c.facts)
		}
		return len(into) < limit
	})
	return into
}

// maxSteps bounds the walk over the calls of one group.
const maxSteps = 256

// walk visits the calls of a group that stood against a claim, newest first.
func (r *Recent) walk(group uint64, visit func(*call) bool) {
	steps := 0
	for number := r.named(standingName(group)); number != 0 && steps < maxSteps; steps++ {
		c := r.at(number)
		if c.facts.Group == group && !visit(c) {
			return
		}
		if c.previous == 0 {
			return
		}
		before := r.number(c.previous)
		if before >= number {
			return
		}
		number = before
	}
}

func standingName(group uint64) uint64 { return group*0x9E3779B97F4A7C15 | 1 }

func (r *Recent) at(number uint64) *call { return &r.calls[number&(r.limit-1)] }

// learn takes what a record says of the call. Of several records the first that
// knows the ending counts, unless a later one knows of a failure.
func (r *Recent) learn(number uint64, f *Facts) {
	c := r.at(number)
	known := c.facts.Kind != termination.KindUnset && c.facts.Kind != termination.Unknown
	if known && (c.facts.Kind != termination.OK || !f.Kind.Unproven()) {
		return
	}
	span := c.facts.Span
	c.facts = *f
	if c.facts.Span == [8]byte{} {
		c.facts.Span = span // a log record that knows more knows no span
	}
	if f.Same != 0 {
		r.rename(f.Same, number)
	}
	if f.Tool != 0 {
		r.rename(f.Tool, number)
	}
	if f.Proves() {
		r.clear(number, f)
	}
	if f.Group != 0 && f.Stands && !c.linked {
		c.previous = uint32(r.named(standingName(f.Group)))
		c.linked = true
		r.rename(standingName(f.Group), number)
		r.standing.Add(1)
	}
}

// Passed takes the runs of a check out of the chain of their group, since a line
// that ran it among others ended well.
func (r *Recent) Passed(group, work uint64) {
	if group == 0 || work == 0 || r.standing.Load() == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.walk(group, func(c *call) bool {
		if c.facts.Work == work && !c.cleared {
			c.cleared = true
			r.standing.Add(-1)
		}
		return true
	})
}

// clear takes out of the chain what a run that ended well repeats.
func (r *Recent) clear(number uint64, f *Facts) {
	if f.Group == 0 || r.standing.Load() == 0 {
		return
	}
	r.walk(f.Group, func(c *call) bool {
		same := f.Same != 0 && c.facts.Same == f.Same || f.Work != 0 && c.facts.Work == f.Work
		if same && !c.cleared && c != r.at(number) {
			c.cleared = true
			r.standing.Add(-1)
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
