package collectortest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// printed are the attributes, of records and of their events, in which programs export what was typed and printed. The
// processor is not asked, so that what it overlooks is seen.
var printed = []string{
	"tool_span.stdout.preview", "tool_span.stderr.preview", "tool_span.stdout", "tool_span.stderr", "preview_stdout", "preview_stderr",
	"stdout_tail", "stderr_tail", "argv", "process.command_args", "process.command_line", "full_command", "bash_command", "tool_parameters",
	"tool_input", "error", "error.message", "arguments", "output", "function_args", "request", "response", "summary", "prompt", "prompt_text",
	"message", "content", "exception.message", "exception.stacktrace", "gen_ai.input.messages", "gen_ai.output.messages",
	"gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.prompt", "gen_ai.completion",
	"github.copilot.tool.parameters.command", "ai.toolCall.args", "ai.toolCall.result", "ai.prompt", "ai.prompt.messages",
	"ai.response.text", "ai.response.toolCalls", "input.value", "output.value", "traceloop.entity.input", "traceloop.entity.output",
	"mastra.model_chunk.output", "mastra.model_generation.output", "mastra.model_step.input", "mastra.agent_run.output", "mastra.metadata.body",
}

// spreadKeys start the keys of messages that are spread over attributes.
var spreadKeys = []string{"llm.input_messages.", "llm.output_messages."}

// PrintedTexts appends the texts that stand at an attribute, and those in it where it is JSON, if it is one at which
// programs export such texts. Short ones, and single words, are left out, since they stand elsewhere too.
func PrintedTexts(key, value string, into []string) []string {
	starts := func(start string) bool { return strings.HasPrefix(key, start) }
	if !slices.Contains(printed, key) && !slices.ContainsFunc(spreadKeys, starts) {
		return into
	}
	return leaves(value, into)
}

func leaves(s string, into []string) []string {
	if v := gjson.Parse(s); json.Valid([]byte(s)) && (v.IsObject() || v.IsArray()) {
		v.ForEach(func(_, member gjson.Result) bool {
			into = leaves(member.String(), into)
			return true
		})
		return into
	}
	if s = strings.TrimSpace(s); len(s) >= 18 && strings.ContainsAny(s, " \n") {
		into = append(into, s)
	}
	return into
}

// Left returns the first of the texts that stands somewhere in OTLP/JSON, empty where none does.
func Left(output string, texts []string) string {
	for _, s := range texts {
		escaped := gjson.AppendJSONString(nil, s)
		if strings.Contains(output, s) || strings.Contains(output, string(escaped[1:len(escaped)-1])) {
			return s
		}
	}
	return ""
}
