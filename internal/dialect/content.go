package dialect

import (
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Content is a kind of text that a record may carry and a user may want to keep in.
type Content uint8

// The kinds of texts.
const (
	StdoutContent    Content = iota
	StderrContent            // these two as facts of the contract
	OutputContent            // what a tool returned, and what is said of its failure
	ArgumentsContent         // what it was asked for, command lines included
	MessagesContent          // what models were given and wrote
	NumContents
)

var contentNames = [NumContents]string{"stdout", "stderr", "output", "arguments", "messages"}

// String returns the name used in settings and attributes.
func (c Content) String() string { return contentNames[c] }

// Contents is a set of kinds.
type Contents uint8

// Has reports whether the set holds a kind.
func (s Contents) Has(c Content) bool { return s>>c&1 == 1 }

// AllContents is every kind: the text could be any.
const AllContents Contents = 1<<NumContents - 1

func kinds(list ...Content) (s Contents) {
	for _, c := range list {
		s |= 1 << c
	}
	return s
}

// contentOf is the kind of text that a field is, none for one that is no text.
func contentOf(f toolcall.Field) Contents {
	switch f {
	case toolcall.StdoutPreview:
		return kinds(StdoutContent)
	case toolcall.StderrPreview:
		return kinds(StderrContent)
	case toolcall.Result, toolcall.ErrorText:
		return kinds(OutputContent)
	case toolcall.Arguments, toolcall.CommandLine, toolcall.Argv:
		return kinds(ArgumentsContent)
	default:
		return 0
	}
}

// Places says where in a record which texts stand.
type Places struct {
	attrs  map[string]Contents
	events map[string]map[string]Contents // by the name of the event
	body   Contents
	// Agent: the record is a call, or of a program that is known to report some, so
	// that what it says of failures may quote the output of a tool.
	Agent bool
}

// Attr returns what stands at an attribute, or at a member of a body that is a map.
func (p *Places) Attr(key string) Contents {
	// What was demoted or scrubbed is kept under its own key.
	key = strings.TrimPrefix(key, toolcall.OriginalPrefix)
	if c, ok := p.attrs[key]; ok {
		return c
	}
	if key == statusMessage {
		return FailureContents
	}
	return spread(key)
}

// statusMessage is the name under which a span's status message is kept.
var statusMessage = strings.TrimPrefix(toolcall.OriginalStatusMessage, toolcall.OriginalPrefix)

// Event returns what stands at an attribute of a span event.
func (p *Places) Event(event, key string) Contents {
	if c, ok := p.events[event][key]; ok {
		return c
	}
	if c := p.events[event][wholeEvent]; c != 0 {
		return c
	}
	if IsMessageEvent(event) && slices.Contains(messageKeys, key) {
		return kinds(MessagesContent)
	}
	return p.Attr(key)
}

// Body returns what the body of a log record is as a whole.
func (p *Places) Body(event string) Contents {
	if IsMessageEvent(event) {
		return p.body | kinds(MessagesContent)
	}
	return p.body
}

// wholeEvent stands for every attribute of a span event.
const wholeEvent = "*"

// IsMessageEvent reports the events that hold messages of models.
func IsMessageEvent(name string) bool {
	return isMessage(name) || name == choiceEvent || strings.HasPrefix(name, "gen_ai.content.")
}

// messageKeys hold the texts of such an event.
var messageKeys = []string{"content", "message", "tool_calls", "toolCalls", "parts", "body", "event_body", "arguments", "result", "gen_ai.event.content"}

// spread returns what stands at a key of messages, or arguments, that are spread over
// many attributes. What names a role, a call or a tool is left.
func spread(key string) Contents {
	for _, s := range spreadKeys {
		rest, ok := strings.CutPrefix(key, s.start)
		if !ok || !strings.HasSuffix(rest, s.end) {
			continue
		}
		switch rest[strings.LastIndexByte(rest, '.')+1:] {
		case "role", "id", "tool_call_id", "name", "finish_reason", "type":
			return 0
		default:
			return kinds(s.kind)
		}
	}
	return 0
}

var spreadKeys = []struct {
	start, end string
	kind       Content
}{
	{"llm.input_messages.", "", MessagesContent},
	{"llm.output_messages.", "", MessagesContent},
	{"llm.prompts.", "", MessagesContent},
	{"llm.completions.", "", MessagesContent},
	{"gen_ai.prompt.", "", MessagesContent},
	{"gen_ai.completion.", "", MessagesContent},
	{"retrieval.documents.", ".content", OutputContent},
	{"mastra.", ".input", MessagesContent},
	{"mastra.", ".output", MessagesContent},
	{"github.copilot.tool.parameters.", "", ArgumentsContent},
	{"code.function.parameters.", ".value", ArgumentsContent},
}

// messagePlaces hold messages of models in records of any producer, besides those that
// are read.
var messagePlaces = []string{
	"gen_ai.system_instructions", "gen_ai.completion", "input.value", "output.value", "traceloop.entity.input", "traceloop.entity.output",
	"ai.prompt", "ai.response.toolCalls", "ai.response.object", "ai.response.reasoning", "gcp.vertex.agent.llm_request",
	"gcp.vertex.agent.data", "langfuse.observation.input", "langfuse.observation.output", "langfuse.trace.input", "langfuse.trace.output",
	"mlflow.spanInputs", "mlflow.spanOutputs", "lmnr.span.input", "lmnr.span.output", "genkit:input", "genkit:output",
	"mastra.metadata.body", "pydantic_ai.all_messages", "all_messages_events", "lk.response.text", "lk.user_input", "sentry.gen_ai.messages",
}

// copyPlaces hold arguments and results in records of any producer, and are not read.
var copyPlaces = []struct {
	key  string
	kind Content
}{
	{"mcp.request.argument", ArgumentsContent}, // and the next of OpenLLMetry's instrumentation of MCP
	{"mcp.response.value", OutputContent},
	{"tool.parameters", ArgumentsContent}, // of OpenInference, a schema as often as arguments
}

// detailsEvent is the event of the conventions with all messages of one request.
const detailsEvent = "gen_ai.client.inference.operation.details"

// actionPayload is what an action sends.
const actionPayload = toolcall.Prefix + "action.payload"

// producerPlaces are ordinary words that hold messages in records of a known producer alone.
var producerPlaces = []string{
	"prompt", "prompt_text", "request_text", "response", "response_text", "summary", "final_result", "request_data", "response_data", "events",
}

// failurePlaces are where a record of a call says why it failed.
var failurePlaces = []string{"error", "error.message", "error.stack", "exception.message", "exception.stacktrace"}

// promptPlaces are the attributes from which messages are read.
func promptPlaces() (keys []string) {
	for _, list := range [][]answerSource{promptSources, answerSources} {
		for _, s := range list {
			if src, err := ParseSource(s.key); err == nil && src.Event == "" && s.event == "" {
				keys = append(keys, src.Key)
			}
		}
	}
	return keys
}

// IsGroup reports a key that may hold a map, or JSON, of facts below it.
func IsGroup(key string) bool {
	return slices.Contains(groupKeys, key) || strings.HasPrefix(key, toolcall.Prefix) && !IsVerdictKey(key)
}

// FailureContents is what a text about a failure may quote.
const FailureContents Contents = 1 << OutputContent

// FailureAttr is what stands at the attributes of the conventions for a failure.
func FailureAttr(key string) Contents {
	if key == "error.message" || key == "exception.message" || key == "exception.stacktrace" {
		return FailureContents
	}
	return 0
}

// TypeAttr is what stands at an error type that is none, but a text about the failure.
func TypeAttr(key string) Contents {
	if key == toolcall.ErrorType || key == "exception.type" {
		return FailureContents
	}
	return 0
}

// IsFailure reports a key that may be a mere flag elsewhere.
func IsFailure(key string) bool { return slices.Contains(failurePlaces, key) }
