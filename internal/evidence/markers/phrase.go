package markers

import "strings"

var (
	idPhrase = ruleID("phrase:success_sentence")
	idAdverb = ruleID("phrase:successfully")
	idCount  = ruleID("phrase:count_passed")
)

// phrase judges English sentences: "Migration completed", "Successfully
// deployed to prod", "12 tests passed, 0 failed".
func (v view) phrase() int {
	if len(v.s) > maxSentence || len(v.toks) == 0 || v.dangles() || v.spoiled() {
		return none
	}
	for lo := 0; lo < len(v.toks); {
		hi := v.sentenceEnd(lo)
		if !v.former(lo, hi) {
			if id := v.sentence(lo, hi); id >= 0 {
				return id
			}
		}
		lo = hi
	}
	return none
}

// dangles tells whether the line breaks off in the middle of a sentence, as
// wrapped prose does.
func (v view) dangles() bool {
	last := v.toks[len(v.toks)-1]
	if last.end != len(v.s) {
		return false
	}
	var low [24]byte
	switch string(lowered(last.text, low[:])) {
	case "the", "a", "an", "of", "to", "in", "on", "at", "for", "with", "from", "by", "and", "or", "but", "as", "is", "are", "was", "were", "be", "been",
		"has", "have", "using", "that", "which", "this", "it", "its", "your", "our", "their", "into", "via", "then", "when", "if", "will", "may", "can", "not", "no", "any", "than":
		return true
	}
	return false
}

// sentenceEnd returns the index behind the last token of the sentence that
// begins with token lo.
func (v view) sentenceEnd(lo int) int {
	for i := lo; i+1 < len(v.toks); i++ {
		if gap := v.gap(i); strings.Contains(gap, ". ") || strings.Contains(gap, "! ") || strings.Contains(gap, "; ") || strings.ContainsAny(gap, "?") {
			return i + 1
		}
	}
	return len(v.toks)
}

// gap is the text between token i and the next token, or the end.
func (v view) gap(i int) string {
	if i+1 < len(v.toks) {
		return v.s[v.toks[i].end:v.toks[i+1].start]
	}
	return v.s[v.toks[i].end:]
}

func (v view) sentence(lo, hi int) int {
	if strings.ContainsAny(v.gap(hi-1), "?？") {
		return none
	}
	if v.countSentence(lo, hi) {
		return idCount
	}
	start := lo
	for k := lo; k < hi; k++ {
		t := v.toks[k]
		if t.class&quoted != 0 {
			continue
		}
		if t.class&(negation|condition) != 0 && !v.denial(k, hi) {
			return none
		}
		if k > lo && v.clauseBreak(k-1) && t.class&verdictWord == 0 {
			start = k
		}
		if t.class&adverb != 0 && v.withAdverb(start, k, hi) {
			return idAdverb
		}
		if t.class&verdictWord != 0 && (v.withThing(start, k, hi) || v.counted(start, k, hi) || v.ticked(lo, k, hi) || v.shipped(lo, k, hi)) {
			return pick(k+1 < hi && v.toks[k+1].class&adverb != 0, idAdverb, idPhrase)
		}
		if t.class&action != 0 && (v.ticked(lo, k, hi) || v.countedStart(lo, k, hi) || v.shipped(lo, k, hi)) {
			return idPhrase
		}
	}
	return none
}

// former tells whether the sentence is about another run: "The previous build
// passed", "Tests passed in the last run".
func (v view) former(lo, hi int) bool {
	var all class
	for i := lo; i < hi; i++ {
		all |= v.toks[i].class
	}
	if all&formerly == 0 {
		return false // most sentences end here
	}
	begins := true
	for i := lo; i < hi; i++ {
		t := v.toks[i]
		if t.class&formerly == 0 {
			begins = (begins || v.clauseBreak(i-1)) && (determiner(t.text) || strings.EqualFold(t.text, "our") || strings.EqualFold(t.text, "in"))
			continue
		}
		if i+1 < hi && v.toks[i+1].class&number != 0 {
			continue // "the last 3 tests"
		}
		if begins || i > lo && v.clauseBreak(i-1) {
			return true
		}
		for k := i - 1; k >= lo && k >= i-2; k-- {
			switch v.toks[k].text {
			case "in", "during", "at":
				return true
			}
		}
		// "passed the last time" is of old, "deployed the last version" is not.
		if i+1 >= hi || i+2 == hi && span(v.toks[i+1].text) {
			return true
		}
	}
	return false
}

func span(w string) bool {
	switch w {
	case "time", "run", "night", "week", "month", "year", "attempt", "session", "today":
		return true
	}
	return false
}

