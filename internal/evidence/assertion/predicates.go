package assertion

import (
	"strings"
)

// passes judges "all tests pass" and its like.
func (r *reader) passes(c *clause, k int, p *prior) bool {
	if k > c.lo && r.toks[k-1].text == "to" && r.gotTo(c, k) {
		return r.closes(c, k)
	}
	if p.class&carried != 0 && p.class&(things&^workThing) == 0 && p.value < 0 || r.movesOn(c, k) {
		return false
	}
	if next := r.ahead(k + 1); next.value == 0 && next.gap == gapColon || !r.closes(c, k) && !r.passesAll(c, k) {
		return false
	}
	return r.passing(c, k, p)
}

// passing looks at the subject, for each form of the verb.
func (r *reader) passing(c *clause, k int, p *prior) bool {
	t := &r.toks[k]
	heir := p.label || p.begins && c.heir != 0
	switch {
	case t.text == "passed":
		return r.passed(c, k, p, heir)
	case t.text == "passing":
		return p.label || r.isPassing(c, k, p)
	case t.text == "passes":
		return heir || p.subject()
	case t.shouted:
		return p.label || p.class&(checkThing|whole|opaque) != 0 || p.begins && k+1 >= c.hi
	case p.begins:
		return p.label && k+1 >= c.hi || c.heir&(checkThing|buildThing|whole|pronoun) != 0
	}
	return p.subject() && p.class&person == 0 && (p.plural(c) || r.checksOf(c, k))
}

// isPassing judges "the tests are passing", "all tests passing".
func (r *reader) isPassing(c *clause, k int, p *prior) bool {
	if p.class&auxBe != 0 {
		return p.class&(checkThing|buildThing|whole|opaque) != 0 || c.about&(Checks|Builds) != 0 || r.at(c, k-1).text == "everything's"
	}
	return (p.class&(checkThing|whole) != 0 || p.value > 0) && !r.named(c, k)
}

// named tells whether what passes is only spoken of: "measured by the tests passing".
func (r *reader) named(c *clause, k int) bool {
	for i := k - 1; i > c.lo; i-- {
		t := &r.toks[i]
		switch t.text {
		case "by", "on", "of", "for", "about", "before":
			return true
		}
		if t.class&(things|whole|small|between) == 0 && t.value < 0 {
			return false
		}
	}
	return false
}

// checksOf knows "the tests for the cart": checks at the beginning of a clause, and
// behind them what they are of.
func (r *reader) checksOf(c *clause, k int) bool {
	i := c.lo
	for i < k && r.toks[i].class&(small|whole|between) != 0 && r.toks[i].class&things == 0 {
		i++
	}
	if i+2 >= k || r.toks[i].class&checkThing == 0 || !strings.HasSuffix(r.toks[i].text, "s") {
		return false
	}
	switch r.toks[i+1].text {
	case "for", "of", "in", "on", "under":
		return true
	}
	return false
}

func (r *reader) passed(c *clause, k int, p *prior, heir bool) bool {
	switch {
	case p.begins:
		return heir || k+1 >= c.hi && c.lo == 0 || r.object(c, k)
	case p.class&auxHave != 0 && p.class&auxBe == 0:
		return true
	case p.class&numeral != 0 && (r.at(c, k-2).text == "every" || r.at(c, k-2).text == "each"):
		return true
	case p.class&(auxBe|auxHave) != 0: // "was passed" is of arguments
		return k+1 >= c.hi && (p.class&(checkThing|whole) != 0 || c.about&(Checks|Builds) != 0)
	}
	return p.subject()
}

// plural tells whether a subject can go with "pass".
func (p *prior) plural(c *clause) bool {
	if p.class&(whole|pronoun|opaque) != 0 || p.value > 0 || c.about&Checks != 0 && p.class&things != 0 {
		return true
	}
	return p.tok != nil && strings.HasSuffix(p.tok.text, "s")
}

