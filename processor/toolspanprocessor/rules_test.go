package toolspanprocessor

import (
	"context"
	"flag"
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
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/toolspan/toolspan/internal/rules"
	"github.com/toolspan/toolspan/internal/ruletest"
	"github.com/toolspan/toolspan/internal/toolcall"
	"github.com/toolspan/toolspan/processor/toolspanprocessor/internal/metadata"
)

var update = flag.Bool("update", false, "rewrite the expectations of the rule cases")

const casesDir = "../../testdata/rules"

// TestRuleCases sends each case through the component as a pipeline would. The
// file name says what the rule must do; the rest of the effect is pinned too.
func TestRuleCases(t *testing.T) {
	cases, err := ruletest.Load(casesDir)
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for _, c := range cases {
		t.Run(c.Rule+"/"+c.Name, func(t *testing.T) {
			got := judgeCase(t, &c, c.Record)
			assert.Equal(t, c.Verdict == ruletest.Bad, contains(got.Verdict["findings"], c.Rule), "findings: %v", got.Verdict["findings"])
			assert.Equal(t, c.Verdict == ruletest.Gap, contains(got.Verdict["gaps"], c.Rule), "gaps: %v", got.Verdict["gaps"])
			if *update {
				require.NoError(t, c.Rewrite(got))
				return
			}
			assert.Equal(t, c.Want, got)
		})
	}
}

// TestRulesHaveCases fails for a rule without a case on either side, and for
// cases of a rule that does not exist.
func TestRulesHaveCases(t *testing.T) {
	cases, err := ruletest.Load(casesDir)
	require.NoError(t, err)
	have := map[string]map[ruletest.Verdict]bool{}
	for _, id := range rules.IDs() {
		have[id] = map[ruletest.Verdict]bool{}
	}
	for _, c := range cases {
		require.Contains(t, have, c.Rule, "cases of an unknown rule: %s", c.Path)
		have[c.Rule][c.Verdict] = true
	}
	for _, r := range rules.All() {
		assert.True(t, have[r.ID][ruletest.OK], "%s has no passing case", r.ID)
		assert.True(t, have[r.ID][ruletest.Bad], "%s has no failing case", r.ID)
		assert.True(t, !r.Gap || have[r.ID][ruletest.Gap], "%s has no case that is a gap", r.ID)
	}
}

func contains(list any, id string) bool {
	ids, _ := list.([]any)
	for _, v := range ids {
		if v == id {
			return true
		}
	}
	return false
}

// judgeCase runs one record through a fresh component and returns what changed.
func judgeCase(t *testing.T, c *ruletest.Case, r ruletest.Record) ruletest.Want {
	t.Helper()
	cfg := createDefaultConfig().(*Config)
	require.NoError(t, confmap.NewFromStringMap(c.Config).Unmarshal(cfg))
	require.NoError(t, cfg.Validate())
	defer passEarlier(t, cfg, c.Earlier)()
	if r.Log {
		return judgeLog(t, cfg, r)
	}
	return judgeSpan(t, cfg, r)
}

// passEarlier sends what comes before the record of a case, and returns what ends the pipeline for it: until then, what
// it remembers is there for the pipeline of the record, since both have one configuration.
func passEarlier(t *testing.T, cfg *Config, list []ruletest.Record) func() {
	t.Helper()
	p, err := createTraces(context.Background(), processortest.NewNopSettings(metadata.Type), cfg, &consumertest.TracesSink{})
	require.NoError(t, err)
	require.NoError(t, p.Start(context.Background(), componenttest.NewNopHost()))
	for i, r := range list {
		batch, _ := spanOfCase(t, r, byte(100+i))
		require.NoError(t, p.ConsumeTraces(context.Background(), batch))
	}
	return func() { require.NoError(t, p.Shutdown(context.Background())) }
}

func spanOfCase(t *testing.T, r ruletest.Record, id byte) (ptrace.Traces, ptrace.Span) {
	t.Helper()
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName(r.Name)
	span.SetTraceID([16]byte{1})
	span.SetSpanID([8]byte{id})
	require.Contains(t, statusCodes, r.Status)
	span.Status().SetCode(statusCodes[r.Status])
	span.Status().SetMessage(r.StatusMessage)
	fill(t, span.Attributes(), r.Attributes, r.Order)
	for _, e := range r.Events {
		event := span.Events().AppendEmpty()
		event.SetName(e.Name)
		event.SetTimestamp(pcommon.Timestamp(1_800_000_000+e.At) * 1e9)
		require.NoError(t, event.Attributes().FromRaw(e.Attributes))
	}
	return batch, span
}

