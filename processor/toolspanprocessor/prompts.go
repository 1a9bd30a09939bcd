package toolspanprocessor

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/forged"
	"github.com/toolspan/toolspan/internal/evidence/messages"
	"github.com/toolspan/toolspan/internal/evidence/passage"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on what counts as the same text, in bytes. Short words recur in every
// conversation, and sentences of some length in others.
const (
	minAgain     = 8
	minElsewhere = 64
)

// remember keeps a false text in mind, to be known when it comes back. It returns the hash of its lines, 0 where there are none.
func (h *hearing) remember(text string, known memory.Text) uint64 {
	lines, ok := passage.OfLines(text, h.w.hashText)
	if !ok {
		return 0
	}
	if lines.Bytes < minAgain {
		return lines.Whole
	}
	known.First, known.Whole, known.Count, known.Bytes = lines.First, lines.Whole, lines.Count, lines.Bytes
	known.Group, known.Trace, known.Span, known.At = h.group(), h.trace, h.span, uint64(h.at)
	h.w.core.texts.Add(h.w.now, known)
	return lines.Whole
}

// holdPrompt holds what the model was given against what is known of it.
func (h *hearing) holdPrompt() {
	if len(h.prompt.Parts) == 0 {
		return
	}
	if humanLast(h.prompt.Parts) {
		h.w.answered(h.groups(), h.at)
	}
	h.holdReturned()
	h.holdResults()
	if h.w.core.cfg.Memory.CompleteTraces && !h.sampled {
		h.holdReAct()
	}
}

// holdReturned looks for texts that are known to be false.
func (h *hearing) holdReturned() {
	if h.rules.polluted < 0 || !h.w.core.texts.Any() {
		return
	}
	for i := range h.prompt.Parts {
		part := &h.prompt.Parts[i]
		if part.Kind != messages.Text {
			continue
		}
		h.w.text.Set(part.Text, h.w.hashText)
		h.w.text.Each(func(at int, line uint64) {
			if !h.w.core.texts.May(line) {
				return
			}
			h.w.core.texts.With(h.w.now, line, func(known *memory.Text) bool {
				lines := passage.Lines{First: known.First, Whole: known.Whole, Count: known.Count, Bytes: known.Bytes}
				if h.comesFrom(known) && h.w.text.Holds(at, lines) && h.returned(known) {
					h.cameBack(at, known)
				}
				return true
			})
		})
		h.scrubGiven(part.Text)
	}
}

// comesFrom reports a text that can have come here: an earlier one of the same
// conversation or trace, or one that is too long to be the same by chance.
func (h *hearing) comesFrom(known *memory.Text) bool {
	if known.At != 0 && h.at != 0 && known.At >= uint64(h.at) {
		return false
	}
	return known.Group == h.group() || known.Trace != 0 && known.Trace == h.trace ||
		known.Bytes >= minElsewhere && !h.w.core.traceAlone()
}

// returned notes a false text that came back, and reports whether it is one. One that later runs made true is left.
func (h *hearing) returned(known *memory.Text) bool {
	if !known.Forged && !h.stillFalse(known) {
		return false
	}
	if h.find(h.rules.polluted, known.Whole) {
		h.relate(known.Span)
	}
	if known.Forged && known.Tool != 0 && h.w.core.cfg.Memory.CompleteTraces && !h.sampled {
		h.unexecuted(known.Tool, known.At, known.Span)
	}
	return true
}

func (h *hearing) stillFalse(known *memory.Text) bool {
	h.w.standing = h.stand(known.Group, 1, h.w.standing[:0])
	if len(h.w.standing) == 0 && known.Trace != known.Group {
		h.w.standing = h.stand(known.Trace, 1, h.w.standing[:0])
	}
	return len(h.w.standing) > 0
}

// holdReAct looks at the last call that the messages hold in the form of text, with its result behind it.
func (h *hearing) holdReAct() {
	last := &h.prompt.Parts[len(h.prompt.Parts)-1]
	if last.Kind != messages.Text || h.prompt.Cut {
		return
	}
	spans := forged.Find(last.Text, h.textLimit(), nil)
	for i := len(spans) - 1; i >= 0; i-- {
		if spans[i].Kind == forged.Observation {
			if spans[i].Tool != "" {
				h.unexecuted(h.w.hashText(spans[i].Tool), 0, [8]byte{})
			}
			return
		}
	}
}

// unexecuted notes a call that was asked for in a text and answered, and that nobody
// reported since.
func (h *hearing) unexecuted(tool, since uint64, span [8]byte) {
	if h.rules.unexecuted < 0 || since == 0 && h.found.Has(h.rules.unexecuted) || !h.w.core.reporters.reports(h.src.service) {
		return
	}
	var names [2]uint64
	for i, group := range h.groups() {
		if group == 0 {
			continue
		}
		names[i] = name(nameTool, group, tool)
		if f, ok := h.w.core.recent.Known(h.w.now, names[i]); ok && (since == 0 || f.Start == 0 || f.Start >= since) {
			return
		}
	}
	if h.find(h.rules.unexecuted, name(nameTool, tool, since)) {
		h.relate(span)
		h.w.core.absent.Report(h.w.now, names, 1)
	}
}