// movesOn tells whether "pass" means to hand something on.
func (r *reader) movesOn(c *clause, k int) bool {
	n := r.at(c, k+1)
	switch n.text {
	case "as":
		switch r.at(c, k+2).text {
		case "expected", "required", "intended", "before", "planned", "usual", "well":
			return false
		}
		return true
	case "to", "into", "through", "via", "by", "down", "along", "back", "over", "off":
		return true
	case "in", "on", "from", "for":
		where := r.at(c, k+2)
		return c.about&Checks == 0 && r.toks[max(k-1, 0)].value <= 0 && where.value < 0 && where.class&(whole|things) == 0
	}
	return false
}

// passesAll knows "passes all checks".
func (r *reader) passesAll(c *clause, k int) bool {
	for i := k + 1; i < min(c.hi, k+5); i++ {
		t := &r.toks[i]
		if t.class&checkThing != 0 {
			return true
		}
		if t.class&(whole|small|things) == 0 && t.value < 0 && (t.class != 0 || i == k+1) {
			return false
		}
	}
	return false
}

// hasEnded judges "the job finished", "I completed the import".
func (r *reader) hasEnded(c *clause, k int, p *prior) bool {
	next := k + 1
	if p.begins {
		if p.label || next >= c.hi {
			return true
		}
		return r.object(c, k) && r.toks[next].class&(small|whole|opaque) != 0 || r.toks[next].value > 0 || r.toks[next].class&adverb != 0
	}
	if p.class&(auxBe|auxHave) != 0 {
		return true
	}
	if p.class&person != 0 || p.class&pronoun != 0 && p.subject() {
		return true
	}
	return p.subject() && (r.closes(c, k) || r.toks[next].class&small != 0 || r.toks[next].text == "clean")
}

// successfully wants a verb in the past, or one that tells what something
// does, at its side.
func (r *reader) successfully(c *clause, k int) bool {
	if k > c.lo && r.toks[k-1].text == "to" {
		return false
	}
	if k+1 < c.hi && past(&r.toks[k+1]) {
		p := r.before(c, k)
		// "is successfully deployed" may tell what is usual.
		return p.class&(small&^auxBe) == 0 && (p.class&carried == 0 || p.class&things != 0) || p.subject()
	}
	for i := k - 1; i >= max(c.lo, k-6); i-- {
		t := &r.toks[i]
		if past(t) || t.class&(verdicts|auxBe|auxHave) != 0 {
			return true
		}
		if i == k-1 && (t.class&things != 0 || t.class == 0) && strings.HasSuffix(t.text, "s") {
			return true // "builds successfully", "starts successfully"
		}
		if t.class&(modal|negation|condition) != 0 {
			return false
		}
	}
	return k == c.lo && c.lo == 0 && k+1 >= c.hi && r.n == 1
}

func past(t *token) bool {
	if t.class&(ended|participle|edited) != 0 {
		return true
	}
	w := t.text
	if len(w) > 3 && w[len(w)-2:] == "ed" {
		return true
	}
	switch w {
	case "ran", "built", "rebuilt", "sent", "written", "wrote", "made", "began", "started", "set", "put", "run", "reran", "got":
		return true
	}
	return false
}

// isDone judges "is done", "all green", "Status: complete".
func (r *reader) isDone(c *clause, k int, p *prior) bool {
	next := r.at(c, k+1)
	end := next == &noToken || next.class&(tick|adverb) != 0 || conjunction(next.text)
	soft := end || next.class&(between&^small) != 0 || leadsOn(next.text)
	switch r.toks[k].text {
	case "done":
		return r.toks[0].text != "then" && r.done(c, p, end, soft, next) // what will be
	case "complete", "successful":
		if p.begins {
			return end && (p.label || r.n == 1)
		}
		return soft && (p.class&auxBe != 0 || p.subject() && p.class&person == 0)
	}
	return r.isWell(c, k, p, soft)
}

func (r *reader) done(c *clause, p *prior, end, soft bool, next *token) bool {
	switch {
	case p.begins:
		return (end || next.text == "with") && (p.label || c.lo == 0 || r.toks[c.lo].gap >= gapClause)
	case p.class&auxBe != 0 && p.class&things == 0:
		return soft
	}
	return end && p.subject() && p.class&person == 0
}

// isGreen judges "CI is green", "tests green", "all green".
func (r *reader) isGreen(c *clause, k int, p *prior) bool {
	return p.class&auxBe != 0 && (r.hasSubject(c, k) || r.itIs(c, k)) || r.cameBack(c, k) || p.known() && p.class&person == 0 || p.begins && k > c.lo
}

