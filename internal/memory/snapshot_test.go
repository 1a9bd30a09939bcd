package memory

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/termination"
)

// shelf is a store in memory, on which writing can be made to fail.
type shelf struct {
	values map[string][]byte
	// left is how many values can still be set, if it is not negative.
	left int
}

func newShelf() *shelf { return &shelf{values: map[string][]byte{}, left: -1} }

var errFull = errors.New("there is no room left")

func (s *shelf) Get(_ context.Context, key string) ([]byte, error) { return s.values[key], nil }

func (s *shelf) Set(_ context.Context, key string, value []byte) error {
	if s.left == 0 {
		return errFull
	}
	s.left--
	s.values[key] = bytes.Clone(value)
	return nil
}

// parts counts the values whose key has that word in it.
func (s *shelf) parts(word string) (n int) {
	for key := range s.values {
		if strings.Contains(key, word) {
			n++
		}
	}
	return n
}

const meaning = "the rules of a test"

func save(t *testing.T, r *Recent, now time.Time) *shelf {
	t.Helper()
	s := newShelf()
	require.NoError(t, r.Save(t.Context(), s, Origin{Seed: 42, Meaning: meaning}, now))
	return s
}

func load(t *testing.T, s *shelf, limit int, now time.Time) *Recent {
	t.Helper()
	r, origin, err := Load(t.Context(), s, limit, time.Hour, meaning, now)
	require.NoError(t, err)
	require.NotNil(t, r)
	assert.Equal(t, Origin{Seed: 42, Meaning: meaning}, origin)
	return r
}

// story has calls pass of which a third stands against claims, and some are repeated.
func tell(r *Recent, from, to uint64, now time.Time) (fresh []Marks) {
	for i := from; i < to; i++ {
		keys, f := agentCall(i, i%50)
		if i%3 == 0 {
			f.Kind, f.Next, f.Stands, f.Work, f.Start = termination.Timeout, termination.Rerun, true, hash(11, i), i+1
			f.Span = [8]byte{byte(i), byte(i >> 8), 1}
		}
		if i%30 == 29 {
			_, of := agentCall(i-2, (i-2)%50)
			f.Same = of.Same
		}
		fresh = append(fresh, r.Observe(now.Add(time.Duration(i)*time.Millisecond), keys, Marks{Bits: Called, Findings: 1 << (i % 40)}, &f))
	}
	return fresh
}

// TestGoingOnAfterALoad has one memory go on, and another that was made of its snapshot, and compares all that they say.
func TestGoingOnAfterALoad(t *testing.T) {
	const calls = 20_000
	for _, limit := range []int{64, 1 << 11, 1 << 15} {
		first := NewRecent(limit, time.Hour)
		tell(first, 0, calls, start)
		now := start.Add(time.Minute)
		second := load(t, save(t, first, now), limit, now)
		assert.Equal(t, first.Len(now), second.Len(now))
		assert.Equal(t, first.standing.Load(), second.standing.Load())
		assert.Equal(t, second.countStanding(), int(second.standing.Load()))
		for of := range uint64(50) {
			_, f := agentCall(of, of)
			assert.Equal(t, first.Standing(now, f.Group, 0, 100, nil), second.Standing(now, f.Group, 0, 100, nil))
		}
		for i := range uint64(calls) {
			keys, f := agentCall(i, i%50)
			want, ok := first.Known(now, keys.Own[0], f.Same)
			got, known := second.Known(now, keys.Own[0], f.Same)
			require.Equal(t, ok, known, "%d of %d", i, limit)
			require.Equal(t, want, got)
			want, ok = first.Repeats(now, Keys{Own: [3]uint64{1}}, &f)
			got, known = second.Repeats(now, Keys{Own: [3]uint64{1}}, &f)
			require.Equal(t, ok, known)
			require.Equal(t, want, got)
		}
		assert.Equal(t, tell(first, calls-50, calls+5000, now), tell(second, calls-50, calls+5000, now), "records of known calls, and new ones")
		assert.Zero(t, second.Len(now.Add(2*time.Hour)), "everything drains")
		assert.Zero(t, second.standing.Load())
	}
}

