package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// SemConv is the dialect of the OpenTelemetry GenAI semantic conventions. A span
// status of OK says there that the tool returned, no more.
func SemConv() *Dialect {
	return &Dialect{
		Name:      "semconv",
		Doc:       "Spans and events of the OpenTelemetry GenAI semantic conventions with the operation execute_tool.",
		Markers:   []Marker{{Key: toolcall.GenAIOperation, Value: "execute_tool"}},
		Keys:      genAIKeys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
	}
}

// MCP is the dialect of the Model Context Protocol conventions: a client's or
// server's own view of a call that an agent has usually reported too.
func MCP() *Dialect {
	return &Dialect{
		Name:      "mcp",
		Doc:       "Spans of MCP clients and servers with the method tools/call; a second view where an agent reports the same call.",
		Markers:   []Marker{{Key: toolcall.MCPMethod, Value: "tools/call"}},
		Keys:      genAIKeys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
		Endings: map[string]termination.Fact{
			// The deadline is the client's own; the server may still be at it.
			"-32001": {Kind: termination.Running, LimitHit: true},
			"-32601": {Kind: termination.NotExecuted},
			"-32602": {Kind: termination.NotExecuted},
		},
		MCPResult: true,
		ViaParent: true,
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
