package assertion

import "strings"

// Words that bear on a clause wherever they stand in it.

// conditional tells whether "when" and its like suppose something, rather than
// telling when it was.
func (r *reader) conditional(i int, c *clause) bool {
	t := &r.toks[i]
	switch t.text {
	case "when", "When", "where", "what", "how", "whenever":
		for k := i + 1; k < min(r.n, i+4); k++ {
			switch r.toks[k].text {
			case "ran", "running", "reran", "re-ran", "tried", "tested", "run":
				return false
			}
		}
	case "after":
		return i <= c.lo+1 && r.awaits(i, c.hi)
	case "long":
		return i+1 < c.hi && r.toks[i+1].text == "as"
	}
	return true
}

// awaits tells "after the tests pass" from "after fixing it, all tests pass".
func (r *reader) awaits(i, hi int) bool {
	if i+1 < hi && strings.HasSuffix(r.toks[i+1].text, "ing") {
		return false
	}
	for k := i + 1; k < hi; k++ {
		switch r.toks[k].text {
		case "pass", "passes", "completes", "finishes", "succeeds", "is", "are", "has", "have", "we've", "they've", "it's":
			return true
		}
	}
	return false
}

// fraction knows "two of the five".
func (r *reader) fraction(i int, c *clause) bool {
	switch r.toks[i].text {
	case "of", "von", "sur", "de":
	default:
		return false
	}
	if i > c.lo+1 && r.toks[i-1].class&things != 0 && r.toks[i-2].value >= 0 {
		return r.at(c, i+1).value > 0 && r.toks[i-2].value != r.at(c, i+1).value // "3 tests sur 4"
	}
	n := i - 1
	if n > c.lo && r.toks[n].text == "out" {
		n--
	}
	if i == c.lo || r.toks[n].class&numeral == 0 && r.toks[n].value < 0 {
		return false
	}
	k := i + 1
	for k < c.hi && r.toks[k].class&small != 0 {
		k++
	}
	if k > i+1 && k < c.hi && r.toks[k].class&things != 0 {
		return true // "three of the tests"
	}
	return k < c.hi && (r.toks[k].class&numeral != 0 || r.toks[k].value > 0) && r.toks[k].text != r.toks[n].text
}

// ofOld tells whether "last" and its like speak of another run: as what the
// clause is about ("the previous build"), behind "in", or at the end ("passed
// yesterday").
func (r *reader) ofOld(i int, c *clause) bool {
	next := r.at(c, i+1)
	if next.value >= 0 || next.class&numeral != 0 {
		return false // "the last 3 tests"
	}
	switch {
	case next.class&failing != 0:
		return false // "the previously failing tests"
	case r.toks[i].text == "first" && i > c.lo+1 && r.toks[i-2].text == "on" && i+2 == c.hi:
		return false // "on the first try"
	}
	if next == &noToken || i == c.lo || r.toks[i].text != "last" && r.toks[i].text != "first" && next.class&things == 0 {
		return true
	}
	k := i - 1
	for k > c.lo && r.toks[k].class&small != 0 && r.toks[k-1].class&small != 0 {
		k--
	}
	switch r.toks[k].text {
	case "in", "during", "from", "on":
		return true
	}
	return k <= c.lo
}

// doubts tells whether a clause that begins the sentence takes what follows for
// a guess: "as far as I can see,", "presumably,".
func (r *reader) doubts(c *clause) bool {
	if c.lo != 0 {
		return false
	}
	for i := range c.hi {
		if r.excludes(i) || r.toks[i].text == "partial" {
			return true
		}
	}
	second := r.at(c, 1).text
	switch r.toks[0].text {
	case "as", "so", "thus", "Thus":
		return second == "far"
	case "going":
		return second == "by"
	case "up", "Up":
		return second == "to" || second == "until"
	case "to", "in", "from", "on", "judging":
		return c.hedged && c.hi <= 8
	}
	return c.hedged && c.hi <= 3
}

func didNot(w string) bool {
	switch w {
	case "did", "do", "does", "is", "are", "was", "were", "has", "have", "had":
		return true
	}
	return false
}

// gerund lists what is open when it was done without: "without running it".
func gerund(w string) bool {
	switch w {
	case "running", "testing", "verifying", "checking", "executing", "confirming", "completing", "finishing":
		return true
	}
	return false
}
