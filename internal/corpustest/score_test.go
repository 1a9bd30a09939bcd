package corpustest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// score counts the records of tool calls of a session.
type score struct {
	records      int
	missed       int // without a verdict
	falseSuccess int // succeeded, though the call did not end well
	falseAlarm   int // failed or incomplete, though it did
	wrong        int // any other outcome that the truth does not allow
	visible      int // those that show, each for itself, how the call ended
	decided      int // those of the visible whose outcome is known
}

func (s *score) add(other score) {
	s.records += other.records
	s.missed += other.missed
	s.falseSuccess += other.falseSuccess
	s.falseAlarm += other.falseAlarm
	s.wrong += other.wrong
	s.visible += other.visible
	s.decided += other.decided
}

func (s *score) errors() int { return s.missed + s.falseSuccess + s.falseAlarm + s.wrong }

// leastDecided is the share, in percent, of the visible records that have to be decided.
const leastDecided = 97

func (s *score) decidedEnough() bool { return 100*s.decided >= leastDecided*s.visible }

const scoreHeading = "\trecords\tmissed\tfalse success\tfalse alarm\twrong\tvisible\tdecided\n"

func (s *score) row(name string) string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", name, s.records, s.missed, s.falseSuccess, s.falseAlarm, s.wrong, s.visible, s.decided)
}

// allowed are the outcomes that are no error. Unknown is none, since silence about what cannot be known is right.
var allowed = map[end][]string{
	well:     {"succeeded", "unknown"},
	masked:   {"succeeded", "unknown"},
	badly:    {"failed", "incomplete", "unknown"},
	notBegun: {"not_executed", "failed", "unknown"},
}

// judge scores one record, and says what is to be complained of; nothing if all is well.
func judge(t *testing.T, r *record, is truth) (score, string) {
	t.Helper()
	s := score{records: 1}
	outcome := r.verdict("outcome")
	good := is.end == well || is.end == masked
	fault := ""
	switch {
	case !r.judged():
		s.missed, fault = 1, "missed"
	case outcome == "succeeded" && !good:
		s.falseSuccess, fault = 1, "false success"
	case (outcome == "failed" || outcome == "incomplete") && good:
		s.falseAlarm, fault = 1, "false alarm"
	case !slices.Contains(allowed[is.end], outcome):
		s.wrong, fault = 1, "wrong"
	}
	// A masked failure does not show, whatever exit code is there to be read.
	if is.end != masked && showsEnding(t, r) {
		s.visible = 1
		if r.judged() && outcome != "unknown" {
			s.decided = 1
		} else if fault == "" {
			fault = "undecided"
		}
	}
	return s, fault
}

// The records that are about a tool call, by name or by an attribute.
var (
	callEvent = regexp.MustCompile(`tool_result$|\.tool_call$|task\.tool_used`)
	callSpan  = regexp.MustCompile(`^claude_code\.tool(\.execution)?$|^qwen-code\.tool(\.execution)?$|^tool_call$|^ai\.toolCall$|^Tool\.execute$|` +
		`^execute_tool|^exec_command$|^unified_exec\.exec_command$`)
	callKinds = map[string]string{
		"openinference.span.kind":   "TOOL",
		"langfuse.observation.type": "tool",
		"langsmith.span.kind":       "tool",
		"genkit:metadata:subtype":   "tool",
		"traceloop.span.kind":       "tool",
	}
)

func isCall(r *record) bool {
	if r.signal == logs {
		return callEvent.MatchString(r.name)
	}
	for key, kind := range callKinds {
		if r.text(key) == kind {
			return true
		}
	}
	return callSpan.MatchString(r.name)
}

// resultKeys are where a program puts what a tool returned, or what went wrong with it.
var resultKeys = []string{
	"output", "gen_ai.tool.call.result", "ai.toolCall.result", "output.value", "traceloop.entity.output", "langfuse.observation.output",
	"gen_ai.completion", "gcp.vertex.agent.tool_response", "gen_ai.output.messages", "genkit:output", "error.message", "error", "metadata",
}

// honest are the records whose `success` follows the exit code.
var honest = []string{"claude_code.tool.execution", "tool_result", "qwen-code.tool", "qwen-code.tool.execution", "qwen-code.tool_call"}

// ending is how a text or a structured result says how a call ended.
var ending = regexp.MustCompile(`[Ee]xit[ _]?[Cc]ode\W{0,4}\d+|exited with code -?\d+|"exit(Code|_code)?\\?"\s*:\s*-?\d+|with code \d+|timed out|` +
	`still running|moved to the background|running with session|automatically cancelled|Signal: ?\d+|Signal\(\d+\)`)

// showsEnding reports whether a record by itself shows how its call ended, so that a verdict has no excuse.
func showsEnding(t *testing.T, r *record) bool {
	t.Helper()
	switch {
	case r.has("process.exit.code"), r.is("success", "false"), r.failed:
		return true
	case r.text("error.type") != "", r.text("error_type") != "", r.is("gen_ai.tool.status", "error"):
		return true
	case slices.Contains(honest, r.name) && r.is("success", "true"):
		// The command that outlived its limit was moved to the background; another record tells of the limit.
		return r.name != "claude_code.tool.execution" || letter(t, r) != "c"
	}
	text := results(r)
	if r.name == "tool_call" {
		// The description of the tool stands in this record too, and uses these words.
		text = strings.ReplaceAll(text, "moved to the background", "")
	}
	return ending.MatchString(text)
}

func results(r *record) string {
	var out strings.Builder
	for _, key := range resultKeys {
		out.WriteString(r.text(key) + "\n")
	}
	for _, event := range r.events.All() {
		for _, value := range event.Attributes().All() {
			out.WriteString(value.AsString() + "\n")
		}
	}
	out.WriteString(r.message)
	return out.String()
}
