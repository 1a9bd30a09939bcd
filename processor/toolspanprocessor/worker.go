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
	// requests are those over the network that the batch tells of.
	requests requests
	// heard are texts of models in the batch, to be held against calls.
	heard       []answer
	spoken      []spoken // by humans
	against     []memory.Facts
	standing    []memory.Facts
	text        passage.Text
	textRules   textRules
	evaluations []evaluation
	arrivals    []memory.Arrival // of the calls that were judged
	calls       int64            // how many were judged
	// trace and spanID are those of the present record, for the log.
	trace    pcommon.TraceID
	spanID   pcommon.SpanID
	judge    *contract.Judge
	write    writer
	resource resource
	tally    tally
	leaving  *leaving
	// deed is the action of the call at hand, askedFor what the arguments of askedBy say.
	deed     memory.Deed
	askedBy  *toolcall.Call
	askedFor action.Asked
	words    []uint64
}

// resource is what the resource says, for all records under it.
type resource struct {
	service, harness, prompt string
	process                  uint64 // names the process
}

func newWorker(c *core) *worker {
	return &worker{
		core:      c,
		view:      c.dialects.NewView(),
		textRules: newTextRules(c.rules),
		judge:     contract.NewJudge(c.rules, c.settings),
		leaving:   newLeaving(c.content),
		write: writer{
			rules: c.rules, enforce: c.cfg.Mode == modeEnforce, spanStatus: c.cfg.SpanStatus,
			full: c.cfg.Verdict == verdictFull, keepsTexts: c.content.keeps(dialect.MessagesContent),
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
	w.leaving.reset()
	w.requests.reset()
	w.spoken = w.spoken[:0]
	clear(w.heard)
	w.arrivals = w.arrivals[:0]
	w.heard = w.heard[:0]
	w.view.Reset()
	for why, n := range w.core.recent.Evicted() {
		if n > 0 {
			w.core.tel.evicted(w.ctx, memory.Reason(why), n)
		}
	}
	w.core.listen.passed(w.calls)
	w.core.health.passed(w.now)
	w.ctx, w.calls = nil, 0
}

// enter reads the resource and removes verdicts from it.
func (w *worker) enter(res pcommon.Resource) {
	attrs := res.Attributes()
	w.strip(attrs)
	w.resource = resource{}
	instance := ""
	for key, value := range attrs.All() {
		switch key {
		case toolcall.ServiceName:
			w.resource.service = toolcall.ParseWord(value)
		case toolcall.ServiceInstance:
			instance = toolcall.ParseWord(value)
		case toolcall.HarnessVersionKey:
			w.resource.harness = toolcall.ParseWord(value)
		case toolcall.PromptVersionKey:
			w.resource.prompt = toolcall.ParseWord(value)
		}
	}
	w.resource.process = mix(nameProcess, w.hashText(w.resource.service), w.hashText(instance))
}

// scope reads the instrumentation scope and removes verdicts from it.
func (w *worker) scope(scope pcommon.InstrumentationScope) {
	w.strip(scope.Attributes())
	w.view.Enter(scope.Name(), w.resource.service)
	w.leaving.enter(scope.Name(), w.resource.service)
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
			w.leaving.obscure()
			err = w.failed(span.TraceID(), span.SpanID(), r)
		}
	}()
	attrs := span.Attributes()
	w.trace, w.spanID = span.TraceID(), span.SpanID()
	w.leaving.addSpan(span)
	w.stripParts(span)
	w.view.Reset()
	w.view.Scan(attrs)
	if w.view.HasVerdict && !w.keeps() {
		w.replace(attrs, pcommon.NewValueEmpty())
		w.view.Reset()
		w.view.Scan(attrs)
	}
	r, err := w.recogniseSpan(rs, ss, span)
	w.leaving.recognised(r)
	if err != nil || !r.Known() {
		if w.view.MayAnswer(span.Events().Len() > 0) {
			w.hearSpan(span)
		}
		w.sends(span)
		return err
	}
	w.callSpan(span, r)
	return nil
}

