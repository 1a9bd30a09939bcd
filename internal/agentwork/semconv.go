package agentwork

import (
	"encoding/json"
	"fmt"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// SemConv writes spans of the GenAI conventions: one for each answer of the model, with what it was given and what it
// wrote, and one for each tool, which returns what its process did.
var SemConv = &Program{Name: "semconv", write: writeSemConv}

func writeSemConv(w *writer, t *Turn) {
	spans := w.spansOf("example.agent", attrs{"service.name": "example-agent"})
	if t.Prompt != "" {
		w.history = append(w.history, message("user", attrs{"type": "text", "content": t.Prompt}))
	}
	from, to := w.pass(900 * time.Millisecond)
	var parts []any
	switch {
	case t.Kind == Summary:
		parts = append(parts, attrs{"type": "compaction", "content": t.Says})
	case t.Says != "":
		parts = append(parts, attrs{"type": "text", "content": t.Says})
	}
	name, input := "", attrs{}
	if t.Call != nil {
		name, input = plainInput(t.Call)
		parts = append(parts, attrs{"type": "tool_call", "id": t.Call.ID, "name": name, "arguments": input})
	}
	said := message("assistant", parts...)
	w.addSpan(spans, "chat large-model", w.root, from, to, attrs{
		"gen_ai.operation.name": "chat", "gen_ai.provider.name": "example", "gen_ai.request.model": "large-model", "gen_ai.conversation.id": w.session.Name,
		"gen_ai.input.messages": jsonText(w.recent()), "gen_ai.output.messages": jsonText([]any{said}),
	})
	w.history = append(w.history, said)
	if t.Call == nil {
		return
	}
	from, to = w.pass(t.Call.Took)
	result := plainResult(t.Call)
	span := w.addSpan(spans, "execute_tool "+name, w.root, from, to, attrs{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.type": "function", "gen_ai.tool.call.id": t.Call.ID,
		"gen_ai.conversation.id": w.session.Name, "gen_ai.tool.call.arguments": jsonText(input),
	})
	if t.Call.End == Raised {
		span.Status().SetCode(ptrace.StatusCodeError)
		span.Status().SetMessage("HTTPError: " + t.Call.Output)
		span.Attributes().PutStr("error.type", "HTTPError")
	} else {
		span.Attributes().PutStr("gen_ai.tool.call.result", result)
	}
	w.history = append(w.history, message("tool", attrs{"type": "tool_call_response", "id": t.Call.ID, "response": result}))
}

// recent are the last messages; a compaction leaves no more, and neither does a window.
func (w *writer) recent() []any {
	const window = 8
	return w.history[max(0, len(w.history)-window):]
}

func message(role string, parts ...any) attrs { return attrs{"role": role, "parts": parts} }

func jsonText(v any) string {
	text, _ := json.Marshal(v) // of strings, numbers, booleans, lists and maps
	return string(text)
}

// plainInput names a tool and its arguments as an agent of one's own may.
func plainInput(c *Call) (name string, input attrs) {
	input = attrs{}
	for _, a := range c.Args {
		input[a.Name] = a.Value
	}
	switch c.Tool {
	case Shell:
		input = attrs{"command": c.Command, "timeout_ms": c.Limit.Milliseconds()}
		if c.End == Started {
			input["run_in_background"] = true
		}
	case Poll, Stop:
		input = attrs{"task_id": c.Task}
	}
	return plainNames[c.Tool], input
}

var plainNames = map[Tool]string{
	Shell: "run_shell", Read: "read_file", Search: "search_files", Edit: "edit_file", Fetch: "fetch_url", List: "list_issues", Agent: "ask_agent", Poll: "task_output", Stop: "stop_task",
}

// plainResult is what a tool returns; a shell says how its process ended.
func plainResult(c *Call) string {
	switch {
	case c.End == Denied:
		return "The user denied this call."
	case c.End == Cancelled:
		return jsonText(attrs{"cancelled": true, "message": "Cancelled by the user."})
	case c.End == Started:
		return jsonText(attrs{"task_id": c.Task, "status": "running"})
	case c.End == Moved:
		return jsonText(attrs{"task_id": c.Task, "status": "running", "stdout": c.Output, "message": "Still running; ask for its output later."})
	case c.End == Stopped:
		return jsonText(attrs{"task_id": c.Task, "status": "killed", "stdout": c.Output})
	case c.End == Finished:
		return jsonText(attrs{"task_id": c.Task, "status": "completed", "exit_code": c.Code, "stdout": c.Output, "stderr": ""})
	case c.Tool == Stop:
		return fmt.Sprintf("Task %s was stopped.", c.Task)
	case c.Tool == Shell && c.End == TimedOut:
		return jsonText(attrs{"stdout": c.Output, "stderr": "", "exit_code": nil, "signal": "SIGTERM", "timed_out": true})
	case c.Tool == Shell:
		return jsonText(attrs{"stdout": c.Output, "stderr": "", "exit_code": c.Code, "signal": nil, "timed_out": false})
	default:
		return c.Output
	}
}
