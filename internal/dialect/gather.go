package dialect

import (
	"strconv"
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
	for i := range d.paths {
		p := &d.paths[i]
		if base := v.hitOf(p.base); base != nil {
			if value, cut, ok := v.follow(base.value, p.path); ok {
				v.add(hit{id: p.id, key: base.key, value: value, cut: cut})
			}
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

// follow walks into a map, a list, or a string of JSON, which may have been
// encoded twice or broken off. It reports whether the value is the one in which
// the JSON breaks off.
func (v *View) follow(value pcommon.Value, path []string) (found pcommon.Value, cut, ok bool) {
	for i, step := range path {
		switch value.Type() {
		case pcommon.ValueTypeMap:
			if value, ok = value.Map().Get(step); !ok {
				return value, false, false
			}
		case pcommon.ValueTypeSlice:
			n, err := strconv.Atoi(step)
			if err != nil || n < 0 || n >= value.Slice().Len() {
				return value, false, false
			}
			value = value.Slice().At(n)
		case pcommon.ValueTypeStr:
			return v.followJSON(value.Str(), path[i:])
		default:
			return value, false, false
		}
	}
	return value, false, !toolcall.IsEmpty(value)
}

func (v *View) followJSON(s string, path []string) (found pcommon.Value, cut, ok bool) {
	if len(s) > maxJSON {
		v.overflow = true
		return found, false, false
	}
	if !speaksOf(s, path) {
		return found, false, false
	}
	s, cut, ok = v.json(s)
	if !ok {
		return found, false, false
	}
	r := gjson.Parse(s)
	for _, step := range path {
		if r.Type == gjson.String {
			inner, again, ok := payload.Object(r.Str) // JSON inside JSON
			if !ok {
				return found, cut, false
			}
			s, cut = inner, again || cut && isLast(s, r)
			r = gjson.Parse(inner)
		}
		if r = memberOf(r, step); !r.Exists() {
			return found, cut, false
		}
	}
	return valueOfJSON(r), cut && isLast(s, r), r.Type != gjson.Null
}

// isLast reports whether a value is the last thing in the JSON, so that it is the
// one that was cut where something was.
func isLast(s string, r gjson.Result) bool {
	return strings.HasSuffix(strings.TrimRight(s, "]}"), strings.TrimRight(r.Raw, "]}"))
}

// speaksOf reports whether every name on the way stands anywhere in a text, which is
// found out sooner than it is parsed: most results are not of the form looked for.
func speaksOf(s string, path []string) bool {
	for _, step := range path {
		if (step[0] < '0' || step[0] > '9') && !strings.Contains(s, step) {
			return false
		}
	}
	return true
}

// json makes a text whole that is an object or a list of JSON, and remembers the
// last one, since several places lead into the same value.
func (v *View) json(s string) (whole string, cut, ok bool) {
	if s != "" && v.lastJSON.text == s {
		return v.lastJSON.whole, v.lastJSON.cut, v.lastJSON.ok
	}
	whole, cut, ok = payload.Object(s)
	v.lastJSON.text, v.lastJSON.whole, v.lastJSON.cut, v.lastJSON.ok = s, whole, cut, ok
	return whole, cut, ok
}

// memberOf finds a member of an object by its name, or of a list by its number.
func memberOf(r gjson.Result, step string) gjson.Result {
	var found gjson.Result
	n := 0
	r.ForEach(func(key, member gjson.Result) bool {
		if r.IsArray() && strconv.Itoa(n) == step || r.IsObject() && key.Str == step {
			found = member
			return false
		}
		n++
		return n < maxGroupSize
	})
	return found
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
