package markers

import "strings"

var (
	idFailSentence = ruleID("fail:failed_sentence")
	idFailCount    = ruleID("fail:failed_count")
	idZeroCount    = ruleID("zero:zero_count")
)

// outcome judges sentences of failure and counts of nothing: "Build failed",
// "3 passed, 1 failed", "0 tests passed".
func (v view) outcome() int {
	if len(v.s) > maxSentence || len(v.toks) == 0 || strings.HasSuffix(v.s, "?") {
		return none
	}
	t := v.count()
	countish := v.countish()
	switch {
	case countish && t.failed > 0:
		return idFailCount
	case countish && t.passed == 0 && t.failed <= 0 && !t.short:
		return idZeroCount
	case t.failed > 0 && v.failedThing():
		return idFailSentence
	}
	return none
}

// countish tells whether the line is counts and little else.
func (v view) countish() bool {
	numbers, words := 0, 0
	for _, t := range v.toks {
		switch {
		case t.class&number != 0:
			numbers++
		case t.class&(countWord|failWord|skipped|thing|leftover|verdictWord) != 0 || countFiller(t.text):
		default:
			words++
		}
		if t.class&(condition|negation|quoted) != 0 && !strings.EqualFold(t.text, "no") {
			return false
		}
	}
	return numbers > 0 && words <= 1
}

// failedThing judges "<thing> [has] failed" and "failed to <verb>".
func (v view) failedThing() bool {
	at := -1
	for i, t := range v.toks {
		switch {
		case i > 6 || t.class&(condition|negation|quoted|stopper) != 0 && t.class&thing == 0:
			return false
		case t.class&thing != 0:
			at = i
		case t.class&failWord != 0 && at >= 0 && i-at <= 4:
			return (strings.EqualFold(t.text, "failed") || strings.EqualFold(t.text, "unsuccessful") || strings.EqualFold(t.text, "aborted"))
		}
	}
	return false
}