func TestAgesContinueByTheWallClock(t *testing.T) {
	r := NewRecent(1<<11, time.Hour)
	r.Observe(start, own(hash(1, 1)), called, killed(1, hash(2, 1), 0))
	r.Observe(start.Add(30*time.Minute), own(hash(1, 2)), called, killed(2, hash(2, 2), 0))
	s := save(t, r, start.Add(40*time.Minute))
	r = load(t, s, 1<<11, start.Add(70*time.Minute))
	assert.Equal(t, 1, r.Len(start.Add(70*time.Minute)), "one became too old while nothing ran")
	assert.Equal(t, []byte{2}, spans(r.Standing(start.Add(70*time.Minute), group, 0, 8, nil)))
	assert.Equal(t, [NumReasons]int64{}, r.Evicted(), "what was not remembered here was not forgotten here")
	assert.Zero(t, r.Len(start.Add(90*time.Minute)))

	// A snapshot from the future keeps nothing for longer than the age.
	r = load(t, s, 1<<11, start.Add(-24*time.Hour))
	assert.Equal(t, 2, r.Len(start.Add(-24*time.Hour)))
	assert.Zero(t, r.Len(start.Add(-23*time.Hour)))
}

// TestLoadIntoAnotherSize: the user has changed the limit meanwhile. What there is room for is known as before.
func TestLoadIntoAnotherSize(t *testing.T) {
	const calls = 3000
	first := NewRecent(1<<13, time.Hour)
	tell(first, 0, calls, start)
	now := start.Add(time.Minute)
	s := save(t, first, now)
	larger := load(t, s, 1<<15, now)
	assert.Equal(t, calls, larger.Len(now))
	assert.Equal(t, make([]Marks, calls), tell(larger, 0, calls, now), "nothing is new")
	smaller := load(t, s, 1<<11, now)
	assert.InDelta(t, 1<<11, smaller.Len(now), 1<<8)
	assert.Equal(t, make([]Marks, 1000), tell(smaller, calls-1000, calls, now))
	assert.Equal(t, smaller.countStanding(), int(smaller.standing.Load()))
	_, _, err := Load(t.Context(), s, 64, time.Hour, meaning, now)
	assert.EqualError(t, err, "it has 16 rings, and the memory has 1")
}

// TestEveryFieldIsSaved fills all fields of a call, so that a new one cannot be left out.
func TestEveryFieldIsSaved(t *testing.T) {
	var c call
	n := byte(0)
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				fill(v.Index(i))
			}
		case reflect.Bool:
			*(*bool)(v.Addr().UnsafePointer()) = true
		default: // a number, of which one byte is enough
			n++
			*(*byte)(v.Addr().UnsafePointer()) = n%3 + 1
		}
	}
	fill(reflect.ValueOf(&c).Elem())

	require.Positive(t, recordSize, "a call has a fixed size")
	first, calls, err := readCalls(encodeCalls(7, []call{c}))
	require.NoError(t, err)
	assert.EqualValues(t, 7, first)
	assert.Equal(t, []call{c}, calls)
}

func TestLargeSnapshotsAreSplit(t *testing.T) {
	const limit = 1 << 16
	r := NewRecent(limit, time.Hour)
	for i := range uint64(2 * limit) {
		r.Observe(start, own(hash(1, i), hash(2, i), hash(3, i)), called, nil)
	}
	s := save(t, r, start)
	assert.Equal(t, 16*4, s.parts("calls"))
	assert.GreaterOrEqual(t, s.parts("names"), 3*limit/partNames)
	for key, value := range s.values {
		assert.LessOrEqual(t, len(value), 200<<10, key)
	}
	assert.Equal(t, r.Len(start), load(t, s, limit, start).Len(start))
}

func TestNothingIsSavedTwice(t *testing.T) {
	r := NewRecent(1<<11, time.Hour)
	assert.Empty(t, save(t, r, start).values, "there is nothing yet")
	tell(r, 0, 10, start)
	s := save(t, r, start)
	before := maps.Clone(s.values)
	origin := Origin{Seed: 42, Meaning: meaning}
	require.NoError(t, r.Save(t.Context(), s, origin, start))
	assert.Equal(t, before, s.values, "nothing has changed")
	require.NoError(t, r.Save(t.Context(), s, origin, start.Add(2*time.Hour)))
	assert.Zero(t, load(t, s, 1<<11, start).Len(start), "that everything was forgotten is a change")
}

