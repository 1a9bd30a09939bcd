package markers

import (
	"math/bits"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Few of the expressions that a key calls for can match a given line: most
// differ from it in the first bytes. So those are compared before anything is
// searched for, for many expressions at once.

// depth is how many bytes of a line are compared.
const depth = 8

// beginning tells, for each place at the start of a match, which bytes can
// stand there.
type beginning [depth]byteSet

type byteSet [4]uint64

func (s *byteSet) addRange(lo, hi rune) {
	for c := lo; c <= hi; c++ {
		s[c>>6] |= 1 << (c & 63)
	}
}

var anyByte = byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (s *byteSet) has(c int) bool { return s[c>>6]&(1<<(c&63)) != 0 }

// paths is what is known of the ways through an expression.
type paths struct {
	prog *syntax.Prog
	// at tells which instructions can be reached at a place. The places behind
	// depth only save asking whether they are.
	at [depth + 4][]bool
	// seen are those that have been followed at the place being looked at.
	seen  []bool
	start beginning
}

// beginningOf follows all ways through an expression that is tied to the start
// of the text. What it does not know in detail, it allows.
func beginningOf(re *syntax.Regexp) *beginning {
	prog, err := syntax.Compile(re)
	if err != nil {
		panic("markers: " + err.Error())
	}
	p := paths{prog: prog, seen: make([]bool, len(prog.Inst))}
	for k := range p.at {
		p.at[k] = make([]bool, len(prog.Inst))
	}
	p.at[0][prog.Start] = true
	for k := range depth {
		clear(p.seen)
		for pc, reached := range p.at[k] {
			if reached {
				p.follow(k, uint32(pc))
			}
		}
	}
	return &p.start
}

// follow adds what the instruction at pc allows at the place k, and where it
// leads to.
func (p *paths) follow(k int, pc uint32) {
	if p.seen[pc] {
		return
	}
	p.seen[pc] = true
	inst := &p.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstFail:
	case syntax.InstMatch:
		for ; k < depth; k++ {
			p.start[k] = anyByte
		}
	case syntax.InstAlt, syntax.InstAltMatch:
		p.follow(k, inst.Out)
		p.follow(k, inst.Arg)
	case syntax.InstEmptyWidth:
		// Behind the end of the text there is no byte to compare.
		if syntax.EmptyOp(inst.Arg)&syntax.EmptyEndText == 0 {
			p.follow(k, inst.Out)
		}
	case syntax.InstCapture, syntax.InstNop:
		p.follow(k, inst.Out)
	case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		p.consume(k, 0, utf8.MaxRune, inst.Out)
	default:
		p.runes(k, inst)
	}
}

func (p *paths) runes(k int, inst *syntax.Inst) {
	if len(inst.Rune) == 1 {
		r := inst.Rune[0]
		p.consume(k, r, r, inst.Out)
		if syntax.Flags(inst.Arg)&syntax.FoldCase != 0 {
			for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
				p.consume(k, other, other, inst.Out)
			}
		}
		return
	}
	for i := 0; i+1 < len(inst.Rune); i += 2 {
		p.consume(k, inst.Rune[i], inst.Rune[i+1], inst.Out)
	}
}

// consume takes a character at the place k. One outside of ASCII has up to four
// bytes, and only one where it stands for a byte that is no text.
func (p *paths) consume(k int, lo, hi rune, out uint32) {
	p.start[k].addRange(lo, min(hi, utf8.RuneSelf-1))
	p.at[k+1][out] = true
	if hi < utf8.RuneSelf {
		return
	}
	for i := range utf8.UTFMax {
		p.start[min(k+i, depth-1)].addRange(utf8.RuneSelf, 0xff)
		p.at[k+i+1][out] = true
	}
}

// exprSet is a set of expressions by number.
type exprSet [5]uint64

func (s *exprSet) has(i int) bool { return s[i>>6]&(1<<(i&63)) != 0 }

func (s *exprSet) empty() bool { return *s == exprSet{} }

