package passage

import (
	"strings"

	"github.com/tidwall/gjson"
)

// core takes away what programs put around a result: a label, a tag, a fence, an
// object that holds nothing else.
func core(s string) string {
	for range 4 {
		s = strings.TrimSpace(s)
		inner := ""
		switch {
		case s == "":
			return s
		case s[0] == '<':
			inner = inTag(s)
		case strings.HasPrefix(s, "```"):
			inner = inFence(s)
		case s[0] == '{':
			inner = onlyText(s, maxBlocks)
		case s[0] == '[':
			inner = onlyBlock(s, maxBlocks)
		case s[0] == '"' && gjson.Valid(s):
			inner = gjson.Parse(s).String()
		default:
			inner = behindLabel(s)
		}
		if inner == s {
			return s
		}
		s = inner
	}
	return s
}

func inTag(s string) string {
	end := strings.IndexByte(s[:min(len(s), 100)], '>')
	if end < 0 {
		return s
	}
	name, _, _ := strings.Cut(s[1:end], " ")
	closing := "</" + name + ">"
	if name == "" || !strings.HasSuffix(s, closing) || len(s) < end+1+len(closing) {
		return s
	}
	return s[end+1 : len(s)-len(closing)]
}

func inFence(s string) string {
	first, rest, ok := strings.Cut(s, "\n")
	if !ok || strings.Contains(first[3:], "`") || !strings.HasSuffix(rest, "```") {
		return s
	}
	return strings.TrimSuffix(rest, "```")
}

func behindLabel(s string) string {
	for _, w := range [...]string{"Observation", "Result", "Output", "Tool result", "Tool output", "Tool response", "Response"} {
		if len(s) > len(w) && s[len(w)] == ':' && strings.EqualFold(s[:len(w)], w) {
			return s[len(w)+1:]
		}
	}
	return s
}

// maxBlocks bounds how deep such objects stand in each other.
const maxBlocks = 3

// onlyText finds the text of an object that has one, and besides it nothing but
// flags and numbers.
func onlyText(s string, depth int) string {
	if depth == 0 || !gjson.Valid(s) {
		return s
	}
	text, texts, others := "", 0, 0
	gjson.Parse(s).ForEach(func(key, v gjson.Result) bool {
		switch {
		case v.Type == gjson.String && v.Str != "" && wraps(key.Str):
			text = v.Str
			texts++
		case v.IsArray() && wraps(key.Str):
			if text = onlyBlock(v.Raw, depth-1); text == v.Raw {
				others++
			}
			texts++
		case v.IsObject() && (wraps(key.Str) || key.Str == "json"):
			text = v.Raw
			texts++
		case v.Type == gjson.JSON, v.Type == gjson.String && v.Str != "" && key.Str != "type" && key.Str != "status":
			others++
		}
		return texts+others < 2
	})
	if texts != 1 || others > 0 {
		return s
	}
	return text
}

// onlyBlock finds the text of a list of one block.
func onlyBlock(s string, depth int) string {
	one := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	if len(one) < 2 || one[0] != '{' {
		return s
	}
	text := onlyText(one, depth)
	if text == one {
		return s
	}
	return text
}

func wraps(key string) bool {
	switch key {
	case "output", "result", "content", "data", "text", "stdout", "response", "value":
		return true
	}
	return false
}

// maxLeaves bounds how many strings of an object are looked at.
const maxLeaves = 64

// leaf reports whether some string in JSON holds the result.
func (r *Result) leaf(v gjson.Result, depth int, left *int, holds func(string) bool) bool {
	if depth == 0 || *left <= 0 {
		return false
	}
	found := false
	switch {
	case v.Type == gjson.String:
		*left--
		return v.Str != "" && holds(v.Str)
	case v.IsObject(), v.IsArray():
		v.ForEach(func(_, item gjson.Result) bool {
			found = r.leaf(item, depth-1, left, holds)
			return !found && *left > 0
		})
	}
	return found
}

// edited reports a text in which something stands for what was left out of it.
func edited(s string) bool {
	for _, mark := range [...]string{"…", "...", "***"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	lower := strings.ToLower(s)
	if hasAny(lower, leftOut[:]) {
		return true
	}
	return len(s) <= maxPlaceholder && hasAny(lower, insteadOf[:])
}

// maxPlaceholder is how long a text may be that stands for all of a result.
const maxPlaceholder = 240

var (
	leftOut = [...]string{
		"truncated", "omitted", "elided", "redacted", "cleared", "removed", "pruned", "compacted", "saved to", "too large", "too long",
		"not shown", "summar", "masked", "clipped", "skipped", "snipped", "shortened", "abbreviated", "collapsed", "more lines", "more chars",
		"more bytes", " lines (", "written to", "to expand",
	}
	insteadOf = [...]string{
		"image", "binary", "base64", "sha256:", "artifact", "attach", "same result", "same as", "duplicate", "placeholder", "no output",
		"without output", "not available", "unavailable", "interrupted", "no content", "blob", "stored as", "reference", "audio", "screenshot",
	}
)

func hasAny(s string, list []string) bool {
	for _, w := range list {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
