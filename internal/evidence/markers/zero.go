package markers

import "strings"

// CheckedNothing reports a marker by which a check says that there was nothing
// for it to check. Other markers of the scope zero say that there was nothing to
// do, which is as good as having done it.
func (m Marker) CheckedNothing() bool {
	if m.Scope != Zero {
		return false
	}
	switch m.Rule {
	case "cloudformation", "django", "flyway", "git", "make", "nothing_to_do", "terraform":
		return false
	default:
		return true
	}
}

// PerPart reports a marker that speaks of one package, crate or module, so that
// what was cut off may speak of others.
func (m Marker) PerPart() bool {
	switch m.Rule {
	case "cargo_test", "go_test", "gradle", "maven":
		return true
	default:
		return false
	}
}

// MayFindZero reports whether a text is worth scanning for markers of the scope
// zero. It costs a fraction of a scan, and overlooks nothing that a runner is known to print.
func (s *Scanner) MayFindZero(text string) bool {
	if s.ownZero {
		return true
	}
	for i := 0; i < len(text); i++ {
		next := zeroSigns[text[i]]
		if next == 0 {
			continue
		}
		if text[i] == '0' {
			if loneZero(text, i) {
				return true
			}
		} else if i+1 < len(text) && text[i+1]|0x20 == next && zeroWord(text, i) {
			return true
		}
	}
	return false
}

// zeroSigns marks the bytes at which a look is worth while: the digit, and of each
// word that is looked for its rarest letter, by the letter that follows it.
var zeroSigns = func() (t [256]uint8) {
	t['0'] = '0'
	for _, w := range zeroWords {
		c := w.text[w.sign]
		t[c], t[c-'a'+'A'] = w.text[w.sign+1], w.text[w.sign+1]
	}
	return t
}()

// zeroWord reports one of the words whose sign stands at i.
func zeroWord(text string, i int) bool {
	for k := range zeroWords {
		w := &zeroWords[k]
		start := i - w.sign
		if start < 0 || start+len(w.text) > len(text) || start > 0 && lower[text[start-1]] != 0 {
			continue
		}
		if strings.EqualFold(text[start:start+len(w.text)], w.text) {
			return true
		}
	}
	return false
}

// zeroWords are what such markers say in words, each with the place of its sign.
// Words with the same sign go on with the same letter.
var zeroWords = [...]struct {
	text string
	sign int
}{
	{"no test", 0}, {"no spec", 0}, {"no example", 0}, {"no scenario", 0}, {"no-source", 0}, {"nothing to", 0},
	{"skipped in ", 1}, {"deselected in ", 6}, {"up to date", 1},
}

// loneZero reports a number 0 that counts what a marker is about.
func loneZero(text string, i int) bool {
	if i > 0 && wordByte(text[i-1]) || i > 1 && (text[i-1] == '.' || text[i-1] == ',') && wordByte(text[i-2]) {
		return false
	}
	rest := strings.TrimLeft(text[i+1:], "0.,")
	if rest != "" && wordByte(rest[0]) {
		return false
	}
	word, rest := firstLetters(strings.TrimLeft(rest, " \t/"))
	if countedWord(word) {
		return true
	}
	// "0 builds passed"
	if word, _ = firstLetters(strings.TrimLeft(rest, " ")); hasFold(word, "pass") || hasFold(word, "succe") {
		return true
	}
	before := strings.TrimRight(text[max(i-24, 0):i], " \t:=#|*(-\"'")
	start := len(before)
	for start > 0 && lower[before[start-1]] != 0 {
		start--
	}
	return countedWord(before[start:])
}

// firstLetters splits a text behind its leading letters.
func firstLetters(s string) (word, rest string) {
	end := 0
	for end < len(s) && lower[s[end]] != 0 {
		end++
	}
	return s[:end], s[end:]
}

// countedWord lists the words beside a 0 that say that nothing was checked. Words
// in other scripts are left to the scan.
func countedWord(w string) bool {
	var buf [16]byte
	if len(w) > len(buf) {
		return w[0] >= 0x80
	}
	switch string(lowered(w, buf[:])) {
	case "pass", "passed", "passes", "passing", "ok", "okay", "success", "successes", "successful", "succeeded", "succeed", "green",
		"test", "tests", "check", "checks", "example", "examples", "spec", "specs", "scenario", "scenarios", "suite", "suites", "case", "cases",
		"item", "items", "run", "runs", "ran", "total", "executed", "collected", "of", "out", "assertions",
		"features", "steps":
		return true
	}
	return w != "" && w[0] >= 0x80
}
