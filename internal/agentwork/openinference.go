package agentwork

import (
	"fmt"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// OpenInference writes the spans by which OpenInference watches an agent made with LangChain, with a shell that returns
// text.
var OpenInference = &Program{Name: "openinference", write: writeOpenInference}

func writeOpenInference(w *writer, t *Turn) {
	spans := w.spansOf("@arizeai/openinference-instrumentation-langchain", attrs{"service.name": "lc-agent"})
	from, to := w.pass(900 * time.Millisecond)
	llm := attrs{
		"openinference.span.kind": "LLM", "session.id": w.session.Name, "llm.model_name": "large-model", "llm.output_messages.0.message.role": "assistant",
		"llm.output_messages.0.message.content": t.Says, "output.mime_type": "application/json",
		"output.value": jsonText(attrs{"generations": []any{[]any{attrs{"text": t.Says}}}}),
	}
	name, input := "", attrs{}
	if t.Call != nil {
		name, input = plainInput(t.Call)
		llm["llm.output_messages.0.message.tool_calls.0.tool_call.function.name"] = name
		llm["llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments"] = jsonText(input)
	}
	if t.Prompt != "" {
		llm["llm.input_messages.0.message.role"], llm["llm.input_messages.0.message.content"] = "user", t.Prompt
	}
	w.addSpan(spans, "ChatOpenAI", w.root, from, to, llm).Status().SetCode(ptrace.StatusCodeOk)
	if t.Call == nil {
		return
	}
	from, to = w.pass(t.Call.Took)
	span := w.addSpan(spans, name, w.root, from, to, attrs{
		"openinference.span.kind": "TOOL", "session.id": w.session.Name, "tool.name": name, "input.value": jsonText(input), "input.mime_type": "application/json",
	})
	if t.Call.End == Raised {
		span.Status().SetCode(ptrace.StatusCodeError)
		span.Status().SetMessage("HTTPError: " + t.Call.Output)
		return
	}
	span.Status().SetCode(ptrace.StatusCodeOk)
	span.Attributes().PutStr("output.mime_type", "application/json")
	span.Attributes().PutStr("output.value", jsonText(attrs{"output": attrs{
		"lc": 1, "type": "constructor", "id": []any{"langchain_core", "messages", "ToolMessage"},
		"kwargs": attrs{"status": "success", "content": textResult(t.Call), "tool_call_id": t.Call.ID, "name": name},
	}}))
}

// textResult is what a tool returns as text: an exit code other than 0, and a time limit, stand in a line at the end.
func textResult(c *Call) string {
	switch {
	case c.Tool == Shell && c.End == TimedOut:
		return fmt.Sprintf("%s\n\nCommand timed out after %dms", c.Output, c.Limit.Milliseconds())
	case c.Tool == Shell && c.End == Exited && c.Code != 0:
		return fmt.Sprintf("%s\n\nExit code: %d", c.Output, c.Code)
	case c.Tool == Shell && c.End == Exited:
		return c.Output
	default:
		return plainResult(c)
	}
}
