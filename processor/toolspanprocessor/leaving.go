package toolspanprocessor

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// leaving are the records of a batch whose texts are cut once all of it was judged. It is
// nil where everything may leave, and then none of its methods does anything.
type leaving struct {
	policy *contentPolicy
	// from are the places in records of the scope at hand that are no calls.
	from           *dialect.Places
	scope, service string
	list           []departure
}

// departure is one of them, a span or a log record.
type departure struct {
	span   ptrace.Span
	log    plog.LogRecord
	isLog  bool
	places *dialect.Places
	// isCall: it may wait to be judged, and is read once more then.
	isCall bool
	// message is that of the span status as it came.
	message string
}

func newLeaving(c *contentPolicy) *leaving {
	if c == nil {
		return nil
	}
	return &leaving{policy: c}
}

// enter is called for each instrumentation scope.
func (l *leaving) enter(scope, service string) {
	if l == nil || l.from != nil && l.scope == scope && l.service == service {
		return
	}
	l.scope, l.service, l.from = scope, service, l.policy.table.From(scope, service)
}

func (l *leaving) addSpan(span ptrace.Span) {
	if l != nil {
		l.list = append(l.list, departure{span: span, places: l.from, message: span.Status().Message()})
	}
}

func (l *leaving) addLog(record plog.LogRecord) {
	if l != nil {
		l.list = append(l.list, departure{log: record, isLog: true, places: l.from})
	}
}

// recognised says what the record is that was added last.
func (l *leaving) recognised(r dialect.Recognised) {
	if l != nil {
		d := &l.list[len(l.list)-1]
		d.places, d.isCall = l.policy.table.Of(r, l.from), r.Known()
	}
}

// obscure says that nobody knows what the record is that was added last.
func (l *leaving) obscure() {
	if l != nil && len(l.list) > 0 {
		l.list[len(l.list)-1].places = l.policy.table.Any()
	}
}

func (l *leaving) reset() {
	if l != nil {
		clear(l.list)
		l.list = l.list[:0]
	}
}

// maxLeaving bounds how many records that are no calls wait for their texts to be cut.
const maxLeaving = 1024

// withhold cuts the texts that may not leave. It comes after everything that reads them.
func (w *worker) withhold() error {
	return w.withholdWhere(func(*departure) bool { return true })
}

// withholdOthers cuts those of records that nothing waits for, when these have become many.
func (w *worker) withholdOthers() error {
	if w.leaving == nil || len(w.leaving.list) < maxLeaving {
		return nil
	}
	return w.withholdWhere(func(d *departure) bool { return !d.isCall })
}

func (w *worker) withholdWhere(may func(*departure) bool) (err error) {
	if w.leaving == nil {
		return nil
	}
	list := w.leaving.list
	left := list[:0]
	for i := range list {
		if !may(&list[i]) {
			left = append(left, list[i])
		} else if e := w.withholdFrom(&list[i]); e != nil && err == nil {
			err = e
		}
	}
	clear(list[len(left):])
	w.leaving.list = left
	return err
}

// withholdFrom cuts the texts of one record. One that cannot be cut loses all its content.
func (w *worker) withholdFrom(d *departure) (err error) {
	trace, span := d.ids()
	defer func() {
		if r := recover(); r != nil {
			d.empty()
			err = w.failed(trace, span, r)
		}
	}()
	k := cutter{contentPolicy: w.leaving.policy, places: d.places}
	k.cutKnown(d)
	k.cutReceipts(d)
	if k.found || k.places.Agent {
		k.cutFailures(d)
	}
	if len(k.copies) > 0 {
		k.cutCopies(d)
	}
	k.declare(d.attributes())
	return nil
}

func (d *departure) ids() (pcommon.TraceID, pcommon.SpanID) {
	if d.isLog {
		return d.log.TraceID(), d.log.SpanID()
	}
	return d.span.TraceID(), d.span.SpanID()
}

func (d *departure) attributes() pcommon.Map {
	if d.isLog {
		return d.log.Attributes()
	}
	return d.span.Attributes()
}

