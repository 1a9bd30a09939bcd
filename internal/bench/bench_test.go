package main

import (
	"testing"
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
