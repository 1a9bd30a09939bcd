package dialect

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// expandLater reads the groups that were left aside while nothing else said that
// the record is a tool call.
func (v *View) expandLater() {
	for _, g := range v.later {
		v.expand(g.key, g.value, maxGroupDepth)
	}
	v.later = v.later[:0]
}

// ScanGroup reads the value of an attribute that stands for all facts below its key.
func (v *View) ScanGroup(key string, value pcommon.Value) { v.expand(key, value, maxGroupDepth) }

// expand reads the members of a map-valued fact, or of a JSON string of one, as
// if they were attributes of their own.
func (v *View) expand(prefix string, value pcommon.Value, depth int) {
	switch value.Type() {
	case pcommon.ValueTypeMap:
		n := 0
		for name, member := range value.Map().All() {
			if n++; n > maxGroupSize {
				v.overflow, v.crowded = true, true
				// No verdict may hide behind more than is read.
				v.HasVerdict = v.HasVerdict || prefix == toolcall.Namespace && IsVerdictKey(toolcall.Prefix+name)
				continue
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
		n++
		full := n > maxGroupSize || len(v.hits) >= maxHits
		if full {
			v.overflow, v.crowded = true, true
		}
		if member.Index == 0 || full && prefix != "" && prefix != toolcall.Namespace {
			return !full
		}
		key := name.Str
		if prefix != "" {
			key = prefix + "." + key
		}
		if !full || IsVerdictKey(key) || key == toolcall.Namespace { // no verdict may hide behind more than is read
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
		v.named = v.named || id == v.set.receipt[0] || id == v.set.receipt[1]
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
	if r.Type != gjson.String && r.Type != gjson.JSON && !gjson.Valid(r.Raw) {
		return pcommon.NewValueStr(r.Raw) // the parser takes a word by its first letter
	}
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