// TestASaveThatFails leaves the snapshot before it as it was, at whatever part it failed, and the next one is complete.
func TestASaveThatFails(t *testing.T) {
	r := NewRecent(1<<11, time.Hour)
	tell(r, 0, 100, start)
	s := save(t, r, start)
	tell(r, 100, 200, start)
	origin := Origin{Seed: 42, Meaning: meaning}
	for n := range 10 {
		s.left = n
		require.ErrorIs(t, r.Save(t.Context(), s, origin, start.Add(time.Second)), errFull)
		assert.Equal(t, 100, load(t, s, 1<<11, start).Len(start))
	}
	s.left = -1
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, r.Save(ctx, s, origin, start.Add(time.Second)), context.Canceled)
	assert.Equal(t, 100, load(t, s, 1<<11, start).Len(start))
	require.NoError(t, r.Save(t.Context(), s, origin, start.Add(time.Second)), "nothing changed since, and it was not saved")
	assert.Equal(t, 200, load(t, s, 1<<11, start).Len(start))
}

// TestSnapshotsThatCannotBeTrusted damages a snapshot in every way. None is loaded, not even in part.
func TestSnapshotsThatCannotBeTrusted(t *testing.T) {
	r := NewRecent(1<<11, time.Hour)
	tell(r, 0, 200, start)
	whole := save(t, r, start)
	refused := func(what string, change func(values map[string][]byte)) {
		t.Helper()
		s := newShelf()
		for key, value := range whole.values {
			s.values[key] = bytes.Clone(value)
		}
		change(s.values)
		got, _, err := Load(t.Context(), s, 1<<11, time.Hour, meaning, start)
		require.Error(t, err, what)
		assert.Nil(t, got, what)
	}
	for key, value := range whole.values {
		for at := 0; at < len(value); at += 1 + len(value)/97 {
			refused("a bit of "+key, func(v map[string][]byte) { v[key][at] ^= 1 << (at % 8) })
			refused("the start of "+key, func(v map[string][]byte) { v[key] = v[key][:at] })
			refused("the end of "+key, func(v map[string][]byte) { v[key] = v[key][at+1:] })
		}
		refused(key+" is missing in part", func(v map[string][]byte) { v[key] = []byte{} })
		refused(key+" is too long", func(v map[string][]byte) { v[key] = append(v[key], 0) })
		if key != headKey {
			refused("no "+key, func(v map[string][]byte) { delete(v, key) })
			refused("a part for another", func(v map[string][]byte) { v[key] = v[headKey] })
		}
	}
	other := NewRecent(1<<11, time.Hour)
	tell(other, 0, 200, start)
	later := save(t, other, start.Add(time.Second))
	for key := range whole.values {
		for _, k := range []string{key, "b" + key[1:], "a" + key[1:]} {
			if value, ok := later.values[k]; ok && key != headKey {
				refused("a part of another snapshot", func(v map[string][]byte) { v[key] = value })
			}
		}
	}
	_, _, err := Load(t.Context(), whole, 1<<11, time.Hour, "other rules", start)
	assert.EqualError(t, err, "it was written by another version or under another meaning")
}

