package memory

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/termination"
)

const group = 77

var called = Marks{Bits: Called}

// killed is a check that its time limit ended, by its span.
func killed(span byte, same, work uint64) *Facts {
	return &Facts{
		Kind: termination.Timeout, Next: termination.Rerun, Stands: true, Group: group, Same: same, Work: work, Span: [8]byte{span},
	}
}

func passed(same, work uint64) *Facts {
	return &Facts{Kind: termination.OK, Group: group, Same: same, Work: work}
}

func spans(list []Facts) (out []byte) {
	for _, f := range list {
		out = append(out, f.Span[0])
	}
	return out
}

func TestStandingCalls(t *testing.T) {
	r := NewRecent(64, time.Hour)
	standing := func(limit int) []byte { return spans(r.Standing(start, group, limit, nil)) }
	assert.Empty(t, standing(8))
	r.Observe(start, own(1), called, killed(1, 11<<32, 21<<32))
	r.Observe(start, own(2), called, killed(2, 12<<32, 21<<32))
	r.Observe(start, own(3), called, killed(3, 13<<32, 22<<32))
	assert.Equal(t, []byte{3, 2, 1}, standing(8), "newest first")
	assert.Equal(t, []byte{3, 2}, standing(2))
	assert.Empty(t, r.Standing(start, group+1, 8, nil), "another conversation")

	r.Observe(start, own(4), called, passed(13<<32, 0))
	assert.Equal(t, []byte{2, 1}, standing(8), "the same work was done")
	r.Observe(start, own(5), called, passed(99<<32, 21<<32))
	assert.Empty(t, standing(8), "the same check passed with other arguments")
	assert.Zero(t, r.standing.Load())
}

func TestADoubtfulRunClearsNothing(t *testing.T) {
	r := NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, killed(1, 11<<32, 21<<32))
	f := passed(11<<32, 21<<32)
	f.Doubtful = true
	r.Observe(start, own(2), called, f)
	assert.Len(t, r.Standing(start, group, 8, nil), 1)
}

func TestTheRecordThatKnowsMoreCounts(t *testing.T) {
	r := NewRecent(64, time.Hour)
	unknown := &Facts{Kind: termination.Unknown, Group: group, Span: [8]byte{1}}
	r.Observe(start, own(1), called, unknown)
	assert.Empty(t, r.Standing(start, group, 8, nil))
	late := killed(0, 11<<32, 0) // from a log record, which names no span
	r.Observe(start, own(1), called, late)
	assert.Equal(t, []byte{1}, spans(r.Standing(start, group, 8, nil)))
	r.Observe(start, own(1), called, passed(11<<32, 0))
	assert.Len(t, r.Standing(start, group, 8, nil), 1, "a later success of the same call does not undo its failure")
	r.Observe(start, own(1), called, killed(1, 11<<32, 0))
	assert.Len(t, r.Standing(start, group, 8, nil), 1, "once")
	assert.EqualValues(t, 1, r.standing.Load())
}

func TestRepeats(t *testing.T) {
	r := NewRecent(64, time.Hour)
	first := killed(1, 11<<32, 0)
	first.Start = 100
	r.Observe(start, own(1), called, first)
	next := Facts{Same: 11 << 32, Group: group, Start: 200}
	earlier, ok := r.Repeats(start, own(2), &next)
	assert.True(t, ok)
	assert.Equal(t, *first, earlier)
	_, ok = r.Repeats(start, own(1), &next)
	assert.False(t, ok, "another record of the first call")
	older := next
	older.Start = 50
	_, ok = r.Repeats(start, own(2), &older)
	assert.False(t, ok, "it began before the first")
	_, ok = r.Repeats(start, own(2), &Facts{Group: group})
	assert.False(t, ok, "it cannot be compared")
	_, ok = r.Repeats(start.Add(time.Hour), own(2), &next)
	assert.False(t, ok, "the first is forgotten")

	r = NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, passed(11<<32, 0))
	_, ok = r.Repeats(start, own(2), &next)
	assert.False(t, ok, "nothing had to be run again")
}

// TestForgottenCallsStandNoMore fills the memory many times over: what is forgotten is neither listed nor counted.
func TestForgottenCallsStandNoMore(t *testing.T) {
	r := NewRecent(64, time.Hour)
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range uint64(10_000) {
		key := (i + 1) * 0x9E3779B97F4A7C15
		r.Observe(start, own(key), called, killed(byte(i), rnd.Uint64()|1, rnd.Uint64()|1))
		if i%7 == 0 {
			r.Observe(start, own(key+1), called, passed(rnd.Uint64()|1, rnd.Uint64()|1))
		}
	}
	list := r.Standing(start, group, 1000, nil)
	assert.LessOrEqual(t, len(list), r.Limit())
	assert.EqualValues(t, len(list), r.standing.Load())
	assert.Empty(t, r.Standing(start.Add(2*time.Hour), group, 1000, nil))
	assert.Zero(t, r.standing.Load(), "everything drains")
}

func TestCalls(t *testing.T) {
	assert.Equal(t, 1, Calls(0))
	for _, mib := range []int{1, 64, 1000} {
		n := Calls(mib)
		assert.Zero(t, n&(n-1), "a power of two")
		assert.Equal(t, n, NewRecent(n, time.Hour).Limit(), "so that the memory holds no more")
	}
}
