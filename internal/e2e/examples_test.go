package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// both are the signals in which agents report, in the order in which they arrive: the child span that ran a command is
// exported when it ends, and the event about it is written after that.
var both = []collectortest.Signal{collectortest.Traces, collectortest.Logs}

// examples of one agent each, with a recorded session of it and what truly became of its calls, by outcome. The README of
// testdata/sessions tells what happened in them.
var examples = []struct {
	folder, session string
	signals         []collectortest.Signal
	outcomes        map[string]float64
	// failed is how many spans have the status ERROR, answers in how many texts of the model something was found.
	failed, answers int
}{
	{
		folder: "claude-code", session: "claude-code/full", signals: both,
		// One command was moved to the background, which its spans do not tell, and they come first.
		outcomes: map[string]float64{"succeeded": 2, "failed": 7, "unknown": 1}, failed: 14, answers: 2,
	},
	{
		folder: "codex", session: "codex/full", signals: both[1:],
		outcomes: map[string]float64{"succeeded": 3, "failed": 4, "incomplete": 3, "unknown": 1},
	},
	{
		folder: "gemini-cli", session: "gemini-cli/full", signals: both,
		outcomes: map[string]float64{"succeeded": 2, "failed": 3, "incomplete": 3, "unknown": 3}, failed: 6,
	},
	{
		folder: "langchain-openinference", session: "lib-langchain/openinference-text", signals: both[:1],
		outcomes: map[string]float64{"failed": 2, "incomplete": 1, "unknown": 3}, failed: 3, answers: 1,
	},
}

func TestExamplesOfAgents(t *testing.T) {
	for _, e := range examples {
		t.Run(e.folder, func(t *testing.T) {
			c := runConfig(t, example(e.folder, "config.yaml"))
			records := c.wait(sendSession(t, c, e.session, e.signals...))
			require.Equal(t, e.outcomes, outcomes(c))
			failed, answers := 0, 0
			for _, r := range records {
				if r.Status == "Error" {
					failed++
				}
				if !r.Judged() && len(r.VerdictList("findings")) > 0 {
					answers++
				}
			}
			require.Equal(t, e.failed, failed, "spans with the status ERROR")
			require.Equal(t, e.answers, answers, "texts in which something was found")
		})
	}
}

// TestGateway sends through a collector that only hands on to the one that judges.
func TestGateway(t *testing.T) {
	t.Setenv("TOOLSPAN_STORAGE", t.TempDir())
	gateway := runConfig(t, example("gateway", "gateway.yaml"))
	t.Setenv("GATEWAY_ENDPOINT", fmt.Sprintf("localhost:%d", gateway.Ports.GRPC))
	edge := runConfig(t, example("gateway", "edge.yaml"))
	sent := sendSession(t, edge, "lib-mastra/object", collectortest.Traces)
	gateway.wait(sent)
	require.Equal(t, map[string]float64{"succeeded": 2, "failed": 2, "incomplete": 2}, outcomes(gateway))
	services := gateway.counters().Select("calls", "service_name=mastra-demo")
	require.Len(t, services, 4, "a call is counted for its application")
}

func example(parts ...string) string {
	return filepath.Join(append([]string{top, "examples"}, parts...)...)
}

// sendSession sends some signals of a recorded session and returns how many records these have.
func sendSession(t *testing.T, c *running, name string, signals ...collectortest.Signal) (records int) {
	t.Helper()
	for _, signal := range signals {
		data, err := os.ReadFile(filepath.Join(top, "testdata", "sessions", name, string(signal)+".jsonl"))
		require.NoError(t, err)
		for line := range bytes.Lines(data) {
			records += len(parse(t, line))
			c.send(signal, line)
		}
	}
	require.Positive(t, records)
	return records
}

// outcomes are the calls that were counted, by outcome.
func outcomes(c *running) map[string]float64 {
	counted := map[string]float64{}
	counters := c.counters()
	for _, outcome := range []string{"succeeded", "failed", "incomplete", "not_executed", "unknown"} {
		if n := counters.Sum("calls", "outcome="+outcome); n > 0 {
			counted[outcome] = n
		}
	}
	return counted
}
