// Package memory remembers what was seen of each call, so that a call that is
// reported by several records is counted once. It holds hashes and bits, never
// text, and never more than its limit.
package memory

import (
	"sync"
	"time"
)

// Marks are the things about a call that are counted once.
type Marks struct {
	// Findings by place in the registry of rules.
	Findings uint64
	// Clips by stream and cause, and the flags below.
	Bits uint32
}

// Bits of Marks. Those below are free for the clips.
const (
	Called uint32 = 1 << (iota + 16)
	NearMiss
	Claimed
	Ambiguous
)

// Reason says why calls were forgotten.
type Reason uint8

// The reasons.
const (
	Capacity Reason = iota
	Age
	NumReasons
)

// String returns the label.
func (r Reason) String() string {
	if r == Age {
		return "age"
	}
	return "capacity"
}

// Recent remembers the calls seen last, at most limit of them and none longer
// than age after its last record. It keeps two generations: what is asked for
// moves to the young one, and the old one is dropped as a whole when the young
// one is full or has lasted half the age. A call is therefore forgotten after
// half to the whole of the age, or once limit/2 others were seen after it.
type Recent struct {
	mu    sync.Mutex
	limit int
	age   time.Duration

	young, old map[uint64]*entry
	calls      [2]int // in young, in old
	since      time.Time
	evicted    [NumReasons]int64
}

type entry struct {
	marks Marks
	young bool // its keys may be in both, the call counts where it was seen last
}

// NewRecent returns an empty memory for at most limit calls.
func NewRecent(limit int, age time.Duration) *Recent {
	return &Recent{limit: max(limit, 2), age: age, young: map[uint64]*entry{}, old: map[uint64]*entry{}}
}

// Keys are the names of one record of a call, as hashes; 0 is none.
type Keys struct {
	// Own name the call, before and after.
	Own [3]uint64
	// Find may name the call, but are other records' names.
	Find [2]uint64
	// Also is to name the call from now on, unless it names another already.
	Also uint64
}

// Observe records that a record of a call was seen with the given marks, and
// returns those of them that no earlier record of the call had. Without any key
// the call cannot be told from others and everything is new.
func (r *Recent) Observe(now time.Time, keys Keys, marks Marks) (fresh Marks) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	e := r.find(&keys)
	if e == nil {
		if keys == (Keys{}) {
			return marks
		}
		e = r.add(now)
	}
	for _, k := range keys.Own {
		r.name(k, e)
	}
	r.name(keys.Also, e)
	fresh = Marks{Findings: marks.Findings &^ e.marks.Findings, Bits: marks.Bits &^ e.marks.Bits}
	e.marks.Findings |= marks.Findings
	e.marks.Bits |= marks.Bits
	return fresh
}

func (r *Recent) find(keys *Keys) *entry {
	for _, k := range keys.Own {
		if e := r.named(k); e != nil {
			return e
		}
	}
	for _, k := range keys.Find {
		if e := r.named(k); e != nil {
			return e
		}
	}
	return nil
}

func (r *Recent) named(key uint64) *entry {
	if key == 0 {
		return nil
	}
	if e := r.young[key]; e != nil {
		return e
	}
	e := r.old[key]
	if e != nil {
		r.renew(e)
	}
	return e
}

func (r *Recent) renew(e *entry) {
	if !e.young {
		e.young = true
		r.calls[0]++
		r.calls[1]--
	}
}

func (r *Recent) add(now time.Time) *entry {
	if r.calls[0] >= r.limit/2 {
		r.turn(Capacity, now)
	}
	r.calls[0]++
	return &entry{young: true}
}

// name lets the key name the call. A key that names another call keeps doing so:
// the first log record inside a span stands for the span, not the last.
func (r *Recent) name(key uint64, e *entry) {
	if key == 0 || r.young[key] != nil {
		return
	}
	if other := r.old[key]; other != nil && other != e {
		return
	}
	r.young[key] = e
}

// turn makes the young generation the old one and forgets what was old.
func (r *Recent) turn(why Reason, now time.Time) {
	r.evicted[why] += int64(r.calls[1])
	for _, e := range r.young {
		e.young = false
	}
	clear(r.old)
	r.young, r.old = r.old, r.young
	r.calls[0], r.calls[1] = 0, r.calls[0]
	r.since = now
}

func (r *Recent) expire(now time.Time) {
	switch passed := now.Sub(r.since); {
	case r.since.IsZero():
		r.since = now
	case passed >= r.age:
		r.turn(Age, now)
		r.turn(Age, now)
	case passed >= r.age/2:
		r.turn(Age, now)
	}
}

// Len returns how many calls are remembered.
func (r *Recent) Len(now time.Time) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	return r.calls[0] + r.calls[1]
}

// Limit returns how many calls can be remembered.
func (r *Recent) Limit() int { return r.limit }

// Evicted returns how many calls were forgotten since it was last asked.
func (r *Recent) Evicted() (counts [NumReasons]int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts, r.evicted = r.evicted, [NumReasons]int64{}
	return counts
}
