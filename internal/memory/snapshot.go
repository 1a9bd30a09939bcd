package memory

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Store keeps the parts of a snapshot under keys, as a storage extension of the
// collector does.
type Store interface {
	// Get returns nil for a key that was never set.
	Get(ctx context.Context, key string) ([]byte, error)
	Set(ctx context.Context, key string, value []byte) error
}

// Origin says what the hashes and places in a snapshot refer to. One that was written
// with another meaning is of no use.
type Origin struct {
	// Seed is what the names were hashed with.
	Seed uint64
	// Meaning describes the rest, such as the rules by their places, and how names are
	// made. Only its hash is kept.
	Meaning string
}

// Load returns the memory that was saved last, to go on where that one stopped: calls
// are as old as they would be then, and what is too old by now is forgotten. It fails
// if there is a snapshot that cannot be trusted in every part. It returns nil without
// an error if there is none.
func Load(ctx context.Context, store Store, limit int, age time.Duration, meaning string, now time.Time) (*Recent, Origin, error) {
	data, err := store.Get(ctx, headKey)
	if err != nil || data == nil {
		return nil, Origin{}, err
	}
	h, err := readHead(data, meaning)
	if err != nil {
		return nil, Origin{}, err
	}
	r := NewRecent(limit, age)
	if int(h.Rings) != len(r.rings) {
		return nil, Origin{}, fmt.Errorf("it has %d rings, and the memory has %d", h.Rings, len(r.rings))
	}
	r.ready()
	for which := range uint64(h.Rings) {
		for i := range h.Calls[which] {
			if err := r.loadCalls(ctx, store, &h, which, i, now.UnixNano()); err != nil {
				return nil, Origin{}, err
			}
		}
	}
	for i := range h.Names {
		if err := r.loadNames(ctx, store, &h, i); err != nil {
			return nil, Origin{}, err
		}
	}
	r.unlink()
	r.Evicted() // before this one began
	r.generation = h.Generation
	return r, Origin{Seed: h.Seed, Meaning: meaning}, nil
}

// loadCalls takes in one part of the calls of a ring. Where places are missing, calls
// were forgotten while the snapshot was taken, and those before them were the next.
func (r *Recent) loadCalls(ctx context.Context, store Store, h *head, which uint64, part uint32, now int64) error {
	p, err := getPart(ctx, store, h, callsKey(h.Generation, which, part))
	if err != nil {
		return err
	}
	g := &r.rings[which]
	first, calls, err := readCalls(p.body)
	if err != nil {
		return fmt.Errorf("%s: %w", p.key, err)
	}
	if next := g.next.Load(); first < next || first >= maxPlace {
		return fmt.Errorf("%s: call %d stands where %d is the next", p.key, first, next)
	} else if first > next {
		for g.oldest.Load() < next {
			r.forget(which, Age)
		}
		g.oldest.Store(first)
		g.next.Store(first)
	}
	for i := range calls {
		c := &calls[i]
		// A clock that was set back must not keep a call for ever.
		r.append(which, min(c.seen, now)).restore(c)
		if c.linked {
			r.chained.Add(1)
			if !c.cleared {
				r.standing.Add(1)
			}
		}
	}
	r.expire(which, now)
	return nil
}

// restore takes over what is remembered of a call, but for when it was seen.
func (c *call) restore(from *call) {
	seen := c.seen
	*c = *from
	c.seen = seen
}

// loadNames takes in one part of the names. A table of another size has more sets, and
// then a name goes to each where it may be looked for, or less, and then the oldest is
// lost where they are full.
func (r *Recent) loadNames(ctx context.Context, store Store, h *head, part uint32) error {
	p, err := getPart(ctx, store, h, namesKey(h.Generation, part))
	if err != nil {
		return err
	}
	names, err := readNames(p.body, h.Limit)
	if err != nil {
		return fmt.Errorf("%s: %w", p.key, err)
	}
	sets := r.tables.Load().sets
	for _, n := range names {
		number := r.number(uint32(n.holds))
		if number == 0 {
			continue // forgotten, or newer than the calls of this snapshot
		}
		for i := uint64(n.set) & (r.limit - 1); i < r.limit; i += h.Limit {
			ways := &sets[i]
			way, _ := oldest(ways, number)
			ways[way].Store(n.holds)
		}
	}
	return nil
}