// TestHostileSnapshots have right checksums and wrong contents.
func TestHostileSnapshots(t *testing.T) {
	one := func(change func(*record)) []byte {
		s := record{Seen: start.UnixNano()}
		change(&s)
		b, err := binary.Append(make([]byte, 8, 8+recordSize), binary.LittleEndian, &s)
		require.NoError(t, err)
		b[0] = 1
		return b
	}
	good := one(func(*record) {})
	for name, tt := range map[string]struct {
		head         head
		calls, names []byte
		want         string
	}{
		"a kind that does not exist": {calls: one(func(s *record) { s.Facts.Kind = 200 }), want: "a.calls.0.0: call 1: there are no such facts"},
		"a next that does not exist": {calls: one(func(s *record) { s.Facts.Next = 99 }), want: "a.calls.0.0: call 1: there are no such facts"},
		"half a call":                {calls: good[:len(good)-1], want: "a.calls.0.0: it is not of the form of a snapshot"},
		"call 0":                     {calls: append(make([]byte, 8), good[8:]...), want: "a.calls.0.0: call 0 stands where 1 is the next"},
		"the last of all calls":      {calls: append(bytes.Repeat([]byte{255}, 8), good[8:]...), want: "a.calls.0.0: call 18446744073709551615 stands where 1 is the next"},
		"the same part twice":        {head: head{Calls: []uint32{2}}, calls: good, want: "a.calls.0.1: call 1 stands where 2 is the next"},
		"too many calls in a part":   {calls: append(good[:8:8], bytes.Repeat(good[8:], partCalls+1)...), want: "a.calls.0.0: it is not of the form of a snapshot"},
		"too many calls":             {head: head{Calls: []uint32{1 << 30}}, calls: good, want: "it is not of the form of a snapshot"},
		"too many names":             {head: head{Names: 1 << 30}, calls: good, want: "it is not of the form of a snapshot"},
		"a set that does not exist":  {calls: good, names: encodeNames([]savedName{{set: 64, holds: 1}}), want: "a.names.0: it is not of the form of a snapshot"},
		"half a name":                {calls: good, names: []byte{1, 2, 3}, want: "a.names.0: it is not of the form of a snapshot"},
		"no size":                    {head: head{Limit: 1}, calls: good, want: "it is not of the form of a snapshot"},
		"a size that is no power":    {head: head{Limit: 65}, calls: good, want: "it is not of the form of a snapshot"},
		"a size beyond everything":   {head: head{Limit: 1 << 40}, calls: good, want: "it is not of the form of a snapshot"},
		"a name of no call":          {calls: good, names: encodeNames([]savedName{{set: 3, holds: 99}})},
		"a call before all time":     {calls: one(func(s *record) { s.Seen = -1 << 63 })},
		"a call of the far future":   {calls: one(func(s *record) { s.Seen = 1<<63 - 1 })},
		"a chain that leads nowhere": {calls: one(func(s *record) { s.Previous, s.Linked = 77, true })},
		"a chain in a ring": {
			calls: one(func(s *record) { s.Previous, s.Linked, s.Facts.Group = 1, true, group }),
			names: encodeNames([]savedName{{set: uint32(standingName(group) % 64), holds: pack(standingName(group), 1)}}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf()
			tt.head.Generation = 2
			if tt.head.Calls == nil {
				tt.head.Calls = []uint32{1}
			}
			if tt.head.Limit == 0 {
				tt.head.Limit = 64
			}
			if tt.names != nil {
				tt.head.Names = 1
			}
			put(t, s, tt.head, tt.calls, tt.names)
			r, _, err := Load(t.Context(), s, 64, time.Hour, meaning, start)
			if tt.want != "" {
				require.EqualError(t, err, tt.want)
				assert.Nil(t, r)
				return
			}
			require.NoError(t, err)
			checkSane(t, r)
		})
	}
}

// put makes a snapshot of a head and parts, with all that belongs around them, to stand for every part that is asked for.
func put(t testing.TB, s *shelf, h head, calls, names []byte) {
	h.Layout, h.Rings = layout(meaning), uint32(len(h.Calls))
	if h.Limit == 1 {
		h.Limit = 0
	}
	for which, n := range h.Calls {
		for i := range min(n, 4) {
			require.NoError(t, setPart(t.Context(), s, &h, callsKey(h.Generation, uint64(which), i), calls))
		}
	}
	for i := range min(h.Names, 4) {
		require.NoError(t, setPart(t.Context(), s, &h, namesKey(h.Generation, i), names))
	}
	require.NoError(t, s.Set(t.Context(), headKey, h.encode()))
}

// checkSane uses a memory, whatever it was made of, in every way.
func checkSane(t testing.TB, r *Recent) {
	assert.LessOrEqual(t, r.Len(start), r.Limit())
	assert.EqualValues(t, r.countStanding(), r.standing.Load())
	assert.LessOrEqual(t, len(r.Standing(start, group, 0, 1000, nil)), 1000)
	tell(r, 0, 100, start)
	for which := range uint64(len(r.rings)) {
		g := &r.rings[which]
		for place := g.oldest.Load(); place < g.next.Load(); place++ {
			f := r.at(which, place).facts
			assert.NotPanics(t, func() { _ = f.Kind.String() + f.Next.String() + f.Signal.String() })
		}
	}
	r.Passed(start, Keys{}, &Facts{Group: group}, 5)
	assert.Zero(t, r.Len(start.Add(2*time.Hour)), "everything drains")
	assert.Zero(t, r.standing.Load())
}

