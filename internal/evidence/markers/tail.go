package markers

import (
	"strings"
	"unicode"
)

var (
	idTail     = ruleID("step:tail_ok")
	idFailTail = ruleID("fail:fail_tail")
)

// verdictEnds are the words a line can end in after a separator. The longer
// ones come first, or "passed" would be seen as nothing.
var verdictEnds = [...]struct {
	word string
	dots bool // only after dots
	fail bool
}{
	{"SUCCESSFUL", false, false}, {"SUCCEEDED", false, false}, {"SUCCESS", false, false}, {"Success", false, false}, {"success", true, false},
	{"PASSED", false, false}, {"Passed", false, false}, {"passed", false, false}, {"PASS", false, false}, {"Pass", false, false},
	{"OK", false, false}, {"Ok", false, false}, {"ok", false, false},
	{"DONE", false, false}, {"Done", false, false}, {"done", false, false},
	{"COMPLETED", false, false}, {"COMPLETE", false, false}, {"Completed", false, false}, {"Complete", true, false},
	{"completed", true, false}, {"complete", true, false}, {"succeeded", true, false}, {"finished", true, false}, {"Succeeded", false, false},
	{"successful", true, false}, {"applied", true, false}, {"migrated", true, false}, {"confirmed", true, false}, {"verified", true, false},
	{"✓", false, false}, {"✔", false, false}, {"✅", false, false}, {"✔️", false, false},
	{"成功", false, false}, {"通过", false, false}, {"通過", false, false}, {"完成", false, false}, {"完毕", false, false}, {"完畢", false, false}, {"就绪", false, false}, {"正常", true, false},
	{"成功しました", false, false}, {"완료", false, false}, {"성공", false, false}, {"통과", false, false}, {"完了", false, false},
	{"FAILED", false, true}, {"Failed", false, true}, {"failed", false, true}, {"FAIL", false, true}, {"FAILURE", false, true},
	{"✗", false, true}, {"✘", false, true}, {"❌", false, true}, {"失败", false, true}, {"失敗", false, true}, {"실패", false, true},
}

// tail judges "thing ... OK": a subject, a separator, a verdict.
func (v view) tail() int {
	s := strings.TrimRight(dropDuration(v.s), " .!。！")
	bracket := strings.HasSuffix(s, "]")
	if bracket {
		s = strings.TrimRight(s[:len(s)-1], " ")
	}
	for i := range verdictEnds {
		e := &verdictEnds[i]
		if !strings.HasSuffix(s, e.word) {
			continue
		}
		sub, sep := splitTail(s[:len(s)-len(e.word)], bracket)
		if sep == sepNone || e.dots && sep != sepDots && sep != sepBracket {
			continue
		}
		return v.judgeTail(sub, sep, e.word, e.fail)
	}
	return none
}

// dropDuration removes a trailing "(1.2 s)" or "[ 50%]", which test runners
// put behind the verdict. The letters allowed are those of seconds, h and µs.
func dropDuration(s string) string {
	open := strings.LastIndexAny(s, "([")
	if open < 1 || s[open-1] != ' ' || len(s)-open > 20 {
		return s
	}
	in := strings.Trim(s[open:], "()[] ")
	if in == "" || in[0] < '0' || in[0] > '9' || strings.Trim(in, "0123456789.: cdehimnosu%µ") != "" {
		return s
	}
	return strings.TrimRight(s[:open], " ")
}

type separator uint8

const (
	sepNone separator = iota
	sepDots
	sepColon
	sepDash
	sepTab
	sepBracket
)

func splitTail(s string, bracket bool) (string, separator) {
	s = strings.TrimRight(s, " ")
	spaced := false
	if bracket {
		if !strings.HasSuffix(s, "[") {
			return "", sepNone
		}
		t := strings.TrimRight(s[:len(s)-1], " ")
		spaced = len(t) < len(s)-1
		s = t
	}
	for _, p := range [...]struct {
		text string
		kind separator
	}{{"..", sepDots}, {"…", sepDots}, {"：", sepColon}, {":", sepColon}, {"\t", sepTab}, {" -", sepDash}, {" –", sepDash}, {" —", sepDash}, {"=>", sepDash}, {" ->", sepDash}, {"→", sepDash}} {
		if strings.HasSuffix(s, p.text) {
			return strings.TrimRight(s[:len(s)-len(p.text)], " .…:\t-"), p.kind
		}
	}
	if spaced {
		return s, sepBracket
	}
	return "", sepNone
}

func (v view) judgeTail(sub string, sep separator, word string, fail bool) int {
	if sub == "" || len(sub) > maxName || strings.IndexFunc(sub, unicode.IsLetter) < 0 {
		return refused
	}
	words, firstWord := 0, ""
	for _, t := range v.toks {
		if t.end > len(v.s) || t.start >= strings.Index(v.s, sub)+len(sub) {
			break
		}
		if t.class&quoted != 0 && sep != sepDots {
			return refused
		}
		if words++; words == 1 {
			firstWord = t.text
		}
		if sep != sepDots && t.class&(condition|negation) != 0 && t.class&thing == 0 || t.class&negation != 0 && sep != sepDots {
			return refused
		}
	}
	if v.badTailSubject(sub, sep, word, firstWord, words) {
		return refused
	}
	if fail {
		return idFailTail
	}
	if v.spoiledTail() || !asciiOnly(sub) && hanSpoiled(strings.Clone(sub)) {
		return refused
	}
	return idTail
}

func (v view) badTailSubject(sub string, sep separator, word, first string, words int) bool {
	var buf [24]byte
	low := string(lowered(first, buf[:]))
	last := sub[strings.LastIndexAny(sub, " \t")+1:]
	if sep == sepColon && len(last) < len(buf) && talkSubject(string(lowered(last, buf[:]))) {
		return true
	}
	if sep != sepDots && v.former(0, len(v.toks)) {
		return true
	}
	if sep != sepDots && talkSubject(low) || low == "expected" || low == "if" || low == "when" || low == "once" || low == "not" {
		return true
	}
	// "status: ok" is a key of a data file; "Status: OK" is a report.
	if sep == sepColon && words <= 1 && startsLower(word) && (startsLower(sub) || first == "") && asciiOnly(sub) {
		return true
	}
	return strings.HasSuffix(low, "://")
}

// spoiledTail refuses "3/10: done" and "2 failed, rest: ok".
func (v view) spoiledTail() bool {
	t := v.count()
	return t.short || v.spoiledName() && t.passed != 0
}

func asciiOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
