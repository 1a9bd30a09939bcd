package dialect

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// answerSources are where producers put what a model wrote: a final answer, a
// summary, a message between calls. They stand on spans and events of models and
// agents, in any dialect.
var answerSources = []answerSource{
	{key: "gen_ai.output.messages"},
	{key: "response", event: "assistant_response|claude_code.assistant_response"},
	{key: "summary", event: "compaction|claude_code.compaction"},
	{key: "ai.response.text"},
	{key: "llm.output_messages.0.message.content"},
	{key: "gen_ai.completion.0.content"},
	{key: "gcp.vertex.agent.llm_response"},
	{key: "mastra.agent_run.output"},
	{key: "event[gen_ai.choice].message"},
	{key: "event[gen_ai.client.inference.operation.details].gen_ai.output.messages"},
}

// answerSource is one place of a model's text.
type answerSource struct {
	key string
	// event is the log event whose attribute it is, where the key is an ordinary word.
	event Pattern
}

// conversationKeys name the conversation on records of models, strongest first.
var conversationKeys = []string{
	toolcall.GenAIConversation, "session.id", "conversation.id", "ai.telemetry.metadata.sessionId", "langfuse.session.id",
	"langsmith.metadata.thread_id", "traceloop.association.properties.session_id", "traceloop.association.properties.thread_id",
	"gcp.vertex.agent.session_id",
}

// maxAnswers bounds how many pieces of text are taken from one record.
const maxAnswers = 16

// Answer is what a model wrote, as one record carries it.
type Answer struct {
	Conversation string
	Texts        []string
}

// MayAnswer tells whether it is worth asking a scanned span that is no tool call for
// what a model wrote or was given.
func (v *View) MayAnswer(hasEvents bool) bool {
	return v.spoken || hasEvents && v.hitOf(v.set.operation) != nil
}

// MayAnswerLog is MayAnswer for a log record; the event is the name in its own field.
func (v *View) MayAnswerLog(event string) bool {
	if v.spoken {
		return true
	}
	if h := v.hitOf(v.set.event); event == "" && h != nil && h.value.Type() == pcommon.ValueTypeStr {
		event = h.value.Str()
	}
	return isMessage(event) || event == choiceEvent
}

// OptsIn reports that a scanned record of a model speaks the contract.
func (v *View) OptsIn() bool {
	if v.action || v.approval {
		return true
	}
	var n nativeFlags
	for i := range v.hits {
		h := &v.hits[i]
		if kind := v.set.native[h.id]; kind != notNative && (kind == streamCap || !toolcall.IsEmpty(h.value)) {
			n.note(kind, h.value)
		}
	}
	return n.has(hasLimit | hasOwn | hasClaim | isTool | hasVersion)
}

// OfModel reports that a scanned record was recognised by the facts of the contract alone that it states, and says that it
// is one of a model.
func (v *View) OfModel(r Recognised) bool {
	if !v.spoken || r.dialect == nil || len(r.dialect.When) > 0 {
		return false
	}
	if h := v.hitOf(v.set.operation); h != nil && h.value.Type() == pcommon.ValueTypeStr {
		switch h.value.Str() {
		case "chat", "generate_content", "text_completion", "invoke_agent":
			return true
		}
	}
	return slices.ContainsFunc(v.set.answers, func(s answerRef) bool { return s.name != nil && v.answerFits(&s, true) })
}

// Answer reads what a model wrote from a scanned record that is no tool call.
func (v *View) Answer(rec *Record, log bool) (a Answer) {
	for i := range answerSources {
		s := &v.set.answers[i]
		switch {
		case s.event != "":
			if rec.HasEvents {
				v.answerEvents(rec, s, &a)
			}
		default:
			if h := v.hitOf(s.id); h != nil && v.answerFits(s, log) {
				a.Texts = messageTexts(h.value, a.Texts)
			}
		}
	}
	if log && v.eventName(rec) == choiceEvent {
		a.Texts = messageTexts(rec.Body, a.Texts)
	}
	a.Conversation = v.Conversation()
	return a
}

// Conversation returns the ID of the conversation that a scanned record states.
func (v *View) Conversation() string {
	for _, key := range v.set.conversations {
		if h := v.hitOf(key); h != nil {
			if id := toolcall.ParseID(h.value); id != "" {
				return id
			}
		}
	}
	return ""
}

// UserPrompt reports the log event of a prompt that a person entered, by its name.
func (v *View) UserPrompt(event string) bool {
	if event == "" {
		if h := v.hitOf(v.set.event); h != nil && h.value.Type() == pcommon.ValueTypeStr {
			event = h.value.Str()
		}
	}
	return strings.HasSuffix(event, "user_prompt")
}

// answerRef is a source whose place is resolved.
type answerRef struct {
	id         toolcall.KeyID
	event, key string // of an attribute of a span event
	name       *matcher
}

func (v *View) answerFits(s *answerRef, log bool) bool {
	if s.name == nil {
		return true
	}
	h := v.hitOf(v.set.event)
	return log && h != nil && h.value.Type() == pcommon.ValueTypeStr && s.name.fits(h.value.Str())
}

func (v *View) answerEvents(rec *Record, s *answerRef, a *Answer) {
	for i := 0; i < rec.Events.Len() && i < maxEvents; i++ {
		if event := rec.Events.At(i); event.Name() == s.event {
			if value, ok := event.Attributes().Get(s.key); ok {
				a.Texts = messageTexts(value, a.Texts)
			}
		}
	}
}

