package markers

import "strings"

// verdictFits judges the verdict in its place: what follows must not turn it
// into something else ("passed to the function", "completed jobs").
func (v view) verdictFits(k, hi int, present, all, direct bool) bool {
	var buf [24]byte
	end := v.endsClause(k, hi)
	if k+1 < hi && v.toks[k+1].class&number != 0 && v.toks[k+1].value == 0 && strings.ContainsAny(v.gap(k), ":=") {
		return false // "Messages sent: 0"
	}
	switch w := string(lowered(v.toks[k].text, buf[:])); w {
	case "pass", "passes", "succeeds":
		return all && (end || strings.EqualFold(v.toks[k+1].text, "and"))
	case "ok", "green", "success":
		return end && direct && (!present || w != "success")
	case "passed":
		if present || !end && v.passedOn(k, hi) {
			return false
		}
	case "complete", "completed", "done", "finished", "confirmed", "verified", "successful", "approved":
		if present && !end {
			return false
		}
	default:
		if present {
			return false
		}
	}
	return end || v.follows(k, hi)
}

// passedOn tells "passed to the function" from "passed in 3 s".
func (v view) passedOn(k, hi int) bool {
	if k+1 >= hi {
		return false
	}
	var low [24]byte
	switch string(lowered(v.toks[k+1].text, low[:])) {
	case "to", "into", "as", "by", "through", "from", "via", "a", "an", "the":
		return true
	case "in":
		return k+2 >= hi || v.toks[k+2].class&number == 0
	}
	return false
}

// endsClause tells whether punctuation or the end of the line follows k.
func (v view) endsClause(k, hi int) bool {
	if k+1 >= hi {
		return true
	}
	g := strings.TrimLeft(v.gap(k), " ")
	return g != "" && (g[0] >= 0x80 || strings.IndexByte(",:;.!()[]|-*~", g[0]) >= 0)
}

// follows tells whether the words after k may stand there, and no second verb
// makes the verdict part of a subject ("messages sent to it are dropped").
func (v view) follows(k, hi int) bool {
	next := v.toks[k+1]
	if next.class&(follower|number|adverb) == 0 {
		return false
	}
	joined := false
	for i := k + 1; i < hi; i++ {
		t := v.toks[i]
		joined = joined || strings.EqualFold(t.text, "and") || i > k && v.clauseBreak(i-1)
		if i+1 < hi && t.class&condition != 0 && t.class&follower != 0 && digitAt(v.s, v.toks[i+1].start) {
			continue // "after 3m"
		}
		if t.class&(negation|condition) != 0 && !v.denial(i, hi) && !joined {
			return false
		}
		if t.class&stopper != 0 && !joined && !strings.EqualFold(t.text, "and") {
			return false
		}
		if t.class&auxiliary != 0 && !joined && verbAux(t.text) {
			return false
		}
	}
	return true
}

func verbAux(w string) bool {
	switch w {
	case "is", "are", "was", "were", "has", "have", "had":
		return true
	}
	return false
}
