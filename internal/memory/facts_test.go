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
	standing := func(limit int) []byte { return spans(r.Standing(start, group, 0, limit, nil)) }
	assert.Empty(t, standing(8))
	r.Observe(start, own(1), called, killed(1, 11<<32, 21<<32))
	r.Observe(start, own(2), called, killed(2, 12<<32, 21<<32))
	r.Observe(start, own(3), called, killed(3, 13<<32, 22<<32))
	assert.Equal(t, []byte{3, 2, 1}, standing(8), "newest first")
	assert.Equal(t, []byte{3, 2}, standing(2))
	assert.Empty(t, r.Standing(start, group+1, 0, 8, nil), "another conversation")

	r.Observe(start, own(4), called, passed(13<<32, 0))
	assert.Equal(t, []byte{2, 1}, standing(8), "the same work was done")
	r.Observe(start, own(5), called, passed(99<<32, 21<<32))
	assert.Empty(t, standing(8), "the same check passed with other arguments")
	assert.Zero(t, r.standing.Load())
}

// TestARecordThatTellsOfOtherWork: what one record of a call repeats says nothing of another that has other arguments.
func TestARecordThatTellsOfOtherWork(t *testing.T) {
	r := NewRecent(64, time.Hour)
	repeating := passed(11<<32, 0)
	repeating.Before, repeating.BeforeSpan = termination.Timeout, [8]byte{9}
	r.Observe(start, own(1), called, repeating)
	earlier, ok := r.Repeats(start, own(1), &Facts{Group: group, Same: 11 << 32})
	assert.True(t, ok)
	assert.Equal(t, termination.Timeout, earlier.Kind)
	_, ok = r.Repeats(start, own(1), &Facts{Group: group, Same: 12 << 32})
	assert.False(t, ok)

	// Nor does a record that comes later bring it along.
	r.Observe(start, own(2), called, &Facts{Kind: termination.Unknown, Group: group, Same: 13 << 32})
	repeating.Same = 14 << 32
	failed := *repeating
	failed.Kind = termination.ToolError
	r.Observe(start, own(2), called, &failed)
	_, ok = r.Repeats(start, own(2), &Facts{Group: group, Same: 13 << 32})
	assert.False(t, ok)
}

func TestADoubtfulRunClearsNothing(t *testing.T) {
	r := NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, killed(1, 11<<32, 21<<32))
	f := passed(11<<32, 21<<32)
	f.Doubtful = true
	r.Observe(start, own(2), called, f)
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 1)
}

func TestTheRecordThatKnowsMoreCounts(t *testing.T) {
	r := NewRecent(64, time.Hour)
	unknown := &Facts{Kind: termination.Unknown, Group: group, Span: [8]byte{1}}
	r.Observe(start, own(1), called, unknown)
	assert.Empty(t, r.Standing(start, group, 0, 8, nil))
	late := killed(0, 11<<32, 0) // from a log record, which names no span
	r.Observe(start, own(1), called, late)
	assert.Equal(t, []byte{1}, spans(r.Standing(start, group, 0, 8, nil)))
	r.Observe(start, own(1), called, passed(11<<32, 0))
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 1, "a later success of the same call does not undo its failure")
	r.Observe(start, own(1), called, killed(1, 11<<32, 0))
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 1, "once")
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
	list := r.Standing(start, group, 0, 1000, nil)
	assert.LessOrEqual(t, len(list), r.Limit())
	assert.EqualValues(t, len(list), r.standing.Load())
	assert.Empty(t, r.Standing(start.Add(2*time.Hour), group, 0, 1000, nil))
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

// TestARunOfUnknownEnding: what it repeats may have gone well.
func TestARunOfUnknownEnding(t *testing.T) {
	r := NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, killed(1, 11<<32, 21<<32))
	again := &Facts{Kind: termination.Unknown, Group: group, Same: 12 << 32, Work: 21 << 32}
	r.Observe(start, own(2), called, again)
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 1, "in its text something failed")
	again.Unclear = true
	r.Observe(start, own(3), called, again)
	assert.Empty(t, r.Standing(start, group, 0, 8, nil))
	assert.False(t, r.Claimable())
}

// TestCallsThatComeLate: which of two runs was the later one, their beginnings tell.
func TestCallsThatComeLate(t *testing.T) {
	at := func(f *Facts, begin uint64) *Facts {
		f.Start = begin
		return f
	}
	r := NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, at(killed(1, 11<<32, 21<<32), 50))
	r.Observe(start, own(2), called, at(passed(11<<32, 21<<32), 40))
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 1, "the good run came before")
	r.Observe(start, own(3), called, at(passed(12<<32, 21<<32), 60))
	assert.Empty(t, r.Standing(start, group, 0, 8, nil))
	r.Observe(start, own(4), called, at(killed(4, 13<<32, 21<<32), 55))
	assert.Empty(t, r.Standing(start, group, 0, 8, nil), "a good run of the check followed it")
	r.Observe(start, own(5), called, at(killed(5, 11<<32, 22<<32), 30))
	assert.Empty(t, r.Standing(start, group, 0, 8, nil), "the same work was done later")
	r.Observe(start, own(6), called, at(killed(6, 13<<32, 21<<32), 70))
	assert.Equal(t, []byte{6}, spans(r.Standing(start, group, 0, 8, nil)))
}

