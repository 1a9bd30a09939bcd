package longtest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/agentwork"
)

// told is a conversation with lies in it, of a length that many ways of delivering it can be tried with.
func told(name string, seed uint64) *agentwork.Session {
	return agentwork.Plant(agentwork.Ordinary(name, seed, 300), seed, 16)
}

// outcome is what came of a delivery: the findings of each call and of each text, and the sums of the counters.
type outcome struct {
	findings map[string][]string
	counters map[string]int64
}

func outcomeOf(b *bench) outcome {
	o := outcome{findings: map[string][]string{}, counters: b.counters()}
	for _, f := range b.found() {
		key := f.id
		if f.call != "" {
			key = f.call
		}
		for _, rule := range strings.Fields(f.findings) {
			if !slices.Contains(o.findings[key], rule) {
				o.findings[key] = append(o.findings[key], rule)
			}
		}
		slices.Sort(o.findings[key])
	}
	return o
}

// deliver sends batches and returns what came of them.
func deliver(t *testing.T, batches []agentwork.Batch) outcome {
	t.Helper()
	b := newBench(t)
	b.send(batches...)
	return outcomeOf(b)
}

// whatever takes the labels off that depend on which record of a call comes first, for the call is counted then.
func whatever(counters map[string]int64) map[string]int64 {
	sums := map[string]int64{}
	for key, n := range counters {
		if strings.HasPrefix(key, "calls ") {
			key = "calls"
		}
		sums[key] += n
	}
	return sums
}

func twice(batches []agentwork.Batch) (list []agentwork.Batch) {
	for _, b := range batches {
		list = append(list, b, b)
	}
	return list
}

// everyRecordTwice doubles the records inside their batches.
func everyRecordTwice(batches []agentwork.Batch) (list []agentwork.Batch) {
	for _, b := range batches {
		list = append(list, agentwork.Join(twice(agentwork.Records([]agentwork.Batch{b})))...)
	}
	return list
}

// backwards turns the order of the records of each turn around, so that children come before their parents where parents
// came first.
func backwards(batches []agentwork.Batch) (list []agentwork.Batch) {
	for _, b := range batches {
		records := agentwork.Records([]agentwork.Batch{b})
		slices.Reverse(records)
		list = append(list, records...)
	}
	return list
}

// TestDelivery: however a conversation arrives, the same is found in it and counted.
func TestDelivery(t *testing.T) {
	for _, program := range agentwork.Programs() {
		batches := program.Batches(told("long", 3))
		plain := deliver(t, batches)
		require.NotEmpty(t, plain.findings)
		for name, how := range map[string]struct {
			batches []agentwork.Batch
			// parts: what is known of a call arrives in parts.
			parts bool
		}{
			"every batch twice":         {twice(batches), false},
			"the whole twice":           {slices.Concat(batches, batches), false},
			"every record twice":        {everyRecordTwice(batches), false},
			"large batches":             {agentwork.Regroup(batches, 40, 1), false},
			"one record a batch":        {agentwork.Records(batches), true},
			"one record a batch, twice": {twice(agentwork.Records(batches)), true},
			"children first":            {backwards(batches), true},
			"any groups of records":     {agentwork.Regroup(agentwork.Records(batches), 9, 2), true},
			"other groups of records":   {agentwork.Regroup(agentwork.Records(batches), 3, 3), true},
		} {
			t.Run(fmt.Sprint(program.Name, "/", name), func(t *testing.T) {
				got := deliver(t, how.batches)
				assert.Equal(t, plain.findings, got.findings)
				if how.parts {
					assert.Equal(t, whatever(plain.counters), whatever(got.counters))
				} else {
					assert.Equal(t, plain.counters, got.counters)
				}
			})
		}
	}
}

// TestInterleaved: conversations that happen at once, in batches of any size, are what they are one after the other.
func TestInterleaved(t *testing.T) {
	for _, program := range agentwork.Programs() {
		t.Run(program.Name, func(t *testing.T) {
			var apart []agentwork.Batch
			var all [][]agentwork.Batch
			for i := range uint64(12) {
				batches := program.Batches(told(fmt.Sprintf("c%d", i), i))
				apart = append(apart, batches...)
				all = append(all, batches)
			}
			want := deliver(t, apart)
			require.NotEmpty(t, want.findings)
			merged := agentwork.Merge(all, 5)
			got := deliver(t, merged)
			assert.Equal(t, want, got)
			assert.Equal(t, want.findings, deliver(t, agentwork.Regroup(merged, 30, 5)).findings)
		})
	}
}

// TestParallelConversations sends a thousand of them from four senders at a time.
func TestParallelConversations(t *testing.T) {
	const conversations, senders = 1000, 4
	programs := agentwork.Programs()
	all := make([][]agentwork.Batch, conversations)
	for i := range all {
		session := agentwork.Plant(agentwork.Ordinary(fmt.Sprintf("c%d", i), uint64(i), 6), uint64(i), 1)
		all[i] = programs[i%len(programs)].Batches(session)
	}
	want := deliver(t, slices.Concat(all...))
	require.Greater(t, len(want.findings), conversations/2)

	b := newBench(t)
	var senderDone sync.WaitGroup
	for k := range senders {
		var mine [][]agentwork.Batch
		for i := k; i < conversations; i += senders {
			mine = append(mine, all[i])
		}
		senderDone.Go(func() { b.send(agentwork.Merge(mine, uint64(k))...) })
	}
	senderDone.Wait()
	got := outcomeOf(b)
	assert.Equal(t, want.findings, got.findings)
	assert.Equal(t, want.counters, got.counters)
}
