package main

import (
	"context"
	"crypto/sha256"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// cost is what one record costs.
type cost struct {
	nanoseconds float64
	allocs      float64
	bytes       float64
}

// run gives the processor n batches and returns how long it had each. They are decoded anew, since processors change
// what they are given, and outside of the clock: to time both and take off what decoding costs alone would be to
// subtract two large numbers for a small one. A receiver calls its pipeline right after decoding too, so the data is
// as warm in the caches as it is in a collector. Reading the clock costs less than a hundredth of the shortest batch.
func (s *subject) run(b *batch, n int) []time.Duration {
	ctx := context.Background()
	rest := newRest(len(b.encoded))
	defer rest.end()
	busy := make([]time.Duration, n)
	for i := range busy {
		if b.isLog {
			ld := b.logs()
			start := time.Now()
			err := s.logs.ConsumeLogs(ctx, ld)
			busy[i] = time.Since(start)
			must(err)
		} else {
			td := b.traces()
			start := time.Now()
			err := s.traces.ConsumeTraces(ctx, td)
			busy[i] = time.Since(start)
			must(err)
		}
		rest.take()
	}
	return busy
}

// perRecord is the time of one record, from the batch in the middle: on a machine that has other work too, a mean
// would be made of the batches during which the processor had to wait for its turn.
func perRecord(busy []time.Duration) float64 {
	slices.Sort(busy)
	return float64(busy[len(busy)/2].Nanoseconds()) / batchSize
}

// must stops the program at an error that neither processor has a reason for: both are told to ignore bad records.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// rest collects garbage between batches instead of whenever it is due. Almost all of it is left by decoding, and
// would be charged to whichever processor runs when it is collected. What a processor leaves is reported as bytes.
type rest struct {
	percent      int
	every, count int
}

// garbage is how many bytes of decoded batches may lie around.
const garbage = 64 << 20

func newRest(encoded int) *rest {
	return &rest{percent: debug.SetGCPercent(-1), every: max(1, garbage/(8*max(encoded, 1)))}
}

func (r *rest) take() {
	if r.count++; r.count%r.every == 0 {
		runtime.GC()
	}
}

func (r *rest) end() {
	debug.SetGCPercent(r.percent)
}

// sample measures the time of one record over at least the given time of work.
func (s *subject) sample(b *batch, atLeast time.Duration) float64 {
	var busy []time.Duration
	var total time.Duration
	for n := 1; total < atLeast; n *= 2 {
		more := s.run(b, n)
		for _, d := range more {
			total += d
		}
		busy = append(busy, more...)
	}
	return perRecord(busy)
}

// memory measures what a record allocates. What a batch costs by itself, with no record in it, is taken off.
func (s *subject) memory(full, empty *batch) (allocs, bytes float64) {
	fullAllocs, fullBytes := s.allocated(full)
	emptyAllocs, emptyBytes := s.allocated(empty)
	return max(0, fullAllocs-emptyAllocs) / batchSize, max(0, fullBytes-emptyBytes) / batchSize
}

// allocated returns the allocations of one batch, as the mean of a few.
func (s *subject) allocated(b *batch) (allocs, bytes float64) {
	const n = 16
	rest := newRest(0)
	defer rest.end()
	ctx := context.Background()
	s.run(b, 1) // what is kept from batch to batch exists from here on
	var before, after runtime.MemStats
	for range n {
		if b.isLog {
			ld := b.logs()
			runtime.ReadMemStats(&before)
			must(s.logs.ConsumeLogs(ctx, ld))
		} else {
			td := b.traces()
			runtime.ReadMemStats(&before)
			must(s.traces.ConsumeTraces(ctx, td))
		}
		runtime.ReadMemStats(&after)
		allocs += float64(after.Mallocs - before.Mallocs)
		bytes += float64(after.TotalAlloc - before.TotalAlloc)
	}
	runtime.GC()
	return allocs / n, bytes / n
}

// settle lets a processor see as many calls as it remembers, so that it is measured as it runs for days, and not with
// an empty memory.
func (s *subject) settle() error {
	const calls = 100_000
	b, err := newBatch(nativeCall(healthy), false, batchSize)
	if err != nil {
		return err
	}
	s.run(b, calls/batchSize)
	return nil
}

// digestTime measures the digests that a record asks for, which the aims leave out, in the same moment as the rest.
func digestTime(n int) float64 {
	if n == 0 {
		return 0
	}
	text := make([]byte, n/2)
	var sum [sha256.Size]byte
	busy := make([]time.Duration, 99)
	for i := range busy {
		start := time.Now()
		for range batchSize {
			// Each depends on the one before, so that none can be left out.
			text[0] = sum[0]
			sum = sha256.Sum256(text)
			text[0] = sum[1]
			sum = sha256.Sum256(text)
		}
		busy[i] = time.Since(start)
	}
	return perRecord(busy)
}
