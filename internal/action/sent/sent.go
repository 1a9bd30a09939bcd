// Package sent tells whether a request that failed had left before it did.
//
// That is the line between a call that changed nothing, which may be sent again, and
// one of which nobody can say what it did. It is read from what clients write down of
// a failure: an error code or type in the words of many systems and libraries, the
// message of an exception, the status of a response.
package sent

import "strings"

// Sent says on which side of the line a failure lies.
type Sent uint8

// The sides. Unknown is everything that does not say: a word that many failures share,
// a status by which the server has decided, a request that changes nothing.
const (
	Unknown Sent = iota
	// Before: no byte of the request had gone out, so it changed nothing.
	Before
	// After: the request may have gone out, so what it did is not known.
	After
)

// maxWord bounds how much of a word or message is looked at, in bytes.
const maxWord = 512

// Of tells when a request failed, from an error code, type or message, from the status
// of the HTTP response, and from the method of the request; each may be missing ("" or
// 0). Without a method the request is taken for one that may change something.
//
// A status says that a response came, so nothing failed before sending then; one that
// is neither 408 nor of a server error is an answer.
func Of(word string, status int, method string) Sent {
	s := of(word, status)
	if s == After && Safe(method) {
		return Unknown
	}
	return s
}

func of(word string, status int) Sent {
	switch {
	case status == 0:
		return ofWord(word)
	case status == 408 || status >= 500 && status < 600:
		return After
	case status >= 200 && status < 300 && ofWord(word) == After: // the connection broke within the response
		return After
	default:
		return Unknown
	}
}

// Safe reports an HTTP method that is defined to change nothing.
func Safe(method string) bool {
	switch strings.ToUpper(method) {
	case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY":
		return true
	default:
		return false
	}
}

// OfGRPC is Of for a status code of gRPC. A server that cannot be reached and one that
// went away amid a call are one code (14), so it counts as After; a message that names
// the cause says more.
func OfGRPC(code int64) Sent {
	switch code {
	case 1, 2, 4, 13, 14, 15: // cancelled, unknown, deadline_exceeded, internal, unavailable, data_loss
		return After
	default:
		return Unknown
	}
}

func ofWord(word string) Sent {
	if len(word) > maxWord {
		word = word[:maxWord]
	}
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "" {
		return Unknown
	}
	if s, ok := exact(squash(word)); ok {
		return s
	}
	if s, ok := exact(squash(lastSegment(word))); ok {
		return s
	}
	return ofText(spaced(word))
}

// exact looks a word up that has no separators any more.
func exact(word string) (Sent, bool) {
	if s, ok := words[word]; ok {
		return s, true
	}
	if code := statusOf(word); code != 0 {
		return of("", code), true
	}
	return Unknown, false
}

// statusOf reads the status of a response from a word such as http504.
func statusOf(word string) int {
	if len(word) < 3 {
		return 0
	}
	digits := word[len(word)-3:]
	switch word[:len(word)-3] {
	case "", "http", "httperror", "httpstatus", "httpstatuscode", "status", "statuscode", "code", "error", "errhttp":
	default:
		return 0
	}
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	if n < 100 || n > 599 {
		return 0
	}
	return n
}

// ofText looks for phrases, those first that name the phase of a connection: a message
// often holds what its cause was, and a word that any failure shares.
func ofText(s string) Sent {
	for _, step := range phrases {
		for _, phrase := range step.list {
			if strings.Contains(s, phrase) {
				return step.says
			}
		}
	}
	return Unknown
}

// squash leaves the letters and digits of a word, so that ConnectionRefused and
// CONNECTION_REFUSED are one.
func squash(word string) string {
	return strings.Map(func(r rune) rune {
		if isWordRune(r) || r == '-' && strings.HasPrefix(word, "-") {
			return r
		}
		return -1
	}, word)
}

// spaced puts one blank for everything between words, and one at either end, so that
// phrases are found as whole words.
func spaced(word string) string {
	var b strings.Builder
	b.Grow(len(word) + 2)
	b.WriteByte(' ')
	blank := true
	for _, r := range word {
		if isWordRune(r) {
			b.WriteRune(r)
			blank = false
			continue
		}
		if !blank && r != '\'' {
			b.WriteByte(' ')
			blank = true
		}
	}
	if !blank {
		b.WriteByte(' ')
	}
	return b.String()
}

func isWordRune(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

// lastSegment strips the package or module from the name of an exception class.
func lastSegment(name string) string {
	if strings.ContainsAny(name, " \t\r\n") {
		return name
	}
	if i := strings.LastIndexAny(name, ".:/\\$"); i >= 0 {
		return name[i+1:]
	}
	return name
}
