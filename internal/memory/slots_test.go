package memory

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestSlots(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	get := func(s *Slots, at uint64, names ...uint64) Slot {
		is, _ := s.Get(now, at, names...)
		return is
	}
	s := NewSlots(2, time.Hour)
	assert.False(t, s.Any())
	s.Set(now, NoSlot, 5, 1)
	assert.Zero(t, s.Len(), "what was never asked needs no place")

	s.Set(now, Waiting, 10, 1, 0)
	assert.Equal(t, Waiting, get(s, 11, 0, 1))
	assert.Equal(t, NoSlot, get(s, 9, 1), "it was asked later")
	assert.Equal(t, NoSlot, get(s, 11, 0), "0 is no name")
	s.Set(now, Unanswered, 20, 1)
	s.Set(now, NoSlot, 15, 1)
	assert.Equal(t, Unanswered, get(s, 30, 1), "what is known of a later time stays")
	s.Set(now, NoSlot, 25, 1)
	assert.Equal(t, NoSlot, get(s, 30, 1))

	s.Set(now, Waiting, 1, 2)
	s.Set(now, Waiting, 1, 3)
	assert.Equal(t, 2, s.Len(), "it keeps its limit")
	assert.Equal(t, NoSlot, get(s, 0, 1))
	assert.Equal(t, Waiting, get(s, 0, 2))
	now = now.Add(time.Hour)
	assert.Equal(t, NoSlot, get(s, 0, 2, 3), "nothing lives longer than its age")
	assert.Zero(t, s.Len())
}
