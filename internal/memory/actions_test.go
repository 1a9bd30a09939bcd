package memory

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/action"
)

var actionTime = time.Unix(1_800_000_000, 0)

// sentAt is a call of one span that asked for something at that time, which took a second.
func sentAt(intent, self, at uint64) *Deed {
	return &Deed{Intents: [2]uint64{intent}, Self: [4]uint64{self}, Group: 1, Start: at, End: at + 1, IsSpan: true, HasID: true, Words: [8]uint64{77}}
}

func open(d *Deed) *Deed { d.Open = true; return d }

func TestBlindRetry(t *testing.T) {
	keyed := func(d *Deed, key uint64) *Deed { d.Key = key; return d }
	for name, tt := range map[string]struct {
		first, again *Deed
		between      func(*Actions)
		blind        bool
	}{
		"again":              {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), blind: true},
		"something else":     {first: open(sentAt(5, 1, 10)), again: sentAt(6, 2, 20)},
		"the same call":      {first: open(sentAt(5, 1, 10)), again: sentAt(5, 1, 20)},
		"its outcome known":  {first: sentAt(5, 1, 10), again: sentAt(5, 2, 20)},
		"side by side":       {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 10)},
		"begun before":       {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 5)},
		"times not known":    {first: open(sentAt(5, 1, 0)), again: sentAt(5, 2, 0), blind: true},
		"the same key":       {first: keyed(open(sentAt(5, 1, 10)), 9), again: keyed(sentAt(5, 2, 20), 9)},
		"another key":        {first: keyed(open(sentAt(5, 1, 10)), 9), again: keyed(sentAt(5, 2, 20), 8), blind: true},
		"looked for":         {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Looked(actionTime, 1, 15, []uint64{3, 77}) }},
		"looked for before":  {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Looked(actionTime, 1, 5, []uint64{77}) }, blind: true},
		"looked elsewhere":   {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Looked(actionTime, 1, 15, []uint64{3}) }, blind: true},
		"looked for in all":  {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Looked(actionTime, 1, 15, nil) }},
		"by another":         {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Looked(actionTime, 2, 15, nil) }, blind: true},
		"settled":            {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Settle(actionTime, sentAt(5, 1, 10)) }},
		"too old":            {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Len(actionTime.Add(time.Hour)) }},
		"retried in between": {first: open(sentAt(5, 1, 10)), again: sentAt(5, 2, 20), between: func(a *Actions) { a.Repeat(actionTime, sentAt(5, 3, 15)) }},
	} {
		t.Run(name, func(t *testing.T) {
			a := NewActions(8, time.Hour)
			assert.False(t, a.Look(actionTime, tt.first, true).Blind)
			a.Put(actionTime, tt.first, true)
			if tt.between != nil {
				tt.between(a)
			}
			assert.False(t, a.Look(actionTime, tt.again, false).Blind, "it submits nothing")
			assert.Equal(t, tt.blind, a.Look(actionTime, tt.again, true).Blind)
			if !tt.blind {
				return
			}
			a.Repeat(actionTime, tt.again)
			assert.True(t, a.Look(actionTime, tt.again, true).Blind, "another record of the same retry")
			assert.False(t, a.Look(actionTime, sentAt(5, 4, 30), true).Blind, "the retry has an answer")
		})
	}
}

func TestChainOfRetries(t *testing.T) {
	a := NewActions(8, time.Hour)
	for i := range uint64(5) {
		d := open(sentAt(5, i+1, 10*i+10))
		assert.Equal(t, i > 0, a.Look(actionTime, d, true).Blind, i)
		a.Put(actionTime, d, true)
	}
	assert.Len(t, a.open[1], 1, "each takes the place of the one before")
}

func TestRecordsOfOneCall(t *testing.T) {
	a := NewActions(8, time.Hour)
	span := open(sentAt(5, 1, 10))
	span.HasID = false
	a.Put(actionTime, span, true)
	event := sentAt(5, 2, 20)
	event.IsSpan = false
	assert.False(t, a.Look(actionTime, event, true).Blind, "a log record without an ID may tell of the span")
}

func TestResources(t *testing.T) {
	a := NewActions(8, time.Hour)
	first := sentAt(5, 1, 10)
	first.External, first.Operation = 100, 1000
	a.Put(actionTime, first, true)
	second := sentAt(5, 2, 20)
	second.Operation = 2000
	assert.EqualValues(t, 100, a.Look(actionTime, second, true).External)
	second.External = 200
	a.Put(actionTime, second, true)
	assert.EqualValues(t, 100, a.Look(actionTime, sentAt(5, 3, 30), true).External, "the first one counts")
	assert.Zero(t, a.Look(actionTime, sentAt(6, 3, 30), true).External)
}

