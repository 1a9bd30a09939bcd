package markers

import (
	"reflect"
	"testing"
	"unicode/utf8"
)

func FuzzScan(f *testing.F) {
	for _, l := range readLines(f) {
		f.Add(l.text)
		f.Add("x\n" + l.text + "\r\ny")
	}
	for _, d := range Docs() {
		for _, text := range d.Match {
			f.Add(text)
		}
	}
	f.Add("\x1b[\x1b]\x1b(\x00\xff\xe6\x88")
	s, err := New([]Custom{{"mine", Run, `^mine \d+`}}, []string{"tick"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := s.Scan(text, nil)
		seen := map[Marker]bool{}
		for i, m := range got {
			if seen[m] {
				t.Fatalf("%s twice", m)
			}
			seen[m] = true
			if i > 0 && (got[i-1].Scope > m.Scope || got[i-1].Scope == m.Scope && got[i-1].Rule >= m.Rule) {
				t.Fatalf("order: %s before %s", got[i-1], m)
			}
		}
		if again := s.Scan(text, nil); !reflect.DeepEqual(got, again) {
			t.Fatalf("not deterministic: %v, %v", got, again)
		}
		// A trailing newline ends a line and says nothing.
		if utf8.ValidString(text) && len(text) < maxText/2 {
			if nl := s.Scan(text+"\n", nil); !reflect.DeepEqual(got, nl) {
				t.Fatalf("a trailing newline changes %v to %v", got, nl)
			}
		}
	})
}
