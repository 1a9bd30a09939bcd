package memory

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/termination"
)

// hash spreads the numbers of a test as the hashes of real names are spread.
func hash(space, n uint64) uint64 {
	h := (n<<8 | space) * 0x9E3779B97F4A7C15
	h = (h ^ h>>32) * 0xFF51AFD7ED558CCD
	return max(h^h>>29, 1)
}

// together runs a function in as many goroutines, all let go at once.
func together(n int, run func(sender int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-start
			run(i)
		})
	}
	ready.Wait()
	close(start)
	done.Wait()
}

// TestRecordsOfOneCallAtOneMoment has every call reported by four senders at the same
// time, each under other names, of which each shares one with the next.
func TestRecordsOfOneCallAtOneMoment(t *testing.T) {
	const calls, senders = 5000, 4
	r := NewRecent(1<<15, time.Hour)
	counts := make([]atomic.Int32, calls)
	findings := make([]atomic.Int32, calls)
	var turn [calls]sync.WaitGroup
	for i := range turn {
		turn[i].Add(senders)
	}
	together(senders, func(sender int) {
		for i := range uint64(calls) {
			turn[i].Done()
			turn[i].Wait()
			first, second := hash(1, i), hash(2, i)
			keys := [senders]Keys{
				{Own: [3]uint64{first, hash(3, i)}, Also: hash(5, i)},
				{Own: [3]uint64{hash(4, i)}, Find: [2]uint64{first}, Also: first},
				{Own: [3]uint64{0, first, second}},
				{Own: [3]uint64{hash(6, i), 0, first}, Find: [2]uint64{hash(7, i), hash(8, i)}},
			}[sender]
			fresh := r.Observe(start, keys, Marks{Bits: Called, Findings: 1<<i%64 | 1}, killed(byte(sender), hash(9, i), 0))
			if fresh.Bits&Called != 0 {
				counts[i].Add(1)
			}
			if fresh.Findings&1 != 0 {
				findings[i].Add(1)
			}
		}
	})
	for i := range counts {
		require.EqualValues(t, 1, counts[i].Load(), "call %d", i)
		require.EqualValues(t, 1, findings[i].Load(), "call %d", i)
	}
	assert.Equal(t, calls, r.Len(start))
	assert.EqualValues(t, calls, r.standing.Load(), "each stands once")
}

// TestManySendersInASmallMemory uses everything at once in a memory that forgets all
// the time, and counts up what became of the calls.
func TestManySendersInASmallMemory(t *testing.T) {
	for _, limit := range []int{1, 16, 2048} {
		r := NewRecent(limit, time.Hour)
		var added, evicted atomic.Int64
		together(4, func(sender int) {
			rnd := rand.New(rand.NewPCG(uint64(sender), 7))
			for i := range 8_000 {
				now := start.Add(time.Duration(i) * time.Second / 2)
				n := rnd.Uint64N(8000)
				id, of := hash(1, n), hash(3, n%20)
				work := hash(2, n%500)
				keys := Keys{Own: [3]uint64{id, hash(4, id)}, Find: [2]uint64{hash(5, rnd.Uint64N(8000))}, Also: hash(5, id)}
				f := Facts{Kind: termination.OK, Group: of, Same: work, Work: work, Tool: hash(6, of)}
				if i%2 == 0 {
					f.Kind, f.Next, f.Stands = termination.Timeout, termination.Rerun, true
				}
				if earlier, ok := r.Repeats(now, keys, &f); ok {
					assert.Equal(t, f.Same, earlier.Same)
				}
				if r.Observe(now, keys, Marks{Bits: Called}, &f).Bits&Called != 0 {
					added.Add(1)
				}
				for _, other := range r.Standing(now, of, 0, 8, nil) {
					assert.Equal(t, of, other.Group)
				}
				if known, ok := r.Known(now, f.Tool); ok {
					assert.Equal(t, of, known.Group)
				}
				switch i % 500 {
				case 1:
					r.Passed(now, keys, &f, work)
				case 2:
					assert.LessOrEqual(t, r.Len(now), r.Limit())
				case 3:
					for _, n := range r.Evicted() {
						evicted.Add(n)
					}
				}
			}
		})
		now := start.Add(4_000 * time.Second)
		left := int64(r.Len(now))
		for _, n := range r.Evicted() {
			evicted.Add(n)
		}
		assert.Equal(t, added.Load(), evicted.Load()+left, "every call was forgotten once, or is remembered")
		assert.EqualValues(t, r.countStanding(), r.standing.Load())
		assert.Zero(t, r.Len(now.Add(time.Hour)), "everything drains")
		assert.Equal(t, [NumReasons]int64{Age: left}, r.Evicted())
		assert.Zero(t, r.standing.Load())
	}
}

// countStanding counts the calls that stand, while nobody else uses the memory.
func (r *Recent) countStanding() (n int) {
	for i := range r.rings {
		g := &r.rings[i]
		for place := g.oldest.Load(); place < g.next.Load(); place++ {
			if c := r.at(uint64(i), place); c.linked && !c.cleared {
				n++
			}
		}
	}
	return n
}

