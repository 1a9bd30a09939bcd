package memory

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Actions remembers deeds, the newest ones. What it costs where nothing is remembered is
// one atomic load.
type Actions struct {
	mu     sync.RWMutex
	age    time.Duration
	limit  int
	list   []deed // a ring, in order of arrival
	oldest int    // number of the oldest
	next   int
	by     map[uint64]int // the newest deed with a name, plus one
	// open has the numbers of the open deeds of each group.
	open map[uint64][]int
	live atomic.Int64
}

type deed struct {
	Deed
	seen   int64
	number int
}

// maxOpen is how many open deeds of one group are held against others. Of more than
// that the oldest are let go.
const maxOpen = 256

// NewActions returns an empty memory for at most limit deeds.
func NewActions(limit int, age time.Duration) *Actions {
	return &Actions{limit: max(limit, 1), age: age, by: map[uint64]int{}, open: map[uint64][]int{}}
}

// Any reports whether anything is remembered.
func (a *Actions) Any() bool { return a.live.Load() > 0 }

// Concerns reports whether a call of the group can have to do with what is remembered,
// or one with that intent.
func (a *Actions) Concerns(group, intent uint64) bool {
	if !a.Any() {
		return false
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	return len(a.open[group]) > 0 || intent != 0 && a.by[intent] > a.oldest
}

// Len returns how many deeds are remembered.
func (a *Actions) Len(now time.Time) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	return a.next - a.oldest
}

// Before is what is known of a deed from before it.
type Before struct {
	// Same is the deed itself, as it was reported last, where IsKnown.
	Same    Deed
	IsKnown bool
	// Alike: another deed with the same intent is known. Blind: the outcome of one was
	// unknown and nobody had looked, as Span reported it.
	Alike, Blind bool
	Span         [8]byte
	// External is the first resource that is known to be made for the intent.
	External uint64
}