// TestALineThatRanOtherChecks clears them, also where a run of one comes late.
func TestALineThatRanOtherChecks(t *testing.T) {
	r := NewRecent(64, time.Hour)
	line := passed(11<<32, 21<<32)
	line.Start = 60
	r.Observe(start, own(1), called, killed(1, 12<<32, 22<<32))
	r.Observe(start, own(2), called, line)
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 1)
	r.Passed(start, own(2), line, 22<<32)
	assert.Empty(t, r.Standing(start, group, 0, 8, nil))
	late := killed(3, 12<<32, 22<<32)
	late.Start = 50
	r.Observe(start, own(3), called, late)
	assert.Empty(t, r.Standing(start, group, 0, 8, nil))
}

func TestWhatRanOnHasEnded(t *testing.T) {
	r := NewRecent(64, time.Hour)
	moved := killed(1, 11<<32, 21<<32)
	moved.Kind = termination.Running
	r.Observe(start, own(1), called, moved)
	r.Observe(start, own(2), called, killed(2, 12<<32, 22<<32))
	r.Ended(start, own(3), &Facts{Group: group + 1})
	assert.Len(t, r.Standing(start, group, 0, 8, nil), 2, "in another conversation")
	look := passed(0, 0)
	look.Start = 30
	r.Observe(start, own(4), called, look)
	r.Ended(start, own(4), look)
	assert.Equal(t, []byte{2}, spans(r.Standing(start, group, 0, 8, nil)))
	late := killed(5, 13<<32, 0)
	late.Kind, late.Start = termination.Running, 20
	r.Observe(start, own(5), called, late)
	assert.Equal(t, []byte{2}, spans(r.Standing(start, group, 0, 8, nil)), "it had been running before")
	after := killed(6, 14<<32, 0)
	after.Kind, after.Start = termination.Running, 40
	r.Observe(start, own(6), called, after)
	assert.Equal(t, []byte{6, 2}, spans(r.Standing(start, group, 0, 8, nil)))
}

// TestRecordsOfOneCallTellItTogether: one how it ended, another what it was.
func TestRecordsOfOneCallTellItTogether(t *testing.T) {
	r := NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, &Facts{Kind: termination.ToolError, Next: termination.Rerun, Group: group, Span: [8]byte{1}})
	assert.Empty(t, r.Standing(start, group, 0, 8, nil), "it may be any command")
	r.Observe(start, own(1), called, &Facts{Kind: termination.Unknown, Group: group, Same: 11 << 32, Work: 21 << 32, About: 1})
	assert.Equal(t, []byte{1}, spans(r.Standing(start, group, 0, 8, nil)), "it is a check")
	f, ok := r.Repeats(start, own(2), &Facts{Group: group, Same: 11 << 32})
	assert.True(t, ok)
	assert.Equal(t, termination.ToolError, f.Kind)
	r.Observe(start, own(2), called, &Facts{Kind: termination.OK, Group: group})
	r.Observe(start, own(2), called, &Facts{Kind: termination.Unknown, Group: group, Work: 21 << 32, About: 1})
	assert.Empty(t, r.Standing(start, group, 0, 8, nil), "the one that went well was the same check")
}

// TestWhatStoodWhen: a text may come after the run that cleared what it is held against, and yet be older.
func TestWhatStoodWhen(t *testing.T) {
	r := NewRecent(64, time.Hour)
	bad, good := killed(1, 11<<32, 21<<32), passed(12<<32, 21<<32)
	bad.Start, good.Start = 10, 30
	r.Observe(start, own(1), called, bad)
	r.Observe(start, own(2), called, good)
	assert.Empty(t, r.Standing(start, group, 0, 8, nil), "now")
	assert.Empty(t, r.Standing(start, group, 40, 8, nil), "after the good run")
	assert.Len(t, r.Standing(start, group, 20, 8, nil), 1, "between them")
	assert.Empty(t, r.Standing(start, group, 5, 8, nil), "before both")
	earlier := passed(13<<32, 21<<32)
	earlier.Start = 15
	r.Observe(start, own(3), called, earlier)
	assert.Empty(t, r.Standing(start, group, 20, 8, nil), "another good run that comes late")
}

// TestAFailureThatIsToldLate: the call was seen before another that stands already.
func TestAFailureThatIsToldLate(t *testing.T) {
	r := NewRecent(64, time.Hour)
	r.Observe(start, own(1), called, killed(1, 11<<32, 21<<32))
	r.Observe(start, own(2), called, &Facts{Kind: termination.Unknown, Group: group})
	r.Observe(start, own(3), called, killed(3, 13<<32, 23<<32))
	r.Observe(start, own(2), called, killed(2, 12<<32, 22<<32))
	assert.Equal(t, []byte{2, 3, 1}, spans(r.Standing(start, group, 0, 8, nil)))
}
