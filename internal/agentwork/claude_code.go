package agentwork

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// ClaudeCode writes the spans and events of Claude Code 2.1, with content.
var ClaudeCode = &Program{Name: "claude_code", write: writeClaude}

func writeClaude(w *writer, t *Turn) {
	c := &claude{writer: w}
	if t.Prompt != "" {
		c.event("user_prompt", w.root, attrs{"prompt": t.Prompt, "prompt_length": strconv.Itoa(len(t.Prompt))})
	}
	from, to := w.pass(900 * time.Millisecond)
	c.span("claude_code.llm_request", w.root, from, to, attrs{"span.type": "llm_request", "model": "claude-sonnet-4-5"})
	if t.Says != "" {
		source := "sdk"
		if t.Kind == Summary {
			source = "compact"
		}
		c.event("assistant_response", w.root, attrs{"response": t.Says, "response_length": strconv.Itoa(len(t.Says)), "query_source": source, "model": "claude-sonnet-4-5"})
	}
	if t.Kind == Summary {
		c.event("compaction", w.root, attrs{"trigger": "auto", "success": "true", "duration_ms": "118", "pre_tokens": "158000", "post_tokens": "9000"})
	}
	if t.Call != nil {
		c.call(t.Call)
	}
}

type claude struct{ *writer }

func (c *claude) common() attrs {
	return attrs{"user.id": "anon", "session.id": c.session.Name, "terminal.type": "dumb"}
}

func claudeResource() attrs {
	return attrs{"service.name": "claude-code", "service.version": "2.1.332", "os.type": "linux"}
}

func (c *claude) span(name string, parent pcommon.SpanID, from, to time.Time, values attrs) ptrace.Span {
	values = c.common().and(attrs{"gen_ai.provider.name": "anthropic", "gen_ai.conversation.id": c.session.Name}).and(values)
	return c.addSpan(c.spansOf("com.anthropic.claude_code.tracing", claudeResource()), name, parent, from, to, values)
}

func (c *claude) event(name string, span pcommon.SpanID, values attrs) {
	r := c.recordsOf("com.anthropic.claude_code.events", claudeResource()).AppendEmpty()
	r.SetTraceID(c.trace)
	r.SetSpanID(span)
	r.SetTimestamp(pcommon.NewTimestampFromTime(c.clock))
	r.SetObservedTimestamp(r.Timestamp())
	r.Body().SetStr("claude_code." + name)
	c.events++
	c.common().and(attrs{"event.name": name, "event.timestamp": c.clock.Format(time.RFC3339Nano), "event.sequence": strconv.Itoa(c.events)}).and(values).fill(r.Attributes())
}

// call writes the event and the three spans of a call: the prompt for permission, the execution, and what holds both.
func (c *claude) call(call *Call) {
	name, input := claudeInput(call)
	text, _ := json.Marshal(input) // of strings, numbers and booleans
	about := attrs{"tool_name": name, "tool_use_id": call.ID, "tool_input": string(text), "tool_input_size_bytes": strconv.Itoa(len(text))}
	if call.Tool == Shell {
		parameters, _ := json.Marshal(attrs{"full_command": call.Command, "timeout": call.Limit.Milliseconds(), "bash_command": "x"})
		about["tool_parameters"] = string(parameters)
	}
	from, begun := c.pass(7 * time.Millisecond)
	outer := c.span("claude_code.tool", c.root, from, begun, attrs{
		"span.type": "tool", "tool_name": name, "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name,
		"tool_use_id": call.ID, "gen_ai.tool.call.id": call.ID, "duration_ms": int64(7),
	})
	if call.Tool == Shell {
		outer.Attributes().PutStr("full_command", call.Command)
	}
	decision := "accept"
	if call.End == Denied {
		decision = "reject"
	}
	asked := c.span("claude_code.tool.blocked_on_user", outer.SpanID(), from, begun, attrs{"span.type": "tool.blocked_on_user", "decision": decision, "duration_ms": int64(7)})
	c.event("tool_decision", asked.SpanID(), attrs{"decision": decision, "source": "config", "tool_name": name, "tool_use_id": call.ID})
	if call.End == Denied {
		return
	}
	took := call.Took
	if call.End == Started {
		took = 41 * time.Millisecond
	}
	from, to := c.pass(took)
	result := attrs{"success": "true", "duration_ms": strconv.FormatInt(took.Milliseconds(), 10)}
	inner := c.span("claude_code.tool.execution", outer.SpanID(), from, to, attrs{
		"span.type": "tool.execution", "tool_use_id": call.ID, "gen_ai.tool.call.id": call.ID, "duration_ms": took.Milliseconds(), "success": true,
	})
	output, failure := claudeResult(call)
	if failure != "" {
		result.and(attrs{"success": "false", "error_type": "ShellError", "error": failure})
		attrs{"error": failure, "error_class": "ShellError", "error.type": "tool_error"}.fill(inner.Attributes())
		inner.Attributes().PutBool("success", false)
		inner.Status().SetCode(ptrace.StatusCodeError)
		inner.Status().SetMessage(failure)
	} else {
		event := outer.Events().AppendEmpty()
		event.SetName("tool.output")
		event.Attributes().PutStr("output", output)
		result["tool_result_size_bytes"] = strconv.Itoa(len(output))
	}
	outer.SetEndTimestamp(pcommon.NewTimestampFromTime(to))
	outer.Attributes().PutInt("duration_ms", took.Milliseconds()+7)
	c.event("tool_result", c.root, about.and(result))
}

