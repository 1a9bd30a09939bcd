package toolspanprocessor

import (
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/forged"
	"github.com/toolspan/toolspan/internal/evidence/jsonstring"
	"github.com/toolspan/toolspan/internal/evidence/passage"
	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// change replaces a part of a text by another.
type change struct {
	from, to int
	with     string
	// member names the claim that is taken back, "" where a result is taken out.
	member string
}

// apply makes changes, which have to be in order. One that overlaps another, or is not within the text, is left out.
func apply(s string, changes []change) string {
	var b strings.Builder
	b.Grow(len(s))
	at := 0
	for _, c := range changes {
		if c.from < at || c.to < c.from || c.to > len(s) {
			continue
		}
		b.WriteString(s[at:c.from])
		b.WriteString(c.with)
		at = c.to
	}
	b.WriteString(s[at:])
	return b.String()
}

// rewriting is what is to be changed in a record. Its texts stand in attributes, in those of events, in a body, in members
// of JSON and in JSON inside of these, often at several places, and are changed at all of them.
type rewriting struct {
	// texts are the changes in each text that was judged.
	texts map[string][]change
	// forged are results that models made up, by the hash of their lines. They are taken out of other texts as well.
	forged map[uint64]bool
	hash   passage.Hash
	// entries are those of summaries that say what is false, by their texts.
	entries map[string][]falseEntry
	rules   *textRules
}

// change adds changes in a text.
func (r *rewriting) change(text string, changes ...change) {
	if len(changes) == 0 {
		return
	}
	if r.texts == nil {
		r.texts = map[string][]change{}
	}
	list := slices.Concat(r.texts[text], changes)
	slices.SortStableFunc(list, func(a, b change) int { return a.from - b.from })
	r.texts[text] = list
}

func (r *rewriting) empty() bool { return len(r.texts) == 0 }

// Limits on where texts are looked for.
const (
	maxNestedJSON   = 4
	maxNestedValues = 32
	maxBlocked      = 64
	maxKept         = 1024 // to keep one is to look at all attributes
)

// in lists the changes in a string, those of texts inside of it included.
func (r *rewriting) in(s string, depth int) []change {
	if list, ok := r.texts[s]; ok {
		return list
	}
	if start := strings.TrimLeft(s, blank); start != "" && strings.IndexByte(`{["`, start[0]) >= 0 {
		if list := r.inJSON(s, depth); len(list) > 0 || isJSON(s) {
			return list
		}
	}
	return r.inOther(s)
}

// isJSON reports a text that is JSON and nothing else, as far as it goes. Nothing can be put into it but within its strings.
func isJSON(s string) bool {
	s = strings.Trim(s, blank)
	if s[0] == '"' {
		_, end := jsonstring.Next(s, 0)
		return end == len(s)
	}
	_, _, ok := payload.Object(s)
	return ok
}

// inJSON looks into the strings of JSON, and leaves all else as it is written, whether it is whole or not.
func (r *rewriting) inJSON(s string, depth int) (list []change) {
	if depth == 0 {
		return nil
	}
	for at := 0; ; {
		start, end := jsonstring.Next(s, at)
		if start < 0 {
			return list
		}
		at = end
		if strings.HasPrefix(strings.TrimLeft(s[end:min(len(s), end+8)], blank), ":") {
			continue // a name
		}
		inner, _ := jsonstring.Unquote(s[start:end])
		inside := slices.Clone(r.in(inner, depth-1))
		edges := make([]*int, 0, 2*len(inside))
		for i := range inside {
			edges = append(edges, &inside[i].from, &inside[i].to)
		}
		jsonstring.Places(s[start:end], edges)
		for _, c := range inside {
			list = append(list, change{start + c.from, start + c.to, jsonstring.Escape(c.with), c.member})
		}
	}
}

// inOther finds results that are known to be made up in a text that was not judged, such as one that holds a whole
// conversation.
func (r *rewriting) inOther(s string) (list []change) {
	if len(r.forged) == 0 {
		return nil
	}
	left := lineBudget(s)
	for _, span := range forged.Find(s, len(s), nil) {
		if span.Kind != forged.Observation {
			continue
		}
		passed := linesOf(s, &span)
		if left -= len(passed); left < 0 {
			break
		}
		if lines, ok := passage.OfLines(passed, r.hash); ok && r.forged[lines.Whole] {
			list = append(list, takenOut(s, span.BodyStart, span.BodyEnd))
		}
	}
	return list
}

// rewrite changes a record, keeps what stood there beside it, and notes where that was.
func (w *writer) rewrite(a *answer, r *rewriting) {
	w.blocked, w.tookBack = w.blocked[:0], false
	if r.empty() {
		return
	}
	w.rewriteMap(a.attrs, "", r)
	if a.rec.HasEvents {
		for _, event := range a.rec.Events.All() {
			w.rewriteMap(event.Attributes(), "event["+event.Name()+"].", r)
		}
	}
	if a.log {
		if was, ok := w.rewriteValue(a.rec.Body, bodyPlace, r); ok {
			w.keepOriginal(a.attrs, bodyPlace, was)
		}
	}
}

// bodyPlace names the body of a log record, as the places of a dialect do.
const bodyPlace = "$body"

func (w *writer) rewriteMap(attrs pcommon.Map, place string, r *rewriting) {
	type keptText struct {
		key string
		was pcommon.Value
	}
	var kept []keptText
	for key, value := range attrs.All() {
		if key == toolcall.Namespace || strings.HasPrefix(key, toolcall.Prefix) {
			continue
		}
		if was, ok := w.rewriteValue(value, place+key, r); ok {
			kept = append(kept, keptText{key, was})
		}
	}
	for _, k := range kept[:min(len(kept), maxKept)] {
		w.keepOriginal(attrs, k.key, k.was)
	}
}

// keepOriginal keeps what stood at a place. It is where, and the only place where, text of a record is written once more. What
// an earlier run of this processor has kept stays, and nothing is kept where such texts may not leave.
func (w *writer) keepOriginal(attrs pcommon.Map, place string, was pcommon.Value) {
	if !w.keepsTexts {
		return
	}
	key := toolcall.OriginalPrefix + place
	if _, ok := attrs.Get(key); !ok {
		was.MoveTo(attrs.PutEmpty(key))
	}
}

// rewriteValue changes one value, and returns what it was if it is not the same now.
func (w *writer) rewriteValue(value pcommon.Value, place string, r *rewriting) (was pcommon.Value, changed bool) {
	var leaves []leaf
	leaves = r.leaves(value, maxNestedValues, leaves)
	if len(leaves) == 0 {
		return was, false
	}
	for _, l := range leaves {
		for i := range l.changes {
			w.blockMember(place, l.changes[i].member)
		}
		if l.value.Equal(l.with) {
			continue
		}
		if !changed {
			changed, was = true, pcommon.NewValueEmpty()
			value.CopyTo(was)
		}
		l.with.CopyTo(l.value)
	}
	return was, changed
}

// blockMember notes where something was rewritten: the place, and the member of JSON by which a claim was made there.
func (w *writer) blockMember(place, member string) {
	if member != "" {
		w.tookBack = true
		place += "#" + member
	}
	if len(w.blocked) < maxBlocked {
		w.block(place)
	}
}

// leaf is a value within another, and what is to stand there.
type leaf struct {
	value, with pcommon.Value
	changes     []change // of which only the names matter
}

func (r *rewriting) leaves(value pcommon.Value, depth int, into []leaf) []leaf {
	if depth == 0 {
		return into
	}
	if depth == maxNestedValues && value.Type() != pcommon.ValueTypeStr {
		into = r.inEntries(value, into)
	}
	switch value.Type() {
	case pcommon.ValueTypeStr:
		if changes := r.in(value.Str(), maxNestedJSON); len(changes) > 0 {
			into = append(into, leaf{value, pcommon.NewValueStr(apply(value.Str(), changes)), changes})
		}
	case pcommon.ValueTypeMap:
		for _, member := range value.Map().All() {
			into = r.leaves(member, depth-1, into)
		}
	case pcommon.ValueTypeSlice:
		for _, item := range value.Slice().All() {
			into = r.leaves(item, depth-1, into)
		}
	}
	return into
}
