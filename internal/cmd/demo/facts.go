package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// expectation is what must be said of one call, whatever the golden text says. It holds for each of its records.
type expectation struct {
	session, call string
	// verdict is outcome, ending and next step.
	verdict string
	// findings of all its records together, and the keys of the claims that must have been demoted.
	findings, blocked []string
}

// expectations are facts about the sessions (their README tells them), not about the processor as it is today: what
// was killed is not done, what was clipped is not whole, what ended well is left in peace. A change that breaks one of
// them is wrong, so they stand in code that no flag rewrites.
var expectations = []expectation{
	{session: "contract/healthy", call: "call-101", verdict: "succeeded, ok, -"},
	{session: "contract/healthy", call: "call-102", verdict: "succeeded, ok, -"},
	{session: "contract/flat_logs", call: "call-701", verdict: "succeeded, ok, -"},
	{session: "contract/maps_and_json", call: "call-802", verdict: "succeeded, ok, -"},
	{
		session: "contract/killed_after_pass", call: "call-201", verdict: "incomplete, timeout SIGTERM, rerun",
		findings: []string{"status_contradiction", "timeout_with_success_marker", "false_confirm", "must_rerun_contradiction"},
		blocked:  []string{"tool_span.claim.status", "tool_span.claim.must_rerun", "span.status"},
	},
	{
		session: "contract/clipped_shown_as_ok", call: "call-301", verdict: "succeeded, ok, rerun_uncapped",
		findings: []string{"ok_preview_clipped"}, blocked: []string{"ok_preview"},
	},
	{
		session: "contract/sigkill_called_verified", call: "call-401", verdict: "incomplete, signal SIGKILL, rerun",
		findings: []string{"false_confirm"}, blocked: []string{"tool_span.claim.verified"},
	},
	{session: "contract/honest_failure", call: "call-501", verdict: "failed, nonzero_exit 1, rerun"},
	{
		session: "contract/one_call_three_records", call: "call-601", verdict: "failed, nonzero_exit 2, rerun",
		findings: []string{"status_contradiction", "false_confirm"}, blocked: []string{"tool_span.claim.status", "span.status"},
	},
	{
		session: "contract/flat_logs", call: "call-702", verdict: "incomplete, timeout, rerun",
		findings: []string{"timeout_with_success_marker", "false_confirm", "must_rerun_contradiction"},
		blocked:  []string{"status", "must_rerun"},
	},
	{session: "contract/flat_logs", call: "call-703", verdict: "failed, nonzero_exit 1, rerun"},
	{
		session: "contract/maps_and_json", call: "call-801", verdict: "incomplete, signal SIGTERM, rerun",
		findings: []string{"timeout_with_success_marker", "false_confirm"},
		blocked:  []string{"tool_span.claim.status", "tool_span.claim.confirmed"},
	},
	{
		session: "contract/maps_and_json", call: "call-803", verdict: "incomplete, timeout SIGKILL, rerun",
		findings: []string{"status_contradiction", "false_confirm", "must_rerun_contradiction"},
		blocked:  []string{"tool_span.claim.status", "tool_span.claim.user_approved", "tool_span.claim.must_rerun", "span.status"},
	},
	{session: "contract/unknown_order", call: "call-901", verdict: "unknown, timeout, reconcile", findings: []string{"outcome_ambiguous"}},

	// What real agents reported: exit codes are believed, and none of them is accused of a claim it never made.
	{session: "copilot-cli/full", call: "call_fake_a_1", verdict: "succeeded, ok, -"},
	{session: "copilot-cli/full", call: "call_fake_b_2", verdict: "failed, nonzero_exit 3, rerun"},
	{session: "copilot-cli/full", call: "call_fake_f_7", verdict: "succeeded, ok, -"},
	{session: "lib-mastra/object", call: "call_fake_b_2", verdict: "failed, nonzero_exit 3, rerun"},
	{
		session: "lib-mastra/object", call: "call_fake_c_3", verdict: "incomplete, timeout SIGKILL, rerun",
		findings: []string{"timeout_with_success_marker"},
	},
	{session: "lib-vercel-ai/v7-object", call: "call_fake_a_1", verdict: "succeeded, ok, -"},
	{
		session: "lib-vercel-ai/v7-object", call: "call_fake_c_3", verdict: "incomplete, timeout SIGKILL, rerun",
		findings: []string{"timeout_with_success_marker"},
	},
	{session: "lib-vercel-ai/v7-object", call: "call_fake_e1_5", verdict: "incomplete, signal SIGTERM, rerun"},
	{session: "lib-vercel-ai/v7-object", call: "call_fake_f_7", verdict: "succeeded, ok, -"},
}

