package toolspanprocessor

import (
	"slices"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// groups finds the records of one call among those of a batch, and lets each know
// what the others do.
type groups struct {
	byName map[uint64]int32 // the first record with that name
	next   []int32          // the record of the same call after each, in a ring
	seen   []bool
	ring   []int32 // the records of one call that are looked at together
	fresh  []int32 // those of them that learn
}

// ownPart is how many facts and clips a record brought itself.
type ownPart struct{ facts, texts, clips int }

// join makes one call of all records that bear one name of it, and shares what
// they know.
func (g *groups) join(list []pending) {
	if g.byName == nil {
		g.byName = map[uint64]int32{}
	}
	clear(g.byName)
	g.next = slices.Grow(g.next[:0], len(list))[:len(list)]
	joined := false
	for i := range list {
		p := &list[i]
		g.next[i] = int32(i)
		p.own = ownPart{facts: len(p.call.Facts), texts: len(p.call.Texts), clips: len(p.call.Clips)}
		for _, name := range p.keys.Own {
			joined = g.name(list, int32(i), name) || joined
		}
	}
	// A second view finds its call by the span around it, whichever came first.
	for i := range list {
		for _, name := range list[i].keys.Find {
			if first, ok := g.byName[name]; ok && name != 0 && list[i].keys.Nested {
				joined = g.link(list, int32(i), first) || joined
			}
		}
	}
	if joined {
		g.share(list)
	}
}

func (g *groups) name(list []pending, i int32, name uint64) bool {
	if name == 0 {
		return false
	}
	first, ok := g.byName[name]
	if !ok {
		g.byName[name] = i
		return false
	}
	return g.link(list, i, first)
}

// link joins the rings of two records, unless they are of one call already or of
// two that say so.
func (g *groups) link(list []pending, a, b int32) bool {
	if a == b || !compatible(&list[a], &list[b]) {
		return false
	}
	for at := g.next[a]; at != a; at = g.next[at] {
		if at == b {
			return false
		}
	}
	g.next[a], g.next[b] = g.next[b], g.next[a]
	return true
}

func compatible(a, b *pending) bool {
	return a.keys.ID == 0 || b.keys.ID == 0 || a.keys.ID == b.keys.ID
}

// share lets every record of each call know what the others stated. What a record
// claims, and how its own texts were cut on their way, stays its own.
func (g *groups) share(list []pending) {
	g.seen = slices.Grow(g.seen[:0], len(list))[:len(list)]
	clear(g.seen)
	for i := range list {
		if g.seen[i] || g.next[i] == int32(i) {
			continue
		}
		g.ring, g.fresh = append(g.ring[:0], int32(i)), append(g.fresh[:0], int32(i))
		g.seen[i] = true
		for at := g.next[i]; at != int32(i) && len(g.ring) < maxViews; at = g.next[at] {
			g.ring = append(g.ring, at)
			if !g.seen[at] {
				g.fresh, g.seen[at] = append(g.fresh, at), true
			}
		}
		// Each learns once, also where a call has more records than may learn together.
		for _, a := range g.fresh {
			for _, b := range g.ring {
				// Two that a third has joined may still be of two calls.
				if a != b && compatible(&list[a], &list[b]) {
					learn(&list[a], &list[b])
				}
			}
		}
	}
}

// maxViews bounds how many records of one call learn from each other.
const maxViews = 8

// learn adds to a what b brought itself.
func learn(a, b *pending) {
	to, from := a.call, b.call
	facts := from.Facts[:b.own.facts]
	if len(facts) > 0 && b.isSpan {
		to.Related = append(to.Related, b.id)
	}
	for _, f := range facts {
		if f != (termination.Fact{Source: f.Source}) {
			to.Facts = append(to.Facts, f)
		}
	}
	if to.Name == "" {
		to.Name = from.Name
	}
	if to.CommandLine == "" && len(to.Argv) == 0 {
		to.CommandLine, to.Argv = from.CommandLine, append(to.Argv, from.Argv...)
	}
	to.IsCommand = to.IsCommand || from.IsCommand
	to.Background = to.Background || from.Background
	if to.Task == "" {
		to.Task = from.Task
	}
	if to.LimitMS == 0 {
		to.LimitMS = from.LimitMS
	}
	to.Seen = to.Seen || from.Seen
	if to.Requests.Count == 0 {
		to.Requests = from.Requests
	}
	if !to.Approval.Stated() {
		to.Approval = from.Approval
	}
	if to.Hints == (toolcall.Hints{}) {
		to.Hints = from.Hints
	}
	for _, t := range from.Texts[:b.own.texts] {
		if !slices.Contains(to.Texts, t) { // to read the same again would tell nothing new
			to.Texts = append(to.Texts, t)
		}
	}
	for _, c := range from.Clips[:b.own.clips] {
		if c.By == toolcall.ByHarness && !slices.Contains(to.Clips, c) {
			to.Clips = append(to.Clips, c)
		}
	}
}

// endedOnPurpose finds background tasks that a signal ended after a call of the same
// run had asked for that: somebody meant it.
func endedOnPurpose(list []pending) {
	for i := range list {
		kill := &list[i]
		if kill.call.Kills == "" || termination.Classify(kill.call.Facts, kill.call.Policy).Kind.Unproven() {
			continue
		}
		for j := range list {
			task := list[j].call
			if task.Task != kill.call.Kills || !sameRun(kill, &list[j]) {
				continue
			}
			if termination.Classify(task.Facts, task.Policy).Kind == termination.Signaled {
				task.Facts = append(task.Facts, termination.Fact{Source: termination.Structured, Kind: termination.Cancelled})
				if kill.isSpan {
					task.Related = append(task.Related, kill.id)
				}
			}
		}
	}
}

func sameRun(a, b *pending) bool {
	return a.call.Conversation != "" && a.call.Conversation == b.call.Conversation || !a.trace.IsEmpty() && a.trace == b.trace
}
