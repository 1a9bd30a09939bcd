package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Logfire is the dialect of Logfire's instrumentation of MCP; what Logfire records
// of other tools has the form of Pydantic AI or of the conventions.
func Logfire() *Dialect {
	d := application("logfire", "Requests for tools that Logfire records of MCP clients and servers.")
	d.When = []Condition{{Signal: Spans, Attrs: []Attr{{"rpc.method", "tools/call"}}}}
	d.Names = []string{"MCP request: tools/call ", "MCP server handle request: tools/call "}
	d.Keys = map[toolcall.Field][]string{
		toolcall.ToolName:  {"request#params.name"},
		toolcall.Arguments: {"request#params.arguments", "request"},
		toolcall.Result:    {"response"},
	}
	d.MCPResult, d.ViaParent = true, true
	d.Notes = Notes{
		Switch:  "on",
		With:    "What MCP states: `isError`, and the text of a result.",
		Without: "Errors that were raised.",
		Blind:   "`isError` is not reflected in the status. There is no call ID.",
	}
	return d
}
