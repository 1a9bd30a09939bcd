package markers

import "strings"

// The trigger decides which lines deserve a closer look: those with a word that
// begins with a known key. Nearly all ordinary lines end here. It reads byte by
// byte and knows control codes; the sieve does the same to plain lines faster.

const (
	maxKeys   = 320
	keyMinLen = 3
)

// keyIndex finds keys by a hash of their first three bytes. Keys of two
// letters stand for whole words only, or "ok" would be seen in every "okay".
type keyIndex struct {
	head  [sieveBits]uint16 // 1 + index of the first key of the chain
	next  [maxKeys]uint16
	keys  []string
	ids   map[string]int
	heads [maxKeys]head
	sieve sieveSet
}

// lower maps ASCII letters to lower case, bytes of multi-byte characters to
// themselves, and everything else to 0.
var lower = func() (t [256]byte) {
	for c := range t {
		switch {
		case c >= 'A' && c <= 'Z':
			t[c] = byte(c) + 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= 0x80:
			t[c] = byte(c)
		}
	}
	return t
}()

// The kinds of bytes the trigger tells apart.
const (
	kindOther = iota
	kindLetter
	kindLead // first byte of a multi-byte character
	kindControl
)

var kinds = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 0xC0:
			t[c] = kindLead
		case c < ' ' && c != '\t':
			t[c] = kindControl
		case c < 0x80 && lower[c] != 0:
			t[c] = kindLetter
		}
	}
	return t
}()

// words holds the keys of the rules and of the generic readers. It is filled
// before compileRules asks for the numbers of keys, because keyID adds.
var words = &keyIndex{ids: map[string]int{}}

// keyID returns the number of a key and adds the key when it is new.
func keyID(k string) int {
	if id, ok := words.ids[k]; ok {
		return id
	}
	id := len(words.keys)
	if id >= maxKeys || len(k) < 2 || strings.ContainsAny(k, "0123456789") {
		panic("markers: too many keys, or one too short or with a digit: " + k)
	}
	word := strings.TrimSuffix(k, "$")
	h := hash3(firstBytes(word))
	words.keys = append(words.keys, k)
	words.sieve.letThrough(k)
	words.heads[id] = headOf(word)
	words.ids[k] = id
	words.next[id] = words.head[h]
	words.head[h] = uint16(id + 1)
	return id
}

func keysOf(list ...string) (s keySet) {
	for _, k := range list {
		s.add(keyID(k))
	}
	return s
}

// lookup adds to set every key that begins text[i:].
func (x *keyIndex) lookup(text string, i int, set *keySet) {
	if i+1 >= len(text) {
		return
	}
	var c byte
	if i+2 < len(text) {
		c = lower[text[i+2]]
	}
	first := uint32(lower[text[i]]) | uint32(lower[text[i+1]])<<8
	if c < 0x80 || text[i] >= 0x80 {
		for k := x.head[hash3(first|uint32(c)<<16)]; k != 0; k = x.next[k-1] {
			if holds(text[i:], x.keys[k-1]) {
				set.add(int(k - 1))
			}
		}
		return
	}
	// An ASCII word of two letters directly before other script ("OK了").
	for k := x.head[hash3(first)]; k != 0; k = x.next[k-1] {
		if key := x.keys[k-1]; len(key) == 2 && hasFold(text[i:], key) {
			set.add(int(k - 1))
		}
	}
}

// holds tells whether text begins with the key; one that ends in $, and one of
// two letters, must be the whole word, since "ran" begins "range".
func holds(text, key string) bool {
	n := len(key) - 1
	if key[n] == '$' {
		return hasFold(text, key[:n]) && (n >= len(text) || lower[text[n]] == 0)
	}
	return hasFold(text, key) && (len(key) >= keyMinLen || len(text) == len(key) || lower[text[2]] == 0)
}

func hasFold(text, key string) bool {
	if len(text) < len(key) {
		return false
	}
	for i := 0; i < len(key); i++ {
		if lower[text[i]] != key[i] {
			return false
		}
	}
	return true
}

// trigger reads the line that starts at start. It returns the end of what is
// looked at, the start of the next line, and whether the line holds control
// codes.
func trigger(text string, start int, keys *keySet) (end, next int, dirty bool) {
	limit := min(len(text), start+maxLine)
	t := text[:limit]
	for i := start; i < len(t); {
		switch kinds[t[i]] {
		case kindLetter:
			words.lookup(t, i, keys)
			for i++; i < len(t) && kinds[t[i]] == kindLetter; i++ {
			}
		case kindLead:
			words.lookup(t, i, keys)
			i++
		case kindControl:
			b := t[i]
			if b == '\n' || b == '\r' {
				return i, i + 1, dirty
			}
			dirty = true
			if b == esc {
				i = skipEscape(t, i, limit)
			} else {
				i++
			}
		default:
			i++
		}
	}
	if limit < len(text) {
		if n := strings.IndexByte(text[limit:], '\n'); n >= 0 {
			return limit, limit + n + 1, dirty
		}
	}
	return limit, len(text), dirty
}
