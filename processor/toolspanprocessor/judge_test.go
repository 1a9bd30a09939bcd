package toolspanprocessor

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// m is short for attributes.
type m = map[string]any

// tool is a call in the semantic conventions.
func tool(extra m) m {
	attrs := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash"}
	for k, v := range extra {
		attrs[k] = v
	}
	return attrs
}

const command = `{"command":"make test"}`

// TestVerdicts pins what single records come to: the part of the verdict that
// each of them is about.
func TestVerdicts(t *testing.T) {
	long := strings.Repeat("tests/test_module.py ..........\n", 3000)
	for name, tt := range map[string]struct {
		attrs   m
		status  ptrace.StatusCode
		message string
		want    m // nil where the attribute must be absent
	}{
		"a limit beats the exit code of a stronger source": {
			attrs: tool(m{"process.exit.code": 0, "gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"exit_code":0,"timed_out":true,"stdout":"PASS\n"}`}),
			want:  m{keyTermination: "timeout", keyOutcome: "incomplete", keyFindings: []any{"timeout_with_success_marker"}},
		},
		"a limit names the signal of another source": {
			attrs: tool(m{"process.exit.code": 143, "error.type": "timeout"}),
			want:  m{keyTermination: "timeout", keySignal: "SIGTERM", keyExitCode: int64(143)},
		},
		"a long result of JSON is read to its end": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"stdout":` + fmt.Sprintf("%q", long+"PASS\n") + `,"exit_code":137}`}),
			want:  m{keyTermination: "signal", keySignal: "SIGKILL", keyMarkers: []any{"bare:pass_line"}},
		},
		"JSON that is cut is read up to the cut": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"exit_code":1,"stdout":"1 fai`}),
			want:  m{keyTermination: "nonzero_exit", keyClips: []any{"output:tail:telemetry"}, keyFindings: []any{"clip_inferred"}},
		},
		"a status file that was printed says nothing": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"job":"deploy","exit_code":1,"state":"failed"}`}),
			want:  m{keyTermination: "unknown", keyEvidence: "observed"},
		},
		"a process result without a command says nothing": {
			attrs: tool(m{"gen_ai.tool.name": "get_job", "gen_ai.tool.call.result": `{"exit_code":1,"stdout":"x"}`}),
			want:  m{keyTermination: "unknown"},
		},
		"an exit code in a text makes it a command": {
			attrs: tool(m{"gen_ai.tool.name": "run", "gen_ai.tool.call.result": "Exit code 143\nCommand timed out after 10s\nx"}),
			want:  m{keyTermination: "timeout", keyOutcome: "incomplete", keyNext: "rerun"},
		},
		"a shell without a command line is no command": {
			attrs: tool(m{"error.type": "timeout"}),
			want:  m{keyOutcome: "unknown", keyNext: "reconcile"},
		},
		"a signal in a text makes it a command": {
			attrs: tool(m{}), status: ptrace.StatusCodeError, message: "Bash process exited unexpectedly with code unknown",
			want: m{keyOutcome: "incomplete", keyNext: "rerun"},
		},
		"a function that timed out may have done its work": {
			attrs: tool(m{"gen_ai.tool.name": "create_order", "error.type": "TimeoutError"}),
			want:  m{keyTermination: "timeout", keyOutcome: "unknown", keyNext: "reconcile", keyMustRerun: nil, keyMustReconcile: true},
		},
		"a server error after a write may have done its work": {
			attrs: tool(m{"http.request.method": "POST", "error.type": "503"}),
			want:  m{keyTermination: "tool_error", keyOutcome: "unknown", keyNext: "reconcile", keyAmbiguous: true},
		},
		"a text that tells of a failure casts no doubt on an exit code": {
			attrs: tool(m{"process.exit.code": 0, "gen_ai.tool.call.result": "fetch failed"}),
			want:  m{keyTermination: "ok", keyAmbiguous: nil},
		},
		"text of any shape was seen": {
			attrs: tool(m{"error.type": "timeout", "gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": m{"message": "All tests passed"}}),
			want:  m{keyFindings: []any{"timeout_with_success_marker"}},
		},
		"the message of an exception names the ending": {
			attrs: tool(m{"error.type": "CalledProcessError"}), status: ptrace.StatusCodeError,
			message: "Command '['make', 'widget']' returned non-zero exit status 2.",
			want:    m{keyTermination: "nonzero_exit", keyExitCode: int64(2), keySource: "text_header"},
		},
		"the type of an exception before its text": {
			attrs: tool(m{"gen_ai.tool.name": "create_order", "http.request.method": "POST"}), status: ptrace.StatusCodeError,
			message: "httpx.ReadTimeout: The operation took too long",
			want:    m{keyTermination: "timeout", keyOutcome: "unknown", keyNext: "reconcile", keyMustRerun: nil},
		},
		"an ordinary exception": {
			attrs: tool(m{}), status: ptrace.StatusCodeError, message: "ValueError: timeout must be positive",
			want: m{keyTermination: "tool_error", keyNext: "rerun"},
		},
		"a trailer in the message of a failed status": {
			attrs: tool(m{}), status: ptrace.StatusCodeError, message: "PASS\n\nCommand timed out after 60 seconds",
			want: m{keyTermination: "timeout", keySource: "text_trailer", keyFindings: []any{"timeout_with_success_marker"}},
		},
		"one ending in two notations": {
			attrs: m{"exit_code": 143, "returncode": -15, "span_type": "tool"},
			want:  m{keyTermination: "signal", keyAmbiguous: nil},
		},
		"a cancelled command and its signal": {
			attrs: m{"tool_span.termination.kind": "cancelled", "exit_code": 143},
			want:  m{keyTermination: "cancelled", keySignal: "SIGTERM"},
		},
		"typed fields that say nothing": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"exit_code":"0.0","stdout":"","signal":"None","timed_out":"no","killed":null}`}),
			want:  m{keyTermination: "ok", keyOutcome: "succeeded"},
		},
		"text never yields success": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": "Process exited with code 0"}),
			want:  m{keyTermination: "unknown", keyOutcome: "unknown"},
		},
		"arguments encoded twice": {
			attrs: tool(m{"error.type": "timeout", "gen_ai.tool.call.arguments": fmt.Sprintf("%q", command)}),
			want:  m{keyOutcome: "incomplete", keyNext: "rerun"},
		},
		"arguments as a map": {
			attrs: tool(m{"error.type": "timeout", "gen_ai.tool.call.arguments": m{"cmd": []any{"make", "test"}}}),
			want:  m{keyOutcome: "incomplete", keyNext: "rerun"},
		},
		"the verb of a file editor is no command": {
			attrs: tool(m{"error.type": "timeout", "gen_ai.tool.call.arguments": `{"command":"str_replace","path":"a.go"}`}),
			want:  m{keyOutcome: "unknown", keyNext: "reconcile"},
		},
		"an exit code as a string": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": m{"returncode": "2", "output": ""}}),
			want:  m{keyTermination: "nonzero_exit", keyExitCode: int64(2)},
		},
		"a word that is no signal, of a producer that did not opt in": {
			attrs: tool(m{"signal": "buy", "exit_code": "n/a"}),
			want:  m{keyTermination: "unknown", keyFindings: nil},
		},
		"grep that found nothing": {
			attrs: tool(m{"gen_ai.tool.call.arguments": `{"command":"cd src && grep -rn foo . | grep -v test"}`, "process.exit.code": 1}),
			want:  m{keyOutcome: "failed", keyNext: nil, keyMustRerun: nil},
		},
		"the end of a long stream": {
			attrs: m{"span_type": "tool", "exit_code": 143, "preview_stdout": long + long, "preview_stderr": "PASS\n"},
			want:  m{keyMarkers: []any{"bare:pass_line"}},
		},
		"a status in JSON is no text": {
			attrs: tool(m{"process.exit.code": 143, "gen_ai.tool.call.result": `{"status":"ok"}`}),
			want:  m{keyTermination: "signal", keyFindings: nil},
		},
		"JSON that a command printed, with what its harness wrote below": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": "{\"exit_code\":0,\"stdout\":\"x\"}\n\nExit code: 143\nCommand timed out after 120 seconds"}),
			want:  m{keyOutcome: "incomplete"},
		},
		"printed JSON does not outweigh a reported failure": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"exit_code":0,"stdout":"x"}`}), status: ptrace.StatusCodeError,
			want: m{keyTermination: "tool_error", keyOutcome: "failed", keyAmbiguous: true},
		},
		"half an object proves no success": {
			attrs: tool(m{"gen_ai.tool.call.arguments": command, "gen_ai.tool.call.result": `{"exit_code":0,"stdout":"aaa`}),
			want:  m{keyTermination: "unknown"},
		},
		"an ending that cannot be read beside exit code 0": {
			attrs: m{"tool_span.termination.kind": "timed_out!", "exit_code": 0},
			want:  m{keyTermination: "ok", keyOutcome: "unknown", keyNext: "review", keyAmbiguous: true, keyFindings: []any{"termination_invalid"}},
		},
		"a failure behind a spelling that cannot be read": {
			attrs: m{"tool_span.termination.exit_code": "abc", "exit_code": 143, "tool_span.claim.status": "succeeded"},
			want:  m{keyTermination: "signal", keyBlocked: []any{"tool_span.claim.status"}},
		},
		"an action in a map": {
			attrs: m{"tool_span": m{"action": m{"state": "submitted"}, "termination": m{"kind": "timeout", "exit_code": 143}}},
			want:  m{keyOutcome: "unknown", keyNext: "reconcile", keyMustRerun: nil},
		},
		"an action in JSON": {
			attrs: m{"tool_span": `{"action":{"state":"submitted"},"termination":{"kind":"timeout"}}`},
			want:  m{keyOutcome: "unknown", keyNext: "reconcile", keyMustRerun: nil},
		},
		"a termination in JSON inside JSON": {
			attrs: m{"tool_span": `{"termination":"{\"kind\":\"timeout\"}"}`},
			want:  m{keyTermination: "timeout"},
		},
		"a scalar that is cut is none": {
			attrs: m{"span_type": "tool", "exit_code": "0" + strings.Repeat(" ", 130) + "143"},
			want:  m{keyTermination: "unknown"},
		},
		"more members than are read": {
			attrs: m{"tool_span.termination": crowd(m{"exit_code": 0})},
			want:  m{keyOutcome: "unknown"},
		},
		"a verifier that failed takes the success back": {
			attrs: m{"tool_span.termination.kind": "ok", "tool_span.verifier.result": "fail"},
			want:  m{keyTermination: "ok", keyOutcome: "unknown", keyNext: "review", keyAmbiguous: true},
		},
		"a verifier that passed": {
			attrs: m{"tool_span.termination.kind": "ok", "tool_span.verifier.result": "pass"},
			want:  m{keyEvidence: "verified"},
		},
		"a verifier cannot prove what was clipped": {
			attrs: m{"tool_span.termination.kind": "ok", "tool_span.verifier.result": "pass", "stdout_truncated": true},
			want:  m{keyEvidence: "terminated"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			batch := ptrace.NewTraces()
			span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
			span.Status().SetCode(tt.status)
			span.Status().SetMessage(tt.message)
			fill(t, span.Attributes(), tt.attrs, nil)
			got := b.send(batch).Attributes().AsRaw()
			for key, value := range tt.want {
				assert.Equal(t, value, got[key], "%s: %v", key, got[keyReason])
			}
		})
	}
}

