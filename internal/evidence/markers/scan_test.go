package markers

import (
	"strings"
	"sync"
	"testing"
)

func TestContractExample(t *testing.T) {
	s := newScanner(t)
	if got := list(s.Scan("tests/a.py ....\nPASS", nil)); got != "bare:pass_line" {
		t.Fatalf("got [%s]", got)
	}
}

func TestOrderAndDistinct(t *testing.T) {
	s := newScanner(t)
	text := "FAIL\nMigration complete\nOK\nPASS\nOK\n✓ a\nPASS a.test.js\n3 passed in 0.1s\n0 tests passed\n"
	want := "run:pytest unit:jest step:tick bare:ok_line bare:pass_line phrase:success_sentence zero:zero_count fail:fail_line"
	if got := list(s.Scan(text, nil)); got != want {
		t.Fatalf("got  [%s]\nwant [%s]", got, want)
	}
	dst := []Marker{{Run, "kept"}}
	if got := s.Scan("PASS", dst); len(got) != 2 || got[0] != dst[0] {
		t.Fatalf("Scan must append: %v", got)
	}
}

func TestBounds(t *testing.T) {
	s := newScanner(t)
	const size = 10 << 20
	for name, text := range map[string]string{
		"newlines":     strings.Repeat("\n", size),
		"one line":     strings.Repeat("x", size),
		"words":        strings.Repeat("build ", size/6),
		"spaces":       strings.Repeat(" ", size),
		"escapes":      strings.Repeat("\x1b[", size/2),
		"open link":    "\x1b]" + strings.Repeat("8", size),
		"zeros":        strings.Repeat("\x00", size),
		"broken utf-8": strings.Repeat("\xe6\x88", size/2),
		"dots":         "PASS " + strings.Repeat(".", size),
	} {
		if got := s.Scan(text, nil); success(got) && name != "dots" {
			t.Errorf("%s gives [%s]", name, list(got))
		}
	}
	long := strings.Repeat("x", size) + "\nPASS\n"
	if got := list(s.Scan(long, nil)); got != "bare:pass_line" {
		t.Errorf("a line after a huge one: [%s]", got)
	}
	for _, text := range []string{"PASS\n" + strings.Repeat("a line\n", size/7), strings.Repeat("a line\n", size/7) + "PASS\n"} {
		if got := list(s.Scan(text, nil)); got != "bare:pass_line" {
			t.Errorf("both ends of a long text are read: [%s]", got)
		}
	}
}

func TestControlCodes(t *testing.T) {
	s := newScanner(t)
	for _, text := range []string{
		"\x1b[32mPASS\x1b[0m", "\x1b[1;32m\x1b[42m PASS \x1b[0m\r\n", "PASS\x00", "\x1b]8;;http://x\x07PASS\x1b]8;;\x07", "\x1b(BPASS",
		"10%\r50%\rPASS\r\n", "\ufeffPASS", "PASS\t", "\x1b[2K\x1b[1GPASS", "P\x1b[1mASS\x1b[0m",
	} {
		got := list(s.Scan(text, nil))
		if strings.HasPrefix(text, "P\x1b") {
			continue // a word cut by a colour code is not looked for, only survived
		}
		if got != "bare:pass_line" {
			t.Errorf("%q gives [%s]", text, got)
		}
	}
}

func TestNothingFoundAllocatesNothing(t *testing.T) {
	s := newScanner(t)
	text := ordinary(4096)
	if n := testing.AllocsPerRun(100, func() { s.Scan(text, nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestConcurrentUse(t *testing.T) {
	s := newScanner(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got := list(s.Scan("ok 1 - a\nPASS\n", nil)); got != "step:tap bare:pass_line" {
					t.Errorf("got [%s]", got)
				}
			}
		})
	}
	wg.Wait()
}

func TestHarnessPhrasesBesideOutput(t *testing.T) {
	s := newScanner(t)
	for text, want := range map[string]string{ //nolint:gosec // "PASS a" is what a test runner prints, no password
		"Exit code: 0\nOutput:\nPASS\n":                                       "bare:pass_line",
		"PASS a\n[... telemetry preview truncated ...]":                       "bare:pass_lead",
		"FAIL\n\n✅ Process completed with exit code 1 (runtime: 0.4s)":        "fail:fail_line",
		"2 failed, 10 passed\n\n[Command succeeded with exit code 0]":         "fail:failed_count",
		"ok  \tx\t0.003s [no tests to run]":                                   "zero:go_test",
		"sh: ./node_modules/.bin/tsc: not found\nEXIT=0":                      "fail:shell",
		"class A:\n    pass\n\ndef f():\n    pass\n":                          "",
		"步骤 1/4 构建成功\n步骤 2/4 迁移完成\n步骤 3/4 正在部署…":                              "phrase:zh_phrase",
		"... \n=== TEST SUITE: PASSED ===":                                    "phrase:success_sentence",
		"✓ build in 1m2s (ID 1)\n* deploy (ID 2)\nTerminated: 15\n[killed]\n": "step:tick",
	} {
		if got := list(s.Scan(text, nil)); got != want {
			t.Errorf("%q gives [%s], want [%s]", text, got, want)
		}
	}
}

func TestWrappedProse(t *testing.T) {
	s := newScanner(t)
	for _, text := range []string{
		"The command blocks and returns nothing at all until the operation is\ncomplete.",
		"This happens only in those rare cases where the second and the third\nbuild completed successfully",
	} {
		if got := s.Scan(text, nil); success(got) {
			t.Errorf("%q gives [%s]", text, list(got))
		}
	}
}

// TestLoopsAreFoundAcrossWhatWasSearched puts the start of a loop at every
// distance from a lone "done" that was seen before.
func TestLoopsAreFoundAcrossWhatWasSearched(t *testing.T) {
	s, err := New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, opener := range []string{"; do", " do", ";do", "do"} {
		for gap := range 20 {
			text := "x\ndone\n" + strings.Repeat("y", gap) + "\nfor i in a" + opener + "\ndone\n"
			if opener == "do" {
				text = "x\ndone\n" + strings.Repeat("y", gap) + "\ndo\ndone\n"
			}
			first := s.Scan("x\ndone\n", nil)
			if got := s.Scan(text, nil); len(got) != len(first) {
				t.Fatalf("%q: %v", text, got)
			}
			if got := s.Scan(text[len("x\ndone\n"):], nil); len(got) != 0 {
				t.Fatalf("%q: %v", text, got)
			}
		}
	}
}
