// Package memory remembers what was seen of each call, so that a call that is
// reported by several records is counted once. It holds hashes and bits, never
// text, and never more than its limit.
package memory

import (
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

// Recent remembers the calls seen last: at most limit of them, the oldest being
// forgotten first, and none longer than age after its first record.
//
// Calls stand in a ring in the order of arrival and are known by their number in
// that order. Their names stand in a table of small sets, in which a name that
// leads to a forgotten call is free to be overwritten; so nothing ever has to be
// removed, and a look-up touches one cache line. Where a set is full of living
// names the oldest is lost, and a later record that bears no other name of the
// call would be counted again: the table has room for eight names a call, and
// calls have two to four. A name keeps half of its hash and half of the number,
// which leaves one chance in 500 million that a new name is taken for an old one.
type Recent struct {
	mu      sync.Mutex
	age     time.Duration
	limit   uint64
	calls   []call
	names   []set
	oldest  uint64 // the number of the oldest call that is remembered
	next    uint64 // the number of the next new call
	evicted [NumReasons]int64
	// chained is how many of the remembered calls stood against a claim of success,
	// standing how many of these still do.
	chained, standing atomic.Int64
}

type call struct {
	marks Marks
	seen  int64 // when it arrived, in nanoseconds
	id    uint64
	group uint64
	facts Facts
	// previous is the lower half of the number of the call before this one in the
	// chain of those of its group that stood against a claim.
	previous uint32
	// linked: it is in that chain. cleared: a later run did what this one did not; when
	// that began, clearedAt tells, 0 where it is not known.
	linked, cleared bool
	clearedAt       uint64
}

// set holds the names whose hashes end alike, in one cache line.
type set [8]name

type name struct {
	key  uint32 // the upper half of the hash
	call uint32 // the lower half of the number
}

// NewRecent returns an empty memory for at most limit calls. Its tables are made
// at the first call.
func NewRecent(limit int, age time.Duration) *Recent {
	size := uint64(1)
	for size < uint64(max(limit, 1)) {
		size *= 2
	}
	return &Recent{age: age, limit: size, oldest: 1, next: 1}
}

// Calls says how many calls a memory of that many MiB holds.
func Calls(mib int) int {
	const each = int(unsafe.Sizeof(call{}) + unsafe.Sizeof(set{}))
	n := 1
	for n*2*each <= mib<<20 {
		n *= 2
	}
	return n
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

// Observe records that a record of a call was seen with the given marks, and
// returns those of them that no earlier record of the call had. The facts, where
// given, are remembered for what comes later. Without any key the call cannot be
// told from others, everything is new, and nothing is remembered.
func (r *Recent) Observe(now time.Time, keys Keys, marks Marks, facts *Facts) (fresh Marks) {
	if keys.Own == [3]uint64{} && keys.Find == [2]uint64{} && keys.Also == 0 {
		return marks
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	number := r.find(&keys)
	if number == 0 {
		number = r.add(now)
	}
	for _, k := range keys.Own {
		r.name(k, number)
	}
	r.name(keys.Also, number)
	r.identify(number, &keys)
	if facts != nil {
		r.learn(number, facts)
	}
	known := &r.calls[number&(r.limit-1)].marks
	fresh = Marks{Findings: marks.Findings &^ known.Findings, Bits: marks.Bits &^ known.Bits}
	known.Findings |= marks.Findings
	known.Bits |= marks.Bits
	return fresh
}

func (r *Recent) find(keys *Keys) uint64 {
	for _, k := range keys.Own {
		if n := r.named(k); n != 0 && r.fits(n, keys) {
			return n
		}
	}
	for _, k := range keys.Find {
		if n := r.named(k); n != 0 && r.fits(n, keys) {
			return n
		}
	}
	return 0
}

// fits reports whether a remembered call can be the one of the record.
func (r *Recent) fits(number uint64, keys *Keys) bool {
	c := &r.calls[number&(r.limit-1)]
	return agree(c.id, keys.ID) && agree(c.group, keys.Group)
}

func agree(a, b uint64) bool { return a == b || a == 0 || b == 0 }

// identify completes what is known of the call by what the record says.
func (r *Recent) identify(number uint64, keys *Keys) {
	c := &r.calls[number&(r.limit-1)]
	if c.id == 0 {
		c.id = keys.ID
	}
	if c.group == 0 {
		c.group = keys.Group
	}
}

// named returns the number of the remembered call with that name, or 0.
func (r *Recent) named(key uint64) uint64 {
	if key == 0 || r.names == nil {
		return 0
	}
	ways := &r.names[key&(r.limit-1)]
	for i := range ways {
		if n := ways[i]; n.key == tag(key) {
			if number := r.number(n.call); number != 0 {
				return number
			}
		}
	}
	return 0
}

// tag is what a name keeps of its hash; the other half is its place in the table.
func tag(key uint64) uint32 { return uint32(key >> 32) }

// number completes half a number to that of a remembered call, or returns 0.
func (r *Recent) number(half uint32) uint64 {
	number := r.next - uint64(uint32(r.next)-half)
	if number < r.oldest || number >= r.next {
		return 0
	}
	return number
}

func (r *Recent) add(now time.Time) uint64 {
	if r.names == nil {
		r.calls, r.names = make([]call, r.limit), make([]set, r.limit)
	}
	if r.next-r.oldest == r.limit {
		r.forget(Capacity)
	}
	number := r.next
	r.next++
	r.calls[number&(r.limit-1)] = call{seen: now.UnixNano()}
	return number
}

// name lets the key name the call, unless it names one already: the first log
// record inside a span stands for the span, not the last.
func (r *Recent) name(key, number uint64) {
	if key == 0 {
		return
	}
	ways := &r.names[key&(r.limit-1)]
	lost, oldest := 0, r.next
	for i := range ways {
		known := r.number(ways[i].call)
		if known != 0 && ways[i].key == tag(key) {
			return
		}
		if known < oldest {
			lost, oldest = i, known
		}
	}
	ways[lost] = name{key: tag(key), call: uint32(number)}
}

func (r *Recent) forget(why Reason) {
	if c := r.at(r.oldest); c.linked {
		r.chained.Add(-1)
		if !c.cleared {
			r.standing.Add(-1)
		}
	}
	r.oldest++
	r.evicted[why]++
}

func (r *Recent) expire(now time.Time) {
	limit := now.Add(-r.age).UnixNano()
	for r.oldest < r.next && r.calls[r.oldest&(r.limit-1)].seen <= limit {
		r.forget(Age)
	}
}

// Len returns how many calls are remembered.
func (r *Recent) Len(now time.Time) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expire(now)
	return int(r.next - r.oldest)
}

// Limit returns how many calls can be remembered.
func (r *Recent) Limit() int { return int(r.limit) }

// Evicted returns how many calls were forgotten since it was last asked.
func (r *Recent) Evicted() (counts [NumReasons]int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts, r.evicted = r.evicted, [NumReasons]int64{}
	return counts
}
