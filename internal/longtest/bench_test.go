package longtest

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/toolspan/toolspan/internal/agentwork"
	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

const verdictPrefix = "tool_span.verdict."

// bench is one processor with both of its pipelines.
type bench struct {
	t      *testing.T
	traces processor.Traces
	logs   processor.Logs
	spans  *consumertest.TracesSink
	events *consumertest.LogsSink
	tel    *componenttest.Telemetry
}

func newBench(t *testing.T) *bench {
	t.Helper()
	return newBenchWith(t, nil)
}

// newBenchWith starts one with settings that are not the default.
func newBenchWith(t *testing.T, settings map[string]any) *bench {
	t.Helper()
	factory := toolspanprocessor.NewFactory()
	cfg := factory.CreateDefaultConfig()
	require.NoError(t, confmap.NewFromStringMap(settings).Unmarshal(cfg))
	b := &bench{t: t, spans: &consumertest.TracesSink{}, events: &consumertest.LogsSink{}, tel: componenttest.NewTelemetry()}
	set := processortest.NewNopSettings(factory.Type())
	set.TelemetrySettings = b.tel.NewTelemetrySettings()
	var err error
	b.traces, err = factory.CreateTraces(t.Context(), set, cfg, b.spans)
	require.NoError(t, err)
	b.logs, err = factory.CreateLogs(t.Context(), set, cfg, b.events)
	require.NoError(t, err)
	require.NoError(t, b.traces.Start(t.Context(), componenttest.NewNopHost()))
	require.NoError(t, b.logs.Start(t.Context(), componenttest.NewNopHost()))
	t.Cleanup(func() {
		assert.NoError(t, b.traces.Shutdown(context.Background()))
		assert.NoError(t, b.logs.Shutdown(context.Background()))
		assert.NoError(t, b.tel.Shutdown(context.Background()))
	})
	return b
}

// send passes batches on one after the other. They stay as they are, since what is sent is a copy.
func (b *bench) send(list ...agentwork.Batch) {
	for _, batch := range list {
		if err := b.pass(batch); err != nil {
			b.t.Error(err)
		}
	}
}

func (b *bench) pass(batch agentwork.Batch) error {
	if batch.Log {
		sent := plog.NewLogs()
		batch.Logs.CopyTo(sent)
		return b.logs.ConsumeLogs(context.Background(), sent)
	}
	sent := ptrace.NewTraces()
	batch.Traces.CopyTo(sent)
	return b.traces.ConsumeTraces(context.Background(), sent)
}

// counters are the sums of all counters, by name and labels.
func (b *bench) counters() map[string]int64 {
	b.t.Helper()
	sums := map[string]int64{}
	for _, name := range []string{
		"calls", "findings", "clipped", "ambiguous", "timeout_with_success_marker", "false_confirm_blocked", "false_confirm_detected",
		"rerun_after_timeout", "verdicts_replaced", "errors_ignored", "memory_evictions",
	} {
		m, err := b.tel.GetMetric("otelcol_processor_tool_span_" + name)
		if err != nil {
			continue // it does not start at zero, and counted nothing
		}
		for _, p := range m.Data.(metricdata.Sum[int64]).DataPoints {
			if p.Value != 0 {
				sums[name+" "+strings.TrimPrefix(p.Attributes.Encoded(labels{}), "processor=tool_span,")] = p.Value
			}
		}
	}
	return sums
}

// found is a record with findings.
type found struct {
	id       string // of the span, or what tells the log record apart
	findings string
	reason   string
	about    string // what it is, for a person
	text     string // what the model said
	given    string // what it was given
	call     string // the ID of the call that it reports, if it reports one
	related  []string
}

var callID = regexp.MustCompile(`toolu_\w+_\d+`)