// unlink ends the chain of each group where the next call of it was not saved.
func (r *Recent) unlink() {
	for which := range uint64(len(r.rings)) {
		g := &r.rings[which]
		for place := g.oldest.Load(); place < g.next.Load(); place++ {
			if c := r.at(which, place); c.previous != 0 && r.number(c.previous) == 0 {
				c.previous = 0
			}
		}
	}
}

// Save writes a snapshot, unless nothing has changed since the last. It takes a part
// at a time, so that senders are held up by no more than the copying of some calls, and
// it needs little memory. The snapshot before stays as it is until the new one is
// complete. Save must not be called again before it returns.
func (r *Recent) Save(ctx context.Context, store Store, origin Origin, now time.Time) error {
	changed := r.takeChanges(now.UnixNano())
	if !changed && !r.unsaved {
		return nil
	}
	r.unsaved = true
	h := head{
		Generation: nextGeneration(r.generation, now), Seed: origin.Seed, Layout: layout(origin.Meaning), Limit: r.limit,
		Rings: uint32(len(r.rings)), Calls: make([]uint32, len(r.rings)),
	}
	// Names first: the calls that they lead to are then among those that follow.
	if err := r.saveNames(ctx, store, &h); err != nil {
		return err
	}
	for which := range uint64(len(r.rings)) {
		if err := r.saveCalls(ctx, store, &h, which); err != nil {
			return err
		}
	}
	if err := errors.Join(ctx.Err(), store.Set(ctx, headKey, h.encode())); err != nil {
		return err
	}
	r.generation, r.unsaved = h.Generation, false
	return nil
}

// takeChanges reports whether a ring has changed since the last snapshot.
func (r *Recent) takeChanges(at int64) (changed bool) {
	for which := range uint64(len(r.rings)) {
		g := &r.rings[which]
		g.mu.Lock()
		r.expire(which, at)
		changed = changed || g.changed
		g.changed = false
		g.mu.Unlock()
	}
	return changed
}

func (r *Recent) saveNames(ctx context.Context, store Store, h *head) error {
	t := r.tables.Load()
	if t == nil {
		return nil
	}
	var list []savedName
	for i := range t.sets {
		for w := range t.sets[i] {
			if holds := t.sets[i][w].Load(); r.number(uint32(holds)) != 0 {
				list = append(list, savedName{set: uint32(i), holds: holds})
			}
		}
		if len(list) > partNames-len(set{}) || i == len(t.sets)-1 {
			if err := setPart(ctx, store, h, namesKey(h.Generation, h.Names), encodeNames(list)); err != nil {
				return err
			}
			h.Names++
			list = list[:0]
		}
	}
	return nil
}

func (r *Recent) saveCalls(ctx context.Context, store Store, h *head, which uint64) error {
	g := &r.rings[which]
	place, end := g.oldest.Load(), g.next.Load()
	list := make([]call, 0, partCalls)
	for place < end {
		g.mu.Lock()
		place = max(place, g.oldest.Load())
		list = list[:0]
		for i := place; i < min(end, place+partCalls); i++ {
			list = append(list, *r.at(which, i))
		}
		g.mu.Unlock()
		if len(list) == 0 {
			return nil // all of them were forgotten meanwhile
		}
		if err := setPart(ctx, store, h, callsKey(h.Generation, which, h.Calls[which]), encodeCalls(place, list)); err != nil {
			return err
		}
		h.Calls[which]++
		place += uint64(len(list))
	}
	return nil
}