const maxExprs = 64 * len(exprSet{})

// exprTable holds the expressions of all rules, in the order of the rules.
type exprTable struct {
	list  []expr
	ofKey [maxKeys]keyExprs
	free  exprSet // those that can match whatever keys there are
	// fit tells, for 64 expressions each, which of them allow a byte at a place.
	fit [len(exprSet{})][depth][256]uint64
}

// keyExprs are the expressions a key has to do with.
type keyExprs struct {
	calls   exprSet // those to try on the lines of the key
	enables exprSet // those that can match only where this key, or another that enables them, is in the line
}

func (t *exprTable) add(e expr, keys []string) {
	id := len(t.list)
	if id >= maxExprs {
		panic("markers: too many expressions: enlarge exprSet")
	}
	t.list = append(t.list, e)
	w, bit := id/64, uint64(1)<<(id%64)
	for _, k := range keys {
		t.ofKey[keyID(k)].calls[w] |= bit
	}
	marks := landmarks(e.pre.any, keys)
	for _, k := range marks {
		t.ofKey[keyID(k)].enables[w] |= bit
	}
	if len(marks) == 0 {
		t.free[w] |= bit
	}
	for k := range depth {
		bytes := anyByte
		if e.pre.start != nil {
			bytes = e.pre.start[k]
		}
		// One digit is as good as another, see dullLines.
		for c := '0'; c <= '9'; c++ {
			if bytes.has(int(c)) {
				bytes.addRange('0', '9')
			}
		}
		for c := range t.fit[w][k] {
			if bytes.has(c) {
				t.fit[w][k][c] |= bit
			}
		}
	}
}

// landmarks returns keys of which a line holds at least one if it holds at
// least one of the literals: those that begin a word inside each of them. It
// returns nothing where there is a literal without.
func landmarks(literals, keys []string) []string {
	var marks []string
	for _, lit := range literals {
		i := slices.IndexFunc(keys, func(k string) bool { return beginsWordIn(lit, k) })
		if i < 0 {
			return nil
		}
		marks = append(marks, keys[i])
	}
	return marks
}

// beginsWordIn tells whether the trigger finds the key wherever the literal
// stands. The first word of a literal may be the end of a longer one.
func beginsWordIn(lit, key string) bool {
	if len(key) < keyMinLen || strings.HasSuffix(key, "$") || kinds[key[0]] != kindLetter {
		return false
	}
	for i := 1; i < len(lit); i++ {
		if kinds[lit[i-1]] == kindOther && hasFold(lit[i:], key) {
			return true
		}
	}
	return false
}

// about returns the expressions that the keys call for. With anyKey, other keys
// may be in the line.
func (t *exprTable) about(keys *keySet, anyKey bool) exprSet {
	var calls exprSet
	enabled := t.free
	for w, word := range keys {
		for ; word != 0; word &= word - 1 {
			k := &t.ofKey[w<<6+bits.TrailingZeros64(word)]
			for i := range calls {
				calls[i] |= k.calls[i]
				enabled[i] |= k.enables[i]
			}
		}
	}
	if !anyKey {
		for i := range calls {
			calls[i] &= enabled[i]
		}
	}
	return calls
}

// thatFit returns those of the expressions whose beginning the text may be.
func (t *exprTable) thatFit(set exprSet, text string) exprSet {
	head := text[:min(len(text), depth)]
	for w := range set {
		m := set[w]
		for k := 0; k < len(head) && m != 0; k++ {
			m &= t.fit[w][k][head[k]]
		}
		set[w] = m
	}
	return set
}

// match tries the expressions of a key that are left in set, and takes them out.
// It returns the rule of the first that matches.
func (t *exprTable) match(key int, set *exprSet, text string) int {
	for w, m := range &t.ofKey[key].calls {
		m &= set[w]
		set[w] &^= m
		for ; m != 0; m &= m - 1 {
			if e := &t.list[w<<6+bits.TrailingZeros64(m)]; e.matches(text) {
				return e.rule
			}
		}
	}
	return none
}
