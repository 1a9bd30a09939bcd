package docstest

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// metadata is the part of metadata.yaml that documentation speaks of.
type metadata struct {
	Attributes map[string]struct {
		Enum             []string
		RequirementLevel string `yaml:"requirement_level"`
		NameOverride     string `yaml:"name_override"`
	}
	Telemetry struct {
		Metrics map[string]instrument
	}
	Config struct {
		Properties map[string]any
	}
}

type instrument struct {
	Description string
	Unit        string
	Sum         map[string]any
	Gauge       map[string]any
	Attributes  []string
}

func readMetadata(t *testing.T) *metadata {
	t.Helper()
	m := &metadata{}
	require.NoError(t, yaml.Unmarshal([]byte(read(t, "metadata.yaml")), m))
	require.NotEmpty(t, m.Telemetry.Metrics)
	return m
}

// metricPrefix is what the names on the endpoint have before those in metadata.yaml.
const metricPrefix = "otelcol_"

// selector is a metric as expressions here select it, with whatever other matchers there are.
var selector = regexp.MustCompile(`\{__name__=~"([^"]+)((?:",[a-z_]+(?:=~|!~|!=|=)"[^"]*)*)"\}`)

var matcher = regexp.MustCompile(`,([a-z_]+)(?:=~|!~|!=|=)"([^"]*)`)

func TestExpressionsInPages(t *testing.T) {
	for _, b := range blocksOf(t, "promql") {
		t.Run(fmt.Sprintf("%s:%d", b.page, b.line), func(t *testing.T) { checkExpression(t, b.text) })
	}
}

// TestExpressionsParse has Prometheus read every expression, where its promtool is installed (Debian has it in the
// package prometheus).
func TestExpressionsParse(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed")
	}
	files := []string{filepath.Join(root, "examples", "alerts", "tool_span.rules.yaml")}
	for i, b := range blocksOf(t, "promql") {
		rule := map[string]any{"alert": fmt.Sprintf("Line%d", b.line), "expr": b.text}
		text, err := yaml.Marshal(map[string]any{"groups": []any{map[string]any{"name": b.page, "rules": []any{rule}}}})
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.yaml", i))
		require.NoError(t, os.WriteFile(path, text, 0o600))
		files = append(files, path)
	}
	out, err := exec.CommandContext(t.Context(), promtool, append([]string{"check", "rules"}, files...)...).CombinedOutput() //nolint:gosec // The command is the one that was looked up, on files that the test wrote.
	require.NoError(t, err, string(out))
}

// presence is the part of an expression that asks whether a collector was scraped at a time.
var presence = regexp.MustCompile(` and on \(instance, processor\) (\{[^}]*\}) offset [\w$]+`)

// checkExpression compares metrics, labels and their values with those in metadata.yaml.
func checkExpression(t *testing.T, expr string) {
	t.Helper()
	meta := readMetadata(t)
	for _, m := range presence.FindAllStringSubmatch(expr, -1) {
		checkExpression(t, m[1])
	}
	expr = presence.ReplaceAllString(expr, "")
	selectors := selector.FindAllStringSubmatch(expr, -1)
	require.NotEmpty(t, selectors, "no metric in %s", expr)
	assert.Equal(t, len(selectors), strings.Count(expr, "otelcol_"), "a metric that this test cannot read: %s", expr)
	for _, s := range selectors {
		names, err := regexp.Compile("^(?:" + s[1] + ")$")
		require.NoError(t, err)
		matched := 0
		for name, metric := range meta.Telemetry.Metrics {
			plain, suffixed := names.MatchString(metricPrefix+name), names.MatchString(metricPrefix+name+"_total")
			if metric.Sum != nil {
				assert.Equal(t, plain, suffixed, "%s has to match %s with and without _total", s[1], name)
			}
			if plain {
				matched++
				checkLabels(t, meta, name, expr, s[2])
			}
		}
		// Functions drop the name, and then two metrics with the same labels are an error.
		assert.Equal(t, 1, matched, "%s has to be the name of one metric", s[1])
	}
}

func checkLabels(t *testing.T, meta *metadata, metric, expr, matchers string) {
	t.Helper()
	enums := map[string][]string{}
	for _, name := range meta.Telemetry.Metrics[metric].Attributes {
		a := meta.Attributes[name]
		enums[cmp.Or(a.NameOverride, name)] = a.Enum
	}
	for _, label := range aggregated(expr) {
		assert.Contains(t, enums, label, metric)
	}
	for _, m := range matcher.FindAllStringSubmatch(matchers, -1) {
		enum, known := enums[m[1]]
		assert.True(t, known, "%s has no label %s", metric, m[1])
		if m[1] == "rule" {
			checkRuleLabel(t, m[2])
		}
		for _, value := range strings.Split(m[2], "|") {
			assert.True(t, len(enum) == 0 || slices.Contains(enum, value), "label %s has no value %s", m[1], value)
		}
	}
}

// checkInstrument holds an example of an instrument against the form of the real ones.
func checkInstrument(t *testing.T, content map[string]any) {
	t.Helper()
	metrics := section(content, "telemetry", "metrics")
	require.NotEmpty(t, metrics)
	model := section(parse(t, "metadata.yaml"), "telemetry", "metrics")
	for name, m := range metrics {
		assert.True(t, strings.HasPrefix(name, "processor_tool_span_"), name)
		got, ok := m.(map[string]any)
		require.True(t, ok, name)
		assert.Equal(t, keys(section(model, "processor_tool_span_calls")), keys(got))
		assert.Equal(t, keys(section(model, "processor_tool_span_calls", "sum")), keys(section(got, "sum")))
	}
}

func parse(t *testing.T, path string) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(read(t, path)), &m))
	return m
}

// TestCounterTable compares the table of counters with the instruments and their labels.
func TestCounterTable(t *testing.T) {
	meta := readMetadata(t)
	seen := map[string]bool{}
	named := 0
	for _, row := range table(t, readme, "counter") {
		for _, name := range codes(row[0]) {
			full := "processor_tool_span_" + name
			require.Contains(t, meta.Telemetry.Metrics, full)
			seen[full] = true
			labels := append(codes(row[1]), "processor")
			var known []string
			for _, label := range meta.Telemetry.Metrics[full].Attributes {
				if meta.Attributes[label].RequirementLevel == "opt_in" {
					named++
					continue
				}
				known = append(known, cmp.Or(meta.Attributes[label].NameOverride, label))
			}
			assert.ElementsMatch(t, known, labels, name)
		}
	}
	for name := range meta.Telemetry.Metrics {
		assert.True(t, seen[name], "%s is missing in the table of counters", name)
	}
	assert.Equal(t, 9*2, named, "the README says that the first nine have both labels that are on request")
	rows := table(t, readme, "counter")
	for i, row := range rows {
		full := "processor_tool_span_" + codes(row[0])[0]
		assert.Equal(t, i < 9, slices.Contains(meta.Telemetry.Metrics[full].Attributes, "tool_name"), full)
	}
}
