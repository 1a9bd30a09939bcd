package harness

// The Model Context Protocol's own errors, and servers that run commands.
var mcpRules = []rule{
	{
		name: "request_timed_out", by: MCP, at: atHead, says: Running, limit: true,
		doc:   "The client stopped waiting; the server may still be at work.",
		forms: []string{"MCP error -32001: Request timed out{rest}", "Timed out while waiting for response to {word} Waited {dur}."},
		match: []string{"MCP error -32001: Request timed out", "McpError: MCP error -32001: Request timed out", "McpError: Timed out while waiting for response to ClientRequest. Waited 5.0 seconds."},
		miss:  []string{"log\nMCP error -32001: Request timed out"},
	},
	{
		name: "invalid_request", by: MCP, at: atHead, says: NotExecuted,
		doc:   "The server refused the request before it ran anything.",
		forms: []string{"MCP error -32600: {rest}", "MCP error -32601: {rest}", "MCP error -32602: {rest}", "Unknown tool: {word}", "Input validation error: {rest}"},
		match: []string{"MCP error -32602: Invalid params"},
	},
	{
		name: "protocol_error", by: MCP, at: atHead, says: ToolError,
		doc:   "The protocol's own error.",
		forms: []string{"MCP error -{n}: {rest}", "Error executing tool {word}: {rest}"},
		match: []string{"MCP error -32000: Connection closed", "Error executing tool run: boom"},
		miss:  []string{"x\nMCP error -32000: Connection closed"},
	},
	{
		name: "call_timed_out", by: Nanobot, at: atHead, says: Running, limit: true,
		doc:   "The client stopped waiting; the server may still be at work.",
		forms: []string{"(MCP tool call timed out after {dur}){rest}"},
		match: []string{"(MCP tool call timed out after 30s)"},
	},
	{
		name: "timed_out", by: MCPShellServer, at: atHead, says: Timeout, limit: true,
		doc:   "The command was stopped at its time limit.",
		forms: []string{"Error executing command: Command timed out after {n} seconds{rest}"},
		match: []string{"Error executing command: Command timed out after 10 seconds"},
	},
	{
		name: "command_error", by: MCPShellServer, at: atHead, says: ToolError,
		doc:   "The command could not be run.",
		forms: []string{"Error executing command: {rest}"},
		match: []string{"Error executing command: permission denied"},
	},
	{
		name: "exit_trailer", by: DesktopCommander, at: atTail, says: Exit,
		doc: "States the exit code; the tick mark stands for any code.",
		forms: []string{
			"✅ Process completed with exit code {code}{rest}", "Process completed with exit code {code}{rest}",
			"✅ Process {n} completed with exit code {code}{rest}", "Process {n} completed with exit code {code}{rest}",
			"❌ Execution failed (exit code {code}){rest}", "Execution failed (exit code {code}){rest}",
		},
		match: []string{"✅ Process completed with exit code 1 (runtime: 0.1s)", "x\nExecution failed (exit code 2)"},
		miss:  []string{"Process completed with exit code 1\nx"},
	},
	{
		name: "response_deadline", by: DesktopCommander, at: atHead | atTail, says: Running, limit: true,
		doc:   "The time to wait is over; the process goes on.",
		forms: []string{"⏱️ Response may be incomplete (timeout reached){rest}"},
		match: []string{"ok\n⏱️ Response may be incomplete (timeout reached)"},
	},
	{
		name: "still_running", by: DesktopCommander, at: atHead | atTail, says: Running,
		doc:   "The process goes on.",
		forms: []string{"⏳ Process is running. Use read_process_output{rest}"},
		match: []string{"ok\n⏳ Process is running. Use read_process_output to get more"},
	},
	{
		name: "truncated", by: DesktopCommander, at: ownLine, lost: lostByPlace,
		doc:   "Only a part of the lines is shown.",
		forms: []string{"⚠️ Output truncated: showing {n} of {n} lines{rest}", "[Output truncated: {n} more lines available{rest}"},
		match: []string{"x\n⚠️ Output truncated: showing 100 of 900 lines (800 hidden)"},
	},
	{
		name: "buffer_cap", by: DesktopCommander, at: ownLine, lost: lostHead,
		doc:   "The buffer keeps the newest output.",
		forms: []string{"[WARNING: output exceeded the {word} buffer cap{rest}"},
		match: []string{"[WARNING: output exceeded the 50MB buffer cap; oldest lines were dropped]\nx"},
	},
}
