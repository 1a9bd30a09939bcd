package toolspanprocessor

import (
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/jsonstring"
	"github.com/toolspan/toolspan/internal/evidence/summary"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
)

// holdEntries holds a structured summary against the calls that it names.
func (h *hearing) holdEntries(entries []summary.Entry, text string) {
	found := h.found
	for i := range entries {
		e := &entries[i]
		if f, ok := h.w.core.recent.Known(h.w.now, h.callNames(e)...); ok && (e.ID != "" || h.w.core.order.Kept(h.w.now, f.Group)) {
			h.compare(e, &f, mix(nameAnswer, h.w.hashText(text), uint64(i)), text)
		}
	}
	if (h.found&^found)>>max(h.rules.falseConfirm, 0)&1 == 1 && h.rules.falseConfirm >= 0 {
		h.remember(text, memory.Text{})
	}
}

// callNames are the names under which the call of an entry is remembered.
func (h *hearing) callNames(e *summary.Entry) (names []uint64) {
	for _, group := range h.groups() {
		switch {
		case group == 0:
		case e.ID != "":
			names = append(names, name(nameCall, h.w.hashText(e.ID), group))
		default:
			names = append(names, name(nameTool, group, h.w.hashText(e.Tool)))
		}
	}
	return names
}

func (h *hearing) compare(e *summary.Entry, f *memory.Facts, about uint64, text string) {
	known := summary.Known{
		Kind: f.Kind, Code: int64(f.Code), HasCode: f.HasCode, Signal: f.Signal, TimedOut: f.TimedOut, Next: f.Next,
	}
	d := summary.Compare(e, known)
	// Of a call that ended well nothing that matters is left out.
	found := d.Dropped != 0 && f.Kind != termination.OK && h.find(h.rules.dropped, about)
	found = d.Rewrote != 0 && h.find(h.rules.rewrote, about) || found
	found = d.MustRerunFalse && h.find(h.rules.mustRerun, about) || found
	if d.FalseConfirm() && h.find(h.rules.falseConfirm, about) {
		found = true
		for i := range d.False {
			h.claim = min(h.claim, d.False[i].Form)
		}
	}
	if found {
		h.demote(text, e, known)
	}
	if found && len(h.against) < maxRelated {
		h.against = append(h.against, *f)
	}
}

// What a summary in JSON says of a call that did not end well is taken back member by member, in the record of a producer
// that opted in.

// falseEntry is an entry of a summary, and what is known of its call.
type falseEntry struct {
	id, tool string
	call     summary.Known
}

// demote takes back what is false in an entry of a text. The entry may stand in the record as maps as well, of which the
// text is the JSON.
func (h *hearing) demote(text string, e *summary.Entry, call summary.Known) {
	if !h.w.write.enforce || !h.optedIn {
		return
	}
	corrections := h.rules.corrections(e, call)
	changes := make([]change, 0, len(corrections))
	for i := range corrections {
		c := &corrections[i]
		with := jsonOf(c.To)
		if h.encoded {
			with = jsonstring.Escape(with)
		}
		changes = append(changes, change{c.Site.Offset, c.Site.Offset + c.Site.Length, with, c.Site.Key})
	}
	if len(changes) == 0 {
		return
	}
	h.rewriting.change(text, changes...)
	if h.rewriting.entries == nil {
		h.rewriting.entries = map[string][]falseEntry{}
	}
	h.rewriting.entries[text] = append(h.rewriting.entries[text], falseEntry{e.ID, e.Tool, call})
}

// corrections are those of which the rules are not disabled.
func (r *textRules) corrections(e *summary.Entry, call summary.Known) []summary.Correction {
	d := summary.Compare(e, call)
	if r.falseConfirm < 0 {
		d.False = nil
	}
	if r.rewrote < 0 {
		d.Rewrote = 0
	}
	d.MustRerunFalse = d.MustRerunFalse && r.mustRerun >= 0
	return d.Corrections(e, call)
}

// inEntries finds a summary that is made of maps and lists.
func (r *rewriting) inEntries(value pcommon.Value, into []leaf) []leaf {
	if len(r.entries) == 0 || value.Type() != pcommon.ValueTypeMap && value.Type() != pcommon.ValueTypeSlice {
		return into
	}
	known := r.entries[value.AsString()]
	if len(known) == 0 {
		return into
	}
	entries := summary.ReadValue(value).Entries
	for i := range entries {
		e := &entries[i]
		for _, k := range known {
			if k.id != e.ID || k.tool != e.Tool {
				continue
			}
			for _, c := range r.rules.corrections(e, k.call) {
				into = append(into, leaf{c.Site.Value, c.To, []change{{member: c.Site.Key}}})
			}
			break
		}
	}
	return into
}

// jsonOf writes a word, a number, a boolean or nothing as JSON.
func jsonOf(v pcommon.Value) string {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return `"` + jsonstring.Escape(v.Str()) + `"`
	case pcommon.ValueTypeInt:
		return strconv.FormatInt(v.Int(), 10)
	case pcommon.ValueTypeDouble:
		return strings.TrimSuffix(strconv.FormatFloat(v.Double(), 'f', -1, 64), ".0")
	case pcommon.ValueTypeBool:
		return strconv.FormatBool(v.Bool())
	default:
		return "null"
	}
}
