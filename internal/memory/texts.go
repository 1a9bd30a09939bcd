package memory

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/toolspan/toolspan/internal/evidence/passage"
)

// Text is a text of a model that is known to be false, reduced to hashes.
type Text struct {
	// First and Whole are of its lines: of the first, and of all of them.
	First, Whole uint64
	// Count is how many lines it has, Bytes how long they are.
	Count, Bytes uint32
	// Group is the conversation or trace in which it was written, Trace its trace.
	Group, Trace uint64
	// Span reported it, the zero value where a log record did.
	Span [8]byte
	// At is when it was written, in nanoseconds, 0 where that is not known.
	At uint64
	// Tool is the hash of the name of the tool whose result it pretends to be, 0 for none.
	Tool uint64
	// Body and End bound, in its lines, the result that the model made up.
	Body, End passage.Place
	// Forged: it holds a result that the model made up, as opposed to a claim that other calls speak against.
	Forged bool
}

// Texts remembers texts by their first line, the newest ones. What it costs where
// nothing is remembered is one atomic load.
type Texts struct {
	mu     sync.RWMutex
	age    time.Duration
	limit  int
	list   []entry // a ring, in order of arrival
	oldest int     // number of the oldest
	next   int
	newest map[uint64]int // the number of the newest entry with a first line, plus one
	live   atomic.Int64
	// may has a bit for the first line of every text, and of some that were forgotten.
	may [1 << 10]atomic.Uint64
}

type entry struct {
	text     Text
	seen     int64
	previous int // the number of the one before with the same first line, plus one
}

// TextLimit is how many texts are remembered beside that many calls.
func TextLimit(calls int) int { return min(max(calls/64, 16), 1<<14) }

// NewTexts returns an empty memory.
func NewTexts(limit int, age time.Duration) *Texts {
	return &Texts{limit: max(limit, 1), age: age, newest: map[uint64]int{}}
}

// Any reports whether anything is remembered.
func (t *Texts) Any() bool { return t.live.Load() > 0 }

// May rules out most lines with which no text begins, without a lock.
func (t *Texts) May(first uint64) bool { return t.may[first>>54].Load()>>(first&63)&1 == 1 }

// Add remembers a text, unless it is remembered already.
func (t *Texts) Add(now time.Time, text Text) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.expire(now)
	for n := t.newest[text.First]; n > t.oldest; n = t.at(n - 1).previous {
		if known := &t.at(n - 1).text; known.Whole == text.Whole && known.Group == text.Group {
			return
		}
	}
	if t.next-t.oldest == t.limit {
		t.forget()
	}
	if len(t.list) < t.limit {
		t.list = append(t.list, entry{})
	}
	*t.at(t.next) = entry{text: text, seen: now.UnixNano(), previous: t.newest[text.First]}
	t.next++
	t.newest[text.First] = t.next
	t.may[text.First>>54].Or(1 << (text.First & 63))
	t.live.Store(int64(t.next - t.oldest))
}

// maxAlike is how many texts with one first line are looked at.
const maxAlike = 16

// With calls visit for the texts that begin with that line, the newest first, until it returns false.
func (t *Texts) With(now time.Time, first uint64, visit func(*Text) bool) {
	limit := now.Add(-t.age).UnixNano()
	t.mu.RLock()
	defer t.mu.RUnlock()
	steps := 0
	for n := t.newest[first]; n > t.oldest && steps < maxAlike; n = t.at(n - 1).previous {
		if e := t.at(n - 1); e.seen > limit && !visit(&e.text) {
			return
		}
		steps++
	}
}

// Len returns how many texts are remembered.
func (t *Texts) Len(now time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.expire(now)
	return t.next - t.oldest
}

func (t *Texts) at(number int) *entry { return &t.list[number%t.limit] }

func (t *Texts) forget() {
	e := t.at(t.oldest)
	t.oldest++
	if t.newest[e.text.First] == t.oldest {
		delete(t.newest, e.text.First)
	}
	*e = entry{}
	t.live.Store(int64(t.next - t.oldest))
	if t.next == t.oldest {
		for i := range t.may {
			t.may[i].Store(0)
		}
	}
}

func (t *Texts) expire(now time.Time) {
	limit := now.Add(-t.age).UnixNano()
	for t.oldest < t.next && t.at(t.oldest).seen <= limit {
		t.forget()
	}
}