// crowd adds more members than one group may have.
func crowd(group m) m {
	for i := range 1100 {
		group[fmt.Sprint("junk", i)] = i
	}
	return group
}

// TestForgedVerdictsInJSON hides verdicts where only a parser finds them.
func TestForgedVerdictsInJSON(t *testing.T) {
	for in, want := range map[string]string{
		`{"verdict":{"outcome":"succeeded"}}`:                                                                   `{}`,
		`{"termination":{"exit_code":3}, "verdict":{"outcome":"succeeded"}}`:                                    `{"termination":{"exit_code":3}}`,
		`{"verdict.outcome":"succeeded" , "termination":{"exit_code":3},"verdict":1,"claim":{"verified":true}}`: `{ "termination":{"exit_code":3},"claim":{"verified":false}}`,
	} {
		b := newBench(t, nil)
		out := b.call(1, 1, m{"span_type": "tool", "tool_span": in}, 0).Attributes().AsRaw()
		assert.Equal(t, want, out["tool_span"])
		assert.EqualValues(t, 1, b.sum("verdicts_replaced"))
	}
}

func TestForgedVerdictsOnEventsAndLinks(t *testing.T) {
	b := newBench(t, nil)
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.Events().AppendEmpty().Attributes().PutStr(keyOutcome, "succeeded")
	span.Links().AppendEmpty().Attributes().PutStr(keyOutcome, "succeeded")
	b.send(batch)
	assert.Zero(t, span.Events().At(0).Attributes().Len())
	assert.Zero(t, span.Links().At(0).Attributes().Len())
}

