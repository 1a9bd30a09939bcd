package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// SpringAI is the dialect of Spring AI's observations.
func SpringAI() *Dialect {
	d := application("spring_ai", "Tool calls that Spring AI observes.")
	d.When = []Condition{marked("spring.ai.kind", "tool_call")}
	d.Names = []string{"tool_call "}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:  {"spring.ai.tool.definition.name"},
		toolcall.Arguments: {"spring.ai.tool.call.arguments"},
		toolcall.Result:    {"spring.ai.tool.call.result"},
	}
	d.Notes = Notes{
		Switch:  "`spring.ai.tools.observations.include-content=true`",
		With:    textsAlone,
		Without: "Errors that were raised.",
		Blind:   "There is no call ID.",
	}
	return d
}
