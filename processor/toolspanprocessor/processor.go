package toolspanprocessor

import (
	"context"
	"errors"
	"sync"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlspan"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.uber.org/zap"

	"github.com/toolspan/toolspan/internal/dialect"
)

// toolSpanProcessor walks the batches of one pipeline.
type toolSpanProcessor struct {
	core    *core
	release sync.Once
}

func newProcessor(set processor.Settings, cfg *Config) (*toolSpanProcessor, error) {
	c, err := acquire(set, cfg)
	if err != nil {
		return nil, err
	}
	return &toolSpanProcessor{core: c}, nil
}

func (p *toolSpanProcessor) start(ctx context.Context, host component.Host) error {
	return p.core.start(ctx, host)
}

func (p *toolSpanProcessor) shutdown(ctx context.Context) error {
	p.release.Do(func() { p.core.release(ctx) }) // shutting down twice is allowed
	return nil
}

// processTraces judges the spans of a batch. It returns an error only in error
// mode propagate.
func (p *toolSpanProcessor) processTraces(ctx context.Context, batch ptrace.Traces) (ptrace.Traces, error) {
	w := p.core.workers.Get().(*worker)
	w.begin(ctx)
	w.requests.batch = batch
	defer func() {
		w.end()
		p.core.workers.Put(w)
	}()
	for _, rs := range batch.ResourceSpans().All() {
		w.enter(rs.Resource())
		for _, ss := range rs.ScopeSpans().All() {
			w.scope(ss.Scope())
			for _, span := range ss.Spans().All() {
				if err := w.span(rs, ss, span); err != nil {
					return batch, err
				}
				if err := w.settleIfMany(); err != nil {
					return batch, err
				}
			}
		}
	}
	err := w.settle()
	w.finish()
	return batch, errors.Join(err, w.withhold())
}

// processLogs judges the log records of a batch, like processTraces.
func (p *toolSpanProcessor) processLogs(ctx context.Context, batch plog.Logs) (plog.Logs, error) {
	w := p.core.workers.Get().(*worker)
	w.begin(ctx)
	defer func() {
		w.end()
		p.core.workers.Put(w)
	}()
	for _, rl := range batch.ResourceLogs().All() {
		w.enter(rl.Resource())
		for _, sl := range rl.ScopeLogs().All() {
			w.scope(sl.Scope())
			for _, record := range sl.LogRecords().All() {
				if err := w.log(rl, sl, record); err != nil {
					return batch, err
				}
				if err := w.settleIfMany(); err != nil {
					return batch, err
				}
			}
		}
	}
	err := w.settle()
	w.finish()
	return batch, errors.Join(err, w.withhold())
}

// finish does what has to wait until all calls of the batch are known.
func (w *worker) finish() {
	w.core.order.Late(w.now, w.arrivals)
	w.rememberEvaluations()
	w.rememberSpoken()
	w.holdAnswers()
	w.core.order.Came(w.now, w.arrivals)
}

// recogniseSpan finds the dialect of the span that was scanned: one of the user's, one of the built-in ones, or the
// generic one for a span that the user marks as a tool call.
func (w *worker) recogniseSpan(rs ptrace.ResourceSpans, ss ptrace.ScopeSpans, span ptrace.Span) (dialect.Recognised, error) {
	origin := dialect.Origin{Name: span.Name()}
	if len(w.core.described) == 0 {
		if r := w.view.Recognise(origin); r.Known() || w.core.match.span.empty() {
			return r, nil
		}
	}
	return w.matchSpan(rs, ss, span, origin)
}

// matchSpan asks the conditions of the user. It is a function of its own because what they need takes time to set up,
// and most configurations have none.
func (w *worker) matchSpan(rs ptrace.ResourceSpans, ss ptrace.ScopeSpans, span ptrace.Span, origin dialect.Origin) (dialect.Recognised, error) {
	tc := ottlspan.NewTransformContext(rs, ss, span)
	defer tc.Close()
	for i := range w.core.described {
		if held, err := w.holds(w.core.described[i].match.span.hold(w.ctx, tc)); err != nil || held {
			return w.view.As(i, origin), err
		}
	}
	r := w.view.Recognise(origin)
	if r.Known() {
		return r, nil
	}
	held, err := w.holds(w.core.match.span.hold(w.ctx, tc))
	if err != nil || !held {
		return dialect.Recognised{}, err
	}
	return w.view.Marked(origin), nil
}

// recogniseLog finds the dialect of a log record, like recogniseSpan.
func (w *worker) recogniseLog(rl plog.ResourceLogs, sl plog.ScopeLogs, record plog.LogRecord) (dialect.Recognised, error) {
	origin := dialect.Origin{Log: true, Name: record.EventName()}
	if record.Body().Type() == pcommon.ValueTypeStr {
		origin.Body = record.Body().Str()
	}
	if len(w.core.described) == 0 {
		if r := w.view.Recognise(origin); r.Known() || w.core.match.log.empty() {
			return r, nil
		}
	}
	return w.matchLog(rl, sl, record, origin)
}

// matchLog asks the conditions of the user, like matchSpan.
func (w *worker) matchLog(rl plog.ResourceLogs, sl plog.ScopeLogs, record plog.LogRecord, origin dialect.Origin) (dialect.Recognised, error) {
	tc := ottllog.NewTransformContext(rl, sl, record)
	defer tc.Close()
	for i := range w.core.described {
		if held, err := w.holds(w.core.described[i].match.log.hold(w.ctx, tc)); err != nil || held {
			return w.view.As(i, origin), err
		}
	}
	r := w.view.Recognise(origin)
	if r.Known() {
		return r, nil
	}
	held, err := w.holds(w.core.match.log.hold(w.ctx, tc))
	if err != nil || !held {
		return dialect.Recognised{}, err
	}
	return w.view.Marked(origin), nil
}

// holds takes note of the conditions that failed on the present record.
func (w *worker) holds(held bool, ignored []string, err error) (bool, error) {
	for _, condition := range ignored {
		w.ignored("A condition failed", zap.String("condition", condition))
	}
	return held, err
}
