package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Recognised is what Recognise found out.
type Recognised struct {
	dialect *compiled
	native  nativeFlags
}

// Known reports whether any dialect claims the record.
func (r Recognised) Known() bool { return r.dialect != nil }

type nativeFlags struct {
	limit, stream, own, claim, tool, version bool
}

// Recognise finds the dialect of the scanned record.
func (v *View) Recognise() Recognised {
	if len(v.hits) == 0 && !v.crowded {
		return Recognised{}
	}
	r := Recognised{native: nativeFlags{own: v.crowded}}
	first := len(v.set.compiled)
	for i := range v.hits {
		h := &v.hits[i]
		for _, m := range v.set.markers[h.id] {
			if m.dialect < first && h.value.Type() == pcommon.ValueTypeStr && h.value.Str() == m.value {
				first = m.dialect
			}
		}
		if kind := v.set.native[h.id]; kind != notNative && (kind == streamCap || !toolcall.IsEmpty(h.value)) {
			r.native.note(kind, h.value)
		}
	}
	if r.native.limit || r.native.own || r.native.claim || r.native.tool {
		// The first dialect without markers is that of the contract.
		for i := range v.set.compiled {
			if len(v.set.compiled[i].Markers) == 0 && i < first {
				first = i
			}
		}
	}
	if first < len(v.set.compiled) {
		r.dialect = &v.set.compiled[first]
	}
	return r
}

// Marked is the recognition of a record that the user's own condition marks.
func (v *View) Marked() Recognised {
	r := v.Recognise()
	if !r.Known() {
		r.dialect = &v.set.generic
	}
	return r
}

func (n *nativeFlags) note(kind nativeKind, value pcommon.Value) {
	switch kind {
	case streamLimit, streamCap:
		n.limit, n.stream = true, true
	case streamFact:
		n.stream = true
	case ownFact:
		n.own = true
	case ownClaim:
		n.claim = true
	case ownVersion:
		n.version = true
	case spanType:
		n.tool = n.tool || value.Type() == pcommon.ValueTypeStr && strings.EqualFold(value.Str(), "tool")
	}
}

// ViaParent reports a record that is a second view of the call that its parent
// span reports, if that is one.
func (r Recognised) ViaParent() bool { return r.dialect.ViaParent }
