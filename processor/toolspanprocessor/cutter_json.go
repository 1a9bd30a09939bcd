package toolspanprocessor

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/dialect"
)

// object cuts what stands at the places in a string of JSON. One that cannot be read to
// its end is treated as what it may hold.
func (k *cutter) object(s, prefix string, depth int) string {
	s = strings.TrimSpace(s)
	if !json.Valid([]byte(s)) {
		return k.replaced(s, dialect.AllContents)
	}
	var b strings.Builder
	at, lost := 0, false
	gjson.Parse(s).ForEach(func(name, member gjson.Result) bool {
		repl, changed := k.member(prefix+name.Str, member, depth)
		if !changed {
			return true
		}
		if lost = member.Index < at || member.Index == 0; lost {
			return false
		}
		b.WriteString(s[at:member.Index])
		b.WriteString(repl)
		at = member.Index + len(member.Raw)
		return true
	})
	if lost {
		return k.replaced(s, dialect.AllContents)
	}
	b.WriteString(s[at:])
	return b.String()
}

// member returns what stands in the place of a member of JSON.
func (k *cutter) member(key string, member gjson.Result, depth int) (repl string, changed bool) {
	s := member.Raw
	if member.Type == gjson.String {
		s = member.Str
	}
	if kinds := k.places.Attr(key); kinds != 0 {
		if member.Type == gjson.Null || s == "" {
			return "", false
		}
		out := k.replaced(s, kinds)
		switch out {
		case s:
			return "", false
		case "":
			return "null", true
		default:
			return string(gjson.AppendJSONString(nil, out)), true
		}
	}
	if depth == 0 || !dialect.IsGroup(key) || !strings.HasPrefix(strings.TrimSpace(s), "{") {
		return "", false
	}
	out := k.object(s, key+".", depth-1)
	if member.Type == gjson.String {
		out = string(gjson.AppendJSONString(nil, out))
	}
	return out, true
}

// replaced is text for a string; it is empty where it is to be removed.
func (k *cutter) replaced(s string, kinds dialect.Contents) string {
	v := pcommon.NewValueStr(s)
	if k.text(v, kinds, "") {
		return ""
	}
	return v.Str()
}
