package assertion

import (
	"strings"

	"github.com/tidwall/gjson"
)

// maxDepth bounds how deep an object is read.
const maxDepth = 3

// object finds the JSON that a text consists of, with a fence around it or
// without. Some are told to answer in that form.
func object(s string) (string, bool) {
	s = strings.Trim(s, " \t\r\n")
	if first, rest := cutLine(s); rest != "" && fence(first) != "" {
		f := first[:3]
		if lang := strings.Trim(first[len(f):], " \r"); lang != "json" && lang != "" || !strings.HasSuffix(rest, f) {
			return "", false
		}
		s = strings.Trim(rest[:len(rest)-len(f)], " \t\r\n")
	}
	if len(s) < 2 || s[0] != '{' || s[len(s)-1] != '}' || !gjson.Valid(s) {
		return "", false
	}
	return s, true
}

// members reads the members in which an answer says something. All others are
// what it works with: goals, queries, data.
func (r *reader) members(s string, depth int) {
	gjson.Parse(s).ForEach(func(key, v gjson.Result) bool {
		told := memberOf(key.Str)
		switch {
		case told == notTold:
		case v.IsObject() && depth > 1 && told != state:
			r.members(v.Raw, depth-1)
		case v.IsArray():
			v.ForEach(func(_, item gjson.Result) bool {
				r.member(key.Str, told, item)
				return true
			})
		default:
			r.member(key.Str, told, v)
		}
		return true
	})
}

func (r *reader) member(key string, told telling, v gjson.Result) {
	switch {
	case told == state && v.Type == gjson.False:
		r.out.Admits |= Work
	case v.Type != gjson.String:
	case told == state:
		// Such a word is a part of the form, and admits at most.
		var one reader
		one.read("Status: " + v.Str)
		r.out.Admits |= one.out.Admits
	case told == value:
		r.read(strings.ReplaceAll(key, "_", " ") + ": " + v.Str)
	default:
		r.read(v.Str)
	}
}

// telling says how a member is to be read.
type telling uint8

const (
	notTold telling = iota
	sentences
	value // of what its key names
	state
)

func memberOf(key string) telling {
	switch strings.ToLower(key) {
	case "summary", "message", "answer", "final_answer", "finalanswer", "response", "text", "report", "notes", "explanation", "conclusion":
		return sentences
	case "result", "results", "outcome", "tests", "test", "test_results", "testresults", "test_result", "build", "lint", "checks", "verification", "deploy", "deployment":
		return value
	case "status", "state", "success", "passed", "ok", "done", "completed", "complete", "verified", "confirmed":
		return state
	}
	return notTold
}
