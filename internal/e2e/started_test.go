package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// elsewhere are the changes by which any configuration takes its ports and its output from the test. What the pipelines
// have in them stays, but for where it goes in the end.
func elsewhere(extensions string, signals ...string) []string {
	changes := []string{
		"yaml:receivers::otlp::protocols::http::endpoint: localhost:${env:TOOLSPAN_HTTP_PORT}",
		"yaml:receivers::otlp::protocols::grpc::endpoint: localhost:${env:TOOLSPAN_GRPC_PORT}",
		"yaml:extensions::health_check::endpoint: localhost:${env:TOOLSPAN_HEALTH_PORT}",
		"yaml:service::extensions: [health_check" + extensions + "]",
		"yaml:service::telemetry::metrics::readers: [{pull: {exporter: {prometheus: {host: localhost, port: \"${env:TOOLSPAN_METRICS_PORT}\"}}}}]",
	}
	for _, signal := range signals {
		changes = append(changes,
			fmt.Sprintf("yaml:exporters::file/%s: {path: \"${env:TOOLSPAN_OUTPUT}-%s.jsonl\", flush_interval: 200ms}", signal, signal),
			fmt.Sprintf("yaml:service::pipelines::%s::exporters: [file/%s]", signal, signal))
	}
	return changes
}

// TestExamplesRun has the examples judge a recorded session that the other tests do not start.
func TestExamplesRun(t *testing.T) {
	t.Setenv("TOOLSPAN_STORAGE", t.TempDir())
	mastra := map[string]float64{"succeeded": 2, "failed": 2, "incomplete": 2}
	for name, e := range map[string]struct {
		config     []string
		extensions string
		more       []string
		outcomes   map[string]float64
	}{
		"before":       {config: []string{"existing-pipeline", "before.yaml"}, outcomes: map[string]float64{}},
		"after":        {config: []string{"existing-pipeline", "after.yaml"}, outcomes: mastra},
		"restart":      {config: []string{"restart", "config.yaml"}, extensions: ", file_storage", outcomes: mastra},
		"whole traces": {config: []string{"whole-traces", "config.yaml"}, more: []string{"yaml:processors::groupbytrace::wait_duration: 1s"}, outcomes: mastra},
	} {
		t.Run(name, func(t *testing.T) {
			changes := append(elsewhere(e.extensions, "traces", "logs"), e.more...)
			c := runConfig(t, example(e.config...), changes...)
			records := c.wait(sendSession(t, c, "lib-mastra/object", collectortest.Traces))
			require.Equal(t, e.outcomes, outcomes(c))
			judged := 0
			for _, r := range records {
				if r.Judged() {
					judged++
				}
			}
			require.Equal(t, len(e.outcomes) > 0, judged > 0)
		})
	}
}

// TestCustomDialectExample reads the record that is beside the example in the words of its agent.
func TestCustomDialectExample(t *testing.T) {
	c := runConfig(t, example("custom-dialect", "config.yaml"), elsewhere("", "traces")...)
	request, err := os.ReadFile(filepath.Join(top, "examples", "custom-dialect", "traces.jsonl"))
	require.NoError(t, err)
	c.send(collectortest.Traces, request)
	records := c.wait(len(parse(t, request)))
	judged := 0
	for _, r := range records {
		if r.Judged() {
			require.Equal(t, "acme", r.Verdict("dialect"))
			judged++
		}
	}
	require.Positive(t, judged)
	require.InDelta(t, judged, c.counters().Sum("calls", "dialect=acme"), 0)
}