// statusCodes are the words for span statuses in cases.
var statusCodes = map[string]ptrace.StatusCode{
	"": ptrace.StatusCodeUnset, "Unset": ptrace.StatusCodeUnset,
	"OK": ptrace.StatusCodeOk, "Ok": ptrace.StatusCodeOk, "ERROR": ptrace.StatusCodeError, "Error": ptrace.StatusCodeError,
}

// judgedSpan returns a span as it comes out, whole.
func judgedSpan(t *testing.T, c *ruletest.Case, attrs map[string]any, status, message string) (map[string]any, string, string) {
	t.Helper()
	b := newBench(t, func(cfg *Config) { require.NoError(t, confmap.NewFromStringMap(c.Config).Unmarshal(cfg)) })
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName(c.Record.Name)
	require.Contains(t, statusCodes, status)
	span.Status().SetCode(statusCodes[status])
	span.Status().SetMessage(message)
	fill(t, span.Attributes(), attrs, c.Record.Order)
	out := b.send(batch)
	return out.Attributes().AsRaw(), out.Status().Code().String(), out.Status().Message()
}

func judgeSpan(t *testing.T, cfg *Config, r ruletest.Record) ruletest.Want {
	t.Helper()
	batch, span := spanOfCase(t, r, 1)
	before, statusBefore := span.Attributes().AsRaw(), statusText(span)

	sink := &consumertest.TracesSink{}
	p, err := createTraces(context.Background(), processortest.NewNopSettings(metadata.Type), cfg, sink)
	require.NoError(t, err)
	require.NoError(t, p.Start(context.Background(), componenttest.NewNopHost()))
	require.NoError(t, p.ConsumeTraces(context.Background(), batch))
	require.NoError(t, p.Shutdown(context.Background()))

	out := sink.AllTraces()[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
	want := effectOf(before, out.Attributes())
	if s := statusText(out); s != statusBefore {
		want.Status = s
	}
	return want
}

func judgeLog(t *testing.T, cfg *Config, r ruletest.Record) ruletest.Want {
	t.Helper()
	batch := plog.NewLogs()
	record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.SetEventName(r.Name)
	record.SetTraceID([16]byte{1})
	fill(t, record.Attributes(), r.Attributes, r.Order)
	require.NoError(t, record.Body().FromRaw(r.Body))
	before := record.Attributes().AsRaw()
	bodyBefore := record.Body().AsRaw()

	sink := &consumertest.LogsSink{}
	p, err := createLogs(context.Background(), processortest.NewNopSettings(metadata.Type), cfg, sink)
	require.NoError(t, err)
	require.NoError(t, p.Start(context.Background(), componenttest.NewNopHost()))
	require.NoError(t, p.ConsumeLogs(context.Background(), batch))
	require.NoError(t, p.Shutdown(context.Background()))

	out := sink.AllLogs()[0].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0)
	want := effectOf(before, out.Attributes())
	if after := out.Body().AsRaw(); !assert.ObjectsAreEqual(bodyBefore, after) {
		want.Change("body", plain(after))
	}
	return want
}

func statusText(span ptrace.Span) string {
	return strings.TrimSuffix(span.Status().Code().String()+": "+span.Status().Message(), ": ")
}

// effectOf splits the attributes that are new or changed into the verdict and
// the rest.
func effectOf(before map[string]any, after pcommon.Map) ruletest.Want {
	var w ruletest.Want
	for key, value := range after.AsRaw() {
		if short, ok := strings.CutPrefix(key, toolcall.VerdictPrefix); ok {
			if w.Verdict == nil {
				w.Verdict = map[string]any{}
			}
			w.Verdict[short] = plain(value)
			continue
		}
		if was, ok := before[key]; !ok || !assert.ObjectsAreEqual(was, value) {
			w.Change(key, plain(value))
		}
	}
	for key := range before {
		if _, ok := after.Get(key); !ok {
			w.Change(key, nil) // removed
		}
	}
	return w
}

// plain turns a value into the type that YAML gives it.
func plain(v any) any {
	switch v := v.(type) {
	case int64:
		return int(v)
	case map[string]any:
		out := map[string]any{}
		for key, member := range v {
			out[key] = plain(member)
		}
		return out
	case []any:
		out := []any{}
		for _, member := range v {
			out = append(out, plain(member))
		}
		return out
	default:
		return v
	}
}

// fill puts attributes in the order of the file, which a Go map does not keep.
func fill(t *testing.T, attrs pcommon.Map, raw map[string]any, order []string) {
	t.Helper()
	for _, key := range order {
		require.NoError(t, attrs.PutEmpty(key).FromRaw(raw[key]))
	}
	for key, value := range raw {
		if !slices.Contains(order, key) {
			require.NoError(t, attrs.PutEmpty(key).FromRaw(value))
		}
	}
}
