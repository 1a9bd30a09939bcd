package memory

import (
	"sync"
	"sync/atomic"
	"time"
)

// Absent remembers the names of calls that were found to be missing, so that what
// comes late can take that back.
type Absent struct {
	mu    sync.Mutex
	age   time.Duration
	limit int
	by    map[uint64]*absence
	order []*absence // in order of arrival, of which the first are forgotten
	live  atomic.Int64
}

type absence struct {
	names    [2]uint64
	seen     int64
	findings int64
}

// NewAbsent returns an empty memory for at most limit calls.
func NewAbsent(limit int, age time.Duration) *Absent {
	return &Absent{limit: max(limit, 1), age: age, by: map[uint64]*absence{}}
}

// Report notes that so many findings say that a call with these names is missing; 0
// is no name.
func (a *Absent) Report(now time.Time, names [2]uint64, findings int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.expire(now)
	if len(a.order) >= a.limit {
		a.forget()
	}
	missing := &absence{names: names, seen: now.UnixNano(), findings: findings}
	for _, name := range names {
		if name != 0 {
			a.by[name] = missing
		}
	}
	a.order = append(a.order, missing)
	a.live.Store(int64(len(a.order)))
}

// Came returns how many findings said that the call with one of these names was missing,
// and forgets them.
func (a *Absent) Came(names ...uint64) (findings int64) {
	if a.live.Load() == 0 {
		return 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, name := range names {
		if missing := a.by[name]; missing != nil {
			findings += missing.findings
			missing.findings = 0
			delete(a.by, name)
		}
	}
	return findings
}

func (a *Absent) forget() {
	for _, name := range a.order[0].names {
		if a.by[name] == a.order[0] {
			delete(a.by, name)
		}
	}
	a.order[0] = nil
	a.order = a.order[1:]
	a.live.Store(int64(len(a.order)))
}

func (a *Absent) expire(now time.Time) {
	limit := now.Add(-a.age).UnixNano()
	for len(a.order) > 0 && a.order[0].seen <= limit {
		a.forget()
	}
}
