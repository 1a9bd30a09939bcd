package forged

import (
	"strings"
	"testing"
)

func FuzzFind(f *testing.F) {
	for _, name := range []string{"forged.txt", "ordinary.txt"} {
		for _, x := range samples(f, name) {
			f.Add(x.text, 0)
			f.Add(x.text+"\n\n"+x.text, len(x.text))
		}
	}
	for _, unit := range hostile {
		f.Add(strings.Repeat(unit, 40), 64)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		got := Find(s, limit, nil)
		check(t, s, got)
		if again := Find(s, limit, nil); len(again) != len(got) {
			t.Fatal("not deterministic")
		}
		if limit > 0 || len(s) > DefaultLimit/2 {
			return
		}
		// A text that is quoted holds nothing, nor does one that is code.
		if q := Find("> "+strings.ReplaceAll(s, "\n", "\n> "), 0, nil); len(q) != 0 {
			t.Fatalf("a quotation holds %+v", q)
		}
		if !strings.Contains(s, "~~~") {
			if q := Find("~~~text\n"+s+"\n~~~\n", 0, nil); len(q) != 0 {
				t.Fatalf("a block of code holds %+v", q)
			}
		}
		// Blank lines behind it change nothing.
		if again := Find(s+"\n\n", 0, nil); len(again) != len(got) {
			t.Fatalf("blank lines change %+v to %+v", got, again)
		}
	})
}
