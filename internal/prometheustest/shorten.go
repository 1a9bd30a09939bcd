package prometheustest

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

var (
	window   = regexp.MustCompile(`\[[0-9a-z]+\]`)
	offset   = regexp.MustCompile(`\boffset ([0-9]+)w\b`)
	anyShift = regexp.MustCompile(`\boffset [^ )\n]+`)
	dayShift = regexp.MustCompile(`\boffset 1d\b`)
	patience = regexp.MustCompile(`(?m)^( +for): .*$`)
)

// Shorten rewrites rules so that a test need not wait for weeks: every window, and every day or week that an expression
// looks back, becomes the given time, n weeks n times that, and an alert waits for the given patience. All else stays as
// it is, the bounds above all.
//
// What is lost is that windows differ: an alert over a week and one over an hour look at the same time. The unit tests
// beside the rules test the real ones.
func Shorten(rules []byte, to, wait time.Duration) ([]byte, error) {
	text := string(rules)
	for _, shift := range anyShift.FindAllString(text, -1) {
		if !offset.MatchString(shift) && !dayShift.MatchString(shift) {
			return nil, fmt.Errorf("%q is no number of weeks and not 1d: teach this function how to shorten it", shift)
		}
	}
	text = window.ReplaceAllString(text, fmt.Sprintf("[%s]", to))
	text = offset.ReplaceAllStringFunc(text, func(shift string) string {
		weeks, _ := strconv.Atoi(offset.FindStringSubmatch(shift)[1]) // They are digits.
		return fmt.Sprintf("offset %s", time.Duration(weeks)*to)
	})
	text = dayShift.ReplaceAllString(text, fmt.Sprintf("offset %s", to))
	return []byte(patience.ReplaceAllString(text, fmt.Sprintf("$1: %s", wait))), nil
}
