// Package memory remembers what was seen of each call, so that a call that is
// reported by several records is counted once. It holds hashes and bits, never
// text, and never more than its limit.
package memory

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
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
	Repeated
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

// Recent remembers the calls seen last: at most limit of them, about the oldest being
// forgotten first, and none longer than age after its first record.
//
// Names lead to numbers, and numbers to calls. Names are looked up without a lock, and
// entered with their gates shut, all at once and in ascending order. The calls are
// spread over rings, each with a lock of its own, which is held for one call at a time
// and always inside of the gates. So senders wait for each other only where they speak
// of the same things, or by chance.
type Recent struct {
	age   time.Duration
	limit uint64
	gates [numGates]gate
	rings []ring
	// ringBits is how many bits of a number name the ring.
	ringBits int
	making   sync.Once
	tables   atomic.Pointer[tables]

	_ [64]byte // what is above hardly ever changes, what is below does all the time
	// evicted are the calls that were forgotten since somebody asked last.
	evicted [NumReasons]atomic.Int64
	// chained is how many of the remembered calls stood against a claim of success,
	// standing how many of these still do.
	chained, standing atomic.Int64

	// generation is that of the last snapshot. unsaved: a later one was not completed.
	generation uint64
	unsaved    bool
}

// NewRecent returns an empty memory for at most limit calls, which is rounded up to
// a power of two. Its tables are made as they are needed.
func NewRecent(limit int, age time.Duration) *Recent {
	size := uint64(1)
	for size < uint64(max(limit, 1)) {
		size *= 2
	}
	n := numRings(size)
	return &Recent{age: age, limit: size, rings: newRings(n), ringBits: bits.TrailingZeros64(n)}
}

// Calls says how many calls a memory of that many MiB holds, with all its tables.
func Calls(mib int) int {
	n := uint64(1)
	for footprint(n*2) <= uint64(mib)<<20 {
		n *= 2
	}
	return int(n)
}

// footprint is how many bytes a memory of that many calls takes when it is full.
func footprint(limit uint64) uint64 {
	return limit*uint64(unsafe.Sizeof(slot{})+unsafe.Sizeof(set{})) +
		numRings(limit)*uint64(unsafe.Sizeof(ring{})) + uint64(unsafe.Sizeof(Recent{})) + orderFootprint(limit)
}

// Keys are the names of one record of a call, as hashes; 0 is none.
type Keys struct {
	// Own name the call, before and after.
	Own [3]uint64
	// Find may name the call, but are other records' names.
	Find [2]uint64
	// Also is to name the call from now on, unless it names another already.
	Also uint64
	// ID and Group are what the record says the call is and belongs to. Calls that
	// both say, and say differently, are two, whatever name they share.
	ID, Group uint64
	// Nested: the record is known to be of the call that the span around it
	// reports, so Find names its own call, and not another that it may belong to.
	Nested bool
}

// any returns one of the names, 0 if there are none.
func (k *Keys) any() uint64 {
	for _, key := range [...]uint64{k.Own[0], k.Own[1], k.Own[2], k.Also, k.Find[0], k.Find[1]} {
		if key != 0 {
			return key
		}
	}
	return 0
}

// Observe records that a record of a call was seen with the given marks, and
// returns those of them that no earlier record of the call had. The facts, where
// given, are remembered for what comes later. Without any key the call cannot be
// told from others, everything is new, and nothing is remembered.
func (r *Recent) Observe(now time.Time, keys Keys, marks Marks, facts *Facts) (fresh Marks) {
	if keys.any() == 0 {
		return marks
	}
	at := now.UnixNano()
	r.warm(&keys, facts)
	gates := gatesOf(&keys, facts)
	r.shut(&gates)
	defer r.reopen(&gates)
	f := r.find(at, &keys)
	if f.call == nil {
		f = r.add(at, keys.any())
	}
	f.call.identify(&keys)
	fresh = f.call.mark(marks)
	var told news
	if facts != nil {
		told = f.call.learn(facts)
	}
	if told.stands {
		r.chained.Add(1)
		r.standing.Add(1)
	}
	f.ring.unlockChanged()
	for _, k := range keys.Own {
		r.name(k, f.number)
	}
	r.name(keys.Also, f.number)
	if told.learnt {
		r.relate(at, f.number, &told)
	}
	return fresh
}

// gatesOf are the gates of all names that a record may enter or asks for.
func gatesOf(keys *Keys, facts *Facts) (s shut) {
	for _, k := range keys.Own {
		s.add(k)
	}
	for _, k := range keys.Find {
		s.add(k)
	}
	s.add(keys.Also)
	if facts != nil {
		s.add(facts.Group) // and with it those of its work, its tool and its group
	}
	return s
}

// gateOf is the gate of all names that belong to a group.
func gateOf(group uint64) (s shut) {
	s.add(group)
	return s
}

// found is a call that is remembered, with its ring locked; without a call none is
// locked.
type found struct {
	number uint64
	ring   *ring
	call   *call
}

// find looks for the call of a record.
func (r *Recent) find(at int64, keys *Keys) found {
	for _, k := range [...]uint64{keys.Own[0], keys.Own[1], keys.Own[2], keys.Find[0], keys.Find[1]} {
		number := r.named(k)
		if number == 0 {
			continue
		}
		f := r.open(at, number)
		if f.call == nil {
			continue
		}
		if f.call.fits(keys) {
			return f
		}
		f.ring.mu.Unlock()
	}
	return found{}
}

// Len returns how many calls are remembered.
func (r *Recent) Len(now time.Time) int {
	n := uint64(0)
	for i := range r.rings {
		g := &r.rings[i]
		g.mu.Lock()
		r.expire(uint64(i), now.UnixNano())
		n += g.next.Load() - g.oldest.Load()
		g.mu.Unlock()
	}
	return int(n)
}

// Limit returns how many calls can be remembered.
func (r *Recent) Limit() int { return int(r.limit) }

// Evicted returns how many calls were forgotten since it was last asked.
func (r *Recent) Evicted() (counts [NumReasons]int64) {
	for why := range r.evicted {
		// Senders ask after every batch, and mostly there is nothing to take.
		if r.evicted[why].Load() != 0 {
			counts[why] = r.evicted[why].Swap(0)
		}
	}
	return counts
}
