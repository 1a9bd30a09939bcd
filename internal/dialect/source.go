package dialect

import (
	"errors"
	"strings"
)

// Source is a place in a record where a fact may stand.
type Source struct {
	// Event is the name of the span event whose attribute it is; "" for one of the
	// record itself.
	Event string
	// Body: it is the body of a log record.
	Body bool
	// Key is the attribute, or the member of a body that is a map.
	Key string
	// Path leads into the value, where that is a map or a string of JSON.
	Path []string
}

// bodySource stands for the body of a log record.
const bodySource = "$body"

var errSource = errors.New("must be an attribute key, event[name].key for an attribute of a span event, or $body, each with #path.to.member where it leads into JSON")

// ParseSource reads the notation for places:
//
//	acme.output                     an attribute, or a member of a body that is a map
//	acme.result#metadata.exit       a member inside an attribute that holds a map or JSON
//	event[tool.output].output       an attribute of a span event
//	$body, $body#result             the body of a log record, or a member of the JSON in it
func ParseSource(s string) (Source, error) {
	var src Source
	place, path, hasPath := strings.Cut(s, "#")
	switch {
	case strings.HasPrefix(place, "event["):
		event, key, ok := strings.Cut(place[len("event["):], "].")
		if !ok || event == "" {
			return src, errSource
		}
		src.Event, src.Key = event, key
	case place == bodySource:
		src.Body = true
	default:
		src.Key = place
	}
	if src.Key == "" && !src.Body || strings.TrimSpace(s) != s || hasPath && path == "" {
		return src, errSource
	}
	if hasPath {
		src.Path = strings.Split(path, ".")
	}
	for _, step := range src.Path {
		if step == "" {
			return src, errSource
		}
	}
	return src, nil
}

// plain reports an attribute of the record itself.
func (s *Source) plain() bool { return s.Event == "" && !s.Body && s.Path == nil }

// base is the same place without the way into its value.
func (s *Source) base() string {
	switch {
	case s.Event != "":
		return "event[" + s.Event + "]." + s.Key
	case s.Body:
		return bodySource
	default:
		return s.Key
	}
}