// Look tells what is known from before of a deed that is about to be remembered. One
// that submits a request is a blind retry where an open one began before with the same
// intent and no same key.
func (a *Actions) Look(now time.Time, d *Deed, submits bool) (b Before) {
	if !a.Any() {
		return b
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	if self := a.named(d.Operation); self != nil {
		b.Same, b.IsKnown, b.External = self.Deed, true, self.External
	}
	for _, name := range d.repeats() {
		other := a.named(name)
		if other == nil || b.Blind {
			continue
		}
		if b.External == 0 {
			b.External = other.External
		}
		if other.isSelf(d) {
			continue
		}
		b.Alike = true
		if submits && other.repeatedBy(d) {
			b.Blind, b.Span = true, other.Span
		}
	}
	return b
}

// isSelf reports records of one call, or of one operation.
func (e *deed) isSelf(d *Deed) bool {
	if e.Operation != 0 && d.Operation != 0 {
		return e.Operation == d.Operation
	}
	return slices.ContainsFunc(e.Self[:], func(name uint64) bool { return name != 0 && slices.Contains(d.Self[:], name) })
}

// repeatedBy reports that d sends the same request again while nobody can say what this
// one did. Calls that run side by side are none of which one repeats the other.
func (e *deed) repeatedBy(d *Deed) bool {
	switch {
	case e.by != 0 && slices.Contains(d.Self[:], e.by): // as was found at its first record
		return true
	case !e.Open, e.Key != 0 && e.Key == d.Key:
		return false
	case (!e.HasID || !d.HasID) && e.IsSpan != d.IsSpan && e.Operation == 0:
		return false // it may be another record of the same call
	default:
		return !e.endsAfter(d.Start)
	}
}

// endsAfter reports a deed that is known not to have ended at that time.
func (e *deed) endsAfter(start uint64) bool {
	return start != 0 && max(e.Start, e.End) > start
}

// Put remembers a deed, or what a later report says of it. One that submits a request
// takes the place of an open one that did.
func (a *Actions) Put(now time.Time, d *Deed, submits bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	if submits {
		a.repeat(d)
	}
	e := a.self(d)
	if e == nil {
		e = a.add(now, d)
	} else {
		a.update(e, d)
	}
	for _, name := range e.names() {
		if name != 0 {
			a.by[name] = max(a.by[name], e.number+1)
		}
	}
	a.setOpen(e, d.Open)
}

// setOpen keeps the list of open deeds of a group.
func (a *Actions) setOpen(e *deed, open bool) {
	list := a.open[e.Group]
	at := slices.Index(list, e.number)
	e.Open = open
	switch {
	case open == (at >= 0):
		return
	case !open:
		list = slices.Delete(list, at, at+1)
	default:
		if len(list) == maxOpen {
			a.at(list[0]).Open = false
			list = slices.Delete(list, 0, 1)
		}
		list = append(list, e.number)
	}
	if len(list) == 0 {
		delete(a.open, e.Group)
		return
	}
	a.open[e.Group] = list
}

// Repeat notes that a call sent the request of an open deed again, and so took its place.
func (a *Actions) Repeat(now time.Time, d *Deed) {
	if !a.Any() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	a.repeat(d)
}

func (a *Actions) repeat(d *Deed) {
	for _, name := range d.repeats() {
		if e := a.named(name); e != nil && !e.isSelf(d) && e.Open && !e.endsAfter(d.Start) {
			a.setOpen(e, false)
			if i := slices.IndexFunc(d.Self[:], func(n uint64) bool { return n != 0 }); i >= 0 && e.repeatable(d) {
				e.by = d.Self[i]
			}
		}
	}
}

func (e *deed) repeatable(d *Deed) bool { return e.Key == 0 || e.Key != d.Key }

// Settle notes that a later record of the same call says what became of it.
func (a *Actions) Settle(now time.Time, d *Deed) {
	if !a.Any() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	if e := a.self(d); e != nil {
		a.setOpen(e, false)
	}
}

// Looked closes the open deeds of a group that began before a call which looked for what
// they have to do with. One of which no words are known looks for everything.
func (a *Actions) Looked(now time.Time, group, start uint64, words []uint64) {
	if !a.Any() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	for _, number := range slices.Clone(a.open[group]) {
		if e := a.at(number); !e.endsAfter(start) && e.concerns(words) {
			a.setOpen(e, false)
		}
	}
}

func (e *deed) concerns(words []uint64) bool {
	return len(words) == 0 || slices.ContainsFunc(words, func(w uint64) bool { return w != 0 && slices.Contains(e.Words[:], w) })
}

// update takes what a later report says. The first resource and the first key count.
func (a *Actions) update(e *deed, d *Deed) {
	a.setOpen(e, false)
	a.unname(e)
	keep := e.Deed
	e.Deed = *d
	if e.External == 0 || keep.External != 0 {
		e.External = keep.External
	}
	if e.Key == 0 {
		e.Key = keep.Key
	}
	if e.Words == ([8]uint64{}) {
		e.Words = keep.Words
	}
	e.Fingerprint = e.Fingerprint || keep.Fingerprint
	if keep.Operation == d.Operation { // the call that began it stays the one that is named
		e.Self, e.Span, e.Start = keep.Self, keep.Span, keep.Start
	}
	e.by = keep.by
}

// self finds what is remembered of the same operation or call.
func (a *Actions) self(d *Deed) *deed {
	if e := a.named(d.Operation); e != nil {
		return e
	}
	for _, name := range [...]uint64{d.Intents[0], d.Intents[1], d.Sends} {
		if e := a.named(name); e != nil && e.isSelf(d) {
			return e
		}
	}
	return nil
}

func (a *Actions) add(now time.Time, d *Deed) *deed {
	for _, name := range d.Intents {
		if e := a.named(name); e != nil && e.External != 0 {
			d.External = e.External
		}
	}
	if a.next-a.oldest == a.limit {
		a.forget()
	}
	if len(a.list) < a.limit {
		a.list = append(a.list, deed{})
	}
	e := a.at(a.next)
	*e = deed{Deed: *d, seen: now.UnixNano(), number: a.next}
	e.Open = false
	a.next++
	a.live.Store(int64(a.next - a.oldest))
	return e
}

// unname takes the names from a deed that lead to it.
func (a *Actions) unname(e *deed) {
	for _, name := range e.names() {
		if a.by[name] == e.number+1 {
			delete(a.by, name)
		}
	}
}

func (a *Actions) named(name uint64) *deed {
	n := a.by[name]
	if name == 0 || n <= a.oldest {
		return nil
	}
	return a.at(n - 1)
}

func (a *Actions) at(number int) *deed { return &a.list[number%a.limit] }

func (a *Actions) forget() {
	e := a.at(a.oldest)
	a.setOpen(e, false)
	a.unname(e)
	a.oldest++
	*e = deed{}
	a.live.Store(int64(a.next - a.oldest))
}

func (a *Actions) expire(now time.Time) {
	limit := now.Add(-a.age).UnixNano()
	for a.oldest < a.next && a.at(a.oldest).seen <= limit {
		a.forget()
	}
}
