package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Cline is the dialect of Cline: an event for each tool that was used, which holds
// little more than the name.
func Cline() *Dialect {
	return &Dialect{
		Name: "cline",
		Doc:  "Events of Cline.",
		When: []Condition{
			{Signal: Logs, Scope: "cline*", Body: "task.tool_used"},
			{Signal: Logs, Service: "cline*", Body: "task.tool_used"},
			{Signal: Logs, Event: "task.tool_used"},
		},
		Keys: map[toolcall.Field][]string{
			toolcall.ToolName:     {"tool"},
			toolcall.Conversation: {"ulid"},
		},
		Flags:     []Flag{{Source: "success"}},
		Shells:    []string{"execute_command"},
		Policy:    termination.Policy{MinusOne: termination.Signaled},
		Harnesses: harness.Cline | harness.ClineCLI,
		Primary:   Logs,
		Notes: Notes{
			Without: "Only that a tool failed before it returned; there is no content to turn on.",
			Blind:   "The flag is true for every exit code. There is no call ID, no argument, no output.",
		},
	}
}
