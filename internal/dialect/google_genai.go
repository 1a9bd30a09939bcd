package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// GoogleGenAI is the dialect of the instrumentation of Google's GenAI SDK, whose
// functions are described by the conventions for code.
func GoogleGenAI() *Dialect {
	d := application("google_genai", "Functions that Google's GenAI SDK calls, as OpenTelemetry instruments it.")
	d.When = []Condition{executeTool("opentelemetry.instrumentation.google_genai*")}
	d.Keys = map[toolcall.Field][]string{
		toolcall.CommandLine: {"code.function.parameters.command.value", "code.function.parameters.cmd.value"},
		toolcall.Arguments:   {toolcall.GenAIToolArguments},
		toolcall.Result:      {"code.function.return.value", toolcall.GenAIToolResult},
	}
	d.ViaParent = true // inside a span of an agent framework it is a second view
	d.Notes = Notes{
		Switch:  "`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`",
		With:    textsAlone,
		Without: "Errors that were raised.",
		Blind:   "There is no call ID.",
	}
	return d
}
