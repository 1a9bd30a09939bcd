package harness

import "strings"

// condition is something that a rule asks beyond the look of its line. Conditions are values and no functions, so that
// a reading stays on the stack and pages can print them.
type condition uint8

const (
	always          condition = iota
	ifFailed                  // the code is not 0
	ifSucceeded               // the code is 0
	ifNotAlone                // other lines of the header stand above, or the line is a warning
	ifKilledOrTerse           // below the exit code of a killed process, or first with a tersely written duration
	ifLimitCode               // first, or below exit code 124
	ifOutputFollows           // the line names the terminal, or the line that opens the output comes next
	ifStated                  // the header states something already
	ifIndented                // on a line of its own, with the space that its author puts before it
	ifUnexplained             // the text opens with an error and states nothing else
	ifStreamsFollow           // the next line opens a stream
	ifMoreFollows             // output follows
	ifNotBroken               // not on a line of its own in a text that begins with a line break
	ifCounted                 // the word for the cut ends there, or goes on with numbers or reasons of a program
)

var conditionNames = [...]string{
	"", "the code is not 0", "the code is 0", "below other header lines, unless it is a warning",
	"below the exit code of a killed process, or first with a terse duration", "first, or below exit code 124",
	"the output is opened next", "below another statement", "with the leading space", "an error opens the text and nothing else is stated",
	"a line that opens a stream comes next", "output follows", "not behind a line break",
	"no prose behind the word",
}

// holds reports whether a condition is met by the match in r.text[at:end].
func (r *reader) holds(w condition, at, end int, c *captured) bool {
	switch w {
	case ifFailed:
		return c.code != 0
	case ifSucceeded:
		return c.code == 0
	case ifNotAlone:
		return r.start > 0 || r.text[at] == 'W'
	case ifKilledOrTerse:
		if r.spoke {
			return killedCode(r.code)
		}
		return terseDuration(r.text[at:end])
	case ifLimitCode:
		return r.start == 0 || r.code == 124
	case ifOutputFollows:
		return r.text[at] == 'C' || strings.HasPrefix(r.text[skipSpace(r.text, end):], "Output")
	case ifStated:
		return r.spoke
	case ifIndented:
		return r.indented(at)
	case ifUnexplained:
		return strings.HasPrefix(r.text, "Error: ") && len(r.into.Statements) == 0
	case ifStreamsFollow:
		return opensStream(r.text[skipSpace(r.text, end):])
	case ifMoreFollows:
		return !r.blankBetween(end, len(r.text))
	case ifNotBroken:
		return r.text[at] != 'T' || !strings.Contains(r.text[:at], "\n")
	case ifCounted:
		return counted(r.text[at:end])
	}
	return true
}

// indented reports whether the match at this place has its line to itself, behind the space that its author puts there.
// The bare word is too ordinary to be believed unless the caller knows the author or nothing else was printed.
func (r *reader) indented(at int) bool {
	if !strings.Contains(r.text[:at], "\n") {
		return false
	}
	return r.text[at] == ' ' || r.named || skipSpace(r.text[:at], 0) == at
}

// counted reports whether a line that says that something was truncated goes on as programs do.
func counted(line string) bool {
	_, after, found := strings.Cut(line, "runcated")
	if !found || after == "" || after[0] != ' ' {
		return true
	}
	after = after[1:]
	if after == "" || !isLetter(after[0]) {
		return true
	}
	if len(cutAny(after, []string{"output", "result", "due to ", "because "})) < len(after) {
		return true
	}
	n := cutAny(after, []string{"to fit ", "to ", "at ", "after ", "from ", "by "})
	return len(n) < len(after) && strings.ContainsAny(n, "0123456789")
}

// opensStream reports whether a text begins with the heading that harnesses put above what a command wrote.
func opensStream(text string) bool {
	for _, heading := range [...]string{"stdout", "stderr", "output:"} {
		if len(cutFold(text, heading)) < len(text) {
			return true
		}
	}
	return false
}

// killedCode reports whether an exit code is what a process killed at a time limit leaves.
func killedCode(code int64) bool { return code == 124 || code >= 128 && code <= 165 }

// terseDuration reports whether a line ends in a duration such as "2m 0.0s": others write longer units.
func terseDuration(line string) bool {
	line = strings.TrimRight(line, " \t\r")
	digits := strings.LastIndexByte(line, ' ') + 1
	return scanDuration(line[digits:]) == len(line)-digits && len(line) > 2 && line[len(line)-1] == 's' && line[len(line)-2] <= '9'
}
