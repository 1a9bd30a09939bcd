package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// SemConv is the dialect of the OpenTelemetry GenAI semantic conventions. A span
// status of OK says there that the tool returned, no more.
func SemConv() *Dialect {
	return &Dialect{
		Name:      "semconv",
		Doc:       "Spans and events of the OpenTelemetry GenAI semantic conventions with the operation execute_tool.",
		When:      []Condition{{Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}}},
		Keys:      genAIKeys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
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
