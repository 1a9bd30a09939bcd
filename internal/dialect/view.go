package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on what is taken from one record, so that a hostile one costs no more
// than a large honest one.
const (
	maxHits       = 512
	maxJSON       = 16 << 20 // of a string of JSON; its pieces of text are cut further
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
	// maps are those that were scanned.
	maps []pcommon.Map
	// operations are the maps that have the ID of an operation. named: such an ID stands
	// there, or in JSON.
	operations []pcommon.Map
	named      bool
	// overflow: there was more than is read, so what was read is not all.
	// crowded: there was more than is read of the facts of the contract.
	overflow, crowded bool
	// spoken: some attribute may hold what a model wrote.
	spoken bool
	// verdicts are the places of verdicts inside strings of JSON.
	verdicts []JSONMember
	// cuts say how this processor cut texts of the record, by kind, at an earlier tier.
	// hashed are the kinds of texts that are not to be read, since a digest or a part of
	// one stands in its place.
	cuts   [NumContents]cut
	hashed Contents
	// doubted: such a tier did not believe a good ending because of them.
	doubted bool
	// later are groups whose key means something only on a recognised record.
	later []original

	// Call is the one that Read fills.
	Call    *toolcall.Call
	reading harness.Reading
	payload payload.Payload
	best    [toolcall.NumFields]int16 // by Field: the hit that was chosen, plus one

	// scope and service are those of the records at hand; scoped are the rules that
	// these alone make worth asking.
	scope, service string
	// The facts from fromResult to toResult were read from the result.
	fromResult, toResult int
	inResult             bool
	scoped               []int32
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
	// cut: the value comes from JSON that breaks off.
	cut bool
}

// original is what an earlier run of this processor says stood at a key.
type original struct {
	key   string
	value pcommon.Value
	// asserts is whether the value claims success, by the kind of claim, once asked.
	asserts [numAssertions]answer
}

// answer is what was found out, if anything.
type answer uint8

const (
	unasked answer = iota
	yes
	no
)

// NewView returns working memory for the set.
func (s *Set) NewView() *View { return &View{set: s, Call: &toolcall.Call{}} }

// Enter is called for each instrumentation scope before its records are read.
func (v *View) Enter(scope, service string) {
	if v.scope == scope && v.service == service {
		return
	}
	v.scope, v.service = scope, service
	v.scoped = v.scoped[:0]
	for _, at := range v.set.scoped {
		if r := &v.set.rules[at]; r.scope.fits(scope) && r.service.fits(service) {
			v.scoped = append(v.scoped, at)
		}
	}
}

// Reset forgets the record.
func (v *View) Reset() {
	v.hits, v.originals = v.hits[:0], v.originals[:0]
	v.verdicts, v.later = v.verdicts[:0], v.later[:0]
	v.HasVerdict, v.action, v.approval, v.overflow, v.crowded = false, false, false, false, false
	v.fromResult, v.toResult, v.spoken = 0, 0, false
	v.cuts, v.hashed, v.doubted = [NumContents]cut{}, 0, false
	v.operations, v.named = v.operations[:0], false
	v.maps = v.maps[:0]
}

// Scan makes the one pass over the attributes of a record. It may be called for
// several maps of one record, such as the attributes and the body of a log record.
func (v *View) Scan(attrs pcommon.Map) {
	v.maps = append(v.maps, attrs)
	table := v.set.table
	for key, value := range attrs.All() {
		if id := table.Find(key); id != 0 {
			v.found(id, key, value)
			if id == v.set.receipt[0] || id == v.set.receipt[1] {
				v.operations, v.named = append(v.operations, attrs), true
			}
			continue
		}
		if len(key) > len(toolcall.Prefix) && key[:len(toolcall.Prefix)] == toolcall.Prefix {
			v.foundOwn(key, value)
		}
	}
}

// ScanEventName takes the name of a log event from its own field, as if it stood
// in the attribute that older events use for it.
func (v *View) ScanEventName(name string) {
	t := &v.set.triggers[v.set.event]
	if name == "" || t.none(name) {
		return
	}
	for i := range t.list {
		if t.list[i].is.fits(name) {
			v.add(hit{id: v.set.event, key: eventName, value: pcommon.NewValueStr(name)})
			return
		}
	}
}

func (v *View) found(id toolcall.KeyID, key string, value pcommon.Value) {
	switch {
	case !v.set.group[id]:
		v.spoken = v.spoken || v.set.speaks[id]
		v.addAttr(id, key, value)
	case strings.HasPrefix(key, toolcall.Namespace):
		v.expand(key, value, maxGroupDepth)
	case len(v.later) < maxGroupDepth:
		v.later = append(v.later, original{key: key, value: value})
	}
}

func (v *View) add(h hit) {
	if len(v.hits) >= maxHits {
		v.overflow = true
		return
	}
	v.hits = append(v.hits, h)
}

// addAttr is add for what almost all hits are, without making one first.
func (v *View) addAttr(id toolcall.KeyID, key string, value pcommon.Value) {
	n := len(v.hits)
	if n == cap(v.hits) || n >= maxHits {
		v.add(hit{id: id, key: key, value: value})
		return
	}
	v.hits = v.hits[:n+1]
	h := &v.hits[n]
	// The rest is of a member of JSON, and looked at in one alone.
	h.id, h.key, h.value, h.inJSON, h.cut = id, key, value, false, false
}

// foundOwn handles the parts of the contract's namespace that are no facts of
// a call by themselves.
func (v *View) foundOwn(key string, value pcommon.Value) {
	switch rest := key[len(toolcall.Prefix):]; {
	case IsVerdictKey(key):
		v.HasVerdict = true
	case strings.HasPrefix(key, toolcall.OriginalPrefix):
		v.foundOriginal(key[len(toolcall.OriginalPrefix):], value)
	case strings.HasPrefix(rest, contentPrefix):
		v.foundCut(rest[len(contentPrefix):], value)
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
