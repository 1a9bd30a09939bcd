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
		return wholeText(s, requestTimeouts)
	case connectionLost:
		return wholeText(s, lostConnections)
	case connectionRefused:
		return wholeText(s, refusedConnections)
	case userCancelled:
		return wholeText(s, cancellations)
	case userRefused:
		return wholeText(s, refusals)
	case leftRunning:
		return wholeText(s, goingOn)
	case noOutput:
		return wholeText(s, placeholders)
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
	if (strings.HasPrefix(line, "命令") || strings.HasPrefix(line, "执行")) && strings.Contains(line, "超时") {
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
	if after == "" || strings.IndexByte(".,:;!)(\r", after[0]) >= 0 {
		return true
	}
	for _, words := range []string{" after ", " of ", " and ", " (", " -", " —", " –", " while ", " waiting ", " in ", " limit", " timeout", " time limit"} {
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

// Words that make up a whole result when a request failed. A star stands for anything on the line; what follows it must be
// there too, in the case given.
var (
	requestTimeouts = []string{
		"timeout", "timed out", "time out", "request timed out", "request timeout", "the request timed out", "read timed out",
		"connection timed out", "etimedout", "connect etimedout*", "upstream request timeout", "upstream timeout", "http 504*",
		"504 gateway time*", "504", "504 error*", "context deadline exceeded", "deadline exceeded", "esockettimedout", "httpconnectionpool(*Read timed out", "httpsconnectionpool(*Read timed out",
		"get \"*context deadline exceeded", "post \"*context deadline exceeded", "get \"*Client.Timeout exceeded", "post \"*Client.Timeout exceeded",
		"net/http: request canceled*Client.Timeout exceeded", "dial tcp*i/o timeout",
	}
	lostConnections = []string{
		"fetch failed", "socket hang up", "read econnreset", "write econnreset", "econnreset", "write epipe", "connection reset*",
		"connection closed*", "connection aborted*", "connection lost", "http 502*", "http 503*", "502", "503", "502 bad gateway*",
		"503 service*", "502 error*", "503 error*", "unexpected eof", "remote end closed connection without response", "network error",
	}
	cancellations = []string{
		"cancelled by user", "canceled by user", "cancelled by the user", "canceled by the user", "aborted by the user", "interrupted by user",
		"interrupted by the user", "user cancelled*", "user canceled*", "the user cancelled*", "user aborted*", "command cancelled by user*",
		"command canceled by user*", "command was cancelled by the user", "command was canceled by the user", "operation cancelled by user*",
		"tool call cancelled by the user", "tool call was cancelled by the user", "tool execution cancelled by user", "command interrupted by user",
	}
	refusals = []string{
		"rejected by user", "denied by user", "rejected by the user", "denied by the user", "tool call rejected by user*", "tool call denied by user*",
		"tool call was rejected by the user*", "tool use rejected by user", "user rejected*", "user denied*", "user declined*", "the user rejected*",
		"the user denied*", "the user declined*", "command rejected by user*", "command denied by user*", "permission denied by user*",
		"command blocked by policy*", "command not allowed*", "blocked by policy*", "command rejected*", "tool use rejected*",
		"tool call rejected*", "tool use was rejected*",
	}
	goingOn = []string{
		"command is still running*", "process is still running*", "the command is still running*", "command started in background*",
		"command started in the background*", "process started in background*", "process started in the background*", "command running in background*",
		"command is running in the background*", "background command started*", "command moved to background*", "command moved to the background*",
	}
	placeholders = []string{
		"no output)", "no output", "no output]", "empty)", "empty]", "empty>", "no output>", "empty output)", "empty output]", "command produced no output",
		"command completed with no output", "command completed successfully with no output", "command executed successfully with no output",
		"command executed successfully. no output", "command executed successfully (no output)", "no content)", "the command completed with no output",
	}
	refusedConnections = []string{
		"connection refused*", "connect econnrefused*", "econnrefused*", "getaddrinfo *", "name or service not known",
		"temporary failure in name resolution", "errno 111] connection refused*", "dial tcp*connection refused", "dial tcp*no such host",
		"get \"*connection refused", "post \"*connection refused", "httpconnectionpool(*Connection refused", "httpsconnectionpool(*Connection refused",
		"no route to host", "network is unreachable", "could not resolve host*",
	}
)

// wholeText is the length of a text that consists of one of the phrases, 0 if it does not.
func wholeText(s string, phrases []string) int {
	if len(s) > 400 || skipSpace(s, lineEnd(s, 0)) < len(s) {
		return 0
	}
	line := strings.TrimRight(s[:trimEnd(s, len(s))], ".!")
	line = line[min(firstWord(line), 4):]
	for _, p := range phrases {
		open, inside, more := strings.Cut(p, "*")
		if rest := cutFold(line, open); len(rest) < len(line) && (rest == "" || more && strings.Contains(rest, inside)) {
			return len(s)
		}
	}
	return 0
}

// firstWord is where the first letter or digit stands.
func firstWord(s string) int {
	for i := 0; i < len(s); i++ {
		if isLetter(s[i]) || s[i] >= '0' && s[i] <= '9' {
			return i
		}
	}
	return 0
}
