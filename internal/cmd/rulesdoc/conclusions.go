package main

import (
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/termination"
)

// situation is a sort of call, as far as the next step depends on it.
type situation struct {
	name   string
	traits termination.Traits
}

var situations = []situation{
	{"a command", termination.Traits{Command: true}},
	{"another tool", termination.Traits{}},
	{"read-only", termination.Traits{Effect: termination.ReadOnly}},
	{"changes the world", termination.Traits{Command: true, Effect: termination.Mutating}},
}

// exception is something about a call that changes the conclusion for some endings.
type exception struct {
	name string
	set  func(*termination.Traits)
	end  func(*termination.Ending)
	// only is the one ending that it can go with, where there is but one.
	only termination.Kind
}

var exceptions = []exception{
	{name: "the harness clipped the output", set: func(t *termination.Traits) { t.HarnessClipped = true }},
	{
		name: "exit code 1 of `grep`, `rg`, `diff`, `cmp`, `test` or `[`, which is an answer",
		set:  func(t *termination.Traits) { t.QuietExitOne = true },
		end:  func(e *termination.Ending) { e.Code, e.HasCode = 1, true },
		only: termination.NonzeroExit,
	},
	{
		name: "it failed [after its request had gone out](dialects.md#error-types-that-say-how-a-call-ended)",
		set:  func(*termination.Traits) {},
		end:  func(e *termination.Ending) { e.AfterSend = true },
	},
	{
		name: "all its requests that could have changed something failed before they were sent",
		set:  func(t *termination.Traits) { t.NeverSent = true },
	},
	{
		name: "one of its requests that could have changed something may have gone out and was not answered",
		set:  func(t *termination.Traits) { t.Unanswered = true },
	},
	{name: "its verifier failed, or what is stated of its ending could not all be read", set: func(t *termination.Traits) { t.Doubtful = true }},
	{
		name: "[`exit_code_masked`](#exit_code_masked), unless it is an information, or [`vacuous_success`](#vacuous_success) was found",
		set:  func(t *termination.Traits) { t.Distrusted = true },
	},
	{name: "nothing is stated and nothing was owed", set: func(t *termination.Traits) { t.OnlyGap = true }},
}

// writeConclusions asks the processor's own table for every ending in every situation.
func writeConclusions(p *page) {
	p.heading(2, "From the ending to the next step")
	p.paragraph("Outcome and next step that follow from how a call ended (`termination`), by what sort of call it is. " +
		"*A command* has a command line, an exit code, a signal or facts about stdout or stderr, and does not say what it changes; " +
		"*another tool* is any other call that does not say so; how it is known that a call is *read-only* or *changes the world* " +
		"says [effects.md](effects.md). **Bold** means that `must_rerun` is true, *italic* that `must_reconcile` is; " +
		"† that the verdict is `ambiguous`.")
	columns := []string{"termination"}
	for _, s := range situations {
		columns = append(columns, s.name)
	}
	p.table(columns...)
	for _, kind := range termination.Kinds() {
		cells := []string{code(kind.String())}
		for _, s := range situations {
			cells = append(cells, conclusion(termination.Decide(termination.Ending{Kind: kind}, s.traits)))
		}
		p.row(cells...)
	}
	p.paragraph("Exceptions:")
	p.table("when", "termination", "sort of call", "instead")
	for _, e := range exceptions {
		writeException(p, &e)
	}
}

func conclusion(d termination.Decision) string {
	next := d.Next.String()
	switch {
	case d.MustRerun:
		next = "**" + next + "**"
	case d.MustReconcile:
		next = "*" + next + "*"
	case d.Next == termination.NextNone:
		next = "–"
	}
	if d.Ambiguous {
		next += " †"
	}
	return d.Outcome.String() + " → " + next
}

// writeException writes one row for each different conclusion, with the sorts of call that it holds for.
func writeException(p *page, e *exception) {
	for _, kind := range termination.Kinds() {
		if e.only != termination.KindUnset && e.only != kind {
			continue
		}
		var results []string
		sorts := map[string][]string{}
		for _, s := range situations {
			usual, special := termination.Ending{Kind: kind}, termination.Ending{Kind: kind}
			traits := s.traits
			e.set(&traits)
			if e.end != nil {
				e.end(&special)
			}
			was, is := conclusion(termination.Decide(usual, s.traits)), conclusion(termination.Decide(special, traits))
			if was == is {
				continue
			}
			if !slices.Contains(results, is) {
				results = append(results, is)
			}
			sorts[is] = append(sorts[is], s.name)
		}
		for _, is := range results {
			of := strings.Join(sorts[is], ", ")
			if len(sorts[is]) == len(situations) {
				of = "any"
			}
			p.row(e.name, code(kind.String()), of, is)
		}
	}
}
