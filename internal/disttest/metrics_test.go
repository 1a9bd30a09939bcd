package disttest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.yaml.in/yaml/v3"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const (
	callsSeries = "agent_tool_calls_total"
	nearSeries  = "agent_tool_near_misses_total"
	rerunSeries = "agent_tool_must_rerun_total"
)

// call sends one call of a service, in a request of its own.
func (p *pipeline) call(service, tool string, facts map[string]any) {
	p.t.Helper()
	p.calls++
	traces := ptrace.NewTraces()
	rs := traces.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", service)
	span := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName("execute_tool " + tool)
	span.SetTraceID([16]byte{1, byte(p.calls)})
	span.SetSpanID([8]byte{1, byte(p.calls)})
	require.NoError(p.t, span.Attributes().FromRaw(facts))
	span.Attributes().PutStr("gen_ai.operation.name", "execute_tool")
	span.Attributes().PutStr("gen_ai.tool.name", tool)
	span.Attributes().PutStr("gen_ai.tool.call.id", fmt.Sprintf("call-%d", p.calls))
	request, err := (&ptrace.JSONMarshaler{}).MarshalTraces(traces)
	require.NoError(p.t, err)
	require.NoError(p.t, p.Post(p.t.Context(), collectortest.Traces, request))
}

func (p *pipeline) good() {
	p.t.Helper()
	p.call("agent-a", "run_tests", map[string]any{"exit_code": 0})
}

// shown returns the value of a series of a service on the page that Prometheus scrapes, and whether there is any.
func (p *pipeline) shown(name, service string) (float64, bool) {
	p.t.Helper()
	for line := range strings.Lines(p.read(p.page)) {
		if strings.HasPrefix(line, name+"{") && strings.Contains(line, `service_name="`+service+`"`) {
			value, err := strconv.ParseFloat(strings.Fields(line[strings.LastIndex(line, "}")+1:])[0], 64)
			require.NoError(p.t, err, line)
			return value, true
		}
	}
	return 0, false
}

func (p *pipeline) read(url string) string {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, url, http.NoBody)
	require.NoError(p.t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(p.t, err)
	defer resp.Body.Close() //nolint:errcheck // It was read to its end.
	text, err := io.ReadAll(resp.Body)
	require.NoError(p.t, err)
	return string(text)
}

func (p *pipeline) waitShown(name, service string, want float64) {
	p.t.Helper()
	got := 0.0
	p.until(fmt.Sprintf("%s of %s is %g", name, service, want), func() bool {
		got, _ = p.shown(name, service)
		return got >= want
	})
	require.InDelta(p.t, want, got, 0)
}

// TestFiveAreFive sends calls one by one. A counter made of deltas would show 1.
func TestFiveAreFive(t *testing.T) {
	t.Parallel()
	p := run(t)
	for n := range 5 {
		p.good()
		p.waitShown(callsSeries, "agent-a", float64(n+1))
	}
	p.call("agent-b", "run_tests", map[string]any{
		"tool_span.termination.timed_out": true, "tool_span.stdout.preview": "tests/a.py ....\nPASS\n",
	})
	for _, name := range []string{callsSeries, nearSeries, rerunSeries} {
		p.waitShown(name, "agent-b", 1)
	}
	_, near := p.shown(nearSeries, "agent-a")
	require.False(t, near, "calls that ended well are no near misses")
	p.waitShown(callsSeries, "agent-a", 5)

	p.until("the back-end has the same", func() bool {
		return p.backend.value("agent.tool.calls agent-a run_tests succeeded ok") == 5 &&
			p.backend.value("agent.tool.calls agent-b run_tests incomplete timeout") == 1 && p.backend.hasSpans()
	})
}

// TestASilentSeriesGoesOn compares the example with one that has the defaults, but for time, which runs 150 times as
// fast: a series is forgotten after 2 seconds instead of 5 minutes. Once it is gone there, the silence was long enough.
// What comes next makes six in the example, and one in the other, which nobody could tell from the first.
func TestASilentSeriesGoesOn(t *testing.T) {
	t.Parallel()
	example := run(t)
	defaults := run(t, "yaml:processors::delta_to_cumulative::max_stale: 2s", "yaml:exporters::prometheus::metric_expiration: 2s")
	for _, p := range []*pipeline{example, defaults} {
		for range 5 {
			p.good()
		}
	}
	example.waitShown(callsSeries, "agent-a", 5)
	defaults.until("the series is forgotten", func() bool {
		_, there := defaults.shown(callsSeries, "agent-a")
		return !there && strings.Contains(defaults.read(defaults.MetricsURL()), "\notelcol_deltatocumulative_streams_tracked 0\n")
	})
	example.good()
	example.waitShown(callsSeries, "agent-a", 6)
	defaults.good()
	defaults.waitShown(callsSeries, "agent-a", 1)
}

// TestSilenceThatIsBorne reads how long a series may be silent, since a test cannot wait that long.
func TestSilenceThatIsBorne(t *testing.T) {
	text, err := os.ReadFile(config)
	require.NoError(t, err)
	var example struct {
		Processors struct {
			DeltaToCumulative struct {
				MaxStale   string `yaml:"max_stale"`
				MaxStreams int    `yaml:"max_streams"`
			} `yaml:"delta_to_cumulative"`
		}
		Exporters struct {
			Prometheus struct {
				MetricExpiration string `yaml:"metric_expiration"`
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &example))
	for _, limit := range []string{example.Processors.DeltaToCumulative.MaxStale, example.Exporters.Prometheus.MetricExpiration} {
		d, err := time.ParseDuration(limit)
		require.NoError(t, err)
		assert.Greater(t, d, 10*24*time.Hour, "a holiday")
	}
	assert.Positive(t, example.Processors.DeltaToCumulative.MaxStreams, "something has to bound the memory")
}

// TestExampleIsValid asks the collector about the example as it stands.
func TestExampleIsValid(t *testing.T) {
	out, err := collectortest.Validate(t.Context(), distribution(t), config)
	require.NoError(t, err, out)
}
