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
// zero. It costs a fraction of a scan and overlooks nothing that one would find.
func (s *Scanner) MayFindZero(text string) bool {
	if s.ownZero {
		return true
	}
	for i := 0; i < len(text); i++ {
		switch zeroStarts[text[i]] {
		case startsNumber:
			if loneZero(text, i) {
				return true
			}
		case startsWord:
			if (i == 0 || lower[text[i-1]] == 0) && startsZero(text[i:]) {
				return true
			}
		}
	}
	return false
}

// The bytes at which a look is worth while.
const (
	startsNumber = iota + 1
	startsWord
)

var zeroStarts = func() (t [256]uint8) {
	t['0'] = startsNumber
	for _, c := range "nNsSdDuU" {
		t[c] = startsWord
	}
	return t
}()

// startsZero reports the words of such markers.
func startsZero(text string) bool {
	if len(text) < 2 || !zeroSecond[text[1]] {
		return false
	}
	for _, words := range zeroWords {
		if hasFoldText(text, words) {
			return true
		}
	}
	return false
}

// zeroSecond are the second letters of these words, to refuse most others at once.
var zeroSecond = [256]bool{'o': true, 'O': true, 'k': true, 'K': true, 'e': true, 'E': true, 'p': true, 'P': true}

var zeroWords = []string{
	"no test", "no spec", "no example", "no scenario", "no-source", "nothing to", "skipped in ", "deselected in ", "up to date",
}

// hasFoldText is hasFold for words that hold more than letters.
func hasFoldText(text, words string) bool {
	return len(text) >= len(words) && strings.EqualFold(text[:len(words)], words)
}

// loneZero reports a number 0 that counts what a marker is about.
func loneZero(text string, i int) bool {
	if i > 0 && (wordByte(text[i-1]) || text[i-1] == '.' || text[i-1] == ',') {
		return false
	}
	rest := text[i+1:]
	if rest != "" && (wordByte(rest[0]) || rest[0] == '.' && len(rest) > 1 && wordByte(rest[1])) {
		return false
	}
	var buf [16]byte
	next := strings.TrimLeft(rest, " \t/")
	end := 0
	for end < len(next) && end < len(buf) && lower[next[end]] != 0 {
		end++
	}
	if countedWord(string(lowered(next[:end], buf[:]))) {
		return true
	}
	before := strings.TrimRight(text[max(i-24, 0):i], " \t:=#|*(-\"'")
	start := len(before)
	for start > 0 && len(before)-start < len(buf) && lower[before[start-1]] != 0 {
		start--
	}
	return countedWord(string(lowered(before[start:], buf[:])))
}

// countedWord lists the words beside a 0 that say that nothing was checked. Words
// in other scripts are left to the scan.
func countedWord(w string) bool {
	switch w {
	case "pass", "passed", "passes", "passing", "ok", "okay", "success", "successes", "successful", "succeeded", "succeed", "green",
		"test", "tests", "check", "checks", "example", "examples", "spec", "specs", "scenario", "scenarios", "suite", "suites", "case", "cases",
		"item", "items", "run", "runs", "ran", "total", "executed", "collected", "of", "out", "assertions",
		"features", "steps":
		return true
	}
	return w != "" && w[0] >= 0x80
}
