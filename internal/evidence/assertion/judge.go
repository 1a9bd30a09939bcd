package assertion

import (
	"github.com/toolspan/toolspan/internal/evidence/markers"
)

// clause is what is known so far about the clause that is being read.
type clause struct {
	lo, hi int
	// carried over from the clause before
	modal    bool // will, should: what follows is not said to have happened
	denied   bool // not: what follows is said not to have happened
	supposed bool // if, once, anywhere in the clause
	iffy     bool // the same, before the word that is read now
	reported bool // said: someone else's words
	// of this clause alone
	hedged   bool
	partial  bool
	former   bool
	repaired bool
	met      bool
	free     int     // faults before this token are denied: "no errors"
	about    Subject // the last thing named
	heir     class   // what the clause before was about, where this one has no subject of its own
	perfect  bool    // "has been" of the clause before is still in force
	doubted  bool    // the sentence begins with "as far as I can see,"
}

// sentenceSays collects what a sentence says, until its end is known.
type sentenceSays struct {
	asserts, admits Subject
	label           Subject
	now             bool // an assertion stands behind an admission and says that it is otherwise now
	verdict         bool
}

// judge reads the tokens of one sentence.
func (r *reader) judge(s string) {
	var says sentenceSays
	var c clause
	if r.excludedLabel() {
		return
	}
	for lo := 0; lo < r.n; lo = c.hi {
		before := c
		c = r.next(before, lo)
		c.about = says.label
		if c.heir != 0 {
			c.about = before.about
		}
		r.survey(&c)
		r.clause(&c, &says, s)
		if lo == 0 && c.hi < r.n && r.toks[c.hi].gap == gapColon && c.hi <= 6 {
			says.label = c.about
		}
	}
	if says.admits == 0 && says.asserts == 0 && !says.verdict && r.spotless() {
		says.asserts = Checks
	}
	if r.ticked && says.admits == 0 && !says.verdict {
		r.tickedItem(&says)
	}
	if says.now {
		says.admits = 0
	}
	if c.lo > 0 && c.hi-c.lo <= 3 && (c.hedged || r.remarksPart(&c)) {
		says.asserts = 0 // "…, I think.", "… (partially)"
	}
	if r.plan {
		says.asserts = 0
	}
	r.out.Asserts |= says.asserts
	r.out.Admits |= says.admits
}

// excludedLabel knows "Expected: all tests pass".
func (r *reader) excludedLabel() bool {
	for i := 0; i < r.n && i < 5; i++ {
		if i > 0 && r.toks[i].gap == gapColon {
			first := &r.toks[0]
			if i == 2 && first.text == "to" && r.toks[1].text == "do" {
				return true
			}
			return r.toks[i-1].class&excluded != 0 || r.toks[i-1].text == "request" || first.class&excluded != 0 && !met(first.text)
		}
	}
	return false
}

// met lists what can be said to be met: "Requirements met: …".
func met(w string) bool {
	switch w {
	case "requirement", "requirements", "goal", "goals", "objective", "criteria", "criterion":
		return true
	}
	return false
}

// next finds the end of the clause that begins at lo, and what it inherits.
func (r *reader) next(before clause, lo int) clause {
	c := clause{lo: lo, hi: lo + 1, iffy: before.iffy, reported: before.reported, free: before.free}
	if lo > 0 {
		if r.toks[lo].gap >= gapClause {
			c.iffy = false
		}
		c.supposed = c.iffy
		if r.goesOn(lo) {
			if r.toks[lo].text != "but" {
				c.modal, c.denied = before.modal, before.denied
			}
			c.heir, c.perfect = r.inherited(&before)
		}
		if subordinate(r.toks[lo].text) {
			c.modal, c.denied, c.hedged = before.modal, before.denied, before.hedged
		}
		c.partial = before.partial && r.refersBack(lo)
		c.doubted = r.toks[lo].gap < gapClause && (before.doubted || r.doubts(&before))
		c.hedged = c.hedged || c.doubted
	}
	for c.hi < r.n && !r.parts(c.hi) {
		c.hi++
	}
	return c
}

// parts tells whether a clause begins at token i.
func (r *reader) parts(i int) bool {
	t := &r.toks[i]
	return t.gap != gapNone || conjunction(t.text) && !r.excludes(i) && (t.text != "so" || r.ahead(i+1).text != "far")
}

// subordinate lists what follows a comma and still is part of what was begun:
// "Ich kann nicht bestätigen, dass …".
func subordinate(w string) bool { return w == "dass" || w == "daß" || w == "que" }

func conjunction(w string) bool {
	switch w {
	case "and", "but", "while", "although", "though", "so", "because", "und", "aber", "et", "mais", "y", "pero":
		return true
	}
	return false
}

// goesOn tells whether a clause has no subject of its own, so that "should" or
// "not" of the clause before is still in force: "should build and pass".
func (r *reader) goesOn(lo int) bool {
	t := &r.toks[lo]
	if t.gap >= gapClause || t.text == "so" || t.text == "because" {
		return false
	}
	if conjunction(t.text) {
		lo++
	}
	if lo >= r.n {
		return false
	}
	c := r.toks[lo].class
	return c&(verdicts|base|between|auxBe) != 0 && c&(whole|pronoun|person) == 0 && (c&things == 0 || c&base != 0)
}

