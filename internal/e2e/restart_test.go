package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// keeping are the changes that have a collector keep its memory in a folder.
func keeping(dir string) []string {
	return []string{
		"yaml:extensions::file_storage::directory: " + dir,
		"yaml:service::extensions: [health_check, file_storage]",
		"yaml:processors::tool_span::memory::storage: file_storage",
	}
}

// killedTests is a test run as a wrapper reports it, and answer a span of the model that talks about it.
func killedTests(number uint64) sample {
	return sample{name: "execute_tool shell", trace: 7, span: number, attributes: map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "shell", "gen_ai.tool.call.id": fmt.Sprintf("call-%d", number),
		"gen_ai.conversation.id": "conversation-1", "gen_ai.tool.call.arguments": `{"command":"pytest -q"}`, "timed_out": true,
	}}
}

func answer(number uint64) sample {
	return sample{name: "chat", trace: 8, span: number, attributes: map[string]any{
		"gen_ai.operation.name": "chat", "gen_ai.conversation.id": "conversation-1",
		"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"All tests pass."}]}]`,
	}}
}

// A collector is stopped after a test was killed. The next one judges what follows: with the memory of the first it
// knows the rerun for one and the answer for false; without it nothing is known, and nothing is wrong.
func TestRestartInTheMiddleOfAConversation(t *testing.T) {
	for _, kept := range []bool{true, false} {
		t.Run(fmt.Sprintf("kept=%t", kept), func(t *testing.T) {
			var changes []string
			if kept {
				changes = keeping(t.TempDir())
			}
			c := run(t, changes...)
			c.send(collectortest.Traces, spanRequest(t, killedTests(1)))
			c.wait(1)
			require.NoError(t, c.Stop(), c.LastLog())

			c = run(t, changes...)
			c.send(collectortest.Traces, spanRequest(t, answer(2)))
			got := c.wait(1)[0]
			passed := killedTests(3)
			passed.attributes["timed_out"], passed.attributes["exit_code"] = false, 0
			c.send(collectortest.Traces, spanRequest(t, passed), spanRequest(t, answer(4)))
			later := c.wait(3)
			require.Empty(t, later[2].VerdictList("findings"), "by then it is true")
			if !kept {
				require.Empty(t, got.VerdictList("findings"))
				c.requireSums(map[string]float64{"calls": 1, "false_confirm_detected": 0, "rerun_after_timeout": 0})
				return
			}
			require.Equal(t, []string{"false_confirm"}, got.VerdictList("findings"))
			require.Equal(t, []string{spanID(1).String()}, got.VerdictList("related"))
			require.Equal(t, []string{spanID(1).String()}, later[1].VerdictList("related"))
			c.requireSums(map[string]float64{"calls": 1, "false_confirm_detected": 1, "rerun_after_timeout": 1})
		})
	}
}

// A file in the storage that is no snapshot costs the memory, and nothing else.
func TestASnapshotOfNoUseIsIgnored(t *testing.T) {
	dir := t.TempDir()
	c := run(t, keeping(dir)...)
	c.send(collectortest.Traces, spanRequest(t, killedTests(1)))
	c.wait(1)
	require.NoError(t, c.Stop(), c.LastLog())
	files, err := filepath.Glob(filepath.Join(dir, "processor_tool_span*memory"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	damaged := 0
	for i := 0; i+8 < len(data); i++ {
		if string(data[i:i+8]) == "toolspan" {
			data[i+20] ^= 1 // of whatever part of the snapshot begins there
			damaged++
		}
	}
	require.Positive(t, damaged)
	require.NoError(t, os.WriteFile(files[0], data, 0o600)) //nolint:gosec // A file of this test.

	c = run(t, keeping(dir)...)
	require.Contains(t, c.LastLog(), "The saved memory of earlier calls cannot be used and is ignored")
	c.send(collectortest.Traces, spanRequest(t, answer(2)))
	require.Empty(t, c.wait(1)[0].VerdictList("findings"))
}

// validate does not see extensions, so the start has to say what is missing.
func TestAStorageThatIsMissing(t *testing.T) {
	path := builtCollector(t)
	ports, err := collectortest.FreePorts()
	require.NoError(t, err)
	dir := t.TempDir()
	_, err = collectortest.Start(t.Context(), collectortest.Settings{
		Binary: path, Config: []string{config, "yaml:processors::tool_span::memory::storage: file_storage"}, Ports: ports,
		Output: filepath.Join(dir, "out.jsonl"), Log: filepath.Join(dir, "collector.log"),
	})
	require.ErrorContains(t, err, `memory::storage: "file_storage" must be a storage extension that is listed under service::extensions, which has none of these`)
}
