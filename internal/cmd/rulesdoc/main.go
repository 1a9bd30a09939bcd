// Command rulesdoc writes the reference pages beside the component: the rules with their cases as examples, what a
// verdict concludes from each ending, the texts that are read, the dialects, and
// which calls change the world. All of it is taken from the values
// that the processor itself runs on, so a page cannot say anything else than the code does.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run . -root ../../..

// file is one generated page.
type file struct{ name, text string }

func main() {
	root := flag.String("root", ".", "the top of the repository")
	flag.Parse()
	if err := run(inputsIn(*root), filepath.Join(*root, "processor", "toolspanprocessor")); err != nil {
		fmt.Fprintln(os.Stderr, "rulesdoc:", err)
		os.Exit(1)
	}
}

// inputs are what the pages are made of besides the code.
type inputs struct {
	// cases and sessions are folders, metadata is the file that describes the settings.
	cases, sessions, metadata string
}

func inputsIn(root string) inputs {
	return inputs{
		cases: filepath.Join(root, "testdata", "rules"), sessions: filepath.Join(root, "testdata", "sessions"),
		metadata: filepath.Join(root, "metadata.yaml"),
	}
}

func run(in inputs, out string) error {
	files, err := generate(in)
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

// generate makes all pages from the code and the inputs alone, so that the same sources give the same bytes.
func generate(in inputs) ([]file, error) {
	rules, err := rulesPage(in.cases)
	if err != nil {
		return nil, err
	}
	spoken, err := speakers(in.sessions)
	if err != nil {
		return nil, err
	}
	described, err := readSettings(in.metadata)
	if err != nil {
		return nil, err
	}
	return []file{
		{"rules.md", rules},
		{"markers.md", markersPage(described)},
		{"dialects.md", dialectsPage(spoken, described)},
		{"effects.md", effectsPage()},
	}, nil
}
