package docstest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/rules"
)

const (
	alertRules = "examples/alerts/tool_span.rules.yaml"
	runbook    = "examples/alerts/RUNBOOK.md"
	runbookURL = "https://" + ownModule + "/blob/main/" + runbook + "#"
)

// alertNames are the alerts in their order.
func alertNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^ +- alert: (\w+)$`).FindAllStringSubmatch(read(t, alertRules), -1) {
		names = append(names, m[1])
	}
	require.NotEmpty(t, names)
	return names
}

// TestRunbook has a heading for each alert and none besides.
func TestRunbook(t *testing.T) {
	var headings []string
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(read(t, runbook), -1) {
		headings = append(headings, m[1])
	}
	assert.Equal(t, alertNames(t), headings)
}

// TestEveryAlertIsTested finds a test in which each alert fires. In all others it has to be silent, since each of these
// lists all alerts that fire.
func TestEveryAlertIsTested(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "examples", "alerts", "*_test.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	fires := map[string]bool{}
	for _, file := range files {
		path, err := filepath.Rel(root, file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`ALERTS\{alertname="(\w+)",alertstate="firing"`).FindAllStringSubmatch(read(t, path), -1) {
			fires[m[1]] = true
		}
	}
	for _, name := range alertNames(t) {
		assert.True(t, fires[name], "%s fires in no test", name)
	}
}

// checkAlertTests makes sure that the tests are of the rules beside them and ask for the whole list of what fires.
func checkAlertTests(t *testing.T, content map[string]any) {
	t.Helper()
	assert.Equal(t, []any{filepath.Base(alertRules)}, content["rule_files"])
	tests, _ := content["tests"].([]any)
	require.NotEmpty(t, tests)
	for _, test := range tests {
		m, _ := test.(map[string]any)
		checks, _ := m["promql_expr_test"].([]any)
		for _, check := range checks {
			c, _ := check.(map[string]any)
			assert.Equal(t, `ALERTS{alertstate="firing"}`, c["expr"])
			assert.Contains(t, c, "exp_samples")
		}
	}
}

// checkRuleLabel knows the rules by which findings are selected.
func checkRuleLabel(t *testing.T, values string) {
	t.Helper()
	for _, id := range strings.Split(values, "|") {
		known := slices.ContainsFunc(rules.All(), func(rule *contract.Rule) bool { return rule.ID == id })
		assert.True(t, known, "there is no rule %s", id)
	}
}

func checkAlerts(t *testing.T, content map[string]any) {
	t.Helper()
	groups, _ := content["groups"].([]any)
	require.NotEmpty(t, groups)
	for _, g := range groups {
		group, _ := g.(map[string]any)
		list, _ := group["rules"].([]any)
		require.NotEmpty(t, list)
		for _, r := range list {
			rule, _ := r.(map[string]any)
			require.NotEmpty(t, rule["alert"])
			checkExpression(t, fmt.Sprint(rule["expr"]))
			notes := section(rule, "annotations")
			for _, note := range []string{"summary", "description"} {
				assert.NotEmpty(t, notes[note], "%v has no %s", rule["alert"], note)
			}
			assert.Equal(t, runbookURL+strings.ToLower(fmt.Sprint(rule["alert"])), notes["runbook_url"])
			assert.Contains(t, []string{"critical", "warning", "info"}, section(rule, "labels")["severity"], "%v", rule["alert"])
			checkTemplateLabels(t, rule)
		}
	}
}

var templateLabel = regexp.MustCompile(`\$labels\.([a-z_]+)`)

// checkTemplateLabels makes sure that the labels in the texts are still there after the aggregation.
func checkTemplateLabels(t *testing.T, rule map[string]any) {
	t.Helper()
	expr := fmt.Sprint(rule["expr"])
	for _, text := range section(rule, "annotations") {
		for _, m := range templateLabel.FindAllStringSubmatch(fmt.Sprint(text), -1) {
			assert.Contains(t, aggregated(expr), m[1], "%v", rule["alert"])
		}
	}
}

var grouping = regexp.MustCompile(`\bby \(([a-z_, ]+)\)`)

func aggregated(expr string) []string {
	var labels []string
	for _, m := range grouping.FindAllStringSubmatch(expr, -1) {
		labels = append(labels, strings.Split(strings.ReplaceAll(m[1], " ", ""), ",")...)
	}
	return labels
}

// TestAlertTable compares the severities in the README with those of the alerts.
func TestAlertTable(t *testing.T) {
	want := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?ms)^ +- alert: (\w+)\n.*?\n +severity: (\w+)$`).FindAllStringSubmatch(read(t, alertRules), -1) {
		want[m[2]] = append(want[m[2]], m[1])
	}
	got := map[string][]string{}
	for _, row := range table(t, readme, "severity") {
		got[codes(row[0])[0]] = codes(row[1])
	}
	for severity, names := range want {
		assert.ElementsMatch(t, names, got[severity], severity)
	}
	assert.Len(t, got, len(want))
}
