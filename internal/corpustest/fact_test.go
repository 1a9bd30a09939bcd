package corpustest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// fact is one thing that is known of a call, with the values that a verdict may have for it, and the one that it has.
type fact struct {
	field string
	want  []string
	got   string
}

func (f *fact) met() bool { return slices.Contains(f.want, f.got) }

// deviation is what the contract demands instead of what is written beside the data, and the sentence of the contract
// that says so.
type deviation struct {
	want, why string
}

// compare holds facts against their expectations, or against the deviation where there is one, which is named by the
// case and the field: `codex_logs.jsonl:6 termination`. A deviation that no longer deviates is an error. What is
// returned says in a few words what differs.
func compare(t *testing.T, name string, facts []fact, deviations map[string]deviation) string {
	t.Helper()
	var notes []string
	for i := range facts {
		f := &facts[i]
		d, deviates := deviations[name+" "+f.field]
		switch {
		case deviates && f.met():
			t.Errorf("%s is %s, as expected: the deviation is stale (%s)", f.field, f.got, d.why)
		case deviates:
			assert.Equal(t, d.want, f.got, "%s: the contract says otherwise than the data, %s", f.field, d.why)
			notes = append(notes, fmt.Sprintf("%s by contract", f.field))
		case !f.met():
			t.Errorf("%s is %s and should be %s", f.field, f.got, strings.Join(f.want, " or "))
			notes = append(notes, fmt.Sprintf("WRONG %s: %s, not %s", f.field, f.got, strings.Join(f.want, " or ")))
		}
	}
	return strings.Join(notes, "; ")
}

// unused finds deviations that are about no fact at all.
func unused(t *testing.T, deviations map[string]deviation, seen map[string]bool) {
	t.Helper()
	for name := range deviations {
		assert.True(t, seen[name], "the deviation %q is about nothing that is compared", name)
	}
}

// remember notes which facts a case has.
func remember(seen map[string]bool, name string, facts []fact) {
	for i := range facts {
		seen[name+" "+facts[i].field] = true
	}
}
