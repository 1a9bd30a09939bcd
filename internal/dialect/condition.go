package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Condition describes records; everything that it names has to hold.
type Condition struct {
	// Signal limits it to spans or to log records.
	Signal Signal
	// Scope, Service and Name are the instrumentation scope, service.name of the
	// resource, and the name of the span.
	Scope, Service, Name Pattern
	// Event is the name of a log event, as its own field or as the attribute event.name.
	Event Pattern
	// Body is the body of a log record, where that is a text.
	Body Pattern
	// Attrs are attributes that the record has.
	Attrs []Attr
	// Without are attributes that it has not.
	Without []string
}

// Attr is an attribute with a value that fits; an empty pattern fits whatever is
// stated.
type Attr struct {
	Key string
	Is  Pattern
}

// Pattern is a list of alternatives separated by "|". A "*" at the end or the
// start of one stands for anything. The empty pattern fits everything.
type Pattern string

// eventName is the attribute in which log events bear their name where the field
// for it is not used.
const eventName = "event.name"

// matcher is a compiled pattern.
type matcher struct {
	exact, prefixes, suffixes []string
}

func (p Pattern) compile() matcher {
	var m matcher
	if p == "" {
		return m
	}
	for _, s := range strings.Split(string(p), "|") {
		switch {
		case strings.HasSuffix(s, "*"):
			m.prefixes = append(m.prefixes, s[:len(s)-1])
		case strings.HasPrefix(s, "*"):
			m.suffixes = append(m.suffixes, s[1:])
		default:
			m.exact = append(m.exact, s)
		}
	}
	return m
}

func (m *matcher) any() bool { return m.exact == nil && m.prefixes == nil && m.suffixes == nil }

func (m *matcher) fits(s string) bool {
	for _, e := range m.exact {
		if len(e) == len(s) && strings.EqualFold(e, s) {
			return true
		}
	}
	for _, p := range m.prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	for _, p := range m.suffixes {
		if strings.HasSuffix(s, p) {
			return true
		}
	}
	return m.any()
}

// rule is a compiled condition of a dialect, and what it is for.
type rule struct {
	dialect int
	use     use
	signal  Signal

	scope, service, name, body matcher
	attrs                      []attrRule
	without                    []toolcall.KeyID
}

type attrRule struct {
	id toolcall.KeyID
	is matcher
}

// use is what a condition is for.
type use uint8

const (
	isCall use = iota
	isPart
	isNone
)

// keys lists the attributes that the condition asks for.
func (c *Condition) keys() []string {
	var keys []string
	if c.Event != "" {
		keys = append(keys, eventName)
	}
	for _, a := range c.Attrs {
		keys = append(keys, a.Key)
	}
	return append(keys, c.Without...)
}

// first is what the value of the first attribute that the condition asks for has to be.
func (c *Condition) first() Pattern {
	if c.Event != "" || len(c.Attrs) == 0 {
		return c.Event
	}
	return c.Attrs[0].Is
}

func (s *Set) compileCondition(c *Condition, dialect int, u use) rule {
	r := rule{
		dialect: dialect, use: u, signal: c.Signal,
		scope: c.Scope.compile(), service: c.Service.compile(), name: c.Name.compile(), body: c.Body.compile(),
	}
	if c.Event != "" {
		r.attrs = append(r.attrs, attrRule{id: s.table.Find(eventName), is: c.Event.compile()})
	}
	for _, a := range c.Attrs {
		r.attrs = append(r.attrs, attrRule{id: s.table.Find(a.Key), is: a.Is.compile()})
	}
	for _, key := range c.Without {
		r.without = append(r.without, s.table.Find(key))
	}
	return r
}

// Origin is what a record says about itself outside its attributes.
type Origin struct {
	Log bool
	// Name of the span, or of the event.
	Name string
	// Body of a log record, where that is a text.
	Body string
}

// holds reports whether the record at hand, of a scope that fits, meets the rule.
func (v *View) holds(r *rule, o *Origin) bool {
	if r.signal == Spans && o.Log || r.signal == Logs && !o.Log {
		return false
	}
	if !r.scope.fits(v.scope) || !r.service.fits(v.service) || !r.name.fits(o.Name) || !r.body.fits(o.Body) {
		return false
	}
	for i := range r.attrs {
		if !v.has(&r.attrs[i]) {
			return false
		}
	}
	for _, id := range r.without {
		if v.hitOf(id) != nil {
			return false
		}
	}
	return true
}

func (v *View) has(a *attrRule) bool {
	for i := range v.hits {
		if h := &v.hits[i]; h.id == a.id && a.is.fitsValue(h.value) {
			return true
		}
	}
	return false
}

// fitsValue is fits for the value of an attribute; the empty pattern asks for any
// that is stated.
func (m *matcher) fitsValue(value pcommon.Value) bool {
	switch {
	case m.any():
		return !toolcall.IsEmpty(value)
	case value.Type() == pcommon.ValueTypeStr:
		return m.fits(value.Str())
	default:
		return m.fits(toolcall.ParseWord(value))
	}
}

func (v *View) hitOf(id toolcall.KeyID) *hit {
	for i := range v.hits {
		if v.hits[i].id == id {
			return &v.hits[i]
		}
	}
	return nil
}
