package dialect

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on what is looked at outside the attributes of a record.
const (
	maxEvents     = 64
	maxEventAttrs = 64
)

// gather adds what stands at the places of the dialect that are no attributes of
// the record itself.
func (v *View) gather(d *compiled, rec *Record) {
	if d.body != 0 && rec.Body.Type() != pcommon.ValueTypeEmpty {
		v.add(hit{id: d.body, key: bodySource, value: rec.Body})
	}
	if len(d.events) > 0 && rec.HasEvents {
		v.gatherEvents(d, rec)
	}
	for i := range d.trees {
		t := &d.trees[i]
		if base := v.hitOf(t.base); base != nil {
			v.follow(&t.root, base.value, base.key)
		}
	}
}

func (v *View) gatherEvents(d *compiled, rec *Record) {
	for i := 0; i < rec.Events.Len() && i < maxEvents; i++ {
		event := rec.Events.At(i)
		name := event.Name()
		for at := range d.events {
			e := &d.events[at]
			if e.event != name {
				continue
			}
			n := 0
			for key, value := range event.Attributes().All() {
				if n++; key == e.key && !toolcall.IsEmpty(value) || n > maxEventAttrs {
					if key == e.key {
						v.add(hit{id: e.id, key: key, value: value})
					}
					break
				}
			}
		}
	}
}

// follow walks into a map, a list, or a string of JSON, and adds what stands at
// the ends of the ways.
func (v *View) follow(n *pathNode, value pcommon.Value, key string) {
	if n.id != 0 && !toolcall.IsEmpty(value) {
		v.add(hit{id: n.id, key: key, value: value})
	}
	if len(n.children) == 0 {
		return
	}
	switch value.Type() {
	case pcommon.ValueTypeMap:
		for i := range n.children {
			if member, ok := value.Map().Get(n.children[i].step); ok {
				v.follow(&n.children[i], member, key)
			}
		}
	case pcommon.ValueTypeSlice:
		for i := range n.children {
			if at := n.children[i].index; at >= 0 && at < value.Slice().Len() {
				v.follow(&n.children[i], value.Slice().At(at), key)
			}
		}
	case pcommon.ValueTypeStr:
		s := value.Str()
		if len(s) > maxJSON {
			v.overflow = true
			return
		}
		if !payload.MayBeObject(s) || !n.spokenOf(s) {
			return
		}
		if whole, cut, ok := payload.Object(s); ok {
			v.followMembers(n, gjson.Parse(whole), key, origin{whole, cut})
		}
	}
}

// origin is the JSON that a value stands in, and whether that breaks off.
type origin struct {
	text string
	cut  bool
}

// loses reports whether a value is the last thing in JSON that breaks off, so that
// it is the one that was cut.
func (o origin) loses(r gjson.Result) bool {
	return o.cut && strings.HasSuffix(strings.TrimRight(o.text, "]}"), strings.TrimRight(r.Raw, "]}"))
}

// spokenOf reports whether the names on some way stand anywhere in a text, which is
// found out sooner than it is parsed: most results are not of the form looked for.
func (n *pathNode) spokenOf(s string) bool {
	for i := range n.children {
		c := &n.children[i]
		if (c.index >= 0 || strings.Contains(s, c.step)) && (c.id != 0 || c.spokenOf(s)) {
			return true
		}
	}
	return false
}

// followJSON is follow inside of JSON, which may have been encoded twice or broken off.
func (v *View) followJSON(n *pathNode, r gjson.Result, key string, in origin) {
	if n.id != 0 && r.Type != gjson.Null {
		v.add(hit{id: n.id, key: key, value: valueOfJSON(r), cut: in.loses(r)})
	}
	switch {
	case len(n.children) == 0:
	case r.Type == gjson.String:
		if inner, again, ok := payload.Object(r.Str); ok {
			v.followMembers(n, gjson.Parse(inner), key, origin{inner, again || in.loses(r)})
		}
	default:
		v.followMembers(n, r, key, in)
	}
}

// followMembers makes one pass over an object or a list for all the ways that lead
// into it. Of members with one name the first counts.
func (v *View) followMembers(n *pathNode, r gjson.Result, key string, in origin) {
	list, object := r.IsArray(), r.IsObject()
	var met uint64
	left, at := len(n.children), 0
	r.ForEach(func(name, member gjson.Result) bool {
		for i := range n.children {
			c := &n.children[i]
			bit := uint64(1) << i // none beyond the 64th, which are looked for to the end
			if met&bit == 0 && (list && c.index == at || object && c.step == name.Str) {
				if met |= bit; bit != 0 {
					left--
				}
				v.followJSON(c, member, key, in)
			}
		}
		at++
		return left > 0 && at < maxGroupSize
	})
}

// exceptionOf is what an exception event says: its type and its text.
func exceptionOf(rec *Record) (kind, message string) {
	if !rec.HasEvents {
		return "", ""
	}
	for i := 0; i < rec.Events.Len() && i < maxEvents; i++ {
		event := rec.Events.At(i)
		if !strings.HasSuffix(event.Name(), "exception") {
			continue
		}
		for key, value := range event.Attributes().All() {
			switch key {
			case "exception.type":
				kind = toolcall.ParseWord(value)
			case "exception.message":
				if value.Type() == pcommon.ValueTypeStr {
					message = value.Str()
				}
			}
		}
		if kind != "" || message != "" {
			return kind, message
		}
	}
	return "", ""
}
