// Package canonical reduces what a tool was called with to a digest, so that two
// calls can be told to ask for the same thing without either being kept.
//
// Two digests are equal where every reader of the arguments would read the same:
// the order of members, white space and the way in which a string or a number is
// written do not matter. Whatever may hide a difference yields no digest at all,
// since a call that is wrongly taken for a repetition clears a failure, while one
// that is not recognised is merely missed.
package canonical

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Digest stands for the arguments of a call. It is the same in every process, and
// its zero value stands for none.
//
// It is the first half of a SHA-256, over a form in which no two values are
// written alike. Arguments are what a model wrote, at worst with words that
// somebody put before it, and a hash whose collisions can be computed would let a
// harmless call clear a failed one. A keyed hash such as SipHash prevents that
// only while its key is secret, which one that outlives the process and is the
// same in all of them hardly is. SHA-256 costs some 200 ns for usual arguments.
type Digest [16]byte

// Limits on arguments. What exceeds one has no digest.
const (
	// DefaultLimit is the size up to which arguments are read, in bytes.
	DefaultLimit = 64 << 10
	maxLimit     = 1 << 30
	maxDepth     = 64
	// maxEncodings is how often JSON may be encoded as a string in JSON.
	maxEncodings = 3
)

// Form says how arguments are read. It is safe for concurrent use.
type Form struct {
	limit   int
	ignored names
}

// NewForm returns a form in which members with the given names, at any depth and
// whatever the case of their letters, are no part of the arguments. A limit that
// is not positive is the default one.
func NewForm(limit int, ignored ...string) *Form {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Form{limit: min(limit, maxLimit), ignored: namesOf(ignored)}
}

// Of returns the digest of arguments, given as a map, as JSON or as text. It
// reports false for those that say nothing, and for those that may say more than
// can be read: JSON that breaks off or is none, values that were cut or redacted,
// too large or too deep ones. What is known to be cut by other means must not be
// asked about.
//
// Strings and members count by their decoded value and numbers by their exact
// decimal one, so 1, 1.0 and 1e0 are the same, but no integer is rounded. A double
// counts as the shortest number that is read as it, and has no digest beyond 2^53,
// where it may stand for several. Bytes are the base64 text that JSON has for
// them. A string that holds JSON is that JSON, when it is the whole of the
// arguments; inside them it is a text, in which white space may matter. Of a key
// that stands twice both members count, in their order, since readers differ in
// which they take.
func (f *Form) Of(v pcommon.Value) (Digest, bool) {
	if v.Type() == pcommon.ValueTypeStr {
		return f.OfText(v.Str())
	}
	e := f.begin('v')
	defer e.done()
	return e.digest(e.attribute(v, 0))
}

// OfText is Of for arguments that are a string.
func (f *Form) OfText(s string) (Digest, bool) {
	if len(s) > f.limit {
		return Digest{}, false
	}
	e := f.begin('v')
	defer e.done()
	e.buf = slices.Grow(e.buf, len(s))
	return e.digest(e.arguments(s))
}

// Sizes up to which working memory is kept for the next call.
const (
	keptBytes   = 8 << 10
	keptMembers = 256
)

var encoders = sync.Pool{New: func() any { return &encoder{} }}

// begin returns working memory for a digest of the given sort, which ends with done.
func (f *Form) begin(sort byte) *encoder {
	e := encoders.Get().(*encoder)
	e.form, e.buf = f, append(e.buf, sort)
	return e
}

func (e *encoder) done() {
	e.reset(0)
	e.form, e.in = nil, ""
	if cap(e.buf) <= keptBytes && cap(e.members) <= keptMembers {
		encoders.Put(e)
	}
}

func (e *encoder) digest(ok bool) (d Digest, _ bool) {
	if !ok || !e.said || e.hidden {
		return d, false
	}
	sum := sha256.Sum256(e.buf)
	copy(d[:], sum[:])
	return d, true
}

// arguments reads JSON, encoded again perhaps, or text.
func (e *encoder) arguments(s string) bool {
	for range maxEncodings {
		s = strings.TrimSpace(strings.TrimPrefix(s, "\ufeff"))
		if s == "" {
			return false
		}
		start := len(e.buf)
		if !e.json(s) {
			e.reset(start)
			return !mayBeJSON(s) && e.plain(s)
		}
		if s[0] != '"' {
			return true
		}
		s = string(e.buf[start+header:])
		e.reset(start)
	}
	return e.plain(s)
}

func (e *encoder) plain(s string) bool {
	e.text(s)
	e.said = !toolcall.IsEmptyText(s)
	return true
}

// mayBeJSON tells JSON that breaks off or is broken from text that merely begins
// like it, such as a dict as Python prints it. Text that opens a bracket has to
// close it, or it may have been cut as well.
func mayBeJSON(s string) bool {
	rest := strings.TrimLeft(s[1:], " \t\r\n")
	next := byte(0)
	if rest != "" {
		next = rest[0]
	}
	switch s[0] {
	case '{':
		return next == 0 || next == '"' || next == '}' || s[len(s)-1] != '}'
	case '[':
		return next == 0 || strings.IndexByte(`"{[]-0123456789tfn`, next) >= 0 || s[len(s)-1] != ']'
	case '"':
		e := encoder{in: s}
		return !e.quoted() || e.at == len(s)
	default:
		return false
	}
}
