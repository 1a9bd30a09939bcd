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

// undonePlace is a value that an earlier run rewrote: as it arrived, and as it was.
type undonePlace struct{ value, arrived, was pcommon.Value }

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
		u.places = append(u.places, undonePlaceOf(rec.Body, was))
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
	for key, was := range attrs.All() {
		if of, ok := strings.CutPrefix(key, toolcall.OriginalPrefix); ok && len(into) < maxBlocked {
			if value, ok := attrs.Get(of); ok && !strings.HasPrefix(of, toolcall.Prefix) {
				into = append(into, undonePlaceOf(value, was))
			}
		}
	}
	return into
}

func undonePlaceOf(value, was pcommon.Value) undonePlace {
	p := undonePlace{value: value, arrived: pcommon.NewValueEmpty(), was: was}
	value.CopyTo(p.arrived)
	return p
}

// put lets the record say what it said before, or what has arrived.
func (u *undone) put(arrived bool) {
	for i := range u.places {
		if p := &u.places[i]; arrived {
			p.arrived.CopyTo(p.value)
		} else {
			p.was.CopyTo(p.value)
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
		again := pcommon.NewValueEmpty()
		p.was.CopyTo(again)
		if w.write.rewriteValue(again, "", &h.rewriting); !again.Equal(p.arrived) {
			return hearing{}, false
		}
	}
	a.before.put(false)
	w.write.rewrite(&before, &h.rewriting)
	return h, true
}
