package markers

import "strings"

// Scope says how much of a run a marker speaks for.
type Scope uint8

// The scopes, strongest claim of success first.
const (
	// Run speaks for a whole run: a test summary, a finished build.
	Run Scope = iota
	// Unit speaks for one part of a run: a package, a file, a host.
	Unit
	// Step speaks for one test or one action.
	Step
	// Bare is a lone PASS, OK or DONE with little or nothing around it.
	Bare
	// Phrase is a sentence of success: "Migration completed".
	Phrase
	// Zero says that nothing ran or nothing was to be done.
	Zero
	// Fail is what a check prints when it fails.
	Fail

	scopeCount
)

var scopeNames = [scopeCount]string{"run", "unit", "step", "bare", "phrase", "zero", "fail"}

// String returns the scope as it stands in front of a rule name.
func (s Scope) String() string {
	if s < scopeCount {
		return scopeNames[s]
	}
	return "unknown"
}

// ParseScope is the inverse of String.
func ParseScope(text string) (Scope, bool) {
	for i, name := range scopeNames {
		if name == text {
			return Scope(i), true
		}
	}
	return 0, false
}

// Success tells whether text of this scope looks like success.
func (s Scope) Success() bool { return s <= Phrase }

// Marker names one rule that matched. It never carries the matched text.
type Marker struct {
	Scope Scope
	Rule  string
}

// String returns "scope:rule".
func (m Marker) String() string { return m.Scope.String() + ":" + m.Rule }

// Custom is a rule of the user's own. Pattern is an RE2 expression that is
// tried on each line by itself, without colour codes and surrounding blanks.
type Custom struct {
	Name    string
	Scope   Scope
	Pattern string
}

func scopeList() string { return strings.Join(scopeNames[:], ", ") }
