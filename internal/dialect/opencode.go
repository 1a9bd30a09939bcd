package dialect

import (
	"slices"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var openCodeShells = []string{"bash", "shell"}

// openCodePages turns the side that the flag of a cut means: the shells keep the end
// of an output, all other tools the beginning.
func openCodePages(c *toolcall.Call) {
	if c.Name == "" || slices.Contains(openCodeShells, c.Name) {
		return
	}
	for i := range c.Clips {
		if clip := &c.Clips[i]; clip.By == toolcall.ByHarness && clip.Side == toolcall.HeadLost && !clip.Inferred {
			clip.Side = toolcall.TailLost
		}
	}
}

// openCodeLimit puts what the harness writes about a limit or the user below the output
// before the exit code: a command that it stopped may end with any code, 0 included.
func openCodeLimit(c *toolcall.Call) {
	stopped := slices.ContainsFunc(c.Facts, func(f termination.Fact) bool {
		return f.Source == termination.TextTrailer && (f.TimedOut == termination.True || f.Kind == termination.Cancelled)
	})
	if !stopped {
		return
	}
	for i := range c.Facts {
		if f := &c.Facts[i]; f.Source == termination.Structured && f.HasCode {
			f.Source = termination.TextTrailer
		}
	}
}

// OpenCode is the dialect of opencode: the span of the AI SDK, in whose result the
// harness keeps the exit code, and a span of its own that has neither.
func OpenCode() *Dialect {
	return &Dialect{
		Name: "opencode",
		Doc:  "Spans of opencode.",
		When: []Condition{
			{Signal: Spans, Attrs: []Attr{{"ai.operationId", "ai.toolCall"}}, Scope: "opencode*"},
			{Signal: Spans, Attrs: []Attr{{"ai.operationId", "ai.toolCall"}}, Service: "opencode*"},
			{Signal: Spans, Attrs: []Attr{{"tool.call_id", ""}}, Scope: "opencode*", Name: "Tool.execute"},
			{Signal: Spans, Attrs: []Attr{{"tool.call_id", ""}}, Service: "opencode*", Name: "Tool.execute"},
		},
		Keys: map[toolcall.Field][]string{
			toolcall.ToolName:     {"ai.toolCall.name", "tool.name"},
			toolcall.CallID:       {"ai.toolCall.id", "tool.call_id"},
			toolcall.Conversation: {"session.id"},
			toolcall.Arguments:    {"ai.toolCall.args", "ai.toolCall.input"},
			toolcall.Limit:        {"ai.toolCall.args#timeout"},
			toolcall.Result:       {"ai.toolCall.result#output", "ai.toolCall.result#metadata.output", "ai.toolCall.result", "ai.toolCall.output"},
			toolcall.ExitCode:     {"ai.toolCall.result#metadata.exit"},
		},
		Clips: []ClipFlag{
			{Source: "ai.toolCall.result#metadata.truncated", Clip: toolcall.Clip{Stream: toolcall.ClipOutput, Side: toolcall.HeadLost}},
		},
		Shells:    openCodeShells,
		Policy:    termination.Policy{MinusOne: termination.Signaled},
		Harnesses: harness.OpenCode,
		Refine: func(c *toolcall.Call) {
			codesOfAlone(openCodeShells)(c)
			openCodePages(c)
			openCodeLimit(c)
		},
		Notes: Notes{
			Switch:  "`experimental.openTelemetry` in the configuration",
			With:    "The exit code that the harness keeps beside the output, time limits from the text below it.",
			Without: "Nothing: status is unset or OK for every ending.",
			Blind:   "A command that a signal ended has no exit code, and is reported as timed out once its limit is over.",
		},
	}
}
