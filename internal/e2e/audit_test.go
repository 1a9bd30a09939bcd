package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const (
	auditExample    = top + "/examples/audit/config.yaml"
	annotateExample = top + "/examples/annotate-first/annotate.yaml"
	enforceExample  = top + "/examples/annotate-first/enforce.yaml"
	envAudit        = "TOOLSPAN_AUDIT"
)

// replayed is everything that the recorded sessions hold.
type replayed struct {
	requests map[collectortest.Signal][][]byte
	records  []collectortest.Record // spans first
	texts    []string
}

func sessions(t *testing.T) (all replayed) {
	t.Helper()
	all.requests = map[collectortest.Signal][][]byte{}
	for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
		files, err := filepath.Glob(filepath.Join(top, "testdata", "sessions", "*", "*", string(signal)+".jsonl"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, path := range files {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			for line := range bytes.Lines(data) {
				if line = bytes.TrimSpace(line); len(line) > 0 {
					all.requests[signal] = append(all.requests[signal], line)
					all.records = append(all.records, parse(t, line)...)
					all.texts = append(all.texts, texts(t, line)...)
				}
			}
		}
	}
	return all
}

// texts are those that a request exports.
func texts(t *testing.T, request []byte) (list []string) {
	t.Helper()
	take := func(attrs pcommon.Map) {
		for key, value := range attrs.All() {
			list = collectortest.PrintedTexts(key, value.AsString(), list)
		}
	}
	traces, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(request)
	require.NoError(t, err)
	for _, rs := range traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				take(span.Attributes())
				for _, event := range span.Events().All() {
					take(event.Attributes())
				}
			}
		}
	}
	logs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(request)
	require.NoError(t, err)
	for _, rl := range logs.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, record := range sl.LogRecords().All() {
				take(record.Attributes())
			}
		}
	}
	return list
}

// replay sends everything, and returns what comes out.
func (r *running) replay(all *replayed) []collectortest.Record {
	r.t.Helper()
	for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
		r.send(signal, all.requests[signal]...)
	}
	// The two files are read while they are written, so their records come mixed.
	return bySignal(r.wait(len(all.records)))
}

func bySignal(records []collectortest.Record) (list []collectortest.Record) {
	for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
		for i := range records {
			if records[i].Signal == signal {
				list = append(list, records[i])
			}
		}
	}
	return list
}

func verdict(r *collectortest.Record) map[string]any {
	all := map[string]any{}
	for key, value := range r.Attributes {
		if strings.HasPrefix(key, "tool_span.verdict.") {
			all[key] = value
		}
	}
	return all
}

func requireSameVerdicts(t *testing.T, want, got []collectortest.Record, but ...string) {
	t.Helper()
	require.Len(t, got, len(want))
	judged := 0
	for i := range want {
		require.Equal(t, want[i].Key, got[i].Key)
		a, b := verdict(&want[i]), verdict(&got[i])
		for _, name := range but {
			delete(a, "tool_span.verdict."+name)
			delete(b, "tool_span.verdict."+name)
		}
		require.Equal(t, a, b, want[i].Key)
		if want[i].Judged() {
			judged++
		}
	}
	require.Greater(t, judged, 100)
}

// The audit files hold every record as it was sent. What may leave holds none of its texts, and the verdicts that it
// would have with all of them.
func TestAuditExample(t *testing.T) {
	all := sessions(t)
	require.Greater(t, len(all.texts), 500)
	dir := t.TempDir()
	t.Setenv(envAudit, filepath.Join(dir, "audit"))
	c := runConfig(t, auditExample)
	audited := *c.Collector
	audited.Output = filepath.Join(dir, "audit")
	audit := audited.Follow()
	judged := c.replay(&all)

	kept, err := audit.Wait(t.Context(), len(all.records), passLimit)
	require.NoError(t, err)
	kept = bySignal(kept)
	require.Len(t, kept, len(all.records))
	for i := range kept {
		require.Equal(t, all.records[i].Wire, kept[i].Wire, "%s is not as it was sent", kept[i].Key)
	}

	for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
		out, err := os.ReadFile(c.OutputFile(signal))
		require.NoError(t, err)
		require.Empty(t, collectortest.Left(string(out), all.texts), "%s", signal)
	}

	t.Setenv(envAudit, filepath.Join(dir, "again"))
	open := runConfig(t, auditExample, "yaml:processors::tool_span::content::default: keep")
	requireSameVerdicts(t, open.replay(&all), judged)
}

// The first step of a roll-out adds verdicts and nothing else. The second comes to the same verdicts, and takes back what
// the first one counted.
func TestAnnotateFirstExample(t *testing.T) {
	all := sessions(t)
	first := runConfig(t, annotateExample)
	annotated := first.replay(&all)
	for i := range annotated {
		require.Equal(t, all.records[i].Bare, annotated[i].Bare, "%s: nothing but the verdict may be added", annotated[i].Key)
	}
	detected := first.counters().Sum("false_confirm_detected")
	require.Positive(t, detected)
	require.Zero(t, first.counters().Sum("false_confirm_blocked"))

	second := runConfig(t, enforceExample)
	requireSameVerdicts(t, annotated, second.replay(&all), "blocked")
	counters := second.counters()
	require.Positive(t, counters.Sum("false_confirm_blocked"))
	require.InDelta(t, detected, counters.Sum("false_confirm_blocked")+counters.Sum("false_confirm_detected"), 0)
}
