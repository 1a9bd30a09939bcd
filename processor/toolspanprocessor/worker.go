package toolspanprocessor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/passage"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// worker is the working memory for judging the records of one batch.
type worker struct {
	core *core
	seed                 // of the core
	now  time.Time       // when the batch arrived
	ctx  context.Context //nolint:containedctx // the worker lives for one batch at a time, like a stack frame
	view *dialect.View
	// waiting are the calls of the batch that were read and not judged yet. free are
	// calls to be filled with the next ones, at most as many as ever waited.
	waiting []pending
	free    []*toolcall.Call
	groups  groups
	// heard are texts of models in the batch, to be held against calls.
	heard       []answer
	against     []memory.Facts
	standing    []memory.Facts
	text        passage.Text
	textRules   textRules
	evaluations []evaluation
	calls       int64 // how many were judged
	judge       *contract.Judge
	write       writer
	resource    resource
	tally       tally
	// deed is the action of the call at hand, askedFor what the arguments of askedBy say.
	deed     memory.Deed
	askedBy  *toolcall.Call
	askedFor action.Asked
	words    []uint64
}

// resource is what the resource says, for all records under it.
type resource struct{ service, harness, prompt string }

func newWorker(c *core) *worker {
	return &worker{
		core:      c,
		view:      c.dialects.NewView(),
		textRules: newTextRules(c.rules),
		judge:     contract.NewJudge(c.rules, c.settings),
		write: writer{
			rules: c.rules, enforce: c.cfg.Mode == modeEnforce, spanStatus: c.cfg.SpanStatus,
			full: c.cfg.Verdict == verdictFull,
		},
	}
}

// begin takes up a batch. All its records arrive at one time, since asking the
// clock for each costs as much as judging some of them.
func (w *worker) begin(ctx context.Context) { w.ctx, w.now, w.seed = ctx, w.core.now(), w.core.seed }

// end lets go of the batch and reports what the memory forgot meanwhile.
func (w *worker) end() {
	w.tally.flush(w.ctx, w.core.tel, w.core.rules)
	w.forget()
	clear(w.heard)
	w.heard = w.heard[:0]
	w.view.Reset()
	for why, n := range w.core.recent.Evicted() {
		if n > 0 {
			w.core.tel.evicted(w.ctx, memory.Reason(why), n)
		}
	}
	w.core.listen.passed(w.calls)
	w.ctx, w.calls = nil, 0
}

// enter reads the resource and removes verdicts from it.
func (w *worker) enter(res pcommon.Resource) {
	attrs := res.Attributes()
	w.strip(attrs)
	w.resource = resource{}
	for key, value := range attrs.All() {
		switch key {
		case toolcall.ServiceName:
			w.resource.service = toolcall.ParseWord(value)
		case toolcall.HarnessVersionKey:
			w.resource.harness = toolcall.ParseWord(value)
		case toolcall.PromptVersionKey:
			w.resource.prompt = toolcall.ParseWord(value)
		}
	}
}

// scope reads the instrumentation scope and removes verdicts from it.
func (w *worker) scope(scope pcommon.InstrumentationScope) {
	w.strip(scope.Attributes())
	w.view.Enter(scope.Name(), w.resource.service)
}

// strip removes verdicts from attributes that are not those of a record itself.
func (w *worker) strip(attrs pcommon.Map) {
	if w.keeps() {
		return
	}
	for key := range attrs.All() {
		if strings.HasPrefix(key, toolcall.Namespace) {
			if w.stripJSON(attrs) || stripVerdict(attrs) {
				w.core.tel.verdictReplaced(w.ctx, 1)
			}
			return
		}
	}
}

