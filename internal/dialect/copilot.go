package dialect

import (
	"slices"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// copilotCommand is where both Copilots keep the command line.
const copilotCommand = "github.copilot.tool.parameters.command"

// CopilotCLI is the dialect of Copilot CLI: spans of the conventions with an exit
// code of their own, and a line of the harness at the end of each result.
func CopilotCLI() *Dialect {
	return &Dialect{
		Name: "copilot_cli",
		Doc:  "Spans of Copilot CLI.",
		When: []Condition{
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Scope: "github.copilot*"},
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Service: "github-copilot*"},
		},
		Keys: map[toolcall.Field][]string{
			toolcall.Arguments:   {toolcall.GenAIToolArguments},
			toolcall.CommandLine: {copilotCommand},
			toolcall.Result:      {toolcall.GenAIToolResult},
		},
		Shells: []string{
			"bash", "read_bash", "write_bash", "stop_bash", "list_bash", "powershell", "read_powershell", "write_powershell", "stop_powershell",
		},
		Policy:    termination.Policy{MinusOne: termination.Signaled, TrailerOK: true},
		Harnesses: harness.CopilotCLI,
		Refine:    copilotPreview,
		Notes: Notes{
			Switch:  "`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`",
			With:    "Exit codes, commands that live on, refusals.",
			Without: "The exit code, in versions that write `process.exit.code`; else only that a call failed before it began.",
			Blind:   "Status is unset for every exit code. A child that a signal ended is reported as exit code 1.",
		},
	}
}

// copilotPreview believes no success at the end of a preview, or of a text that is
// exactly as long as an exporter may let it be: the last line may be the command's own
// where the harness's was left out with the rest.
func copilotPreview(c *toolcall.Call) {
	if endLost(c) || slices.ContainsFunc(c.Texts, roundLength) {
		dropFacts(c, func(f *termination.Fact) bool { return f.Source == termination.TextTrailer && f.HasCode && f.Code == 0 })
	}
}

// CopilotVSCode is the dialect of Copilot in VS Code.
func CopilotVSCode() *Dialect {
	return &Dialect{
		Name: "copilot_vscode",
		Doc:  "Spans and events of Copilot in VS Code.",
		When: []Condition{
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Service: "copilot-chat*"},
			{Signal: Spans, Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Scope: "copilot-chat*"},
			{Signal: Logs, Event: "copilot_chat.tool.call"},
		},
		Keys: map[toolcall.Field][]string{
			toolcall.Conversation: {"copilot_chat.chat_session_id", "session.id"},
			toolcall.Arguments:    {toolcall.GenAIToolArguments},
			toolcall.CommandLine:  {copilotCommand},
			toolcall.Result:       {toolcall.GenAIToolResult},
		},
		Flags:     []Flag{{Source: "success"}},
		Shells:    []string{"run_in_terminal", "get_terminal_output", "runInTerminal", "getTerminalOutput", "run_task", "create_and_run_task"},
		Policy:    termination.Policy{MinusOne: termination.Signaled},
		Harnesses: harness.CopilotVSCode,
		Primary:   Spans,
		Notes: Notes{
			Switch:  "`github.copilot.chat.otel.captureContent`",
			With:    "What the text of a terminal result states.",
			Without: "Only that a tool failed before it returned.",
			Blind:   "Status stays OK for every exit code of a terminal command.",
		},
	}
}
