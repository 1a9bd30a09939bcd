package markers

import "testing"

// TestMayFindZero compares the quick look with the examples of every rule.
func TestMayFindZero(t *testing.T) {
	s := newScanner(t)
	for _, d := range Docs() {
		if d.Marker.Scope != Zero || !d.Marker.CheckedNothing() {
			continue
		}
		for _, text := range d.Match {
			if !s.MayFindZero(text) || !s.MayFindZero("some lines\n"+text+"\nand more\n") {
				t.Errorf("%s: the quick look overlooks %q", d.Marker, text)
			}
		}
	}
	for _, text := range []string{
		"0 passed", "passed: 0", "通过 0", "Tests:       0 total", "# pass 0", "Executed 0 of 0 tests", "No Tests Found", "0 scenarios", "=== 3 skipped in 0.10s ===", "PASS 000", "0 builds passed",
	} {
		if !s.MayFindZero(text) {
			t.Errorf("the quick look overlooks %q", text)
		}
	}
	for _, text := range []string{
		"", "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s", "===== 10 passed in 0.04s =====",
		"5 examples, 0 failures", "Failures: 0, Errors: 0", "exit code 0", "drwxr-xr-x 10 root root 4096 Jan 1 00:00 internal",
		"2024-01-01T00:00:00Z INFO listening on 0.0.0.0:8080", "tests/test_module_00.py ................ [  0%]", "0x00", "v1.0.0",
	} {
		if s.MayFindZero(text) {
			t.Errorf("the quick look is stopped by %q", text)
		}
	}
	own, err := New([]Custom{{Name: "mine", Scope: Zero, Pattern: "^empty$"}}, nil)
	if err != nil || !own.MayFindZero("empty") {
		t.Errorf("rules of the user's own are overlooked: %v", err)
	}
}

func TestCheckedNothing(t *testing.T) {
	s := newScanner(t)
	for text, want := range map[string]bool{
		"===== no tests ran in 0.01s =====": true, "0 passed": true, "No tests found": true, "Nothing to test": true,
		"Nothing to be done": false, "Everything up-to-date": false, "make: Nothing to be done for 'all'.": false,
		"Apply complete! Resources: 0 added, 0 changed, 0 destroyed.": false, "===== 3 passed in 0.01s =====": false,
	} {
		ms, got := s.Scan(text, nil), false
		for _, m := range ms {
			got = got || m.CheckedNothing()
		}
		if got != want {
			t.Errorf("%q: got %v for [%s]", text, got, list(ms))
		}
	}
}

// FuzzMayFindZero looks for texts that hide what follows or breaks the quick look.
func FuzzMayFindZero(f *testing.F) {
	s, err := New(nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, d := range Docs() {
		for _, text := range append(d.Match, d.NoMatch...) {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		s.MayFindZero(text)
		if !s.MayFindZero(text+"\nno tests ran") || !s.MayFindZero("0 passed\n"+text) {
			t.Errorf("%q hides what stands beside it", text)
		}
	})
}

func BenchmarkMayFindZero(b *testing.B) {
	s := newScanner(b)
	text := ordinary(4096)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.MayFindZero(text)
	}
}
