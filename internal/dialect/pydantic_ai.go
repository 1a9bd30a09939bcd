package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// PydanticAI is the dialect of Pydantic AI, in the form of its first versions and
// in that of the conventions.
func PydanticAI() *Dialect {
	d := application("pydantic_ai", "Tool spans of Pydantic AI, old and new.")
	d.When = []Condition{
		executeTool("pydantic-ai*"),
		{Signal: Spans, Attrs: []Attr{{toolcall.GenAIToolName, ""}}, Scope: "pydantic-ai*", Name: "running tool*|execute_tool*"},
		{Signal: Spans, Attrs: []Attr{{toolcall.GenAIToolName, ""}}, Without: []string{toolcall.GenAIOperation}, Name: "running tool|running tool: *"},
	}
	d.Names = []string{"running tool: ", "running tool"}
	d.Keys = map[toolcall.Field][]string{
		toolcall.Arguments: {toolcall.GenAIToolArguments, "tool_arguments"},
		toolcall.Result:    {toolcall.GenAIToolResult, "tool_response"},
	}
	d.Flags = []Flag{
		{Source: "pydantic_ai.tool.failure_stage", Words: map[string]Word{"validation": SaysNotExecuted}},
		// The name is that of the exception by which the tool put the call off.
		{Source: "pydantic_ai.tool.deferral.name", Words: map[string]Word{
			"approvalrequired": SaysNotExecuted, "calldeferred": SaysNotExecuted,
		}},
	}
	d.Notes = Notes{
		Switch:  "`InstrumentationSettings(include_content=True)`, the default",
		With:    textsAlone,
		Without: "Errors that were raised, and arguments that were refused.",
		Blind:   "Status is unset for a command that failed and returned.",
	}
	return d
}
