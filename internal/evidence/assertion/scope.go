package assertion

// excludes tells whether the word at i leaves something out of a whole: "all but
// one", "apart from the login test", "if you do not count the flaky ones".
func (r *reader) excludes(i int) bool {
	t := &r.toks[i]
	prev, next := &noToken, r.ahead(i+1)
	if i > 0 {
		prev = &r.toks[i-1]
	}
	switch t.text {
	case "but":
		return t.gap == gapNone && (prev.class&whole != 0 || next.text == "one" && prev.class&things != 0)
	case "menos", "minus":
		return prev.class&(things|whole) != 0
	case "apart", "Apart":
		return next.text == "from"
	case "aside", "Aside":
		return next.text == "from" || next.gap == gapComma
	case "other":
		return next.text == "than"
	case "bis":
		return next.text == "auf"
	case "exception":
		return next.text == "of"
	case "ignore", "disregard", "exclude":
		return prev.class&person != 0
	case "count", "counting":
		return prev.class&negation != 0
	}
	return t.class&excepting != 0
}

// upToNow knows what counts no more than was seen: "so far", "at least 12", "just
// 3 of them".
func (r *reader) upToNow(i int) bool {
	prev, next := &noToken, r.ahead(i+1)
	if i > 0 {
		prev = &r.toks[i-1]
	}
	switch r.toks[i].text {
	case "ahora":
		return prev.text == "por" || prev.text == "Por" || prev.text == "hasta"
	case "far":
		return prev.text == "so" || prev.text == "thus" || prev.text == "Thus"
	case "ran", "run":
		if prev.class&auxBe != 0 && i > 1 {
			prev = &r.toks[i-2]
		}
		return prev.text == "that" || prev.text == "which" // "those that ran"
	case "least":
		return prev.text == "at"
	case "just":
		return next.value >= 0 || next.class&numeral != 0
	}
	return false
}

// remarksPart knows a remark of a word or two that takes a verdict back: "(partially)".
func (r *reader) remarksPart(c *clause) bool {
	for i := c.lo; i < c.hi; i++ {
		if r.toks[i].class&partial != 0 || r.toks[i].text == "partial" {
			return true
		}
	}
	return false
}

// refersBack tells whether a clause is about what the clause before named: "… and
// it passed".
func (r *reader) refersBack(lo int) bool {
	if conjunction(r.toks[lo].text) {
		lo++
	}
	switch r.ahead(lo).text {
	case "it", "they", "which", "ils", "elles", "sie", "ellas":
		return true
	}
	return false
}

// until knows "the suite was green before the last change".
func (r *reader) until(c *clause) bool {
	was := false
	for i := c.lo; i < c.hi; i++ {
		switch r.toks[i].text {
		case "was", "were", "had":
			was = true
		case "before":
			return was && i+1 < c.hi
		}
		if r.toks[i].class&(failing|fault|lacking|negation) != 0 {
			return false // it ended before it was done
		}
	}
	return false
}

// elsewhere tells whether a sentence begins with a state of things that is not
// this one: "without my change", "with the patch reverted", "when run alone".
func (r *reader) elsewhere() bool {
	switch r.toks[0].text {
	case "without":
		switch r.ahead(1).text {
		case "my", "the", "this", "your", "our", "that":
		default:
			return false
		}
		switch r.ahead(2).text {
		case "change", "changes", "patch", "patches", "fix", "commit":
			return true
		}
	case "with", "in", "on", "after", "when", "running", "against":
		for i := 1; i < min(r.n, 6) && (i == 1 || r.toks[i].gap == gapNone); i++ {
			switch r.toks[i].text {
			case "baseline", "old", "reverted", "reverting", "original", "alone", "isolation", "unpatched":
				return true
			}
		}
	}
	return false
}

// beforeChange knows "Vor der Änderung waren …", without a comma.
func (r *reader) beforeChange() bool {
	switch r.toks[0].text {
	case "Vor", "vor", "Avant", "avant", "antes":
	default:
		return false
	}
	for i := 1; i < min(r.n, 4); i++ {
		switch r.toks[i].text {
		case "Änderung", "Änderungen", "Umbau", "changement", "modification", "cambio", "cambios":
			return true
		}
	}
	return false
}

// finds tells whether "looks" judges, rather than guesses: "looks good".
func (r *reader) finds(c *clause, i int) bool {
	switch r.toks[i].text {
	case "look":
		next := r.at(c, i+1).text
		return next != "like" && next != "as"
	case "looks":
	default:
		return false
	}
	switch r.at(c, i+1).text {
	case "good", "fine", "ok", "okay", "green", "clean", "great":
		return true
	}
	return false
}
