package corpustest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// exchange is telemetry that is sent to one processor, in this order.
type exchange struct {
	name     string
	requests func() []request
}

// exchanges are all recorded sessions, those written for the contract too, and every line of the samples and of the
// spans written for this test.
func exchanges(t *testing.T) []exchange {
	t.Helper()
	var list []exchange
	folders, err := filepath.Glob(filepath.Join(sessionsDir, "*", "*"))
	require.NoError(t, err)
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		name, err := filepath.Rel(sessionsDir, folder)
		require.NoError(t, err)
		list = append(list, exchange{filepath.ToSlash(name), func() []request {
			return append(readRequests(t, traces, filepath.Join(folder, "traces.jsonl")), readRequests(t, logs, filepath.Join(folder, "logs.jsonl"))...)
		}})
	}
	for _, pattern := range []string{samplesDir, normalizerDir} {
		files, err := filepath.Glob(filepath.Join(pattern, "*.jsonl"))
		require.NoError(t, err)
		for _, file := range files {
			for _, line := range readLines(t, file) {
				if !strings.Contains(string(line), `"resourceSpans"`) {
					continue // the normalizer leaves logs alone
				}
				list = append(list, exchange{filepath.Base(file), func() []request { return []request{parse(t, traces, line)} }})
			}
		}
	}
	require.NotEmpty(t, list)
	return list
}

// run sends an exchange to a processor, after the normalizer if there is one. It returns the records as they come out,
// how many spans the normalizer changed, and how many calls were counted.
func (e *exchange) run(t *testing.T, n *normalizer) (list []record, changed int, calls int64) {
	t.Helper()
	c := start(t)
	for _, r := range e.requests() {
		if n != nil {
			changed += n.normalize(t, &r)
		}
		got := c.send(r)
		list = append(list, got.records()...)
	}
	return list, changed, c.calls()
}

// TestBesideNormalizer compares the verdicts on telemetry as it is with those on what the normalizer makes of it. None
// may be worse.
func TestBesideNormalizer(t *testing.T) {
	builtIn := []string{"openinference", "openllmetry", "proposed"}
	// Sources are applied in their order, so the user's own come first: what it maps is no longer there for the others.
	withOwn := append([]string{"user_defined"}, builtIn...)
	ways := []struct {
		name       string
		normalizer *normalizer
		exact      bool // not even better, and by the same dialect
	}{
		{"kept", newNormalizer(t, false, false, builtIn...), true},
		{"removed", newNormalizer(t, true, false, builtIn...), true},
		{"kept, overwritten", newNormalizer(t, false, true, builtIn...), true},
		{"removed, overwritten", newNormalizer(t, true, true, builtIn...), true},
		{"user-defined, kept", newNormalizer(t, false, false, withOwn...), false},
		{"user-defined, removed", newNormalizer(t, true, false, withOwn...), false},
	}
	rows := table{}
	rows.add("normalized, with its originals\tspans changed\tverdicts\tsame\tother dialect\tbetter\tworse\n")
	totals := make([]comparison, len(ways))
	for _, e := range exchanges(t) {
		before, _, callsBefore := e.run(t, nil)
		for i, way := range ways {
			after, changed, callsAfter := e.run(t, way.normalizer)
			require.Len(t, after, len(before))
			totals[i].changed += changed
			for j := range before {
				totals[i].add(t, way.name+": "+e.name, &before[j], &after[j])
			}
			assert.Equal(t, callsBefore, callsAfter, "%s: %s: calls counted", way.name, e.name)
		}
	}
	for i, way := range ways {
		rows.add(totals[i].row(way.name))
		assert.Positive(t, totals[i].changed, way.name)
		assert.Zero(t, totals[i].worse, way.name)
		if way.exact {
			assert.Equal(t, totals[i].verdicts, totals[i].same, way.name)
		}
	}
	t.Log(rows.text())
}

// comparison counts the records that have a verdict in either case.
type comparison struct{ changed, verdicts, same, renamed, better, worse int }

func (c *comparison) row(name string) string {
	return fmt.Sprintf("%s\t%d\t%d\t%d\t%d\t%d\t%d\n", name, c.changed, c.verdicts, c.same, c.renamed, c.better, c.worse)
}

func (c *comparison) add(t *testing.T, name string, before, after *record) {
	t.Helper()
	if !before.judged() && !after.judged() {
		return
	}
	c.verdicts++
	was, is := verdictOf(before), verdictOf(after)
	if assert.ObjectsAreEqual(was, is) {
		c.same++
		return
	}
	if fault := worse(before, after); fault != "" {
		c.worse++
		t.Errorf("%s: %q: %s:\n%v\n%v", name, before.name, fault, was, is)
		return
	}
	delete(was, "dialect")
	delete(is, "dialect")
	if assert.ObjectsAreEqual(was, is) {
		c.renamed++
		return
	}
	c.better++
	t.Logf("better: %s: %q:\n%v\n%v", name, before.name, was, is)
}

// verdictOf is the whole verdict, each attribute as text.
func verdictOf(r *record) map[string]string {
	all := map[string]string{}
	r.attributes.Range(func(key string, value pcommon.Value) bool {
		if name, ok := strings.CutPrefix(key, verdictPrefix); ok {
			all[name] = value.AsString()
		}
		return true
	})
	return all
}

// levels of evidence, weakest first.
var levels = []string{"", "observed", "terminated", "verified"}

// worse says what is worse about the second verdict, and nothing if it says all that the first says: how the call
// ended may be known where it was not, except that it never turns into a success.
func worse(before, after *record) string {
	switch {
	case !before.judged():
		return "a verdict on what was none of a tool call"
	case !after.judged():
		return "no verdict"
	case slices.Index(levels, before.verdict("evidence")) > slices.Index(levels, after.verdict("evidence")):
		return "weaker evidence"
	case before.verdict("outcome") == "unknown" && before.verdict("termination") == "unknown":
		if after.verdict("outcome") == "succeeded" {
			return "a success"
		}
	default:
		for _, name := range []string{"termination", "outcome", "exit_code", "signal", "next"} {
			if before.verdict(name) != "" && before.verdict(name) != after.verdict(name) {
				return "another " + name
			}
		}
	}
	for _, name := range []string{"clips", "findings"} {
		for _, word := range before.verdictList(name) {
			if !slices.Contains(after.verdictList(name), word) {
				return word + " is missing"
			}
		}
	}
	return ""
}