// ranGreen knows "Ran pytest, green": the word alone, behind a clause that says
// that a check was run.
func (r *reader) ranGreen(c *clause, k int) bool {
	alone := k == c.lo && k > 0 && r.toks[k].gap == gapComma && (k+1 == r.n || conjunction(r.toks[k+1].text))
	if !alone || c.heir&(checkThing|buildThing) == 0 {
		return false
	}
	for i := k - 1; i >= 0; i-- {
		switch r.toks[i].text {
		case "ran", "reran", "re-ran":
			return i == 0 || r.toks[i-1].class&(person|adverb) != 0 || conjunction(r.toks[i-1].text)
		}
		if i == 0 || r.parts(i) {
			return false
		}
	}
	return false
}

// leadsOn lists what may follow a word for how things are: "done with it".
func leadsOn(w string) bool {
	switch w {
	case "with", "now", "across", "on", "at":
		return true
	}
	return false
}

// isWell judges "is green", "is live", "is ready".
func (r *reader) isWell(c *clause, k int, p *prior, soft bool) bool {
	is := p.class&auxBe != 0
	switch r.toks[k].text {
	case "green":
		return soft && r.isGreen(c, k, p) || p.begins && (r.ranGreen(c, k) || r.replies(c, k)) || r.hasGreen(c, k)
	case "clean":
		return soft && (is && c.about&(Checks|Builds|Deploys) != 0 || p.label || r.cameBack(c, k))
	case "ok", "okay", "good", "fine", "set", "success":
		return r.isFine(c, k, p)
	case "live":
		return soft && (is && r.hasSubject(c, k) || p.label)
	case "ready":
		return r.isReady(c, k, p, soft)
	}
	return false
}

func (r *reader) isReady(c *clause, k int, p *prior, soft bool) bool {
	next := r.at(c, k+1).text
	if k == 0 && r.n <= 3 && next == "to" {
		return shipped(r.at(c, k+2).text) // "Ready to merge."
	}
	return p.class&auxBe != 0 && r.hasSubject(c, k) && (soft || next == "for" || next == "to")
}

// hasSubject tells whether a known thing is named in the clause before k.
func (r *reader) hasSubject(c *clause, k int) bool {
	for i := c.lo; i < k; i++ {
		t := &r.toks[i]
		if t.class&carried != 0 {
			return false
		}
		if t.class&person != 0 && t.class&things == 0 {
			return false
		}
		if t.class&(things|whole|opaque) != 0 || t.class&pronoun != 0 && t.class&small == 0 {
			return true
		}
	}
	return false
}

// works judges "works as expected", "compiles", "went through".
func (r *reader) works(c *clause, k int, p *prior) bool {
	next := ""
	if k+1 < c.hi {
		next = r.toks[k+1].text
	}
	switch r.toks[k].text {
	case "confirm", "confirms", "prove", "proves", "show", "shows":
		return r.checksShow(c, k)
	case "works", "worked", "working":
		return r.alone(k, next) || r.isWorking(c, k, p, next)
	case "went":
		return next == "through" && k+2 >= c.hi && p.class&(things|pronoun) != 0
	case "compiles", "succeeds":
		return p.subject() && r.closes(c, k) && next != "to"
	}
	return p.class&things != 0 && p.class&(carried|plain) == 0 && r.closes(c, k)
}

// wasDone judges "has been verified", "I confirmed", "Applied all migrations".
func (r *reader) wasDone(c *clause, k int, p *prior) bool {
	t := &r.toks[k]
	next := r.at(c, k+1)
	end := next == &noToken
	switch {
	case next.text == "nothing" || next.text == "none":
		return false
	case p.begins:
		return r.didSo(c, k, p, next) || end && r.parallel(c)
	case p.class&(auxHave|person) != 0:
		return true
	case p.class&auxBe != 0:
		return r.passive(c, k, p, end)
	case t.class&edited != 0 || !p.subject():
		return false
	}
	return end || next.class&(tick|adverb) != 0 || next.class&(small|follower) != 0 && p.class&things != 0 || next.text == "that" || next.text == "the"
}