func TestCourses(t *testing.T) {
	report := func(at int64, state action.State, steps ...Step) *Deed {
		d := &Deed{State: state, At: at, NumSteps: uint8(len(steps))}
		copy(d.Steps[:], steps)
		return d
	}
	step := func(s action.State, at uint32) Step { return Step{s, at} }
	planned, submitted, unknown := step(action.Planned, 1), step(action.Submitted, 2), step(action.OutcomeUnknown, 3)
	for name, tt := range map[string]struct {
		was, is *Deed
		want    Course
	}{
		"more of it":           {report(3, action.OutcomeUnknown, planned, submitted, unknown), report(4, action.Reconciling, planned, submitted, unknown, step(action.Reconciling, 4)), Goes},
		"the same again":       {report(2, action.Submitted, planned, submitted), report(2, action.Submitted, planned, submitted), Goes},
		"less of it":           {report(3, action.OutcomeUnknown, planned, submitted, unknown), report(2, action.Submitted, planned, submitted), Late},
		"another past":         {report(3, action.OutcomeUnknown, planned, submitted, unknown), report(3, action.Succeeded, planned, submitted, step(action.Succeeded, 3)), Changed},
		"another time":         {report(2, action.Submitted, planned, submitted), report(3, action.OutcomeUnknown, planned, step(action.Submitted, 9), unknown), Changed},
		"without times":        {report(0, action.Submitted, step(action.Planned, 0)), report(0, action.Submitted, planned), Goes},
		"the steps since":      {report(3, action.OutcomeUnknown, planned, submitted, unknown), report(5, action.Reconciling, step(action.Reconciling, 5)), Goes},
		"steps that lead away": {report(3, action.OutcomeUnknown, planned, submitted, unknown), report(5, action.Succeeded, step(action.Succeeded, 5)), Changed},
		"out of a final state": {report(3, action.Rejected), report(4, action.Succeeded), Changed},
		"before a final state": {report(3, action.Rejected), report(2, action.Submitted), Late},
		"no state":             {report(3, action.Rejected), report(4, action.NoState), Goes},
	} {
		assert.Equal(t, tt.want, tt.is.After(tt.was), name)
	}
}

// TestActionsStayWithinLimits tells of more than there is room for, in every way at once.
func TestActionsStayWithinLimits(t *testing.T) {
	const limit = 64
	a := NewActions(limit, time.Minute)
	var all sync.WaitGroup
	for worker := range uint64(4) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(worker, 1))
			n := func(k int) uint64 { return uint64(random.IntN(k)) }
			for i := range 20_000 {
				now := actionTime.Add(time.Duration(i) * time.Millisecond)
				d := &Deed{
					Operation: n(40), Intents: [2]uint64{n(300), n(300)}, Sends: n(50), Resent: n(3) == 0, Self: [4]uint64{n(500), n(500)}, Group: n(3), Start: n(100), End: n(100),
					Open: n(2) == 0, Key: n(3), External: n(4), IsSpan: n(2) == 0,
				}
				switch n(5) {
				case 0:
					a.Repeat(now, d)
				case 1:
					a.Looked(now, d.Group, d.Start, nil)
				case 2:
					a.Settle(now, d)
				default:
					a.Look(now, d, true)
					a.Put(now, d, true)
				}
			}
		})
	}
	all.Wait()
	a.mu.Lock()
	defer a.mu.Unlock()
	assert.LessOrEqual(t, a.next-a.oldest, limit)
	assert.LessOrEqual(t, len(a.by), 4*limit)
	listed := 0
	for group, list := range a.open {
		listed += len(list)
		for _, number := range list {
			assert.GreaterOrEqual(t, number, a.oldest)
			assert.Equal(t, group, a.at(number).Group)
			assert.True(t, a.at(number).Open)
		}
	}
	opened := 0
	for number := a.oldest; number < a.next; number++ {
		if a.at(number).Open {
			opened++
		}
	}
	assert.Equal(t, opened, listed)
	for _, n := range a.by {
		assert.Greater(t, n, a.oldest, "a name leads to what is forgotten")
	}
	a.expire(actionTime.Add(time.Hour))
	assert.Empty(t, a.by)
	assert.Empty(t, a.open)
	assert.Zero(t, a.live.Load())
}

func TestResentRequest(t *testing.T) {
	a := NewActions(8, time.Hour)
	first := open(&Deed{Sends: 9, Self: [4]uint64{1}, Group: 1, Start: 10, End: 11, IsSpan: true})
	a.Put(actionTime, first, true)
	other := &Deed{Sends: 9, Self: [4]uint64{2}, Group: 1, Start: 20, IsSpan: true}
	assert.False(t, a.Look(actionTime, other, true).Blind, "it may carry something else")
	other.Resent = true
	assert.True(t, a.Look(actionTime, other, true).Blind)
}

// TestManyOpen lets go of the oldest where more are open in one group than are held against others.
func TestManyOpen(t *testing.T) {
	a := NewActions(4*maxOpen, time.Hour)
	for i := range uint64(2 * maxOpen) {
		a.Put(actionTime, open(sentAt(1000+i, 5000+i, 10)), true)
	}
	assert.Len(t, a.open[1], maxOpen)
	assert.False(t, a.Look(actionTime, sentAt(1000, 1, 20), true).Blind)
	assert.True(t, a.Look(actionTime, sentAt(1000+2*maxOpen-1, 1, 20), true).Blind)
}
