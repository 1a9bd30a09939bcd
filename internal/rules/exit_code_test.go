package rules

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func newJudge(t testing.TB) (*contract.Judge, *contract.Set) {
	t.Helper()
	set, err := contract.NewSet(All(), nil, map[string]string{"vacuous_success": "error"})
	require.NoError(t, err)
	scanner, err := markers.New(nil, nil)
	require.NoError(t, err)
	effect := func(*toolcall.Call) termination.Effect { return termination.EffectUnstated }
	return contract.NewJudge(set, &contract.Settings{HashWindow: 256, TextLimit: 64 << 10, Markers: scanner, Effect: effect}), set
}

// ended is a command that ended with exit code 0.
func ended(line, text string) *toolcall.Call {
	call := &toolcall.Call{
		Name: "bash", CommandLine: line, IsCommand: true, Seen: text != "",
		Facts: []termination.Fact{{Source: termination.Declared, HasCode: true}},
	}
	if text != "" {
		call.Texts = []string{text}
	}
	return call
}

func place(id string) int { return slices.Index(IDs(), id) }

// TestGrades looks at both severities of a rule that has two.
func TestGrades(t *testing.T) {
	judge, set := newJudge(t)
	masked, vacuous := place("exit_code_masked"), place("vacuous_success")

	v := judge.Evaluate(ended("npm install | tail", "added one thing"))
	assert.True(t, v.Findings.Has(masked))
	assert.True(t, v.Mild.Has(masked))
	assert.Equal(t, contract.Info, set.Severity(masked, true))
	assert.Equal(t, termination.Succeeded, v.Decision.Outcome)
	assert.Empty(t, v.Decision.Next)

	v = judge.Evaluate(ended("npm install | tail", "npm ERR! code ENOENT"))
	assert.True(t, v.Findings.Has(masked))
	assert.False(t, v.Mild.Has(masked))
	assert.Equal(t, contract.Warning, set.Severity(masked, false))
	assert.Equal(t, termination.OutcomeUnknown, v.Decision.Outcome)
	assert.True(t, v.Decision.MustRerun)

	assert.Equal(t, []contract.Severity{contract.Warning, contract.Info}, set.Severities(masked))
	assert.Equal(t, []contract.Severity{contract.Error}, set.Severities(vacuous))

	same, err := contract.NewSet(All(), nil, map[string]string{"exit_code_masked": "info"})
	require.NoError(t, err)
	assert.Equal(t, []contract.Severity{contract.Info}, same.Severities(masked))
}

// TestLongOutput judges outputs of 200 KB, within bounds.
func TestLongOutput(t *testing.T) {
	judge, _ := newJudge(t)
	long := strings.Repeat("line of a big output, number one\n", 200<<10/33)
	start := time.Now()
	v := judge.Evaluate(ended("bash big.sh || true", long))
	assert.True(t, v.Mild.Has(place("exit_code_masked")))
	assert.Equal(t, termination.Succeeded, v.Decision.Outcome)

	v = judge.Evaluate(ended("bash big.sh || true", long+"bash: line 3: frob: command not found\n"))
	assert.True(t, v.Decision.MustRerun, "the end of the output is read")
	v = judge.Evaluate(ended("./test.sh", long+"0 passed\n"))
	assert.True(t, v.Findings.Has(place("vacuous_success")))
	assert.Less(t, time.Since(start), time.Second)
}

// TestReasonSaysNoSuccess looks for words that could be taken for a success.
func TestReasonSaysNoSuccess(t *testing.T) {
	judge, _ := newJudge(t)
	for line, text := range map[string]string{
		"pytest | tail": "2 failed, 10 passed", "pytest | cat": "", "npm run x | tail": "", "go test ./x": "ok  \tx\t0.003s [no tests to run]",
		"pytest -k no | tail": "no tests ran in 0.01s",
	} {
		judge.Evaluate(ended(line, text))
		reason := judge.Reason()
		assert.LessOrEqual(t, len(reason), 200)
		for _, word := range []string{"success", "succe", "pass", "done", "fine", "good", "complete", "verified", "confirmed", text + "\x00", line} {
			assert.NotContains(t, strings.ToLower(reason), word)
		}
	}
}

// TestJudgeForgets judges calls one after the other that must not mix.
func TestJudgeForgets(t *testing.T) {
	judge, _ := newJudge(t)
	judge.Evaluate(ended("pytest | tail", "2 failed, 10 passed"))
	v := judge.Evaluate(ended("pytest -q", "12 passed in 0.1s"))
	assert.True(t, v.Plain())
	assert.Equal(t, termination.Succeeded, v.Decision.Outcome)
	assert.Empty(t, v.Markers)
	assert.Zero(t, v.Mild)
}

func BenchmarkEvaluate(b *testing.B) {
	judge, _ := newJudge(b)
	output := strings.Repeat("tests/test_module_01.py ................ [ 10%]\n", 20)
	for name, call := range map[string]*toolcall.Call{
		"no command":    {Name: "lookup", Texts: []string{output}, Facts: ended("", "").Facts},
		"reading":       ended("cat a/b/c.go", output),
		"check":         ended("pytest -q tests", output),
		"and chain":     ended("cd app && pytest -q tests", output),
		"piped reading": ended("cat a | head -20", output),
		"piped check":   ended("pytest -q tests | tail -20", output+"12 passed in 0.1s\n"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				judge.Evaluate(call)
			}
		})
	}
}