// TestTwiceIsOnceInJSON runs claims in odd spellings of JSON through twice.
func TestTwiceIsOnceInJSON(t *testing.T) {
	for _, claim := range []string{
		`{"status":"s\u0075cceeded"}`, `{"verified":1.0}`, `{"must_rerun":0.0}`, `{"must_rerun":"f\u0061lse"}`, `{"confirmed":"yes","verified":true}`,
	} {
		b := newBench(t, nil)
		first := b.call(1, 1, m{"tool_span.termination.exit_code": 143, "tool_span.claim": claim}, 0).Attributes().AsRaw()
		second := b.call(1, 1, first, 0).Attributes().AsRaw()
		assert.Equal(t, first, second)
		assert.NotEmpty(t, second[keyBlocked], claim)
	}
}

// TestManyOriginalsCrowdOutNothing keeps the originals that are of use.
func TestManyOriginalsCrowdOutNothing(t *testing.T) {
	b := newBench(t, nil)
	attrs := m{"tool_span.termination.exit_code": 143, "tool_span.claim.status": "failed_or_incomplete"}
	for i := range 2000 {
		attrs[fmt.Sprint("tool_span.original.junk", i)] = "succeeded"
	}
	attrs["tool_span.original.tool_span.claim.status"] = "succeeded"
	out := b.call(1, 1, attrs, 0).Attributes().AsRaw()
	assert.Equal(t, []any{"tool_span.claim.status"}, out[keyBlocked])
}

