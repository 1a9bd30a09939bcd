package contract

import (
	"strings"
	"unicode/utf8"
)

// Altered reports whether a text can no longer be the bytes that it was: decoded
// with replacement characters, redacted, or drawn with cursor control codes. A
// length or a digest that differs then proves nothing.
func Altered(s string) bool {
	if !utf8.ValidString(s) || strings.ContainsRune(s, utf8.RuneError) || strings.IndexByte(s, '\b') >= 0 || movesCursor(s) {
		return true
	}
	for i := range len(s) {
		if s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			return true
		}
	}
	for _, mark := range redactions {
		if strings.Contains(s, mark) {
			return true
		}
	}
	return false
}

// movesCursor reports escape sequences other than those that set colours.
func movesCursor(s string) bool {
	for {
		i := strings.IndexByte(s, 0x1b)
		if i < 0 {
			return false
		}
		s = s[i+1:]
		if s == "" || s[0] != '[' {
			return true
		}
		end := strings.IndexFunc(s[1:], func(r rune) bool { return r >= '@' && r <= '~' })
		if end < 0 || s[1+end] != 'm' {
			return true
		}
	}
}

// redactions are what redactors leave behind, in the spellings in use.
var redactions = []string{"REDACTED", "Redacted", "redacted", "****", "[MASKED]", "<masked>", "[FILTERED]", "[Filtered]"}