// denial tells whether the negation at k denies faults: "without errors".
func (v view) denial(k, hi int) bool {
	if v.toks[k].class&negation == 0 {
		return false
	}
	for i := k + 1; i < hi && i <= k+4; i++ {
		if v.toks[i].class&(failWord|failUnit|leftover) != 0 {
			return true
		}
	}
	return false
}

// clauseBreak tells whether a clause ends behind token i: what stands before
// is then no part of the subject.
func (v view) clauseBreak(i int) bool {
	g := v.gap(i)
	return strings.Contains(g, ": ") || strings.Contains(g, ", ") || strings.Contains(g, " - ") || strings.Contains(g, "—") ||
		strings.Contains(g, " – ") || strings.Contains(g, "] ") || strings.Contains(g, "：") || strings.Contains(g, "，") || strings.Contains(g, "> ")
}

// withThing judges "<thing> [aux] <verdict>".
func (v view) withThing(start, k, hi int) bool {
	c, ok := v.claimAbout(start, k)
	if !ok {
		return false
	}
	if c.thing < 0 && v.allPassed(start, k, c.all) {
		return v.endsClause(k, hi)
	}
	if c.thing < 0 || k-c.thing > 8 || v.numberedItem(start, k) || v.dataEntry(start, k) || !joins(v.gap(k-1)) {
		return false
	}
	return v.verdictFits(k, hi, c.present, c.all, v.toks[k-1].class&(thing|auxiliary) != 0)
}

// claim is what the words before a verdict say.
type claim struct {
	thing   int  // where the thing stands that the verdict is about, -1 for none
	present bool // "is passed" tells how it is, or ought to be, and not what happened
	all     bool
}

// claimAbout reads the words before the verdict at k. It returns false where
// one of them cannot be part of a subject.
func (v view) claimAbout(start, k int) (claim, bool) {
	c := claim{thing: -1}
	for i := start; i < k; i++ {
		t := v.toks[i]
		switch {
		case t.class&thing == 0 && t.class&(stopper|quoted|negation|condition) != 0:
			return c, false
		case c.thing >= 0: // the subject has begun
		case t.class&thing != 0:
			if i-start > 4 {
				return c, false // so many words before it are prose
			}
			c.thing = i
		case t.class&(subject|follower) != 0 && !determiner(t.text):
			return c, false // a preposition cannot begin a subject
		}
		c.present = c.present || t.text == "is" || t.text == "are" || t.text == "Is"
		c.all = c.all || strings.EqualFold(t.text, "all")
	}
	return c, true
}

// determiner lists the small words that a subject may begin with.
func determiner(w string) bool {
	return strings.EqualFold(w, "the") || strings.EqualFold(w, "your") || strings.EqualFold(w, "all") || strings.EqualFold(w, "new")
}

// allPassed knows "Ran 3 tests, all passed", whose thing stands in the clause
// before.
func (v view) allPassed(start, k int, all bool) bool {
	return all && k == start+1 && k >= 3 && strings.EqualFold(v.toks[k].text, "passed")
}

// numberedItem knows "3. All tests passed", an item of a list of what is to be
// reached.
func (v view) numberedItem(start, k int) bool {
	return v.toks[start].class&number != 0 && start+1 < k && v.toks[start+1].text == "All"
}

// dataEntry knows "release: published", which is a key of a data file and its
// value.
func (v view) dataEntry(start, k int) bool {
	return start == 0 && k == 1 && v.gap(0) == ": " && startsLower(v.toks[0].text) && startsLower(v.toks[1].text)
}

// joins tells whether what stands between the last word and the verdict leaves
// them together: the end of a name, or a mark that points to the verdict.
func joins(gap string) bool {
	switch strings.TrimSpace(gap) {
	case "", ":", "：", "-", ")", "]", "'", "\"", "`", "…", "...":
		return true
	}
	return false
}

// withAdverb judges "successfully deployed x" and "x deployed successfully".
func (v view) withAdverb(start, k, hi int) bool {
	aux, ok := v.adverbSubject(start, k)
	if !ok {
		return false
	}
	if k-1 > start && v.participle(start, k-1, hi) {
		return true
	}
	if k > start && v.toks[k-1].class&(action|verdictWord) != 0 && strings.TrimSpace(v.gap(k-1)) == "" {
		return v.endsClause(k, hi) || v.follows(k, hi)
	}
	if k+1 >= hi || v.toks[k+1].class&(action|verdictWord) == 0 || strings.TrimSpace(v.gap(k)) != "" {
		return false
	}
	if infinitive(v.toks[k+1].text) {
		return false
	}
	// The adverb begins the report, or follows "has been", or the name of who reports ("npm successfully installed").
	name := k-start == 1 && v.toks[start].class&(follower|subject|stopper) == 0
	return (k == start || aux || name) && v.plainRest(k+1, hi)
}

