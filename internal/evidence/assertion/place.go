package assertion

// prior is what stands before a verdict, without the small words between.
type prior struct {
	begins bool // nothing: the clause begins with the verdict
	label  bool // … behind a label: "Tests: passed"
	class  class
	tok    *token
	value  int
}

func (r *reader) before(c *clause, k int) prior {
	p := k - 1
	skipped := class(0)
	for p >= c.lo && r.toks[p].class&(between|partial|hedge) != 0 {
		skipped |= r.toks[p].class
		p--
	}
	if p > c.lo+2 && r.toks[p].class&failing != 0 && r.toks[p-1].class&auxBe != 0 {
		// "the tests that were failing"
		if that := r.toks[p-2].text; (that == "that" || that == "which") && r.toks[p-3].class&things != 0 {
			p -= 3
		}
	}
	if p >= c.lo && p == c.lo && conjunction(r.toks[p].text) {
		p--
	}
	if p < c.lo {
		label := c.lo > 0 && r.toks[c.lo].gap == gapColon
		if skipped&whole != 0 {
			return prior{class: whole, value: -1}
		}
		// "The build ran, and passed": the subject stands in the clause before.
		return prior{begins: true, label: label, value: -1}
	}
	return prior{class: r.toks[p].class | skipped&whole, tok: &r.toks[p], value: r.toks[p].value}
}

// subject tells whether a word can be what a verdict is said of.
func (p *prior) subject() bool {
	if p.begins {
		return p.label
	}
	if p.class&(whole|person|opaque|quoted) != 0 || p.value > 0 {
		return true
	}
	if p.class&pronoun != 0 {
		return p.tok == nil || p.tok.text != "that"
	}
	if p.class&things != 0 {
		return true
	}
	return p.class&^(hedge|fault|repairing) == 0 && p.class&(auxBe|auxHave|small) == 0 && p.tok != nil && len(p.tok.text) > 1
}

// known is subject for words that have to be in the vocabulary.
func (p *prior) known() bool { return p.subject() && (p.class != 0 || p.value > 0 || p.label) }

// stands tells whether the verdict at k is one by its place: the predicate of
// its clause, not an attribute ("the completed form") or a verb with another
// sense ("passes the value on").
func (r *reader) stands(c *clause, k int) bool {
	t := &r.toks[k]
	p := r.before(c, k)
	switch {
	case t.class&tick != 0:
		switch r.at(c, k+1).text {
		case "for", "means", "mean":
			return false // a legend
		}
		return true
	case r.relative(c, k):
		return false
	case t.class&passVerb != 0:
		return r.passes(c, k, &p)
	case t.class&ended != 0:
		return r.hasEnded(c, k, &p)
	case t.class&adverb != 0:
		return r.successfully(c, k)
	case t.class&adjective != 0:
		return r.isDone(c, k, &p)
	case t.class&present != 0:
		return r.works(c, k, &p)
	case t.class&plain != 0:
		return r.foreignVerdict(c, k)
	case t.class&(participle|edited) != 0:
		return r.wasDone(c, k, &p)
	}
	return false
}

// noToken stands where a clause has ended.
var noToken = token{value: -1}

// at returns the token at i, as far as the clause goes.
func (r *reader) at(c *clause, i int) *token {
	if i < 0 || i >= c.hi {
		return &noToken
	}
	return &r.toks[i]
}

// relative tells whether the verdict at k only says which thing is meant: "the
// request that was sent".
func (r *reader) relative(c *clause, k int) bool {
	for i := k - 1; i > c.lo; i-- {
		t := &r.toks[i]
		if t.text == "that" || t.text == "who" {
			return r.toks[i-1].class&(verdicts|participle|base) == 0
		}
		if t.class&(auxBe|auxHave|between) == 0 {
			return false
		}
	}
	return false
}

// closes tells whether nothing follows the verdict that would make it
// something else.
func (r *reader) closes(c *clause, k int) bool {
	if k+1 >= c.hi {
		return true
	}
	n := &r.toks[k+1]
	return n.class&(follower|tick|adverb) != 0 || n.value >= 0 || n.class&condition != 0
}

// object tells whether the words behind a verb begin with what can be its
// object: "all tests", "the build", "12".
func (r *reader) object(c *clause, k int) bool {
	for i := k + 1; i < min(c.hi, k+6); i++ {
		t := &r.toks[i]
		if t.class&(things|whole) != 0 || t.value > 0 {
			return true
		}
	}
	return false
}
