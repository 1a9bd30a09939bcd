package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// sums are counters by name and labels, worked out from the records alone.
type sums map[string]float64

func (s sums) add(name string, labels ...string) {
	c := collectortest.Counter{Name: name, Labels: map[string]string{}}
	for i := 0; i+1 < len(labels); i += 2 {
		c.Labels[labels[i]] = labels[i+1]
	}
	s[c.String()]++
}

// counted are the counters that can be worked out.
var counted = []string{
	"ambiguous", "calls", "clipped", "errors_ignored", "false_confirm_blocked", "false_confirm_detected", "findings",
	"timeout_with_success_marker", "verdicts_replaced",
}

// checkSums compares what the collector counted with what its output says: each call at its first record, everything
// else once per call.
func checkSums(r *result) error {
	want, got := sums{}, sums{}
	calls := r.calls()
	for _, c := range calls {
		want.addCall(c)
	}
	want.addTexts(r.texts(calls))
	for _, c := range r.counters {
		if c.Value != 0 && slices.Contains(counted, c.Name) {
			got[withoutSeverity(c).String()] += c.Value
		}
	}
	var errs []error
	keys := maps.Clone(want)
	maps.Copy(keys, got)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if want[key] != got[key] {
			errs = append(errs, fmt.Errorf("counter %s is %.0f, and the records say %.0f", key, got[key], want[key]))
		}
	}
	return errors.Join(errs...)
}

// withoutSeverity drops what is not written on the record.
func withoutSeverity(c collectortest.Counter) collectortest.Counter {
	c.Labels = maps.Clone(c.Labels)
	delete(c.Labels, "severity")
	return c
}

func (s sums) addCall(c *call) {
	first := &c.pairs[0].got
	s.add("calls", "dialect", first.Verdict("dialect"), "termination", first.Verdict("termination"),
		"outcome", first.Verdict("outcome"), "signal", signalLabel(first.Verdict("signal")))
	once := map[string]bool{}
	for i := range c.pairs {
		s.addRecord(&c.pairs[i].got, func(what string) bool {
			fresh := !once[what]
			once[what] = true
			return fresh
		})
	}
}

// addTexts adds what was found in texts, each once however many records it stands on.
func (s sums) addTexts(texts []*said) {
	for _, text := range texts {
		for _, finding := range text.pairs[0].got.VerdictList("findings") {
			s.add("findings", "rule", finding)
			if finding == "false_confirm" {
				s.add("false_confirm_detected", "claim", "text")
			}
		}
	}
}

// addRecord adds what a record says that no earlier record of its call did.
func (s sums) addRecord(r *collectortest.Record, fresh func(string) bool) {
	if r.Verdict("ambiguous") == "true" && fresh("ambiguous") {
		s.add("ambiguous")
	}
	for _, finding := range r.VerdictList("findings") {
		if !fresh(finding) {
			continue
		}
		s.add("findings", "rule", finding)
		if finding == "timeout_with_success_marker" {
			s.add(finding, "termination", r.Verdict("termination"), "scope", successScope(r))
		}
	}
	for _, clip := range r.VerdictList("clips") {
		if parts := strings.Split(clip, ":"); fresh(parts[0] + parts[2]) {
			s.add("clipped", "stream", parts[0], "by", parts[2])
		}
	}
	if form := strongestClaim(r); form != "" && fresh("claim") {
		s.add("false_confirm_blocked", "claim", form)
	}
}

func signalLabel(signal string) string {
	switch signal {
	case "SIGTERM", "SIGKILL":
		return signal
	case "":
		return "none"
	default:
		return "other"
	}
}

func successScope(r *collectortest.Record) string {
	for _, marker := range r.VerdictList("markers") {
		if scope, _, _ := strings.Cut(marker, ":"); scope != "fail" && scope != "zero" {
			return scope
		}
	}
	return "none"
}

// claimForms are the claims from the strongest to the weakest, with the last word of the key that holds each.
var claimForms = []struct{ word, form string }{
	{"user_approved", "user_approved"}, {"verified", "verified"}, {"confirmed", "confirmed"},
	{"claim.status", "status"}, {"status", "status"}, {"span.status", "span_status"}, {"ok_preview", "ok_preview"},
}

func strongestClaim(r *collectortest.Record) string {
	blocked := r.VerdictList("blocked")
	for _, c := range claimForms {
		for _, key := range blocked {
			if key == c.word || strings.TrimPrefix(key, "tool_span.") == c.word || strings.TrimPrefix(key, "tool_span.claim.") == c.word {
				return c.form
			}
		}
	}
	return ""
}
