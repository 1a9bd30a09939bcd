package dialect

import (
	"maps"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// SemConv is the dialect of the OpenTelemetry GenAI semantic conventions. A span
// status of OK says there that the tool returned, no more.
func SemConv() *Dialect {
	keys := maps.Clone(genAIKeys)
	// A result may be a message of LangChain as a whole, which was moved there.
	keys[toolcall.CallID] = append([]string{toolcall.GenAIToolCallID}, places(toolcall.GenAIToolResult, "output.kwargs.tool_call_id", "kwargs.tool_call_id")...)
	return &Dialect{
		Name:      "semconv",
		Doc:       "Spans and events of the OpenTelemetry GenAI semantic conventions with the operation execute_tool.",
		When:      []Condition{{Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}}},
		Keys:      keys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
		Notes: Notes{
			Switch:  "`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`, in most instrumentations",
			With:    textsAlone,
			Without: "Errors that were raised.",
			Blind:   "The conventions have no exit code; status OK or unset says that the tool returned.",
		},
	}
}

// Generic reads records that the user marks as tool calls.
func Generic() *Dialect {
	return &Dialect{
		Name:      "generic",
		Doc:       "Records that a condition of the configuration marks as tool calls.",
		Keys:      genAIKeys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
	}
}

// Messages reads the results of tools that stand among the messages for a model,
// where no other record tells of the call. It recognises nothing by itself.
func Messages() *Dialect {
	return &Dialect{
		Name:      "messages",
		Doc:       "Results of tools among the messages that a model was given, where the agent reports no tool calls.",
		Keys:      genAIKeys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
	}
}
