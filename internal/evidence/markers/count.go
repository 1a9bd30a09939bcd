package markers

import "strings"

// view is a line taken apart.
type view struct {
	s    string
	toks []token
	deep bool // indented like source code
}

// tally is what the numbers of a line say.
type tally struct {
	passed, failed int  // -1: not stated
	short          bool // a ratio or percentage below the whole
	full           bool // a ratio or percentage that is the whole
	left           bool // something is pending, partial or remaining
}

func (v view) count() tally {
	t := tally{passed: -1, failed: -1}
	wordFirst := v.wordFirst()
	for i, tok := range v.toks {
		if tok.class&countWord != 0 {
			if n, ok := v.numberOf(i, wordFirst); ok && n > t.passed {
				t.passed = n
			}
		}
		if tok.class&(failWord|leftover) != 0 {
			n := v.fault(i, wordFirst)
			if tok.class&leftover != 0 {
				t.left = t.left || n > 0
			} else {
				t.failed = max(t.failed, n)
			}
		}
		if tok.class&number != 0 {
			v.ratio(i, &t)
		}
	}
	return t
}

// wordFirst tells "passed 3 failed 1" from "3 passed 1 failed".
func (v view) wordFirst() bool {
	for i, tok := range v.toks {
		if tok.class&number != 0 {
			return false
		}
		if tok.class&(countWord|failWord|skipped) != 0 && i+1 < len(v.toks) && v.toks[i+1].class&number != 0 {
			gap := strings.TrimSpace(v.s[tok.end:v.toks[i+1].start])
			return gap == "" || gap == ":" || gap == "=" || gap == "：" || gap == "-"
		}
	}
	return false
}

// numberOf finds the number that belongs to the word at i.
func (v view) numberOf(i int, wordFirst bool) (int, bool) {
	tok := v.toks[i]
	if i+1 < len(v.toks) {
		next := v.toks[i+1]
		gap := strings.Trim(v.s[tok.end:next.start], " \t\"'*()")
		if next.class&number != 0 && (gap == ":" || gap == "=" || gap == "：" || gap == "-" && wordFirst || gap == "" && wordFirst) {
			return next.value, true
		}
	}
	if wordFirst {
		return 0, false
	}
	for back := 1; back <= 2 && i-back >= 0; back++ {
		p := v.toks[i-back]
		gap := strings.Trim(v.s[p.end:v.toks[i-back+1].start], " \t")
		if gap != "" && gap != "%" {
			return 0, false
		}
		if p.class&number != 0 {
			return p.value, gap != "%"
		}
		if p.class&thing == 0 {
			return 0, false
		}
	}
	return 0, false
}

// fault returns how many failures the word at i stands for: 0 where the text
// denies them ("no errors", "without any failures", "0 failed").
func (v view) fault(i int, wordFirst bool) int {
	if n, ok := v.numberOf(i, wordFirst); ok {
		return n
	}
	for back := 1; back <= 3 && i-back >= 0; back++ {
		p := v.toks[i-back]
		var low [24]byte
		switch string(lowered(p.text, low[:])) {
		case "no", "without", "zero", "nothing", "never":
			return 0
		case "0":
			return 0
		case "any", "or", "and", "known", "test", "new", "type", "build":
		default:
			if p.class&(failWord|failUnit) == 0 {
				return 1
			}
		}
	}
	if w := v.toks[i].text; i+1 < len(v.toks) && strings.EqualFold(v.toks[i+1].text, "free") && hasFold(w, "error") {
		return 0
	}
	return 1
}

// ratio judges "3/10", "3 of 10", "3 out of 10" and "80%" at the number i.
func (v view) ratio(i int, t *tally) {
	tok := v.toks[i]
	if rest := strings.TrimLeft(v.s[tok.end:], " "); strings.HasPrefix(rest, "%") || strings.HasPrefix(rest, "％") {
		if strings.Contains(v.s, "over") && hasWordStart(v.s, "cover") {
			return
		}
		if tok.value < 100 {
			t.short = true
		} else {
			t.full = true
		}
		return
	}
	if i > 0 && v.toks[i-1].end < tok.start && strings.TrimSpace(v.s[v.toks[i-1].end:tok.start]) == "/" {
		return // the second half, or a date
	}
	whole := v.wholeOf(i)
	switch {
	case whole < 0:
	case tok.value < whole:
		t.short = true
	case tok.value == whole && whole > 0:
		t.full = true
	case whole == 0:
		t.short = true
	}
}

