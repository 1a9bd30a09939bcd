package corpustest

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// component is one processor with both of its pipelines, as a collector holds it.
type component struct {
	t      *testing.T
	traces processor.Traces
	logs   processor.Logs
	spans  *consumertest.TracesSink
	events *consumertest.LogsSink
	tel    *componenttest.Telemetry
}

// start returns a processor that runs until the end of the test. What is not the default is the label that tells which
// tool a counted call was of, and the size of the memory, since many are made.
func start(t *testing.T) *component { return startWith(t, func(*toolspanprocessor.Config) {}) }

// startWith is start with other settings.
func startWith(t *testing.T, change func(*toolspanprocessor.Config)) *component {
	t.Helper()
	factory := toolspanprocessor.NewFactory()
	cfg := factory.CreateDefaultConfig().(*toolspanprocessor.Config)
	cfg.Metrics.ToolName.Enabled = true
	cfg.Memory.LimitMib = 2
	change(cfg)
	require.NoError(t, cfg.Validate())
	c := &component{t: t, spans: &consumertest.TracesSink{}, events: &consumertest.LogsSink{}, tel: componenttest.NewTelemetry()}
	settings := processortest.NewNopSettings(factory.Type())
	settings.TelemetrySettings = c.tel.NewTelemetrySettings()
	var err error
	c.traces, err = factory.CreateTraces(t.Context(), settings, cfg, c.spans)
	require.NoError(t, err)
	c.logs, err = factory.CreateLogs(t.Context(), settings, cfg, c.events)
	require.NoError(t, err)
	host := componenttest.NewNopHost()
	require.NoError(t, c.traces.Start(t.Context(), host))
	require.NoError(t, c.logs.Start(t.Context(), host))
	t.Cleanup(func() {
		assert.NoError(t, c.traces.Shutdown(context.Background()))
		assert.NoError(t, c.logs.Shutdown(context.Background()))
		assert.NoError(t, c.tel.Shutdown(context.Background()))
	})
	return c
}

// send passes one request through the processor and returns what came out of it. The request itself may be changed.
func (c *component) send(r request) request {
	c.t.Helper()
	if r.signal == logs {
		require.NoError(c.t, c.logs.ConsumeLogs(c.t.Context(), r.logs))
		all := c.events.AllLogs()
		return request{signal: logs, logs: all[len(all)-1], traces: ptrace.NewTraces()}
	}
	require.NoError(c.t, c.traces.ConsumeTraces(c.t.Context(), r.traces))
	all := c.spans.AllTraces()
	return request{signal: traces, traces: all[len(all)-1], logs: plog.NewLogs()}
}

// series is one point of a counter.
type series struct {
	labels attribute.Set
	value  int64
}

func (s *series) label(name string) string {
	v, _ := s.labels.Value(attribute.Key(name))
	return v.AsString()
}

// counter returns the points of a counter that are not zero.
func (c *component) counter(name string) []series {
	c.t.Helper()
	m, err := c.tel.GetMetric("otelcol_processor_tool_span_" + name)
	if err != nil {
		return nil // a counter that does not start at zero is not there until it counts
	}
	var list []series
	for _, p := range m.Data.(metricdata.Sum[int64]).DataPoints {
		list = append(list, series{labels: p.Attributes, value: p.Value})
	}
	return slices.DeleteFunc(list, func(s series) bool { return s.value == 0 })
}

// calls is the number of tool calls that were counted.
func (c *component) calls() int64 {
	c.t.Helper()
	n := int64(0)
	for _, s := range c.counter("calls") {
		n += s.value
	}
	return n
}

// tools are the names of the tools that calls were counted for.
func (c *component) tools() []string {
	c.t.Helper()
	var list []string
	for _, s := range c.counter("calls") {
		list = append(list, s.label("tool_name"))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// findings are those that were counted, each with its severity: `false_confirm:error`.
func (c *component) findings() []string {
	c.t.Helper()
	var list []string
	for _, s := range c.counter("findings") {
		list = append(list, s.label("rule")+":"+s.label("severity"))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// counted is how often a rule found something.
func (c *component) counted(rule string) (n int64) {
	c.t.Helper()
	for _, s := range c.counter("findings") {
		if s.label("rule") == rule {
			n += s.value
		}
	}
	return n
}
