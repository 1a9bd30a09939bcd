package memory

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// at is a time of the calls, which has nothing to do with that of their arrival.
func at(seconds float64) uint64 { return uint64(start.UnixNano()) + uint64(seconds*1e9) }

// first is a call that was not known before.
func first(source uint64, from, to float64) Arrival {
	return Arrival{Group: 1, Source: source, Start: at(from), End: at(to), First: true}
}

func (o *Order) arrive(now time.Time, batch ...Arrival) {
	o.Late(now, batch)
	o.Came(now, batch)
}

func TestOrder(t *testing.T) {
	again := first(1, 0, 1)
	again.First = false
	for name, tt := range map[string]struct {
		batches [][]Arrival
		kept    bool
	}{
		"nothing":                       {nil, true},
		"one after the other":           {[][]Arrival{{first(1, 0, 1)}, {first(1, 2, 3)}, {first(1, 3, 9)}}, true},
		"one that had ended before":     {[][]Arrival{{first(1, 5, 6)}, {first(1, 2, 3)}}, false},
		"within one batch":              {[][]Arrival{{first(1, 5, 6), first(1, 2, 3)}}, true},
		"a parent after its children":   {[][]Arrival{{first(1, 5, 6)}, {first(1, 7, 8)}, {first(1, 4, 9)}}, true},
		"calls at the same time":        {[][]Arrival{{first(1, 3, 4)}, {first(1, 2, 5)}, {first(1, 1, 60)}, {first(1, 50, 61)}}, true},
		"later by less than a second":   {[][]Arrival{{first(1, 5, 6)}, {first(1, 2, 4.5)}}, true},
		"from another source":           {[][]Arrival{{first(1, 5, 6)}, {first(2, 2, 3)}, {first(1, 8, 9)}, {first(2, 5, 6)}}, true},
		"delivered again":               {[][]Arrival{{first(1, 0, 1)}, {first(1, 5, 6)}, {again}}, true},
		"without times":                 {[][]Arrival{{first(1, 5, 6)}, {{Group: 1, Source: 1, First: true}}}, true},
		"of another group":              {[][]Arrival{{first(1, 5, 6)}, {{Group: 2, Source: 1, Start: at(0), End: at(1), First: true}}}, true},
		"late after a batch that mixes": {[][]Arrival{{first(1, 9, 10), first(1, 0, 1)}, {first(1, 2, 3)}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			o := NewOrder(1024, time.Hour)
			for _, batch := range tt.batches {
				o.arrive(start, batch...)
			}
			assert.Equal(t, tt.kept, o.Kept(start, 1))
			assert.True(t, o.Kept(start, 7), "of which nothing is known")
		})
	}
}

func TestDisorderPasses(t *testing.T) {
	o := NewOrder(1024, time.Hour)
	o.arrive(start, first(1, 5, 6))
	o.arrive(start, first(1, 2, 3))
	o.arrive(start.Add(time.Minute), first(1, 8, 9))
	assert.False(t, o.Kept(start.Add(disorder-time.Second), 1))
	assert.True(t, o.Kept(start.Add(disorder), 1))

	o.arrive(start.Add(disorder), first(1, 3, 4))
	assert.False(t, o.Kept(start.Add(disorder), 1), "again")

	o.arrive(start.Add(3*time.Hour), first(1, 3, 4))
	assert.True(t, o.Kept(start.Add(3*time.Hour), 1), "what was known of it is too old")
}

// TestOrderIsBounded: more groups than there is room for make nothing grow and nothing late.
func TestOrderIsBounded(t *testing.T) {
	const calls = 1024
	o := NewOrder(calls, time.Hour)
	named := func(group uint64) uint64 { return group * 0x9E3779B97F4A7C15 }
	for group := range uint64(100 * calls) {
		o.arrive(start, Arrival{Group: named(group), Start: at(float64(group)), End: at(float64(group)), First: true})
	}
	assert.Len(t, o.sets, calls/64)
	assert.Zero(t, o.late.Load())
	last := named(100*calls - 1)
	o.arrive(start, Arrival{Group: last, Start: at(1), End: at(1), First: true})
	assert.False(t, o.Kept(start, last), "the last one is known")
}

func TestOrderFromManySenders(t *testing.T) {
	o := NewOrder(1024, time.Hour)
	var senders sync.WaitGroup
	for k := range uint64(8) {
		senders.Go(func() {
			for i := range 1000 {
				a := first(k, float64(i), float64(i+1))
				a.Group = 1 + k%2
				o.arrive(start, a)
				assert.True(t, o.Kept(start, a.Group))
			}
		})
	}
	senders.Wait()
}

func TestFootprintHoldsOrder(t *testing.T) {
	assert.Greater(t, footprint(1<<18), orderFootprint(1<<18))
	assert.LessOrEqual(t, footprint(uint64(Calls(64))), uint64(64<<20))
}

// BenchmarkOrder is what a call costs here, one batch each, and what a text costs that is asked about.
func BenchmarkOrder(b *testing.B) {
	o := NewOrder(1<<18, time.Hour)
	batch := make([]Arrival, 1)
	n := uint64(0)
	for b.Loop() {
		n++
		batch[0] = Arrival{Group: (n / 8) * 0x9E3779B97F4A7C15, Source: 1, Start: at(float64(n)), End: at(float64(n)), First: true}
		o.arrive(start, batch...)
		o.Kept(start, batch[0].Group)
	}
}
