package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/markers"
)

// settings are the objects that lists in the configuration hold, by their names in metadata.yaml. The README that
// mdatagen writes lists the settings at the top and leaves these out.
type settings map[string]struct {
	Properties map[string]struct {
		Description string
	}
}

func readSettings(path string) (settings, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var content struct {
		Exported settings `yaml:"exported_configs"`
	}
	if err := yaml.Unmarshal(data, &content); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return content.Exported, nil
}

// writeObject lists what an object holds.
func writeObject(p *page, described settings, name string) {
	p.table("setting", "what it says")
	for _, key := range slices.Sorted(maps.Keys(described[name].Properties)) {
		p.row(code(key), described[name].Properties[key].Description)
	}
}

// parts are the objects within a dialect, by the key of the list that holds them.
var parts = []struct{ key, object string }{
	{"flags", "dialect_flag"}, {"clips", "dialect_clip"}, {"limits", "dialect_limit"}, {"texts", "dialect_text"},
}

// wordMeanings say what a word of a flag or a text says about the ending.
var wordMeanings = map[dialect.Word]string{
	dialect.SaysOK:          "success; evidence only where the flag follows, or for a text where `proves_success` names its place",
	dialect.SaysFailed:      "not well, and no more",
	dialect.SaysTimeout:     "stopped at its time limit",
	dialect.SaysRunning:     "still running",
	dialect.SaysSignal:      "ended by a signal",
	dialect.SaysCancelled:   "ended by the user or the agent on purpose",
	dialect.SaysNotExecuted: "refused before it began",
	dialect.SaysToolError:   "failed without a process",
	dialect.SaysNothing:     "nothing: the word is passed over, also where it is one of those that every flag knows",
}

func writeDialectSettings(p *page, described settings) {
	p.heading(2, "Settings of a dialect of your own")
	p.paragraph("What stands in one entry of `dialects` ([example](README.md#dialects-of-your-own)):")
	writeObject(p, described, "dialect")
	for _, part := range parts {
		p.heading(3, "dialects::"+part.key)
		writeObject(p, described, part.object)
	}
	p.heading(3, "Words of flags and texts")
	p.paragraph("`words` of a flag, and `says` of a text, are one of these; a text may also say `exit`, where the group `code` of its pattern holds the " +
		"exit code, and may not say `nothing`.")
	p.table("word", "what it says")
	for _, w := range dialect.FlagWords() {
		p.row(code(string(w)), wordMeanings[w])
	}
	known := map[dialect.Word][]string{}
	for text, word := range dialect.KnownWords() {
		known[word] = append(known[word], text)
	}
	var all []string
	for _, w := range dialect.FlagWords() {
		if len(known[w]) > 0 {
			slices.Sort(known[w])
			all = append(all, codes(known[w])+" ("+code(string(w))+")")
		}
	}
	p.paragraph("Every flag knows these without being told: %s.", strings.Join(all, ", "))
}

func writeMarkerSettings(p *page, described settings) {
	p.heading(2, "Markers of your own")
	p.paragraph("An entry of `markers::custom` in the configuration holds:")
	writeObject(p, described, "marker")
	p.table("scope", "what it says")
	for _, s := range scopeMeanings {
		p.row(code(s.scope.String()), s.meaning)
	}
	p.paragraph("`markers::disable` lists built-in markers as they stand in the verdict, say %s, or by the name alone, %s, which switches off the markers "+
		"of that name in every scope.", code(markers.Names()[0]), code(nameAlone(markers.Names()[0])))
}

func nameAlone(qualified string) string {
	_, name, _ := strings.Cut(qualified, ":")
	return name
}

func writeSetups(p *page, builtin []*dialect.Dialect) {
	p.heading(2, "Switching agents on")
	p.paragraph("What makes an agent send its tool calls, with content, to a collector on the same machine, as far as its vendor has stated it. Versions differ, and " +
		"some of it is experimental: where nothing comes, the documentation of the agent counts. Content is what commands print and files hold, so send it only " +
		"to where it may be kept.")
	for _, d := range builtin {
		for i, s := range d.Setups() {
			if i == 0 {
				p.paragraph("[%s](#%s), %s:", code(d.Name), d.Name, s.Where)
			} else {
				p.paragraph("and %s:", s.Where)
			}
			p.block(s.Language, s.Text)
		}
	}
}
