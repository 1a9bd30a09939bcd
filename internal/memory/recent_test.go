package memory

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

var start = time.Unix(1_800_000_000, 0)

func own(keys ...uint64) (k Keys) {
	copy(k.Own[:], keys)
	return k
}

func TestACallIsNewOnce(t *testing.T) {
	r := NewRecent(10, time.Hour)
	called := Marks{Bits: Called, Findings: 0b01}
	assert.Equal(t, called, r.Observe(start, own(1, 2), called))
	assert.Equal(t, Marks{}, r.Observe(start, own(1), called))
	assert.Equal(t, Marks{}, r.Observe(start, own(3, 2), called), "any of its names will do")
	assert.Equal(t, Marks{Findings: 0b10}, r.Observe(start, own(3), Marks{Bits: Called, Findings: 0b11}))
	assert.Equal(t, 1, r.Len(start))
}

func TestNamesOfOthers(t *testing.T) {
	r := NewRecent(10, time.Hour)
	called := Marks{Bits: Called}
	r.Observe(start, Keys{Own: [3]uint64{1}, Also: 9}, called)
	assert.Equal(t, called, r.Observe(start, Keys{Own: [3]uint64{2}, Find: [2]uint64{8}, Also: 9}, called), "not found, and 9 is taken")
	assert.Equal(t, Marks{}, r.Observe(start, Keys{Own: [3]uint64{3}, Find: [2]uint64{9}}, called), "9 is the first call")
	assert.Equal(t, 2, r.Len(start))
}

func TestWithoutNamesEverythingIsNew(t *testing.T) {
	r := NewRecent(10, time.Hour)
	for range 3 {
		assert.Equal(t, Marks{Bits: Called}, r.Observe(start, Keys{}, Marks{Bits: Called}))
	}
	assert.Equal(t, 0, r.Len(start))
}

func TestAge(t *testing.T) {
	r := NewRecent(100, time.Hour)
	called := Marks{Bits: Called}
	r.Observe(start, own(1), called)
	r.Observe(start, own(2), called)
	at := start.Add(31 * time.Minute)
	assert.Equal(t, Marks{}, r.Observe(at, own(1), called), "still known, and renewed")
	at = at.Add(31 * time.Minute)
	assert.Equal(t, called, r.Observe(at, own(2), called), "an hour is over")
	assert.Equal(t, Marks{}, r.Observe(at, own(1), called))
	assert.Equal(t, [NumReasons]int64{Age: 1}, r.Evicted())
	assert.Equal(t, 0, r.Len(at.Add(2*time.Hour)))
	assert.Equal(t, [NumReasons]int64{Age: 2}, r.Evicted())
	assert.Equal(t, [NumReasons]int64{}, r.Evicted())
}

func TestLimit(t *testing.T) {
	const limit = 100
	r := NewRecent(limit, time.Hour)
	var evicted int64
	for i := range uint64(10_000) {
		r.Observe(start, Keys{Own: [3]uint64{i + 1, i + 1<<40}, Also: 1<<50 + i%7}, Marks{Bits: Called})
		assert.LessOrEqual(t, r.Len(start), limit)
		assert.LessOrEqual(t, len(r.young)+len(r.old), limit*3)
		evicted += r.Evicted()[Capacity]
	}
	assert.EqualValues(t, 10_000, evicted+int64(r.Len(start)))
	assert.Equal(t, limit, r.Limit())
}

// TestCountsAddUp checks the book-keeping against a random history.
func TestCountsAddUp(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	r := NewRecent(50, time.Hour)
	at, added, evicted := start, int64(0), int64(0)
	for range 20_000 {
		at = at.Add(time.Duration(rnd.IntN(90)) * time.Second)
		k := Keys{Own: [3]uint64{rnd.Uint64N(200) + 1, rnd.Uint64N(200) + 1000}, Find: [2]uint64{rnd.Uint64N(200) + 1}, Also: rnd.Uint64N(50) + 5000}
		if r.Observe(at, k, Marks{Bits: Called}).Bits != 0 {
			added++
		}
		for _, n := range r.Evicted() {
			evicted += n
		}
		assert.Equal(t, added, evicted+int64(r.calls[0]+r.calls[1]))
		assert.GreaterOrEqual(t, r.calls[1], 0)
	}
}
