package dialect

import (
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/messages"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// promptSources are where producers put what a model was given: the messages of the
// conversation, or the last of them.
var promptSources = []answerSource{
	{key: "gen_ai.input.messages"},
	{key: "ai.prompt.messages"},
	{key: "gen_ai.prompt"},
	{key: "gcp.vertex.agent.llm_request"},
	{key: "event[gen_ai.client.inference.operation.details].gen_ai.input.messages"},
}

// flatPrompts are the starts of keys that spread the messages over attributes, and a
// key of the first message by which they are known to be there.
var flatPrompts = []struct{ start, known string }{
	{"llm.input_messages.", "llm.input_messages.0.message.role"},
	{"gen_ai.prompt.", "gen_ai.prompt.0.role"},
}

// wholePrompt is where OpenInference puts what was sent to a model as it was, with the IDs
// of calls that some of its instrumentations leave out of the attributes for messages.
const (
	spanKind    = "openinference.span.kind"
	wholePrompt = "input.value"
)

// Events of the older conventions, one for each message. Their names begin alike.
const (
	messageEvents = "gen_ai."
	messageEvent  = ".message"
	choiceEvent   = "gen_ai.choice"
)

// Prompt is what a model was given, as one record carries it.
type Prompt struct {
	Parts []messages.Part
	// Cut: it breaks off, so what came last is not known.
	Cut bool
}

// Prompt appends what a model was given to the parts. The record was scanned, and is
// no tool call.
func (v *View) Prompt(rec *Record, attrs pcommon.Map, parts []messages.Part) (p Prompt) {
	p.Parts = parts
	for i := range v.set.prompts {
		s := &v.set.prompts[i]
		if s.event != "" {
			if rec.HasEvents {
				v.promptEvents(rec, s, &p)
			}
		} else if h := v.hitOf(s.id); h != nil {
			p.read(h.value)
		}
	}
	for i, f := range flatPrompts {
		if v.hitOf(v.set.flat[i]) != nil {
			p.flat(attrs, f.start)
		}
	}
	v.wholePrompt(&p, len(parts))
	if rec.HasEvents {
		for i := 0; i < rec.Events.Len() && i < maxEvents; i++ {
			if event := rec.Events.At(i); isMessage(event.Name()) {
				p.message(event.Name(), event.Attributes())
			}
		}
	}
	if name := v.eventName(rec); isMessage(name) && rec.Body.Type() == pcommon.ValueTypeMap {
		p.message(name, rec.Body.Map())
	}
	return p
}

func (p *Prompt) read(value pcommon.Value) {
	s := ""
	switch value.Type() {
	case pcommon.ValueTypeStr:
		s = value.Str()
	case pcommon.ValueTypeMap, pcommon.ValueTypeSlice:
		s = value.AsString()
	default:
		return
	}
	var cut bool
	p.Parts, cut = messages.Read(s, p.Parts)
	p.Cut = p.Cut || cut
}

func (v *View) promptEvents(rec *Record, s *answerRef, p *Prompt) {
	for i := 0; i < rec.Events.Len() && i < maxEvents; i++ {
		if event := rec.Events.At(i); event.Name() == s.event {
			if value, ok := event.Attributes().Get(s.key); ok {
				p.read(value)
			}
		}
	}
}

func (p *Prompt) flat(attrs pcommon.Map, start string) {
	var list messages.Flat
	for key, value := range attrs.All() {
		if rest, ok := strings.CutPrefix(key, start); ok && value.Type() == pcommon.ValueTypeStr {
			list.Add(rest, value.Str())
		}
	}
	p.Parts = list.Parts(p.Parts)
}

// wholePrompt takes the messages as they were sent, where those that were read name no call.
func (v *View) wholePrompt(p *Prompt, first int) {
	if p.identified(first) {
		return
	}
	kind, whole := v.hitOf(v.set.spanKind), v.hitOf(v.set.wholePrompt)
	if kind == nil || whole == nil || kind.value.Type() != pcommon.ValueTypeStr || kind.value.Str() != "LLM" {
		return
	}
	sent := Prompt{Parts: p.Parts[len(p.Parts):]}
	if sent.read(whole.value); sent.identified(0) {
		p.Parts, p.Cut = append(p.Parts[:first], sent.Parts...), sent.Cut
	}
}

// identified reports a result with an ID among the parts.
func (p *Prompt) identified(first int) bool {
	return slices.ContainsFunc(p.Parts[first:], func(part messages.Part) bool {
		return part.Kind == messages.Result && part.ID != ""
	})
}

// message takes an event that is one message. Its name says whose, where it does not.
func (p *Prompt) message(event string, attrs pcommon.Map) {
	role := strings.TrimSuffix(strings.TrimPrefix(event, messageEvents), messageEvent)
	m := pcommon.NewMap()
	attrs.CopyTo(m)
	if _, ok := m.Get("role"); !ok {
		m.PutStr("role", role)
	}
	if id, ok := m.Get("id"); ok && role == "tool" {
		m.PutStr("tool_call_id", toolcall.ParseID(id))
	}
	// Some keep the parts as a string of JSON.
	if content, ok := m.Get("content"); ok && content.Type() == pcommon.ValueTypeStr {
		first := len(p.Parts)
		var cut bool
		if p.Parts, cut = messages.Read(content.Str(), p.Parts); len(p.Parts) > first+1 || len(p.Parts) == first+1 && p.Parts[first].Kind != messages.Text {
			p.Cut = p.Cut || cut
			return
		}
		p.Parts = p.Parts[:first]
	}
	value := pcommon.NewValueMap()
	m.CopyTo(value.Map())
	p.read(value)
}

func isMessage(event string) bool {
	return strings.HasPrefix(event, messageEvents) && strings.HasSuffix(event, messageEvent)
}

// eventName is the name of a log event, from its own field or the attribute that
// older events use.
func (v *View) eventName(rec *Record) string {
	if rec.Name != "" {
		return rec.Name
	}
	if h := v.hitOf(v.set.event); h != nil && h.value.Type() == pcommon.ValueTypeStr {
		return h.value.Str()
	}
	return ""
}

// resolvePrompts numbers the places of prompts.
func (s *Set) resolvePrompts() {
	for i := range promptSources {
		src, _ := ParseSource(promptSources[i].key)
		ref := answerRef{event: src.Event, key: src.Key}
		if src.Event == "" {
			ref.id = s.table.Find(src.Key)
			s.speaks[ref.id] = ref.id != 0
		}
		s.prompts = append(s.prompts, ref)
	}
	for _, f := range flatPrompts {
		id := s.table.Find(f.known)
		s.flat = append(s.flat, id)
		s.speaks[id] = id != 0
	}
	s.spanKind, s.wholePrompt = s.table.Find(spanKind), s.table.Find(wholePrompt)
}

// promptKeys are the attributes that Prompt asks for.
func promptKeys() (keys []string) {
	for i := range promptSources {
		if src, _ := ParseSource(promptSources[i].key); src.Event == "" {
			keys = append(keys, src.Key)
		}
	}
	for _, f := range flatPrompts {
		keys = append(keys, f.known)
	}
	return append(keys, spanKind, wholePrompt)
}
