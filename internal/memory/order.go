package memory

import (
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// Limits on what counts as order.
const (
	// lag is by how much a call may come late that is not out of order, in nanoseconds: clocks are not exact, and spans
	// and their parents end together.
	lag = uint64(time.Second)
	// disorder is how long a group is out of order after a call that came late.
	disorder = 10 * time.Minute
)

// Order remembers of groups whether their calls arrive in the order of time, as far as that can be seen: a call that
// comes late had ended before another began that is known already. A call that has only been delayed looks like none at
// all, so where some come late, others are still to come.
//
// What ends is reported when it ends, so parents that come after their children, and calls that run at the same time,
// are in order. Several sources that report calls of one group do not wait for each other, so each has an order of its own.
//
// It holds a fixed number of sources and of groups that are out of order; of those that were seen longest ago it knows
// nothing any more, and takes them for being in order. What it costs to ask where nothing is out of order is one atomic
// load.
type Order struct {
	age    time.Duration
	mu     [orderLocks]orderLock
	sets   []orderSet
	making sync.Once
	made   atomic.Bool
	size   uint64
	late   atomic.Int64 // when the last call came late, in any group
}

// An orderSet holds those whose hashes end alike.
type orderSet [4]seenOrder

// seenOrder is a source of a group, or a group that is out of order.
type seenOrder struct {
	name uint64 // 0 where there is none
	seen int64  // when that was last, in nanoseconds
	// latest is when the call began that began last; of a group, when a call last came late.
	latest uint64
}

const orderLocks = 16

type orderLock struct {
	mu sync.Mutex
	_  [56]byte // locks that lie side by side share no cache line
}

// orderSets is how many sets there are beside that many calls, a power of two like them.
func orderSets(calls uint64) uint64 { return max(calls/64, 1) }

// orderFootprint is how many bytes they take.
func orderFootprint(calls uint64) uint64 {
	return orderSets(calls)*uint64(unsafe.Sizeof(orderSet{})) + uint64(unsafe.Sizeof(Order{}))
}

// NewOrder returns an empty memory beside one of that many calls, which is a power of two. Its table is made when it is
// needed.
func NewOrder(calls int, age time.Duration) *Order {
	return &Order{age: age, size: orderSets(uint64(max(calls, 1)))}
}

// Arrival is a call that has arrived.
type Arrival struct {
	Group, Source uint64
	// Start and End bound the call, 0 where that is not known.
	Start, End uint64
	// First: it was not known before. What comes again is not late.
	First bool
}

// Late notes those calls of a batch that come late. The batch itself, which arrives at once, has no order.
func (o *Order) Late(now time.Time, batch []Arrival) {
	if !o.made.Load() {
		return
	}
	at := now.UnixNano()
	for i := range batch {
		if a := &batch[i]; a.First && a.Group != 0 && a.End != 0 && o.latest(at, sourceName(a.Group, a.Source)) > a.End+lag {
			o.raise(at, a.Group, uint64(at))
			o.late.Store(at)
		}
	}
}

// Came notes that the calls of a batch have arrived, after all that the batch holds was asked about.
func (o *Order) Came(now time.Time, batch []Arrival) {
	if len(batch) == 0 {
		return
	}
	o.making.Do(func() {
		o.sets = make([]orderSet, o.size)
		o.made.Store(true)
	})
	at := now.UnixNano()
	for i := range batch {
		if a := &batch[i]; a.Group != 0 && a.Start != 0 {
			o.raise(at, sourceName(a.Group, a.Source), a.Start)
		}
	}
}

// Kept reports whether the calls of a group arrive in order: none of them came late in the last while.
func (o *Order) Kept(now time.Time, group uint64) bool {
	at := now.UnixNano()
	if last := o.late.Load(); last == 0 || at-last >= int64(disorder) {
		return true
	}
	last := o.latest(at, group)
	return last == 0 || at-int64(last) >= int64(disorder)
}

// sourceName makes a name of a source in a group.
func sourceName(group, source uint64) uint64 {
	h := (group ^ source*0x9E3779B97F4A7C15) * 0xFF51AFD7ED558CCD
	return max(h^h>>32, 1)
}

func (o *Order) lock(name uint64) (*orderSet, *sync.Mutex) {
	which := name & (o.size - 1)
	mu := &o.mu[which%orderLocks].mu
	mu.Lock()
	return &o.sets[which], mu
}

// latest is what is remembered under a name, 0 if nothing is.
func (o *Order) latest(at int64, name uint64) uint64 {
	set, mu := o.lock(name)
	defer mu.Unlock()
	for i := range set {
		if set[i].name == name && at-set[i].seen < int64(o.age) {
			return set[i].latest
		}
	}
	return 0
}

// raise remembers the later of two times under a name, in the place of what was seen longest ago.
func (o *Order) raise(at int64, name, latest uint64) {
	set, mu := o.lock(name)
	defer mu.Unlock()
	oldest := 0
	for i := range set {
		if set[i].name == name {
			if at-set[i].seen >= int64(o.age) {
				set[i].latest = 0
			}
			set[i].seen, set[i].latest = at, max(set[i].latest, latest)
			return
		}
		if set[i].seen < set[oldest].seen {
			oldest = i
		}
	}
	set[oldest] = seenOrder{name: name, seen: at, latest: latest}
}
