package markers

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// maxCustom bounds the user's rules, which are tried on every line.
const maxCustom = 64

// Scanner finds markers. It does not change after New and may be used by any
// number of goroutines.
type Scanner struct {
	off    ruleSet
	custom []customRule
	// ownZero: a rule of the user's own has the scope zero.
	ownZero bool
	// order lists every rule, built-in ones by index and custom ones after
	// them, in the order in which Scan reports.
	order []uint16
	rank  []uint16 // where a rule stands in order
}

type customRule struct {
	marker Marker
	re     *regexp.Regexp
}

var nameShape = regexp.MustCompile(`^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$`)

// New builds a scanner from the built-in rules without those listed in
// disable (as "scope:rule", or "rule" for every scope of that name), and the
// user's own rules.
func New(custom []Custom, disable []string) (*Scanner, error) {
	s := &Scanner{}
	for _, name := range disable {
		if err := s.disable(name); err != nil {
			return nil, err
		}
	}
	if len(custom) > maxCustom {
		return nil, fmt.Errorf("%d custom markers given, at most %d are allowed", len(custom), maxCustom)
	}
	seen := map[string]bool{}
	for _, c := range custom {
		r, err := newCustom(c, seen)
		if err != nil {
			return nil, err
		}
		s.custom = append(s.custom, r)
		s.ownZero = s.ownZero || c.Scope == Zero
	}
	s.sortOrder()
	return s, nil
}

func (s *Scanner) disable(name string) error {
	hit := false
	for i, m := range compiles {
		if name == m.Rule || name == m.String() {
			s.off.add(i)
			hit = true
		}
	}
	if !hit {
		return fmt.Errorf("unknown marker %q to disable; allowed are a rule or scope:rule of: %s",
			name, strings.Join(Names(), ", "))
	}
	return nil
}

func newCustom(c Custom, seen map[string]bool) (customRule, error) {
	if !nameShape.MatchString(c.Name) {
		return customRule{}, fmt.Errorf("bad name %q of a custom marker: allowed are lower-case words joined by _, such as my_check", c.Name)
	}
	if c.Scope >= scopeCount {
		return customRule{}, fmt.Errorf("bad scope of custom marker %q: allowed are %s", c.Name, scopeList())
	}
	m := Marker{c.Scope, c.Name}
	if _, ok := ruleIDs[m.String()]; ok {
		return customRule{}, fmt.Errorf("custom marker %q has the name of a built-in one: choose another", m.String())
	}
	if seen[m.String()] {
		return customRule{}, fmt.Errorf("custom marker %q is given twice: a scope and name may be used once", m.String())
	}
	seen[m.String()] = true
	re, err := regexp.Compile(c.Pattern)
	if err != nil {
		return customRule{}, fmt.Errorf("bad pattern of custom marker %q: allowed is RE2 syntax: %w", c.Name, err)
	}
	if re.MatchString("") {
		return customRule{}, fmt.Errorf("bad pattern %q of custom marker %q: it matches an empty line; allowed is a pattern that needs text", c.Pattern, c.Name)
	}
	return customRule{m, re}, nil
}

func (s *Scanner) marker(id int) Marker {
	if id < len(compiles) {
		return compiles[id]
	}
	return s.custom[id-len(compiles)].marker
}

func (s *Scanner) sortOrder() {
	n := len(compiles) + len(s.custom)
	s.order = make([]uint16, n)
	for i := range s.order {
		s.order[i] = uint16(i)
	}
	sort.Slice(s.order, func(a, b int) bool {
		x, y := s.marker(int(s.order[a])), s.marker(int(s.order[b]))
		if x.Scope != y.Scope {
			return x.Scope < y.Scope
		}
		return x.Rule < y.Rule
	})
	s.rank = make([]uint16, n)
	for i, id := range s.order {
		s.rank[id] = uint16(i)
	}
}
