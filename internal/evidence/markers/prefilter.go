package markers

import (
	"regexp/syntax"
	"strings"
)

// prefilter refuses most lines before an expression sees them, since trying an
// expression costs far more than looking for a literal. It is derived from the
// expression itself and so cannot disagree with it.
type prefilter struct {
	start *beginning // nil: unknown
	any   []string   // literals of which a match holds at least one; empty: unknown
}

// maxLiterals bounds the list that is worth searching for.
const maxLiterals = 24

func newPrefilter(expr string) prefilter {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic("markers: " + err.Error())
	}
	re = re.Simplify()
	var p prefilter
	if anchored(re) {
		p.start = beginningOf(re)
	}
	if lits := required(re); len(lits) <= maxLiterals {
		p.any = lits
	}
	return p
}

func (p *prefilter) allows(text string) bool {
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