// holdResults looks at the results that the model was given since it last spoke.
func (h *hearing) holdResults() {
	parts := h.prompt.Parts
	first := len(parts)
	for first > 0 && parts[first-1].Role != messages.Assistant {
		first--
	}
	for i := first; i < len(parts); i++ {
		if part := &parts[i]; part.Kind == messages.Result && !part.Hosted {
			h.w.core.listen.heard()
			if id := toolcall.ParseID(pcommon.NewValueStr(part.ID)); id != "" {
				last := h.prompt.Cut && i == len(parts)-1
				h.holdResult(part, id, last, asked(parts[:first], part.ID))
			}
		}
	}
}

// asked finds the call to which a result belongs.
func asked(parts []messages.Part, id string) *messages.Part {
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].Kind == messages.Asked && parts[i].ID == id {
			return &parts[i]
		}
	}
	return nil
}

// holdResult compares a result with the call of that ID.
func (h *hearing) holdResult(part *messages.Part, id string, cut bool, call *messages.Part) {
	hash := h.w.hashText(id)
	names := h.namesOf(hash)
	if names == [2]uint64{} {
		return
	}
	if f, ok := h.w.core.recent.Known(h.w.now, names[0], names[1]); ok {
		if h.rules.altered >= 0 && !cut && f.Result.Altered(part.Text, h.w.core.plain) && h.find(h.rules.altered, hash) {
			h.relate(f.Span)
		}
		return
	}
	if !cut && (call == nil || !call.Hosted) {
		h.holdUnknown(part, id, names, call)
	}
}

// holdUnknown takes a result whose call nobody reported: for the call itself where the agent reports none, and for a
// sign that the call is missing where it does and all of the trace is known.
func (h *hearing) holdUnknown(part *messages.Part, id string, names [2]uint64, call *messages.Part) {
	name, hash := part.Name, h.w.hashText(id)
	if name == "" && call != nil {
		name = call.Name
	}
	reports := h.w.core.reporters.reports(h.src.service)
	if reports && (!h.w.core.cfg.Memory.CompleteTraces || h.sampled || h.prompt.Cut || !h.w.core.reporters.reportsIDs(h.src.service)) {
		return
	}
	facts, kind := h.asCall(part, id, name, call)
	switch {
	case !reports:
		keys := memory.Keys{Own: [3]uint64{names[0], names[1]}, ID: hash, Group: h.conversation}
		h.w.core.recent.Observe(h.w.now, keys, memory.Marks{}, &facts)
		return
	case notRun(name, kind):
		return
	}
	findings := int64(0)
	if h.find(h.rules.unbacked, hash) {
		findings++
	}
	if call != nil && h.find(h.rules.unexecuted, hash) {
		findings++
	}
	if findings > 0 {
		h.w.core.absent.Report(h.w.now, names, findings)
	}
}

// notRun reports a call that nobody would report to have run: one that was refused,
// and one by which a framework hands over or gives the answer.
func notRun(tool string, kind termination.Kind) bool {
	if kind == termination.NotExecuted || kind == termination.Cancelled {
		return true
	}
	tool = strings.ToLower(tool)
	for _, start := range [...]string{"transfer_to_", "transfer_back_to_", "handoff_to_", "handoff", "delegate_to_"} {
		if strings.HasPrefix(tool, start) {
			return true
		}
	}
	switch tool {
	case "final_result", "final_answer", "structured_output", "structuredoutput", "attempt_completion", "respond", "submit_answer":
		return true
	default:
		return false
	}
}

// asCall judges a result by itself, as if a record reported it.
func (h *hearing) asCall(part *messages.Part, id, name string, call *messages.Part) (memory.Facts, termination.Kind) {
	attrs := pcommon.NewMap()
	attrs.PutStr(toolcall.GenAIToolName, name)
	attrs.PutStr(toolcall.GenAIToolCallID, id)
	attrs.PutStr(toolcall.GenAIToolResult, part.Text)
	if call != nil && call.Text != "" {
		attrs.PutStr(toolcall.GenAIToolArguments, call.Text)
	}
	h.w.view.Reset()
	h.w.view.Scan(attrs)
	p := pending{call: h.w.view.Read(dialect.Record{}, h.w.view.AsMessage()), attrs: attrs, src: h.src}
	p.keys.Group = h.group()
	p.call.Settle()
	facts := h.w.identify(&p)
	v := h.w.judge.Evaluate(p.call)
	h.w.conclude(&facts, v)
	kind := v.Ending.Kind
	h.w.view.Reset()
	return facts, kind
}
