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
	assert.Equal(t, called, r.Observe(start, own(1, 2), called, nil))
	assert.Equal(t, Marks{}, r.Observe(start, own(1), called, nil))
	assert.Equal(t, Marks{}, r.Observe(start, own(3, 2), called, nil), "any of its names will do")
	assert.Equal(t, Marks{Findings: 0b10}, r.Observe(start, own(3), Marks{Bits: Called, Findings: 0b11}, nil))
	assert.Equal(t, 1, r.Len(start))
}

func TestNamesOfOthers(t *testing.T) {
	r := NewRecent(10, time.Hour)
	called := Marks{Bits: Called}
	r.Observe(start, Keys{Own: [3]uint64{1}, Also: 9}, called, nil)
	assert.Equal(t, called, r.Observe(start, Keys{Own: [3]uint64{2}, Find: [2]uint64{8}, Also: 9}, called, nil), "not found, and 9 is taken")
	assert.Equal(t, Marks{}, r.Observe(start, Keys{Own: [3]uint64{3}, Find: [2]uint64{9}}, called, nil), "9 is the first call")
	assert.Equal(t, 2, r.Len(start))
}

func TestWhatCallsSayOfThemselves(t *testing.T) {
	r := NewRecent(16, time.Hour)
	called := Marks{Bits: Called}
	named := func(id, group uint64) Keys { return Keys{Own: [3]uint64{7}, ID: id, Group: group} }
	assert.Equal(t, called, r.Observe(start, named(1, 0), called, nil))
	assert.Equal(t, Marks{}, r.Observe(start, named(0, 5), called, nil), "nothing against it, and now in group 5")
	assert.Equal(t, called, r.Observe(start, named(1, 6), called, nil), "another group")
	assert.Equal(t, called, r.Observe(start, named(2, 0), called, nil), "another ID")
	assert.Equal(t, Marks{}, r.Observe(start, named(1, 5), called, nil))
}

func TestWithoutNamesEverythingIsNew(t *testing.T) {
	r := NewRecent(10, time.Hour)
	for range 3 {
		assert.Equal(t, Marks{Bits: Called}, r.Observe(start, Keys{}, Marks{Bits: Called}, nil))
	}
	assert.Equal(t, 0, r.Len(start))
}

func TestAge(t *testing.T) {
	r := NewRecent(128, time.Hour)
	called := Marks{Bits: Called}
	r.Observe(start, own(1), called, nil)
	at := start.Add(59 * time.Minute)
	assert.Equal(t, Marks{}, r.Observe(at, own(1), called, nil), "still known")
	r.Observe(at, own(2), called, nil)
	at = start.Add(time.Hour)
	assert.Equal(t, called, r.Observe(at, own(1), called, nil), "an hour is over")
	assert.Equal(t, Marks{}, r.Observe(at, own(2), called, nil))
	assert.Equal(t, [NumReasons]int64{Age: 1}, r.Evicted())
	assert.Equal(t, 0, r.Len(at.Add(time.Hour)))
	assert.Equal(t, [NumReasons]int64{Age: 2}, r.Evicted())
	assert.Equal(t, [NumReasons]int64{}, r.Evicted())
}

func TestTimeRunningBackwards(t *testing.T) {
	r := NewRecent(128, time.Hour)
	called := Marks{Bits: Called}
	r.Observe(start, own(1), called, nil)
	r.Observe(start.Add(-24*time.Hour), own(2), called, nil)
	assert.Equal(t, Marks{}, r.Observe(start, own(2), called, nil))
	assert.Equal(t, 0, r.Len(start.Add(time.Hour)), "the younger clock of the second keeps nothing alive")
}

func TestLimit(t *testing.T) {
	r := NewRecent(100, time.Hour)
	assert.Equal(t, 128, r.Limit(), "rounded up to a power of two")
	var evicted int64
	for i := range uint64(10_000) {
		keys := Keys{Own: [3]uint64{i*0x9E3779B97F4A7C15 + 1, i*0xC2B2AE3D27D4EB4F + 1}}
		assert.Equal(t, Called, r.Observe(start, keys, Marks{Bits: Called}, nil).Bits)
		assert.Equal(t, Marks{}, r.Observe(start, Keys{Own: [3]uint64{keys.Own[1]}}, Marks{Bits: Called}, nil))
		assert.LessOrEqual(t, r.Len(start), r.Limit())
		evicted += r.Evicted()[Capacity]
	}
	assert.EqualValues(t, 10_000, evicted+int64(r.Len(start)))
}

// TestFullSet gives one set more living names than it has room for: the oldest
// is lost, nothing else.
func TestFullSet(t *testing.T) {
	r := NewRecent(16, time.Hour)
	called := Marks{Bits: Called}
	for i := range uint64(9) {
		r.Observe(start, own((i+1)<<32), called, nil)
	}
	assert.Equal(t, 9, r.Len(start))
	for i := range uint64(8) {
		assert.Equal(t, Marks{}, r.Observe(start, own((i+2)<<32), called, nil))
	}
	assert.Equal(t, called, r.Observe(start, own(1<<32), called, nil))
}

// TestAgainstAModel compares a random history with plain maps.
func TestAgainstAModel(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	r := NewRecent(1<<12, time.Hour)
	names, marks, next := map[uint64]int{}, map[int]Marks{}, 0
	for range 20_000 {
		key := func(space uint64) uint64 { return (rnd.Uint64N(600) + space<<20 + 1) * 0x9E3779B97F4A7C15 }
		k := Keys{Own: [3]uint64{key(1), key(2)}, Find: [2]uint64{key(3)}, Also: key(3)}
		m := Marks{Bits: Called, Findings: 1 << rnd.Uint64N(40)}
		call, known := 0, false
		for _, n := range []uint64{k.Own[0], k.Own[1], k.Find[0]} {
			if call, known = names[n]; known {
				break
			}
		}
		if !known {
			next++
			call = next
		}
		for _, n := range []uint64{k.Own[0], k.Own[1], k.Also} {
			if _, ok := names[n]; !ok {
				names[n] = call
			}
		}
		had := marks[call]
		want := Marks{Bits: m.Bits &^ had.Bits, Findings: m.Findings &^ had.Findings}
		marks[call] = Marks{Bits: m.Bits | had.Bits, Findings: m.Findings | had.Findings}
		assert.Equal(t, want, r.Observe(start, k, m, nil))
	}
	assert.Equal(t, next, r.Len(start))
}