// found lists the records that came out with findings, those of severity I left out. A record that came twice is listed
// twice.
func (b *bench) found() []found {
	var list []found
	add := func(id string, m pcommon.Map, name string) {
		v, ok := m.Get(verdictPrefix + "findings")
		if !ok {
			return
		}
		var rules []string
		for _, rule := range v.Slice().All() {
			rules = append(rules, rule.Str())
		}
		f := found{id: id, findings: strings.Join(rules, " ")}
		if reason, ok := m.Get(verdictPrefix + "reason"); ok {
			f.reason = reason.Str()
		}
		f.about, f.text = name+" "+firstOf(m, commandKeys), firstOf(m, textKeys)
		f.given = firstOf(m, []string{"gen_ai.input.messages"})
		if _, judged := m.Get(verdictPrefix + "outcome"); judged {
			f.text = ""
			for _, value := range m.All() {
				if f.call == "" {
					f.call = callID.FindString(value.AsString())
				}
			}
		}
		if related, ok := m.Get(verdictPrefix + "related"); ok {
			for _, span := range related.Slice().All() {
				f.related = append(f.related, span.Str())
			}
		}
		list = append(list, f)
	}
	for _, td := range b.spans.AllTraces() {
		for _, rs := range td.ResourceSpans().All() {
			for _, ss := range rs.ScopeSpans().All() {
				for _, s := range ss.Spans().All() {
					add(s.SpanID().String(), s.Attributes(), s.Name())
				}
			}
		}
	}
	for _, ld := range b.events.AllLogs() {
		for _, rl := range ld.ResourceLogs().All() {
			for _, sl := range rl.ScopeLogs().All() {
				for _, r := range sl.LogRecords().All() {
					name := firstOf(r.Attributes(), []string{"event.name"})
					id := fmt.Sprint(name, r.SpanID(), firstOf(r.Attributes(), []string{"event.sequence", "call_id"}))
					add(id, r.Attributes(), name)
				}
			}
		}
	}
	return list
}

var (
	commandKeys = []string{"full_command", "tool_input", "gen_ai.tool.call.arguments", "input.value", "arguments"}
	textKeys    = []string{"response", "gen_ai.output.messages", "llm.output_messages.0.message.content"}
)

func firstOf(m pcommon.Map, keys []string) string {
	for _, key := range keys {
		if v, ok := m.Get(key); ok && v.AsString() != "" {
			return v.AsString()
		}
	}
	return ""
}

// loud leaves out what is only worth a note: an exit code that was covered without harm, and what is known to be cut.
func loud(list []found, counters map[string]int64) []found {
	quiet := map[string]bool{}
	for key := range counters {
		if rule, ok := strings.CutPrefix(key, "findings rule="); ok {
			name, severity, _ := strings.Cut(rule, ",")
			if severity != "severity=info" {
				quiet[name] = false
			} else if _, known := quiet[name]; !known {
				quiet[name] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(f found) bool {
		return !slices.ContainsFunc(strings.Fields(f.findings), func(rule string) bool { return !quiet[rule] })
	})
}

func (f found) String() string {
	return fmt.Sprintf("%s of %s: %s\n\t%.200s\n\t%.300s\n\trelated: %v", f.findings, f.id, f.reason, f.about, f.text, f.related)
}

// calls are the spans of calls, by ID: what was asked for, for a person.
func (b *bench) commands() map[string]string {
	list := map[string]string{}
	for _, td := range b.spans.AllTraces() {
		for _, rs := range td.ResourceSpans().All() {
			for _, ss := range rs.ScopeSpans().All() {
				for _, s := range ss.Spans().All() {
					list[s.SpanID().String()] = fmt.Sprintf("%s %.120s", firstOf(s.Attributes(), []string{verdictPrefix + "termination"}), firstOf(s.Attributes(), commandKeys))
				}
			}
		}
	}
	return list
}

// lines are the sums as sorted text, for a person.
func lines(sums map[string]int64) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&b, "%6d %s\n", sums[key], key)
	}
	return b.String()
}
