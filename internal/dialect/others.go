package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// others are producers of which little is known: how a call is recognised, and where
// its facts are. They come before the conventions, whose form some of them take.
func others() []*Dialect {
	return []*Dialect{LiveKit(), LangChain4j(), AgentUniverse(), MLflow(), Sentry(), Rig(), Flue()}
}

// LiveKit is the dialect of LiveKit's agents, before they took the form of the
// conventions.
func LiveKit() *Dialect {
	d := application("livekit", "Function tools of LiveKit agents.")
	d.When = []Condition{
		{Signal: Spans, Attrs: []Attr{{"lk.function_tool.name", ""}}},
		{Signal: Spans, Scope: "livekit*", Name: "function_tool"},
	}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:  {"lk.function_tool.name"},
		toolcall.CallID:    {"lk.function_tool.id"},
		toolcall.Arguments: {"lk.function_tool.arguments", toolcall.GenAIToolArguments},
		toolcall.Result:    {"lk.function_tool.output", toolcall.GenAIToolResult},
	}
	d.Flags = []Flag{{Source: "lk.function_tool.is_error", Words: map[string]Word{"true": SaysFailed, "false": SaysNothing}}}
	d.Notes = Notes{
		Switch:  "on",
		With:    textsAlone,
		Without: "Errors, from the flag.",
		Blind:   "The flag is false for a command that failed and returned.",
	}
	return d
}

// LangChain4j is the dialect of Quarkus LangChain4j.
func LangChain4j() *Dialect {
	d := application("langchain4j", "Tools that Quarkus LangChain4j traces.")
	d.When = []Condition{{Signal: Spans, Scope: "io.quarkus.opentelemetry*", Name: "langchain4j.tools.*"}}
	d.Names = []string{"langchain4j.tools."}
	d.Keys = genAIKeys
	d.Notes = Notes{
		Switch:  "`quarkus.langchain4j.tracing.include-tool-arguments=true` and `quarkus.langchain4j.tracing.include-tool-result=true`",
		With:    textsAlone,
		Without: "Errors that were thrown.",
		Blind:   "Early versions write a name and nothing else.",
	}
	return d
}

// AgentUniverse is the dialect of agentUniverse.
func AgentUniverse() *Dialect {
	d := application("agent_universe", "Tool spans of agentUniverse.")
	d.When = []Condition{marked("au.span.kind", "tool")}
	d.Names = []string{"au.tool."}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:       {"au.tool.name"},
		toolcall.Arguments:      {"au.tool.input"},
		toolcall.Result:         {"au.tool.output"},
		toolcall.ErrorTypeField: {"au.tool.error.type"},
		toolcall.ErrorText:      {"au.tool.error.message"},
	}
	d.Flags = []Flag{{Source: "au.tool.status"}}
	d.Notes = Notes{
		Switch:  "on",
		With:    textsAlone,
		Without: "Errors, from the status of the tool.",
		Blind:   "The ID of a pair is not the model's call ID. The status is success for a command that failed and returned.",
	}
	return d
}

// MLflow is the dialect of traces that MLflow exports, whose values are JSON.
func MLflow() *Dialect {
	d := application("mlflow", "Spans of the type TOOL that MLflow exports.")
	d.When = []Condition{marked("mlflow.spanType", `TOOL|"TOOL"`)}
	d.Keys = map[toolcall.Field][]string{
		toolcall.Arguments: {"mlflow.spanInputs", toolcall.GenAIToolArguments},
		toolcall.Result:    {"mlflow.spanOutputs", toolcall.GenAIToolResult},
	}
	d.Notes = Notes{
		Switch:  "on",
		With:    textsAlone,
		Without: "Errors that were raised.",
		Blind:   "There is no call ID.",
	}
	return d
}

// Sentry is the dialect of spans for Sentry's view of agents.
func Sentry() *Dialect {
	d := application("sentry", "Tool spans that Sentry's SDKs write.")
	d.When = []Condition{
		marked("sentry.op", "gen_ai.execute_tool"),
		marked("op", "gen_ai.execute_tool"),
	}
	d.Names = []string{"gen_ai.execute_tool "}
	d.Keys = map[toolcall.Field][]string{
		toolcall.Arguments: {toolcall.GenAIToolArguments, "gen_ai.tool.input"},
		toolcall.Result:    {toolcall.GenAIToolResult, "gen_ai.tool.output"},
	}
	d.Notes = Notes{
		Switch:  "`sendDefaultPii`, or the options for inputs and outputs of an integration",
		With:    textsAlone,
		Without: "Errors that were thrown.",
		Blind:   "Most versions have no call ID.",
	}
	return d
}

// Rig is the dialect of Rig: spans of the conventions with an outcome of their own.
func Rig() *Dialect {
	const outcome = "gen_ai.tool.call.outcome"
	d := application("rig", "Tool spans of Rig.")
	d.When = []Condition{{Signal: Spans, Attrs: []Attr{{outcome, ""}, {toolcall.GenAIOperation, "execute_tool"}}}}
	d.Names = []string{"execute_tool"}
	d.Keys = map[toolcall.Field][]string{
		toolcall.Arguments:      {toolcall.GenAIToolArguments},
		toolcall.Result:         {toolcall.GenAIToolResult},
		toolcall.ErrorTypeField: {"gen_ai.tool.error.type"},
	}
	d.Flags = []Flag{{Source: outcome, Words: map[string]Word{"skipped": SaysNotExecuted}}}
	d.Notes = Notes{
		Switch:  "`record_content_telemetry(true)`",
		With:    textsAlone,
		Without: "Errors, from the outcome.",
		Blind:   "The outcome is success for a command that failed and returned.",
	}
	return d
}

// Flue is the dialect of Flue, in the form of its first versions and in that of the
// conventions.
func Flue() *Dialect {
	d := application("flue", "Tool spans of Flue, old and new.")
	d.When = []Condition{
		marked("flue.tool.name", ""),
		{Signal: Spans, Attrs: []Attr{{"flue.tool.origin", ""}, {toolcall.GenAIOperation, "execute_tool"}}},
	}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:  {"flue.tool.name"},
		toolcall.CallID:    {"flue.tool.call_id"},
		toolcall.Arguments: {"flue.tool.arguments", "flue.tool.call.arguments", toolcall.GenAIToolArguments},
		toolcall.Result:    {"flue.tool.result", "flue.tool.call.result", toolcall.GenAIToolResult},
	}
	d.Flags = []Flag{{Source: "flue.canceled", Words: map[string]Word{"true": SaysCancelled, "false": SaysNothing}}}
	d.Notes = Notes{
		Switch:  "the `content` option of its OpenTelemetry adapter",
		With:    textsAlone,
		Without: "Errors that were thrown, and calls that were cancelled.",
	}
	return d
}