// claudeResult is what a call returns, or why it failed. A search that finds nothing is no failure.
func claudeResult(call *Call) (output, failure string) {
	switch call.End {
	case Raised:
		return "", call.Output
	case Cancelled:
		return "", "[Request interrupted by user for tool use]"
	case Started:
		return "Command running in background with ID: " + call.Task + ". Output is being written to: /tmp/tasks/" + call.Task + ".output.", ""
	case TimedOut:
		return "", fmt.Sprintf("Exit code 143\nCommand timed out after %dm %d.0s\n%s", int(call.Limit.Minutes()), int(call.Limit.Seconds())%60, call.Output)
	case Moved:
		// It is moved to the background, which the model is told and telemetry is not.
		return call.Output, ""
	case Running:
		return "<retrieval_status>not_ready</retrieval_status>\n\n<task_id>" + call.Task + "</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>running</status>\n\n<output>\n" + call.Output + "</output>", ""
	case Stopped:
		return "<retrieval_status>success</retrieval_status>\n\n<task_id>" + call.Task + "</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>killed</status>\n\n<output>\n" + call.Output + "</output>", ""
	case Finished:
		return fmt.Sprintf("<retrieval_status>success</retrieval_status>\n\n<task_id>%s</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>completed</status>\n\n<exit_code>%d</exit_code>\n\n<output>\n%s</output>",
			call.Task, call.Code, call.Output), ""
	case Exited:
		if call.Code != 0 && !answers(call) {
			return "", "Shell command failed"
		}
	}
	switch {
	case call.Tool == Stop:
		return `{"message":"Successfully stopped task: ` + call.Task + `","task_id":"` + call.Task + `","task_type":"local_bash"}`, ""
	case call.Output == "" && call.Tool == Shell:
		return "(Bash completed with no output)", ""
	default:
		return call.Output, ""
	}
}

func claudeInput(call *Call) (name string, input attrs) {
	input = attrs{}
	for _, a := range call.Args {
		input[a.Name] = a.Value
	}
	switch call.Tool {
	case Shell:
		input = attrs{"command": call.Command, "timeout": call.Limit.Milliseconds(), "description": "Run a command"}
		if call.End == Started {
			input["run_in_background"] = true
		}
	case Poll:
		input = attrs{"task_id": call.Task, "block": false, "timeout": 30000}
	case Stop:
		input = attrs{"task_id": call.Task}
	}
	return claudeNames[call.Tool], input
}

var claudeNames = map[Tool]string{
	Shell: "Bash", Read: "Read", Search: "Grep", Edit: "Edit", Fetch: "WebFetch", List: "mcp__tracker__list_issues", Agent: "Task", Poll: "TaskOutput", Stop: "TaskStop",
}
