package markers

import (
	"sort"
	"strings"
	"testing"
)

func TestNewErrors(t *testing.T) {
	one := func(name, pattern string) []Custom { return []Custom{{name, Step, pattern}} }
	for name, c := range map[string]struct {
		custom  []Custom
		disable []string
		want    string
	}{
		"unknown rule":   {nil, []string{"run:pytset"}, `"run:pytset"`},
		"bad pattern":    {one("mine", "("), nil, `"mine"`},
		"empty match":    {one("mine", "x*"), nil, "empty"},
		"bad name":       {one("My-Rule", "x"), nil, `"My-Rule"`},
		"no name":        {one("", "x"), nil, "lower-case"},
		"built-in":       {[]Custom{{"pytest", Run, "x"}}, nil, "run:pytest"},
		"twice":          {append(one("mine", "x"), one("mine", "y")...), nil, "twice"},
		"unknown scope":  {[]Custom{{"mine", 99, "x"}}, nil, "run, unit"},
		"too many":       {make([]Custom, maxCustom+1), nil, "at most"},
		"lists built-in": {nil, []string{"x"}, "bare:pass_line"},
	} {
		_, err := New(c.custom, c.disable)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCustomAndDisable(t *testing.T) {
	s, err := New([]Custom{{"deploy_ok", Run, `^SHIPPED \d+`}, {"pytest", Unit, `^unit pytest$`}}, []string{"bare:pass_line", "tick", "run:pytest"})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"  \x1b[32mSHIPPED 3\x1b[0m": "run:deploy_ok",
		"PASS":                       "",
		"✓ a":                        "",
		"unit pytest":                "unit:pytest",
		"3 passed in 0.1s":           "",
		"OK":                         "bare:ok_line",
		"not SHIPPED 3":              "",
	} {
		if got := list(s.Scan(text, nil)); got != want {
			t.Errorf("%q gives [%s], want [%s]", text, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	names := Names()
	if !sort.StringsAreSorted(names) || len(names) != len(builtin) {
		t.Fatalf("%d names for %d rules, sorted %v", len(names), len(builtin), sort.StringsAreSorted(names))
	}
	for _, n := range names {
		scope, rule, _ := strings.Cut(n, ":")
		if _, ok := ParseScope(scope); !ok || !nameShape.MatchString(rule) {
			t.Errorf("bad name %q", n)
		}
	}
	for i := range scopeCount {
		if s, ok := ParseScope(i.String()); !ok || s != i {
			t.Errorf("scope %d does not survive its name", i)
		}
	}
	if _, ok := ParseScope("runs"); ok || Fail.Success() || Zero.Success() || !Phrase.Success() {
		t.Error("scopes")
	}
}