// stripJSON removes verdicts from a string of JSON that stands for the whole
// namespace. It uses the view, so it comes before the record is read.
func (w *worker) stripJSON(attrs pcommon.Map) bool {
	group, ok := attrs.Get(toolcall.Namespace)
	if !ok || group.Type() != pcommon.ValueTypeStr {
		return false
	}
	w.view.Reset()
	w.view.ScanGroup(toolcall.Namespace, group)
	found := w.view.HasVerdict
	cutMembers(w.view.Verdicts())
	stripVerdict(attrs)
	w.view.Reset()
	return found
}

func (w *worker) keeps() bool { return w.core.cfg.UpstreamVerdicts == upstreamKeep }

// span reads one span, and puts it aside for judging if it reports a tool call. A
// record that cannot be read is passed on as it came.
func (w *worker) span(rs ptrace.ResourceSpans, ss ptrace.ScopeSpans, span ptrace.Span) (err error) {
	defer func() {
		if r := recover(); r != nil {
			w.stripRecord(span.Attributes(), pcommon.NewValueEmpty())
			err = w.failed(span.TraceID(), span.SpanID(), r)
		}
	}()
	attrs := span.Attributes()
	w.stripParts(span)
	w.view.Reset()
	w.view.Scan(attrs)
	if w.view.HasVerdict && !w.keeps() {
		w.replace(attrs, pcommon.NewValueEmpty())
		w.view.Reset()
		w.view.Scan(attrs)
	}
	r, err := w.recogniseSpan(rs, ss, span)
	if err != nil || !r.Known() {
		if w.view.MayAnswer(span.Events().Len() > 0) {
			w.hearSpan(span)
		}
		return err
	}
	status := span.Status()
	call := w.view.Read(dialect.Record{
		Name: span.Name(), Status: statusOf(status.Code()), Message: status.Message(), Events: span.Events(), HasEvents: span.Events().Len() > 0,
	}, r)
	w.evaluated(call, span.Events())
	w.await(pending{
		attrs: attrs, status: status, isSpan: true, start: span.StartTimestamp(), end: span.EndTimestamp(), trace: span.TraceID(), id: span.SpanID(),
		keys: w.spanKeys(call, r, span), part: r.Part(), primary: r.Primary(false),
	})
	return nil
}

// log reads one log record, like span. The facts may stand in its attributes or
// be its body.
func (w *worker) log(rl plog.ResourceLogs, sl plog.ScopeLogs, record plog.LogRecord) (err error) {
	defer func() {
		if r := recover(); r != nil {
			w.stripRecord(record.Attributes(), record.Body())
			err = w.failed(record.TraceID(), record.SpanID(), r)
		}
	}()
	attrs := record.Attributes()
	w.scanLog(record)
	if w.view.HasVerdict && !w.keeps() {
		w.replace(attrs, record.Body())
		w.scanLog(record)
	}
	r, err := w.recogniseLog(rl, sl, record)
	if err != nil || !r.Known() {
		w.evaluates(record)
		if w.view.MayAnswerLog(record.EventName()) {
			w.hear(&dialect.Record{Name: record.EventName(), Body: record.Body()}, answer{attrs: attrs, at: record.Timestamp()}, record.TraceID(), true)
		}
		return err
	}
	call := w.view.Read(dialect.Record{Name: record.EventName(), Body: record.Body()}, r)
	w.await(pending{
		attrs: attrs, start: begun(record, call), end: madeAt(record), trace: record.TraceID(), id: record.SpanID(),
		keys: w.logKeys(call, record), part: r.Part(), primary: r.Primary(true),
	})
	return nil
}

// begun says when the call began of which a log record tells the end.
func begun(record plog.LogRecord, call *toolcall.Call) pcommon.Timestamp {
	at := madeAt(record)
	if took := call.DurationMS * float64(time.Millisecond); took > 0 && took < float64(at) {
		at -= pcommon.Timestamp(took)
	}
	return at
}

// madeAt says when a log record was made.
func madeAt(record plog.LogRecord) pcommon.Timestamp {
	if at := record.Timestamp(); at != 0 {
		return at
	}
	return record.ObservedTimestamp()
}