func (v view) wholeOf(i int) int {
	tok := v.toks[i]
	j := i + 1
	if j >= len(v.toks) {
		return -1
	}
	gap := strings.TrimSpace(v.s[tok.end:v.toks[j].start])
	if gap == "/" || gap == "／" {
		after := v.s[v.toks[j].end:]
		if v.toks[j].class&number == 0 || strings.HasPrefix(after, "/") {
			return -1
		}
		return v.toks[j].value
	}
	if gap != "" {
		return -1
	}
	counted := v.toks[j].class&(thing|countWord) != 0
	switch {
	case strings.EqualFold(v.toks[j].text, "out"):
		j++
	case counted && j+1 < len(v.toks) && strings.EqualFold(v.toks[j+1].text, "out"):
		j += 2 // "3 passed out of 10"
	case counted:
		j++ // "3 tests of 10"
	}
	if j+1 >= len(v.toks) || !strings.EqualFold(v.toks[j].text, "of") && !strings.EqualFold(v.toks[j].text, "from") {
		return -1
	}
	j++
	for j < len(v.toks) && (strings.EqualFold(v.toks[j].text, "the") || strings.EqualFold(v.toks[j].text, "all") || strings.EqualFold(v.toks[j].text, "total")) {
		j++
	}
	if j < len(v.toks) && v.toks[j].class&number != 0 {
		return v.toks[j].value
	}
	return -1
}

func hasWordStart(s, w string) bool {
	for i := 0; i+len(w) <= len(s); i++ {
		if hasFold(s[i:], w) {
			return true
		}
	}
	return false
}

// badEnd finds an exit code or status that is not zero, and "with errors".
func (v view) badEnd() bool {
	for i, tok := range v.toks {
		if tok.class&number == 0 || tok.value == 0 || tok.value >= 200 || i == 0 {
			continue
		}
		var low [24]byte
		switch string(lowered(v.toks[i-1].text, low[:])) {
		case "code", "rc", "exitcode", "exit_code", "exit":
			return true
		case "status":
			return i > 1 && (strings.EqualFold(v.toks[i-2].text, "exit") || strings.EqualFold(v.toks[i-2].text, "with"))
		}
	}
	return false
}

// spoiled tells whether numbers or failure words take the claim back.
func (v view) spoiled() bool {
	t := v.count()
	return t.failed > 0 || t.passed == 0 || t.short || t.left || v.badEnd()
}

// spoiledName is the same for lines that carry the name of a test, which may
// speak of failures ("PASS rejects invalid token"): only counts and shouted
// words take the claim back.
func (v view) spoiledName() bool {
	wf := v.wordFirst()
	for i, tok := range v.toks {
		if tok.class&failWord == 0 {
			continue
		}
		if n, ok := v.numberOf(i, wf); ok && n > 0 {
			return true
		} else if !ok && (tok.text == "FAIL" || tok.text == "FAILED" || tok.text == "ERROR" || tok.text == "ERRORS") {
			return true
		}
	}
	t := v.count()
	return t.short || t.passed == 0
}

// countSentence judges a sentence that is nothing but counts.
func (v view) countSentence(lo, hi int) bool {
	t := v.count()
	seen := false
	for i := lo; i < hi; i++ {
		tok := v.toks[i]
		seen = seen || tok.class&countWord != 0 && (t.failed == 0 || !strings.EqualFold(tok.text, "ok")) || t.full && tok.class&verdictWord != 0
		if tok.class&(number|countWord|failWord|failUnit|skipped|thing|leftover|verdictWord) == 0 && !countFiller(tok.text) {
			return false
		}
	}
	if hi-lo == 2 && v.toks[lo].class&countWord != 0 && (startsLower(v.s) || strings.HasPrefix(v.gap(lo), "=")) {
		return false // "succeeded: 5" is a key of a data file
	}
	return seen && (t.passed > 0 || t.full)
}

func countFiller(w string) bool {
	var low [24]byte
	switch string(lowered(w, low[:])) {
	case "total", "of", "out", "all", "in", "s", "ms", "sec", "seconds", "with", "and", "no", "without", "any", "warning", "warnings",
		"min", "m", "xfailed", "xpassed", "todo", "disabled", "inconclusive", "took", "time", "results", "result", "summary", "unit", "the", "have", "has", "cases", "case":
		return true
	}
	return false
}
