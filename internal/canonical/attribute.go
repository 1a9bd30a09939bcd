package canonical

import (
	"encoding/base64"
	"math"
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// maxExact is the largest magnitude up to which no two integers are the same double.
const maxExact = 1 << 53

// attribute writes a value as the JSON of it would be.
func (e *encoder) attribute(v pcommon.Value, depth int) bool {
	if depth > maxDepth || len(e.buf) > e.form.limit {
		return false
	}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		s := v.Str()
		if len(e.buf)+len(s) > e.form.limit {
			return false
		}
		e.text(s)
	case pcommon.ValueTypeMap:
		return e.attributes(v.Map(), depth)
	case pcommon.ValueTypeSlice:
		return e.list(v.Slice(), depth)
	case pcommon.ValueTypeInt:
		var space [20]byte
		return e.number(string(strconv.AppendInt(space[:0], v.Int(), 10)))
	case pcommon.ValueTypeDouble:
		return e.double(v.Double())
	case pcommon.ValueTypeBool:
		if v.Bool() {
			e.word('t')
		} else {
			e.word('f')
		}
	case pcommon.ValueTypeBytes:
		if len(e.buf)+base64.StdEncoding.EncodedLen(v.Bytes().Len()) > e.form.limit {
			return false
		}
		at := e.openStr()
		e.buf = base64.StdEncoding.AppendEncode(e.buf, v.Bytes().AsRaw())
		e.closeStr(at)
		e.saw(at)
	case pcommon.ValueTypeEmpty:
		e.word('z')
	}
	return true
}

func (e *encoder) attributes(m pcommon.Map, depth int) bool {
	from := len(e.members)
	e.buf = append(e.buf, '{')
	for name, value := range m.All() {
		if len(e.buf)+len(name) > e.form.limit {
			return false
		}
		own, before := member{at: len(e.buf)}, e.content
		e.str(name)
		own.value = len(e.buf)
		if !e.attribute(value, depth+1) {
			return false
		}
		e.end(own, before)
	}
	e.closeObject(from)
	return true
}

func (e *encoder) list(s pcommon.Slice, depth int) bool {
	e.buf = append(e.buf, '[')
	for i := range s.Len() {
		if !e.attribute(s.At(i), depth+1) {
			return false
		}
	}
	e.buf = append(e.buf, ']')
	return true
}

func (e *encoder) double(f float64) bool {
	if !(math.Abs(f) <= maxExact) {
		return false
	}
	var space [32]byte
	return e.number(string(strconv.AppendFloat(space[:0], f, 'e', -1, 64)))
}
