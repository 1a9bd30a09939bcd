package markers

import (
	"strings"
	"unicode/utf8"
)

type tickKind uint8

const (
	tickNone  tickKind = iota
	tickCheck          // ✔ ✓ √: what test runners draw
	tickGreen          // ✅ and the like, which people also use as bullets
	tickCross
)

func leadingTick(s string) tickKind {
	r, _ := utf8.DecodeRuneInString(s)
	switch r {
	case '✔', '✓', '√':
		return tickCheck
	case '✅', '☑', '🟢', '🎉', '🚀', '✨':
		return tickGreen
	case '✗', '✘', '✕', '❌', '✖':
		return tickCross
	}
	return tickNone
}

// tick judges "✓ name" and "✗ name". A line with both is a legend.
func (v view) tick() int {
	kind := leadingTick(v.s)
	r, n := utf8.DecodeRuneInString(v.s)
	if kind == tickNone || r == '√' && len(v.toks) > 0 && v.toks[0].class&number != 0 {
		return none
	}
	rest := strings.TrimLeft(strings.TrimPrefix(v.s[n:], "\ufe0f"), " \t")
	if rest == "" || v.s[n:] == rest || v.s[n] == '\t' || strings.HasPrefix(rest, "=") {
		return none
	}
	both := strings.ContainsAny(rest, "✗✘✕❌✖") || kind == tickCross && strings.ContainsAny(rest, "✔✓√✅")
	switch {
	case both:
	case kind == tickCross:
		return idCross
	case kind == tickCheck:
		return idTick
	}
	return none
}
