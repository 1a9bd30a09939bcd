package payload

import (
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// ReadValue reads a result of any type. A map or a list is read as the JSON that
// it would be, without being turned into it.
func (p *Payload) ReadValue(v pcommon.Value, limit int) {
	p.Reset()
	p.limit = limit
	switch v.Type() {
	case pcommon.ValueTypeStr:
		p.Read(v.Str(), limit)
	case pcommon.ValueTypeMap:
		n := 0
		for key, member := range v.Map().All() {
			if n++; n > maxMembers {
				p.Partial = true
				return
			}
			p.memberValue(key, member)
		}
	case pcommon.ValueTypeSlice:
		p.blockValues(v.Slice())
	}
}

func (p *Payload) memberValue(key string, v pcommon.Value) {
	if key == "content" && v.Type() == pcommon.ValueTypeSlice {
		p.blockValues(v.Slice())
		return
	}
	p.member(key, scalar(v))
}

func (p *Payload) blockValues(blocks pcommon.Slice) {
	p.Wrapped = true
	for i := 0; i < blocks.Len() && i < maxBlocks; i++ {
		switch block := blocks.At(i); block.Type() {
		case pcommon.ValueTypeMap:
			if text, ok := block.Map().Get("text"); ok {
				p.piece(scalar(text))
			}
		case pcommon.ValueTypeStr:
			p.inner(scalar(block))
		}
	}
	p.plainBlocks()
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
