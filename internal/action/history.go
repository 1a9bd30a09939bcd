package action

import (
	"slices"
	"strings"
	"time"
)

func (r *Receipt) setHistory(n Node) {
	if r.HasHistory {
		return
	}
	r.HasHistory = n.items(func(item Node) bool { return r.AddEntry(item, 0) })
	if s, ok := n.text(); ok && !r.HasHistory && strings.HasPrefix(strings.TrimSpace(s), "[") {
		r.Cut = true // a list that is too long, or of which an exporter has left the start
	}
}

// Order brings a history that is told from its end into the order of time.
func (r *Receipt) Order() {
	if r.newestFirst() {
		slices.Reverse(r.History)
	}
}

// newestFirst reports a history that makes sense from its end alone: it ends with a state in
// which one begins, begins with the one that is stated, every move is lawful from there, and no
// time says otherwise.
func (r *Receipt) newestFirst() bool {
	last := len(r.History) - 1
	if last < 1 || r.Cut || !r.History[last].State.first() || r.State != NoState && r.State != r.History[0].State {
		return false
	}
	for i := last; i > 0; i-- {
		if was, next := &r.History[i], &r.History[i-1]; was.State.MoveTo(next.State) == Illegal || next.before(was) {
			return false
		}
	}
	if from, to := r.History[last].At, r.History[0].At; from != 0 && to != 0 {
		return from < to
	}
	return !r.History[0].State.first()
}

// AddEntry takes a step of a history, which a record of its own may be; the time is that
// of the record, where the entry states none. It reports whether there is room for more.
func (r *Receipt) AddEntry(n Node, at int64) bool {
	e := Entry{At: at}
	if !n.members(func(name string, member Node) { r.setEntry(&e, name, member) }) {
		e.State, _ = ParseState(n.word())
	}
	return r.add(e)
}

func (r *Receipt) add(e Entry) bool {
	if e.State == NoState {
		return true
	}
	if k := len(r.History); k > 0 && r.History[k-1] == e && e.At != 0 {
		return true // the same step, written twice
	}
	if len(r.History) == MaxHistory {
		r.Cut = true
		return false
	}
	r.History = append(r.History, e)
	r.HasHistory = true
	return true
}

func (r *Receipt) setEntry(e *Entry, name string, member Node) {
	if member.absent() {
		return
	}
	name = strings.TrimPrefix(name, "tool_span.action.")
	switch f := fieldOf(name); f {
	case FieldState:
		e.State, _ = ParseState(member.word())
	case FieldKey:
		setWord(&e.Key, member)
	case FieldExternalID:
		r.addIDs(member)
	case FieldReads:
		r.setReads(member)
	case NoField:
		switch plain(name) {
		case "to":
			e.State, _ = ParseState(member.word())
		case "recordedat", "at", "timestamp", "time", "ts", "recorded":
			if at := timeOf(member); at != 0 {
				e.At = at
			}
		}
	default:
		r.setGround(f, member, &e.Evidence, &e.Failure)
	}
}

// timeOf reads a time as text or as a number since 1970, of which the size tells the
// unit; 0 is what it returns for everything else.
func timeOf(n Node) int64 {
	word := n.word()
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999"} {
		if t, err := time.Parse(layout, word); err == nil {
			return ofTime(t)
		}
	}
	f, ok := floatOf(word)
	if !ok || f <= 0 {
		return 0
	}
	for unit := 1e9; unit >= 1; unit /= 1e3 { // seconds, milliseconds, microseconds, nanoseconds
		if ns := f * unit; ns < 1e19/2 && f < 1e11*1e9/unit {
			return int64(ns)
		}
	}
	return 0
}
