package assertion

// fault looks for words at token k that say that something did not go well, or
// has not ended.
func (r *reader) fault(c *clause, k int, says *sentenceSays) {
	t := &r.toks[k]
	if r.phrase(c, k, says) || k < c.free || c.iffy || c.former || t.class&(failing|fault|lacking|waiting|again|skipping|cross|open|base) == 0 {
		return
	}
	if r.bad(c, k) {
		says.admits |= aboutOr(c.about, r.aheadOr(c, k, Work))
	}
}

// phrase reads the faults that take more than one word: "still needs", "collected no
// tests", "time out". It reports a word that is no fault by itself.
func (r *reader) phrase(c *clause, k int, says *sentenceSays) bool {
	switch r.toks[k].text {
	case "need", "needs":
		if r.at(c, k-1).text == "still" {
			says.admits |= aboutOr(c.about, r.aheadOr(c, k, Work))
		}
		return true
	case "no":
		if r.at(c, k+1).class&checkThing != 0 && ranNone(r.at(c, k-1).text) {
			says.admits |= Checks
		}
	case "time":
		if r.at(c, k+1).text == "out" && !c.iffy && !c.modal && !c.denied && k >= c.free {
			says.admits |= aboutOr(c.about, Work)
		}
	}
	return false
}

// bad judges the word by its class.
func (r *reader) bad(c *clause, k int) bool {
	t := &r.toks[k]
	switch {
	case t.class&(cross|open) != 0:
		return true
	case r.counted(c, k, 0):
		return false
	case t.class&failing != 0:
		return r.failed(c, k)
	case t.class&fault != 0:
		return r.metFault(c, k)
	case t.class&lacking != 0:
		return r.lacks(c, k)
	case inProgress(t.text):
		return r.running(c, k)
	case t.class&waiting != 0:
		return r.waits(c, k)
	case t.class&again != 0:
		return r.mustAgain(c, k)
	case t.class&skipping != 0:
		return k > c.lo && (r.toks[k-1].class&(auxBe|auxHave) != 0 || r.toks[k-1].text == "I" || r.toks[k-1].text == "but")
	}
	return false
}

func (r *reader) aheadOr(c *clause, k int, other Subject) Subject {
	for i := k + 1; i < min(c.hi, k+5); i++ {
		if a := r.toks[i].about; a != 0 {
			return a
		}
	}
	return other
}

// counted tells whether the number right before or behind token k is n.
func (r *reader) counted(c *clause, k, n int) bool {
	if k > c.lo && r.toks[k-1].value == n || k-1 > c.lo && r.toks[k-1].class&things != 0 && r.toks[k-2].value == n {
		return true
	}
	return k+1 < r.n && r.toks[k+1].value == n && (r.toks[k+1].gap == gapColon || r.toks[k+1].gap == gapNone)
}

func (r *reader) numbered(c *clause, k int) bool {
	return k > c.lo && r.toks[k-1].value > 0 || k-1 > c.lo && r.toks[k-1].class&things != 0 && r.toks[k-2].value > 0 ||
		k+1 < r.n && r.toks[k+1].value > 0 && r.toks[k+1].gap == gapColon
}

func (r *reader) failed(c *clause, k int) bool {
	t := &r.toks[k]
	if c.modal || c.denied {
		return false
	}
	next := ""
	if k+1 < r.n {
		next = r.toks[k+1].text
	}
	if failed, known := r.failedBy(c, k, next); known {
		return failed
	}
	if r.numbered(c, k) && !c.repaired {
		return true
	}
	attribute := r.at(c, k+1).class&(things|fault) != 0
	if k == c.lo {
		return !attribute && (k+1 >= c.hi || t.text == "failed" || t.shouted || r.valued(c, k))
	}
	p := &r.toks[k-1]
	if p.class&auxBe != 0 || p.class&person != 0 || p.text == "still" {
		return true
	}
	// "fixed the failing …"
	return !attribute && (!c.repaired || p.class&small == 0)
}

// failedBy judges the words that are a failure only with another one beside them.
func (r *reader) failedBy(c *clause, k int, next string) (failed, known bool) {
	switch r.toks[k].text {
	case "timed", "times":
		return next == "out", true
	case "cut":
		return next == "off" || next == "short", true
	case "terminado", "terminada": // ended, but "fue terminado": was killed
		return r.at(c, k-1).text == "fue", true
	case "stopped", "ended", "dropped":
		return next == "before" || next == "short" || next == "early", true
	}
	return false, false
}