func (w *worker) scanLog(record plog.LogRecord) {
	w.view.Reset()
	w.view.ScanEventName(record.EventName())
	w.view.Scan(record.Attributes())
	switch body := record.Body(); body.Type() {
	case pcommon.ValueTypeMap:
		w.view.Scan(body.Map())
	case pcommon.ValueTypeStr:
		if nativeBody(body.Str()) {
			w.view.ScanJSON(body)
		}
	}
}

// nativeBody tells whether a body of JSON is worth parsing: one that speaks of a
// tool call in the contract's own words.
func nativeBody(s string) bool {
	if start := strings.TrimLeft(text.Head(s, maxNativeBody), " \t\r\n"); start == "" || start[0] != '{' {
		return false
	}
	first, last := text.Head(s, maxNativeBody), ""
	if len(s) > maxNativeBody {
		last = text.Tail(s, maxNativeBody)
	}
	return namesNative(first) || namesNative(last)
}

// namesNative looks for the start of a key by which a body in JSON opts in. All of
// them have an underscore, which is rarer in logs than any other part of them.
func namesNative(s string) bool {
	for i := 0; i < len(s); i++ {
		next := strings.IndexByte(s[i:], '_')
		if next < 0 {
			return false
		}
		i += next
		for _, word := range nativeWords {
			if strings.HasSuffix(s[:i], word.before) && strings.HasPrefix(s[i:], word.from) {
				return true
			}
		}
	}
	return false
}

// nativeWords are the starts of those keys, before the underscore and from it on.
var nativeWords = func() (words [5]struct{ before, from string }) {
	for i, key := range [...]string{toolcall.SpanType, toolcall.Namespace, "stdout_", "stderr_", toolcall.OperationID} {
		at := strings.IndexByte(key, '_')
		words[i].before, words[i].from = `"`+key[:at], key[at:]
	}
	return words
}()

// maxNativeBody bounds the look for those words at either end, in bytes.
const maxNativeBody = 64 << 10

// replace removes the verdict with which a record arrived.
func (w *worker) replace(attrs pcommon.Map, body pcommon.Value) {
	w.stripRecord(attrs, body)
	w.core.tel.verdictReplaced(w.ctx, 1)
}

// stripRecord removes every verdict from a record, also from inside strings of
// JSON that were found to hold one. It is also the last resort for a record that
// cannot be judged, so that no forged verdict passes with it.
func (w *worker) stripRecord(attrs pcommon.Map, body pcommon.Value) {
	if w.keeps() {
		return
	}
	cutMembers(w.view.Verdicts())
	stripVerdict(attrs)
	if body.Type() == pcommon.ValueTypeMap {
		stripVerdict(body.Map())
	}
}

// stripParts removes verdicts from the events and links of a span.
func (w *worker) stripParts(span ptrace.Span) {
	for _, event := range span.Events().All() {
		w.strip(event.Attributes())
	}
	for _, link := range span.Links().All() {
		w.strip(link.Attributes())
	}
}

func statusOf(code ptrace.StatusCode) toolcall.Status {
	switch code {
	case ptrace.StatusCodeOk:
		return toolcall.StatusOK
	case ptrace.StatusCodeError:
		return toolcall.StatusError
	default:
		return toolcall.StatusUnset
	}
}

// failed handles a record that could not be judged. What was wrong with it is
// logged without a word of its content.
func (w *worker) failed(trace pcommon.TraceID, span pcommon.SpanID, cause any) error {
	w.core.tel.errorIgnored(w.ctx, 1)
	switch w.core.cfg.ErrorMode {
	case string(ottl.PropagateError):
		return fmt.Errorf("judging span %s of trace %s: %v", span, trace, cause)
	case string(ottl.IgnoreError):
		w.core.logger.Warn("A record could not be judged and is passed on as it came",
			zap.Stringer("trace_id", trace), zap.Stringer("span_id", span), zap.Any("cause", cause))
	}
	return nil
}
