package markers

import "strings"

// maxTokens bounds how much of a line the generic readers take apart.
const maxTokens = 64

// class says what a word can do to a claim of success.
type class uint32

const (
	negation    class = 1 << iota // not, never, un-
	condition                     // if, when, will, waiting: not said to have happened
	thing                         // what can succeed: tests, build, payment
	verdictWord                   // says by itself that it went well: passed, done
	action                        // participle of a verb that "successfully" can go with
	adverb                        // successfully
	auxiliary                     // has, been, is
	failWord                      // failed, error
	leftover                      // pending, remaining, partial
	countWord                     // passed, ok: may carry a number
	number
	stopper  // a word that no subject of a claim contains
	follower // may come after the verdict
	quoted   // inside quotation marks
	subject  // may stand between the thing and the verdict
	skipped  // skipped, ignored
	failUnit // error or failure as a noun that a number can count to nothing
	formerly // speaks of another run than this
)

// token is a word or number of a line, with its place and its meaning.
type token struct {
	text       string
	start, end int
	class      class
	value      int // of a number
}

// tokenize splits ASCII words and numbers. Words that are glued to others by
// '_', '.', '/', '-' or '@' are one token: error-log.txt is no error.
func tokenize(s string, dst []token) []token {
	quote := byte(0)
	for i := 0; i < len(s) && len(dst) < maxTokens; {
		c := s[i]
		if c == '"' || c == '`' || c == '\'' && !innerApostrophe(s, i) {
			switch quote {
			case 0:
				quote = c
			case c:
				quote = 0
			}
		}
		if !wordByte(c) {
			i++
			continue
		}
		j := wordEnd(s, i)
		t := token{text: s[i:j], start: i, end: j}
		t.class = classify(t.text)
		if t.class&number != 0 {
			t.value = numberValue(t.text)
		}
		if quote != 0 {
			t.class |= quoted
		}
		dst = append(dst, t)
		i = j
	}
	return dst
}

func innerApostrophe(s string, i int) bool {
	return i > 0 && i+1 < len(s) && wordByte(s[i-1]) && wordByte(s[i+1]) || i > 0 && s[i-1] == 's'
}

func wordByte(c byte) bool {
	return lower[c] != 0 && c < 0x80 || c >= '0' && c <= '9' || c == '_'
}

func wordEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if wordByte(c) {
			i++
			continue
		}
		glue := c == '.' || c == '-' || c == '/' || c == '@' || c == '\'' || c == '\\' || c == ','
		if !glue || i+1 >= len(s) || !wordByte(s[i+1]) || c == ',' && !digitAt(s, i-1, i+1) || c == '/' && digitAt(s, i-1, i+1) {
			return i
		}
		i += 2
	}
	return i
}

func digitAt(s string, at ...int) bool {
	for _, i := range at {
		if i < 0 || i >= len(s) || s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func numberValue(s string) int {
	n := 0
	for i := 0; i < len(s) && n < 1<<40; i++ {
		if c := s[i]; c >= '0' && c <= '9' {
			n = n*10 + int(c-'0')
		} else if c == '.' {
			if strings.Trim(s[i+1:], "0") != "" && n == 0 {
				n = 1 // 0.5 is something
			}
			break
		}
	}
	return n
}

// classify looks a word up without regard to case.
func classify(w string) class {
	if c := w[0]; c >= '0' && c <= '9' {
		for i := 0; i < len(w); i++ {
			if (w[i] < '0' || w[i] > '9') && w[i] != ',' && w[i] != '.' {
				return 0
			}
		}
		return number
	}
	var buf [24]byte
	if len(w) > len(buf) {
		return 0
	}
	for i := 0; i < len(w); i++ {
		c := w[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	low := buf[:len(w)]
	if len(low) > 3 && string(low[len(low)-3:]) == "n't" {
		return negation
	}
	return vocabulary[string(low)]
}