func checkFacts(r *result) error {
	var errs []error
	calls := r.calls()
	for i := range expectations {
		want := &expectations[i]
		at := slices.IndexFunc(calls, func(c *call) bool { return c.session == want.session && c.name == want.call })
		if at < 0 {
			errs = append(errs, fmt.Errorf("%s %s has no verdict", want.session, want.call))
			continue
		}
		if err := want.check(calls[at]); err != nil {
			errs = append(errs, fmt.Errorf("%s %s: %w", want.session, want.call, err))
		}
	}
	return errors.Join(append(errs, checkKilledPass(calls), checkThreeRecords(r, calls), checkAnswers(r.texts(calls)))...)
}

func (e *expectation) check(c *call) error {
	var findings, blocked []string
	for i := range c.pairs {
		got := &c.pairs[i].got
		verdict := rowOf(c, i)
		if text := strings.Join([]string{verdict[3][0], verdict[4][0], verdict[5][0]}, ", "); text != e.verdict {
			return fmt.Errorf("the verdict of record %d is %q, and must be %q", i+1, text, e.verdict)
		}
		findings = union(findings, got.VerdictList("findings"))
		blocked = union(blocked, got.VerdictList("blocked"))
	}
	if !same(findings, e.findings) {
		return fmt.Errorf("the findings are %q, and must be %q", findings, e.findings)
	}
	if !same(blocked, e.blocked) {
		return fmt.Errorf("demoted are %q, and must be %q", blocked, e.blocked)
	}
	return nil
}

// same compares without regard to order, of which nothing is promised.
func same(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func union(a, b []string) []string {
	for _, word := range b {
		if !slices.Contains(a, word) {
			a = append(a, word)
		}
	}
	return a
}

// checkKilledPass looks at the record itself: no word of success may be left on it, and what stood there is kept.
func checkKilledPass(calls []*call) error {
	for _, c := range calls {
		if c.name != "call-201" {
			continue
		}
		got := &c.pairs[0].got
		said := strings.Join(claims(got), " ")
		was := original(*got)
		if said != "span ERROR status=failed_or_incomplete must_rerun=true" {
			return fmt.Errorf("%s leaves saying %q", c.name, said)
		}
		if kept := strings.Join(claims(&was), " "); kept != strings.Join(claims(&c.pairs[0].sent), " ") {
			return fmt.Errorf("%s: kept of what it said is %q", c.name, kept)
		}
		return nil
	}
	return errors.New("call-201 is not there")
}

// answers are the sessions at whose end the model says that all is well, with the calls that speak against it. The
// other sessions hold no such text.
var answers = map[string][]string{
	"contract/killed_after_pass":      {"call-201"},
	"contract/one_call_three_records": {"call-601"},
	"lib-mastra/object":               {"call_fake_c_3", "call_fake_e2_5"},
	"lib-vercel-ai/v7-object":         {"call_fake_c_3", "call_fake_e1_5", "call_fake_e2_6"},
}

// checkAnswers makes sure that each of these is found, and nothing else.
func checkAnswers(texts []*said) error {
	var errs []error
	for session, want := range answers {
		if !slices.ContainsFunc(texts, func(s *said) bool { return s.session == session && same(s.about, want) }) {
			errs = append(errs, fmt.Errorf("%s: no text was held against %q", session, want))
		}
	}
	if len(texts) != len(answers) {
		errs = append(errs, fmt.Errorf("in %d texts something was found, and there are %d false ones", len(texts), len(answers)))
	}
	return errors.Join(errs...)
}

// checkThreeRecords makes sure that the session is what it says, and that one call is what came of it.
func checkThreeRecords(r *result, calls []*call) error {
	n, records := 0, 0
	for _, c := range calls {
		if c.session == "contract/one_call_three_records" {
			n++
			records += len(c.pairs)
		}
	}
	if n != 1 || records != 3 {
		return fmt.Errorf("one_call_three_records: %d calls in %d records", n, records)
	}
	if total := r.counters.Sum("calls"); total != float64(len(calls)) {
		return fmt.Errorf("%.0f calls were counted, and there were %d", total, len(calls))
	}
	return nil
}
