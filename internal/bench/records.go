package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"sync/atomic"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/samples"
)

// record is a sample, or made by this package in the same form.
type record struct {
	samples.Record
	// digested are the bytes whose digest the contract asks to be compared.
	digested int
}

type attr struct {
	Key   string
	Value any
}

// byAgent is a span of an application.
func byAgent(name string, attrs []attr) samples.Record {
	r := samples.Record{Name: name, Scope: "agent", Service: "agent"}
	for _, a := range attrs {
		r.Attrs = append(r.Attrs, samples.Attr(a))
	}
	return r
}

// ending is what differs between the native calls.
type ending struct {
	exitCode int
	timedOut bool
	lastLine string
}

var (
	healthy = ending{exitCode: 0, lastLine: "PASS"}
	killed  = ending{exitCode: 143, timedOut: true, lastLine: "PASS"}
)

// nativeCall is a command as a wrapper reports it that states all facts of the contract. A harness claims success
// both times, so that the calls differ only in how they ended.
func nativeCall(e ending) record {
	stdout := sized(previewSize, testOutput, e.lastLine+"\n")
	stderr := sized(previewSize, warnings, "")
	return record{digested: len(stdout) + len(stderr), Record: byAgent("execute_tool shell", []attr{
		{"span_type", "tool"},
		{"tool_name", "shell"},
		{"gen_ai.tool.call.id", samples.CallID},
		{"gen_ai.conversation.id", samples.Session},
		{"argv", []any{"pytest", "-q", "tests"}},
		{"cwd", "/srv/app"},
		{"exit_code", e.exitCode},
		{"timed_out", e.timedOut},
		{"duration_ms", 30012},
		{"status", "succeeded"},
		{"encoding", "utf-8"},
		{"stdout_bytes", len(stdout)},
		{"stdout_cap", 8192},
		{"stdout_truncated", false},
		{"stdout_sha256", digest(stdout)},
		{"preview_stdout", stdout},
		{"stderr_bytes", len(stderr)},
		{"stderr_cap", 8192},
		{"stderr_truncated", false},
		{"stderr_sha256", digest(stderr)},
		{"preview_stderr", stderr},
	})}
}

// semconvCall is a command as an agent reports it that follows the GenAI conventions: all there is to know of its
// ending stands in the text.
func semconvCall(result string) record {
	return record{Record: byAgent("execute_tool run_shell", []attr{
		{"gen_ai.operation.name", "execute_tool"},
		{"gen_ai.tool.name", "run_shell"},
		{"gen_ai.tool.type", "function"},
		{"gen_ai.tool.call.id", samples.CallID},
		{"gen_ai.tool.description", "Run a shell command"},
		{"gen_ai.conversation.id", samples.Session},
		{"gen_ai.agent.name", "builder"},
		{"gen_ai.tool.call.arguments", `{"command":"make -j4 all","timeout":120}`},
		{"gen_ai.tool.call.result", result},
	})}
}

func buildLog(n int) string {
	return sized(n, compilation, "[100%] Linking CXX executable bin/server\n")
}

func failedLog(n int) string {
	return "Exit code 1\n" + sized(n-len("Exit code 1\n"), compilation, "make: *** [Makefile:21: all] Error 2\n")
}

func timedOutLog(n int) string {
	const header = "Exit code 143\nCommand timed out after 2m 0s\n"
	return header + sized(n-len(header), compilation, "PASS\n412 passed in 97.31s\n")
}

// sized makes a text of exactly n bytes out of numbered lines and the given end.
func sized(n int, line func(i int) string, end string) string {
	var b strings.Builder
	for i := 0; b.Len() < n-len(end); i++ {
		b.WriteString(line(i))
	}
	// The last line is cut where the text would grow too long, and ends like one all the same.
	return b.String()[:n-len(end)-1] + "\n" + end
}

func compilation(i int) string {
	if i%9 == 8 {
		return fmt.Sprintf("src/core/unit_%03d.cc:%d:17: warning: unused parameter 'ctx' [-Wunused-parameter]\n", i, 20+i%400)
	}
	return fmt.Sprintf("[%3d%%] Building CXX object src/core/CMakeFiles/core.dir/unit_%03d.cc.o\n", i%100, i)
}

func testOutput(i int) string {
	return fmt.Sprintf("tests/test_module_%02d.py ................ [%3d%%]\n", i, min(7*i, 99))
}

func warnings(i int) string {
	return fmt.Sprintf("lib/legacy_%02d.py:14: DeprecationWarning: use the new client instead\n", i)
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// batch is a batch as it comes in over the network, in protobuf.
type batch struct {
	encoded []byte
	isLog   bool
	size    int
	// Where call IDs and conversations stand, those of the first record first.
	ids, conversations []int
}

// numbered counts the records that were given to processors, so that each can have identifiers of its own.
var numbered atomic.Uint64

func newBatch(r record, isLog bool, size int) (*batch, error) {
	b := &batch{isLog: isLog, size: size}
	var err error
	if isLog {
		b.encoded, err = (&plog.ProtoMarshaler{}).MarshalLogs(r.Logs(size))
	} else {
		b.encoded, err = (&ptrace.ProtoMarshaler{}).MarshalTraces(r.Traces(size))
	}
	b.ids, b.conversations = b.places(samples.CallID), b.places(samples.Session)
	return b, err
}

// places lists where a text stands in the batch.
func (b *batch) places(text string) (list []int) {
	for at := 0; ; at++ {
		next := bytes.Index(b.encoded[at:], []byte(text))
		if next < 0 {
			return list
		}
		at += next
		list = append(list, at)
	}
}

// renumber gives every record a call ID and a conversation that no record had before: a call that was seen already is
// not counted again, and would come out too cheap, and one that repeats another of its conversation is a rerun.
func (b *batch) renumber() (first uint64) {
	first = numbered.Add(uint64(b.size)) - uint64(b.size) + 1
	for i, at := range b.ids {
		record := i * b.size / len(b.ids)
		copy(b.encoded[at:], fmt.Sprintf("call_%010d", first+uint64(record)))
	}
	for i, at := range b.conversations {
		record := i * b.size / len(b.conversations)
		copy(b.encoded[at:], fmt.Sprintf("%012d", first+uint64(record)))
	}
	return first
}

// traces decodes the batch as a receiver does, so that every value has memory of its own and the lists of attributes
// have the spare room that decoding leaves.
func (b *batch) traces() ptrace.Traces {
	number := b.renumber()
	td, err := (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(b.encoded)
	if err != nil {
		panic(err) // it was encoded by newBatch
	}
	for _, rs := range td.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				identify(number, span.SetTraceID, span.SetSpanID)
				number++
			}
		}
	}
	return td
}

func (b *batch) logs() plog.Logs {
	number := b.renumber()
	ld, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(b.encoded)
	if err != nil {
		panic(err) // it was encoded by newBatch
	}
	for _, rl := range ld.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, event := range sl.LogRecords().All() {
				identify(number, event.SetTraceID, event.SetSpanID)
				number++
			}
		}
	}
	return ld
}

func identify(number uint64, setTrace func(pcommon.TraceID), setSpan func(pcommon.SpanID)) {
	var trace pcommon.TraceID
	var span pcommon.SpanID
	binary.BigEndian.PutUint64(trace[8:], number)
	binary.BigEndian.PutUint64(span[:], number)
	setTrace(trace)
	setSpan(span)
}
