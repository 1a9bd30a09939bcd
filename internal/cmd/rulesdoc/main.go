// Command rulesdoc writes the reference pages beside the component: the rules with their cases as examples, what a
// verdict concludes from each ending, the texts that are read, and the dialects. All of it is taken from the values
// that the processor itself runs on, so a page cannot say anything else than the code does.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . -cases ../../../testdata/rules -out ../../../processor/toolspanprocessor

// file is one generated page.
type file struct{ name, text string }

func main() {
	cases := flag.String("cases", "testdata/rules", "the folder with the cases of the rules")
	out := flag.String("out", "processor/toolspanprocessor", "the folder that takes the pages")
	flag.Parse()
	if err := run(*cases, *out); err != nil {
		fmt.Fprintln(os.Stderr, "rulesdoc:", err)
		os.Exit(1)
	}
}

func run(cases, out string) error {
	files, err := generate(cases)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(out, f.name), []byte(f.text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate makes all pages from the code and the cases alone, so that the same sources give the same bytes.
func generate(cases string) ([]file, error) {
	rules, err := rulesPage(cases)
	if err != nil {
		return nil, err
	}
	return []file{
		{"rules.md", rules},
		{"markers.md", markersPage()},
		{"dialects.md", dialectsPage()},
	}, nil
}
