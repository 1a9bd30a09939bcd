package markers

import "strings"

// lead judges "PASS name", "OK: detail", "SUCCESS - detail", "[PASS] name".
func (v view) lead() int {
	if len(v.toks) < 2 || !v.opensWithWord() {
		return none
	}
	first, second := &v.toks[0], &v.toks[1]
	mark := v.s[first.end:second.start]
	punct := setsOff(mark)
	if !separates(mark, punct, second) {
		return none
	}
	id := v.leadVerdict(first, punct)
	switch {
	case id == none:
		return none
	case v.deep && (!punct || id == idOKLead || id == idDoneLead || first.text == "SUCCEEDED"):
		return refused // source code is full of "OK: true"
	case !punct && v.proseGoesOn(second):
		return refused
	case !punct && id == idOKLead && v.okToSomeone(second):
		return refused
	case id == idFailLead:
		return v.faultLead()
	case v.spoiledName():
		return none
	case v.speaksOfOther(second, punct):
		return refused
	case strings.HasSuffix(v.s, ":") && len(v.toks) < 3:
		return refused // "PASSED tests:" is a heading
	}
	return id
}

// speaksOfOther knows "Success: when all tests have passed" and "PASS: previous
// run".
func (v view) speaksOfOther(second *token, punct bool) bool {
	if second.class&formerly != 0 && len(v.toks) == 3 && v.toks[2].class&thing != 0 {
		return true
	}
	return punct && second.class&condition != 0 && second.class&thing == 0
}

// opensWithWord tells whether nothing but decoration stands before the first
// word.
func (v view) opensWithWord() bool {
	at := v.toks[0].start
	return at <= 16 && strings.Trim(v.s[:at], decoration+"⚠❗💥❌✗✘✖") == ""
}

// setsOff tells whether what follows the verdict is punctuation that sets it
// off. Of those verdicts more are believed than of words in a row.
func setsOff(mark string) bool {
	return strings.IndexByte(":])!.", mark[0]) >= 0 || strings.HasPrefix(mark, " - ") || strings.HasPrefix(mark, " – ") || strings.HasPrefix(mark, " — ")
}

// separates tells whether the mark stands between a verdict and what it is
// about, and is no operator, no list and no aside.
func separates(mark string, punct bool, second *token) bool {
	if !strings.ContainsAny(mark, " \t") {
		return false // "PASS=1"
	}
	if strings.ContainsAny(mark, "=<>|&,;/+\"'`{?[") && (!punct || !strings.ContainsAny(mark, "\"'`")) {
		return false // "PASS = 1"; but `PASS: "name"` is about a name in quotation marks
	}
	// "FAILED (see below)" is an aside, "PASS (3 tests)" a report.
	aside := strings.HasPrefix(strings.TrimLeft(mark, " "), "(") && !strings.Contains(mark, ":") && second.class&number == 0
	return !aside
}

// leadVerdict returns the rule of the first word, where it is a verdict as it
// is written or because square brackets stand right around it.
func (v view) leadVerdict(first *token, punct bool) int {
	id := leadWord(first.text, punct)
	if id == none && v.s[first.end] == ']' && first.start > 0 && v.s[first.start-1] == '[' {
		return tagWord(first.text)
	}
	return id
}

// proseGoesOn tells whether the word behind the verdict continues a sentence:
// "PASS the token", "DONE when merged", "SUCCESS rate 80%".
func (v view) proseGoesOn(second *token) bool {
	if second.class&(stopper|condition|negation|failWord|follower|auxiliary) != 0 {
		return true
	}
	w := second.text
	if strings.EqualFold(w, "the") || strings.EqualFold(w, "rate") || strings.EqualFold(w, "criteria") {
		return true
	}
	// "PASS a" and "OK done" are names; with more behind them they are words.
	return len(v.toks) > 2 && (strings.EqualFold(w, "a") || second.class&verdictWord != 0)
}

// okToSomeone tells "OK now run the tests again", which agrees with someone,
// from "OK test_login" and "OK (3 tests)".
func (v view) okToSomeone(second *token) bool {
	if len(v.toks) == 2 && startsLower(second.text) {
		return false // "OK parser" is about a name
	}
	named := strings.ContainsAny(strings.TrimRight(v.s[second.start:], ".!"), "._/(:0123456789")
	return !named
}

// faultLead accepts "FAIL name" and refuses "FAILED 0".
func (v view) faultLead() int {
	t := v.count()
	if t.failed == 0 {
		return refused
	}
	return idFailLead
}

// tagWord knows lower-case verdicts that only brackets make one.
func tagWord(w string) int {
	switch w {
	case "pass", "passed":
		return idPassLead
	case "ok":
		return idOKLead
	case "success":
		return idSuccLead
	case "done":
		return idDoneLead
	case "fail", "failed":
		return idFailLead
	}
	return none
}

func leadWord(w string, punct bool) int {
	switch w {
	case "PASS", "PASSED":
		return idPassLead
	case "OK":
		return idOKLead
	case "SUCCESS", "SUCCEEDED":
		return idSuccLead
	case "DONE", "COMPLETE", "COMPLETED", "VERIFIED", "CONFIRMED", "FINISHED":
		return idDoneLead
	case "FAIL", "FAILED", "FAILURE":
		return idFailLead
	}
	if !punct {
		return none
	}
	switch w {
	case "Passed", "Pass":
		return idPassLead
	case "Success", "Successful", "Succeeded":
		return idSuccLead
	case "Done":
		return idDoneLead
	case "Failed", "Fail", "Failure":
		return idFailLead
	}
	return none
}
