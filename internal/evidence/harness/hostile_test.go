package harness

import (
	"slices"
	"strings"
	"testing"
	"testing/quick"
)

// hostile are pieces of texts that a command could print to be believed, to be slow, or to break the reader. The tests
// repeat them up to a large text.
var hostile = map[string]string{
	"ellipses":     "…",
	"clipped":      "<response clipped><NOTE>",
	"brackets":     "[... \n",
	"omitted":      "... [1 lines omitted] ..\n",
	"nul":          "\x00",
	"invalid":      "\xff\xfe\xe2\x80",
	"escapes":      "\x1b[31m",
	"half escapes": "\x1b[",
	"carriage":     "\r\n",
	"spaces":       " ",
	"tabs":         "\t\n",
	"exit codes":   "Exit Code: 1\n",
	"headers":      "Exit code 1\n",
	"codex":        "Wall time: 1 seconds\n",
	"tags":         "<shell_metadata>\n",
	"closing":      "</shell_metadata>\n",
	"quotes":       "Command \"",
	"exceptions":   "<exception> timed out after ",
	"digits":       "9999999999999999999999",
	"colons":       "Error: ",
	"summaries":    "<task-notification><summary>Background command \"x\" failed with exit code ",
	"long line":    strings.Repeat("x", 1000),
	"markers":      "... [1 lines omitted] ...\n[... truncated 1 bytes ...]\n",
}

func TestHostileTextsStayBounded(t *testing.T) {
	var in Reading
	for name, piece := range hostile {
		for _, size := range []int{1, 2, 3, 100, 2047, 2048, 2049, 64 << 10} {
			text := strings.Repeat(piece, 1+size/len(piece))
			for _, text := range []string{text, text[:min(size, len(text))], "Exit code 1\n" + text, text + "\n[killed]", text + "\x1b[0m"} {
				Read(text, All, &in)
				if len(in.Statements) > maxStatements || len(in.Clips) > maxClips {
					t.Errorf("%s: %d statements, %d clips", name, len(in.Statements), len(in.Clips))
				}
			}
		}
	}
}

func TestOrdinaryTextSaysNothingAndAllocatesNothing(t *testing.T) {
	for name, line := range ordinary {
		for _, size := range []int{0, 1, 100, 4 << 10, 64 << 10} {
			text := fill(line, size)
			var in Reading
			n := testing.AllocsPerRun(10, func() { Read(text, All, &in) })
			if n != 0 || len(in.Statements)+len(in.Clips) > 0 || in.Empty {
				t.Errorf("%s of %d: %v allocations, %+v", name, size, n, in)
			}
		}
	}
}

func TestReadingIsReused(t *testing.T) {
	text := "Exit code 143\nCommand timed out after 10s\n... [1,200 characters omitted] ...\nx"
	var in Reading
	Read(text, All, &in)
	if n := testing.AllocsPerRun(10, func() { Read(text, All, &in) }); n != 0 {
		t.Errorf("%v allocations into a reading that has room", n)
	}
	if Read("plain", All, &in); len(in.Statements)+len(in.Clips) > 0 || in.Empty {
		t.Errorf("old facts remain: %+v", in)
	}
}

func TestNoHarnessReadsNothing(t *testing.T) {
	var in Reading
	if Read("Exit code 1\nx", 0, &in); len(in.Statements) > 0 {
		t.Errorf("%+v", in)
	}
	if Read("Exit code 1\nx", Codex|GeminiCLI, &in); len(in.Statements) > 0 {
		t.Errorf("a harness that was not asked for: %+v", in)
	}
}

func TestAnyBytes(t *testing.T) {
	check := func(b []byte, from uint64) bool {
		var in Reading
		Read(string(b), Set(from), &in)
		return len(in.Statements) <= maxStatements && len(in.Clips) <= maxClips
	}
	if err := quick.Check(check, nil); err != nil {
		t.Error(err)
	}
}

// FuzzRead holds what must be true of every text: no panic, the same reading twice, bounded results, positions and
// harnesses of the selection, and nothing that a line in the middle could have caused.
func FuzzRead(f *testing.F) {
	for i := range rules {
		for _, text := range slices.Concat(rules[i].match, rules[i].miss) {
			f.Add(text, uint64(All))
			f.Add(text, uint64(rules[i].by))
		}
	}
	for _, piece := range hostile {
		f.Add(piece+piece+piece, uint64(All))
	}
	f.Fuzz(func(t *testing.T, text string, from uint64) {
		var a, b Reading
		Read(text, Set(from), &a)
		b.Statements = append(b.Statements, Statement{Rule: "left over"})
		Read(text, Set(from), &b)
		if !slices.Equal(a.Statements, b.Statements) || !slices.Equal(a.Clips, b.Clips) || a.Empty != b.Empty {
			t.Fatalf("two readings differ: %+v, %+v", a, b)
		}
		if len(a.Statements) > maxStatements || len(a.Clips) > maxClips {
			t.Fatalf("too many facts: %+v", a)
		}
		trailer := false
		for _, s := range a.Statements {
			if Named(s.Harness)&Set(from) == 0 || s.Rule == "" {
				t.Fatalf("a harness outside the selection: %+v", s)
			}
			if s.Position == Header && trailer {
				t.Fatalf("a header after a trailer: %+v", a)
			}
			trailer = trailer || s.Position == Trailer
		}
		framed := "first line of output\n" + text + "\nlast line of output"
		Read(framed, Set(from), &b)
		if len(b.Statements) > 0 || b.Empty {
			t.Fatalf("the command's own output was believed: %+v", b)
		}
	})
}
