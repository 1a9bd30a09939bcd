package corpustest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// testdata is the folder of everything that is run here.
const testdata = "../../testdata"

// The signals, named as the files that hold them.
const (
	traces = "traces"
	logs   = "logs"
)

const (
	ownPrefix     = "tool_span."
	verdictPrefix = "tool_span.verdict."
)

// request is one export request: spans or log records, and never both.
type request struct {
	signal string
	traces ptrace.Traces
	logs   plog.Logs
}

// parse reads one line of OTLP/JSON.
func parse(t *testing.T, signal string, line []byte) request {
	t.Helper()
	r := request{signal: signal, traces: ptrace.NewTraces(), logs: plog.NewLogs()}
	var err error
	if signal == logs {
		r.logs, err = (&plog.JSONUnmarshaler{}).UnmarshalLogs(line)
	} else {
		r.traces, err = (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
	}
	require.NoError(t, err)
	require.NotEmpty(t, r.records(), "no %s in %.80s", signal, line)
	return r
}

// readRequests returns the requests of a file of one per line, and none if there is no such file.
func readRequests(t *testing.T, signal, path string) []request {
	t.Helper()
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	var list []request
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			list = append(list, parse(t, signal, line))
		}
	}
	return list
}

// json writes a request as one line.
func (r *request) json(t *testing.T) []byte {
	t.Helper()
	var line []byte
	var err error
	if r.signal == logs {
		line, err = (&plog.JSONMarshaler{}).MarshalLogs(r.logs)
	} else {
		line, err = (&ptrace.JSONMarshaler{}).MarshalTraces(r.traces)
	}
	require.NoError(t, err)
	return append(line, '\n')
}

// write puts requests into a file, one per line.
func write(t *testing.T, path string, list []request) {
	t.Helper()
	var file bytes.Buffer
	for i := range list {
		file.Write(list[i].json(t))
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o750))
	require.NoError(t, os.WriteFile(path, file.Bytes(), 0o600))
}

// bare is a request without the attributes of verdicts, in protobuf.
func (r *request) bare(t *testing.T) []byte {
	t.Helper()
	for _, record := range r.records() {
		record.attributes.RemoveIf(func(key string, _ pcommon.Value) bool { return strings.HasPrefix(key, verdictPrefix) })
	}
	var wire []byte
	var err error
	if r.signal == logs {
		wire, err = (&plog.ProtoMarshaler{}).MarshalLogs(r.logs)
	} else {
		wire, err = (&ptrace.ProtoMarshaler{}).MarshalTraces(r.traces)
	}
	require.NoError(t, err)
	return wire
}

// record is one span or log record.
type record struct {
	signal     string
	name       string
	trace      pcommon.TraceID
	attributes pcommon.Map
	events     ptrace.SpanEventSlice
	failed     bool   // a span whose status is ERROR
	message    string // of that status
}

func (r *request) records() []record {
	var list []record
	for _, rs := range r.traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				list = append(list, record{
					signal: traces, name: span.Name(), trace: span.TraceID(), attributes: span.Attributes(), events: span.Events(),
					failed: span.Status().Code() == ptrace.StatusCodeError, message: span.Status().Message(),
				})
			}
		}
	}
	for _, rl := range r.logs.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, event := range sl.LogRecords().All() {
				name := event.Body().AsString()
				if v, ok := event.Attributes().Get("event.name"); ok && v.AsString() != "" {
					name = v.AsString()
				}
				list = append(list, record{signal: logs, name: name, trace: event.TraceID(), attributes: event.Attributes(), events: ptrace.NewSpanEventSlice()})
			}
		}
	}
	return list
}

func (r *record) has(key string) bool {
	_, ok := r.attributes.Get(key)
	return ok
}

// text is an attribute as text, empty where there is none.
func (r *record) text(key string) string {
	v, ok := r.attributes.Get(key)
	if !ok {
		return ""
	}
	return v.AsString()
}

// is reports whether an attribute says true or false, as a boolean or as text.
func (r *record) is(key, value string) bool { return strings.EqualFold(r.text(key), value) }

// verdict is one attribute of the verdict as text.
func (r *record) verdict(name string) string { return r.text(verdictPrefix + name) }

func (r *record) judged() bool { return r.has(verdictPrefix + "outcome") }

// verdictList is an attribute of the verdict that is a list of words.
func (r *record) verdictList(name string) []string {
	var words []string
	if v, ok := r.attributes.Get(verdictPrefix + name); ok && v.Type() == pcommon.ValueTypeSlice {
		for _, item := range v.Slice().All() {
			words = append(words, item.AsString())
		}
	}
	return words
}

// said is everything that the producer put into the attributes of a record and of its events, as JSON.
func (r *record) said(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	maps := []pcommon.Map{r.attributes}
	for _, event := range r.events.All() {
		maps = append(maps, event.Attributes())
	}
	for _, m := range maps {
		for key, value := range m.All() {
			if !strings.HasPrefix(key, ownPrefix) {
				require.NoError(t, encoder.Encode(map[string]any{key: value.AsRaw()}))
			}
		}
	}
	return out.String()
}