// TestTheOldestGoFirst fills a memory of many rings twice: of the first half nothing is left, of the last fifth all.
func TestTheOldestGoFirst(t *testing.T) {
	const limit = 1 << 16
	r := NewRecent(limit, time.Hour)
	require.Len(t, r.rings, maxRings)
	for i := range uint64(2 * limit) {
		r.Observe(start, own(hash(1, i)), called, nil)
	}
	assert.InDelta(t, limit, r.Len(start), limit/50)
	forgotten := r.Evicted()
	assert.EqualValues(t, 2*limit-r.Len(start), forgotten[Capacity])
	assert.Zero(t, forgotten[Age])
	for i := range uint64(2 * limit) {
		found := r.named(hash(1, i)) != 0
		if i < limit*8/10 {
			assert.False(t, found, i)
		}
		if i > limit*12/10 {
			assert.True(t, found, i)
		}
	}
}

// TestAgeInManyRings also has rings expire that nothing is added to any more.
func TestAgeInManyRings(t *testing.T) {
	r := NewRecent(1<<12, time.Hour)
	for i := range uint64(1000) {
		r.Observe(start.Add(time.Duration(i)*time.Second), own(hash(1, i)), called, killed(1, hash(2, i), 0))
	}
	assert.EqualValues(t, 1000, r.standing.Load())
	at := start.Add(time.Hour + 499*time.Second)
	_, ok := r.Known(at, hash(2, 0))
	assert.False(t, ok, "too old, though nothing else happened since")
	_, ok = r.Known(at, hash(2, 999))
	assert.True(t, ok)
	assert.Equal(t, 500, r.Len(at))
	assert.Equal(t, [NumReasons]int64{Age: 500}, r.Evicted())
	assert.Equal(t, called, r.Observe(at, own(hash(1, 0)), called, nil), "a call that was forgotten is a new one")
	assert.Zero(t, r.Len(at.Add(2*time.Hour)))
	assert.Zero(t, r.standing.Load())
}

// agentCall is a call as a span of an agent reports it: the names that have to do with its ID, with its trace and with
// its conversation have their gates in common, and those of its span their set.
func agentCall(n, ofConversation uint64) (Keys, Facts) {
	id, trace, conversation := hash(1, n), hash(2, n), hash(3, ofConversation)
	span := With(trace, hash(6, n))
	return Keys{
		Own:  [3]uint64{With(id, hash(4, n)), With(id, hash(5, n)), span},
		Find: [2]uint64{Beside(span, 1), Beside(span, 2)}, ID: id, Group: conversation,
	}, Facts{Kind: termination.OK, Group: conversation, Same: With(conversation, hash(9, n)), Tool: With(conversation, hash(10, ofConversation))}
}

// TestTenMillionCalls of a million conversations pass through the default memory, whose tables may take what the user
// allowed and no more.
func TestTenMillionCalls(t *testing.T) {
	const mib, each = 64, 10
	conversations := uint64(1_000_000)
	if raceDetector() {
		conversations = 50_000 // every access costs a multiple then
	}
	before := heap()
	r := NewRecent(Calls(mib), time.Hour)
	var seen, evicted atomic.Int64
	together(2, func(sender int) {
		for i := range conversations * each / 2 {
			i = i*2 + uint64(sender)
			keys, f := agentCall(i, i%conversations)
			if i%8 == 0 {
				f.Kind, f.Next, f.Stands = termination.Timeout, termination.Rerun, true
			}
			r.Repeats(start, keys, &f)
			seen.Add(int64(r.Observe(start, keys, called, &f).Bits & Called / Called))
			if i%1000 < 2 {
				evicted.Add(r.Evicted()[Capacity])
			}
		}
	})
	evicted.Add(r.Evicted()[Capacity])
	after := heap()
	assert.EqualValues(t, conversations*each, seen.Load(), "each was new")
	assert.Equal(t, seen.Load(), evicted.Load()+int64(r.Len(start)))
	assert.Equal(t, r.Limit(), r.Len(start), "the memory is full")
	assert.Less(t, after-before, int64(mib<<20), "bytes")
	t.Logf("%d calls remembered in %.1f MiB", r.Limit(), float64(after-before)/(1<<20))
	runtime.KeepAlive(r)
}

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func raceDetector() bool {
	info, _ := debug.ReadBuildInfo()
	for _, s := range info.Settings {
		if s.Key == "-race" {
			return s.Value == "true"
		}
	}
	return false
}

// BenchmarkCall remembers one call after another, as a sender does, in a memory that is full.
func BenchmarkCall(b *testing.B) {
	for _, tt := range []struct {
		name string
		seen uint64
	}{{"10k", 10_000}, {"1M", 1_000_000}, {"10M", 10_000_000}} {
		b.Run(tt.name, func(b *testing.B) {
			r := NewRecent(Calls(64), time.Hour)
			one := func(i uint64) {
				keys, f := agentCall(i, i/10)
				r.Repeats(start, keys, &f)
				r.Observe(start, keys, called, &f)
			}
			for i := range tt.seen {
				one(i)
			}
			var next atomic.Uint64
			next.Store(tt.seen)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					one(next.Add(1))
				}
			})
		})
	}
}
