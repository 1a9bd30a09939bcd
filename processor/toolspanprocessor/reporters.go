package toolspanprocessor

import (
	"sync"
	"sync/atomic"
)

// reporters are the services that were seen to report tool calls. Of others nobody
// can say that a call is missing.
type reporters struct {
	by    sync.Map // of *reporter by name
	count atomic.Int64
}

// reporter is one of them. Some producers lose the ID of a call that fails.
type reporter struct{ ids, lacks atomic.Bool }

// maxReporters bounds how many services are known; one beyond is never said to miss a call.
const maxReporters = 4096

// note takes a record of a tool call, with or without a call ID.
func (r *reporters) note(service string, id bool) {
	known, ok := r.by.Load(service)
	if !ok {
		if r.count.Load() >= maxReporters || len(service) > maxCommand {
			return
		}
		if known, ok = r.by.LoadOrStore(service, &reporter{}); !ok {
			r.count.Add(1)
		}
	}
	seen := &known.(*reporter).lacks
	if id {
		seen = &known.(*reporter).ids
	}
	if !seen.Load() {
		seen.Store(true)
	}
}

// reports tells whether the service reported any call, reportsIDs whether all with an ID.
func (r *reporters) reports(service string) bool {
	_, ok := r.by.Load(service)
	return ok
}

func (r *reporters) reportsIDs(service string) bool {
	known, ok := r.by.Load(service)
	return ok && known.(*reporter).ids.Load() && !known.(*reporter).lacks.Load()
}

// listening tells whether results of tools come up in what models are given. Where
// they do not, for content is not captured, nothing has to be kept to compare them with.
type listening struct{ silent atomic.Int64 }

// maxSilent is after how many calls without such a result nothing is kept.
const maxSilent = 4096

func (l *listening) on() bool { return l.silent.Load() < maxSilent }

func (l *listening) heard() {
	if l.silent.Load() != 0 {
		l.silent.Store(0)
	}
}

func (l *listening) passed(calls int64) {
	if calls > 0 && l.on() {
		l.silent.Add(calls)
	}
}
