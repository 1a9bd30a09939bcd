package markers

import (
	"strings"
	"testing"
)

func newScanner(t testing.TB) *Scanner {
	t.Helper()
	s, err := New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func list(ms []Marker) string {
	var b []string
	for _, m := range ms {
		b = append(b, m.String())
	}
	return strings.Join(b, " ")
}

func holdsMarker(ms []Marker, m Marker) bool {
	for _, x := range ms {
		if x == m {
			return true
		}
	}
	return false
}

func success(ms []Marker) bool {
	for _, m := range ms {
		if m.Scope.Success() {
			return true
		}
	}
	return false
}

func TestRuleExamples(t *testing.T) {
	s := newScanner(t)
	for _, d := range Docs() {
		if len(d.Match) == 0 || len(d.NoMatch) == 0 {
			t.Errorf("%s has no examples of one kind", d.Marker)
		}
		for _, text := range d.Match {
			if got := s.Scan(text, nil); !holdsMarker(got, d.Marker) {
				t.Errorf("%s should match %q, got [%s]", d.Marker, text, list(got))
			}
		}
		for _, text := range d.NoMatch {
			if got := s.Scan(text, nil); holdsMarker(got, d.Marker) {
				t.Errorf("%s should not match %q, got [%s]", d.Marker, text, list(got))
			}
		}
	}
}
