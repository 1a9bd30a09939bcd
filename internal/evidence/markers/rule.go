package markers

import (
	"regexp"
	"sort"
)

// rule is one built-in marker with its documentation. A rule with an
// expression is tried on lines that hold one of its keys; a rule without one
// is reported by a reader of its own (blocks, bare words, phrases).
type rule struct {
	scope Scope
	name  string
	tool  string
	// keys are word beginnings (lower case) or symbols; a line without any of
	// them is never shown to the expression. That is what keeps ordinary text
	// cheap.
	keys []string
	re   string
	yes  []string
	no   []string
}

// expr is one alternative of a rule's expression with its own prefilter, which
// is sharper than one for the whole.
type expr struct {
	re   *regexp.Regexp
	pre  prefilter
	rule int
}

// matches tries the expression on a text whose beginning fits. Two groups in it
// are two numbers that must agree, such as tests run and tests passed.
func (e *expr) matches(text string) bool {
	if !e.pre.allows(text) {
		return false
	}
	if e.re.NumSubexp() != 2 {
		return e.re.MatchString(text)
	}
	m := e.re.FindStringSubmatch(text)
	return len(m) == 3 && m[1] == m[2]
}

// alternatives splits an expression at the bars outside of any group.
func alternatives(expr string) []string {
	var parts []string
	depth, start, class := 0, 0, false
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\':
			i++
		case c == ']' && class:
			class = false
		case class:
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			parts = append(parts, expr[start:i])
			start = i + 1
		}
	}
	return append(parts, expr[start:])
}

// Doc is the documentation of a built-in rule.
type Doc struct {
	Marker Marker
	// Tool is who prints the line.
	Tool string
	// Match and NoMatch are texts that must, and must not, give the marker.
	Match, NoMatch []string
}

var (
	builtin         = allRules()
	exprs, compiles = compileRules(builtin)
	ruleIDs         = indexRules(builtin)
)

func allRules() []rule {
	groups := [][]rule{
		pythonRules, goRules, rustRules, jsRules, jvmRules, dotnetRules,
		testRules, cloudRules, containerRules, buildRules, compilerRules,
		packageRules, vcsRules, databaseRules, genericRules, failRules,
	}
	var all []rule
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// compileRules returns the expressions of the rules, and the marker of each rule.
func compileRules(rules []rule) (*exprTable, []Marker) {
	table, out := &exprTable{}, make([]Marker, len(rules))
	for i, r := range rules {
		out[i] = Marker{r.scope, r.name}
		if r.re == "" {
			continue
		}
		for _, part := range alternatives(r.re) {
			table.add(expr{regexp.MustCompile(part), newPrefilter(part), i}, r.keys)
		}
	}
	return table, out
}

func indexRules(rules []rule) map[string]int {
	m := make(map[string]int, len(rules))
	for i, r := range rules {
		m[Marker{r.scope, r.name}.String()] = i
	}
	return m
}

// ruleID resolves a name used inside the package. It runs at start-up only,
// so a misspelt name cannot reach a user.
func ruleID(name string) int {
	id, ok := ruleIDs[name]
	if !ok {
		panic("markers: no built-in rule " + name)
	}
	return id
}

// Names lists all built-in rules as "scope:rule", sorted.
func Names() []string {
	names := make([]string, 0, len(builtin))
	for name := range ruleIDs {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Docs returns the documentation of all built-in rules, in the order of Names.
func Docs() []Doc {
	docs := make([]Doc, 0, len(builtin))
	for _, name := range Names() {
		r := builtin[ruleIDs[name]]
		docs = append(docs, Doc{
			Marker: Marker{r.scope, r.name}, Tool: r.tool,
			Match: append([]string(nil), r.yes...), NoMatch: append([]string(nil), r.no...),
		})
	}
	return docs
}
