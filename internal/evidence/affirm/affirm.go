// Package affirm tells whether the value of a claim (a status, a flag, a word beside
// "verified") asserts success. It knows the words for it once, for attributes and for
// records that summarize calls.
package affirm

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// statusWords are the statuses that claim success.
var statusWords = map[string]bool{
	"succeeded": true, "success": true, "successful": true, "ok": true, "passed": true, "pass": true,
	"completed": true, "complete": true, "done": true, "finished": true, "green": true,
	"verified": true, "confirmed": true, "approved": true, "true": true,
	"成功": true, "通过": true, "完成": true, "已完成": true, "已确认": true, "已验证": true,
}

// failureWords are the statuses that say the call did not succeed.
var failureWords = map[string]bool{
	"failed_or_incomplete": true, "failed": true, "failure": true, "error": true, "incomplete": true,
	"timeout": true, "timed_out": true, "cancelled": true, "canceled": true, "killed": true, "失败": true, "未完成": true,
}

// Denies reports a status that says that the call did not succeed.
func Denies(status pcommon.Value) bool { return failureWords[statusWord(status)] }

// longest bounds the look at a claim; none that counts is longer.
const longest = 200

// statusWord is a status as the lists of words have it.
func statusWord(value pcommon.Value) string {
	return strings.ToLower(strings.Trim(text.Head(toolcall.ParseWord(value), longest), punctuation))
}

// punctuation is what may stand around a word that claims something.
const punctuation = " \t\r\n.,;:!()[]\"'*_`-。，；：！（）"

// yesWords are the words with which a string affirms what its key says.
var yesWords = map[string]bool{
	"true": true, "1": true, "yes": true, "y": true, "confirmed": true, "verified": true, "approved": true,
	"passed": true, "pass": true, "ok": true, "succeeded": true, "success": true,
	"done": true, "complete": true, "completed": true, "finished": true, "green": true, "✅": true, "✔": true,
	"是": true, "成功": true, "通过": true, "确认": true, "已确认": true, "已验证": true, "已批准": true,
}

// Asserts reports whether a claim of that form, with that value, is one of success.
// A value that cannot be read claims nothing.
func Asserts(form toolcall.Form, value pcommon.Value) bool {
	words := yesWords
	switch form {
	case toolcall.StatusClaim:
		words = statusWords
	case toolcall.OKPreviewClaim:
		return toolcall.ParseBool(value).IsTrue()
	}
	switch value.Type() {
	case pcommon.ValueTypeBool:
		return value.Bool()
	case pcommon.ValueTypeStr:
	default:
		return form != toolcall.StatusClaim && toolcall.ParseBool(value).IsTrue()
	}
	word := statusWord(value)
	if words[word] || affirmedInChinese(word) {
		return true
	}
	// "verified by the test suite": the first word claims it, unless a later one
	// takes it back ("confirmed? not yet", "completed with errors").
	for _, lead := range [...]string{"fully ", "all ", "✅ ", "✔ "} {
		word = strings.TrimPrefix(word, lead)
	}
	first, rest := word, ""
	if i := strings.IndexAny(word, " \t\r\n:;,("); i >= 0 {
		first, rest = word[:i], word[i+1:]
	}
	return words[strings.Trim(first, punctuation)] && !strings.ContainsAny(word, "?？") && !negated(rest)
}

// affirmedInChinese reports a short phrase that ends in a word of success, such as
// 用户已确认, and holds none that denies or defers it.
func affirmedInChinese(word string) bool {
	const most = 8 // characters
	if utf8.RuneCountInString(word) > most || strings.ContainsAny(word, "未没不无待否失非若如") {
		return false
	}
	for _, end := range [...]string{"成功", "通过", "完成", "确认", "验证", "批准", "就绪"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// partOf finds a count that is less than the whole.
var partOf = regexp.MustCompile(`(\d+)\s*(?:/|of|out of)\s*(\d+)`)

func negated(s string) bool {
	if m := partOf.FindStringSubmatch(text.Head(s, longest)); len(m) == 3 && m[1] != m[2] {
		return true
	}
	for _, word := range strings.Fields(text.Head(s, longest)) {
		switch strings.Trim(word, punctuation) {
		case "not", "no", "never", "nobody", "nothing", "none", "pending", "if", "once", "unless", "until", "except", "without",
			"false", "否", "failed", "fail", "failure", "failures", "error", "errors", "partially", "partly", "未", "没有":
			return true
		}
	}
	return false
}
