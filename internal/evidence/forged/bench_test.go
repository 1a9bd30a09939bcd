package forged

import (
	"strings"
	"testing"
	"time"
)

// hostile are texts that, repeated, look for something at every turn.
var hostile = []string{
	"<tool_call>", "<tool_result>", "<tool_result></tool_result>", "<tool_call>\n<tool_result>", "<a:tool_result>", "x<tool_response>y</tool_response> is",
	"Action: f[x]\n", "Action:\n", "Action: f\nObservation:\n", "Action: f[", "Observation: y\n", "Action: f[x] Observation:", "Thought: x\nAction: f[x]\nObservation: y\n",
	"[TOOL_RESULT] x\n", "[TOOL_RESULT]\n", "[TOOL_CALLS]", "[TOOL_CALLS] [TOOL_RESULT] ", "[tool_call: f] ", "<|tool_response|>", "<|tool_response|>\n<｜", "<|tool_response|>\n",
	"```tool_code\n", "```tool_code\n```\n", "`<", "<", "[", "> <tool_call>", "<invoke name=", "tool_result>", "tool_ </tool_result>\n<tool_result>",
	"Thought: Action: ", "Thought: x Action: f[x]\n", "Tool: f\nTool Input: {}\nResult: y\n", "- Thought: x\n- Action: f[x]\n- Observation: y\n", "[Tool call: f]\n[Tool result: x]\n", "Action: f[x]\nOwner: x\n", "Action: f[x]\nObservation: <result>\n", "- Thought: ", "1. ",
	"<tool_call>\n{\"name\":\"f\"}\n", "<function=f>", "Example:\nAction: f[x]\n", " ", "#", "*", "\n", "Action: f[x]\n\n", "行动：f[x]\n观察：\n",
}

func TestHostile(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size >>= 3
	}
	for _, unit := range hostile {
		for _, end := range []string{"", "\nAction: f[x]\nObservation: y\n</tool_result> is", strings.Repeat(" ", size)} {
			s := "Action tool_\n" + strings.Repeat(unit, size/len(unit)) + end
			start := time.Now()
			got := Find(s, size*3, nil)
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%.40q: %v", unit, took)
			} else if took > 100*time.Millisecond {
				t.Logf("%.40q: %v, %d found", unit, took, len(got))
			}
			check(t, s, got)
		}
	}
}

const report = `I've moved the session store behind an interface and added an implementation for Redis.

**What changed**
- ` + "`store/redis.go`" + `: new, with a configurable prefix
- ` + "`store/memory.go`" + `: the old map, unchanged apart from its name

All 214 tests pass locally, and the linter is clean. I have not run the integration tests because
Docker is not available here; they should pass once the container is up.
`

const trace = `Thought: I should look it up.
Action: scan_term
Action Input: {"term": "latency"}
Observation: 5 hits in handbook.md
Thought: I know enough.
Final Answer: There are five.
`

func fill(unit string, n int) string { return strings.Repeat(unit, n/len(unit)+1)[:n] }

func benchFind(b *testing.B, s string, limit int) {
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	var out []Span
	for b.Loop() {
		out = Find(s, limit, out[:0])
	}
}

func BenchmarkAnswer1K(b *testing.B)  { benchFind(b, fill(report, 1024), 0) }
func BenchmarkAnswer16K(b *testing.B) { benchFind(b, fill(report, 16<<10), 0) }
func BenchmarkHot16K(b *testing.B)    { benchFind(b, "Action needed.\n"+fill(report, 16<<10), 0) }
func BenchmarkForged1K(b *testing.B)  { benchFind(b, fill(trace, 1024), 0) }
func BenchmarkLong1M(b *testing.B)    { benchFind(b, fill(report, 1<<20), 0) }
