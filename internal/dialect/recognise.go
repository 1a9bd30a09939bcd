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
	part    bool
}

// Known reports whether any dialect claims the record.
func (r Recognised) Known() bool { return r.dialect != nil }

// Part reports a record that tells about a call and is none itself.
func (r Recognised) Part() bool { return r.part }

// nativeFlags are the sorts of facts of the contract that a record has: one word, since what Recognise returns is
// returned for every record there is.
type nativeFlags uint8

const (
	hasLimit nativeFlags = 1 << iota
	hasStream
	hasOwn
	hasClaim
	isTool
	hasVersion
	hasAction

	// opts are those by which a record is recognised.
	opts = hasLimit | hasOwn | hasClaim | isTool | hasAction
)

func (n nativeFlags) has(some nativeFlags) bool { return n&some != 0 }

func (n *nativeFlags) set(flags nativeFlags, on bool) {
	if on {
		*n |= flags
	}
}

// Recognise finds the dialect of the scanned record: the first in the order of
// the set of which a condition holds.
func (v *View) Recognise(o Origin) Recognised {
	if len(v.hits) == 0 && !v.crowded && len(v.scoped) == 0 {
		return Recognised{}
	}
	var r Recognised
	r.native.set(hasOwn, v.crowded)
	first := candidate{dialect: len(v.set.compiled)}
	for _, at := range v.scoped {
		v.try(at, &o, &first)
	}
	for i := range v.hits {
		h := &v.hits[i]
		if t := &v.set.triggers[h.id]; t.list != nil {
			v.tryAll(t, h.value, &o, &first)
		}
		if kind := v.set.native[h.id]; kind != notNative && (kind == streamCap || !toolcall.IsEmpty(h.value)) {
			r.native.note(kind, h.value)
		}
	}
	r.native.set(hasAction, v.isReceipt())
	native := r.native.has(opts)
	if native {
		first.native(v.set.compiled)
	}
	if first.dialect < len(v.set.compiled) && (native || !v.skipped(first.dialect, &o)) {
		r.dialect, r.part = &v.set.compiled[first.dialect], first.part
	}
	return r
}

// candidate is the first dialect so far that recognises the record.
type candidate struct {
	dialect int
	part    bool
}

func (v *View) tryAll(t *triggers, value pcommon.Value, o *Origin, first *candidate) {
	if value.Type() == pcommon.ValueTypeStr && t.none(value.Str()) {
		return
	}
	for i := range t.list {
		if !t.list[i].is.fitsValue(value) {
			continue
		}
		for _, at := range t.list[i].rules {
			v.try(at, o, first)
		}
	}
}

func (v *View) try(at int32, o *Origin, first *candidate) {
	r := &v.set.rules[at]
	if r.dialect < first.dialect && v.holds(r, o) {
		*first = candidate{dialect: r.dialect, part: r.use == isPart}
	}
}

// native takes the dialect of the contract, the first without conditions, for a
// record that states its facts, unless one before it knows the producer.
func (c *candidate) native(list []compiled) {
	for i := 0; i < c.dialect && i < len(list); i++ {
		if len(list[i].When) == 0 {
			*c = candidate{dialect: i}
		}
	}
}

// skipped reports a record that only looks like a call.
func (v *View) skipped(dialect int, o *Origin) bool {
	if len(v.set.compiled[dialect].Skip) == 0 {
		return false
	}
	for i := range v.set.rules {
		if r := &v.set.rules[i]; r.dialect == dialect && r.use == isNone && v.holds(r, o) {
			return true
		}
	}
	return false
}

// As is the recognition of a record that the condition of the user's dialect at
// that place marks.
func (v *View) As(user int, o Origin) Recognised {
	r := v.Recognise(o)
	r.dialect, r.part = &v.set.users[user], false
	return r
}

// AsMessage is the recognition of what stands among the messages for a model.
func (v *View) AsMessage() Recognised { return Recognised{dialect: &v.set.messages} }

// Marked is the recognition of a record that the user's own condition marks.
func (v *View) Marked(o Origin) Recognised {
	r := v.Recognise(o)
	if !r.Known() {
		r.dialect = &v.set.generic
	}
	return r
}

func (n *nativeFlags) note(kind nativeKind, value pcommon.Value) {
	switch kind {
	case streamLimit, streamCap:
		*n |= hasLimit | hasStream
	case streamFact:
		*n |= hasStream
	case ownFact:
		*n |= hasOwn
	case ownClaim:
		*n |= hasClaim
	case ownVersion:
		*n |= hasVersion
	case ownAction:
		*n |= hasAction
	case spanType:
		n.set(isTool, value.Type() == pcommon.ValueTypeStr && strings.EqualFold(value.Str(), "tool"))
	}
}

// Counting says whether a record without a call ID counts a call.
type Counting uint8

// The ways of counting records without a call ID. A Secondary one counts only
// where no record of the dialect comes in its primary signal.
const (
	Either Counting = iota
	Primary
	Secondary
)

// Primary says how the record counts where it has no call ID.
func (r Recognised) Primary(log bool) Counting {
	switch r.dialect.Primary {
	case AnySignal:
		return Either
	case Spans:
		if log {
			return Secondary
		}
		return Primary
	default:
		if log {
			return Primary
		}
		return Secondary
	}
}

// ViaParent reports a record that is a second view of the call that its parent
// span reports, if that is one.
func (r Recognised) ViaParent() bool { return r.dialect.ViaParent }
