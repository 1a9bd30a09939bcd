package toolcall

// KeyID numbers a known attribute key. 0 is none.
type KeyID uint16

// KeyTable finds known attribute keys. Almost every key of a record is unknown,
// so a miss must be cheap: most are told by their length, their first and their
// last byte; the rest take one probe into an open-addressed table by length and
// four bytes, and a comparison only where those agree.
type KeyTable struct {
	// ends has, by length, a bit for each sum of first and last byte of a key.
	ends  [maxKey + 1]uint64
	slots []KeyID
	mask  uint32
	names []string // by KeyID; names[0] is empty
}

// NewKeyTable numbers the keys from 1 in the order given; a repeated or empty
// key keeps its first number.
func NewKeyTable(keys []string) *KeyTable {
	size := uint32(64)
	for size < uint32(len(keys))*4 {
		size *= 2
	}
	t := &KeyTable{slots: make([]KeyID, size), mask: size - 1, names: []string{""}}
	for _, k := range keys {
		if k != "" && t.Find(k) == 0 {
			t.insert(k)
		}
	}
	return t
}

func (t *KeyTable) insert(key string) {
	id := KeyID(len(t.names))
	t.names = append(t.names, key)
	t.ends[min(len(key), maxKey)] |= 1 << endsOf(key)
	i := hashKey(key) & t.mask
	for t.slots[i] != 0 {
		i = (i + 1) & t.mask
	}
	t.slots[i] = id
}

// Find returns the number of the key, or 0.
func (t *KeyTable) Find(key string) KeyID {
	if key == "" || t.ends[min(len(key), maxKey)]>>endsOf(key)&1 == 0 {
		return 0
	}
	i := hashKey(key) & t.mask
	for t.slots[i] != 0 {
		if id := t.slots[i]; t.names[id] == key {
			return id
		}
		i = (i + 1) & t.mask
	}
	return 0
}

// maxKey is the length from which on keys are told apart by their ends alone.
const maxKey = 63

func endsOf(key string) uint { return uint(key[0]+key[len(key)-1]) & 63 }

// Len is the number of keys plus one, so that it bounds an array indexed by KeyID.
func (t *KeyTable) Len() int { return len(t.names) }

// hashKey mixes the length with the bytes in which attribute keys differ most:
// those at the end, in the middle, and after the first separator.
func hashKey(k string) uint32 {
	n := uint(len(k))
	a, b := uint32(k[n-1]), uint32(k[n>>1])
	c, d := uint32(k[n*3>>2]), uint32(k[n>>2])
	// Sums of products do not wait for each other, as a polynomial would.
	h := uint32(n)*0x9E3779B1 + a*0x85EBCA77 + b*0xC2B2AE3D + c*0x27D4EB2F + d*0x165667B1
	return h >> 16
}
