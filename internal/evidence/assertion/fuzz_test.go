package assertion

import (
	"strings"
	"testing"
)

func FuzzRead(f *testing.F) {
	for _, x := range samples(f, "testdata/texts.txt") {
		f.Add(x.text, 0)
		f.Add(x.text+"\n\n"+x.text, len(x.text))
	}
	for _, unit := range hostile {
		f.Add(strings.Repeat(unit, 40), 64)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		got := Read(text, limit)
		if got != Read(text, limit) {
			t.Fatal("not deterministic")
		}
		if got.Unqualified()&^got.Asserts != 0 {
			t.Fatalf("%v leaves %v", got, got.Unqualified())
		}
		// Blank lines around a text, and a text that is quoted, say nothing more.
		if limit <= 0 && len(text) < DefaultLimit/2 {
			if again := Read("\n\n"+text+"\n\n", 0); again.Asserts != got.Asserts {
				t.Fatalf("blank lines change %v to %v", got, again)
			}
			quoted := "> " + strings.ReplaceAll(text, "\n", "\n> ")
			if again := Read(quoted, 0); again.Asserts != 0 {
				t.Fatalf("a quotation asserts %v", again)
			}
		}
	})
}
