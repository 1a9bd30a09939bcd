package payload

import (
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// ReadValue reads a result of any type. A map or a list is read as the JSON that
// it would be; a plain map without being turned into it.
func (p *Payload) ReadValue(v pcommon.Value, limit int) {
	p.Reset()
	p.limit, p.depth = limit, 0
	switch v.Type() {
	case pcommon.ValueTypeStr:
		p.Read(v.Str(), limit)
	case pcommon.ValueTypeMap:
		if nests(v.Map()) {
			p.Read(v.AsString(), limit)
			return
		}
		n := 0
		for key, member := range v.Map().All() {
			if n++; n > maxMembers {
				p.Partial = true
				return
			}
			p.member(key, scalar(member))
		}
		p.plainCode()
	case pcommon.ValueTypeSlice:
		p.Read(v.AsString(), limit)
	}
}

// nests reports a map that may be a wrapping, or holds content blocks.
func nests(m pcommon.Map) bool {
	for _, member := range m.All() {
		if t := member.Type(); t == pcommon.ValueTypeMap || t == pcommon.ValueTypeSlice || m.Len() <= 3 && t == pcommon.ValueTypeStr {
			return true
		}
	}
	return false
}

// scalar turns a value into the form in which JSON members are read.
func scalar(v pcommon.Value) gjson.Result {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return gjson.Result{Type: gjson.String, Str: v.Str()}
	case pcommon.ValueTypeBool:
		if v.Bool() {
			return gjson.Result{Type: gjson.True}
		}
		return gjson.Result{Type: gjson.False}
	case pcommon.ValueTypeInt:
		return gjson.Result{Type: gjson.Number, Num: float64(v.Int())}
	case pcommon.ValueTypeDouble:
		return gjson.Result{Type: gjson.Number, Num: v.Double()}
	default:
		return gjson.Result{Type: gjson.Null}
	}
}
