package memory

import (
	"sync"
	"sync/atomic"
)

const (
	// maxRings is how many rings there are, unless the memory is tiny.
	maxRings = 16
	// minCalls is the size from which a memory has several rings. A smaller one would
	// forget by chance rather than by age.
	minCalls = 1024
)

// ring holds some of the calls in the order of their arrival, in which they are
// numbered. A call goes to the ring that one of its names chooses, so the rings fill
// alike, and what is the oldest in its ring is about the oldest of all.
type ring struct {
	mu sync.Mutex
	// oldest and next are the places in the order of the oldest call that is
	// remembered and of the next new one. They change under the lock; names are
	// looked up without it.
	oldest, next atomic.Uint64
	// first and last are when the oldest and the newest call arrived. The oldest may
	// have arrived later than first says, since to look would cost more than it is worth.
	first, last int64
	// changed since the last snapshot.
	changed bool
	_       [80]byte // rings that lie side by side share no cache line
}

// tables are what grows with the limit.
type tables struct {
	sets  []set
	calls []slot // those of the first ring, then those of the second
	room  uint64 // of one ring
}

// slot holds a call. Its ring has to be locked.
type slot struct {
	// head and tail are never written. To load them, which needs no lock, fetches the
	// slot, which is longer than a cache line.
	head atomic.Uint32
	call call
	tail atomic.Uint32
}

// ready makes the tables, when there is a first call.
func (r *Recent) ready() {
	if r.tables.Load() != nil {
		return
	}
	r.making.Do(func() {
		r.tables.Store(&tables{sets: make([]set, r.limit), calls: make([]slot, r.limit), room: r.limit >> r.ringBits})
	})
}

func (t *tables) set(key uint64) *set { return &t.sets[key&uint64(len(t.sets)-1)] }

func (t *tables) slot(which, place uint64) *slot { return &t.calls[which*t.room+place&(t.room-1)] }

// call is what is remembered of a call. What others ask for comes first, so that it
// lies in one cache line.
type call struct {
	seen int64 // when it arrived, in nanoseconds
	// previous is the lower half of the number of the call before this one in the
	// chain of those of its group that stood against a claim.
	previous uint32
	// linked: it is in that chain. cleared: a later run did what this one did not; when
	// that began, clearedAt tells, 0 where it is not known.
	linked, cleared bool
	clearedAt       uint64
	id, group       uint64
	marks           Marks
	facts           Facts
}

func numRings(limit uint64) uint64 {
	if limit < minCalls {
		return 1
	}
	return maxRings
}

func newRings(n uint64) []ring {
	rings := make([]ring, n)
	for i := range rings {
		rings[i].oldest.Store(1)
		rings[i].next.Store(1)
	}
	return rings
}

// A number is the place of a call in the order of its ring and, below that, the ring.
// It is never 0.
func (r *Recent) split(number uint64) (which, place uint64) {
	return number & (1<<r.ringBits - 1), number >> r.ringBits
}

func (r *Recent) join(which, place uint64) uint64 { return place<<r.ringBits | which }

// at is the call at a place. The ring has to be locked and the place to be used.
func (r *Recent) at(which, place uint64) *call { return &r.tables.Load().slot(which, place).call }

// number completes half a number to that of a remembered call, or returns 0. What it
// returns may be forgotten by the time that the ring is locked.
func (r *Recent) number(half uint32) uint64 {
	which, place := r.split(uint64(half))
	g := &r.rings[which]
	next := g.next.Load()
	place = next - (next-place)&(1<<(32-r.ringBits)-1)
	if place < g.oldest.Load() || place >= next {
		return 0
	}
	return r.join(which, place)
}

// open locks the ring of a call, or returns none if the call is forgotten.
func (r *Recent) open(at int64, number uint64) found {
	which, place := r.split(number)
	g := &r.rings[which]
	g.mu.Lock()
	r.expire(which, at)
	if place < g.oldest.Load() || place >= g.next.Load() {
		g.mu.Unlock()
		return found{}
	}
	return found{number: number, ring: g, call: r.at(which, place)}
}

// choose says which ring a new call goes to.
func (r *Recent) choose(key uint64) (which uint64) { return tag(key) & (1<<r.ringBits - 1) }

// add makes room for a new call in the ring that the key chooses, and locks it.
func (r *Recent) add(at int64, key uint64) found {
	r.ready()
	which := r.choose(key)
	g := &r.rings[which]
	g.mu.Lock()
	r.expire(which, at)
	place := g.next.Load()
	return found{number: r.join(which, place), ring: g, call: r.append(which, at)}
}

// append puts a new call at the end of a ring, which has to be locked.
func (r *Recent) append(which uint64, at int64) *call {
	t, g := r.tables.Load(), &r.rings[which]
	place := g.next.Load()
	if place-g.oldest.Load() == t.room {
		r.forget(which, Capacity)
	}
	// In a ring the order of arrival is that of the times too, whatever the clock does.
	g.last = max(g.last, at)
	if place == g.oldest.Load() {
		g.first = g.last
	}
	c := &t.slot(which, place).call
	*c = call{seen: g.last}
	g.next.Store(place + 1)
	return c
}

// unlockChanged lets go of a ring in which something was changed.
func (g *ring) unlockChanged() {
	g.changed = true
	g.mu.Unlock()
}

// expire forgets what has become too old. The ring has to be locked.
func (r *Recent) expire(which uint64, at int64) {
	g, limit := &r.rings[which], at-int64(r.age)
	for g.first <= limit && g.oldest.Load() < g.next.Load() {
		if g.first = r.at(which, g.oldest.Load()).seen; g.first <= limit {
			r.forget(which, Age)
		}
	}
}

// forget forgets the oldest call of a ring, which has to be locked and not empty.
func (r *Recent) forget(which uint64, why Reason) {
	g := &r.rings[which]
	oldest := g.oldest.Load()
	if c := r.at(which, oldest); c.linked {
		r.chained.Add(-1)
		if !c.cleared {
			r.standing.Add(-1)
		}
	}
	g.oldest.Store(oldest + 1)
	g.changed = true
	r.evicted[why].Add(1)
}

// fits reports whether a remembered call can be the one of the record.
func (c *call) fits(keys *Keys) bool { return agree(c.id, keys.ID) && agree(c.group, keys.Group) }

func agree(a, b uint64) bool { return a == b || a == 0 || b == 0 }

// identify completes what is known of the call by what the record says.
func (c *call) identify(keys *Keys) {
	if c.id == 0 {
		c.id = keys.ID
	}
	if c.group == 0 {
		c.group = keys.Group
	}
}

// mark adds marks, and returns those that are new.
func (c *call) mark(marks Marks) (fresh Marks) {
	fresh = Marks{Findings: marks.Findings &^ c.marks.Findings, Bits: marks.Bits &^ c.marks.Bits}
	c.marks.Findings |= marks.Findings
	c.marks.Bits |= marks.Bits
	return fresh
}
