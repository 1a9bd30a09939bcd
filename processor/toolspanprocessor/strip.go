package toolspanprocessor

import (
	"slices"
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

// cutMembers removes members from strings of JSON, from the back, so that the
// offsets of those before stay right.
func cutMembers(members []dialect.JSONMember) {
	for _, m := range slices.Backward(members) {
		s := m.Place.Str()
		start, end := m.Start, m.End
		if after := strings.TrimLeft(s[end:], " \t\r\n"); strings.HasPrefix(after, ",") {
			end = len(s) - len(after) + 1
		} else if before := strings.TrimRight(s[:start], " \t\r\n"); strings.HasSuffix(before, ",") {
			start = len(before) - 1
		}
		m.Place.SetStr(s[:start] + s[end:])
	}
}
