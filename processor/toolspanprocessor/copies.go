package toolspanprocessor

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on the texts that are looked for elsewhere in their record, so that a hostile one
// costs no more than its length.
const (
	maxCopies = 32
	maxLeaves = 1024
	// Shorter texts, and short ones of a single word, stand elsewhere by chance.
	minCopy, minWordCopy = 16, 64
	// Of a long text its start is looked for.
	maxCopy = 1 << 10
)

// copied is a text that was cut, in case that it stands elsewhere too.
type copied struct {
	text, escaped string // the second as it stands in JSON, empty where that is the same
	kinds         dialect.Contents
}

// copy has a text looked for elsewhere, and those in it where it is JSON.
func (k *cutter) copy(s string, kinds dialect.Contents, depth int) {
	if k.leaves++; k.leaves > maxLeaves {
		return
	}
	trimmed := strings.TrimSpace(s)
	if len(k.copies) < maxCopies && len(trimmed) >= minCopy && (len(trimmed) >= minWordCopy || strings.ContainsAny(trimmed, " \t\r\n")) {
		c := copied{text: text.Head(trimmed, maxCopy), kinds: kinds}
		if e := escaped(c.text); e != c.text {
			c.escaped = e
		}
		k.copies = append(k.copies, c)
	}
	if depth == 0 || trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return
	}
	gjson.Parse(trimmed).ForEach(func(_, member gjson.Result) bool {
		switch {
		case member.Type == gjson.String:
			k.copy(member.Str, kinds, depth-1)
		case member.IsObject() || member.IsArray():
			k.copy(member.Raw, kinds, depth-1)
		}
		return k.leaves <= maxLeaves
	})
}

// escaped is a text as it stands in JSON.
func escaped(s string) string {
	quoted := gjson.AppendJSONString(nil, s)
	return string(quoted[1 : len(quoted)-1])
}

func (k *cutter) copiesInMap(m pcommon.Map, depth int) {
	m.RemoveIf(func(key string, v pcommon.Value) bool {
		return !isIdentity(key) && k.copiesIn(v, depth)
	})
}

// isIdentity reports the keys by which records are told apart, and those of verdicts.
func isIdentity(key string) bool {
	return strings.HasPrefix(key, toolcall.VerdictPrefix) || strings.HasSuffix(key, ".id") || strings.HasSuffix(key, "_id") ||
		strings.HasSuffix(key, "Id")
}

// copiesIn cuts a value that holds a text which was cut, and reports whether it is to be
// removed.
func (k *cutter) copiesIn(v pcommon.Value, depth int) (remove bool) {
	switch {
	case v.Type() == pcommon.ValueTypeMap && depth > 0:
		k.copiesInMap(v.Map(), depth-1)
	case v.Type() == pcommon.ValueTypeSlice && depth > 0:
		v.Slice().RemoveIf(func(item pcommon.Value) bool { return k.copiesIn(item, depth-1) })
	case v.Type() == pcommon.ValueTypeBool, v.Type() == pcommon.ValueTypeInt, v.Type() == pcommon.ValueTypeDouble:
	default:
		s := plainText(v)
		for i := range k.copies {
			if c := &k.copies[i]; strings.Contains(s, c.text) || c.escaped != "" && strings.Contains(s, c.escaped) {
				return k.text(v, c.kinds, "")
			}
		}
	}
	return false
}

// copiesInName cuts the name of a span or an event, which some producers make of a command.
func (k *cutter) copiesInName(name string) string {
	v := pcommon.NewValueStr(name)
	if k.copiesIn(v, 0) {
		return ""
	}
	return v.Str()
}
