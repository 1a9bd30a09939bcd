package assertion

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/text"
)

// Subject says what a statement is about. Subjects are combined with |.
type Subject uint8

// The subjects.
const (
	// Checks are tests, linters, type checks, and what is said to be verified.
	Checks Subject = 1 << iota
	// Builds are builds and installations.
	Builds
	// Deploys are deployments, releases and migrations.
	Deploys
	// Changes are files and settings that were edited, created or removed.
	Changes
	// Work is everything else, and work as a whole: "Done."
	Work
)

// Assertion is what a text says about work.
type Assertion struct {
	// Asserts is what some sentence says to have succeeded, or 0.
	Asserts Subject
	// Admits is what some sentence says to have failed, been cut short, not been
	// done or not been seen to end, or 0.
	Admits Subject
}

// Unqualified is what the text says to have succeeded and does not admit to
// have failed as well. An admission that names nothing takes back every claim,
// and one that names something takes back a claim about work as a whole. What
// is left must be held against calls of that kind only: "Tests pass. The deploy
// timed out." is a claim about tests.
func (a Assertion) Unqualified() Subject {
	switch {
	case a.Admits == 0:
		return a.Asserts
	case a.Admits&Work != 0:
		return 0
	}
	return a.Asserts &^ (a.Admits | Work)
}

// DefaultLimit is how much of a text is read where no limit is given.
const DefaultLimit = 32 << 10

// Read reads at most limit bytes of s, half of them at each end of a longer
// text: what was done stands in its beginning or its end.
func Read(s string, limit int) Assertion {
	if limit <= 0 {
		limit = DefaultLimit
	}
	head, tail := s, ""
	if len(s) > limit {
		head, tail = headSentences(s, limit/2), tailSentences(s, limit-limit/2)
	}
	var r reader
	if tail == "" {
		if body, ok := object(head); ok {
			r.members(body, maxDepth)
			return r.out
		}
	}
	if hot(head) {
		r.read(head)
	}
	if tail != "" && hot(tail) {
		r.openFence = startsFenced(tail)
		r.read(tail)
	}
	return r.out
}

// headSentences and tailSentences leave out the line that the cut runs through,
// or the sentence where there is but one line.
func headSentences(s string, n int) string {
	if head := text.HeadLines(s, n); head != "" {
		return head
	}
	head := text.Head(s, n)
	return head[:strings.LastIndexAny(head, sentenceEnds)+1]
}

func tailSentences(s string, n int) string {
	if tail := text.TailLines(s, n); tail != "" {
		return tail
	}
	tail := text.Tail(s, n)
	i := strings.IndexAny(tail, sentenceEnds)
	if i < 0 {
		return ""
	}
	return strings.TrimLeft(tail[i:], sentenceEnds)
}

const sentenceEnds = ".!?。！？"
