// Package contract is the judge: it says what a rule is, runs a set of them on
// one call, and forms the verdict. It neither reads telemetry nor writes it.
package contract

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Version is the version of the contract that verdicts follow.
const Version = "1"

// Severity of a finding.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
	Info
)

var severityNames = [...]string{"error", "warning", "info"}

// String returns the word used in configuration and as a label.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity reads a severity from configuration.
func ParseSeverity(word string) (Severity, bool) {
	i := slices.Index(severityNames[:], word)
	return Severity(max(i, 0)), i >= 0
}

// Rule is one thing that is checked of a call, with its documentation.
type Rule struct {
	// ID is the word under which the rule is found everywhere: its file, its
	// cases, its chapter, the findings, the label and the configuration.
	ID       string
	Group    string
	Severity Severity
	// Finds completes "This rule finds …".
	Finds string
	// Why says what goes wrong when it is ignored, Fix what a producer does about it.
	Why, Fix string
	// Says is the clause of the reason in a verdict; "" adds none. The subjects
	// that the check reports follow it.
	Says string
	// Gap: on a record that did not opt in this is a gap, no finding.
	Gap bool
	// Mild completes "An information where …", or another severity by MildAs, for a
	// rule that also reports what weighs less. A severity that the rule is given does
	// not make that weigh more.
	Mild   string
	MildAs Severity // Error, the zero value, stands for Info
	// Early: the check runs before level and outcome are decided, knows neither, and
	// may take the ground from a good ending (Distrust).
	Early bool
	// Check looks at the case and reports. It has no other effect.
	Check func(*Case)
}

// IDs is a set of rules, by their place in the registry.
type IDs uint64

// MaxRules is how many rules a registry may hold.
const MaxRules = 64

// Set is the rules in force, in the order of the registry.
type Set struct {
	all    []*Rule
	active []int
	// early and late are the active ones by when they run.
	early, late []int
	sev         []Severity
}

// NewSet takes the registry and what the user changed about it. All mistakes are
// reported together.
func NewSet(registry []*Rule, disable []string, severity map[string]string) (*Set, error) {
	s := &Set{all: registry, sev: make([]Severity, len(registry))}
	known := make([]string, len(registry))
	for i, r := range registry {
		s.sev[i], known[i] = r.Severity, r.ID
	}
	var errs []error
	unknown := func(key, id string) error {
		return fmt.Errorf("%s: unknown rule %q, the rules are %s", key, id, strings.Join(known, ", "))
	}
	for _, id := range disable {
		if !slices.Contains(known, id) {
			errs = append(errs, unknown("rules::disable", id))
		}
	}
	for id, word := range severity {
		i := slices.Index(known, id)
		sev, ok := ParseSeverity(word)
		switch {
		case i < 0:
			errs = append(errs, unknown("rules::severity", id))
		case !ok:
			errs = append(errs, fmt.Errorf("rules::severity::%s: %q is not one of %s", id, word, strings.Join(severityNames[:], ", ")))
		default:
			s.sev[i] = sev
		}
	}
	for i, id := range known {
		switch {
		case slices.Contains(disable, id):
			continue
		case registry[i].Early:
			s.early = append(s.early, i)
		default:
			s.late = append(s.late, i)
		}
		s.active = append(s.active, i)
	}
	return s, errors.Join(errs...)
}

// Find returns the place of an active rule, or -1.
func (s *Set) Find(id string) int {
	for _, i := range s.active {
		if s.all[i].ID == id {
			return i
		}
	}
	return -1
}

// Says is the clause of a rule for the reason.
func (s *Set) Says(i int) string { return s.all[i].Says }

// ID and Severity describe the rule at a place of the registry.
func (s *Set) ID(i int) string { return s.all[i].ID }

// Severity is the severity of a finding of the rule at a place of the registry.
func (s *Set) Severity(i int, mild bool) Severity {
	if mild {
		return max(s.all[i].MildSeverity(), s.sev[i])
	}
	return s.sev[i]
}

// MildSeverity is what the lesser findings of the rule weigh at most.
func (r *Rule) MildSeverity() Severity {
	if r.MildAs == Error {
		return Info
	}
	return r.MildAs
}

// Severities lists the severities that findings of the rule at a place of the
// registry can have.
func (s *Set) Severities(i int) []Severity {
	if mild := s.Severity(i, true); s.all[i].Mild != "" && mild != s.sev[i] {
		return []Severity{s.sev[i], mild}
	}
	return []Severity{s.sev[i]}
}

// Each calls f with the place of every rule in the set of IDs, in order.
func (s *Set) Each(ids IDs, f func(i int)) {
	for i := 0; ids != 0; i, ids = i+1, ids>>1 {
		if ids&1 != 0 {
			f(i)
		}
	}
}

// Has reports whether the rule at a place of the registry is in the set.
func (s IDs) Has(i int) bool { return s&(1<<i) != 0 }

// Len returns how many rules are in the set.
func (s IDs) Len() int { return bits.OnesCount64(uint64(s)) }

// Active lists the places of the rules in force.
func (s *Set) Active() []int { return s.active }