// survey looks for the words that bear on a whole clause, wherever they stand.
func (r *reader) survey(c *clause) {
	for i := c.lo; i < c.hi; i++ {
		t := &r.toks[i]
		c.hedged = c.hedged || t.class&hedge != 0 && !r.finds(c, i)
		c.supposed = c.supposed || t.class&condition != 0 && r.conditional(i, c)
		c.partial = c.partial || r.excludes(i) || r.fraction(i, c) || r.upToNow(i)
		// "Before this change, the tests passed."
		c.former = c.former || c.lo > 0 && r.toks[0].text == "before" || t.class&formerly != 0 && r.ofOld(i, c)
	}
	c.former = c.former || r.until(c) || r.beforeChange() || r.elsewhere()
}

// clause reads a clause from left to right.
func (r *reader) clause(c *clause, says *sentenceSays, s string) {
	short := r.short(c, s)
	for k := c.lo; k < c.hi; k++ {
		t := &r.toks[k]
		if t.class&negation != 0 {
			r.negate(c, k)
			if k == r.n-1 && t.class&(auxBe|modal) != 0 && !c.iffy {
				says.admits |= aboutOr(c.about, Work) // "I couldn't."
			}
			if k == c.lo+1 && r.toks[c.lo].text == "but" && t.text == "not" && says.verdict {
				says.admits |= r.aheadOr(c, k, Work) // "but not on this branch"
			}
			if k == r.n-1 && k > c.lo && didNot(r.toks[k-1].text) {
				says.admits |= Work // "They did not."
			}
		}
		if says.verdict && r.excludes(k) {
			says.admits |= aboutOr(c.about, Work)
		}
		r.note(c, k)
		r.fault(c, k, says)
		if t.class&exiting != 0 {
			r.exit(c, k, says)
		}
		if t.class&(verdicts|tick|base) != 0 {
			r.verdict(c, k, says, short)
		}
		c.repaired = c.repaired || t.class&repairing != 0
		c.met = c.met || t.class&meeting != 0
	}
	if short && (says.verdict || c.about != 0) {
		says.admits |= aboutOr(c.about, Work)
	}
}

// note keeps what token k does to what follows it.
func (r *reader) note(c *clause, k int) {
	t := &r.toks[k]
	c.iffy = c.iffy || t.class&condition != 0 && t.text != "after" && r.conditional(k, c)
	c.modal = c.modal || r.takesBack(c, k)
	c.reported = c.reported || r.reports(c, k)
	c.partial = c.partial || t.class&partial != 0 && (t.text != "only" || r.at(c, k-1).text != "not")
	switch {
	case t.about == 0, t.about == Work && c.about != 0:
	case t.class&base != 0 && c.denied: // a verb: "did not run"
	default:
		c.about = t.about
	}
}

// reports tells whether what follows token k are someone else's words.
func (r *reader) reports(c *clause, k int) bool {
	t, who := &r.toks[k], r.at(c, k-1)
	switch t.text {
	case "reports", "reported":
		return who.class&person != 0
	case "false", "untrue", "incorrect", "wrong", "mistaken", "premature":
		return r.at(c, k+1).text == "that"
	case "means":
		return who.class&pronoun == 0
	case "said", "claimed":
		return true // also by oneself: it is what was said before
	}
	return t.class&report != 0 && who.text != "i"
}

// short tells whether counts in a clause say less than the whole.
func (r *reader) short(c *clause, s string) bool {
	numbers := false
	for i := c.lo; i < c.hi; i++ {
		numbers = numbers || r.toks[i].value >= 0
	}
	if !numbers {
		return false
	}
	return markers.Short(s[r.toks[c.lo].start:r.toks[c.hi-1].end])
}

// negate decides what a negation denies: a fault, or all that follows.
func (r *reader) negate(c *clause, k int) {
	if k < c.free {
		return
	}
	switch r.at(c, k+1).text {
	case "only": // "not only"
		return
	case "further", "more", "additional", "other":
		c.free = k + 4 // "no further work needed"
		if r.has(c, c.hi, "needed", "required", "necessary", "left") {
			return
		}
	}
	for i := k + 1; i < min(r.n, k+5); i++ {
		t := &r.toks[i]
		if t.gap >= gapClause || gerund(t.text) || t.class&verdicts != 0 && t.class&things == 0 {
			break
		}
		if t.class&(failing|fault|lacking|waiting|skipping) != 0 && t.class&base == 0 {
			c.free = i + 1
			for c.free < r.n && (r.toks[c.free].text == "or" || r.toks[c.free].class&(fault|failing) != 0) {
				c.free++
			}
			return
		}
	}
	c.denied = true
}

// inherited is what a clause without a subject takes over from the one before.
func (r *reader) inherited(before *clause) (heir class, perfect bool) {
	for i := before.lo; i < before.hi; i++ {
		t := &r.toks[i]
		heir |= t.class & (things | whole | pronoun)
		perfect = perfect || t.class&auxHave != 0 || t.text == "was" || t.text == "were" || t.class&person != 0
	}
	return heir, perfect
}

func aboutOr(a, b Subject) Subject {
	if a != 0 {
		return a
	}
	return b
}

// tickedItem takes the tick in front of an item for its verdict.
func (r *reader) tickedItem(says *sentenceSays) {
	about := Subject(0)
	for i := range r.n {
		t := &r.toks[i]
		if t.class&(negation|condition|modal|hedge|partial|failing|waiting|again|open|cross) != 0 && t.class&(base|small) == 0 || r.upToNow(i) || r.excludes(i) {
			return
		}
		if t.class&whole == 0 {
			about |= t.about
		}
	}
	if about != Work {
		about &^= Work
	}
	says.asserts |= aboutOr(about, Work)
}
