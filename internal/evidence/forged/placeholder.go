package forged

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// The parts of a placeholder.
const (
	placeholderStart  = `{"tool_span":"forged text removed","length":`
	placeholderMiddle = `,"sha256":"`
	placeholderEnd    = `"}`
)

// Placeholder is what stands for a result that was taken out: its length in bytes and its digest. It is an object of JSON, so
// that every form of a result may hold it, and the text is as forged as it was. Of a placeholder it is the same again.
func Placeholder(body string) string {
	if isPlaceholder(body) {
		return body
	}
	sum := sha256.Sum256([]byte(body))
	return placeholderStart + strconv.Itoa(len(body)) + placeholderMiddle + hex.EncodeToString(sum[:]) + placeholderEnd
}

func isPlaceholder(s string) bool {
	s, begins := strings.CutPrefix(s, placeholderStart)
	s, closes := strings.CutSuffix(s, placeholderEnd)
	length, digest, ok := strings.Cut(s, placeholderMiddle)
	if !begins || !closes || !ok || len(digest) != hex.EncodedLen(sha256.Size) {
		return false
	}
	n, err := strconv.Atoi(length)
	_, odd := hex.DecodeString(digest)
	return err == nil && n >= 0 && odd == nil
}
