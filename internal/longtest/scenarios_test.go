package longtest

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/agentwork"
	"github.com/toolspan/toolspan/internal/ruletest"
)

var update = flag.Bool("update", false, "rewrite the expectations of the scenarios")

// telling are the rules that find what is said of calls and is not so, was done on nobody's word, or was done twice.
var telling = []string{
	"false_confirm", "summary_dropped_termination", "summary_rewrote_termination", "must_rerun_contradiction",
	"approval_by_timeout", "approval_by_silence", "gate_bypassed",
	"blind_retry", "duplicate_effect", "history_overwritten", "transition_illegal", "reconcile_without_evidence",
}

// TestScenarios tells each scenario to a processor, stage by stage.
func TestScenarios(t *testing.T) {
	list, err := ruletest.LoadScenarios("../../testdata/scenarios")
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, s := range list {
		t.Run(s.Name, func(t *testing.T) {
			b := newBenchWith(t, s.Config)
			var got []ruletest.StageWant
			for _, stage := range s.Stages {
				want := b.tell(stage.In)
				got = append(got, want)
				found := slices.ContainsFunc(want.Records, func(w ruletest.Want) bool {
					rules, _ := w.Verdict["findings"].([]any)
					return slices.ContainsFunc(rules, func(rule any) bool { return slices.Contains(telling, rule.(string)) })
				})
				assert.Equal(t, stage.Found, found, stage.Name)
			}
			if *update {
				require.NoError(t, s.Rewrite(got))
				return
			}
			for i, stage := range s.Stages {
				assert.Equal(t, stage.Want, got[i], stage.Name)
			}
		})
	}
}

// tell sends the records of a stage, each as a request of its own, and returns what comes of them.
func (b *bench) tell(records []ruletest.Sent) ruletest.StageWant {
	b.t.Helper()
	before := b.counters()
	want := ruletest.StageWant{Counters: map[string]int64{}}
	for i := range records {
		want.Records = append(want.Records, b.tellOne(&records[i]))
	}
	for key, n := range b.counters() {
		if grown := n - before[key]; grown != 0 {
			want.Counters[key] = grown
		}
	}
	return want
}

func (b *bench) tellOne(r *ruletest.Sent) ruletest.Want {
	b.t.Helper()
	if r.Log {
		ld := plog.NewLogs()
		rl := ld.ResourceLogs().AppendEmpty()
		rl.Resource().Attributes().PutStr("service.name", r.Service)
		sl := rl.ScopeLogs().AppendEmpty()
		sl.Scope().SetName(r.Scope)
		record := sl.LogRecords().AppendEmpty()
		record.SetTraceID(pcommon.TraceID{r.Trace})
		record.SetSpanID(pcommon.SpanID{r.Span})
		record.SetTimestamp(seconds(r.At))
		record.Body().SetStr(r.Body)
		require.NoError(b.t, record.Attributes().FromRaw(r.Attributes))
		before := record.Attributes().AsRaw()
		b.send(agentwork.Batch{Log: true, Logs: ld})
		all := b.events.AllLogs()
		return effectOn(before, all[len(all)-1].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Attributes())
	}
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", r.Service)
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().SetName(r.Scope)
	span := ss.Spans().AppendEmpty()
	span.SetTraceID(pcommon.TraceID{r.Trace})
	span.SetSpanID(pcommon.SpanID{r.Span})
	span.SetParentSpanID(pcommon.SpanID{r.Parent})
	span.SetStartTimestamp(seconds(r.At))
	span.SetEndTimestamp(seconds(r.At + r.Took))
	span.SetName(r.Name)
	if r.Status == "ERROR" {
		span.Status().SetCode(ptrace.StatusCodeError)
	}
	require.NoError(b.t, span.Attributes().FromRaw(r.Attributes))
	for _, e := range r.Events {
		event := span.Events().AppendEmpty()
		event.SetName(e.Name)
		require.NoError(b.t, event.Attributes().FromRaw(e.Attributes))
	}
	before := span.Attributes().AsRaw()
	b.send(agentwork.Batch{Traces: td})
	all := b.spans.AllTraces()
	return effectOn(before, firstSpan(all[len(all)-1]).Attributes())
}

func firstSpan(td ptrace.Traces) ptrace.Span {
	return td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
}

// seconds is a time of the scenario; 0 would be none.
func seconds(n int64) pcommon.Timestamp {
	return pcommon.Timestamp((1_796_000_000 + n) * 1_000_000_000)
}

// effectOn tells the verdict from everything else that is not as it was.
func effectOn(before map[string]any, after pcommon.Map) (w ruletest.Want) {
	for key, value := range after.AsRaw() {
		if n, ok := value.(int64); ok {
			value = int(n) // as YAML reads it
		}
		if name, ok := strings.CutPrefix(key, verdictPrefix); ok {
			if w.Verdict == nil {
				w.Verdict = map[string]any{}
			}
			w.Verdict[name] = value
			continue
		}
		if was, ok := before[key]; !ok || !assert.ObjectsAreEqualValues(was, value) {
			w.Change(key, value)
		}
	}
	for key := range before {
		if _, ok := after.Get(key); !ok {
			w.Change(key, nil)
		}
	}
	return w
}
