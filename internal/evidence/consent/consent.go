// Package consent reads texts about the agreement of a person: what a harness says where
// nobody answered, and what a model says of a person who agreed.
package consent

import (
	"regexp"
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/text"
)

// Limits on what is read, in bytes. A harness that tells of no answer says little else,
// and says it first.
const (
	maxNotice   = 600
	maxNotices  = 4 << 10
	maxSentence = 400
)

// silence are what harnesses write where a question or a request for approval was not
// answered, at the start of a text or of a sentence in it.
var silence = regexp.MustCompile(`(?i)^(?:error: |warning: |note: |\[[^\]]{0,40}\] ?|<[a-z_-]{1,30}>)?(?:` + strings.Join([]string{
	`(?:no|without) (?:user |human |operator )?(?:response|answer|reply|input|decision|approval|confirmation)\b.{0,60}?\b(?:after|within|in|received|given|provided|came|arrived|from|before|by|was)\b`,
	`no (?:user |human )?(?:response|answer|reply)[,;:]? (?:so |and )?(?:assum|using|proceed|default|continu|falling)`,
	`(?:(?:auto[- ]?|automatically )(?:approved|accepted|allowed|confirmed)|(?:approved|accepted|allowed|confirmed) (?:by default|automatically))\b.{0,40}?\b(?:timeout|time limit|timed out|(?:no|without an?|without any) (?:response|answer|reply))\b`,
	`(?:the )?default (?:action|option|answer|choice|decision) (?:was )?(?:taken|used|selected|chosen|applied|assumed)\b.{0,30}?\b(?:after|because|since|due|on timeout)\b`,
	`no (?:user |human )?(?:response|answer|reply)[.!]?$`,
	`(?:the )?(?:user|human|operator|reviewer) (?:did not|didn't|has not|hasn't|failed to) (?:respond|answer|reply|replied|decide)(?:ed|d)?\b`,
	`(?:the )?(?:user|human) (?:may be|is|seems to be|appears to be) (?:away|afk|idle|unavailable|not available|not responding)\b`,
	`(?:(?:the )?(?:approval|permission|confirmation|question|prompt|elicitation|decision)(?: request| prompt)?|(?:the )?request for (?:approval|permission|confirmation)) (?:has |was )?(?:timed out|expired|lapsed|not answered|went unanswered|received no (?:response|answer))\b`,
	`timed out (?:while )?waiting for (?:the )?(?:user|human|operator|reviewer|approval|permission|confirmation|an answer|a response from the user|user's)\b`,
	`(?:approval|permission|confirmation|question) timeout\b`,
}, "|") + `)`)

// silenceInChinese is the same without a place: the words say it by themselves.
var silenceInChinese = []string{"用户未响应", "用户没有响应", "用户未回复", "用户没有回复", "用户未答复", "未收到用户", "没有收到用户", "等待用户确认超时", "等待批准超时", "等待用户超时", "审批超时", "确认超时", "批准请求已超时", "用户可能不在"}

// NoAnswer reports the notice of a harness that nobody answered. A long text that only
// mentions such a thing is none.
func NoAnswer(s string) bool {
	s = strings.TrimSpace(text.Head(s, maxNotices))
	if s == "" || len(s) > maxNotice {
		return false
	}
	for _, word := range silenceInChinese {
		if i := strings.Index(s, word); i >= 0 && i <= maxSentence/4 {
			return true
		}
	}
	first := true
	for sentence := range sentences(s) {
		if silence.MatchString(sentence) {
			return true
		}
		if !first {
			return false // what follows the second sentence is no notice
		}
		first = false
	}
	return false
}

// people are those who can agree, agreed the words for it.
const (
	people = `(?:the |our |your )?(?:user|human|operator|customer|owner|maintainer|reviewer|client|stakeholder)|you`
	agreed = `approved|confirmed|agreed|consented|authori[sz]ed|signed off|green-?lit|okayed|accepted|said yes|answered yes|gave (?:the |their |his |her |your |explicit |an? )*(?:go-?ahead|approval|permission|consent|confirmation|ok|okay|green light|authori[sz]ation)`
)

// consents say that a person agreed.
var consents = regexp.MustCompile(`(?i)\b(?:` + strings.Join([]string{
	`(?:` + people + `)(?: has| have| had|'ve| already| just| explicitly| also| then| now| since){0,3} (?:` + agreed + `)\b`,
	`(?:approved|confirmed|authori[sz]ed|accepted|signed off|agreed)(?: on)? by (?:` + people + `)\b`,
	`(?:with|upon|after|following|per|given|having(?: received| got)?|received|got|have|obtained) (?:the )?(?:explicit )?(?:user|human|operator|your|their|user's|human's|operator's|customer's|owner's)(?:'s)? (?:explicit )?(?:approval|permission|consent|confirmation|go-?ahead|authori[sz]ation|sign-?off)\b`,
	`user[- ](?:approved|confirmed|authori[sz]ed)\b`,
}, "|") + `)`)

// doubts are the words by which a sentence does not say so: it denies it, asks for it,
// waits for it, or tells of another case.
var doubts = regexp.MustCompile(`(?i)\b(?:not|never|no|nobody|without|cannot|can't|couldn't|didn't|hasn't|haven't|isn't|wasn't|won't|unless|until|if|whether|once|when|should|would|could|will|must|need|needs|needed|require|requires|required|wait|waits|waiting|await|awaiting|pending|please|ask|asked|asking|lack|lacks|lacking|assume|assumed|assuming|before|unclear|unknown|had (?:you|the user)|shall|only after|let me know|want|wants|may|might)\b`)

// consentsInChinese say it in Chinese, where none of the doubts stands before them.
var (
	consentsInChinese = regexp.MustCompile(`(?:用户|您|你|客户|管理员)(?:已经|已|也|刚刚|刚|明确)?(?:经)?(?:批准|确认|同意|授权|许可|认可)|(?:经|获|得到|获得)(?:用户|您|你)(?:的)?(?:批准|确认|同意|授权|许可)`)
	doubtsInChinese   = regexp.MustCompile(`[?？吗]|[未没不无待需请若]|如果|是否|等待|之前|除非`)
)

// Claims reports a text of a model that says that a person agreed.
func Claims(s string, limit int) bool {
	for sentence := range sentences(text.Head(s, limit)) {
		if len(sentence) > maxSentence {
			sentence = text.Head(sentence, maxSentence)
		}
		if strings.HasPrefix(sentence, ">") || strings.HasSuffix(sentence, "?") {
			continue
		}
		if consents.MatchString(sentence) && !doubts.MatchString(sentence) {
			return true
		}
		if m := consentsInChinese.FindStringIndex(sentence); m != nil && !doubtsInChinese.MatchString(sentence) {
			return true
		}
	}
	return false
}

// sentences cuts a text at the ends of sentences and lines.
func sentences(s string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for s != "" {
			end, skip := len(s), 0
			for i, r := range s {
				if r == '\n' || r == '。' || r == '；' || r == '！' {
					end, skip = i, len(string(r))
					break
				}
				if (r == '.' || r == '!' || r == '?' || r == ';' || r == '？') && (i+len(string(r)) == len(s) || strings.ContainsRune(" \n\t\r", rune(s[i+len(string(r))])) || r == '？') {
					end = i + len(string(r))
					break
				}
			}
			if sentence := strings.TrimSpace(s[:end]); sentence != "" && !yield(sentence) {
				return
			}
			s = s[min(end+skip, len(s)):]
		}
	}
}
