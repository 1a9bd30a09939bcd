package memory

import (
	"sync"
	"sync/atomic"
)

// set holds the names whose hashes end alike, in one cache line. Each is the tag of
// its hash and, below that, the lower half of a number.
//
// A name that leads to a forgotten call is free to be overwritten; so nothing ever has
// to be removed, and a look-up touches one cache line and no lock. Where a set is full
// of living names the oldest is lost, and a later record that bears no other name of
// the call would be counted again: there is room for eight names a call, and calls
// have two to six. A name keeps half of its hash and half of the number, which leaves
// one chance in 500 million that a new name is taken for an old one.
type set [8]atomic.Uint64

// tag is what a name keeps of its hash: the bits between those that find its set and
// those that find its gate.
func tag(key uint64) uint64 { return key >> (64 - gateBits - 32) & (1<<32 - 1) }

func pack(key, number uint64) uint64 { return tag(key)<<32 | uint64(uint32(number)) }

// named returns the number of the remembered call with that name, or 0.
func (r *Recent) named(key uint64) uint64 {
	t := r.tables.Load()
	if key == 0 || t == nil {
		return 0
	}
	ways := t.set(key)
	for i := range ways {
		if n := ways[i].Load(); n>>32 == tag(key) {
			if number := r.number(uint32(n)); number != 0 {
				return number
			}
		}
	}
	return 0
}

// name lets the key name the call, unless it names one already: the first log
// record inside a span stands for the span, not the last. The gate of the name has to
// be shut.
func (r *Recent) name(key, number uint64) { r.put(key, number, false) }

// rename lets the key name the call, whatever it named before.
func (r *Recent) rename(key, number uint64) { r.put(key, number, true) }

// put enters a name. Nobody else enters the same name meanwhile, but others may enter
// their names in the same set, and then it has another look.
func (r *Recent) put(key, number uint64, again bool) {
	if key == 0 {
		return
	}
	for ways := r.tables.Load().set(key); ; {
		i, old, known := r.way(ways, key)
		if known && !again {
			return
		}
		if i < 0 {
			i, old = oldest(ways, number)
		}
		if ways[i].CompareAndSwap(old, pack(key, number)) {
			return
		}
	}
}

// way is where a name stands in its set, and whether it leads to a call; -1 if it does
// not stand there.
func (r *Recent) way(ways *set, key uint64) (way int, holds uint64, known bool) {
	way = -1
	for i := range ways {
		if n := ways[i].Load(); n>>32 == tag(key) {
			if r.number(uint32(n)) != 0 {
				return i, n, true
			}
			way, holds = i, n
		}
	}
	return way, holds, false
}

// oldest is the way in a set whose call has been forgotten or will be soonest: its
// number is the furthest before that of a new call, as numbers grow alike in all rings.
func oldest(ways *set, number uint64) (way int, holds uint64) {
	const ahead = 1 << 28 // no ring is ahead of another by so much
	furthest := uint32(0)
	for i := range ways {
		n := ways[i].Load()
		if n == 0 {
			return i, 0
		}
		if distance := uint32(number) + ahead - uint32(n); distance >= furthest {
			way, holds, furthest = i, n, distance
		}
	}
	return way, holds
}

// warm asks for all parts of the tables that a record will need, at once. Each is
// somewhere else in the memory of the machine, and if they were asked for one after
// the other, behind a lock each, every one of them would be waited for.
func (r *Recent) warm(keys *Keys, facts *Facts) {
	t := r.tables.Load()
	if t == nil {
		return
	}
	for _, k := range [...]uint64{keys.Own[0], keys.Own[1], keys.Own[2], keys.Find[0], keys.Find[1], keys.Also} {
		if k != 0 {
			t.set(k)[0].Load()
		}
	}
	which := r.choose(keys.any())
	next := t.slot(which, r.rings[which].next.Load())
	next.head.Load()
	next.tail.Load()
	if facts != nil && facts.Same != 0 {
		t.set(facts.Same)[0].Load()
	}
	if facts != nil && facts.Tool != 0 {
		t.set(facts.Tool)[0].Load()
	}
}

// Whoever is about to enter names shuts their gates, so that of two records of one
// call only one finds it new. The first bits of a name choose its gate. Names of
// records that may be of one call, or of one conversation, should have them in common:
// then few gates have to be shut, and any other choice is merely slower.
const (
	gateBits = 8
	numGates = 1 << gateBits
)

type gate struct {
	mu sync.Mutex
	_  [56]byte // gates that lie side by side share no cache line
}

// With makes a name out of a hash that has its gate in common with another name.
func With(other, hash uint64) uint64 {
	return max(other>>(64-gateBits)<<(64-gateBits)|hash>>gateBits, 1)
}

// Beside makes another name of what a name names, of another kind. It stands in the same
// set, so that to ask for one is to have fetched the other.
func Beside(key, kind uint64) uint64 {
	const tags = (1<<32 - 1) << (64 - gateBits - 32)
	return key ^ kind*0x9E3779B97F4A7C15&tags
}

// shut are the gates that one operation has shut, in ascending order, so that no two
// operations wait for each other.
type shut struct {
	list [maxShut]uint8
	n    int
}

// maxShut is how many names an operation may need: those of a record, and those of its
// work, its tool and its group.
const maxShut = 9

func (s *shut) add(key uint64) {
	if key == 0 {
		return
	}
	gate, at := uint8(key>>(64-gateBits)), s.n
	for ; at > 0 && s.list[at-1] >= gate; at-- {
		if s.list[at-1] == gate {
			return
		}
	}
	copy(s.list[at+1:s.n+1], s.list[at:s.n])
	s.list[at] = gate
	s.n++
}

func (r *Recent) shut(s *shut) {
	for _, i := range s.list[:s.n] {
		r.gates[i].mu.Lock()
	}
}

func (r *Recent) reopen(s *shut) {
	for _, i := range s.list[:s.n] {
		r.gates[i].mu.Unlock()
	}
}
