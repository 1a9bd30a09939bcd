package toolcall

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// What stands for a text that may not leave: its digest and its length in bytes, as in
// `sha256:9f86…0a08;bytes=4`.
const (
	hashedStart = "sha256:"
	hashedBytes = ";bytes="
	hashedMin   = len(hashedStart) + 2*sha256.Size + len(hashedBytes) + 1
	hashedMax   = hashedMin + 18
)

// Hashed returns what stands for a text. One that stands for another already is left.
func Hashed(s string) string {
	if IsHashed(s) {
		return s
	}
	h := sha256.New()
	_, _ = h.Write([]byte(s)) // never fails
	out := make([]byte, 0, hashedMax)
	out = append(out, hashedStart...)
	out = hex.AppendEncode(out, h.Sum(nil))
	out = append(out, hashedBytes...)
	return string(strconv.AppendInt(out, int64(len(s)), 10))
}

// IsHashed reports a text that stands for another, so that nothing can be read of it.
func IsHashed(s string) bool {
	if len(s) < hashedMin || len(s) > hashedMax || s[:len(hashedStart)] != hashedStart {
		return false
	}
	digest, size := s[len(hashedStart):len(hashedStart)+2*sha256.Size], s[len(hashedStart)+2*sha256.Size:]
	return strings.Trim(digest, "0123456789abcdef") == "" && strings.HasPrefix(size, hashedBytes) &&
		strings.Trim(size[len(hashedBytes):], "0123456789") == ""
}

// IsHashedValue is IsHashed for a value of any type.
func IsHashedValue(v pcommon.Value) bool {
	return v.Type() == pcommon.ValueTypeStr && IsHashed(v.Str())
}
