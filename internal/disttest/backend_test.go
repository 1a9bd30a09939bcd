package disttest

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// backend takes what is sent to it over OTLP, and keeps the last value of every series.
type backend struct {
	t      *testing.T
	server *httptest.Server
	mu     sync.Mutex
	values map[string]int64
	spans  bool
}

func newBackend(t *testing.T) *backend {
	b := &backend{t: t, values: map[string]int64{}}
	b.server = httptest.NewServer(b)
	t.Cleanup(b.server.Close)
	return b
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w.Header().Set("Content-Type", "application/x-protobuf")
	if r.URL.Path != "/v1/metrics" {
		b.spans = b.spans || r.URL.Path == "/v1/traces"
		return
	}
	from := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		unzip, err := gzip.NewReader(r.Body)
		if !assert.NoError(b.t, err) {
			return
		}
		from = unzip
	}
	text, err := io.ReadAll(from)
	if !assert.NoError(b.t, err) {
		return
	}
	// An export request is the metrics and nothing else.
	metrics, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(text)
	if assert.NoError(b.t, err) {
		b.keep(metrics)
	}
}

func (b *backend) keep(md pmetric.Metrics) {
	for _, rm := range md.ResourceMetrics().All() {
		service, _ := rm.Resource().Attributes().Get("service.name")
		for _, sm := range rm.ScopeMetrics().All() {
			for _, m := range sm.Metrics().All() {
				assert.Equal(b.t, pmetric.AggregationTemporalityCumulative, m.Sum().AggregationTemporality(), m.Name())
				for _, point := range m.Sum().DataPoints().All() {
					b.values[series(m.Name(), service.AsString(), point.Attributes())] = point.IntValue()
				}
			}
		}
	}
}

func series(name, service string, attributes pcommon.Map) string {
	parts := []string{name, service}
	for _, key := range []string{"gen_ai.tool.name", "tool_span.verdict.outcome", "tool_span.verdict.termination"} {
		value, _ := attributes.Get(key)
		parts = append(parts, value.AsString())
	}
	return strings.Join(parts, " ")
}

// value returns the last value of a series, and 0 where there was none.
func (b *backend) value(name string) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.values[name]
}

func (b *backend) hasSpans() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spans
}
