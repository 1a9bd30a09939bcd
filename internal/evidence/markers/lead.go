package markers

import "strings"

// lead judges "PASS name", "OK: detail", "SUCCESS - detail", "[PASS] name".
func (v view) lead() int {
	if len(v.toks) < 2 {
		return none
	}
	first := v.toks[0]
	if strings.Trim(v.s[:first.start], decoration+"⚠❗💥❌✗✘✖") != "" || first.start > 16 {
		return none
	}
	mark := v.s[first.end:v.toks[1].start]
	punct := strings.IndexByte(":])!.", mark[0]) >= 0 || strings.HasPrefix(mark, " - ") || strings.HasPrefix(mark, " – ") || strings.HasPrefix(mark, " — ")
	if !strings.ContainsAny(mark, " \t") || strings.ContainsAny(mark, "=<>|&,;/+\"'`{?[") && !(punct && strings.ContainsAny(mark, "\"'`")) || strings.HasPrefix(strings.TrimLeft(mark, " "), "(") && !strings.Contains(mark, ":") && v.toks[1].class&number == 0 {
		return none
	}
	id := leadWord(first.text, punct)
	if id < 0 && mark[0] == ']' && first.start > 0 && v.s[first.start-1] == '[' {
		id = tagWord(first.text)
	}
	if id < 0 {
		return none
	}
	rest := v.toks[1]
	if v.deep && (!punct || id == idOKLead || id == idDoneLead || first.text == "SUCCEEDED") {
		return refused
	}
	if !punct && (rest.class&(stopper|condition|negation|failWord|follower|auxiliary) != 0 || strings.EqualFold(rest.text, "the") ||
		strings.EqualFold(rest.text, "rate") || strings.EqualFold(rest.text, "criteria") || strings.EqualFold(rest.text, "a") && len(v.toks) > 2 || rest.class&verdictWord != 0 && len(v.toks) > 2) {
		return refused
	}
	named := strings.ContainsAny(strings.TrimRight(v.s[rest.start:], ".!"), "._/(:0123456789")
	if id == idOKLead && !punct && !named && (len(v.toks) > 2 || !startsLower(rest.text)) {
		return refused // "OK now run the tests again"
	}
	if id == idFailLead {
		return v.faultLead()
	}
	if v.spoiledName() {
		return none
	}
	if punct && rest.class&condition != 0 && rest.class&thing == 0 || strings.HasSuffix(v.s, ":") && len(v.toks) < 3 {
		return refused
	}
	return id
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
