package dialect

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on what is taken from one record, so that a hostile one costs no more
// than a large honest one.
const (
	maxHits       = 512
	maxJSON       = 1 << 20 // of a string of JSON; its pieces of text are cut further
	maxGroupDepth = 4
	maxGroupSize  = 1024
)

// View is the working memory for reading records, one after the other. It is
// not safe for concurrent use.
type View struct {
	set       *Set
	hits      []hit
	originals []original
	// HasVerdict: the record bears something in the namespace of verdicts.
	HasVerdict bool
	action     bool
	approval   bool
	// overflow: there was more than is read, so what was read is not all.
	// crowded: there was more than is read of the facts of the contract.
	overflow, crowded bool
	// verdicts are the places of verdicts inside strings of JSON.
	verdicts []JSONMember
	// later are groups whose key means something only on a recognised record.
	later []original

	Call    toolcall.Call
	reading harness.Reading
	payload payload.Payload
	best    [toolcall.NumFields]int16 // by Field: the hit that was chosen, plus one
}

// hit is one known key of the record.
type hit struct {
	id     toolcall.KeyID
	inJSON bool
	value  pcommon.Value
	key    string
	// place is where the fact stands when it is a member of a JSON string.
	place    pcommon.Value
	off, len int
}

// original is what an earlier run of this processor says stood at a key.
type original struct {
	key   string
	value pcommon.Value
}

// NewView returns working memory for the set.
func (s *Set) NewView() *View { return &View{set: s} }

// Reset forgets the record.
func (v *View) Reset() {
	v.hits, v.originals = v.hits[:0], v.originals[:0]
	v.verdicts, v.later = v.verdicts[:0], v.later[:0]
	v.HasVerdict, v.action, v.approval, v.overflow, v.crowded = false, false, false, false, false
}

// Scan makes the one pass over the attributes of a record. It may be called for
// several maps of one record, such as the attributes and the body of a log record.
func (v *View) Scan(attrs pcommon.Map) {
	table := v.set.table
	for key, value := range attrs.All() {
		if id := table.Find(key); id != 0 {
			v.found(id, key, value)
			continue
		}
		if len(key) > len(toolcall.Prefix) && key[:len(toolcall.Prefix)] == toolcall.Prefix {
			v.foundOwn(key, value)
		}
	}
}

func (v *View) found(id toolcall.KeyID, key string, value pcommon.Value) {
	switch {
	case !v.set.group[id]:
		v.add(hit{id: id, key: key, value: value})
	case strings.HasPrefix(key, namespace):
		v.expand(key, value, maxGroupDepth)
	case len(v.later) < maxGroupDepth:
		v.later = append(v.later, original{key: key, value: value})
	}
}

// namespace is that of the contract, also as one attribute of its own.
const namespace = "tool_span"

func (v *View) add(h hit) {
	if len(v.hits) >= maxHits {
		v.overflow = true
		return
	}
	v.hits = append(v.hits, h)
}

// expandLater reads the groups that were left aside while nothing else said that
// the record is a tool call.
func (v *View) expandLater() {
	for _, g := range v.later {
		v.expand(g.key, g.value, maxGroupDepth)
	}
	v.later = v.later[:0]
}

// foundOwn handles the parts of the contract's namespace that are no facts of
// a call by themselves.
func (v *View) foundOwn(key string, value pcommon.Value) {
	switch rest := key[len(toolcall.Prefix):]; {
	case IsVerdictKey(key):
		v.HasVerdict = true
	case strings.HasPrefix(key, toolcall.OriginalPrefix):
		v.foundOriginal(key[len(toolcall.OriginalPrefix):], value)
	case rest == "action" || strings.HasPrefix(rest, "action."):
		v.action = true
	case rest == "approval" || strings.HasPrefix(rest, "approval."):
		v.approval = true
	}
}

// foundOriginal keeps what stood at the places that this processor demotes.
func (v *View) foundOriginal(key string, value pcommon.Value) {
	id := v.set.table.Find(key)
	if (id != 0 && v.set.claim[id] || strings.HasPrefix(key, toolcall.StatusKey)) && len(v.originals) < maxHits {
		v.originals = append(v.originals, original{key: key, value: value})
	}
}

// IsVerdictKey reports whether the key lies in the namespace of verdicts.
func IsVerdictKey(key string) bool {
	const n = len(toolcall.VerdictKey)
	return len(key) >= n && key[:n] == toolcall.VerdictKey && (len(key) == n || key[n] == '.')
}

