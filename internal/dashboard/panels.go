// Package dashboard holds the dashboard of the processor's counters as a table of panels, from which the file for Grafana
// and the picture in the README are made.
package dashboard

import (
	"fmt"
	"strings"
)

// Kind is how a panel shows its series.
type Kind int

// The kinds of panel: one number, bars that add up over time, lines, and a list of the largest.
const (
	Number Kind = iota
	Bars
	Lines
	Ranking
)

// Unit is what the values of a panel are.
type Unit string

// The units, by their names in Grafana.
const (
	Count Unit = "short"
	Share Unit = "percentunit"
)

// Tone says whether there should be any of what a number counts.
type Tone int

// The tones.
const (
	Neutral Tone = iota
	Unwanted
	Wanted
)

// Query is one expression of a panel, and what its series are called: the values of labels, or a name.
type Query struct {
	Expr   string
	Legend string
}

// Panel is one picture of the dashboard.
type Panel struct {
	Title, Description string
	Kind               Kind
	Unit               Unit
	Tone               Tone
	// Width of the 24 columns that a row has.
	Width   int
	Queries []Query
}

// The filters that a viewer sets. Counters of calls have all of these labels, as far as the last two are switched on;
// those of the processor itself have the first.
const (
	ofCalls     = `processor=~"$processor",tool_name=~"$tool",service_name=~"$service"`
	ofProcessor = `processor=~"$processor"`
	// windows of time: that of one bar, and that of the whole picture.
	step  = "$__rate_interval"
	whole = "$__range"
)

// named selects a metric with and without the suffix _total.
func named(metric, matchers string) string {
	return fmt.Sprintf(`{__name__=~"otelcol_processor_tool_span_%s(_total)?",%s}`, metric, matchers)
}

// gauge selects a metric that never has the suffix.
func gauge(metric string) string {
	return fmt.Sprintf(`{__name__=~"otelcol_processor_tool_span_%s",%s}`, metric, ofProcessor)
}

// grown is the increase of a counter of calls within a window, by some labels. increase() sees nothing of the first event
// of a series that begins with it; so of a series that was not there at the beginning of the window, although its
// collector was scraped then, the value counts.
func grown(metric, window, by string, matchers ...string) string {
	x := named(metric, strings.Join(append(matchers, ofCalls), ","))
	scraped := `{__name__=~"otelcol_processor_tool_span_memory_limit"}`
	return sum(by, fmt.Sprintf("(%[1]s unless %[1]s offset %[2]s and on (instance, processor) %[3]s offset %[2]s) or increase(%[1]s[%[2]s])", x, window, scraped))
}

func sum(by, expr string) string {
	if by == "" {
		return "sum(" + expr + ")"
	}
	return fmt.Sprintf("sum by (%s) (%s)", by, expr)
}

const stopped = `after=~"timeout|signal"`

// Panels lists the dashboard from its top left to its bottom right.
func Panels() []Panel {
	return append(numbers(), pictures()...)
}

func numbers() []Panel {
	passed := grown("rerun_after_timeout", whole, "", stopped, `result="pass"`)
	reruns := grown("rerun_after_timeout", whole, "", stopped)
	return []Panel{
		{
			Title: "Tool calls", Description: "Calls judged, each counted at its first record.",
			Width: 4, Queries: []Query{{grown("calls", whole, ""), "calls"}},
		},
		{
			Title: "Near misses", Description: "Calls that were stopped after printing something like success.",
			Tone: Unwanted, Width: 4, Queries: []Query{{grown("timeout_with_success_marker", whole, ""), "near misses"}},
		},
		{
			Title: "False confirmations blocked", Description: "Calls of which false claims of success were taken back.",
			Tone: Unwanted, Width: 4, Queries: []Query{{grown("false_confirm_blocked", whole, ""), "blocked"}},
		},
		{
			Title: "False confirmations passed on", Description: "False claims that were found and left as they were, among them what models wrote.",
			Tone: Unwanted, Width: 4, Queries: []Query{{grown("false_confirm_detected", whole, ""), "passed on"}},
		},
		{
			Title: "Ambiguous", Description: "Calls whose evidence points both ways, or of which nobody knows what they did.",
			Tone: Unwanted, Width: 4, Queries: []Query{{grown("ambiguous", whole, ""), "ambiguous"}},
		},
		{
			Title: "Reruns that passed", Description: "Of the calls that were run again after a time limit or a signal stopped them, the part that ended well. Empty where there was none.",
			Unit: Share, Tone: Wanted, Width: 4, Queries: []Query{{passed + " / " + reruns, "passed"}},
		},
	}
}