// resolveAnswers numbers the places of answers.
func (s *Set) resolveAnswers() {
	for i := range answerSources {
		src, _ := ParseSource(answerSources[i].key)
		ref := answerRef{event: src.Event, key: src.Key}
		if src.Event == "" {
			ref.id = s.table.Find(src.Key)
		}
		if answerSources[i].event != "" {
			m := answerSources[i].event.compile()
			ref.name = &m
		}
		s.answers = append(s.answers, ref)
	}
	s.speaks = make([]bool, s.total)
	for i := range s.answers {
		s.speaks[s.answers[i].id] = s.answers[i].id != 0
	}
	s.operation = s.table.Find(toolcall.GenAIOperation)
	for _, key := range conversationKeys {
		s.conversations = append(s.conversations, s.table.Find(key))
	}
}

// answerKeys are the attributes that Answer asks for.
func answerKeys() []string {
	keys := append([]string{toolcall.GenAIOperation}, conversationKeys...)
	for i := range answerSources {
		if src, _ := ParseSource(answerSources[i].key); src.Event == "" {
			keys = append(keys, src.Key)
		}
	}
	return keys
}

// messageTexts takes the texts that the model wrote out of a value: plain text, one
// object with a text, or a list of messages with parts, of which only those of the
// assistant count.
func messageTexts(value pcommon.Value, into []string) []string {
	switch value.Type() {
	case pcommon.ValueTypeStr:
		whole, _, ok := payload.Object(text.Head(value.Str(), maxMessages))
		if !ok {
			return appendText(into, value.Str())
		}
		if texts := jsonTexts(gjson.Parse(whole), into, maxMessageDepth); len(texts) > len(into) {
			return texts
		}
		return orItself(into, whole, value.Str())
	case pcommon.ValueTypeSlice, pcommon.ValueTypeMap:
		if texts := valueTexts(value, into, maxMessageDepth); len(texts) > len(into) {
			return texts
		}
		s := value.AsString()
		return orItself(into, s, s)
	default:
		return into
	}
}

// orItself takes JSON for the text, where it is no message: a summary, perhaps.
func orItself(into []string, whole, s string) []string {
	r := gjson.Parse(whole)
	if r.IsArray() {
		r = r.Get("0")
	}
	for _, name := range [...]string{"role", "parts", "content", "message"} {
		if r.Get(name).Exists() {
			return into
		}
	}
	return appendText(into, s)
}

const (
	maxMessages     = 1 << 20 // bytes of a value that are looked at
	maxMessageDepth = 8
	maxMessageParts = 256
)

func jsonTexts(r gjson.Result, into []string, depth int) []string {
	if depth == 0 || len(into) >= maxAnswers {
		return into
	}
	switch {
	case r.Type == gjson.String:
		return appendText(into, r.Str)
	case r.IsArray():
		n := 0
		r.ForEach(func(_, item gjson.Result) bool {
			into = jsonTexts(item, into, depth-1)
			n++
			return n < maxMessageParts
		})
	case r.IsObject() && writtenByModel(r.Get("role").Str, r.Get("type").Str):
		for _, name := range messageMembers {
			if member := r.Get(name); member.Exists() {
				into = jsonTexts(member, into, depth-1)
			}
		}
	}
	return into
}

// messageMembers are where messages and parts of them hold text.
var messageMembers = [...]string{"text", "content", "parts", "message"}

// writtenByModel leaves out messages of others, and parts that are no text.
func writtenByModel(role, kind string) bool {
	switch strings.ToLower(role) {
	case "", "assistant", "model", "ai":
	default:
		return false
	}
	return !otherPart(strings.ToLower(kind))
}

// otherPart reports the kinds of parts that are calls of tools, their results, also
// those of tools that the provider runs, and thoughts.
func otherPart(kind string) bool {
	switch kind {
	case "reasoning", "thinking", "redacted_thinking", "tooluse", "toolresult", "toolcall":
		return true
	}
	for _, end := range [...]string{"_call", "_use", "_result", "_output", "_response", "-call", "-result", "-error", "-response"} {
		if strings.HasSuffix(kind, end) {
			return true
		}
	}
	return false
}

func valueTexts(value pcommon.Value, into []string, depth int) []string {
	if depth == 0 || len(into) >= maxAnswers {
		return into
	}
	switch value.Type() {
	case pcommon.ValueTypeStr:
		return appendText(into, value.Str())
	case pcommon.ValueTypeSlice:
		for i := 0; i < value.Slice().Len() && i < maxMessageParts; i++ {
			into = valueTexts(value.Slice().At(i), into, depth-1)
		}
	case pcommon.ValueTypeMap:
		word := func(key string) string {
			if v, ok := value.Map().Get(key); ok {
				return toolcall.ParseWord(v)
			}
			return ""
		}
		if !writtenByModel(word("role"), word("type")) {
			return into
		}
		for _, name := range messageMembers {
			if member, ok := value.Map().Get(name); ok {
				into = valueTexts(member, into, depth-1)
			}
		}
	}
	return into
}

func appendText(into []string, s string) []string {
	if strings.TrimSpace(s) == "" || len(into) >= maxAnswers {
		return into
	}
	return append(into, s)
}