// expand reads the members of a map-valued fact, or of a JSON string of one, as
// if they were attributes of their own.
func (v *View) expand(prefix string, value pcommon.Value, depth int) {
	switch value.Type() {
	case pcommon.ValueTypeMap:
		n := 0
		for name, member := range value.Map().All() {
			if n++; n > maxGroupSize {
				v.overflow, v.crowded = true, true
				return
			}
			v.member(prefix+"."+name, member, depth)
		}
	case pcommon.ValueTypeStr:
		if s := value.Str(); strings.HasPrefix(strings.TrimLeft(s, " \t\r\n"), "{") {
			if len(s) > maxJSON {
				v.overflow, v.crowded = true, true
				return
			}
			v.expandJSON(prefix, value, s, 0, depth)
		}
	}
}

func (v *View) member(key string, value pcommon.Value, depth int) {
	id := v.set.table.Find(key)
	switch {
	case id == 0:
		if strings.HasPrefix(key, toolcall.Prefix) {
			v.foundOwn(key, value)
		}
	case v.set.group[id] && depth > 0:
		v.expand(key, value, depth-1)
	case !v.set.group[id]:
		v.add(hit{id: id, key: key, value: value})
	}
}

// JSONMember is a member of an object inside a string of JSON.
type JSONMember struct {
	Place      pcommon.Value
	Start, End int // of the member, from its key to the end of its value
}

// Verdicts lists the verdicts that hide inside strings of JSON.
func (v *View) Verdicts() []JSONMember { return v.verdicts }

// expandJSON reads the object s, which stands at offset base of the string in place.
func (v *View) expandJSON(prefix string, place pcommon.Value, s string, base, depth int) {
	n := 0
	gjson.Parse(s).ForEach(func(name, member gjson.Result) bool {
		if n++; n > maxGroupSize || len(v.hits) >= maxHits {
			v.overflow, v.crowded = true, true
			return false
		}
		key := name.Str
		if prefix != "" {
			key = prefix + "." + key
		}
		if member.Index > 0 {
			v.jsonMember(key, place, name, member, base, depth)
		}
		return true
	})
}

func (v *View) jsonMember(key string, place pcommon.Value, name, member gjson.Result, base, depth int) {
	id := v.set.table.Find(key)
	switch {
	case id == 0 && IsVerdictKey(key):
		v.HasVerdict = true
		v.verdicts = append(v.verdicts, JSONMember{Place: place, Start: base + name.Index, End: base + member.Index + len(member.Raw)})
	case id == 0 && strings.HasPrefix(key, toolcall.Prefix):
		v.foundOwn(key, pcommon.NewValueEmpty())
	case id == 0:
	case !v.set.group[id]:
		v.add(hit{
			id: id, key: key, value: valueOfJSON(member), inJSON: true, place: place,
			off: base + member.Index, len: len(member.Raw),
		})
	case member.IsObject() && depth > 0:
		v.expandJSON(key, place, member.Raw, base+member.Index, depth-1)
	case member.Type == gjson.String && strings.HasSuffix(key, "termination"):
		// Facts in JSON that was encoded twice are read; claims in it could not
		// be demoted in place, so they are not.
		v.expand(key, pcommon.NewValueStr(member.Str), 0)
	}
}

// ScanJSON reads a whole record that arrives as one string of JSON.
func (v *View) ScanJSON(body pcommon.Value) {
	if s := body.Str(); len(s) <= maxJSON {
		v.expandJSON("", body, s, 0, maxGroupDepth)
	} else {
		v.overflow, v.crowded = true, true
	}
}

func valueOfJSON(r gjson.Result) pcommon.Value {
	switch r.Type {
	case gjson.True, gjson.False:
		return pcommon.NewValueBool(r.Bool())
	case gjson.Number:
		if n := r.Int(); float64(n) == r.Num {
			return pcommon.NewValueInt(n)
		}
		return pcommon.NewValueDouble(r.Num)
	case gjson.String:
		return pcommon.NewValueStr(r.Str)
	case gjson.JSON:
		return jsonContainer(r)
	default:
		return pcommon.NewValueEmpty()
	}
}

// jsonContainer keeps a list of words as a list, since a command line may be
// one, and everything else as its text.
func jsonContainer(r gjson.Result) pcommon.Value {
	if !r.IsArray() {
		return pcommon.NewValueStr(r.Raw)
	}
	v := pcommon.NewValueSlice()
	n := 0
	r.ForEach(func(_, item gjson.Result) bool {
		v.Slice().AppendEmpty().SetStr(item.String())
		n++
		return n < maxGroupSize
	})
	return v
}

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