// adverbSubject reads the words before the adverb at k and tells whether an
// auxiliary is among them. It returns false where they are no subject, or say
// what is usual and not what happened ("are successfully deployed").
func (v view) adverbSubject(start, k int) (aux, ok bool) {
	if k-start > 10 {
		return false, false
	}
	for i := start; i < k; i++ {
		t := v.toks[i]
		if t.class&stopper != 0 && (i > start || !reporter(t.text)) || t.text == "is" || t.text == "are" {
			return false, false
		}
		aux = aux || t.class&auxiliary != 0
	}
	return aux, true
}

// reporter lists who can be said to have done it.
func reporter(w string) bool {
	return strings.EqualFold(w, "I") || strings.EqualFold(w, "we") || strings.EqualFold(w, "it")
}

// infinitive lists verbs whose participle or name is no different: "to
// successfully complete" has not happened.
func infinitive(w string) bool {
	var low [24]byte
	switch string(lowered(w, low[:])) {
	case "complete", "pass", "run", "ok", "done":
		return true
	}
	return false
}

// plainRest tells whether no second verb follows, which would make the claim
// the subject of another ("successfully generated keys will expire").
func (v view) plainRest(k, hi int) bool {
	for i := k + 1; i < hi; i++ {
		if strings.EqualFold(v.toks[i].text, "and") || v.clauseBreak(i-1) {
			return true
		}
		if verbAux(v.toks[i].text) || v.toks[i].class&condition != 0 && v.toks[i].class&thing == 0 {
			return false
		}
	}
	return true
}

// counted judges "3 files uploaded".
func (v view) counted(start, k, hi int) bool {
	if k-start < 2 || k-start > 4 || !v.endsClause(k, hi) && !v.follows(k, hi) {
		return false
	}
	t := v.toks[start]
	if t.class&number == 0 || t.value == 0 || !movable(v.toks[k].text) {
		return false
	}
	for i := start + 1; i < k; i++ {
		if v.toks[i].class&^thing != 0 || strings.TrimSpace(v.gap(i)) != "" {
			return false
		}
	}
	return true
}

// countedStart judges "Applied 5 migrations": a report that begins with what
// was done. Verbs of change logs ("Fixed 3 bugs") are left out.
func (v view) countedStart(lo, k, hi int) bool {
	if k != lo || lo != 0 || k+2 >= hi || hi-lo > 9 || startsLower(v.s) || v.toks[0].start != 0 && leadingTick(v.s) == tickNone {
		return false
	}
	n := v.toks[k+1]
	if n.class&number == 0 || n.value == 0 || strings.TrimSpace(v.gap(k)) != "" || strings.HasPrefix(v.gap(k+1), "/") {
		return false
	}
	var low [24]byte
	switch string(lowered(v.toks[k].text, low[:])) {
	case "applied", "created", "deployed", "imported", "exported", "uploaded", "migrated", "published", "installed", "restored", "pushed",
		"synced", "copied", "downloaded", "inserted", "upserted", "sent", "delivered", "verified", "validated":
		return v.plainRest(k, hi)
	}
	return false
}

// shipped judges "Deployed api to production", "Published pkg@1.2.3": what
// was shipped has a name of its own, or a place it went to.
func (v view) shipped(lo, k, hi int) bool {
	if k != lo || lo != 0 || k+1 >= hi || hi-lo > 8 || startsLower(v.s) || v.toks[0].start != 0 || strings.TrimSpace(v.gap(k)) != "" {
		return false
	}
	var low [24]byte
	switch string(lowered(v.toks[k].text, low[:])) {
	case "deployed", "published", "uploaded", "migrated", "restored", "pushed":
	default:
		return false
	}
	next := v.toks[k+1]
	named := strings.ContainsAny(next.text, "./_@0123456789") && next.class&number == 0
	place := next.text == "to" || k+2 < hi && v.toks[k+2].text == "to"
	return (named || place) && v.plainRest(k, hi)
}

// movable lists verdicts about things that are counted.
func movable(w string) bool {
	switch w {
	case "uploaded", "deployed", "published", "migrated", "imported", "exported", "installed", "restored", "merged", "pushed", "delivered":
		return true
	}
	return false
}

// ticked judges "✅ Deployed to prod": the tick replaces the subject.
func (v view) ticked(lo, k, hi int) bool {
	if lo != 0 || k > 4 || leadingTick(v.s) == tickNone || leadingTick(v.s) == tickCross {
		return false
	}
	for i := 0; i < k; i++ {
		if v.toks[i].class&(stopper|condition|negation) != 0 {
			return false
		}
	}
	return v.endsClause(k, hi) || v.follows(k, hi)
}
