package main

import (
	"time"

	"github.com/toolspan/toolspan/internal/samples"
)

// batchSize is the number of records per batch.
const batchSize = 100

// texts of the results, in bytes.
const (
	previewSize = 512
	shortResult = 4 << 10
	longResult  = 64 << 10
)

// benchCase is one kind of record, what both processors must make of it, and what it may cost.
type benchCase struct {
	name   string
	config int // of tool_span
	record record
	isLog  bool
	// alone: transform has nothing to do with it, and is not measured.
	alone bool
	// verdict lists attributes that tool_span must leave on the record; empty, the record must not change at all.
	verdict map[string]string
	// tags are exactly the attributes that transform must add.
	tags map[string]string
	aim  aim
}

// compared reports a case that both processors are measured on.
func (c *benchCase) compared() bool { return !c.isLog && !c.alone }

// aim is what a case may cost; what is zero is not asked for.
type aim struct {
	// ratio is how many times cheaper than transform a record must be.
	ratio float64
	// time is the most that a record may take, the digests of its previews not counted.
	time time.Duration
	// perAttribute is the most allocations per attribute written.
	perAttribute float64
	// nothing: no allocation at all.
	nothing bool
}

func cases() []benchCase {
	native := aim{time: 2 * time.Microsecond, perAttribute: 2}
	healthyAim, killedAim, resultAim := native, native, aim{ratio: 20}
	healthyAim.ratio, killedAim.ratio = 3, 10
	list := append(others(), []benchCase{
		{name: "native, healthy", record: nativeCall(healthy), verdict: healthyVerdict, tags: healthyTags, aim: healthyAim},
		{name: "native, healthy, annotate", config: annotating, record: nativeCall(healthy), verdict: healthyVerdict, tags: healthyTags},
		{name: "native, healthy, full verdict", config: verbose, record: nativeCall(healthy), verdict: healthyVerdict, tags: healthyTags},
		{name: "native, healthy, texts hashed", config: withholding, record: nativeCall(healthy), verdict: healthyVerdict, tags: healthyTags},
		{name: "native, healthy, log event", record: nativeCall(healthy), isLog: true, verdict: healthyVerdict},

		{name: "native, killed", record: nativeCall(killed), verdict: killedVerdict, tags: killedTags, aim: killedAim},
		{name: "native, killed, annotate", config: annotating, record: nativeCall(killed), verdict: annotatedVerdict, tags: killedTags},
		{name: "native, killed, full verdict", config: verbose, record: nativeCall(killed), verdict: killedVerdict, tags: killedTags},
		{name: "native, killed, log event", record: nativeCall(killed), isLog: true, verdict: killedVerdict},
	}...)
	for _, size := range []int{shortResult, longResult} {
		of := " result of 4 KiB"
		if size == longResult {
			of = " result of 64 KiB"
		}
		list = append(list,
			benchCase{name: "semconv," + of, record: semconvCall(buildLog(size)), verdict: unknownVerdict, aim: resultAim},
			benchCase{name: "semconv," + of + ", exit code header", record: semconvCall(failedLog(size)), verdict: failedVerdict, tags: failedTags, aim: resultAim},
			benchCase{name: "semconv," + of + ", timeout header", record: semconvCall(timedOutLog(size)), verdict: timedOutVerdict, tags: timedOutTags, aim: resultAim},
		)
	}
	return append(list, dialects()...)
}

// others are the records that are no tool calls. One of 15 attributes may take 120 ns, unless most of them are
// attributes of tool calls.
func others() []benchCase {
	var list []benchCase
	for _, r := range samples.Others() {
		c := benchCase{name: "no tool call: " + r.Title, record: record{Record: r}, isLog: r.Log, aim: aim{nothing: true}}
		if r.Title != samples.Crowded {
			c.aim.time = max(15, time.Duration(len(r.Attrs))) * 8 * time.Nanosecond
		}
		list = append(list, c)
	}
	return list
}

// dialects are a typical record of each dialect.
func dialects() []benchCase {
	var list []benchCase
	for _, r := range samples.All() {
		list = append(list, benchCase{
			name: r.Dialect + ", " + r.Title, record: record{Record: r}, isLog: r.Log, alone: true,
			verdict: map[string]string{"tool_span.verdict.dialect": r.Dialect, "tool_span.verdict.termination": r.Termination},
		})
	}
	return list
}

// What both processors must say about the records.
var (
	healthyVerdict = map[string]string{
		"tool_span.verdict.dialect": "contract", "tool_span.verdict.termination": "ok", "tool_span.verdict.outcome": "succeeded",
		"status": "succeeded",
	}
	healthyTags = map[string]string{"v.termination": "ok"}

	killedVerdict = map[string]string{
		"tool_span.verdict.dialect": "contract", "tool_span.verdict.termination": "timeout", "tool_span.verdict.signal": "SIGTERM",
		"tool_span.verdict.must_rerun": "true", "tool_span.verdict.findings": `["timeout_with_success_marker","false_confirm"]`,
		"tool_span.verdict.blocked": `["status"]`, "tool_span.original.status": "succeeded", "status": "failed_or_incomplete",
	}
	annotatedVerdict = map[string]string{
		"tool_span.verdict.termination": "timeout", "tool_span.verdict.findings": `["timeout_with_success_marker","false_confirm"]`,
		"status": "succeeded",
	}
	killedTags = map[string]string{
		"v.termination": "timeout", "v.must_rerun": "true", "v.timeout_with_success_marker": "true", "v.false_confirm": "true",
	}

	unknownVerdict = map[string]string{
		"tool_span.verdict.dialect": "semconv", "tool_span.verdict.termination": "unknown", "tool_span.verdict.outcome": "unknown",
	}
	failedVerdict = map[string]string{
		"tool_span.verdict.dialect": "semconv", "tool_span.verdict.termination": "nonzero_exit", "tool_span.verdict.exit_code": "1",
		"tool_span.verdict.source": "text_header",
	}
	failedTags      = map[string]string{"v.termination": "nonzero_exit", "v.must_rerun": "true"}
	timedOutVerdict = map[string]string{
		"tool_span.verdict.dialect": "semconv", "tool_span.verdict.termination": "timeout",
		"tool_span.verdict.source": "text_header", "tool_span.verdict.findings": `["timeout_with_success_marker"]`,
	}
	timedOutTags = map[string]string{"v.termination": "timeout", "v.must_rerun": "true", "v.timeout_with_success_marker": "true"}
)
