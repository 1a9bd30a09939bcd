package dialect

import (
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// MCP is the dialect of the Model Context Protocol conventions: a client's or
// server's own view of a call that an agent has usually reported too.
func MCP() *Dialect {
	d := application("mcp", "Spans of MCP clients and servers with the method tools/call; a second view where an agent reports the same call.")
	d.When = []Condition{{Attrs: []Attr{{toolcall.MCPMethod, "tools/call"}}}}
	d.Keys = genAIKeys
	d.Endings = map[string]termination.Fact{
		// The deadline is the client's own; the server may still be at it.
		"-32001": {Kind: termination.Running, LimitHit: true},
		"-32601": {Kind: termination.NotExecuted},
		"-32602": {Kind: termination.NotExecuted},
	}
	d.MCPResult, d.ViaParent = true, true
	d.Notes = Notes{
		Switch:  "opt-in attributes of the conventions; the Python SDK has none",
		With:    "What MCP states: `isError`, and the text of a result.",
		Without: "Errors of the protocol and of the tool, from `error.type`.",
		Blind:   "The exit code of a command behind the server, unless the text has it.",
	}
	return d
}
