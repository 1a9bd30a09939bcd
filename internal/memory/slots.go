package memory

import (
	"sync"
	"sync/atomic"
	"time"
)

// Slots remembers what became of questions to humans: whether one is waited for, did not
// answer, or has answered, by the name of the call or of the conversation. It holds at
// most limit names, the oldest being forgotten first, and none longer than age.
type Slots struct {
	mu    sync.Mutex
	age   time.Duration
	limit int
	by    map[uint64]*slotState
	order []*slotState // in order of arrival
	live  atomic.Int64
}

type slotState struct {
	name uint64
	seen int64
	at   uint64 // when it came to be so, 0 where that is not known
	is   Slot
}

// Slot is what became of a question.
type Slot uint8

// The states. NoSlot is what is not known, or was answered.
const (
	NoSlot Slot = iota
	Waiting
	Unanswered
	// Lapsed: it was taken for approved when the time for an answer ran out.
	Lapsed
	// Heard: a human said something, whatever it was about.
	Heard
)

// NewSlots returns an empty memory.
func NewSlots(limit int, age time.Duration) *Slots {
	return &Slots{limit: max(limit, 1), age: age, by: map[uint64]*slotState{}}
}

// Any reports whether anything is remembered.
func (s *Slots) Any() bool { return s.live.Load() > 0 }

// Set notes what became of the questions with these names, at a time of the sender's
// clock. What was said about a later time stays. 0 is no name.
func (s *Slots) Set(now time.Time, is Slot, at uint64, names ...uint64) {
	if is == NoSlot && !s.Any() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire(now)
	for _, name := range names {
		if name == 0 {
			continue
		}
		known := s.by[name]
		switch {
		case known == nil && is == NoSlot:
		case known == nil:
			if len(s.order) >= s.limit {
				s.forget()
			}
			known = &slotState{name: name, seen: now.UnixNano(), at: at, is: is}
			s.by[name], s.order = known, append(s.order, known)
		case at == 0 || at >= known.at:
			known.is, known.at = is, at
		}
	}
	s.live.Store(int64(len(s.order)))
}

// Get returns what is known of the first of the names that is not answered, as of a time
// of the sender's clock, 0 for now, and since when it is so.
func (s *Slots) Get(now time.Time, at uint64, names ...uint64) (is Slot, since uint64) {
	if !s.Any() {
		return NoSlot, 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire(now)
	for _, name := range names {
		if known := s.by[name]; name != 0 && known != nil && known.is != NoSlot && (at == 0 || known.at <= at) {
			return known.is, known.at
		}
	}
	return NoSlot, 0
}

// Len returns how many names are remembered.
func (s *Slots) Len() int { return int(s.live.Load()) }

func (s *Slots) forget() {
	delete(s.by, s.order[0].name)
	s.order[0] = nil
	s.order = s.order[1:]
	s.live.Store(int64(len(s.order)))
}

func (s *Slots) expire(now time.Time) {
	limit := now.Add(-s.age).UnixNano()
	for len(s.order) > 0 && s.order[0].seen <= limit {
		s.forget()
	}
}
