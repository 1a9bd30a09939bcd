package corpustest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// observations are the rules about what a model is given.
var observations = []string{"forged_observation", "unbacked_observation", "observation_altered", "action_unexecuted"}

// TestObservations runs each recorded session as one that is complete: every result that a model was given is the one
// that its call returned, as cut and wrapped as the program does it. The two signals come in either order.
func TestObservations(t *testing.T) {
	given := 0
	for _, session := range sessions(t) {
		for _, order := range [][]string{{traces, logs}, {logs, traces}} {
			c := startWith(t, func(cfg *toolspanprocessor.Config) { cfg.Memory.CompleteTraces = true })
			for _, signal := range order {
				for _, r := range readRequests(t, signal, filepath.Join(sessionsDir, filepath.FromSlash(session), signal+".jsonl")) {
					for _, record := range r.records() {
						if hasPrompt(&record) {
							given++
						}
					}
					got := c.send(r)
					for _, record := range got.records() {
						for _, finding := range record.verdictList("findings") {
							assert.NotContains(t, observations, finding, fmt.Sprint(session, order))
						}
					}
				}
			}
		}
	}
	assert.Greater(t, given, 40, "records of models with what they were given")
}

// hasPrompt finds a record of a model that tells what it was given.
func hasPrompt(r *record) bool {
	for _, key := range []string{"gen_ai.input.messages", "ai.prompt.messages", "llm.input_messages.0.message.role", "gen_ai.prompt"} {
		if _, ok := r.attributes.Get(key); ok && !r.judged() {
			return true
		}
	}
	return false
}

// TestAlteredObservations edits one word of one result, only where a model is given it.
func TestAlteredObservations(t *testing.T) {
	for _, session := range []string{
		"lib-langchain/openinference-text", "lib-langchain/openinference-throw", "lib-vercel-ai/v7-legacy-throw", "lib-vercel-ai/v7-object",
	} {
		t.Run(session, func(t *testing.T) {
			c := start(t)
			found, edited := 0, 0
			for _, r := range readRequests(t, traces, filepath.Join(sessionsDir, filepath.FromSlash(session), "traces.jsonl")) {
				for _, record := range r.records() {
					if !record.judged() && hasPrompt(&record) {
						edited += edit(record.attributes, "beta", "delta")
					}
				}
				got := c.send(r)
				for _, record := range got.records() {
					for _, finding := range record.verdictList("findings") {
						if finding == "observation_altered" {
							found++
						}
					}
				}
			}
			assert.Positive(t, edited)
			assert.Positive(t, found)
		})
	}
}

// edit replaces a word in what a model was given.
func edit(attrs pcommon.Map, word, by string) (edited int) {
	for key, value := range attrs.All() {
		for _, start := range []string{"gen_ai.input.messages", "ai.prompt.messages", "llm.input_messages.", "gen_ai.prompt", "input.value"} {
			if strings.HasPrefix(key, start) && value.Type() == pcommon.ValueTypeStr && strings.Contains(value.Str(), word) {
				value.SetStr(strings.ReplaceAll(value.Str(), word, by))
				edited++
			}
		}
	}
	return edited
}
