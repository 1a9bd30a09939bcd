package markers

import "strings"

// soundWord lists what a thing can be said to be when nothing is wrong with it.
func soundWord(w string) bool {
	switch w {
	case "healthy", "good", "operational", "ready", "fine", "HEALTHY", "GOOD", "OPERATIONAL", "READY":
		return true
	}
	return false
}

// sound judges lines that say as a whole that nothing is wrong: "All services
// are healthy", "No errors found."
func (v view) sound() int {
	n := len(v.toks)
	if n < 2 || n > 10 || v.deep || lower[v.toks[0].text[0]] != 'a' && lower[v.toks[0].text[0]] != 'e' && lower[v.toks[0].text[0]] != 'n' || v.toks[0].start > 16 || strings.Trim(v.s[:v.toks[0].start], decoration) != "" {
		return none
	}
	for i := range n - 1 {
		if strings.Trim(v.gap(i), " ") != "" && (i == 0 || strings.Trim(v.gap(i), " ,/()") != "") {
			return none
		}
	}
	if strings.Trim(v.gap(n-1), decoration+"。！)") != "" {
		return none
	}
	switch v.toks[0].text {
	case "All", "all", "ALL", "Everything", "EVERYTHING":
		return v.allSound()
	case "No", "NO", "no":
		return v.noneFound()
	}
	return none
}

// allSound judges "All <what> [are] healthy".
func (v view) allSound() int {
	last := len(v.toks) - 1
	if last > 5 || !soundWord(v.toks[last].text) {
		return none
	}
	every := strings.EqualFold(v.toks[0].text, "everything")
	if every && last > 2 || !every && last < 2 {
		return none
	}
	for i := 1; i < last; i++ {
		t := v.toks[i]
		link := i == last-1 && (t.class&auxiliary != 0 || t.text == "now")
		if t.class&(negation|condition|stopper|failWord|leftover|adverb|quoted|formerly) != 0 || t.class&auxiliary != 0 && i < last-2 || t.class&subject != 0 && !link {
			return none
		}
	}
	return idPhrase
}

// noneFound judges "No errors found [in 12 files]".
func (v view) noneFound() int {
	i, fault := 1, false
	for ; i < len(v.toks) && i < 6; i++ {
		t := v.toks[i]
		if foundWord(t.text) {
			break
		}
		ok := t.class&(failWord|failUnit) != 0 && t.class&leftover == 0
		fault = fault || ok
		if !ok && (fault && t.class == 0 || t.class&^(thing|action|auxiliary) != 0 && !strings.EqualFold(t.text, "or") && !strings.EqualFold(t.text, "and")) {
			return none
		}
	}
	if !fault || i >= len(v.toks) || !foundWord(v.toks[i].text) {
		return none
	}
	if i+1 < len(v.toks) && (v.toks[i+1].text != "in" || len(v.toks) > i+5) {
		return none
	}
	for _, t := range v.toks[i+1:] {
		if t.class&(negation|condition|stopper|auxiliary|formerly) != 0 && t.class&thing == 0 {
			return none
		}
	}
	return idPhrase
}

func foundWord(w string) bool {
	switch w {
	case "found", "detected", "FOUND", "DETECTED", "Found", "Detected", "reported", "encountered":
		return true
	}
	return false
}

// subjectOnly tells whether no word before i denies, doubts or cites.
func (v view) subjectOnly(i int) bool {
	for _, t := range v.toks[:i] {
		if t.class&(failWord|leftover|quoted|formerly|negation|condition) != 0 && t.class&thing == 0 {
			return false
		}
	}
	return true
}

func (v view) aboutThing(i int) bool {
	for _, t := range v.toks[:i] {
		if t.class&thing != 0 {
			return true
		}
	}
	return false
}

func particle(w string) bool {
	switch w {
	case "in", "out", "up", "down", "off", "back", "over":
		return true
	}
	return false
}

// participle tells whether the unknown word at i, behind a subject, is what has
// been done, with "successfully" as the last word of the line.
func (v view) participle(start, i, hi int) bool {
	last := i
	if i > start+1 && particle(v.toks[i].text) && strings.TrimSpace(v.gap(i)) == "" {
		i-- // "logged in"
	}
	if start != 0 || i == start || last+2 != hi || hi != len(v.toks) || v.toks[0].start > 16 || strings.Trim(v.gap(last+1), decoration+"。！") != "" {
		return false
	}
	t := v.toks[i]
	if first := v.toks[0]; first.class&(subject|follower) != 0 && !determiner(first.text) || !v.subjectOnly(i) {
		return false
	}
	if t.class != 0 && (i == last || t.class&^action != 0) || strings.TrimSpace(v.gap(i)) != "" || !joins(v.gap(i-1)) || v.toks[i-1].class&(subject|follower) != 0 {
		return false
	}
	return v.done(i)
}

// done tells whether the word at i is the participle of a verb that "successfully"
// can go with.
func (v view) done(i int) bool {
	t := v.toks[i]
	var buf [24]byte
	if len(t.text) >= len(buf) {
		return false
	}
	w := string(lowered(t.text, buf[:]))
	switch w {
	case "uninstalled", "unscheduled", "undone", "indeed", "embed", "speed", "feed", "seed", "need", "exceed", "proceed":
		return false
	case "started", "launched", "initiated", "triggered", "requested", "begun", "invoked", "spawned":
		return !v.aboutThing(i) // a job that has begun is not done
	case "rebuilt", "taken", "set", "reset", "found", "read", "put", "made", "redone", "rewritten", "overwritten", "bound", "split", "cut", "drawn",
		"given", "chosen", "frozen", "sold", "bought", "brought", "caught", "kept", "spun", "unbound", "withdrawn", "shut", "undergone", "met", "won":
		return true
	}
	return len(w) > 4 && strings.HasSuffix(w, "ed")
}
