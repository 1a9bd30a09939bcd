package toolspanprocessor

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/messages"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// A run that makes a claim true may be on its way still when the claim has arrived. So a text is held against a call only
// as far as its conversation is seen to arrive in order: what came late says that more may come, and so does a call of
// which the text's own prompt has the result and nobody the record.

// The signals of a source, which do not wait for each other.
const (
	spanSource uint64 = iota + 1
	logSource
)

// sourceOf names where records come from that arrive in the order in which they were written: one signal of a process.
func (w *worker) sourceOf(signal uint64) uint64 { return w.resource.process + signal }

// arrived puts a call aside that was judged, to be noted with the others of its batch.
func (w *worker) arrived(p *pending, f *memory.Facts, first bool) {
	if f.Group == 0 {
		return
	}
	w.arrivals = append(w.arrivals, memory.Arrival{
		Group: f.Group, Source: p.source, Start: uint64(p.start), End: uint64(p.end), First: first,
	})
}

// stand lists at most limit calls of a group that a claim of this record can be held against.
func (h *hearing) stand(group uint64, limit int, into []memory.Facts) []memory.Facts {
	first := len(into)
	into = h.w.core.recent.Standing(h.w.now, group, uint64(h.at), limit, into)
	if len(into) == first {
		return into
	}
	if !h.w.core.order.Kept(h.w.now, group) {
		return into[:first]
	}
	kept := into[:first]
	for _, f := range into[first:] {
		if !h.overtook(&f) {
			kept = append(kept, f)
		}
	}
	return kept
}

// returnedCall is a result that the model was given.
type returnedCall struct {
	tool  uint64 // the hash of its name, 0 where that is not told
	known bool   // its call is
	start uint64 // of the call
}

// overtook reports that the model was given the result of a call which may have made up for this one, and whose record is
// still to come: one of the same tool, behind all that are known to be older.
func (h *hearing) overtook(f *memory.Facts) bool {
	if !h.givenRead {
		h.readGiven()
	}
	unseen := false
	for i := range h.given {
		switch r := &h.given[i]; {
		case r.known && r.start <= f.Start:
			unseen = false
		case !r.known:
			unseen = unseen || r.tool == 0 || f.Tool == 0 || name(nameTool, f.Group, r.tool) == f.Tool
		}
	}
	return unseen
}

// readGiven lists the results of calls that somebody should have reported.
func (h *hearing) readGiven() {
	h.givenRead = true
	if !h.w.core.reporters.reportsIDs(h.src.service) {
		return
	}
	asked := map[string]string{}
	for i := range h.prompt.Parts {
		part := &h.prompt.Parts[i]
		id := toolcall.ParseID(pcommon.NewValueStr(part.ID))
		switch {
		case id == "" || part.Hosted:
		case part.Kind == messages.Asked:
			asked[part.ID] = part.Name
		case part.Kind == messages.Result:
			tool := part.Name
			if tool == "" {
				tool = asked[part.ID]
			}
			h.given = append(h.given, h.returnedCall(id, tool))
		}
	}
}

func (h *hearing) returnedCall(id, tool string) (r returnedCall) {
	if tool != "" {
		r.tool = h.w.hashText(tool)
	}
	names := h.namesOf(h.w.hashText(id))
	f, ok := h.w.core.recent.Known(h.w.now, names[0], names[1])
	r.known, r.start = ok, f.Start
	return r
}

// namesOf are the names of a call with that ID in the conversation and in the trace.
func (h *hearing) namesOf(id uint64) (names [2]uint64) {
	for i, group := range h.groups() {
		if group != 0 {
			names[i] = name(nameCall, id, group)
		}
	}
	return names
}
