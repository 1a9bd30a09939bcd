package memory

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// with lists what is remembered with that first line, newest first.
func with(t *Texts, now time.Time, first uint64) (groups []uint64) {
	t.With(now, first, func(text *Text) bool {
		groups = append(groups, text.Group)
		return true
	})
	return groups
}

func TestTexts(t *testing.T) {
	texts := NewTexts(3, time.Hour)
	assert.False(t, texts.Any())
	assert.False(t, texts.May(7))
	texts.Add(start, Text{First: 7, Whole: 1, Group: 1})
	texts.Add(start, Text{First: 7, Whole: 1, Group: 1}) // the same
	texts.Add(start, Text{First: 7, Whole: 1, Group: 2})
	assert.True(t, texts.Any())
	assert.True(t, texts.May(7))
	assert.False(t, texts.May(8))
	assert.Equal(t, []uint64{2, 1}, with(texts, start, 7))
	assert.Empty(t, with(texts, start, 8))

	texts.Add(start.Add(time.Minute), Text{First: 8, Whole: 2, Group: 3})
	texts.Add(start.Add(time.Minute), Text{First: 7, Whole: 3, Group: 4})
	assert.Equal(t, []uint64{4, 2}, with(texts, start, 7), "the oldest made room")
	assert.Equal(t, 3, texts.Len(start))
	assert.Equal(t, []uint64{4}, with(texts, start.Add(time.Hour), 7), "one is too old")
	assert.Equal(t, 2, texts.Len(start.Add(time.Hour)))
	assert.Zero(t, texts.Len(start.Add(2*time.Hour)))
	assert.False(t, texts.Any())
	assert.False(t, texts.May(7))
}

func TestManyTextsBeginAlike(t *testing.T) {
	texts := NewTexts(1000, time.Hour)
	for i := range uint64(500) {
		texts.Add(start, Text{First: 7, Whole: i, Group: i})
	}
	assert.Len(t, with(texts, start, 7), maxAlike)
	n := 0
	texts.With(start, 7, func(*Text) bool { n++; return false })
	assert.Equal(t, 1, n)
}

func TestTextsOfManySenders(t *testing.T) {
	texts := NewTexts(64, time.Hour)
	var senders sync.WaitGroup
	for s := range uint64(4) {
		senders.Go(func() {
			for i := range uint64(1000) {
				texts.Add(start, Text{First: i % 10, Whole: i, Group: s})
				with(texts, start, i%10)
				texts.May(i)
			}
		})
	}
	senders.Wait()
	assert.Equal(t, 64, texts.Len(start))
}

func TestAbsent(t *testing.T) {
	a := NewAbsent(2, time.Hour)
	assert.Zero(t, a.Came(1, 2))
	a.Report(start, [2]uint64{1, 2}, 2)
	assert.Zero(t, a.Came(0, 3))
	assert.EqualValues(t, 2, a.Came(2))
	assert.Zero(t, a.Came(1), "it came already, under its other name")

	a.Report(start, [2]uint64{3}, 1)
	a.Report(start, [2]uint64{4}, 1)
	a.Report(start, [2]uint64{5}, 1)
	assert.Zero(t, a.Came(3), "there was no room for it")
	assert.EqualValues(t, 2, a.Came(4, 5))
	a.Report(start, [2]uint64{6}, 1)
	a.Report(start.Add(time.Hour), [2]uint64{7}, 1)
	assert.Zero(t, a.Came(6), "it is too old")
}
