package assertion

import "strings"

// verdict decides what the verdict at token k means.
func (r *reader) verdict(c *clause, k int, says *sentenceSays, short bool) {
	t := &r.toks[k]
	if c.denied {
		r.notDone(c, k, says)
		return
	}
	if t.class&(verdicts|tick) == 0 || !r.stands(c, k) {
		return
	}
	about := r.aboutVerdict(c, k)
	if t.class&(passVerb|ended|adjective|plain|participle|edited) != 0 && c.partial && !c.supposed && !c.modal {
		says.admits |= aboutOr(about, Work)
	}
	says.verdict = true
	if r.answeredNo(k) {
		says.admits |= about // "verified: no"
		return
	}
	if c.modal || c.supposed || c.hedged || c.reported || c.former || short || c.partial && t.class&edited == 0 || r.spoiled(c, k) {
		return
	}
	if says.admits != 0 && r.otherwiseNow(c, k, about, says.admits) {
		says.now = true
	}
	says.asserts |= about
}

// answeredNo tells whether the word at k names a value that is no.
func (r *reader) answeredNo(k int) bool {
	next := r.ahead(k + 1)
	if next.gap != gapColon || k+2 < r.n && r.toks[k+2].gap == gapNone {
		return false
	}
	return next.value == 0 || next.class&(negation|lacking|waiting) != 0 || strings.EqualFold(next.text, "false")
}

// exit reads "pytest exited with code 1".
func (r *reader) exit(c *clause, k int, says *sentenceSays) {
	code, ok := r.exitedWell(c, k)
	if !ok || c.modal || c.denied || c.supposed || c.hedged || c.reported || c.former {
		return
	}
	says.verdict = true
	if code == 0 {
		says.asserts |= c.about
	} else {
		says.admits |= c.about
	}
}

// notDone reads a verdict, or its verb, behind "not": what was not verified is
// open.
func (r *reader) notDone(c *clause, k int, says *sentenceSays) {
	t := &r.toks[k]
	if c.iffy || c.former || t.class&(edited&^base) != 0 && t.class&(base|passVerb|ended|participle|adjective) == 0 || t.class&things != 0 && t.class&base != 0 && k+1 < c.hi && r.toks[k+1].class&verdicts != 0 {
		return
	}
	switch t.text {
	case "go":
		if r.at(c, k+1).text != "through" {
			return
		}
	case "return", "returned": // what a function does not return has a name
		if k+1 < c.hi {
			return
		}
	case "result", "results", "output", "response", "confirmation":
		if (r.at(c, k-1).class|r.at(c, k-2).class)&negation == 0 {
			return
		}
	}
	says.verdict = true
	says.admits |= aboutOr(r.aboutVerdict(c, k), Work)
}

// otherwiseNow tells whether a verdict says that what failed before is well
// now: "it failed at first but passes now".
func (r *reader) otherwiseNow(c *clause, k int, about, admitted Subject) bool {
	if about&admitted == 0 && about != Work && admitted != Work {
		return false
	}
	for i := c.lo; i < min(r.n, k+3); i++ {
		switch r.toks[i].text {
		case "now", "after", "again", "second", "retry", "rerun":
			return true
		}
	}
	return false
}

// spoiled tells whether the verdict at k is about a failure: "confirmed that
// the build fails", "verified the bug".
func (r *reader) spoiled(c *clause, k int) bool {
	if r.investigates(c, k) {
		return true
	}
	ends := r.toks[k].class&ended != 0 && k+1 < c.hi && r.toks[k+1].text == "with"
	if r.toks[k].class&participle == 0 && !ends {
		return false
	}
	for i := k + 1; i < min(c.hi, k+8); i++ {
		t := &r.toks[i]
		if t.class&negation != 0 || t.value == 0 {
			return false
		}
		if t.class&(failing|fault|lacking|request) != 0 && t.class&things == 0 || investigated(t.text) {
			return true
		}
		if t.class&condition != 0 {
			return true
		}
	}
	return false
}

// investigates tells whether what was confirmed is a fault ("the timeout has been
// confirmed"), or was looked for with success ("successfully reproduced").
func (r *reader) investigates(c *clause, k int) bool {
	if r.toks[k].class&adverb != 0 {
		return lookedFor(r.at(c, k+1).text)
	}
	if r.toks[k].class&participle == 0 {
		return false
	}
	i := k - 1
	for i > c.lo && r.toks[i].class&(auxBe|auxHave|between|hedge) != 0 {
		i--
	}
	if i <= c.lo && c.lo > 0 && conjunction(r.toks[c.lo].text) {
		return lookedFor(r.toks[c.lo-1].text)
	}
	if i < c.lo {
		return false
	}
	t := &r.toks[i]
	return investigated(t.text) || t.class&fault != 0 && r.toks[k].text == "confirmed"
}

// lookedFor lists what is done to a fault.
func lookedFor(w string) bool {
	switch w {
	case "reproduced", "triggered", "diagnosed", "identified", "isolated", "located", "bisected", "traced", "found":
		return true
	}
	return false
}

// investigated lists what is confirmed without anything having succeeded.
func investigated(w string) bool {
	switch w {
	case "bug", "cause", "hypothesis", "suspicion", "diagnosis", "theory", "assumption", "regression", "race", "leak":
		return true
	}
	return false
}

// aboutVerdict finds what a verdict is about: what is named before it, else
// behind it.
func (r *reader) aboutVerdict(c *clause, k int) Subject {
	t := &r.toks[k]
	if t.class&edited != 0 && t.class&(participle|ended) == 0 {
		return Changes
	}
	if t.class&passVerb != 0 && k+1 < c.hi && r.passesAll(c, k) {
		return Checks
	}
	about := c.about
	for i := k + 1; about == 0 && i < min(c.hi, k+6); i++ {
		about = r.toks[i].about
	}
	if about == 0 {
		about = t.class.subject()
	}
	if about&^Work == 0 && checking(t) {
		return Checks // what passes, or is verified, is a check
	}
	return aboutOr(about, Work)
}

func checking(t *token) bool {
	if t.class&passVerb != 0 {
		return true
	}
	switch t.text {
	case "verified", "tested", "validated", "green", "double-checked", "re-verified", "reverified":
		return true
	}
	return false
}
