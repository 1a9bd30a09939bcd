package summary

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// slice reads the maps of a list.
func (r *reader) slice(list pcommon.Slice, depth int) {
	for i := 0; i < list.Len() && !r.full(); i++ {
		if item := list.At(i); item.Type() == pcommon.ValueTypeMap {
			r.mapping(item.Map(), depth-1, "")
		}
	}
}

// mapping reads a map as object reads JSON.
func (r *reader) mapping(m pcommon.Map, depth int, under string) {
	var d draft
	if r.full() {
		return
	}
	r.objects++
	for key, v := range m.All() {
		if d.full() {
			r.Partial = true
			break
		}
		f, of := fieldOf(key)
		switch {
		case of != toolcall.NoField:
			d.beside(key, of, v, toolcall.Site{Key: key, Value: v}, false)
		case f == ending:
			d.terminationValue(key, v)
		case f == notes && v.Type() == pcommon.ValueTypeSlice:
			for i := 0; i < v.Slice().Len() && i < maxMembers; i++ {
				d.scalar(notes, v.Slice().At(i), toolcall.Site{Key: key, Value: v.Slice().At(i)}, false)
			}
		case f != noField:
			d.scalar(f, v, toolcall.Site{Key: key, Value: v}, false)
		case depth > 0 && v.Type() == pcommon.ValueTypeSlice:
			r.slice(v.Slice(), depth)
		case depth > 0 && v.Type() == pcommon.ValueTypeMap:
			r.mapping(v.Map(), depth-1, key)
		}
	}
	d.name(under)
	r.add(&d)
}

func (d *draft) terminationValue(name string, v pcommon.Value) {
	switch {
	case v.Type() == pcommon.ValueTypeMap:
		d.ends = true
		n := 0
		for key, member := range v.Map().All() {
			if n++; n > maxMembers {
				d.Partial = true
				return
			}
			d.member(key, member, toolcall.Site{Key: name + "." + key, Value: member}, false)
		}
	case v.Type() == pcommon.ValueTypeStr && isObject(v.Str()):
		s := text.Head(v.Str(), maxText)
		d.terminationText(s, "", 0, len(s) < len(v.Str()))
	default:
		d.word(v, toolcall.Site{Key: name, Value: v}, false)
	}
}
