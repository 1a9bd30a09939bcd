package dialect

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// readClaims collects every statement of success, each at its own place, since
// a demotion has to reach all of them.
func (v *View) readClaims(d *compiled, bare bool) {
	c := v.Call
	if h, ok := v.get(toolcall.ClaimMustRerun); ok {
		c.MustRerun = toolcall.ParseBool(h.value)
	}
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		form, ok := formOf(ref.field)
		if !ok && ref.field != toolcall.ClaimMustRerun || ref.bare && !bare || toolcall.IsEmpty(h.value) {
			continue
		}
		if ref.field == toolcall.ClaimMustRerun {
			v.readMustRerun(h)
			continue
		}
		claim := toolcall.Claim{Form: form, Site: h.site(), Asserts: asserts(ref.field, h.value)}
		claim.Denies = form == toolcall.StatusClaim && failureWords[statusWord(h.value)]
		if !claim.Asserts {
			claim.Kept = v.assertedBefore(ref.field, h.key)
			claim.Asserts = claim.Kept
			claim.Denies = claim.Denies && !claim.Kept
		}
		c.Claims = append(c.Claims, claim)
	}
	if !c.OKPreview.V && c.OKPreview.State == toolcall.Stated {
		c.OKPreview.V = c.Claimed(toolcall.OKPreviewClaim)
	}
	for i := range c.NoRerun {
		if h, ok := v.get(toolcall.ClaimMustRerun); ok && h.key == c.NoRerun[i].Site.Key {
			c.MustRerun = toolcall.Bool{State: toolcall.Stated}
		}
	}
}

// readMustRerun notes a place that denies a rerun, or did before this processor
// turned it.
func (v *View) readMustRerun(h *hit) {
	b := toolcall.ParseBool(h.value)
	kept := b.IsTrue() && v.deniedBefore(h.key)
	if b.State == toolcall.Stated && (!b.V || kept) {
		v.Call.NoRerun = append(v.Call.NoRerun, toolcall.Claim{Site: h.site(), Kept: kept})
	}
}

func (h *hit) site() toolcall.Site {
	if h.inJSON {
		return toolcall.Site{Key: h.key, Value: h.place, InJSON: true, Offset: h.off, Length: h.len, Read: h.value}
	}
	return toolcall.Site{Key: h.key, Value: h.value}
}

func formOf(f toolcall.Field) (toolcall.Form, bool) {
	switch f {
	case toolcall.ClaimStatus:
		return toolcall.StatusClaim, true
	case toolcall.ClaimConfirmed:
		return toolcall.Confirmed, true
	case toolcall.ClaimVerified:
		return toolcall.Verified, true
	case toolcall.ClaimUserApproved:
		return toolcall.UserApproved, true
	case toolcall.OKPreview:
		return toolcall.OKPreviewClaim, true
	default:
		return 0, false
	}
}

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

// statusWord is a status as the lists of words have it.
func statusWord(value pcommon.Value) string {
	return strings.ToLower(strings.Trim(text.Head(toolcall.ParseWord(value), longestEnding), punctuation))
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

// asserts reports whether the value claims success. A value that cannot be read
// claims nothing.
func asserts(f toolcall.Field, value pcommon.Value) bool {
	words := yesWords
	switch f {
	case toolcall.ClaimStatus:
		words = statusWords
	case toolcall.OKPreview:
		return toolcall.ParseBool(value).IsTrue()
	}
	switch value.Type() {
	case pcommon.ValueTypeBool:
		return value.Bool()
	case pcommon.ValueTypeStr:
	default:
		return f != toolcall.ClaimStatus && toolcall.ParseBool(value).IsTrue()
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
	const longest = 8 // characters
	if utf8.RuneCountInString(word) > longest || strings.ContainsAny(word, "未没不无待否失非若如") {
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
	if m := partOf.FindStringSubmatch(text.Head(s, longestEnding)); len(m) == 3 && m[1] != m[2] {
		return true
	}
	for _, word := range strings.Fields(text.Head(s, longestEnding)) {
		switch strings.Trim(word, punctuation) {
		case "not", "no", "never", "nobody", "nothing", "none", "pending", "if", "once", "unless", "until", "except", "without",
			"false", "否", "failed", "fail", "failure", "failures", "error", "errors", "partially", "partly", "未", "没有":
			return true
		}
	}
	return false
}

// assertedBefore reports whether an earlier run of this processor kept a claim
// of success for the key, where the present value claims none.
func (v *View) assertedBefore(f toolcall.Field, key string) bool {
	for i := range v.originals {
		if o := &v.originals[i]; o.key == key && o.claims(f) {
			return true
		}
	}
	return false
}

// claims is asserts for a value that may be asked for again and again, where a key
// stands many times in a record.
func (o *original) claims(f toolcall.Field) bool {
	known := &o.asserts[assertionOf(f)]
	if *known == unasked {
		*known = no
		if asserts(f, o.value) {
			*known = yes
		}
	}
	return *known == yes
}

// The kinds of claims whose words differ.
const (
	anyAssertion = iota
	statusAssertion
	previewAssertion
	numAssertions
)

func assertionOf(f toolcall.Field) int {
	switch f {
	case toolcall.ClaimStatus:
		return statusAssertion
	case toolcall.OKPreview:
		return previewAssertion
	default:
		return anyAssertion
	}
}

// deniedBefore reports whether an earlier run turned must_rerun from false to true.
func (v *View) deniedBefore(key string) bool {
	for i := range v.originals {
		o := &v.originals[i]
		if o.key != key {
			continue
		}
		if b := toolcall.ParseBool(o.value); b.State == toolcall.Stated && !b.V {
			return true
		}
	}
	return false
}
