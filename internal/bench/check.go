package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// tagPrefix starts the attributes that transform writes.
const tagPrefix = "v."

// checkToolSpan has one batch processed, makes sure that every record bears the verdict, and returns the number of
// attributes that were written on a record.
func checkToolSpan(s *subject, c *benchCase) (written int, err error) {
	err = process(s, c, func(before, after map[string]string, same bool) error {
		written = changed(before, after)
		if len(c.verdict) == 0 {
			if !same {
				return fmt.Errorf("%s changed a record that is no tool call", s.name)
			}
			return nil
		}
		for key, want := range c.verdict {
			if got, ok := after[key]; !ok || got != want {
				return fmt.Errorf("%s left %s = %q, want %q", s.name, key, got, want)
			}
		}
		return nil
	})
	return written, err
}

// checkTransform does the same for the tags of transform, of which there must be no others either.
func checkTransform(s *subject, c *benchCase) (written int, err error) {
	err = process(s, c, func(before, after map[string]string, _ bool) error {
		written = changed(before, after)
		tags := map[string]string{}
		for key, value := range after {
			if strings.HasPrefix(key, tagPrefix) {
				tags[key] = value
			}
		}
		if !maps.Equal(tags, c.tags) {
			return fmt.Errorf("%s left %v, want %v", s.name, tags, c.tags)
		}
		return nil
	})
	return written, err
}

// process gives the processor one batch and shows the attributes of each record before and after, and whether the
// batch is the same to the byte.
func process(s *subject, c *benchCase, check func(before, after map[string]string, same bool) error) error {
	b, err := newBatch(c.record, c.isLog, batchSize)
	if err != nil {
		return err
	}
	var before, after []map[string]string
	var in, out []byte
	if c.isLog {
		ld := b.logs()
		before, in = logAttrs(ld), encodedLogs(ld)
		must(s.logs.ConsumeLogs(context.Background(), ld))
		after, out = logAttrs(ld), encodedLogs(ld)
	} else {
		td := b.traces()
		before, in = spanAttrs(td), encodedTraces(td)
		must(s.traces.ConsumeTraces(context.Background(), td))
		after, out = spanAttrs(td), encodedTraces(td)
	}
	if len(after) != batchSize {
		return fmt.Errorf("%s left %d records of %d", s.name, len(after), batchSize)
	}
	for i := range after {
		if err := check(before[i], after[i], bytes.Equal(in, out)); err != nil {
			return fmt.Errorf("record %d: %w", i, err)
		}
	}
	return nil
}

// changed counts the attributes that are new or have another value.
func changed(before, after map[string]string) int {
	n := 0
	for key, value := range after {
		if was, ok := before[key]; !ok || was != value {
			n++
		}
	}
	return n
}

func spanAttrs(td ptrace.Traces) (list []map[string]string) {
	for _, rs := range td.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				list = append(list, textOf(span.Attributes()))
			}
		}
	}
	return list
}

func logAttrs(ld plog.Logs) (list []map[string]string) {
	for _, rl := range ld.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, event := range sl.LogRecords().All() {
				list = append(list, textOf(event.Attributes()))
			}
		}
	}
	return list
}

func textOf(attrs pcommon.Map) map[string]string {
	m := make(map[string]string, attrs.Len())
	for key, value := range attrs.All() {
		m[key] = value.AsString()
	}
	return m
}

func encodedTraces(td ptrace.Traces) []byte {
	encoded, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
	must(err)
	return encoded
}

func encodedLogs(ld plog.Logs) []byte {
	encoded, err := (&plog.ProtoMarshaler{}).MarshalLogs(ld)
	must(err)
	return encoded
}
