package dialect

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// geminiResponses are the ways to the response for the model in the JSON of a finished
// call. Earlier versions put the request before it, or had no list.
func geminiResponses(member string) []string {
	return places("gen_ai.output.messages",
		"response.responseParts.0.functionResponse.response."+member,
		"response.responseParts.1.functionResponse.response."+member,
		"response.responseParts.functionResponse.response."+member)
}

// GeminiCLI is the dialect of Gemini CLI: an event without a call ID for each
// call, and a span whose messages are the request and the finished call.
func GeminiCLI() *Dialect {
	return &Dialect{
		Name: "gemini_cli",
		Doc:  "Events and spans of Gemini CLI.",
		When: []Condition{
			{Signal: Logs, Event: "gemini_cli.tool_call"},
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "tool_call"}}, Scope: "gemini-cli*"},
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "tool_call"}}, Service: "gemini-cli*"},
		},
		Keys: map[toolcall.Field][]string{
			toolcall.ToolName:       {"function_name"},
			toolcall.CallID:         {"gen_ai.tool.call_id"},
			toolcall.Conversation:   {"session.id"},
			toolcall.Arguments:      {"function_args", "gen_ai.input.messages#args"},
			toolcall.Result:         geminiResponses("output"),
			toolcall.ExitCode:       {"metadata#exitCode", "gen_ai.output.messages#response.data.exitCode"},
			toolcall.ErrorText:      append([]string{"error"}, geminiResponses("error")...),
			toolcall.ErrorTypeField: {"error_type", "gen_ai.output.messages#response.errorType"},
			toolcall.ApprovalState:  {"decision"},
		},
		Flags: []Flag{
			{Source: "success"},
			{Source: "decision", Words: map[string]Word{"reject": SaysNotExecuted, "cancel": SaysNotExecuted}},
			{Source: "gen_ai.output.messages#outcome", Words: map[string]Word{"cancel": SaysNotExecuted}},
			{Source: "metadata#isError", Words: map[string]Word{"true": SaysFailed, "false": SaysNothing}},
			{Source: "gen_ai.output.messages#status"},
		},
		Endings:   notExecuted("policy_violation", "invalid_tool_params", "tool_not_registered", "execution_denied"),
		Shells:    []string{"run_shell_command", "ShellTool"},
		Policy:    termination.Policy{MinusOne: termination.Signaled, TrailerOK: true},
		Harnesses: harness.GeminiCLI,
		Primary:   Spans,
		Refine: func(c *toolcall.Call) {
			refused(c)
			geminiSilence(c)
			unframe(c)
		},
		Notes: Notes{
			Switch:  "`telemetry.logPrompts` (on by default) for arguments, `telemetry.traces` for spans with results",
			With:    "Exit codes, signals and time limits from the text in the span, and from its typed data.",
			Without: "The event states the exit code of a command that ended by itself with another than 0; it looks the same for success, a signal and a time limit.",
			Blind:   "Flag and status are those of a success for every ending. Telemetry keeps 10,000 characters of a finished call, so the ending of one with a long output is lost.",
		},
	}
}

// unframe leaves of the texts of Gemini CLI and its descendant what the command
// printed, without the command line that may stand above it: a word of success there
// was not printed by anything.
func unframe(c *toolcall.Call) {
	for i, s := range c.Texts {
		s = strings.TrimPrefix(s, "<untrusted_context>\n")
		if strings.HasPrefix(s, "Command: ") {
			if at := strings.Index(s, "\nDirectory: "); at >= 0 {
				_, s, _ = strings.Cut(s[at+1:], "\n")
			}
		}
		c.Texts[i] = strings.TrimPrefix(s, "Output: ")
	}
}

// geminiSilence reads an exit code of 0 from its absence: the block of lines that
// ends every result of a command states any other code and any signal. The block
// has to be there, and nothing may be cut.
func geminiSilence(c *toolcall.Call) {
	if !c.IsCommand || c.Background || len(c.Texts) != 1 || len(c.Clips) > 0 {
		return
	}
	for i := range c.Facts {
		if c.Facts[i].Source >= termination.TextHeader || c.Facts[i].HasCode {
			return
		}
	}
	s := strings.TrimSpace(c.Texts[0])
	if inner, ok := strings.CutPrefix(s, "<untrusted_context>\n"); ok {
		if s, ok = strings.CutSuffix(inner, "\n</untrusted_context>"); !ok {
			return
		}
	}
	last := text.TailLines(s, 256)
	last = last[strings.LastIndexByte(last, '\n')+1:]
	if strings.HasPrefix(s, "Output: ") && strings.HasPrefix(last, "Process Group PGID: ") {
		c.Facts = append(c.Facts, termination.Fact{Source: termination.TextTrailer, HasCode: true})
	}
}
