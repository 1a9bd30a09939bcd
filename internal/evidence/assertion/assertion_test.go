package assertion

import (
	"bufio"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

type sample struct {
	line int
	want string // "+", "-", "!" or "&"
	subj string
	text string
}

var subjectNames = []struct {
	s    Subject
	name string
}{{Checks, "checks"}, {Builds, "builds"}, {Deploys, "deploys"}, {Changes, "changes"}, {Work, "work"}}

func names(s Subject) string {
	var list []string
	for _, n := range subjectNames {
		if s&n.s != 0 {
			list = append(list, n.name)
		}
	}
	return strings.Join(list, "|")
}

func samples(t testing.TB, file string) []sample {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var list []sample
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		head, body, _ := strings.Cut(line, " ")
		x := sample{line: n, want: head[:1], subj: strings.Trim(head[1:], "[]"), text: body}
		if strings.HasPrefix(body, `"`) && strings.HasSuffix(body, `"`) {
			if x.text, err = strconv.Unquote(body); err != nil {
				t.Fatalf("%s:%d: %v", file, n, err)
			}
		}
		list = append(list, x)
	}
	return list
}

// kind is the mark that stands in front of a sample.
func kind(a Assertion) string {
	switch {
	case a.Asserts != 0 && a.Admits != 0:
		return "&"
	case a.Asserts != 0:
		return "+"
	case a.Admits != 0:
		return "!"
	}
	return "-"
}

func TestTexts(t *testing.T) {
	const file = "testdata/texts.txt"
	for _, x := range samples(t, file) {
		got := Read(x.text, 0)
		if k := kind(got); k != x.want {
			t.Errorf("%s:%d: %q gives %s (asserts %s, admits %s), want %s", file, x.line, x.text, k, names(got.Asserts), names(got.Admits), x.want)
		} else if x.subj != "" && names(got.Asserts) != x.subj {
			t.Errorf("%s:%d: %q asserts %s, want %s", file, x.line, x.text, names(got.Asserts), x.subj)
		}
	}
}

// TestTextsInContext wraps each text in what answers are made of and that says
// nothing.
func TestTextsInContext(t *testing.T) {
	for _, x := range samples(t, "testdata/texts.txt") {
		if strings.Contains(x.text, "\n") || x.text[0] == '{' { // an object is an answer only by itself
			continue
		}
		want := kind(Read(x.text, 0))
		for _, frame := range []string{
			"%s\n", "\n\n%s\n\n", "Here is what I found.\n\n%s\n\nThe parser is in `parse.go`.", "%s\r\n\r\nThe parser is in parse.go.\r\n",
			"```sh\nmake all\n# All tests passed\n```\n\n%s\n", "> Are all tests passing?\n\n%s", "- [ ] Changelog written\n\n%s", "Is it done?\n%s\n",
		} {
			if text := strings.Replace(frame, "%s", x.text, 1); kind(Read(text, 0)) != want {
				t.Errorf("%q gives %s, without its frame %s", text, kind(Read(text, 0)), want)
			}
		}
	}
}

// TestFieldClaims reads what agents said in the cases from the field.
func TestFieldClaims(t *testing.T) {
	// What the others say is no claim of success, whatever the case is about.
	silent := map[string]string{
		"W04": "it says that the work goes on",
		"W40": "it reports an error",
		"W66": "it says that something was stopped on purpose",
	}
	f, err := os.Open("../../../testdata/cases/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	claims := 0
	for sc.Scan() {
		var c struct{ ID, Claim string }
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Claim == "" {
			continue
		}
		claims++
		if got, want := Read(c.Claim, 0).Unqualified() != 0, silent[c.ID] == ""; got != want {
			t.Errorf("%s: %q asserts: %v, want %v", c.ID, c.Claim, got, want)
		}
	}
	if claims < 30 {
		t.Errorf("only %d claims", claims)
	}
}

func TestUnqualified(t *testing.T) {
	for _, c := range []struct {
		text string
		want Subject
	}{
		{"All tests pass.", Checks},
		{"All tests pass. The deploy timed out.", Checks},
		{"Lint passes. The test run timed out and has to be rerun.", 0},
		{"Lint passes. The command was killed.", 0},
		{"Everything is done. The deploy timed out.", 0},
		{"Done. All tests pass. The deploy timed out.", Checks},
		{"The build succeeded, but the tests did not run.", Builds},
		{"The tests timed out.", 0},
	} {
		if got := Read(c.text, 0).Unqualified(); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, names(got), names(c.want))
		}
	}
}

func TestLimit(t *testing.T) {
	filler := strings.Repeat("The parser reads one token after the other.\n", 2000)
	for _, c := range []struct {
		name, text, want string
	}{
		{"head", "All tests pass.\n" + filler, "+"},
		{"tail", filler + "All tests pass.", "+"},
		{"middle", filler + "All tests pass.\n" + filler, "-"},
		{"one line", strings.Repeat("The parser reads on. ", 2000) + "All tests pass.", "+"},
		{"one line without an end", strings.Repeat("tests passed ", 5000), "-"},
		{"within code", "```\n" + filler + "All tests pass.\n```\nThis is the log.", "-"},
		{"behind code", "```\n" + filler + "```\nAll tests pass.", "+"},
		{"code with a language", filler + "```go\n// All tests pass.\n```\n", "-"},
		{"Chinese", strings.Repeat("解析器逐个读取标记。", 3000) + "测试全部通过。", "+"},
	} {
		if got := kind(Read(c.text, 4096)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAllocations holds that reading costs no memory.
func TestAllocations(t *testing.T) {
	for _, text := range []string{plainText(2048), answer(2048), "部署已完成并确认。 测试全部通过。"} {
		if n := testing.AllocsPerRun(20, func() { Read(text, 0) }); n > 0 {
			t.Errorf("%v allocations for %.40q", n, text)
		}
	}
}

// TestHostile reads texts that are made to be slow. The bound is wide, for slow
// machines; reading in more than linear time takes minutes.
func TestHostile(t *testing.T) {
	for name, unit := range hostile {
		text := strings.Repeat(unit, (1<<20)/len(unit))
		start := time.Now()
		Read(text, 1<<20)
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
}

var hostile = map[string]string{
	"passed": "passed ", "tests pass": "all tests pass ", "sentences": "All tests pass. ", "quotes": "“", "nested": "“\"'`", "backticks": "`", "unclosed": "a \" b ' c ` ",
	"quoted lines": "> > > ", "brackets": "(([[", "tags": "<a", "bad bytes": "\xe6\x88\xff\xc3", "commas": "passed, ", "dots": "passed... ",
	"conditions": "if when until not never ", "negations": "not failed no error without timeout ", "Chinese": "测试通过", "Chinese marks": "成功失败", "Chinese quotes": "“「『", "commas in Chinese": "完成，",
	"fences": "```\n", "lists": "- [ ] - ", "numbers": "3/9 of 12 ", "colons": "a: ", "wrapped": "all of the tests of this module passed on this machine now\n", "lines": "\n", "blanks": " ", "apostrophes": "n't ' ",
	"apostrophes in words": "an't", "letters": "é", "hyphens": "pass-",
}