// TestSavingAmongSenders takes snapshots while calls come in. Each has what was seen before it began, and none a name
// that leads to a call that came later.
func TestSavingAmongSenders(t *testing.T) {
	const calls = 4000
	r := NewRecent(1<<14, time.Hour)
	var done atomic.Int64
	var shelves []*shelf
	var before []int64
	together(3, func(sender int) {
		if sender < 2 {
			for i := range uint64(calls) {
				keys, f := agentCall(i*2+uint64(sender), i%50)
				f.Kind, f.Stands = termination.Timeout, i%5 == 0
				r.Observe(start, keys, called, &f)
				done.Add(1)
			}
			return
		}
		for done.Load() < 2*calls {
			before = append(before, int64(r.Len(start)))
			s := newShelf()
			if err := r.Save(t.Context(), s, Origin{Seed: 42, Meaning: meaning}, start); err != nil {
				t.Error(err)
			}
			shelves = append(shelves, s)
		}
	})
	for i, s := range shelves {
		if len(s.values) == 0 {
			continue // nothing had changed
		}
		loaded := load(t, s, 1<<14, start)
		assert.GreaterOrEqual(t, int64(loaded.Len(start)), before[i])
		assert.EqualValues(t, loaded.countStanding(), loaded.standing.Load())
		for n := range uint64(2 * calls) {
			keys, f := agentCall(2*calls+n, n%50)
			require.Equal(t, called, loaded.Observe(start, keys, called, &f), "a new call is new")
		}
	}
	if s := save(t, r, start); len(s.values) != 0 {
		shelves = append(shelves, s)
	} // else the last of those above already holds everything
	last := lastWritten(shelves)
	require.NotNil(t, last)
	assert.Equal(t, make([]Marks, 100), func() (fresh []Marks) {
		loaded := load(t, last, 1<<14, start)
		for n := range uint64(100) {
			keys, _ := agentCall(n, n/2%50)
			fresh = append(fresh, loaded.Observe(start, keys, called, nil))
		}
		return fresh
	}())
}

// lastWritten is the last shelf that a snapshot was put on.
func lastWritten(shelves []*shelf) (last *shelf) {
	for _, s := range shelves {
		if len(s.values) != 0 {
			last = s
		}
	}
	return last
}

func FuzzLoad(f *testing.F) {
	r := NewRecent(64, time.Hour)
	rnd := rand.New(rand.NewPCG(1, 9))
	for range 100 {
		r.Observe(start, own(rnd.Uint64()), called, killed(byte(rnd.Uint64()), rnd.Uint64(), rnd.Uint64()))
	}
	s := newShelf()
	require.NoError(f, r.Save(f.Context(), s, Origin{Meaning: meaning}, start))
	body := func(word string) []byte {
		for key, value := range s.values {
			if strings.Contains(key, word) {
				return value[len(magic)+8 : len(value)-4]
			}
		}
		return nil
	}
	f.Add(s.values[headKey], body("calls"), body("names"), uint64(64), uint8(1), uint8(1))
	f.Add([]byte(magic), []byte{}, []byte{}, uint64(128), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, head, calls, names []byte, limit uint64, callParts, nameParts uint8) {
		// The head as it comes, and with the checksum that makes it be read.
		for _, data := range [][]byte{head, sum(slices.Clip(head))} {
			raw := newShelf()
			raw.values[headKey] = data
			if got, _, err := Load(t.Context(), raw, 64, time.Hour, meaning, start); err == nil && got != nil {
				checkSane(t, got)
			}
		}
		s := newShelf()
		put(t, s, headOf(limit, callParts, nameParts), calls, names)
		if got, _, err := Load(t.Context(), s, 64, time.Hour, meaning, start); err == nil {
			checkSane(t, got)
		}
	})
}

func headOf(limit uint64, calls, names uint8) head {
	return head{Generation: 2, Limit: limit % 1024, Names: uint32(names % 4), Calls: []uint32{uint32(calls % 4)}}
}
