package assertion

import "slices"

// foreignVerdict wants a thing or an auxiliary somewhere before the verdict.
func (r *reader) foreignVerdict(c *clause, k int) bool {
	if r.toks[k].class&failing != 0 && r.at(c, k-1).text == "fue" {
		return false
	}
	if remark(r.toks[k].text) {
		return c.hi == r.n && k+1 == r.n && (r.n <= 2 || r.hasWhole(c, k))
	}
	if k == c.lo {
		if wholly(r.toks[k].text) && r.n > 1 {
			return c.heir&things != 0 && k+1 >= c.hi
		}
		return k+1 >= c.hi && (c.lo == 0 || r.toks[c.lo].gap == gapColon) || k+1 < c.hi && r.toks[k+1].class&(participle|plain|edited) != 0
	}
	switch r.toks[k].text {
	case "durch":
		return k+1 >= c.hi && r.has(c, k, "laufen", "läuft", "liefen", "lief")
	case "ordnung":
		return k+1 >= c.hi && r.hasWhole(c, k)
	}
	if wholly(r.toks[k].text) && k+1 < c.hi && r.toks[k+1].class&(tick|plain|between|follower) == 0 {
		return false
	}
	return r.saidOf(c, k)
}

// saidOf wants a subject or an auxiliary before the verdict, or a clause that goes on.
func (r *reader) saidOf(c *clause, k int) bool {
	for i := c.lo; i < k; i++ {
		if r.toks[i].class&(things|whole|auxBe|auxHave|opaque|plain) != 0 {
			return true
		}
	}
	return c.heir&things != 0 || c.lo > 0 && r.refersBack(c.lo)
}

func (r *reader) has(c *clause, k int, words ...string) bool {
	for i := c.lo; i < k; i++ {
		if slices.Contains(words, r.toks[i].text) {
			return true
		}
	}
	return false
}

// wholly lists words that are a verdict only at the end of what they are said of:
// "alle Tests bestehen", but not "die Tests bestehen aus drei Teilen".
func wholly(w string) bool {
	switch w {
	case "bestehen", "passe", "passé", "passés", "passée", "passées", "verde", "verdes", "vert", "verts", "verte", "vertes", "grün", "funciona", "funktioniert", "fonctionne":
		return true
	}
	return false
}

// remark lists words that say that all is done where nothing else is said, and
// begin or end anything else.
func remark(w string) bool {
	switch w {
	case "gut", "bon", "fait", "hecho", "correcto":
		return true
	}
	return false
}