// didSo judges a clause that begins with what was done: "Verified that it
// loads", "… and confirmed".
func (r *reader) didSo(c *clause, k int, p *prior, next *token) bool {
	end := next == &noToken
	switch {
	case c.perfect || end && c.heir&whole != 0:
		return true
	case p.label:
		return end || next.class&adverb != 0
	case end && c.hi < r.n && r.toks[c.hi].gap == gapColon:
		return r.toks[k].class&edited == 0 // else the heading of a list
	case end:
		return c.lo == 0 && (c.hi == r.n || conjunction(r.toks[c.hi].text))
	}
	for i := k + 1; i < c.hi; i++ {
		if r.toks[i].text == "would" {
			return false
		}
	}
	if r.toks[k].class&edited != 0 || next.value > 0 || next.class&(small|whole|opaque|quoted|adverb|pronoun|checkThing|between|follower|present) != 0 {
		return true
	}
	return next.class == 0 && !verbAhead(r, c, k)
}

// verbAhead tells whether a clause that begins with a participle has another
// verb: "Verified users can log in".
func verbAhead(r *reader, c *clause, k int) bool {
	for i := k + 1; i < min(c.hi, k+5); i++ {
		if r.toks[i].class&(modal|auxBe|auxHave) != 0 && r.toks[i].text != "to" {
			return true
		}
	}
	return false
}

// passive tells what was done ("was verified") from what is usual ("is verified
// on each request").
func (r *reader) passive(c *clause, k int, p *prior, end bool) bool {
	if p.tok == nil {
		return false
	}
	if been(r, c, k) {
		return true
	}
	switch p.tok.text {
	case "was", "were", "got":
		return true
	}
	if r.toks[k].class&edited != 0 {
		switch r.toks[k].text {
		case "fixed", "resolved", "implemented", "addressed":
			return (end || k+1 < r.n && conjunction(r.toks[k+1].text)) && r.hasSubject(c, k) || r.hasWhole(c, k)
		}
		return false
	}
	if r.n <= 5 && end && r.hasSubject(c, k) && p.class&carried == 0 {
		return true
	}
	for i := c.lo; i < k; i++ {
		if r.toks[i].class&(things&^workThing|whole) != 0 || r.toks[i].text == "now" || r.toks[i].class&adverb != 0 {
			return end || r.toks[k+1].class&(adverb|tick) != 0 || r.toks[k+1].text == "and" || r.toks[k+1].text == "to"
		}
	}
	return false
}

func (r *reader) hasWhole(c *clause, k int) bool {
	for i := c.lo; i < k; i++ {
		if r.toks[i].class&whole != 0 {
			return true
		}
	}
	return false
}

func been(r *reader, c *clause, k int) bool {
	for i := max(c.lo, k-4); i < k; i++ {
		if r.toks[i].text == "been" {
			return true
		}
	}
	return false
}

// parallel knows "fixed and verified": what was done, behind "and" and another such word.
func (r *reader) parallel(c *clause) bool {
	return c.lo > 0 && r.toks[c.lo].text == "and" && r.toks[c.lo-1].class&(edited|participle|ended) != 0
}

// alone knows "Works!", "Works like a charm."
func (r *reader) alone(k int, next string) bool {
	return k == 0 && (r.n == 1 || r.n == 2 && worksSo(next) || next == "like" && r.ahead(3).text == "charm")
}

func (r *reader) isWorking(c *clause, k int, p *prior, next string) bool {
	so := r.at(c, k+2).text
	meant := next == "as" && (so == "expected" || so == "intended")
	switch {
	case k == 0 && next == "as":
		return meant
	case k+1 >= c.hi && r.fixWorks(c, k):
		return true
	case !p.subject() && p.class&auxBe == 0:
		return false
	}
	switch next {
	case "correctly", "properly", "now", "fine", "again", "end-to-end", "perfectly", "successfully":
		return true
	}
	return meant || k+1 >= c.hi && (p.class&whole != 0 || p.class&auxBe != 0 && r.hasWhole(c, k))
}

func worksSo(w string) bool {
	switch w {
	case "now", "perfectly", "fine", "great", "again", "correctly":
		return true
	}
	return false
}
