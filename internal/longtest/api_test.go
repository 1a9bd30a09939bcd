package longtest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/agentwork"
)

// TestOrdinaryAPIWork sends two thousand calls of an API, in which nothing is wrong.
func TestOrdinaryAPIWork(t *testing.T) {
	batches, calls := agentwork.API("api", 1, longWork, false)
	b := newBench(t)
	b.send(batches...)
	counters := b.counters()
	t.Logf("\n%s", lines(counters))
	assert.EqualValues(t, calls, sum(counters, "calls"))
	assert.Zero(t, sum(counters, "findings"))
	assert.Zero(t, sum(counters, "errors_ignored"))
	for _, f := range b.found() {
		t.Errorf("%s", f)
	}
	b.sameAs(batches)
}

// TestAPITrouble sends such calls of which some get no answer, and are looked for or safely sent again: that is noted,
// and nothing else is found.
func TestAPITrouble(t *testing.T) {
	for name, deliver := range map[string]func([]agentwork.Batch) []agentwork.Batch{
		"as it happens":  func(list []agentwork.Batch) []agentwork.Batch { return list },
		"one by one":     agentwork.Records,
		"in large parts": func(list []agentwork.Batch) []agentwork.Batch { return agentwork.Regroup(list, 40, 3) },
		"twice":          func(list []agentwork.Batch) []agentwork.Batch { return append(list[:len(list):len(list)], list...) },
	} {
		t.Run(name, func(t *testing.T) {
			batches, calls := agentwork.API("trouble", 2, longWork, true)
			b := newBench(t)
			b.send(deliver(batches)...)
			counters := b.counters()
			t.Logf("\n%s", lines(counters))
			assert.EqualValues(t, calls, sum(counters, "calls"))
			noted := counters["findings rule=outcome_ambiguous,severity=info"]
			assert.Positive(t, noted)
			assert.Equal(t, noted, sum(counters, "findings"))
			for _, f := range b.found() {
				if f.findings != "outcome_ambiguous" {
					t.Errorf("%s", f)
				}
			}
		})
	}
}
