package harness

import "strings"

// phrase is a wording that no pattern describes.
type phrase uint8

const (
	noPhrase phrase = iota
	sentenceTimedOut
	requestTimedOut
	connectionLost
	connectionRefused
	userCancelled
	userRefused
	leftRunning
	noOutput
)

// find returns how much of s the phrase takes, 0 if s does not begin with it.
func (p phrase) find(s string) int {
	switch p {
	case sentenceTimedOut:
		return timedOutSentence(s)
	case requestTimedOut:
		return wholeText(s, requestTimeouts, requestTail)
	case connectionLost:
		return wholeText(s, lostConnections, requestTail)
	case connectionRefused:
		return wholeText(s, refusedConnections, requestTail)
	case userCancelled:
		return wholeText(s, cancellations, actionTail)
	case userRefused:
		return wholeText(s, refusals, actionTail)
	case leftRunning:
		return wholeText(s, goingOn, runningTail)
	case noOutput:
		return wholeText(s, placeholders, noTail)
	}
	return 0
}

// subjects are the things that a sentence about a time limit must be about. A longer one stands before its own beginning.
var subjects = []string{
	"command", "process", "script", "execution", "operation", "job", "test run", "tool call", "tool execution", "tool",
	"shell command", "bash command", "code execution", "task execution",
}

// doubts are words that turn a sentence about a time limit into something else.
var doubts = []string{" not ", "n't ", " never ", " if ", " when ", " whether ", " may ", " might ", " could ", " would ", " should ", " until ", " before "}

// timedOutSentence recognises a first line such as "Error: The command 'x' timed out after 30 s". The sentence must begin
// with its subject and go on after the verdict with nothing but its end, a duration or what was done about it.
func timedOutSentence(s string) int {
	end := lineEnd(s[:min(len(s), 240)], 0)
	line := s[:end]
	if line != "" && line[0] >= 0x80 && chineseVerdict(line) {
		return lineEnd(s, 0)
	}
	at := firstLetter(line)
	if at > 12 || at == len(line) {
		return 0
	}
	for _, words := range []string{"timed out after ", "timeout after "} {
		if rest := cutFold(line[at:], words); len(rest) < len(line)-at {
			if n := scanDuration(rest); n > 0 && endsVerdict(rest[n:]) {
				return lineEnd(s, 0)
			}
		}
	}
	rest := cutFold(line[at:], "the ")
	body := ""
	for _, subject := range subjects {
		if after := cutFold(rest, subject); len(after) < len(rest) && (after == "" || !isLetter(after[0])) {
			body = after
			break
		}
	}
	if body == "" {
		return 0
	}
	verdict, after := findVerdict(body)
	if verdict < 0 || verdict > 90 {
		return 0
	}
	for _, d := range doubts {
		if strings.Contains(body[:verdict+1], d) {
			return 0
		}
	}
	if !endsVerdict(after) {
		return 0
	}
	return lineEnd(s, 0)
}

// findVerdict finds the words that say that time ran out, and what follows them.
func findVerdict(body string) (at int, after string) {
	for _, words := range []string{"timed out", "timed-out", "exceeded the timeout", "exceeded the time limit", "exceeded timeout", "exceeded time limit", "exceeded its time limit", "exceeded its timeout", "reached its time limit", "exceeded maximum execution time", "due to timeout"} {
		if i := strings.Index(body, words); i > 0 {
			return i, body[i+len(words):]
		}
	}
	if i := strings.Index(body, "exceeded "); i > 0 {
		limit := cutFold(body[i+len("exceeded "):], "the ")
		if n := scanDuration(limit); n > 0 {
			return i, limit[n:]
		}
	}
	return -1, ""
}

// endsVerdict reports whether what follows the verdict belongs to it.
func endsVerdict(after string) bool {
	if shareOf(after) {
		return false
	}
	if after == "" || strings.IndexByte(".,:;!)(\r", after[0]) >= 0 {
		return true
	}
	for _, words := range []string{" in ", " of "} {
		if limit, ok := strings.CutPrefix(after, words); ok {
			return scanDuration(limit) > 0
		}
	}
	for _, words := range []string{" after ", " and ", " (", " -", " —", " –", " while ", " waiting ", " limit", " timeout", " time limit"} {
		if strings.HasPrefix(after, words) {
			return true
		}
	}
	return strings.TrimSpace(after) == ""
}

func firstLetter(s string) int {
	for i := 0; i < len(s); i++ {
		if isLetter(s[i]) {
			return i
		}
		if s[i] >= '0' && s[i] <= '9' {
			return len(s)
		}
	}
	return len(s)
}

// cutFold is s without the prefix, whatever its case, or s itself.
func cutFold(s, prefix string) string {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):]
	}
	return s
}

// shareOf reports whether words such as "2 of 10" follow: then it is a report about many, and no statement about one.
func shareOf(s string) bool {
	i := strings.Index(s, " of ")
	return i > 0 && isDigit(s[i-1]) && i+4 < len(s) && isDigit(s[i+4])
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// chineseVerdict recognises a line that says of the command that its time ran out, and then ends, names the time or says
// that it was stopped. Words that go on otherwise write about time limits.
func chineseVerdict(line string) bool {
	if !strings.HasPrefix(line, "命令") && !strings.HasPrefix(line, "执行") {
		return false
	}
	subject, after, found := strings.Cut(line[:trimEnd(line, len(line))], "超时")
	if !found || strings.ContainsAny(subject, "：:，,。；;") {
		return false
	}
	for _, words := range []string{"。", "！", ".", "!"} {
		if strings.HasPrefix(after, words) {
			return true
		}
	}
	after = strings.TrimLeft(after, " ，,（(")
	if n := chineseDuration(after); n > 0 {
		after = strings.TrimLeft(after[n:], " ，,后）)")
	}
	for _, words := range []string{"已终止", "已被", "被终止", "被停止", "被中止", "已停止", "已中止", "已取消", "。"} {
		if strings.HasPrefix(after, words) {
			return true
		}
	}
	return after == ""
}

// chineseDuration is the length of a duration with its unit, 0 if there is none.
func chineseDuration(s string) int {
	var none captured
	n := scanNumber(s, &none)
	if n == 0 {
		return 0
	}
	at := n + len(s[n:]) - len(strings.TrimLeft(s[n:], " "))
	for _, unit := range []string{"毫秒", "秒钟", "秒", "分钟", "小时"} {
		if strings.HasPrefix(s[at:], unit) {
			return at + len(unit)
		}
	}
	return scanDuration(s)
}
