package agentwork

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// Codex writes the log records of Codex, which say how commands ended and not what the model wrote. It has no tools for
// files but patches, and does the rest in a shell.
var Codex = &Program{Name: "codex", Quiet: true, write: writeCodex}

func writeCodex(w *writer, t *Turn) {
	c := &codex{writer: w}
	if t.Prompt != "" {
		c.event("codex.user_prompt", attrs{"prompt": t.Prompt, "prompt_length": strconv.Itoa(len(t.Prompt))})
	}
	w.pass(900 * time.Millisecond)
	if t.Call != nil {
		c.call(t.Call)
	}
}

type codex struct{ *writer }

func (c *codex) event(name string, values attrs) {
	r := c.recordsOf("codex_otel.log_only", attrs{"service.name": "codex_exec", "service.version": "0.171.0", "env": "test"}).AppendEmpty()
	r.SetTraceID(c.trace)
	r.SetSpanID(c.span())
	r.SetObservedTimestamp(pcommon.NewTimestampFromTime(c.clock))
	r.SetEventName("event otel/src/tool_result.rs:54")
	attrs{
		"event.name": name, "event.timestamp": c.clock.Format(time.RFC3339Nano), "conversation.id": c.session.Name, "app.version": "0.171.0",
		"originator": "codex_exec", "terminal.type": "dumb", "model": "large-model", "slug": "large-model",
	}.and(values).fill(r.Attributes())
}

func (c *codex) call(call *Call) {
	tool, input, output := codexCall(call)
	decision := "approved"
	if call.End == Denied {
		decision = "denied"
	}
	c.event("codex.tool_decision", attrs{"tool_name": tool, "tool_namespace": "functions", "call_id": call.ID, "decision": decision, "source": "Config"})
	_, now := c.pass(call.Took)
	c.events++
	success := "true"
	if call.End == Denied || call.End == Raised || call.End == TimedOut {
		success = "false"
	}
	c.clock = now
	c.event("codex.tool_result", attrs{
		"tool_name": tool, "tool_namespace": "functions", "call_id": call.ID, "tool_result_seq": int64(c.events), "duration_ms": strconv.FormatInt(call.Took.Milliseconds(), 10),
		"success": success, "output_truncated": false, "agent_name": "/root", "arguments": jsonText(input), "output": output, "mcp_server": "", "mcp_server_origin": "",
	})
}

func codexCall(call *Call) (tool string, input attrs, output string) {
	tool, input = "exec_command", attrs{"cmd": call.Command, "yield_time_ms": 10000}
	values := map[string]any{}
	for _, a := range call.Args {
		values[a.Name] = a.Value
	}
	ending := fmt.Sprintf("Process exited with code %d", call.Code)
	session := "Process running with session ID " + sessionID(call.Task)
	switch call.Tool {
	case Shell:
	case Read:
		input["cmd"] = fmt.Sprintf("sed -n '%v,+200p' %v", values["offset"], values["file_path"])
	case Search:
		input["cmd"], ending = fmt.Sprintf("rg -n '%v' %v", values["pattern"], values["path"]), "Process exited with code 1"
		return tool, input, header(call.Took, ending, "")
	case Edit:
		patch := fmt.Sprintf("*** Begin Patch\n*** Update File: %v\n@@\n-%v\n+%v\n*** End Patch\n", values["file_path"], values["old_string"], values["new_string"])
		return "apply_patch", attrs{"input": patch}, fmt.Sprintf("Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nM %v\n", values["file_path"])
	case Poll:
		switch call.End {
		case Finished:
			session = ending
		case Stopped:
			return "write_stdin", attrs{"session_id": sessionID(call.Task), "chars": ""}, "write_stdin failed: Unknown process id " + sessionID(call.Task)
		}
		return "write_stdin", attrs{"session_id": sessionID(call.Task), "chars": "", "yield_time_ms": 5000}, header(call.Took, session, call.Output)
	case Stop:
		return "write_stdin", attrs{"session_id": sessionID(call.Task), "chars": "\x03"}, header(call.Took, "Process exited with code 130", call.Output+"^C\n")
	default:
		return "tracker__" + plainNames[call.Tool], values, mcpText(call)
	}
	switch call.End {
	case Started:
		return tool, input, header(call.Took, session, call.Output)
	case TimedOut: // only the shell of earlier versions has a limit
		input = attrs{"command": []any{"bash", "-lc", call.Command}, "timeout_ms": call.Limit.Milliseconds()}
		return "shell", input, fmt.Sprintf("Exit code: 124\nWall time: %d seconds\nOutput:\ncommand timed out after %d milliseconds\n%s", int(call.Took.Seconds()), call.Took.Milliseconds(), call.Output)
	case Moved:
		return tool, input, header(10*time.Second, session, call.Output)
	case Cancelled:
		return tool, input, "aborted by user after " + strconv.FormatFloat(call.Took.Seconds(), 'f', 1, 64) + "s"
	case Denied:
		return tool, input, "exec command rejected by user"
	default:
		return tool, input, header(call.Took, ending, call.Output)
	}
}

func mcpText(call *Call) string {
	if call.End == Raised {
		return "tool call error: tool call failed for `tracker/" + plainNames[call.Tool] + "`\n\nCaused by:\n    Mcp error: -32603: " + call.Output
	}
	return jsonText(attrs{"content": []any{attrs{"type": "text", "text": call.Output}}, "isError": false})
}

func sessionID(task string) string {
	n, _ := strconv.ParseInt(strings.TrimPrefix(task, "b"), 16, 64) // made as a hexadecimal number
	return strconv.FormatInt(n, 10)
}

func header(took time.Duration, ending, output string) string {
	return fmt.Sprintf("Chunk ID: 4f050e\nWall time: %.4f seconds\n%s\nOriginal token count: %d\nOutput:\n%s", took.Seconds(), ending, len(output)/4, output)
}
