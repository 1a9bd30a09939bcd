package docstest

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/dashboard"
)

const dashboardFile = "examples/dashboard/tool_span.json"

// TestDashboard holds the file against the table that it is made of, and every expression against metadata.yaml.
func TestDashboard(t *testing.T) {
	text, err := dashboard.Grafana()
	require.NoError(t, err)
	assert.Equal(t, string(text), read(t, dashboardFile), "`make generate` writes it")

	var file struct {
		Templating struct {
			List []struct{ Name, Definition string }
		}
		Panels []struct {
			Title, Description string
			Targets            []struct{ Expr, LegendFormat string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(read(t, dashboardFile)), &file))
	require.NotEmpty(t, file.Panels)
	shown := map[string]bool{}
	for _, p := range file.Panels {
		assert.NotEmpty(t, p.Description, p.Title)
		require.NotEmpty(t, p.Targets, p.Title)
		for _, target := range p.Targets {
			checkExpression(t, target.Expr)
			for _, m := range legendLabel.FindAllStringSubmatch(target.LegendFormat, -1) {
				assert.Contains(t, aggregated(target.Expr), m[1], "the legend of %s", p.Title)
			}
			for _, m := range metricName.FindAllStringSubmatch(target.Expr, -1) {
				shown["processor_tool_span_"+m[1]] = true
			}
		}
	}
	for name := range readMetadata(t).Telemetry.Metrics {
		assert.True(t, shown[name], "no panel shows %s", name)
	}
	checkVariables(t, file.Templating.List)
}

var (
	legendLabel = regexp.MustCompile(`\{\{([a-z_]+)\}\}`)
	metricName  = regexp.MustCompile(`otelcol_processor_tool_span_([a-z_]+)`)
	labelValues = regexp.MustCompile(`^label_values\((\{.*\}), ([a-z_]+)\)$`)
)

// checkVariables makes sure that the values of a filter come from a metric that has the label.
func checkVariables(t *testing.T, list []struct{ Name, Definition string }) {
	t.Helper()
	var names []string
	for _, v := range list {
		names = append(names, v.Name)
		if v.Name == "datasource" {
			continue
		}
		m := labelValues.FindStringSubmatch(v.Definition)
		require.NotNil(t, m, v.Definition)
		checkExpression(t, "count by ("+m[2]+") ("+m[1]+")")
	}
	assert.Equal(t, []string{"datasource", "processor", "tool", "service"}, names)
}
