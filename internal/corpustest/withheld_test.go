package corpustest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspan/toolspan/internal/collectortest"
	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// TestNothingLeaves runs everything that is recorded or invented with texts kept and with texts withheld: the verdicts
// have to be the same, and nothing of the texts may be left.
func TestNothingLeaves(t *testing.T) {
	for _, mode := range []string{"hash", "truncate"} {
		t.Run(mode, func(t *testing.T) {
			found := 0
			forEachFile(t, func(t *testing.T, signal, path string) {
				kept := start(t)
				cut := startWith(t, func(c *toolspanprocessor.Config) {
					c.Content.Default, c.Content.TruncateAt = mode, 16
				})
				for _, r := range readRequests(t, signal, path) {
					texts := printedTexts(&r)
					again := parse(t, signal, r.json(t))
					want, got := kept.send(r), cut.send(again)
					assertSameVerdicts(t, &want, &got)
					assert.Empty(t, collectortest.Left(string(got.json(t)), texts))
					found += len(texts)
				}
				assert.Equal(t, kept.findings(), cut.findings())
				assert.Equal(t, kept.calls(), cut.calls())
			})
			assert.Greater(t, found, 500, "texts that must be gone")
		})
	}
}

func forEachFile(t *testing.T, run func(t *testing.T, signal, path string)) {
	t.Helper()
	n := 0
	for _, pattern := range []string{sessionsDir + "/*/*/*.jsonl", samplesDir + "/*.jsonl"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range files {
			n++
			t.Run(strings.TrimPrefix(filepath.ToSlash(path), testdata+"/"), func(t *testing.T) { run(t, signalOf(t, path), path) })
		}
	}
	require.Positive(t, n)
}

// signalOf is told by the name of a recorded file, and by the first line of an invented one.
func signalOf(t *testing.T, path string) string {
	t.Helper()
	if gjson.GetBytes(readLines(t, path)[0], "resourceLogs").Exists() {
		return logs
	}
	return traces
}

func assertSameVerdicts(t *testing.T, want, got *request) {
	t.Helper()
	a, b := want.records(), got.records()
	require.Len(t, b, len(a))
	for i := range a {
		assert.Equal(t, verdictOf(&a[i]), verdictOf(&b[i]), a[i].name)
	}
}

// printedTexts are the texts that programs exported in a request.
func printedTexts(r *request) (texts []string) {
	for _, record := range r.records() {
		for key, value := range record.attributes.All() {
			texts = collectortest.PrintedTexts(key, value.AsString(), texts)
		}
		for _, event := range record.events.All() {
			for key, value := range event.Attributes().All() {
				texts = collectortest.PrintedTexts(key, value.AsString(), texts)
			}
		}
	}
	return texts
}
