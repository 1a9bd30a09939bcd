package toolspanprocessor

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// turn is one call of ordinary work: a tool, its arguments, and how it ended. A tool that runs no command has no code.
type turn struct {
	tool, args, result string
	code               int
	command, running   bool
}

func runs(command, result string, code int) turn {
	return turn{tool: "bash", args: fmt.Sprintf(`{"command":%q}`, command), result: result, code: code, command: true}
}

// ordinary is one round of the work of a coding agent. The round's number changes what is looked at and tried.
func ordinary(round int) []turn {
	return []turn{
		{tool: "read_file", args: fmt.Sprintf(`{"path":"src/m%d.go","offset":0}`, round), result: "package m\n// TODO: tests failed here once\n"},
		{tool: "read_file", args: fmt.Sprintf(`{"path":"src/m%d.go","offset":200}`, round), result: "func f() {}\n"},
		runs(fmt.Sprintf("grep -rn 'func f%d' src", round), "", 1),
		runs("diff a.txt b.txt", "1c1\n< a\n> b\n", 1),
		runs("git log --oneline | head -5", "a1 Fix the build that failed\nb2 Pass the context\n", 0),
		runs("ls -la | tail -3", "x\ny\nz\n", 0),
		runs("cat build.log | grep -i error | head", "error: 3 tests failed\n", 0),
		{tool: "edit_file", args: fmt.Sprintf(`{"path":"src/m%d.go","old":"a","new":"b%d"}`, round, round), result: "ok"},
		runs(fmt.Sprintf("go test ./m%d/...", round), "--- FAIL: TestX\nFAIL\n", 1),
		{tool: "edit_file", args: fmt.Sprintf(`{"path":"src/m%d.go","old":"b","new":"c%d"}`, round, round), result: "ok"},
		runs(fmt.Sprintf("go test -run TestX ./m%d", round), "ok  \tm\t0.1s\n", 0),
		runs("go build ./...", "src/m.go:3: undefined: x\n", 1),
		runs("go build ./...", "", 0),
		{tool: "bash", args: fmt.Sprintf(`{"command":"npm run dev -- --port %d","run_in_background":true}`, 3000+round), running: true, command: true, result: "started"},
		{tool: "bash_output", args: `{"shell_id":"b1"}`, result: "listening"},
		{tool: "bash_output", args: `{"shell_id":"b1"}`, result: "listening\nGET / 200"},
		{tool: "list_items", args: fmt.Sprintf(`{"cursor":%d}`, round), result: `{"items":[],"next":1}`},
		runs("curl -s localhost:3000/health", `{"status":"ok"}`, 0),
		runs("git status --short", " M src/m.go\n", 0),
		runs("which shellcheck", "", 1),
	}
}

// TestOrdinaryWork is a conversation of 2,000 calls of which nothing is to be said, and of answers that are honest,
// hedged, or true.
func TestOrdinaryWork(t *testing.T) {
	b := newBench(t, nil)
	n := 0
	for round := range 100 {
		for _, call := range ordinary(round) {
			n++
			attrs := map[string]any{
				"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": call.tool, "gen_ai.tool.call.id": fmt.Sprint("c", n),
				"gen_ai.conversation.id": "long", "gen_ai.tool.call.arguments": call.args, "gen_ai.tool.call.result": call.result,
			}
			switch {
			case call.running:
				attrs["tool_span.termination.kind"] = "running"
			case call.command:
				attrs["process.exit.code"] = call.code
			}
			b.call(1, byte(n), attrs, ptrace.StatusCodeUnset)
		}
		for _, text := range []string{
			"I looked at the module. The test still fails; I will fix it next.", "The build should pass now, I will check.",
			"Done: the test passes and the build succeeded.", "是否需要我再跑一次测试？", "Updated the file and committed the change.",
		} {
			b.call(1, 0, map[string]any{"gen_ai.conversation.id": "long", "ai.response.text": text}, ptrace.StatusCodeUnset)
		}
	}
	assert.Equal(t, 2000, n)
	assert.EqualValues(t, n, b.sum("calls"))
	for _, severity := range []string{"error", "warning"} {
		assert.Zero(t, b.sum("findings", "severity", severity), severity)
	}
	assert.Zero(t, b.sum("false_confirm_detected"))
	assert.Zero(t, b.sum("timeout_with_success_marker"))
	assert.EqualValues(t, 100, b.sum("rerun_after_timeout", "after", "nonzero_exit", "result", "pass"), "the builds")
}
