package toolspanprocessor

import (
	"context"
	"fmt"
	"sync"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlspan"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
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

func (p *toolSpanProcessor) start(ctx context.Context, _ component.Host) error {
	return p.core.start(ctx)
}

func (p *toolSpanProcessor) shutdown(context.Context) error {
	p.release.Do(p.core.release) // shutting down twice is allowed
	return nil
}

// processTraces judges the spans of a batch. It returns an error only in error
// mode propagate.
func (p *toolSpanProcessor) processTraces(ctx context.Context, batch ptrace.Traces) (ptrace.Traces, error) {
	w := p.core.workers.Get().(*worker)
	w.begin(ctx)
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
	return batch, w.settle()
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
	return batch, w.settle()
}

// markedSpan asks the user's conditions whether a span is a tool call.
func (w *worker) markedSpan(rs ptrace.ResourceSpans, ss ptrace.ScopeSpans, span ptrace.Span) (bool, error) {
	if w.core.match.span.empty() {
		return false, nil
	}
	tc := ottlspan.NewTransformContext(rs, ss, span)
	defer tc.Close()
	held, ignored, err := w.core.match.span.hold(w.ctx, tc)
	return w.counted(held, ignored, err)
}

func (w *worker) markedLog(rl plog.ResourceLogs, sl plog.ScopeLogs, record plog.LogRecord) (bool, error) {
	if w.core.match.log.empty() {
		return false, nil
	}
	tc := ottllog.NewTransformContext(rl, sl, record)
	defer tc.Close()
	held, ignored, err := w.core.match.log.hold(w.ctx, tc)
	return w.counted(held, ignored, err)
}

func (w *worker) counted(held bool, ignored int, err error) (bool, error) {
	if ignored > 0 {
		w.core.tel.errorIgnored(w.ctx, int64(ignored))
	}
	if err != nil {
		return false, fmt.Errorf("match: %w", err)
	}
	return held, nil
}
