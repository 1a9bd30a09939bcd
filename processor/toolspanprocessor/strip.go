package toolspanprocessor

import (
	"bytes"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// stripVerdict removes every verdict attribute that a record arrives with, and
// reports whether there was one. A verdict may also hide in a map-valued
// attribute that stands for the whole namespace.
func stripVerdict(attrs pcommon.Map) bool {
	before := attrs.Len()
	attrs.RemoveIf(func(key string, _ pcommon.Value) bool { return dialect.IsVerdictKey(key) })
	found := attrs.Len() != before
	for key, value := range attrs.All() {
		if key != toolcall.Namespace || value.Type() != pcommon.ValueTypeMap {
			continue
		}
		inside := value.Map().Len()
		value.Map().RemoveIf(func(name string, _ pcommon.Value) bool {
			return dialect.IsVerdictKey(toolcall.Prefix + name)
		})
		found = found || value.Map().Len() != inside
	}
	return found
}

// cutMembers removes members from strings of JSON. Those of one string stand
// together, in their order.
func cutMembers(members []dialect.JSONMember) {
	for len(members) > 0 {
		n := 1
		for n < len(members) && members[n].Place == members[0].Place {
			n++
		}
		members[0].Place.SetStr(without(members[0].Place.Str(), members[:n]))
		members = members[n:]
	}
}

// blank is the space that JSON may have between its parts.
const blank = " \t\r\n"

// without returns a text of JSON without some of its members, and without the
// comma that belonged to each.
func without(s string, members []dialect.JSONMember) string {
	out, at := make([]byte, 0, len(s)), 0
	for _, m := range members {
		if m.Start < at || m.End > len(s) {
			continue
		}
		out, at = append(out, s[at:m.Start]...), m.End
		if after := strings.TrimLeft(s[at:], blank); strings.HasPrefix(after, ",") {
			at = len(s) - len(after) + 1
		} else if before := bytes.TrimRight(out, blank); bytes.HasSuffix(before, []byte(",")) {
			out = before[:len(before)-1]
		}
	}
	return string(append(out, s[at:]...))
}
