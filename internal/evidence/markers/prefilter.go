package markers

import (
	"regexp/syntax"
	"strings"
)

// prefilter refuses most lines before an expression sees them, since trying an
// expression costs far more than looking for a literal. It is derived from the
// expression itself and so cannot disagree with it.
type prefilter struct {
	first [256]bool // bytes a match can begin with; only for anchored expressions
	any   []string  // literals of which a match holds at least one; empty: unknown
}

// maxLiterals bounds the list that is worth searching for.
const maxLiterals = 24

func newPrefilter(expr string) prefilter {
	var p prefilter
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic("markers: " + err.Error())
	}
	re = re.Simplify()
	if firstBytes(re, &p.first) || !anchored(re) {
		for i := range p.first {
			p.first[i] = true
		}
	}
	if lits := required(re); len(lits) <= maxLiterals {
		p.any = lits
	}
	return p
}

func (p *prefilter) allows(text string) bool {
	if !p.first[text[0]] {
		return false
	}
	for _, lit := range p.any {
		if strings.Contains(text, lit) {
			return true
		}
	}
	return len(p.any) == 0
}

// anchored tells whether every match begins at the start of the text.
func anchored(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return true
	case syntax.OpCapture:
		return anchored(re.Sub[0])
	case syntax.OpConcat:
		return len(re.Sub) > 0 && anchored(re.Sub[0])
	case syntax.OpAlternate:
		for _, s := range re.Sub {
			if !anchored(s) {
				return false
			}
		}
		return true
	}
	return false
}

// firstBytes adds the bytes a match can begin with and tells whether the
// match can be empty.
func firstBytes(re *syntax.Regexp, set *[256]bool) bool {
	switch re.Op {
	case syntax.OpLiteral:
		addRune(set, re.Rune[0], re.Flags&syntax.FoldCase != 0)
		return false
	case syntax.OpCharClass:
		for i := 0; i+1 < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= re.Rune[i+1] && r < 0x80; r++ {
				set[r] = true
			}
			if re.Rune[i+1] >= 0x80 {
				addHigh(set)
			}
		}
		return false
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		for i := range set {
			set[i] = true
		}
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return firstBytes(re.Sub[0], set)
	case syntax.OpStar, syntax.OpQuest:
		firstBytes(re.Sub[0], set)
		return true
	case syntax.OpRepeat:
		return firstBytes(re.Sub[0], set) || re.Min == 0
	case syntax.OpConcat:
		for _, s := range re.Sub {
			if !firstBytes(s, set) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		empty := false
		for _, s := range re.Sub {
			empty = firstBytes(s, set) || empty
		}
		return empty
	}
	return true // anchors and boundaries take no text
}

func addRune(set *[256]bool, r rune, fold bool) {
	if r >= 0x80 {
		addHigh(set)
		return
	}
	set[r] = true
	if fold {
		set[strings.ToUpper(string(r))[0]] = true
		set[strings.ToLower(string(r))[0]] = true
	}
}

func addHigh(set *[256]bool) {
	for i := 0x80; i < 256; i++ {
		set[i] = true
	}
}

// required returns literals of which every match holds at least one.
func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, s := range re.Sub {
			if lits := required(s); shortest(lits) > shortest(best) {
				best = lits
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, s := range re.Sub {
			lits := required(s)
			if lits == nil {
				return nil
			}
			all = append(all, lits...)
		}
		return all
	}
	return nil
}

// shortest measures how telling a list of literals is.
func shortest(lits []string) int {
	n := 0
	for i, l := range lits {
		if i == 0 || len(l) < n {
			n = len(l)
		}
	}
	return n
}
