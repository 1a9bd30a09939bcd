package docstest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the top of the repository.
const root = "../.."

const (
	readme          = "README.md"
	contributing    = "CONTRIBUTING.md"
	componentReadme = "processor/toolspanprocessor/README.md"
	scaleOutReadme  = "examples/scale-out/README.md"
)

// pages are the pages that people write, and those that are generated.
var (
	written   = []string{readme, contributing, componentReadme, scaleOutReadme, runbook}
	generated = []string{
		"processor/toolspanprocessor/rules.md", "processor/toolspanprocessor/markers.md",
		"processor/toolspanprocessor/dialects.md", "processor/toolspanprocessor/documentation.md",
	}
)

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, path))
	require.NoError(t, err)
	return string(data)
}

// block is one fenced block of a page.
type block struct {
	page, language string
	line           int
	// note is the comment in the line above the fence.
	note string
	text string
}

var note = regexp.MustCompile(`^<!-- (.*) -->$`)

// blocks returns the fenced blocks of a page, without the indentation of a list that they stand in.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	var list []block
	var open *block
	indent, above := "", ""
	for i, line := range strings.Split(read(t, page), "\n") {
		fence := strings.TrimLeft(line, " ")
		switch {
		case open == nil && strings.HasPrefix(fence, "```"):
			indent = line[:len(line)-len(fence)]
			open = &block{page: page, language: strings.TrimPrefix(fence, "```"), line: i + 1}
			if m := note.FindStringSubmatch(above); m != nil {
				open.note = m[1]
			}
		case open != nil && fence == "```":
			list = append(list, *open)
			open = nil
		case open != nil:
			open.text += strings.TrimPrefix(line, indent) + "\n"
		}
		above = line
	}
	require.Nil(t, open, "%s: a block has no end", page)
	return list
}

// blocksOf returns the blocks of a language on all written pages.
func blocksOf(t *testing.T, language string) []block {
	t.Helper()
	var list []block
	for _, page := range written {
		for _, b := range blocks(t, page) {
			if b.language == language {
				list = append(list, b)
			}
		}
	}
	require.NotEmpty(t, list, "no block of %s: is the test still looking in the right place?", language)
	return list
}

// table returns the rows of the first table whose head begins with the given cell, without the head.
func table(t *testing.T, page, firstCell string) [][]string {
	t.Helper()
	var rows [][]string
	inside := false
	for line := range strings.Lines(read(t, page)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "| "+firstCell+" |"):
			inside = true
		case inside && strings.HasPrefix(line, "| ---"):
		case inside && strings.HasPrefix(line, "|"):
			cells := strings.Split(strings.Trim(line, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
		case inside:
			return rows
		}
	}
	require.NotEmpty(t, rows, "%s has no table that begins with %q", page, firstCell)
	return rows
}

var inlineCode = regexp.MustCompile("`([^`\n]+)`")

// codes returns what stands in code quotes.
func codes(text string) []string {
	var list []string
	for _, m := range inlineCode.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}
