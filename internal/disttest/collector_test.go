package disttest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const (
	top    = "../.."
	config = top + "/examples/pipeline-metrics/config.yaml"
	// demanded is the environment variable that asks for these tests, as for those of internal/e2e.
	demanded = "TOOLSPAN_E2E"
	// waitLimit is longer than the beat of a minute by which delta_to_cumulative forgets.
	waitLimit = 2 * time.Minute
	pollEvery = 50 * time.Millisecond
)

func distribution(t *testing.T) string {
	t.Helper()
	if os.Getenv(demanded) != "1" {
		t.Skipf("tests of a running collector are not part of this run; `make check-dist` builds it and runs them (%s=1)", demanded)
	}
	path, err := collectortest.Distribution(top)
	require.NoError(t, err)
	return path
}

// pipeline is a collector that runs the example, and what its exporters show.
type pipeline struct {
	*collectortest.Collector
	t       *testing.T
	page    string
	backend *backend
	calls   uint64
}

// run starts the example as it stands but for its addresses, with some changes, each a `yaml:` text.
func run(t *testing.T, changes ...string) *pipeline {
	t.Helper()
	path := distribution(t)
	ports, err := collectortest.FreePorts()
	require.NoError(t, err)
	others, err := collectortest.FreePorts()
	require.NoError(t, err)
	p := &pipeline{t: t, page: fmt.Sprintf("http://localhost:%d/metrics", others.Metrics), backend: newBackend(t)}
	addresses := []string{
		fmt.Sprintf("yaml:receivers::otlp::protocols: {grpc: {endpoint: 'localhost:%d'}, http: {endpoint: 'localhost:%d'}}", ports.GRPC, ports.HTTP),
		fmt.Sprintf("yaml:extensions::health_check::endpoint: localhost:%d", ports.Health),
		fmt.Sprintf("yaml:exporters::prometheus::endpoint: localhost:%d", others.Metrics),
		"yaml:exporters::otlp_http::endpoint: " + p.backend.server.URL,
		fmt.Sprintf("yaml:service::telemetry::metrics::readers: [{pull: {exporter: {prometheus: {host: localhost, port: %d}}}}]", ports.Metrics),
	}
	dir := t.TempDir()
	p.Collector, err = collectortest.Start(t.Context(), collectortest.Settings{
		Binary: path, Config: append(append([]string{config}, addresses...), changes...), Ports: ports,
		Output: filepath.Join(dir, "out"), Log: filepath.Join(dir, "collector.log"),
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Stop(), p.LastLog()) })
	return p
}

// until waits for something to be so.
func (p *pipeline) until(what string, so func() bool) {
	p.t.Helper()
	require.Eventually(p.t, so, waitLimit, pollEvery, what)
}
