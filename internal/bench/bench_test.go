package main

import (
	"context"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// TestWork makes sure that every case has both processors do what they are measured for.
func TestWork(t *testing.T) {
	r := start(t)
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			if _, err := checkToolSpan(r.toolSpan[c.config], &c); err != nil {
				t.Error(err)
			}
			if !c.compared() {
				return
			}
			if _, err := checkTransform(r.transform, &c); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMemory makes sure that what the table of the memory compares is what it says: as many calls are remembered as
// passed, none without a name, and all of it stays inside of the budget.
func TestMemory(t *testing.T) {
	var out strings.Builder
	if err := reportMemory(&out, 1, []int{1000, 300_000}); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Count(out.String(), "\n"); rows != 1+2*len(senders) {
		t.Errorf("%d rows: %s", rows, out.String())
	}

	s, err := rememberingSubject()
	if err != nil {
		t.Fatal(err)
	}
	defer s.shutdown()
	for _, step := range []struct {
		do   func()
		want int64
	}{
		{func() { s.fill(0, 1000) }, 1000},
		{func() { _, err = s.consume(2, true) }, 1000 + 2*eachSends*batchSize},
		{func() { _, err = s.consume(2, false) }, 1000 + 2*eachSends*batchSize},
	} {
		if step.do(); err != nil {
			t.Fatal(err)
		}
		if got := s.gauge(t, "otelcol_processor_tool_span_memory_entries"); got != step.want {
			t.Errorf("%d calls are remembered, want %d", got, step.want)
		}
	}
	if got := s.gauge(t, "otelcol_processor_tool_span_calls"); got != 1000+2*2*eachSends*batchSize {
		t.Errorf("%d calls were judged", got)
	}
}

// gauge reads the sum of what an instrument of the processor shows.
func (s *subject) gauge(t *testing.T, name string) (sum int64) {
	t.Helper()
	var all metricdata.ResourceMetrics
	if err := s.reader.Collect(context.Background(), &all); err != nil {
		t.Fatal(err)
	}
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != name {
				continue
			}
			switch data := m.Data.(type) {
			case metricdata.Gauge[int64]:
				for _, p := range data.DataPoints {
					sum += p.Value
				}
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					sum += p.Value
				}
			}
		}
	}
	return sum
}

func BenchmarkToolSpan(b *testing.B) {
	r := start(b)
	for _, c := range cases() {
		b.Run(c.name, func(b *testing.B) { measure(b, r.toolSpan[c.config], &c, checkToolSpan) })
	}
}

func BenchmarkTransform(b *testing.B) {
	r := start(b)
	for _, c := range cases() {
		if c.compared() && c.config == byDefault {
			b.Run(c.name, func(b *testing.B) { measure(b, r.transform, &c, checkTransform) })
		}
	}
}

// measure reports what one record costs. The time is that of the processor alone, so it is reported in place of the
// framework's own, which includes the decoding of the batches.
func measure(b *testing.B, s *subject, c *benchCase, check func(*subject, *benchCase) (int, error)) {
	written, err := check(s, c)
	if err != nil {
		b.Fatal(err)
	}
	full, empty, err := batches(c)
	if err != nil {
		b.Fatal(err)
	}
	busy := s.run(full, b.N)
	b.StopTimer()
	allocs, bytes := s.memory(full, empty)
	b.ReportMetric(perRecord(busy), "ns/record")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(allocs, "allocs/record")
	b.ReportMetric(bytes, "B/record")
	b.ReportMetric(float64(written), "attrs/record")
}

func start(tb testing.TB) *rivals {
	tb.Helper()
	r, err := newRivals()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(r.shutdown)
	return r
}
