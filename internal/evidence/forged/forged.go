package forged

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/text"
)

// Kind says what a span holds.
type Kind uint8

// The kinds.
const (
	// Observation is the result of a tool, written by the model.
	Observation Kind = iota + 1
	// Pending is a call that the model wrote as text and left without a result.
	// That is how a turn ends where a program reads such calls and runs them.
	Pending
)

// Form says how it is written.
type Form uint8

// The forms.
const (
	// React is a line with a label, "Action:" or "Observation:".
	React Form = iota + 1
	// Tag is an element such as <tool_call> or <tool_response>.
	Tag
	// Bracket is a mark such as [TOOL_CALLS] or [TOOL_RESULT].
	Bracket
	// Fence is a block of code whose language is tool_code or tool_output.
	Fence
	// Template is a control token of a chat template.
	Template
)

// Span is a part of the text, in bytes.
type Span struct {
	Kind Kind
	Form Form
	// Start and End bound the result with its marker and without the blanks
	// behind it. Of a pending call they bound the call.
	Start, End int
	// BodyStart and BodyEnd bound what the result says, within its marker.
	BodyStart, BodyEnd int
	// ActionStart and ActionEnd bound the call before it; both are 0 where there
	// is none.
	ActionStart, ActionEnd int
	// Tool is the name in that call, or "" where it gives none.
	Tool string
}

// DefaultLimit is how much of a text is read where no limit is given.
const DefaultLimit = 64 << 10

// Find appends what it finds in at most limit bytes of s, half of them at each
// end of a longer text. The spans are in order and do not overlap.
func Find(s string, limit int, into []Span) []Span {
	if limit <= 0 {
		limit = DefaultLimit
	}
	if len(s) <= limit {
		if hot(s) {
			into = scan(s, 0, true, "", into)
		}
		return into
	}
	head, tail := text.HeadLines(s, limit/2), text.TailLines(s, limit-limit/2)
	if hot(head) {
		into = scan(head, 0, false, "", into)
	}
	if hot(tail) {
		into = scan(tail, len(s)-len(tail), true, startsFenced(tail), into)
	}
	return into
}

// hot tells whether a text can hold anything. Each form needs one of these.
func hot(s string) bool {
	for _, w := range [...]string{
		"Action", "tool_", "TOOL_", "<|", "<observation", "<function", "<invoke", "invoke ", "action:", "ACTION", "Tool ",
		"Beobachtung", "Observa", "动作", "行动", "動作", "行動", "调用", "｜",
	} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// Count returns how many spans are results.
func Count(spans []Span) int {
	n := 0
	for i := range spans {
		if spans[i].Kind == Observation {
			n++
		}
	}
	return n
}
