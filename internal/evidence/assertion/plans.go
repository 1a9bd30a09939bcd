package assertion

// takesBack tells whether what follows token k is a plan, a wish or a request.
func (r *reader) takesBack(c *clause, k int) bool {
	t := &r.toks[k]
	switch {
	case t.text == "after":
		return r.awaits(k, c.hi)
	case t.text == "checks", r.at(c, k-1).class&checkThing != 0 && t.class&request != 0 && t.text != "confirm":
		next := r.at(c, k+1)
		return next.text == "that" || next.class&condition != 0
	case t.class&auxBe != 0 && intended(r.at(c, k-1).text):
		next := r.at(c, k+1).text
		return next == "that" || next == "to" || next == "for"
	case k > c.lo && r.toks[k-1].text == "as":
		return false // "as expected", "as planned"
	case t.class&modal != 0:
		return r.wants(c, k)
	}
	return t.class&request != 0 && r.requests(c, k)
}

// intended lists what is not yet: "The goal is that all tests pass."
func intended(w string) bool {
	switch w {
	case "goal", "aim", "objective", "plan", "requirement", "expectation", "idea", "intention", "criterion", "hope", "target", "condition", "assumption", "claim":
		return true
	}
	return false
}

// wants judges the modal verbs that are not always one.
func (r *reader) wants(c *clause, k int) bool {
	switch r.toks[k].text {
	case "to":
		return r.infinitive(c, k+1)
	case "can", "able":
		// "I can confirm that …"
		if who := r.at(c, k-1).text; r.at(c, k+1).text == "see" && (who == "i" || who == "we") {
			return false
		}
		return !tells(r.at(c, k+1)) && !tells(r.at(c, k+2))
	case "sure":
		return k > c.lo
	case "before":
		return k+1 < c.hi
	}
	return true
}

// requests judges "Verify that …", which asks for something where it begins a
// clause or follows "to".
func (r *reader) requests(c *clause, k int) bool {
	next := r.at(c, k+1)
	if next.class&(negation|verdicts) != 0 {
		return false
	}
	begins := k == c.lo || k == c.lo+1 && conjunction(r.toks[c.lo].text)
	if !begins {
		switch r.toks[k-1].text {
		case "to":
			begins = !r.gladly(c, k)
		case "then", "please":
			begins = true
		}
	}
	if begins && next != &noToken {
		switch r.toks[k].text {
		case "check", "confirm": // also the name of something
			return next.class&(condition|small|pronoun|whole) != 0
		}
	}
	return begins
}

// gladly knows "I am happy to confirm".
func (r *reader) gladly(c *clause, k int) bool {
	if !tells(&r.toks[k]) {
		return false
	}
	switch r.at(c, k-2).text {
	case "happy", "glad", "pleased", "able", "delighted":
		return true
	}
	return false
}

// gotTo knows "I got the tests to pass", and "good to go".
func (r *reader) gotTo(c *clause, k int) bool {
	if r.toks[k].text == "go" {
		return r.at(c, k-2).text == "good"
	}
	switch r.at(c, k-2).text {
	case "continue", "continues", "continued":
		return true
	}
	for i := k - 2; i >= max(c.lo, k-5); i-- {
		if r.toks[i].text == "got" {
			return i == c.lo || r.toks[i-1].class&(person|between) != 0
		}
	}
	return false
}

func tells(t *token) bool {
	switch t.text {
	case "confirm", "report", "say", "verify":
		return true
	}
	return false
}

// infinitive tells whether the verb behind "to" is at k.
func (r *reader) infinitive(c *clause, k int) bool {
	t := r.at(c, k)
	if t == &noToken || r.gladly(c, k) {
		return false
	}
	switch t.text {
	case "be", "have", "see", "make", "get":
		return true
	case "pass", "go":
		if r.gotTo(c, k) {
			return false
		}
	}
	return t.class == 0 || t.class&(base|passVerb|present|request|adjective|adverb) != 0
}
