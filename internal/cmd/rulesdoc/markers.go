package main

import (
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/markers"
)

// longestText is as much of an example as a table shows, in characters.
const longestText = 100

func markersPage(described settings) string {
	p := newPage("Texts that are read")
	p.paragraph("Two sorts of text matter to a verdict: what a command prints that looks like a result (markers), and what " +
		"a harness writes around the output of a command. In the examples ⏎ stands for a line break, ⇥ for a tab, ␍ for a " +
		"carriage return and ␛ for an escape character.")
	writeMarkers(p)
	writeHarnesses(p)
	writeMarkerSettings(p, described)
	return p.String()
}

var scopeMeanings = []struct {
	scope   markers.Scope
	meaning string
}{
	{markers.Run, "Speaks for a whole run: a test summary, a finished build."},
	{markers.Unit, "Speaks for one part of a run: a package, a file, a host."},
	{markers.Step, "Speaks for one test or one action."},
	{markers.Bare, "A lone PASS, OK or DONE with little or nothing around it."},
	{markers.Phrase, "A sentence of success."},
	{markers.Zero, "Says that nothing ran, or that there was nothing to do."},
	{markers.Fail, "What a check prints when it fails."},
}

func writeMarkers(p *page) {
	p.heading(2, "Markers")
	p.paragraph("A marker is an observation and proves nothing. It is looked for in the output of a call that a time " +
		"limit or a signal ended, or that still runs because of a limit, and where [`exit_code_masked`](rules.md#exit_code_masked) or " +
		"[`vacuous_success`](rules.md#vacuous_success) depends on it, and written to `tool_span.verdict.markers` as `scope:name`, never with the text that matched. " +
		"`markers::disable` takes names, with their scope or without it, and `markers::custom` adds [your own](#markers-of-your-own).")
	docs := markers.Docs()
	for _, s := range scopeMeanings {
		p.heading(3, s.scope.String())
		p.paragraph("%s", s.meaning)
		p.table("marker", "printed by", "such as", "but not")
		for _, d := range docs {
			if d.Marker.Scope == s.scope {
				p.row(code(d.Marker.String()), d.Tool, firstText(d.Match), firstText(d.NoMatch))
			}
		}
	}
}

func firstText(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return code(shorten(list[0], longestText))
}

func writeHarnesses(p *page) {
	p.heading(2, "Texts of harnesses")
	p.paragraph("What a harness, or a tool's own wrapper, writes around the output of a command. Such a text counts only at " +
		"the place where its author writes it; the same words in the middle of an output say nothing. It can show that a " +
		"call failed, was stopped, goes on or was cut. It never makes one a success here, since the tools of an " +
		"application can print anything. The texts are tried on results (`gen_ai.tool.call.result`) of any dialect.")
	p.paragraph("Slots: `{n}` a number, `{code}` an exit code, `{dur}` a duration, `{size}` a size, `{word}` one word, " +
		"`{any}` and `{text}` any words, `{rest}` the rest of the line.")
	all := harness.Rules()
	for _, name := range harnessNames(all) {
		p.heading(3, name)
		p.table("looks like", "where", "states", "meaning")
		for i := range all {
			if r := &all[i]; slices.Contains(strings.Split(r.Harnesses, ","), name) {
				p.row(forms(r), r.Where, r.Says, r.Doc)
			}
		}
	}
}

func harnessNames(all []harness.Rule) []string {
	var names []string
	for i := range all {
		names = append(names, strings.Split(all[i].Harnesses, ",")...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// maxForms is how many spellings of one text are shown.
const maxForms = 2

// forms shows what a text looks like. One without a pattern is shown by an example.
func forms(r *harness.Rule) string {
	list := r.Forms
	if len(list) == 0 {
		list = r.Match
	}
	var shown []string
	for _, f := range list[:min(maxForms, len(list))] {
		shown = append(shown, code(shorten(f, longestText)))
	}
	if more := len(list) - len(shown); more > 0 {
		shown = append(shown, "…")
	}
	return strings.Join(shown, " or ")
}
