package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/rules"
	"github.com/toolspan/toolspan/internal/ruletest"
)

func rulesPage(casesDir string) (string, error) {
	cases, err := ruletest.Load(casesDir)
	if err != nil {
		return "", err
	}
	p := newPage("Rules and conclusions")
	p.paragraph("What each finding means, why it matters and what to do about it. The examples are test cases of the " +
		"rules: the input is the record as it arrives, and the findings are what the processor says of it.")
	p.paragraph("A rule is disabled by its ID under `rules::disable`, and its severity is changed under `rules::severity`. " +
		"Rules marked *gap* ask for a fact that not every record owes, above all none of a producer that did not opt in. Where it " +
		"is not owed, the ID appears in `tool_span.verdict.gaps` instead of the findings and is not counted. `require: all` makes " +
		"every missing fact a finding, and `require: none` none.")
	all := rules.All()
	writeIndex(p, all)
	writeConclusions(p)
	p.heading(2, "The rules one by one")
	for _, r := range all {
		writeRule(p, r, cases)
	}
	return p.String(), nil
}

func writeIndex(p *page, all []*contract.Rule) {
	p.table("rule", "group", "severity", "finds")
	for _, r := range all {
		finds := r.Finds
		if r.Gap {
			finds = strings.TrimSuffix(finds, ".") + " · *gap*"
		}
		p.row(fmt.Sprintf("[%s](#%s)", code(r.ID), r.ID), r.Group, severity(r), strings.TrimSuffix(finds, "."))
	}
}

func writeRule(p *page, r *contract.Rule, cases []ruletest.Case) {
	p.heading(3, r.ID)
	gap := ""
	if r.Gap {
		gap = " · a gap on records that did not opt in"
	}
	p.paragraph("%s · group %s%s", severity(r), r.Group, gap)
	p.paragraph("**Finds** %s", r.Finds)
	if r.Mild != "" {
		p.paragraph("%s where %s A severity that is set for the rule does not make these weigh more.", mildName[r.MildSeverity()], r.Mild)
	}
	p.paragraph("**Why.** %s", r.Why)
	p.paragraph("**Fix.** %s", r.Fix)
	for _, c := range examples(r, cases) {
		writeExample(p, &c)
	}
}

// severity names both severities of a rule that has two.
func severity(r *contract.Rule) string {
	if r.Mild != "" {
		return r.Severity.String() + " or " + r.MildSeverity().String()
	}
	return r.Severity.String()
}

// examples are the shortest cases of a rule: what it finds before what it leaves alone, three at most.
func examples(r *contract.Rule, cases []ruletest.Case) []ruletest.Case {
	if r.Gap {
		return slices.Concat(
			shortest(r, cases, ruletest.Bad, 1), shortest(r, cases, ruletest.Gap, 1), shortest(r, cases, ruletest.OK, 1))
	}
	return slices.Concat(shortest(r, cases, ruletest.Bad, 2), shortest(r, cases, ruletest.OK, 1))
}

func shortest(r *contract.Rule, cases []ruletest.Case, verdict ruletest.Verdict, n int) []ruletest.Case {
	var list []ruletest.Case
	for _, c := range cases {
		if c.Rule == r.ID && c.Verdict == verdict {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b ruletest.Case) int {
		return cmp.Or(weight(&a)-weight(&b), strings.Compare(a.Name, b.Name))
	})
	return list[:min(n, len(list))]
}

// changedSettings weighs as much as this many characters of input: an example under the default configuration says more.
const changedSettings = 1000

func weight(c *ruletest.Case) int {
	weight := len(c.Input()) + len(c.Text("earlier.yaml"))
	if len(c.Config) > 0 {
		weight += changedSettings
	}
	return weight
}

var verdictWords = map[ruletest.Verdict]string{
	ruletest.Bad: "Found", ruletest.OK: "Not found", ruletest.Gap: "A gap",
}

func writeExample(p *page, c *ruletest.Case) {
	p.paragraph("*%s:* %s", verdictWords[c.Verdict], c.About)
	if len(c.Config) > 0 {
		p.paragraph("With the setting:")
		p.block("yaml", c.Text("config.yaml"))
	}
	if len(c.Earlier) > 0 {
		p.paragraph("After these spans of the same trace:")
		p.block("yaml", c.Text("earlier.yaml"))
	}
	p.block("yaml", c.Input())
	p.paragraph("%s", yields(c))
}

// yields says what comes of a case, in the words of the verdict.
func yields(c *ruletest.Case) string {
	if len(c.Want.Verdict) == 0 {
		return "→ no verdict: the record is no tool call."
	}
	parts := []string{"→ findings: " + orNone(c.Want.Verdict["findings"])}
	if c.Verdict == ruletest.Gap {
		parts = append(parts, "gaps: "+orNone(c.Want.Verdict["gaps"]))
	}
	if c.Want.Verdict["blocked"] != nil {
		parts = append(parts, "taken back: "+orNone(c.Want.Verdict["blocked"]))
	}
	if reason, ok := c.Want.Verdict["reason"].(string); ok && c.Verdict == ruletest.Bad {
		parts = append(parts, fmt.Sprintf("reason: “%s”", reason))
	}
	return strings.Join(parts, " · ")
}

func orNone(list any) string {
	var ids []string
	values, _ := list.([]any)
	for _, v := range values {
		ids = append(ids, fmt.Sprint(v))
	}
	if len(ids) == 0 {
		return "none"
	}
	return codes(ids)
}

// mildName puts the severity of lesser findings at the start of a sentence.
var mildName = map[contract.Severity]string{contract.Warning: "A warning", contract.Info: "An information"}