// valued tells whether a clause that begins with a failure says so of what stands
// before it: "Tests: killed at the limit", "passes alone, hangs with the others".
func (r *reader) valued(c *clause, k int) bool {
	switch t := &r.toks[k]; t.gap {
	case gapColon:
		return true
	case gapClause:
		return c.lo <= 4
	case gapComma:
		return verb(t.text)
	}
	return false
}

// ranNone knows "collected no tests".
func ranNone(w string) bool {
	switch w {
	case "collected", "found", "ran", "executed", "run", "had":
		return true
	}
	return false
}

// verb lists failures as verbs, which can begin a clause: "passes alone, hangs
// with the others".
func verb(w string) bool {
	switch w {
	case "hang", "hangs", "fails", "fail", "crashes", "breaks":
		return true
	}
	return false
}

// metFault wants to be told that the fault happened; code is about faults all
// the time.
func (r *reader) metFault(c *clause, k int) bool {
	next := r.at(c, k+1)
	if c.modal || c.repaired || c.denied || next.class&(things|carried) != 0 {
		return false
	}
	switch r.toks[k].text {
	case "limit", "limits", "deadline":
		return r.ranInto(c, k)
	}
	switch next.text {
	case "handling", "handler", "path", "paths":
		return false
	case "remain", "remains", "occurred":
		return true
	}
	return c.met || r.numbered(c, k)
}

// ranInto tells a limit that was hit from one that was set.
func (r *reader) ranInto(c *clause, k int) bool {
	for i := c.lo; i < k; i++ {
		switch r.toks[i].text {
		case "hit", "hits", "hitting", "exceeded", "exceeds", "exceeding", "reached", "ran":
			return true
		}
	}
	return false
}

func (r *reader) lacks(c *clause, k int) bool {
	if c.modal || c.denied || c.repaired {
		return false
	}
	prev := r.at(c, k-1)
	is := prev.class&(auxBe|auxHave) != 0 || prev.text == "still" || k == c.lo && r.toks[k].gap == gapColon
	switch r.toks[k].text {
	case "unknown", "unclear", "partial", "red":
		return is
	}
	return is || k == c.lo || k+1 >= c.hi || r.toks[k+1].class&(things|small|follower) != 0
}

// waits tells whether something is still to come, other than someone's word.
func (r *reader) waits(c *clause, k int) bool {
	next, then := r.ahead(k+1), r.ahead(k+2)
	if c.repaired || someone(next.text) || next.text == "none" || next.text == "nothing" || next.text == "for" && someone(then.text) || then.text == "you" {
		return false
	}
	before := r.at(c, k-1)
	switch r.toks[k].text {
	case "remaining", "outstanding":
		if k == c.lo {
			return next != &noToken && next.gap != gapColon
		}
		return before.class&auxBe != 0 || before.text == "still" || r.numbered(c, k)
	}
	return !c.modal && (k == c.lo || before.class&small == 0)
}

// ahead returns the token at i of the sentence.
func (r *reader) ahead(i int) *token {
	if i >= r.n {
		return &noToken
	}
	return &r.toks[i]
}

func someone(w string) bool {
	switch w {
	case "review", "approval", "your", "feedback", "merge":
		return true
	}
	return false
}

// mustAgain knows "has to be rerun" and "needs a rerun"; that something can be
// run again is no admission.
func (r *reader) mustAgain(c *clause, k int) bool {
	for i := max(c.lo, k-5); i < k; i++ {
		switch r.toks[i].text {
		case "be", "requires", "require", "must", "should", "needs", "need", "needed", "required":
			return true
		}
	}
	return k+1 < c.hi && (r.toks[k+1].text == "needed" || r.toks[k+1].text == "required" || r.toks[k+1].text == "is" && k+2 < c.hi && r.toks[k+2].class&modal != 0)
}

func inProgress(w string) bool {
	switch w {
	case "running", "progress", "going", "executing", "ongoing", "underway":
		return true
	}
	return false
}

// running knows "is still running", "running in the background", "in progress".
func (r *reader) running(c *clause, k int) bool {
	prev := r.at(c, k-1)
	switch {
	case prev.text == "still":
		return true
	case c.modal:
		return false
	}
	switch r.toks[k].text {
	case "progress":
		return prev.text == "in"
	case "ongoing", "underway":
		return prev.class&auxBe != 0
	case "running":
	default:
		return false
	}
	for i := k + 1; i < min(r.n, k+4); i++ {
		if r.toks[i].text == "background" {
			return true
		}
	}
	return false
}
