package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
)

// compare holds a replay against the golden text and against what must hold whatever the golden text says.
func compare(r *result, update bool) error {
	if update {
		if err := os.WriteFile(goldenFile, []byte(r.text()), 0o644); err != nil {
			return err
		}
	}
	if err := errors.Join(compareText(r.text()), checkFacts(r), checkSums(r), checkUntouched(r)); err != nil {
		return err
	}
	fmt.Println("\nAll as expected.")
	return nil
}

// compareText names the first line that differs, since the whole of it was just printed.
func compareText(got string) error {
	data, err := os.ReadFile(goldenFile)
	if err != nil {
		return fmt.Errorf("%w: run the demonstration with -check -update to write it", err)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(data), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := lineAt(gotLines, i), lineAt(wantLines, i)
		if g != w {
			return fmt.Errorf("line %d differs from %s (if the change is right: go run ./internal/cmd/demo -check -update)\n  expected: %s\n  printed:  %s",
				i+1, goldenFile, w, g)
		}
	}
	return nil
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// checkUntouched makes sure that what is no tool call left as it came, byte for byte, and a text with findings as it came
// but for these.
func checkUntouched(r *result) error {
	for i := range r.pairs {
		p := &r.pairs[i]
		got := p.got.Wire
		if isText(&p.got) {
			got = p.got.Bare
		}
		if !p.got.Judged() && !bytes.Equal(p.sent.Wire, got) {
			return fmt.Errorf("session %s: %s (%s) is no tool call and was changed", p.session, p.sent.Key, p.sent.Name)
		}
	}
	return nil
}
