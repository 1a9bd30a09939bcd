// Package text cuts texts to a length without lying about what stands at the cut.
package text

import (
	"strings"
	"unicode/utf8"
)

// Head returns at most n bytes from the start without cutting a character.
func Head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Tail returns at most n bytes from the end without cutting a character.
func Tail(s string, n int) string {
	if len(s) <= n {
		return s
	}
	i := len(s) - n
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return s[i:]
}

// HeadLines is Head without the line that the cut runs through: half a line may
// say the opposite of the whole.
func HeadLines(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:strings.LastIndexByte(s[:n], '\n')+1]
}

// TailLines is Tail without the line that the cut runs through.
func TailLines(s string, n int) string {
	if len(s) <= n {
		return s
	}
	rest := s[len(s)-n:]
	i := strings.IndexByte(rest, '\n')
	if i < 0 {
		return ""
	}
	return rest[i+1:]
}