// callSpan puts aside a span that reports a tool call. It is a function of its own, so that one that does not needs
// less of the stack.
func (w *worker) callSpan(span ptrace.Span, r dialect.Recognised) {
	if w.view.OfModel(r) {
		w.hearSpan(span)
	}
	status := span.Status()
	call := w.view.Read(dialect.Record{
		Name: span.Name(), Status: statusOf(status.Code()), Message: status.Message(), Events: span.Events(), HasEvents: span.Events().Len() > 0,
	}, r)
	w.evaluated(call, span.Events())
	w.await(pending{
		attrs: span.Attributes(), status: status, isSpan: true, start: span.StartTimestamp(), end: span.EndTimestamp(), source: w.sourceOf(spanSource), trace: span.TraceID(), id: span.SpanID(),
		keys: w.spanKeys(call, r, span), part: r.Part(), primary: r.Primary(false),
	})
}

// log reads one log record, like span. The facts may stand in its attributes or
// be its body.
func (w *worker) log(rl plog.ResourceLogs, sl plog.ScopeLogs, record plog.LogRecord) (err error) {
	defer func() {
		if r := recover(); r != nil {
			w.stripRecord(record.Attributes(), record.Body())
			w.leaving.obscure()
			err = w.failed(record.TraceID(), record.SpanID(), r)
		}
	}()
	attrs := record.Attributes()
	w.trace, w.spanID = record.TraceID(), record.SpanID()
	w.leaving.addLog(record)
	w.scanLog(record)
	if w.view.HasVerdict && !w.keeps() {
		w.replace(attrs, record.Body())
		w.scanLog(record)
	}
	r, err := w.recogniseLog(rl, sl, record)
	w.leaving.recognised(r)
	if err != nil || !r.Known() {
		w.evaluates(record)
		w.speaks(record)
		if w.view.MayAnswerLog(record.EventName()) {
			w.hearLog(record)
		}
		return err
	}
	w.callLog(record, r)
	return nil
}

// callLog puts aside a log record that reports a tool call.
func (w *worker) callLog(record plog.LogRecord, r dialect.Recognised) {
	if w.view.OfModel(r) {
		w.hearLog(record)
	}
	call := w.view.Read(dialect.Record{Name: record.EventName(), Body: record.Body()}, r)
	w.await(pending{
		attrs: record.Attributes(), start: begun(record, call), end: written(record), source: w.sourceOf(logSource), trace: record.TraceID(), id: record.SpanID(),
		keys: w.logKeys(call, record), part: r.Part(), primary: r.Primary(true),
	})
}

// begun says when the call began of which a log record tells the end.
func begun(record plog.LogRecord, call *toolcall.Call) pcommon.Timestamp {
	at := written(record)
	if took := call.DurationMS * float64(time.Millisecond); took > 0 && took < float64(at) {
		at -= pcommon.Timestamp(took)
	}
	return at
}

// written says when a log record was written, 0 where that is not known.
func written(record plog.LogRecord) pcommon.Timestamp {
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
	return namesNative(first) || namesNative(last) || namesReceipt(first)
}

// namesReceipt looks for the members of a receipt in camel case. Their end is looked for first, since an upper-case
// letter is rarer in logs than a quotation mark.
func namesReceipt(s string) bool {
	return strings.Contains(s, `Id"`) && strings.Contains(s, `"`+toolcall.OperationIDToo+`"`) && strings.Contains(s, `"stateHistory"`)
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
	w.trace, w.spanID = trace, span
	w.ignored("A record could not be judged and is passed on as it came", zap.String("cause", causeOf(cause)))
	if w.core.cfg.ErrorMode == string(ottl.PropagateError) {
		return fmt.Errorf("judging span %s of trace %s: %s", span, trace, causeOf(cause))
	}
	return nil
}

// ignored takes note of an error about the present record.
func (w *worker) ignored(message string, field zap.Field) {
	w.core.tel.errorIgnored(w.ctx, 1)
	w.core.health.meet(notJudged, w.now)
	if w.core.cfg.ErrorMode == string(ottl.IgnoreError) {
		w.core.limited.Warn(message, zap.Stringer("trace_id", w.trace), zap.Stringer("span_id", w.spanID), field)
	}
}
