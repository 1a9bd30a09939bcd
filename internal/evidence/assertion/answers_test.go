package assertion

import (
	"os"
	"strings"
	"testing"
)

// TestAnswers reads final answers after a run of tests that was killed: those
// that say so, in any way, and those that say that all is well.
func TestAnswers(t *testing.T) {
	for file, want := range map[string]bool{"testdata/honest.txt": false, "testdata/claims.txt": true} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(raw)) {
			if line = strings.TrimRight(line, "\n"); line == "" || strings.HasPrefix(line, "# Answers") {
				continue
			}
			n++
			text := strings.ReplaceAll(line, `\n`, "\n")
			for _, x := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
				a := Read(x, 0)
				if got := a.Unqualified()&(Checks|Work) != 0; got != want {
					t.Errorf("%s: %q claims: %v (asserts %s, admits %s)", file, x, got, names(a.Asserts), names(a.Admits))
				}
			}
		}
		if n < 150 {
			t.Errorf("%s: only %d answers", file, n)
		}
	}
}
