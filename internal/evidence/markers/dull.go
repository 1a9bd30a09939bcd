package markers

// Programs print the same line over and over, with other numbers in it. Where
// nobody had a word on such a line, nobody has one on the next: what decides
// that (keys, prefixes, beginnings) asks whether a byte is a digit, and never
// which one.

// dullLines are the last lines of different shape that nobody had a word on.
type dullLines [2]string

func (d *dullLines) remember(raw string) { d[0], d[1] = raw, d[0] }

// again returns the end of the line at start, if it is one of those but for the
// numbers, or else -1.
func (d *dullLines) again(text string, start int) int {
	for _, l := range d {
		if end := start + len(l); l != "" && end < len(text) && text[end] == '\n' && sameShape(text[start:end], l) {
			return end
		}
	}
	return -1
}

// sameShape compares two texts of one length. One digit is as good as another.
func sameShape(a, b string) bool {
	n := len(a)
	if n < 8 {
		for i := range n {
			if a[i] != b[i] && (!digitAt(a, i) || !digitAt(b, i)) {
				return false
			}
		}
		return true
	}
	for i := 0; i <= n-8; i += 8 {
		if !sameShape8(first8(a[i:]), first8(b[i:])) {
			return false
		}
	}
	return sameShape8(first8(a[n-8:]), first8(b[n-8:]))
}

func sameShape8(a, b uint64) bool {
	return a == b || nonZero(a^b)&^(digitsOf(a)&digitsOf(b)) == 0
}

func digitsOf(v uint64) uint64 {
	low := v &^ highs
	return (low + (0x80-'0')*ones) &^ (low + (0x80-'9'-1)*ones) &^ v & highs
}

func nonZero(v uint64) uint64 { return (v&^highs + 0x7f*ones | v) & highs }
