package markers

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

type testLine struct {
	genuine bool
	text    string
}

func readLines(t testing.TB) []testLine {
	t.Helper()
	data, err := os.ReadFile("testdata/lines.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []testLine
	for i, l := range strings.Split(string(data), "\n") {
		if l == "" || l[0] == '#' {
			continue
		}
		text := l[2:]
		if strings.HasPrefix(text, `"`) {
			if text, err = strconv.Unquote(text); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
		}
		out = append(out, testLine{l[0] == '+', text})
	}
	return out
}

func TestLines(t *testing.T) {
	s := newScanner(t)
	for _, l := range readLines(t) {
		got := s.Scan(l.text, nil)
		if success(got) != l.genuine {
			t.Errorf("genuine=%v %q gives [%s]", l.genuine, l.text, list(got))
		}
		if n := len(got); n > 1 {
			t.Errorf("one line, %d markers: %q gives [%s]", n, l.text, list(got))
		}
	}
}

// TestLinesInContext puts each line between others: neighbours must not
// change what a line says.
func TestLinesInContext(t *testing.T) {
	s := newScanner(t)
	for _, l := range readLines(t) {
		for _, wrap := range [...]string{"starting up\n%\nbye\n", "x\r\n\r\n%\r\n", "\n\n%\n\n"} {
			text := strings.Replace(wrap, "%", l.text, 1)
			if got := s.Scan(text, nil); success(got) != l.genuine {
				t.Errorf("genuine=%v %q gives [%s]", l.genuine, text, list(got))
			}
		}
	}
}

// TestToolLines reads what known tools print, with the scope expected of it.
func TestToolLines(t *testing.T) {
	data, err := os.ReadFile("testdata/tools.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := newScanner(t)
	for i, l := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if l[0] == '#' {
			continue
		}
		word, quoted, _ := strings.Cut(l, " ")
		text, err := strconv.Unquote(quoted)
		scope, ok := ParseScope(strings.TrimPrefix(word, "!"))
		if err != nil || !ok {
			t.Fatalf("line %d: %q", i+1, l)
		}
		found := false
		got := s.Scan(text, nil)
		for _, m := range got {
			found = found || m.Scope == scope
		}
		if found == (word[0] == '!') {
			t.Errorf("%s %q gives [%s]", word, text, list(got))
		}
	}
}
