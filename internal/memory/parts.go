package memory

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"reflect"
	"time"

	"github.com/toolspan/toolspan/internal/termination"
)

// A snapshot consists of a head and parts, each under a key of its own. All of them
// begin with the same words and end with a checksum. The parts are those of a
// generation, which the head names, so that parts of different snapshots cannot be
// taken for one. Two generations are kept in turn.
const (
	magic   = "toolspan"
	headKey = "head"
	// version has to be raised when names are made in another way in this package, or a
	// field comes to mean something else. New fields are noticed without it.
	version = 1
	// partCalls and partNames bound a part, to some hundred KiB.
	partCalls = 1024
	partNames = 16 << 10
)

// head says what a snapshot consists of.
type head struct {
	Generation, Seed, Layout, Limit uint64
	// Names is how many parts the names have, and Calls how many the calls of each ring.
	Names, Rings uint32
	Calls        []uint32
}

// fixedHead is how many bytes a head has before the list.
const fixedHead = 4*8 + 2*4

func nextGeneration(last uint64, now time.Time) uint64 {
	// It alternates between even and odd, and tells from all others that may lie around.
	next := max(uint64(now.UnixNano()), last+1)
	return next + (next+last+1)%2
}

func slotOf(generation uint64) string { return [...]string{"a", "b"}[generation%2] }

func callsKey(generation, ring uint64, part uint32) string {
	return fmt.Sprintf("%s.calls.%d.%d", slotOf(generation), ring, part)
}

func namesKey(generation uint64, part uint32) string {
	return fmt.Sprintf("%s.names.%d", slotOf(generation), part)
}

// layout is a number that differs for snapshots of another form or meaning.
func layout(meaning string) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d %s", version, meaning) // a hash takes everything
	describe(h, reflect.TypeFor[record]())
	return h.Sum64()
}

// describe writes down the form of a type, to the last field.
func describe(w io.Writer, t reflect.Type) {
	_, _ = fmt.Fprintf(w, "%s %s{", t.Kind(), t.String())
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			_, _ = io.WriteString(w, t.Field(i).Name+" ")
			describe(w, t.Field(i).Type)
		}
	case reflect.Array:
		_, _ = fmt.Fprintf(w, "%d ", t.Len())
		describe(w, t.Elem())
	default: // the kind says it all
	}
	_, _ = io.WriteString(w, "}")
}

