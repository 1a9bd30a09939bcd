package dialect

import (
	"math"
	"slices"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// claudeWatchers are the tools that look at a command in the background. Their flag
// says that the look succeeded.
var claudeWatchers = []string{"BashOutput", "TaskOutput", "AgentOutputTool", "Monitor"}

// ClaudeCode is the dialect of Claude Code: an event for each result, and in the
// beta of its traces a span for the call with a child for the execution, another
// for the permission prompt, and an event with the output.
func ClaudeCode() *Dialect {
	return &Dialect{
		Name: "claude_code",
		Doc:  "Events and beta spans of Claude Code.",
		When: append([]Condition{
			{Signal: Spans, Attrs: []Attr{{"span.type", "tool"}}, Name: "claude_code.tool"},
			{Signal: Spans, Attrs: []Attr{{"span.type", "tool.execution"}}, Name: "claude_code.tool.execution"},
			{Signal: Spans, Scope: "com.anthropic.claude_code*", Name: "claude_code.tool|claude_code.tool.execution"},
		}, slicesOf(claudeEvent("tool_result"), claudeEvent("tool_decision", Attr{"decision", "reject"}))...),
		Parts: append([]Condition{
			{Signal: Spans, Attrs: []Attr{{"span.type", "tool.blocked_on_user"}}, Name: "claude_code.tool.blocked_on_user"},
		}, claudeEvent("tool_decision", Attr{"decision", "accept"})...),
		Names: []string{"claude_code.tool.execution", "claude_code.tool.blocked_on_user", "claude_code.tool"},
		Keys: map[toolcall.Field][]string{
			toolcall.CallID:            {"tool_use_id"},
			toolcall.Conversation:      {"session.id"},
			toolcall.CommandLine:       {"full_command", "tool_parameters#full_command"},
			toolcall.Arguments:         {"tool_input", "tool_parameters"},
			toolcall.Limit:             {"tool_parameters#timeout", "tool_input#timeout"},
			toolcall.Result:            {"event[tool.output].output"},
			toolcall.ErrorText:         {"error"},
			toolcall.ErrorTypeField:    {"error_type"},
			toolcall.ApprovalState:     {"decision", "decision_type"},
			toolcall.ApprovalDecidedBy: {"source", "decision_source"},
		},
		Copies: map[toolcall.Field][]string{
			toolcall.Arguments: {"bash_argv0", "bash_command", "event[tool.output].bash_command", "file_path"},
			toolcall.Result:    {"event[tool.output].*"},
		},
		Flags: []Flag{
			{Source: "success", Trust: Follows, Tools: claudeWatchers, Not: true},
			{Source: "success", Tools: claudeWatchers},
			{Source: "decision", Words: map[string]Word{"reject": SaysNotExecuted, "accept": SaysNothing}},
		},
		Limits: []Limit{
			{Source: "event[tool.output].output", Length: 30_000, Stream: toolcall.ClipOutput},
			{Source: "event[tool.output].output", Length: 61_440, Stream: toolcall.ClipOutput},
			{Source: "full_command", Length: 61_440, Stream: toolcall.ClipArguments},
		},
		Sizes:     []Size{{Source: "tool_input_size_bytes", Of: "tool_input", Min: 512, Stream: toolcall.ClipArguments}},
		Shells:    []string{"Bash", "BashOutput", "TaskOutput", "PowerShell", "Monitor", "task_notification"},
		Policy:    termination.Policy{MinusOne: termination.Signaled},
		Harnesses: harness.ClaudeCode,
		ViaParent: true,
		Refine: func(c *toolcall.Call) {
			claudeLook(c)
			claudeOutput(c)
			backgroundTask(c)
			claudeBackground(c)
			claudeSignal(c)
		},
		Notes: Notes{
			Switch:  "`OTEL_LOG_TOOL_DETAILS=1` for command lines, time limits and error texts, `OTEL_LOG_TOOL_CONTENT=1` for outputs, and the beta of traces for spans",
			With:    "Success and failure from the flag, a command moved to the background from its duration and its time limit, exit codes where the error text has one.",
			Without: "Success and failure from the flag; not how a failed command ended, and not for certain whether a command that took a whole number of seconds was moved to the background.",
			Blind:   "No record holds an exit code of its own; a signal and a time limit look like any failure unless the error text is exported. The wrapper span never says how the call ended; its child does, where both arrive in one batch.",
		},
	}
}

// claudeEvent recognises an event by its name together with any of the places that
// say whose it is, since the names are ordinary words.
func claudeEvent(name Pattern, attrs ...Attr) []Condition {
	base := Condition{Signal: Logs, Event: name, Attrs: attrs}
	scope, service, body := base, base, base
	scope.Scope, service.Service, body.Body = "com.anthropic.claude_code*", "claude-code*", "claude_code."+name
	full := base
	full.Event = "claude_code." + name
	return []Condition{scope, service, body, full}
}

func slicesOf(lists ...[]Condition) []Condition {
	var all []Condition
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// claudeLook takes back what the span of an execution says of a look at a command in
// the background: whose execution it was, only the span around it tells. How that
// command ended stands above its output, where it can print nothing.
func claudeLook(c *toolcall.Call) {
	if !slices.Contains(claudeWatchers, c.Name) {
		return
	}
	c.Outlived(termination.Fact{})
	if c.Task != "" && slices.ContainsFunc(c.Facts, func(f termination.Fact) bool {
		return f.Source == termination.TextHeader && f.HasCode && f.Code == 0
	}) {
		c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Succeeded: true})
	}
}

// claudeOutput leaves to the command what looks like an exit line in its output: the
// event with the output is written for calls that went well, and the exit line of one
// that failed stands in the error. That it runs on is what the output may say.
func claudeOutput(c *toolcall.Call) {
	if slices.Contains(claudeWatchers, c.Name) {
		return
	}
	well := c.HasResult
	for i := range c.Facts {
		if c.Facts[i].Failed {
			return
		}
		well = well || c.Facts[i].Succeeded
	}
	if well {
		dropFacts(c, func(f *termination.Fact) bool {
			return f.Source >= termination.TextHeader && f.Kind != termination.Running
		})
	}
}

// claudeSignal takes back a time limit that the text names for every exit code 143,
// where the call was over before its limit was.
func claudeSignal(c *toolcall.Call) {
	if c.LimitMS == 0 || c.DurationMS == 0 || c.DurationMS >= c.LimitMS {
		return
	}
	for i := range c.Facts {
		if f := &c.Facts[i]; f.Source == termination.TextHeader && f.HasCode && f.TimedOut == termination.True {
			f.TimedOut, f.LimitHit = termination.Unstated, false
		}
	}
}

// claudeBackground takes back what the flag says of a command that its time limit
// moved to the background: the flag is true then, for the tool came back. The sign
// is a duration at the limit. Where the record does not state the limit, limits
// being whole seconds, a duration just above one is a limit or chance, and the
// flag says nothing.
func claudeBackground(c *toolcall.Call) {
	const slack = 100 // milliseconds that reporting takes at most
	backgroundTask(c)
	if !c.IsCommand && c.Name != "" || c.DurationMS < 1000 {
		return
	}
	switch {
	case c.LimitMS > 0 && c.DurationMS >= c.LimitMS:
		c.Outlived(termination.Fact{Source: termination.Structured, Kind: termination.Running, LimitHit: true})
	case c.LimitMS == 0 && math.Mod(c.DurationMS, 1000) < slack:
		c.Outlived(termination.Fact{})
	}
}
