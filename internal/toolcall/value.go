package toolcall

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// State tells a fact that is not stated from one that is stated badly.
type State uint8

// The states of a fact.
const (
	Absent State = iota
	Stated
	Invalid
)

// Int is an integer as a producer stated it.
type Int struct {
	V     int64
	State State
}

// Bool is a boolean as a producer stated it.
type Bool struct {
	V     bool
	State State
}

// IsTrue reports a boolean that is stated and true.
func (b Bool) IsTrue() bool { return b.State == Stated && b.V }

// Digest is a SHA-256 digest as a producer stated it.
type Digest struct {
	Sum   [32]byte
	State State
}

// maxExactInt is the largest magnitude up to which a double holds every integer.
const maxExactInt = 1 << 53

// emptyWord reports the words by which producers say that they have no value.
func emptyWord(s string) bool {
	if len(s) > len("<nil>") || !maybeEmpty(s) {
		return false
	}
	switch strings.ToLower(s) {
	case "", "null", "none", "nil", "<nil>", "nan":
		return true
	default:
		return false
	}
}

// IsEmptyText reports a text that states nothing.
func IsEmptyText(s string) bool { return emptyWord(strings.TrimSpace(s)) }

// IsEmpty reports a value that states nothing.
func IsEmpty(v pcommon.Value) bool {
	switch v.Type() {
	case pcommon.ValueTypeEmpty:
		return true
	case pcommon.ValueTypeStr:
		return IsEmptyText(v.Str())
	case pcommon.ValueTypeBytes:
		return v.Bytes().Len() == 0
	default:
		return false
	}
}

// maybeEmpty rules out, by its first byte, almost every string that says something.
func maybeEmpty(s string) bool {
	if s == "" {
		return true
	}
	c := s[0]
	return c <= ' ' || c >= 0x80 || c == '<' || c|0x20 == 'n'
}

// maxScalar bounds how much of a string is looked at for a number, a boolean or
// a word; nothing longer can be one.
const maxScalar = 128

func bounded(s string) string {
	if len(s) > maxScalar {
		return s[:maxScalar]
	}
	return s
}

// scalarText trims a string that is to be a scalar. One that is too long to be
// any is reported as such, never cut: its first half may say something else.
func scalarText(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, len(s) <= maxScalar
}

// ParseInt reads an integer: a number, a double without a fraction, or a string
// of either.
func ParseInt(v pcommon.Value) Int {
	switch v.Type() {
	case pcommon.ValueTypeInt:
		return Int{V: v.Int(), State: Stated}
	case pcommon.ValueTypeDouble:
		return intOfFloat(v.Double())
	case pcommon.ValueTypeStr:
		return intOfText(v.Str())
	default:
		if IsEmpty(v) {
			return Int{}
		}
		return Int{State: Invalid}
	}
}

// intOfText reads digits, and the notations of a whole number as floating point.
// A negative exponent is refused, for it would turn what is not 0 into 0.
func intOfText(s string) Int {
	s, ok := scalarText(s)
	if ok && emptyWord(s) {
		return Int{}
	}
	if n, err := strconv.ParseInt(s, 10, 64); ok && err == nil {
		return Int{V: n, State: Stated}
	}
	if !ok || strings.Trim(s, "0123456789.+-eE") != "" || strings.Contains(strings.ToLower(s), "e-") {
		return Int{State: Invalid}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return Int{State: Invalid}
	}
	return intOfFloat(f)
}

func intOfFloat(f float64) Int {
	if f != math.Trunc(f) || math.Abs(f) > maxExactInt {
		return Int{State: Invalid}
	}
	return Int{V: int64(f), State: Stated}
}

// ParseNumber reads a number that is not negative, or a string of one; 0 is what
// it returns for everything else.
func ParseNumber(v pcommon.Value) float64 {
	if !ParseDuration(v) {
		return 0
	}
	switch v.Type() {
	case pcommon.ValueTypeInt:
		return float64(v.Int())
	case pcommon.ValueTypeDouble:
		return v.Double()
	default:
		s, _ := scalarText(v.Str())
		f, _ := strconv.ParseFloat(s, 64)
		return f
	}
}

