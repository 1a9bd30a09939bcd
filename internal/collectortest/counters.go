package collectortest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// CounterPrefix starts the name of every counter of the processor.
const CounterPrefix = "otelcol_processor_tool_span_"

// Counter is one series of the processor, without the prefix of its name and without the label that names the
// processor.
type Counter struct {
	Name   string
	Labels map[string]string
	Value  float64
}

// Counters are all series of the processor.
type Counters []Counter

// Counters reads the collector's Prometheus endpoint.
func (c *Collector) Counters(ctx context.Context) (Counters, error) {
	page, err := c.get(ctx, c.MetricsURL())
	if err != nil {
		return nil, err
	}
	var list Counters
	for line := range strings.Lines(string(page)) {
		rest, ours := strings.CutPrefix(strings.TrimSpace(line), CounterPrefix)
		if !ours {
			continue
		}
		counter, err := parseCounter(rest)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", c.MetricsURL(), line, err)
		}
		list = append(list, counter)
	}
	slices.SortFunc(list, func(a, b Counter) int { return strings.Compare(a.String(), b.String()) })
	return list, nil
}

// Metric adds up the series of a metric of any component, under the full name of it.
func (c *Collector) Metric(ctx context.Context, name string) (float64, error) {
	page, err := c.get(ctx, c.MetricsURL())
	if err != nil {
		return 0, err
	}
	sum, found := 0.0, false
	for line := range strings.Lines(string(page)) {
		rest, ours := strings.CutPrefix(strings.TrimSpace(line), name)
		if !ours || !strings.HasPrefix(rest, "{") {
			continue
		}
		counter, err := parseCounter(name + rest)
		if err != nil {
			return 0, fmt.Errorf("%s: %q: %w", c.MetricsURL(), line, err)
		}
		sum, found = sum+counter.Value, true
	}
	if !found {
		return 0, fmt.Errorf("%s has no %s", c.MetricsURL(), name)
	}
	return sum, nil
}

// parseCounter reads `name{label="value",…} number` of the Prometheus text format.
func parseCounter(s string) (Counter, error) {
	c := Counter{Labels: map[string]string{}}
	name, labels, found := strings.Cut(s, "{")
	if !found {
		return c, fmt.Errorf("no labels")
	}
	c.Name = name
	for !strings.HasPrefix(labels, "}") {
		label, rest, ok := strings.Cut(labels, "=")
		if !ok {
			return c, fmt.Errorf("no value for label %q", labels)
		}
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return c, err
		}
		if c.Labels[label], err = strconv.Unquote(quoted); err != nil {
			return c, err
		}
		labels = strings.TrimPrefix(rest[len(quoted):], ",")
	}
	delete(c.Labels, "processor")
	var err error
	c.Value, err = strconv.ParseFloat(strings.TrimSpace(labels[1:]), 64)
	return c, err
}

// String returns the name and the labels in a fixed order.
func (c Counter) String() string {
	parts := []string{c.Name}
	for _, label := range slices.Sorted(maps.Keys(c.Labels)) {
		parts = append(parts, label+"="+c.Labels[label])
	}
	return strings.Join(parts, " ")
}

func (c Counter) has(labels []string) bool {
	for _, l := range labels {
		name, value, _ := strings.Cut(l, "=")
		if c.Labels[name] != value {
			return false
		}
	}
	return true
}

// Sum adds up the series of a name that bear all the given labels, each as name=value.
func (c Counters) Sum(name string, labels ...string) float64 {
	sum := 0.0
	for _, counter := range c.Select(name, labels...) {
		sum += counter.Value
	}
	return sum
}

// Select returns the series of a name that bear all the given labels.
func (c Counters) Select(name string, labels ...string) Counters {
	var list Counters
	for _, counter := range c {
		if counter.Name == name && counter.has(labels) {
			list = append(list, counter)
		}
	}
	return list
}
