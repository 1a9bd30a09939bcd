package markers

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// The sieve finds the same keys and line ends as the trigger, eight bytes at a
// time. It leaves to the trigger each line that holds control codes or is too
// long, so that the trigger alone decides what those mean.

// sieveBits is how many hashes the sieve tells apart.
const (
	sieveLog  = 15
	sieveBits = 1 << sieveLog
)

// sieve reads a text in blocks. Of each it notes where something happens: where
// a control code stands, a word begins, or a character of several bytes.
type sieve struct {
	text   string
	base   int    // where the block begins
	events uint64 // what happens in the block and has not been dealt with, a bit for each byte
	next   int    // where the next block begins
	letter uint64 // 1 if the byte before the next block is a letter
}

const blockLen = 64

// sieveSet is a set of hashes of the first three bytes of keys. A word whose hash
// is not in it begins with no key.
type sieveSet [sieveBits / 64]uint64

// hash3 ignores the case of letters, takes some other bytes for one another as
// well, and ignores the fourth byte.
func hash3(first4 uint32) uint32 {
	return (first4&0xffffff | 0x202020) * 0x9E3779B1 >> (32 - sieveLog)
}

// letThrough makes the sieve let words through that begin with the key.
func (x *sieveSet) letThrough(key string) {
	word := strings.TrimSuffix(key, "$")
	if len(word) >= keyMinLen {
		x.add(hash3(firstBytes(word)))
		return
	}
	for c, kind := range kinds {
		if kind != kindLetter { // anything else may stand behind a word of two
			x.add(hash3(firstBytes(word) | uint32(c)<<16))
		}
	}
}

func (x *sieveSet) add(h uint32) { x[h/64] |= 1 << (h % 64) }

// passes tells whether a word with that beginning may begin with a key.
func (x *sieveSet) passes(first4 uint32) bool {
	h := hash3(first4)
	return x[h/64]&(1<<(h%64)) != 0
}

func firstBytes(s string) (v uint32) {
	for i := range min(len(s), 4) {
		v |= uint32(s[i]) << (8 * i)
	}
	return v
}

// head is the beginning of a key without regard to case, up to eight bytes.
type head struct{ bytes, mask uint64 }

func headOf(key string) (h head) {
	for i := 0; i < min(len(key), 8); i++ {
		h.bytes |= uint64(key[i]|0x20) << (8 * i)
		h.mask |= 0xff << (8 * i)
	}
	return h
}

// find does the same as lookup where eight bytes are left, and faster.
func (x *keyIndex) find(text string, i int, keys *keySet) {
	if kinds[text[i+2]] != kindLetter {
		x.lookup(text, i, keys)
		return
	}
	v := first8(text[i:]) | 0x20*ones
	for k := x.head[hash3(uint32(v))]; k != 0; k = x.next[k-1] {
		if h := &x.heads[k-1]; v&h.mask == h.bytes && holds(text[i:], x.keys[k-1]) {
			keys.add(int(k - 1))
		}
	}
}

// line reads the line that starts at start, which must be where the line before
// ended. It returns what the trigger returns.
func (x *sieve) line(start int, keys *keySet) (end, next int, dirty bool) {
	for {
		for x.events != 0 {
			i := x.base + bits.TrailingZeros64(x.events)
			x.events &= x.events - 1
			switch c := x.text[i]; {
			case c >= ' ':
				if len(x.text)-i < 8 {
					words.lookup(x.text, i, keys)
				} else if words.sieve.passes(first4(x.text[i:])) {
					words.find(x.text, i, keys)
				}
			case c != '\n' && c != '\r' || i-start >= maxLine:
				return x.odd(start, keys)
			default:
				return i, i + 1, false
			}
		}
		if len(x.text)-start > maxLine && x.next-start > maxLine {
			return x.odd(start, keys)
		}
		if x.next >= len(x.text) {
			return len(x.text), len(x.text), false
		}
		x.fill()
	}
}

// odd gives a line to the trigger and goes on behind it.
func (x *sieve) odd(start int, keys *keySet) (end, next int, dirty bool) {
	*keys = keySet{}
	end, next, dirty = trigger(x.text, start, keys)
	x.next, x.events, x.letter = next, 0, 0
	return end, next, dirty
}

// skipTo goes on at the beginning of a later line.
func (x *sieve) skipTo(start int) {
	if start >= x.next {
		x.next, x.events, x.letter = start, 0, 0
		return
	}
	done := start - x.base
	x.events = x.events >> done << done
}

// fill reads the next block.
func (x *sieve) fill() {
	x.base, x.events = x.next, 0
	x.next = min(x.base+blockLen, len(x.text))
	if len(x.text) < blockLen {
		x.fillShort()
		return
	}
	// The last block overlaps the one before.
	seen := x.base + blockLen - x.next
	x.base -= seen
	block := x.text[x.base:][:blockLen]
	before := x.letter
	for i := 0; i < blockLen; i += 8 {
		v := first8(block[i:])
		letters := lettersOf(v)
		starts := letters &^ (letters<<8 | before)
		x.events |= flags(starts|leadsOf(v)|controlsOf(v)) << i
		before = letters >> 56
	}
	x.letter = before
	x.events = x.events >> seen << seen
}

// fillShort reads a text that is shorter than a block.
func (x *sieve) fillShort() {
	for i := x.base; i < len(x.text); i++ {
		switch kinds[x.text[i]] {
		case kindLetter:
			if i > 0 && kinds[x.text[i-1]] == kindLetter {
				continue
			}
		case kindOther:
			continue
		}
		x.events |= 1 << (i - x.base)
	}
}

// The following work on eight bytes at once. They answer in the highest bit of
// each byte.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

func first8(s string) uint64 {
	return binary.LittleEndian.Uint64([]byte(s[:8]))
}

func first4(s string) uint32 {
	return binary.LittleEndian.Uint32([]byte(s[:4]))
}

func lettersOf(v uint64) uint64 {
	small := v&^highs | 0x20*ones
	return (small + (0x80-'a')*ones) &^ (small + (0x80-'z'-1)*ones) &^ v & highs
}

// leadsOf finds first bytes of characters of several bytes.
func leadsOf(v uint64) uint64 { return v & (v << 1) & highs }

func controlsOf(v uint64) uint64 {
	low := v &^ highs
	tab := low ^ '\t'*ones
	return (tab + 0x7f*ones) &^ (low + (0x80-' ')*ones) &^ v & highs
}

// flags gathers the highest bits: bit i of the result is that of byte i.
func flags(v uint64) uint64 { return v >> 7 * 0x0102040810204080 >> 56 }
