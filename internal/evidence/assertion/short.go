package assertion

import "strings"

// The short forms in which people say that all is well.

// isFine judges "tests OK", "all good", "everything looks fine", "Status: success".
// Alone, or said of anything else, such a word judges a text or agrees.
func (r *reader) isFine(c *clause, k int, p *prior) bool {
	if !r.endsWell(c, k) {
		return false
	}
	is := p.class&auxBe != 0 || r.toks[max(k-1, c.lo)].class&hedge != 0
	switch r.toks[k].text {
	case "set":
		return p.class&whole != 0 && r.n <= 3
	case "success":
		return p.label && k == c.lo || r.n == 1
	}
	if p.class&whole != 0 || is && r.hasWhole(c, k) {
		return true
	}
	run := c.about&(Checks|Builds|Deploys) != 0
	switch r.toks[k].text {
	case "ok", "okay":
		return p.class&(checkThing|buildThing|deployThing) != 0 || run && (is || p.label)
	case "good", "fine":
		return run && r.ran(c, k) || is && r.results(c, k) || r.toGo(c, k) && (p.begins || p.class&auxBe != 0)
	}
	return false
}

// endsWell tells whether nothing of weight follows the word at k.
func (r *reader) endsWell(c *clause, k int) bool {
	next := r.at(c, k+1)
	return next == &noToken || next.class&(tick|between) != 0 || conjunction(next.text) || r.toGo(c, k)
}

// toGo knows "good to go".
func (r *reader) toGo(c *clause, k int) bool {
	return r.at(c, k+1).text == "to" && r.at(c, k+2).text == "go" && k+3 >= c.hi
}

func (r *reader) results(c *clause, k int) bool {
	for i := c.lo + 1; i < k; i++ {
		switch r.toks[i].text {
		case "result", "results", "run":
			return r.toks[i-1].class&checkThing != 0
		}
	}
	return false
}

// ran knows "the tests ran fine".
func (r *reader) ran(c *clause, k int) bool {
	switch r.at(c, k-1).text {
	case "ran", "run", "runs", "went", "came":
		return true
	}
	return false
}

// cameBack knows "the tests came back green", "the tests run clean".
func (r *reader) cameBack(c *clause, k int) bool {
	if c.about&(Checks|Builds|Deploys) == 0 || k+1 < c.hi {
		return false
	}
	if r.at(c, k-1).text == "back" {
		switch r.at(c, k-2).text {
		case "came", "comes", "come":
			return true
		}
	}
	return r.ran(c, k) && k-1 > c.lo
}

// hasGreen knows "we have a green build".
func (r *reader) hasGreen(c *clause, k int) bool {
	if r.at(c, k-1).text != "a" || k-3 < c.lo {
		return false
	}
	switch r.toks[k-2].text {
	case "have", "got", "had":
	default:
		return false
	}
	last := &r.toks[c.hi-1]
	return r.toks[k-3].class&person != 0 && k+1 < c.hi && c.hi-k <= 3 && r.toks[k+1].class&(checkThing|buildThing) != 0 &&
		(c.hi-k == 2 || last.text == "run" || last.class&(checkThing|buildThing|between) != 0)
}

// replies knows "Yep, green."
func (r *reader) replies(c *clause, k int) bool {
	if k != c.lo || k != 1 || r.n != 2 {
		return false
	}
	switch r.toks[0].text {
	case "Yes", "yes", "Yep", "yep", "Yeah", "yeah", "Sure", "sure":
		return true
	}
	return false
}

// itIs knows "it's green" as the whole of what is said.
func (r *reader) itIs(c *clause, k int) bool {
	switch r.at(c, k-1).text {
	case "it's", "they're", "that's", "everything's":
		return k-1 == c.lo && k+1 >= c.hi
	}
	return false
}

// checksShow knows "the tests confirm the fix". What they confirm may be a fault.
func (r *reader) checksShow(c *clause, k int) bool {
	if r.at(c, k-1).class&(checkThing|workThing) == 0 || c.about&Checks == 0 {
		return false
	}
	for i := k + 1; i < c.hi; i++ {
		t := &r.toks[i]
		if t.class&(failing|fault|lacking|negation|condition) != 0 && t.class&things == 0 || investigated(t.text) {
			return false
		}
		switch t.text {
		case "works", "correct":
			return i+1 >= c.hi
		case "fix", "fixes", "change", "changes":
			if i+1 >= c.hi {
				return r.toks[k].text[0] != 's' // what they show may be no more than that
			}
		}
	}
	return false
}

// fixWorks knows "the fix works", "it works": of other things it is told how they
// work.
func (r *reader) fixWorks(c *clause, k int) bool {
	if c.lo != 0 || k > 3 || c.hi < r.n && (r.toks[c.hi].text == "because" || r.toks[c.hi].text == "like") {
		return false
	}
	switch r.at(c, k-1).text {
	case "fix", "change", "patch", "solution", "implementation", "feature", "it":
		return true
	}
	return false
}

func shipped(w string) bool { return w == "merge" || w == "ship" || w == "deploy" || w == "release" }

// exitedWell knows "pytest exited with code 0".
func (r *reader) exitedWell(c *clause, k int) (code int, ok bool) {
	i := k + 1
	for i < c.hi && (r.toks[i].text == "with" || r.toks[i].text == "code" || r.toks[i].text == "status") {
		i++
	}
	n := r.at(c, i)
	if strings.Contains(r.toks[k-min(k, 1)].text, "|") {
		return 0, false // of the last program
	}
	return n.value, k > c.lo && n.value >= 0 && i+1 >= c.hi && r.toks[k].text != "exit" && c.about&(Checks|Builds|Deploys) != 0
}

// spotless tells whether a sentence says nothing but that no check failed: "No
// tests failed.", "0 failures". With anything besides it may be about a part.
func (r *reader) spotless() bool {
	if r.n > 8 {
		return false
	}
	none, bad, check := false, false, false
	for i := range r.n {
		t := &r.toks[i]
		check = check || t.class&checkThing != 0
		switch {
		case t.value == 0 || t.class&negation != 0:
			if none && t.value != 0 || t.value == 0 && r.ranNothing(i) {
				return false
			}
			none = true
		case isFailure(t.text):
			bad = true
		case t.class&checkThing != 0, t.text == "errors" && bad, fills(t):
		default:
			return false
		}
	}
	return none && bad && (check || r.toks[r.n-1].text != "failing")
}

// ranNothing knows the end of "0 failures, 0 tests".
func (r *reader) ranNothing(i int) bool {
	return r.ahead(i+1).class&checkThing != 0 && r.ahead(i+2) == &noToken
}

func isFailure(w string) bool {
	switch w {
	case "failed", "fail", "failing", "failures", "failure", "regressions":
		return true
	}
	return false
}

// fills lists the words that such a sentence may have besides.
func fills(t *token) bool {
	switch t.text {
	case "at", "in", "from", "by":
		return false // they tell of a part
	case "there", "single", "across", "did":
		return true
	}
	return t.class&(auxBe|small) != 0 && t.class&(things|condition|pronoun) == 0
}