func (d *departure) empty() {
	if d.isLog {
		d.log.Attributes().Clear()
		pcommon.NewValueEmpty().CopyTo(d.log.Body())
		return
	}
	d.span.Attributes().Clear()
	d.span.Status().SetMessage("")
	d.span.Events().RemoveIf(func(ptrace.SpanEvent) bool { return true })
}

// cutKnown cuts what stands at the places of texts.
func (k *cutter) cutKnown(d *departure) {
	k.attributes(d.attributes(), "", k.places.Attr, maxContentDepth)
	if d.isLog {
		k.body(d.log)
		return
	}
	for _, event := range d.span.Events().All() {
		name := event.Name()
		k.attributes(event.Attributes(), "", func(key string) dialect.Contents { return k.places.Event(name, key) }, maxContentDepth)
	}
}

// body cuts the body of a log record: as a whole, or what stands in it.
func (k *cutter) body(record plog.LogRecord) {
	body, event := record.Body(), record.EventName()
	if named, ok := record.Attributes().Get("event.name"); ok && event == "" {
		event = toolcall.ParseWord(named)
	}
	whole := k.places.Body(event)
	switch {
	case whole != 0:
		if k.text(body, whole, "") {
			pcommon.NewValueEmpty().CopyTo(body)
		}
	case body.Type() == pcommon.ValueTypeMap:
		k.attributes(body.Map(), "", k.places.Attr, maxContentDepth)
	case body.Type() == pcommon.ValueTypeStr && k.places.Agent && strings.HasPrefix(strings.TrimSpace(body.Str()), "{"):
		body.SetStr(k.object(body.Str(), "", maxContentDepth))
	}
}

// cutFailures cuts what a record says of a failure, which quotes the output or the command
// of a tool more often than not.
func (k *cutter) cutFailures(d *departure) {
	k.failures(d.attributes())
	if d.isLog {
		return
	}
	for _, event := range d.span.Events().All() {
		k.failures(event.Attributes())
	}
	status := d.span.Status()
	if m := status.Message(); m == d.message && m != "" && !k.ours(d, m) {
		v := pcommon.NewValueStr(m)
		if k.text(v, dialect.FailureContents, "") {
			v.SetStr("")
		}
		status.SetMessage(v.Str())
	}
}

// failures cuts the attributes of the conventions for a failure. A type is a word, unless
// somebody put a text there.
func (k *cutter) failures(attrs pcommon.Map) {
	attrs.RemoveIf(func(key string, v pcommon.Value) bool {
		kinds := dialect.FailureAttr(key)
		if kinds == 0 && v.Type() == pcommon.ValueTypeStr && (len(v.Str()) > maxErrorType || strings.ContainsAny(v.Str(), "\r\n")) {
			kinds = dialect.TypeAttr(key)
		}
		return kinds != 0 && k.text(v, kinds, key)
	})
}

// maxErrorType is the longest error type, in bytes.
const maxErrorType = 128

// ours reports a message that this processor wrote, at this tier or at an earlier one.
func (k *cutter) ours(d *departure, message string) bool {
	reason, ok := d.attributes().Get(keyReason)
	return ok && reason.Type() == pcommon.ValueTypeStr && reason.Str() != "" && strings.HasSuffix(message, ": "+reason.Str())
}

// cutCopies cuts what holds a text that was cut elsewhere in the record.
func (k *cutter) cutCopies(d *departure) {
	k.copiesInMap(d.attributes(), maxContentDepth)
	if d.isLog {
		if k.copiesIn(d.log.Body(), maxContentDepth) {
			pcommon.NewValueEmpty().CopyTo(d.log.Body())
		}
		return
	}
	d.span.SetName(k.copiesInName(d.span.Name()))
	for _, event := range d.span.Events().All() {
		event.SetName(k.copiesInName(event.Name()))
		k.copiesInMap(event.Attributes(), maxContentDepth)
	}
	for _, link := range d.span.Links().All() {
		k.copiesInMap(link.Attributes(), maxContentDepth)
	}
}
