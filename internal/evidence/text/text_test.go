package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestNoCharacterIsCut(t *testing.T) {
	s := strings.Repeat("通过€a", 10)
	for n := range len(s) + 2 {
		for _, got := range []string{Head(s, n), Tail(s, n)} {
			assert.True(t, utf8.ValidString(got))
			assert.LessOrEqual(t, len(got), n)
			assert.True(t, len(s) > n || got == s)
		}
	}
	assert.Equal(t, "\x80\x80", Tail("\x80\x80", 5), "what is no text is left alone")
}

func TestNoLineIsCut(t *testing.T) {
	s := "one\ntwo\nthree\n"
	assert.Equal(t, s, HeadLines(s, 100))
	assert.Equal(t, s, TailLines(s, 100))
	assert.Equal(t, "one\n", HeadLines(s, 6))
	assert.Equal(t, "three\n", TailLines(s, 9))
	assert.Empty(t, HeadLines("NOT OK", 3))
	assert.Empty(t, TailLines("NOT OK", 2))
}
