package consent

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// Lapsed reports the result of a question in a map or in JSON that says in a member of its own
// that the time for an answer ran out.
func Lapsed(result pcommon.Value) bool {
	lapsed, left := false, maxResult
	switch result.Type() {
	case pcommon.ValueTypeMap:
		for name, member := range result.Map().All() {
			if left--; left < 0 {
				break
			}
			switch member.Type() {
			case pcommon.ValueTypeBool, pcommon.ValueTypeStr:
				lapsed = lapsed || saysLapsed(name, member.AsString())
			}
		}
	case pcommon.ValueTypeStr:
		s := strings.TrimSpace(result.Str())
		if len(s) > maxNotices || !strings.HasPrefix(s, "{") || !gjson.Valid(s) {
			return false
		}
		gjson.Parse(s).ForEach(func(name, member gjson.Result) bool {
			lapsed = lapsed || saysLapsed(name.Str, member.String())
			left--
			return left > 0
		})
	}
	return lapsed
}

// maxResult bounds how many members of a result are looked at.
const maxResult = 32

func saysLapsed(name, value string) bool {
	if len(name) > maxWord || len(value) > maxWord {
		return false
	}
	value = letters(value)
	switch letters(name) {
	case "timedout", "timeout", "expired", "noresponse", "noanswer":
		return value == "true"
	case "status", "state", "outcome", "result", "action", "reason", "decidedby", "source":
		switch value {
		case "timeout", "timedout", "expired", "noresponse", "noanswer", "noreply", "unanswered":
			return true
		}
	}
	return false
}

// maxWord is longer than any of those words.
const maxWord = 32

// letters leaves the letters of a word, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}
