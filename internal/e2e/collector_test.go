package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const (
	top    = "../.."
	config = top + "/examples/quickstart/config.yaml"
	// demanded is the environment variable that asks for these tests.
	demanded = "TOOLSPAN_E2E"

	// passLimit bounds the wait for records to come out.
	passLimit = 30 * time.Second
)

// builtCollector returns the collector. What `make test` says must not depend on whether somebody built one, so these
// tests run where they are demanded and nowhere else; and then a collector that is missing, or is not made of the present
// sources, is a failure.
func builtCollector(t *testing.T) string {
	t.Helper()
	if os.Getenv(demanded) != "1" {
		t.Skipf("tests of a running collector are not part of this run; `make demo-check` builds it and runs them (%s=1)", demanded)
	}
	path := filepath.Join(top, "_build", "otelcol-toolspan")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	info, err := os.Stat(path)
	require.NoError(t, err, "there is no collector to test; `make build` makes it")
	require.Empty(t, newerSource(t, info.ModTime()), "the collector in _build is older than this file; `make build` makes it anew")
	return path
}

// newerSource returns a source file of the collector that was changed after a time.
func newerSource(t *testing.T, when time.Time) (newer string) {
	t.Helper()
	for _, dir := range []string{"processor", "internal"} {
		err := filepath.WalkDir(filepath.Join(top, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && slices.Contains([]string{"cmd", "e2e", "collectortest", "prometheustest", "grafanatest", "disttest", "agentwork", "dashboard"}, d.Name()) {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			info, err := d.Info()
			if err == nil && info.ModTime().After(when) {
				newer = path
			}
			return err
		})
		require.NoError(t, err)
	}
	return newer
}

// running is a collector and what came out of it.
type running struct {
	*collectortest.Collector
	t      *testing.T
	output *collectortest.Output
}

// run starts a collector on the quickstart configuration with some changes to it, each a `yaml:` text.
func run(t *testing.T, changes ...string) *running {
	t.Helper()
	return runConfig(t, config, changes...)
}

// runConfig starts a collector on a configuration with some changes to it.
func runConfig(t *testing.T, config string, changes ...string) *running {
	t.Helper()
	path := builtCollector(t)
	ports, err := collectortest.FreePorts()
	require.NoError(t, err)
	dir := t.TempDir()
	c, err := collectortest.Start(t.Context(), collectortest.Settings{
		Binary: path, Config: append([]string{config}, changes...), Ports: ports,
		Output: filepath.Join(dir, "out.jsonl"), Log: filepath.Join(dir, "collector.log"),
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Stop(), c.LastLog()) })
	return &running{Collector: c, t: t, output: c.Follow()}
}

func (r *running) send(signal collectortest.Signal, requests ...[]byte) {
	r.t.Helper()
	for _, request := range requests {
		require.NoError(r.t, r.Post(r.t.Context(), signal, request))
	}
}

// wait returns the records that came out, once there are as many as were sent.
func (r *running) wait(records int) []collectortest.Record {
	r.t.Helper()
	list, err := r.output.Wait(r.t.Context(), records, passLimit)
	require.NoError(r.t, err)
	require.Len(r.t, list, records)
	return list
}

func (r *running) counters() collectortest.Counters {
	r.t.Helper()
	list, err := r.Counters(r.t.Context())
	require.NoError(r.t, err)
	return list
}

// requireSums compares the sums of some counters over all their labels.
func (r *running) requireSums(want map[string]float64) {
	r.t.Helper()
	counters, got := r.counters(), map[string]float64{}
	for name := range want {
		got[name] = counters.Sum(name)
	}
	require.Equal(r.t, want, got)
}
