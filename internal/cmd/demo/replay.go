package main

import (
	"context"
	"fmt"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// pair is one record before and after the collector.
type pair struct {
	session string
	sent    collectortest.Record
	got     collectortest.Record
}

// result is what one replay of all sessions showed, in the order of sending.
type result struct {
	pairs    []pair
	counters collectortest.Counters
	follow   *collectortest.Output
}

// replay sends every session and waits until all of it came out again.
func replay(ctx context.Context, c *collectortest.Collector) (*result, error) {
	sessions, err := readSessions(sessionsDir)
	if err != nil {
		return nil, err
	}
	r := &result{follow: c.Follow()}
	for _, s := range sessions {
		for i, req := range s.requests {
			if err := c.Post(ctx, req.signal, req.line); err != nil {
				return nil, fmt.Errorf("session %s, request %d of %s: %w", s.name, i+1, req.signal, err)
			}
			for _, record := range req.records {
				r.pairs = append(r.pairs, pair{session: s.name, sent: record})
			}
		}
	}
	got, err := r.follow.Wait(ctx, len(r.pairs), passLimit)
	if err != nil {
		return nil, err
	}
	if err := r.match(got); err != nil {
		return nil, err
	}
	r.counters, err = c.Counters(ctx)
	return r, err
}

// match finds for each record that was sent the one that came out.
func (r *result) match(got []collectortest.Record) error {
	byKey := map[string]collectortest.Record{}
	for _, record := range got {
		byKey[record.Key] = record
	}
	seen := map[string]bool{}
	for i := range r.pairs {
		p := &r.pairs[i]
		record, ok := byKey[p.sent.Key]
		if !ok || seen[p.sent.Key] {
			return fmt.Errorf("session %s: %s (%s) was lost, or is not the only one with its IDs", p.session, p.sent.Key, p.sent.Name)
		}
		p.got, seen[p.sent.Key] = record, true
	}
	if len(got) != len(r.pairs) {
		return fmt.Errorf("%d records were sent and %d came out", len(r.pairs), len(got))
	}
	return nil
}
