package markers

import "strings"

// decoration is what frames a lone verdict: "=== SUCCESS ===", "✅ Done!".
const decoration = " \t=*-~_.!:[]#✅✔✓√☑🟢🎉✨🚀👍💚🎊🏁⭐🌟💯🥳│║─═━┃\ufe0f"

func undecorated(s string) string {
	return strings.TrimLeft(strings.TrimRight(s, " \t=*-~_.!]#✅✔✓√☑🟢🎉✨🚀👍💚🎊🏁⭐🌟💯🥳│║─═━┃\ufe0f。！"), decoration)
}

var (
	idPass      = ruleID("bare:pass_line")
	idPassed    = ruleID("bare:passed_line")
	idOK        = ruleID("bare:ok_line")
	idSuccess   = ruleID("bare:success_line")
	idDone      = ruleID("bare:done_line")
	idComplete  = ruleID("bare:complete_line")
	idFinished  = ruleID("bare:finished_line")
	idConfirmed = ruleID("bare:confirmed_line")
	idVerified  = ruleID("bare:verified_line")
	idAllPassed = ruleID("bare:all_passed_line")
	idFailLine  = ruleID("fail:fail_line")
	idPassLead  = ruleID("bare:pass_lead")
	idOKLead    = ruleID("bare:ok_lead")
	idSuccLead  = ruleID("bare:success_lead")
	idDoneLead  = ruleID("bare:done_lead")
	idFailLead  = ruleID("fail:fail_lead")
	idTick      = ruleID("step:tick")
	idCross     = ruleID("fail:cross")
)

// bare judges a line that is one verdict and nothing else.
func (st *scan) bare(l *line, s string) int {
	core := verdictCore(s)
	if core == "" {
		return none
	}
	plain := core == strings.TrimRight(s, ".!")
	if startsLower(s) && (wraps(st.prev) || plain && l.deep) {
		return none // the last word of a wrapped sentence, or a statement of source code
	}
	if s == "done" && st.closesLoop(l) {
		return refused
	}
	if id := verdictAsWritten(core); id != none {
		return id
	}
	return verdictInAnyCase(core, s)
}

// verdictCore returns what is left of a line without frame and elapsed time,
// or "" where that is too long to be a verdict.
func verdictCore(s string) string {
	if len(s) > 80 {
		return ""
	}
	core := undecorated(strings.TrimSuffix(strings.TrimLeft(dropElapsed(s), ">"), "<<<"))
	if len(core) > 20 {
		return ""
	}
	return core
}

// verdictAsWritten knows the verdicts that count in these spellings only: "Ok"
// is one, but "pass" alone is a statement of Python.
func verdictAsWritten(core string) int {
	switch core {
	case "PASS", "Pass":
		return idPass
	case "PASSED", "Passed", "passed":
		return idPassed
	case "OK", "Ok", "ok":
		return idOK
	case "Done", "DONE", "done", "DEPLOYED", "PUBLISHED", "APPLIED":
		return idDone
	case "FAIL", "FAILED", "FAILURE", "Failed", "BUILD FAILED", "TESTS FAILED", "TEST FAILED", "Failure":
		return idFailLine
	case "ALL TESTS PASSED", "ALL PASSED", "ALL PASS", "ALL TESTS PASS", "ALL CHECKS PASSED", "ALL GREEN", "TESTS PASSED", "ALL OK", "All OK", "All green", "All good", "ALL GOOD", "all good", "ALL DONE", "All done", "All passed", "all passed", "all done":
		return idAllPassed
	}
	return none
}

// verdictInAnyCase knows the verdicts that mean nothing else however they are
// written. The whole line tells whether a time was behind the core.
func verdictInAnyCase(core, s string) int {
	var buf [24]byte
	switch string(lowered(core, buf[:])) {
	case "success", "successful", "successfully", "succeeded":
		return idSuccess
	case "complete", "completed":
		return idComplete
	case "finished":
		if digitAt(s, strings.LastIndexAny(s, " (")+1) {
			return none // rspec says "Finished in 3 s" whatever happened
		}
		return idFinished
	case "confirmed":
		return idConfirmed
	case "verified":
		return idVerified
	}
	return none
}

// dropElapsed removes " in 3.2s", " after 3s" and " (3.2s)" behind a verdict.
// The letters allowed are those of seconds and minutes, and h.
func dropElapsed(s string) string {
	s = strings.TrimSuffix(s, " (cached)")
	s = dropDuration(strings.TrimRight(s, ".!"))
	for _, w := range [...]string{" in ", " after "} {
		i := strings.Index(s, w)
		if i > 0 && digitAt(s, i+len(w)) && strings.Trim(s[i+len(w):], "0123456789.: cdehimnostu") == "" {
			return s[:i]
		}
	}
	return s
}

func lowered(s string, buf []byte) []byte {
	n := copy(buf, s)
	for i, c := range buf[:n] {
		if c >= 'A' && c <= 'Z' {
			buf[i] = c + 'a' - 'A'
		}
	}
	return buf[:n]
}

// closesLoop tells whether a lone "done" is the end of a shell loop.
func (st *scan) closesLoop(l *line) bool {
	if l.indent > 0 {
		return true
	}
	if !st.script {
		// Only what was not searched before, and the longest opener across the seam.
		before := st.text[st.looked:st.start]
		st.looked = max(st.start-len("; do\r\n"), 0)
		st.script = strings.Contains(before, "; do\n") || strings.Contains(before, "\ndo\n") || strings.Contains(before, "\ndo ") || strings.Contains(before, ";do\n") ||
			strings.Contains(before, " do\n") || strings.Contains(before, "; do\r\n")
	}
	return st.script
}
