package harness

import "strings"

// Words that make up a whole result. A star at the end stands for the few continuations of their kind, see the tails; a
// star with words behind it stands for anything up to these words.
var (
	requestTimeouts = []string{
		"timeout", "timed out", "time out", "request timed out", "request timeout", "the request timed out", "read timed out",
		"connection timed out", "etimedout", "connect etimedout*", "upstream request timeout", "upstream timeout", "http 504",
		"http 504 gateway time-out*", "http 504 gateway timeout*", "http 504: gateway time-out*", "http 504: gateway timeout*",
		"504 gateway time-out*", "504 gateway timeout*", "504 error", "context deadline exceeded", "deadline exceeded", "esockettimedout",
		"httpconnectionpool(*Read timed out", "httpsconnectionpool(*Read timed out",
		"get \"*context deadline exceeded", "post \"*context deadline exceeded", "get \"*Client.Timeout exceeded", "post \"*Client.Timeout exceeded",
		"net/http: request canceled*Client.Timeout exceeded", "dial tcp*i/o timeout",
	}
	lostConnections = []string{
		"fetch failed", "socket hang up", "read econnreset", "write econnreset", "econnreset", "write epipe", "connection reset*",
		"connection closed*", "connection aborted*", "connection lost", "http 502", "http 503", "http 502 bad gateway*", "http 502: bad gateway*",
		"http 503 service unavailable*", "http 503: service unavailable*", "502 bad gateway*", "503 service unavailable*",
		"503 service temporarily unavailable*", "502 error", "503 error", "unexpected eof", "remote end closed connection without response", "network error",
	}
	refusedConnections = []string{
		"connection refused*", "connect econnrefused*", "econnrefused*", "getaddrinfo enotfound*", "getaddrinfo eai_again*", "getaddrinfo failed",
		"name or service not known", "temporary failure in name resolution", "errno 111] connection refused*", "dial tcp*connection refused",
		"dial tcp*no such host", "get \"*connection refused", "post \"*connection refused", "httpconnectionpool(*Connection refused",
		"httpsconnectionpool(*Connection refused", "no route to host", "network is unreachable", "could not resolve host*",
	}
	cancellations = []string{
		"cancelled by user", "canceled by user", "cancelled by the user", "canceled by the user", "aborted by the user", "interrupted by user",
		"interrupted by the user", "user cancelled*", "user canceled*", "the user cancelled*", "the user canceled*", "user aborted*", "the user aborted*",
		"command cancelled*", "command canceled*", "command was cancelled by the user", "command was canceled by the user", "operation cancelled by user*",
		"tool call cancelled by the user", "tool call was cancelled by the user", "tool execution cancelled by user", "command interrupted by user",
	}
	refusals = []string{
		"rejected by user", "denied by user", "rejected by the user", "denied by the user", "tool call denied*",
		"tool call was rejected*", "user rejected*", "user denied*", "user declined*", "the user rejected*",
		"the user denied*", "the user declined*", "command denied*", "permission denied by user*",
		"command blocked*", "command not allowed*", "blocked by policy", "command rejected*", "tool use rejected*",
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
)

// What may follow the words of each kind.
var (
	actors  = []string{"the user", "user", "the security policy", "the policy", "security policy", "policy", "the operator", "operator", "the sandbox", "sandbox", "a hook", "hook"}
	objects = []string{"tool use", "tool call", "tool execution", "tool", "command", "operation", "execution", "request", "call", "action"}
	grants  = []string{" permission to run", " permission to execute", " permission to use", " permission for", " to run", " to execute", " approval for"}
	numbers = []string{" (pid", " (id", " (session", " with pid", " with id", ": pid", ". pid", ". use ", ". output ", ". you ", ". check ", " in the background", " in background"}
	peers   = []string{" by peer", " by remote host", " by the remote host", " by server", " by the server", " by remote", " unexpectedly", " prematurely"}
)

func noTail(string) bool { return false }

// actionTail takes who did it, or what it was done to.
func actionTail(rest string) bool {
	if who := cutFold(rest, " by "); len(who) < len(rest) {
		return endsAfter(who, actors)
	}
	if what := cutAny(rest, grants); len(what) < len(rest) {
		if rest = what; rest == "" {
			return true
		}
	} else if strings.EqualFold(rest, " permission") {
		return true
	}
	rest = strings.TrimPrefix(rest, " ")
	return endsAfter(cutAny(rest, []string{"the ", "this ", "your "}), objects)
}

// runningTail takes what the command is known by, how long it ran or what to do about it.
func runningTail(rest string) bool {
	if cut := cutFold(rest, " after "); len(cut) < len(rest) {
		return scanDuration(cut) > 0
	}
	return len(cutAny(rest, numbers)) < len(rest)
}

// requestTail takes the other side, its address, the number of the error or the place that was asked for.
func requestTail(rest string) bool {
	rest = cutAny(rest, peers)
	if rest == "" || strings.HasPrefix(rest, ".', ") {
		return true
	}
	for _, words := range []string{" (errno ", " [errno ", " (os error ", " (code ", " (", ", errno "} {
		if number := cutFold(rest, words); len(number) < len(rest) {
			return number != "" && isDigit(number[0])
		}
	}
	return isAddress(cutAny(rest, []string{" for url: ", " for url ", " to ", " from ", " by ", " - ", ": ", " "}))
}

// isAddress reports whether s is one word that looks like a host, with a port or as a URL.
func isAddress(s string) bool {
	word, port, more := strings.Cut(s, " port ")
	if more && (port == "" || !isDigit(port[0])) || strings.ContainsAny(word, " \t,") {
		return false
	}
	return strings.ContainsAny(word, ".:") || word == "localhost"
}

// cutAny is s without the first of the prefixes that it has, whatever their case.
func cutAny(s string, prefixes []string) string {
	for _, p := range prefixes {
		if rest := cutFold(s, p); len(rest) < len(s) {
			return rest
		}
	}
	return s
}

// endsAfter reports whether s is one of the words, at most with a punctuation mark and a reason behind it.
func endsAfter(s string, words []string) bool {
	for _, w := range words {
		if rest := cutFold(s, w); len(rest) < len(s) && (rest == "" || strings.IndexByte(".,:;(", rest[0]) >= 0 || strings.HasPrefix(rest, " (") || strings.HasPrefix(rest, " by ")) {
			return true
		}
	}
	return false
}

// isLone reports whether a text is a single line, short enough to consist of one of the phrases.
func isLone(s string) bool { return len(s) <= 400 && skipSpace(s, lineEnd(s, 0)) == len(s) }

// wholeText is the length of a lone line that consists of one of the phrases, 0 if it does not.
func wholeText(s string, phrases []string, tail func(string) bool) int {
	line := strings.TrimRight(s[:trimEnd(s, len(s))], ".!")
	line = line[min(firstWord(line), 4):]
	for _, p := range phrases {
		open, inside, more := strings.Cut(p, "*")
		rest := cutFold(line, open)
		if len(rest) == len(line) {
			continue
		}
		if rest == "" || more && inside != "" && strings.Contains(rest, inside) || more && inside == "" && tail(rest) {
			return len(s)
		}
	}
	return 0
}

// firstWord is where the first letter or digit stands.
func firstWord(s string) int {
	for i := 0; i < len(s); i++ {
		if isLetter(s[i]) || isDigit(s[i]) {
			return i
		}
	}
	return 0
}
