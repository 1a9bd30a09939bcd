package toolspanprocessor

import (
	"sync"
	"time"

	"github.com/toolspan/toolspan/internal/dialect"
)

// primarySignals remembers which dialects were lately seen in the signal whose
// records count their calls. Some agents report a call in both signals and give
// its ID in one of them only; the record without it counts where the other signal
// is not collected, and there alone.
type primarySignals struct {
	mu   sync.Mutex
	seen map[string]time.Time // by dialect
}

// counts reports whether a record without a call ID counts a call.
func (s *primarySignals) counts(now time.Time, name string, how dialect.Counting) bool {
	if how == dialect.Either {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if how == dialect.Primary {
		s.note(now, name)
		return true
	}
	last, ok := s.seen[name]
	return !ok || now.Sub(last) > primaryAge
}

func (s *primarySignals) note(now time.Time, name string) {
	if s.seen == nil {
		s.seen = map[string]time.Time{}
	}
	s.seen[name] = now
}
