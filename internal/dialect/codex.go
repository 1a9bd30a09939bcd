package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// codexShells are the tools of Codex whose results are those of processes, patches
// among them. The flag of the classic ones follows the exit code; that of the
// session tools only says that they came back.
var (
	codexClassic = []string{"shell", "local_shell", "container.exec"}
	codexShells  = append([]string{"exec_command", "write_stdin", "unified_exec", "shell_command", "apply_patch"}, codexClassic...)
)

// Codex is the dialect of the Codex CLI: an event for each result and spans named
// as their tools.
func Codex() *Dialect {
	return &Dialect{
		Name: "codex",
		Doc:  "Events and spans of the Codex CLI.",
		When: []Condition{
			{Signal: Logs, Event: "codex.tool_result|codex.sandbox_outcome"},
			{Signal: Spans, Scope: "codex*", Attrs: []Attr{{"call_id", ""}, {"tool_name", ""}, {"aborted", ""}}},
			{Signal: Spans, Scope: "codex*", Attrs: []Attr{{"call_id", ""}}, Name: Pattern("unified_exec.*|" + strings.Join(codexShells, "|"))},
		},
		Parts: []Condition{{Signal: Logs, Event: "codex.tool_decision"}},
		Names: []string{"unified_exec."},
		Keys: map[toolcall.Field][]string{
			toolcall.CallID:            {"call_id"},
			toolcall.Conversation:      {"conversation.id"},
			toolcall.Arguments:         {"arguments"},
			toolcall.Limit:             {"arguments#timeout_ms"},
			toolcall.Result:            {"output#output", "output"},
			toolcall.ExitCode:          {"output#metadata.exit_code"},
			toolcall.ApprovalState:     {"decision"},
			toolcall.ApprovalDecidedBy: {"source"},
		},
		Flags: []Flag{
			{Source: "success", Trust: Follows, Tools: codexClassic},
			{Source: "success", Tools: codexClassic, Not: true},
			{Source: "event[codex.tool_result].success", Trust: Follows, Tools: codexClassic},
			{Source: "event[codex.tool_result].success", Tools: codexClassic, Not: true},
			{Source: "aborted", Words: map[string]Word{"true": SaysCancelled, "false": SaysNothing}},
			{Source: "outcome", Words: map[string]Word{
				// The sandbox denied something that the command did while it ran.
				"denied": SaysFailed, "escalated": SaysNothing,
				"yielded": SaysRunning, "timed_out": SaysTimeout, "signal": SaysSignal, "exited": SaysNothing,
			}},
		},
		Clips: []ClipFlag{
			{Source: "output_truncated", Clip: toolcall.Clip{Stream: toolcall.ClipOutput, Side: toolcall.TailLost, By: toolcall.ByTelemetry}},
		},
		Shells:    codexShells,
		Policy:    termination.Policy{MinusOne: termination.Signaled, HeaderOK: true},
		Harnesses: harness.Codex | harness.MCP,
		MCPResult: true,
		Refine: func(c *toolcall.Call) {
			codesOfAlone(codexShells)(c)
			codexInterrupt(c)
		},
		Notes: Notes{
			Switch:  "`[otel] log_user_prompt = true` and an exporter for logs; outputs are part of the event",
			With:    "Everything that the header of a result states: exit code, time limit, a session that lives on.",
			Without: "Spans carry sizes, not texts: a call that was aborted or lives on can be told, an exit code cannot.",
			Blind:   "The flag of `exec_command` is true for every exit code. Telemetry keeps the first 2 KiB of a result; the classic `shell` writes its exit code behind the output, where a long one loses it.",
		},
	}
}

// codexInterrupt finds a session that the agent ended by the key that interrupts.
func codexInterrupt(c *toolcall.Call) {
	if c.Name != "write_stdin" || !c.HasArgs || c.Arguments.Type() != pcommon.ValueTypeStr || !strings.Contains(c.Arguments.Str(), `\u0003`) {
		return
	}
	if termination.Classify(c.Facts, c.Policy).Kind == termination.Signaled {
		c.Facts = append(c.Facts, termination.Fact{Source: termination.Structured, Kind: termination.Cancelled})
	}
}