func (h *head) encode() []byte {
	b := binary.LittleEndian.AppendUint64([]byte(magic), h.Generation)
	for _, v := range [...]uint64{h.Seed, h.Layout, h.Limit} {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	b = binary.LittleEndian.AppendUint32(b, h.Names)
	b = binary.LittleEndian.AppendUint32(b, h.Rings)
	for _, n := range h.Calls {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return sum(b)
}

var (
	errForm = errors.New("it is not of the form of a snapshot")
	errSum  = errors.New("its checksum is wrong")
)

func readHead(data []byte, meaning string) (h head, err error) {
	if len(data) > 1<<10 {
		return h, errForm
	}
	b, err := checked(data)
	if err != nil {
		return h, err
	}
	if len(b) < fixedHead {
		return h, errForm
	}
	h.Generation = binary.LittleEndian.Uint64(b)
	h.Seed = binary.LittleEndian.Uint64(b[8:])
	h.Layout = binary.LittleEndian.Uint64(b[16:])
	h.Limit = binary.LittleEndian.Uint64(b[24:])
	h.Names = binary.LittleEndian.Uint32(b[32:])
	h.Rings = binary.LittleEndian.Uint32(b[36:])
	b = b[fixedHead:]
	if h.Layout != layout(meaning) {
		return h, errors.New("it was written by another version or under another meaning")
	}
	if h.Limit == 0 || h.Limit&(h.Limit-1) != 0 || h.Limit > maxLimit || uint64(h.Rings) != numRings(h.Limit) || len(b) != 4*int(h.Rings) {
		return h, errForm
	}
	if uint64(h.Names) > h.Limit*uint64(len(set{}))/(partNames-2*uint64(len(set{})))+1 {
		return h, errForm
	}
	for i := range h.Rings {
		n := binary.LittleEndian.Uint32(b[4*i:])
		if uint64(n) > h.Limit/partCalls+2 {
			return h, errForm
		}
		h.Calls = append(h.Calls, n)
	}
	return h, nil
}

const (
	// maxLimit is how many calls a memory holds at most; half a number names no more.
	maxLimit = 1 << 28
	// maxPlace is more calls than there will ever be.
	maxPlace = 1 << 56
)

// sum adds the checksum to what is complete.
func sum(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// checked returns what stands between the first words and the checksum.
func checked(b []byte) ([]byte, error) {
	if len(b) < len(magic)+4 || string(b[:len(magic)]) != magic {
		return nil, errForm
	}
	end := len(b) - 4
	if crc32.Checksum(b[:end], castagnoli) != binary.LittleEndian.Uint32(b[end:]) {
		return nil, errSum
	}
	return b[len(magic):end], nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// part is one part of a snapshot, and where it lies.
type part struct {
	key  string
	body []byte
}

func setPart(ctx context.Context, store Store, h *head, key string, body []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b := binary.LittleEndian.AppendUint64([]byte(magic), h.Generation)
	return store.Set(ctx, key, sum(append(b, body...)))
}

func getPart(ctx context.Context, store Store, h *head, key string) (part, error) {
	data, err := store.Get(ctx, key)
	if err != nil {
		return part{}, err
	}
	if data == nil {
		return part{}, fmt.Errorf("%s: it is missing", key)
	}
	b, err := checked(data)
	if err != nil {
		return part{}, fmt.Errorf("%s: %w", key, err)
	}
	if len(b) < 8 || binary.LittleEndian.Uint64(b) != h.Generation {
		return part{}, fmt.Errorf("%s: it belongs to another snapshot", key)
	}
	return part{key: key, body: b[8:]}, nil
}

// record is a call as it is saved. It has every field of a call, with a name that
// encoding/binary can see.
type record struct {
	Seen            int64
	Previous        uint32
	Linked, Cleared bool
	ClearedAt       uint64
	ID, Group       uint64
	Marks           Marks
	Facts           Facts
}

// recordSize is how many bytes a record takes.
var recordSize = binary.Size(record{})

func encodeCalls(first uint64, calls []call) []byte {
	b := make([]byte, 8, 8+len(calls)*recordSize)
	binary.LittleEndian.PutUint64(b, first)
	w := bytes.NewBuffer(b)
	for i := range calls {
		c := &calls[i]
		// Nothing goes wrong: a record has a fixed size, and a buffer takes everything.
		_ = binary.Write(w, binary.LittleEndian, &record{
			Seen: c.seen, Previous: c.previous, Linked: c.linked, Cleared: c.cleared, ClearedAt: c.clearedAt, ID: c.id, Group: c.group, Marks: c.marks, Facts: c.facts,
		})
	}
	return w.Bytes()
}

func readCalls(b []byte) (first uint64, calls []call, err error) {
	if len(b) < 8 || (len(b)-8)%recordSize != 0 || (len(b)-8)/recordSize > partCalls {
		return 0, nil, errForm
	}
	first, b = binary.LittleEndian.Uint64(b), b[8:]
	calls = make([]call, len(b)/recordSize)
	for i := range calls {
		var s record
		if _, err := binary.Decode(b[i*recordSize:], binary.LittleEndian, &s); err != nil {
			return 0, nil, err
		}
		if !s.Facts.valid() {
			return 0, nil, fmt.Errorf("call %d: there are no such facts", first+uint64(i))
		}
		calls[i] = call{
			seen: s.Seen, previous: s.Previous, linked: s.Linked, cleared: s.Cleared, clearedAt: s.ClearedAt, id: s.ID, group: s.Group, marks: s.Marks, facts: s.Facts,
		}
	}
	return first, calls, nil
}

// valid reports facts of which each has a value that it can have: to name one that does
// not exist would panic.
func (f *Facts) valid() bool {
	return f.Kind <= termination.Unknown && f.Next <= termination.Review && f.Before <= termination.Unknown
}

// savedName is a name with the set that it stands in.
type savedName struct {
	set   uint32
	holds uint64
}

const nameSize = 4 + 8

func encodeNames(list []savedName) []byte {
	b := make([]byte, 0, len(list)*nameSize)
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, n.set)
		b = binary.LittleEndian.AppendUint64(b, n.holds)
	}
	return b
}

func readNames(b []byte, limit uint64) ([]savedName, error) {
	if len(b)%nameSize != 0 || len(b)/nameSize > partNames {
		return nil, errForm
	}
	list := make([]savedName, len(b)/nameSize)
	for i := range list {
		at := b[i*nameSize:]
		list[i] = savedName{set: binary.LittleEndian.Uint32(at), holds: binary.LittleEndian.Uint64(at[4:])}
		if uint64(list[i].set) >= limit {
			return nil, errForm
		}
	}
	return list, nil
}
