package toolspanprocessor

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// A record that has been through this processor before says less than it did. It is judged by what it said, so that the
// verdict is the same again, if what this processor would make of that is what has arrived; anybody else may have written it
// otherwise.

// undone is what a record said, and where it stood.
type undone struct {
	texts  []string
	prompt dialect.Prompt
	places []undonePlace
}

// maxUndone bounds how many originals of one map are looked at.
const maxUndone = 256

// undonePlace is an attribute that an earlier run rewrote, or without a key the body: as it arrived, and as it was.
type undonePlace struct {
	attrs        pcommon.Map
	key          string
	body         pcommon.Value
	arrived, was pcommon.Value
}

// undo finds out what a scanned record said before, and leaves it as it arrived. It returns nil for one that nobody rewrote.
func (w *worker) undo(rec *dialect.Record, a *answer) *undone {
	if !w.write.enforce {
		return nil
	}
	u := undone{places: originalsIn(a.attrs, nil)}
	if rec.HasEvents {
		for _, event := range rec.Events.All() {
			u.places = originalsIn(event.Attributes(), u.places)
		}
	}
	if was, ok := a.attrs.Get(toolcall.OriginalPrefix + bodyPlace); ok && a.log {
		u.places = append(u.places, undonePlace{body: rec.Body, arrived: copyOf(rec.Body), was: copyOf(was)})
	}
	if len(u.places) == 0 {
		return nil
	}
	u.put(false)
	u.texts = w.view.Answer(rec, a.log).Texts
	u.prompt = w.view.Prompt(rec, a.attrs, nil)
	u.put(true)
	return &u
}

// originalsIn lists the attributes of which something else is kept that stood there.
func originalsIn(attrs pcommon.Map, into []undonePlace) []undonePlace {
	looked := 0
	for key, was := range attrs.All() {
		if of, ok := strings.CutPrefix(key, toolcall.OriginalPrefix); ok && looked < maxUndone {
			looked++
			if value, ok := attrs.Get(of); ok && !strings.HasPrefix(of, toolcall.Prefix) {
				into = append(into, undonePlace{attrs: attrs, key: of, arrived: copyOf(value), was: copyOf(was)})
			}
		}
	}
	return into
}

func copyOf(v pcommon.Value) pcommon.Value {
	c := pcommon.NewValueEmpty()
	v.CopyTo(c)
	return c
}

// put lets the record say what it said before, or what has arrived.
func (u *undone) put(arrived bool) {
	for i := range u.places {
		p := &u.places[i]
		value, ok := p.body, true
		if p.key != "" {
			value, ok = p.attrs.Get(p.key)
		}
		switch {
		case !ok: // cannot be, since no attribute is taken away but verdicts
		case arrived:
			p.arrived.CopyTo(value)
		default:
			p.was.CopyTo(value)
		}
	}
}

// redo judges a record by what it said before, and rewrites it anew. It reports false, and leaves the record as it arrived,
// where that does not come to the same, or there is nothing to do again.
func (w *worker) redo(a *answer) (h hearing, ok bool) {
	if a.before == nil {
		return h, false
	}
	before := *a
	before.texts, before.prompt = a.before.texts, a.before.prompt
	h = w.judgeAnswer(&before)
	for i := range a.before.places {
		p := &a.before.places[i]
		again := copyOf(p.was)
		if w.write.rewriteValue(again, "", &h.rewriting); !again.Equal(p.arrived) {
			return hearing{}, false
		}
	}
	a.before.put(false)
	w.write.rewrite(&before, &h.rewriting)
	return h, true
}
