package markers

import (
	"strings"
	"unicode/utf8"
)

// denied tells whether a value behind a claim takes it back: "All tests
// passed: false", "部署成功 -> 否", "成功=0". Of "Errors: 0" it does not.
func denied(s string) bool {
	for i := 0; i < len(s); i++ {
		n := separatorLen(s, i)
		if n == 0 {
			continue
		}
		j := i + n
		for j < len(s) {
			if m := separatorLen(s, j); m > 0 {
				j += m
			} else if strings.IndexByte(" \t\"'`*", s[j]) >= 0 {
				j++
			} else {
				break
			}
		}
		if d := denialAt(s[j:]); d != denialNone && claims(s[:i], d, s[i] == '(' || s[i] == '[') {
			return true
		}
		i = j - 1
	}
	return false
}

// separatorLen measures what stands at i between a claim and its value.
func separatorLen(s string, i int) int {
	switch s[i] {
	case ':', '=', '|', '(', '[', '\t':
		return 1
	case '-':
		if i > 0 && s[i-1] == ' ' || strings.HasPrefix(s[i:], "->") || strings.HasPrefix(s[i:], "--") {
			return 1
		}
	case '>':
		if i > 0 && (s[i-1] == '-' || s[i-1] == '=') {
			return 1
		}
	case '.':
		if strings.HasPrefix(s[i:], "..") {
			return 2
		}
	}
	if s[i] >= 0x80 {
		for _, p := range [...]string{"：", "是否", "→", "⇒", "–", "—", "…", "（", "＝", "【"} {
			if strings.HasPrefix(s[i:], p) {
				return len(p)
			}
		}
	}
	return 0
}

type denial uint8

const (
	denialNone   denial = iota
	denialWeak          // 0, none: of some things, that is good news
	denialStrong        // false, no
)

// denialAt judges the value a text begins with. A word behind it makes it
// something else: "no errors".
func denialAt(s string) denial {
	for _, w := range [...]string{"否", "✗", "✘", "❌", "✖", "×"} {
		if rest, ok := strings.CutPrefix(s, w); ok && !hasAnyPrefix(rest, []string{"则", "則", "决", "決", "認", "认"}) {
			return denialStrong
		}
	}
	end := strings.IndexAny(s, " \t,;!()[]|\"'`*，。；！（）】、")
	if end < 0 {
		end = len(s)
	}
	word, rest := strings.TrimRight(s[:end], ".:"), strings.TrimLeft(s[end:], " \t\"'`*")
	if word == "" || end > 0 && s[end-1] == ':' {
		return denialNone
	}
	zero := strings.Trim(word, "0.") == ""
	if zero {
		for _, unit := range [...]string{"个", "個", "项", "項", "条", "條", "次", "例", "件", "行"} {
			rest = strings.TrimPrefix(rest, unit)
		}
	}
	d := denialWord(word)
	switch {
	case zero:
		d = denialWeak
	case strings.EqualFold(word, "false") && !hasFold(rest, "pos") && !hasFold(rest, "neg") && !hasFold(rest, "alarm"):
		return denialStrong
	}
	if rest != "" {
		if r, _ := utf8.DecodeRuneInString(rest); s[end-1] != '.' && !strings.ContainsRune(",;.!()[]|-，。；！（）】、—–", r) {
			return denialNone
		}
	}
	return d
}

func denialWord(w string) denial {
	var buf [24]byte
	if len(w) >= len(buf) {
		return denialNone
	}
	switch string(lowered(w, buf[:])) {
	case "none", "null", "nil", "n/a", "na", "nan", "undefined", "无", "無", "空", "-1", "0个", "0個", "0项", "0項", "0条", "0次", "0件":
		return denialWeak
	case "false", "no", "n", "f", "nope", "not", "never", "nok", "ko", "failed", "fail", "failure", "error", "errors", "errored", "unsuccessful", "unknown", "pending", "off",
		"rejected", "denied", "incomplete", "aborted", "cancelled", "canceled", "timeout", "skipped",
		"未", "没有", "沒有", "没", "不", "不是", "失败", "失敗", "错误", "錯誤", "异常", "異常", "未知", "いいえ", "偽", "假", "아니요", "nein", "non", "нет":
		return denialStrong
	}
	return denialNone
}

// claims tells whether the words before a separator claim a success that the
// value can deny.
func claims(before string, d denial, bracket bool) bool {
	key := lastClause(before)
	if key == "" {
		return false
	}
	if !asciiOnly(key) {
		if containsAny(key, hanFaults) {
			return false
		}
		if hanClaims(key, d) {
			return true
		}
	}
	var buf [maxTokens]token
	toks := tokenize(key, buf[:0])
	claimed := false
	for i, t := range toks {
		switch {
		case t.class&(failWord|failUnit|leftover|skipped) != 0:
			return false
		case t.class&(verdictWord|countWord|adverb) != 0 || d == denialStrong && t.class&action != 0 || soundWord(t.text):
			claimed = true
		case claimed && (t.text == "with" || t.text == "using"):
			return false // a detail of how it was done
		}
		if i == len(toks)-1 && d == denialWeak && (exitWord(t.text) || bracket && asciiOnly(key) && t.class&countWord == 0) {
			return false // "finished, exit status: 0", "migration complete (0)"
		}
	}
	return claimed
}

// hanClaims wants the mark at the end, unless the value says no by itself.
func hanClaims(key string, d denial) bool {
	end := strings.TrimRight(key, " 了的数數量")
	return hasAnySuffix(end, hanMarks) || hasAnySuffix(end, koMarks) || strings.HasSuffix(end, "正常") ||
		d == denialStrong && (containsAny(key, hanMarks) || containsAny(key, koMarks))
}

// exitWord lists what is good when it is 0.
func exitWord(w string) bool {
	var buf [24]byte
	low := string(lowered(w[:min(len(w), len(buf))], buf[:]))
	return hasAnySuffix(low, []string{"status", "code", "rc", "exit", "errno", "signal", "warning", "warnings", "retries", "time", "in", "after"})
}

// lastClause cuts off what a comma, a full stop or another separator sets
// apart. What is in brackets belongs to what stands before them.
func lastClause(s string) string {
	s = strings.TrimRight(s, " \t\"'`*")
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch c := s[i]; {
		case c == ')' || c == ']':
			depth++
		case (c == '(' || c == '[') && depth > 0:
			depth--
		case depth > 0:
		case strings.IndexByte("([:=|,;!?\t", c) >= 0, c == '.' && i+1 < len(s) && s[i+1] == ' ':
			return strings.TrimLeft(s[i+1:], " \"'`*")
		case c >= 0xc0 && hasAnyPrefix(s[i:], []string{"，", "；", "。", "！", "：", "（", "、"}):
			return strings.TrimLeft(s[i+len("，"):], " ")
		}
	}
	return s
}