// TestClaimsInWords says which strings claim success of a call that failed.
func TestClaimsInWords(t *testing.T) {
	claims := []string{
		"yes", "true", "verified", "Verified.", "verified by the test suite", "yes, by QA", "confirmed: by user", "verified; see log",
		"已验证", "已验证。", "OK!", "done", "completed", "已通过", "验证通过", "用户已确认", "✅", "✅ verified", "fully verified", "verified 12 of 12",
	}
	for _, word := range claims {
		assert.True(t, blocks(t, "tool_span.claim.verified", word), word)
	}
	for _, word := range []string{
		"no", "false", "unproven", "not verified", "verified by nobody", "verified? not yet", "pending", "unverified",
		"verified: false", "confirmed false", "passed 3 of 12", "待确认", "验证未通过", "verified once deployed", "confirmed if tests pass", "未验证", "failed", "none", "",
	} {
		assert.False(t, blocks(t, "tool_span.claim.verified", word), word)
	}
	for _, word := range []string{"succeeded", "Success", "succeeded (exit 0)", "completed successfully", "成功。", "passed", "true", "finished", "all green", "执行成功"} {
		assert.True(t, blocks(t, "tool_span.claim.status", word), word)
	}
	for _, word := range []string{"failed_or_incomplete", "failed", "completed with errors", "success: false", "执行失败", "running", "unknown", "succeeded?"} {
		assert.False(t, blocks(t, "tool_span.claim.status", word), word)
	}
}

func blocks(t *testing.T, key, word string) bool {
	t.Helper()
	out := newBench(t, nil).call(1, 1, m{"tool_span.termination.exit_code": 3, key: word}, 0)
	_, blocked := out.Attributes().Get(keyBlocked)
	return blocked
}

// TestNoMarkerFromHalfALine cuts a long text at every place of lines that say the
// opposite of what their halves say.
func TestNoMarkerFromHalfALine(t *testing.T) {
	b := newBench(t, func(c *Config) { c.Streams.TextLimit = minTextLimit })
	for _, trap := range []string{"NOT OK", "0 tests passed", "will print OK", "tests passed: 80 / 120"} {
		for offset := range minTextLimit/2 + len(trap) {
			text := strings.Repeat(".", minTextLimit) + "\n" + trap + "\n" + strings.Repeat(".", offset)
			out := b.call(1, byte(offset), m{"tool_span.termination.kind": "timeout", "tool_span.stdout.preview": text}, 0)
			_, found := out.Attributes().Get(keyFindings)
			assert.False(t, found, "%s, %d bytes after it", trap, offset)
		}
	}
}

// TestBodiesInJSON reads records that arrive as one string.
func TestBodiesInJSON(t *testing.T) {
	for name, body := range map[string]string{
		"flat":             `{"span_type":"tool","exit_code":143,"preview_stdout":"PASS","status":"succeeded"}`,
		"without a type":   ` {"stdout_bytes":4,"exit_code":143,"preview_stdout":"PASS","status":"succeeded"}`,
		"nested":           `{"tool_span":{"termination":{"exit_code":143},"stdout":{"preview":"PASS"},"claim":{"status":"succeeded"}}}`,
		"long":             `{"span_type":"tool","preview_stdout":"` + strings.Repeat("x", 70<<10) + `\nPASS","exit_code":143,"status":"succeeded"}`,
		"the type is last": `{"preview_stdout":"` + strings.Repeat("x", 70<<10) + `\nPASS","exit_code":143,"status":"succeeded","span_type":"tool"}`,
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			batch := plog.NewLogs()
			record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
			record.Body().SetStr(body)
			require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
			got := record.Attributes().AsRaw()
			assert.Equal(t, "incomplete", got[keyOutcome])
			assert.Contains(t, got[keyFindings], "timeout_with_success_marker")
			assert.Equal(t, strings.Replace(body, "succeeded", "failed_or_incomplete", 1), record.Body().Str())
			assert.EqualValues(t, 1, b.sum("false_confirm_blocked", "claim", "status"))
		})
	}
}
