package prometheustest

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

var (
	window   = regexp.MustCompile(`\[[0-9a-z]+\]`)
	offset   = regexp.MustCompile(`\boffset (\d+)([a-z]+)`)
	patience = regexp.MustCompile(`(?m)^( +for): .*$`)
)

// Shorten rewrites rules so that a test need not wait for weeks: every window, and every time that an expression looks
// back, becomes the given time, n weeks n times that, and an alert waits for the given patience. All else stays as it
// is, the bounds above all.
//
// What is lost is that windows differ: an alert over a week and one over an hour look at the same time. The unit tests
// beside the rules test the real ones.
func Shorten(rules []byte, to, wait time.Duration) []byte {
	text := window.ReplaceAllString(string(rules), fmt.Sprintf("[%s]", to))
	text = offset.ReplaceAllStringFunc(text, func(shift string) string {
		n := 1
		if m := offset.FindStringSubmatch(shift); m[2] == "w" {
			n, _ = strconv.Atoi(m[1]) // They are digits.
		}
		return fmt.Sprintf("offset %s", time.Duration(n)*to)
	})
	return []byte(patience.ReplaceAllString(text, fmt.Sprintf("$1: %s", wait)))
}
