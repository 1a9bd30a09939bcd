package toolspanprocessor

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/rules"
)

// secondSeverities counts the rules whose findings can have two severities, each
// of which is a series of its own.
func secondSeverities() int {
	n := 0
	for _, r := range rules.All() {
		if r.Mild != "" {
			n++
		}
	}
	return n
}

// TestSeverityOfFinding counts findings with and without a consequence apart, also
// when the user changes the severity of the rule.
func TestSeverityOfFinding(t *testing.T) {
	for configured, want := range map[string]string{"": "warning", "error": "error", "info": "info"} {
		b := newBench(t, func(c *Config) {
			if configured != "" {
				c.Rules.Severity = map[string]string{"exit_code_masked": configured}
			}
		})
		for i, text := range []string{"changed 1 package", "npm ERR! code ENOENT", "npm ERR! code ENOENT"} {
			b.call(1, byte(i+1), map[string]any{
				"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash", "gen_ai.tool.call.result": text,
				"gen_ai.tool.call.arguments": map[string]any{"command": "npm install | tail"}, "process.exit.code": 0,
			}, 0)
		}
		of := func(severity string) int64 {
			return b.sum("findings", "rule", "exit_code_masked", "severity", severity)
		}
		if want == "info" {
			assert.EqualValues(t, 3, of("info"))
			continue
		}
		assert.EqualValues(t, 1, of("info"))
		assert.EqualValues(t, 2, of(want))
		assert.EqualValues(t, 2, b.sum("calls", "outcome", "unknown"))
	}
}
