package harness

import "strings"

// entry is one form of a rule, ready to be tried.
type entry struct {
	rule    *rule
	pattern *pattern // nil for a rule with a phrase
	lead    string   // the literal with which the pattern begins
	key     uint64   // its first eight bytes, as far as it has them
	mask    uint64   // covers them
	digit   bool     // a digit must follow it
	pivot   int      // the byte of lead that ordinary text holds least often
}

// index finds the few rules that a line can match by the line's first byte, so that ordinary text costs almost nothing.
type index struct {
	head, tail, tag [256][]entry
	body            [256]*[256][]entry // by the first two bytes, because every line of a text asks
	phrases         []*rule
	inline, suffix  []entry
	ends            [256]bool // last bytes of suffix forms
}

func newIndex(rules []rule) *index {
	x := new(index)
	for i := range rules {
		r := &rules[i]
		if r.phrase != noPhrase {
			x.phrases = append(x.phrases, r)
		}
		r.patterns = make([]pattern, len(r.forms))
		for j, form := range r.forms {
			r.patterns[j] = compile(form)
			x.add(newEntry(r, &r.patterns[j]))
		}
	}
	return x
}

func newEntry(r *rule, p *pattern) entry {
	lead := p.parts[0].text
	digit := len(p.parts) > 1 && p.parts[1].kind == slotNumber
	e := entry{rule: r, pattern: p, lead: lead, digit: digit, pivot: pivot(lead), mask: ^uint64(0)}
	if len(lead) < 8 {
		e.mask = 1<<(8*len(lead)) - 1
	}
	e.key = eight(lead+"\x00\x00\x00\x00\x00\x00\x00\x00") & e.mask
	return e
}

// eight are the first eight bytes of s as a number; a comparison of numbers sorts out most lines.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// starts reports cheaply whether s can match.
func (e *entry) starts(s string) bool {
	return strings.HasPrefix(s, e.lead) && (!e.digit || len(s) > len(e.lead) && s[len(e.lead)] >= '0' && s[len(e.lead)] <= '9')
}

func (x *index) add(e entry) {
	first := e.pattern.source[0]
	for i, list := range []*[256][]entry{&x.head, &x.tail, &x.tag} {
		if e.rule.at&(1<<i) != 0 {
			list[first] = append(list[first], e)
		}
	}
	if e.rule.at&ownLine != 0 {
		if len(e.lead) < 2 {
			panic("harness: a marker must begin with two literal bytes: " + e.pattern.source)
		}
		if x.body[first] == nil {
			x.body[first] = new([256][]entry)
		}
		x.body[first][e.lead[1]] = append(x.body[first][e.lead[1]], e)
	}
	if e.rule.at&inLine != 0 {
		x.inline = append(x.inline, e)
	}
	if e.rule.at&atSuffix != 0 {
		x.suffix = append(x.suffix, e)
		x.ends[e.pattern.source[len(e.pattern.source)-1]] = true
	}
}

// pivot picks the byte by which to search for a literal: the last one of a character beyond ASCII, else a capital.
func pivot(lead string) int {
	for i := len(lead) - 1; i >= 0; i-- {
		if lead[i] >= 0x80 {
			return i
		}
	}
	for i := range len(lead) {
		if lead[i] >= 'A' && lead[i] <= 'Z' {
			return i
		}
	}
	return 0
}