// ParseDuration reports whether a value is a duration in milliseconds: a number
// that is not negative, or a string of one.
func ParseDuration(v pcommon.Value) bool {
	var ms float64
	switch v.Type() {
	case pcommon.ValueTypeInt:
		ms = float64(v.Int())
	case pcommon.ValueTypeDouble:
		ms = v.Double()
	case pcommon.ValueTypeStr:
		s, ok := scalarText(v.Str())
		f, err := strconv.ParseFloat(s, 64)
		if !ok || err != nil {
			return false
		}
		ms = f
	default:
		return false
	}
	return ms >= 0 && !math.IsInf(ms, 1)
}

// ParseBool reads a boolean, 0 or 1, or a string of either.
func ParseBool(v pcommon.Value) Bool {
	switch v.Type() {
	case pcommon.ValueTypeBool:
		return Bool{V: v.Bool(), State: Stated}
	case pcommon.ValueTypeInt:
		return boolOfNumber(float64(v.Int()))
	case pcommon.ValueTypeDouble:
		return boolOfNumber(v.Double())
	case pcommon.ValueTypeStr:
		return boolOfWord(v.Str())
	default:
		if IsEmpty(v) {
			return Bool{}
		}
		return Bool{State: Invalid}
	}
}

func boolOfNumber(n float64) Bool {
	if n != 0 && n != 1 {
		return Bool{State: Invalid}
	}
	return Bool{V: n == 1, State: Stated}
}

func boolOfWord(s string) Bool {
	s, ok := scalarText(s)
	switch {
	case !ok:
		return Bool{State: Invalid}
	case emptyWord(s):
		return Bool{}
	}
	switch strings.ToLower(s) {
	case "true", "1", "yes":
		return Bool{V: true, State: Stated}
	case "false", "0", "no":
		return Bool{State: Stated}
	default:
		return Bool{State: Invalid}
	}
}

// ParseDigest reads 64 hexadecimal digits, with or without "sha256:" before them.
func ParseDigest(v pcommon.Value) Digest {
	if IsEmpty(v) {
		return Digest{}
	}
	if v.Type() != pcommon.ValueTypeStr {
		return Digest{State: Invalid}
	}
	s, ok := scalarText(v.Str())
	if !ok {
		return Digest{State: Invalid}
	}
	const prefix = "sha256:"
	if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		s = s[len(prefix):]
	}
	d := Digest{State: Stated}
	if len(s) != hex.EncodedLen(len(d.Sum)) {
		return Digest{State: Invalid}
	}
	var src [64]byte
	copy(src[:], s)
	if _, err := hex.Decode(d.Sum[:], src[:]); err != nil {
		return Digest{State: Invalid}
	}
	return d
}

// ParseEnum reads a word of a closed set, in lower case; nothing long is one.
func ParseEnum(v pcommon.Value) string { return strings.ToLower(bounded(ParseWord(v))) }

// ParseWord reads a short string; a value of another type is turned into text
// where that is cheap and bounded, else it is no word.
func ParseWord(v pcommon.Value) string {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		if s := strings.TrimSpace(v.Str()); !emptyWord(s) {
			return s
		}
		return ""
	case pcommon.ValueTypeInt, pcommon.ValueTypeDouble, pcommon.ValueTypeBool:
		return v.AsString()
	default:
		return ""
	}
}

// ParseID reads a call or conversation ID. The placeholders that frameworks
// write when they have none are no IDs.
func ParseID(v pcommon.Value) string {
	id := ParseWord(v)
	if len(id) > len("<not specified>") {
		return id
	}
	switch strings.ToLower(id) {
	case "unknown", "<not specified>", "undefined", "n/a", "-", "<redacted>", "[redacted]":
		return ""
	default:
		return id
	}
}