func pictures() []Panel {
	return []Panel{
		{
			Title: "Calls by how they ended", Description: "The label termination. What is timeout, signal or running was not finished.",
			Kind: Bars, Width: 12, Queries: []Query{{grown("calls", step, "termination"), "{{termination}}"}},
		},
		{
			Title: "Calls by outcome", Description: "What the evidence supports. Of unknown nothing can be concluded.",
			Kind: Bars, Width: 12, Queries: []Query{{grown("calls", step, "outcome"), "{{outcome}}"}},
		},
		{
			Title: "Near misses", Description: "Stopped after printing something like success, by how they were stopped.",
			Kind: Bars, Width: 8, Queries: []Query{{grown("timeout_with_success_marker", step, "termination"), "{{termination}}"}},
		},
		{
			Title: "False confirmations blocked", Description: "Claims that were taken back, by the form of the claim.",
			Kind: Bars, Width: 8, Queries: []Query{{grown("false_confirm_blocked", step, "claim"), "{{claim}}"}},
		},
		{
			Title: "False confirmations passed on", Description: "Claims that were left as they were, by their form; text is what a model wrote.",
			Kind: Bars, Width: 8, Queries: []Query{{grown("false_confirm_detected", step, "claim"), "{{claim}}"}},
		},
		{
			Title: "Findings by rule", Description: "Most frequent first. rules.md of the processor says what each means and how to mend it.",
			Kind: Ranking, Width: 12, Queries: []Query{{"topk(12, " + grown("findings", whole, "rule") + ")", "{{rule}}"}},
		},
		{
			Title: "What cuts streams", Description: "Streams of which a part is missing, by who cut them: the harness (the agent did not see it either), telemetry, or the command itself.",
			Kind: Bars, Width: 12, Queries: []Query{{grown("clipped", step, "stream, by"), "{{stream}} by {{by}}"}},
		},
		{
			Title: "Calls that were run again", Description: "After a call whose verdict said so, by how that one had ended and how the rerun did.",
			Kind: Bars, Width: 8, Queries: []Query{{grown("rerun_after_timeout", step, "after, result"), "{{after}}: {{result}}"}},
		},
		{
			Title: "Killed by a signal", Description: "Calls that a signal ended. SIGKILL is most often the system being out of memory.",
			Kind: Bars, Width: 8, Queries: []Query{{grown("calls", step, "signal", `termination=~"signal|timeout",signal!="none"`), "{{signal}}"}},
		},
		{
			Title: "Runs that verify", Description: "Whether runs that were made to verify an earlier call ended as it did.",
			Kind: Bars, Width: 8, Queries: []Query{{grown("shadow", step, "result"), "{{result}}"}},
		},
		{
			Title: "Calls by tool", Description: "Needs metrics::tool_name::enabled of the processor; without it there is one nameless row.",
			Kind: Ranking, Width: 12, Queries: []Query{{"topk(12, " + grown("calls", whole, "tool_name") + ")", "{{tool_name}}"}},
		},
		{
			Title: "Calls by agent", Description: "The label dialect: how the producer reports its calls.",
			Kind: Ranking, Width: 12, Queries: []Query{{"topk(12, " + grown("calls", whole, "dialect") + ")", "{{dialect}}"}},
		},
		{
			Title: "Memory", Description: "Calls remembered, of those that can be remembered at once.",
			Kind: Lines, Unit: Share, Width: 12,
			Queries: []Query{{sum("processor", gauge("memory_entries")) + " / " + sum("processor", gauge("memory_limit")), "{{processor}}"}},
		},
		{
			Title: "The processor itself", Description: "Calls forgotten, verdicts of others that were removed, and errors that were passed over. The last should be 0, and so should forgetting for want of room (capacity).",
			Kind: Lines, Width: 12, Queries: []Query{
				{sum("reason", "increase("+named("memory_evictions", ofProcessor)+"["+step+"])"), "forgotten: {{reason}}"},
				{sum("", "increase("+named("verdicts_replaced", ofProcessor)+"["+step+"])"), "verdicts replaced"},
				{sum("", "increase("+named("findings_withdrawn", ofProcessor)+"["+step+"])"), "findings withdrawn"},
				{sum("", "increase("+named("errors_ignored", ofProcessor)+"["+step+"])"), "errors ignored"},
			},
		},
	}
}
