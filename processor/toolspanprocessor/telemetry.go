package toolspanprocessor

import (
	"context"
	"slices"
	"sync"
	"unicode/utf8"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
	"github.com/toolspan/toolspan/processor/toolspanprocessor/internal/metadata"
)

// The labels of the counters.
const (
	labelProcessor   = "processor"
	labelDialect     = "dialect"
	labelTermination = "termination"
	labelOutcome     = "outcome"
	labelSignal      = "signal"
	labelRule        = "rule"
	labelAfter       = "after"
	labelResult      = "result"
	labelSeverity    = "severity"
	labelStream      = "stream"
	labelBy          = "by"
	labelScope       = "scope"
	labelClaim       = "claim"
	labelReason      = "reason"
	labelTool        = "tool_name"
	labelService     = "service_name"

	otherValue = "_other"
	// maxZeroSeries bounds the label values that are counted from zero at start.
	maxZeroSeries = 64
)

// telemetry owns every instrument. It is safe for concurrent use.
type telemetry struct {
	builder   *metadata.TelemetryBuilder
	processor attribute.KeyValue
	tools     *limiter
	services  *limiter

	mu   sync.RWMutex
	sets map[labels]metric.MeasurementOption
}

// labels identify one set of attributes; those without a key are unused.
type labels struct {
	keys, values  [4]string
	tool, service string
}

func newTelemetry(set component.TelemetrySettings, id component.ID, cfg *Metrics) (*telemetry, error) {
	builder, err := metadata.NewTelemetryBuilder(set)
	if err != nil {
		return nil, err
	}
	return &telemetry{
		builder:   builder,
		processor: attribute.String(labelProcessor, id.String()),
		tools:     newLimiter(cfg.ToolName),
		services:  newLimiter(cfg.ServiceName),
		sets:      map[labels]metric.MeasurementOption{},
	}, nil
}

// limiter keeps the values of a label few.
type limiter struct {
	enabled bool
	allow   []string
	limit   int
	mu      sync.Mutex
	seen    map[string]bool
}

func newLimiter(cfg Label) *limiter {
	return &limiter{enabled: cfg.Enabled, allow: cfg.Allow, limit: cfg.Limit, seen: map[string]bool{}}
}

// value returns what a name is counted under; "" is no label at all.
func (l *limiter) value(name string) string {
	switch {
	case !l.enabled:
		return ""
	case name == "":
		return otherValue
	case !utf8.ValidString(name):
		return otherValue
	case len(l.allow) > 0:
		if slices.Contains(l.allow, name) {
			return name
		}
		return otherValue
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.seen[name] {
		if len(l.seen) >= l.limit || len(name) > maxLabelLength {
			return otherValue
		}
		l.seen[name] = true
	}
	return name
}

// maxLabelLength bounds a label value, in bytes; nothing longer is a name.
const maxLabelLength = 128

// known lists the values that are sure to be used, for zero values.
func (l *limiter) known() []string {
	if !l.enabled {
		return []string{""}
	}
	return append(slices.Clone(l.allow), otherValue)
}

// source is what a call is counted for besides its verdict.
type source struct{ tool, service string }

// set returns the attribute set of some labels, given as keys and values, built once.
func (t *telemetry) set(src source, pairs ...string) metric.MeasurementOption {
	l := labels{tool: src.tool, service: src.service}
	for i := 0; i+1 < len(pairs); i += 2 {
		l.keys[i/2], l.values[i/2] = pairs[i], pairs[i+1]
	}
	t.mu.RLock()
	opt, ok := t.sets[l]
	t.mu.RUnlock()
	if ok {
		return opt
	}
	opt = metric.WithAttributeSet(t.attributes(&l))
	t.mu.Lock()
	t.sets[l] = opt
	t.mu.Unlock()
	return opt
}

func (t *telemetry) attributes(l *labels) attribute.Set {
	kvs := []attribute.KeyValue{t.processor}
	for i, key := range l.keys {
		if key != "" {
			kvs = append(kvs, attribute.String(key, l.values[i]))
		}
	}
	if l.tool != "" {
		kvs = append(kvs, attribute.String(labelTool, l.tool))
	}
	if l.service != "" {
		kvs = append(kvs, attribute.String(labelService, l.service))
	}
	return attribute.NewSet(kvs...)
}

func (t *telemetry) call(ctx context.Context, src source, e *event, n int64) {
	signal := "other"
	switch e.signal {
	case 0, termination.SIGTERM, termination.SIGKILL:
		signal = e.signal.String()
	}
	t.builder.ProcessorToolSpanCalls.Add(ctx, n, t.set(src, labelDialect, e.dialect, labelTermination, e.kind.String(),
		labelOutcome, e.outcome.String(), labelSignal, signal))
}

func (t *telemetry) finding(ctx context.Context, src source, rule string, sev contract.Severity, n int64) {
	t.builder.ProcessorToolSpanFindings.Add(ctx, n, t.set(src, labelRule, rule, labelSeverity, sev.String()))
}

func (t *telemetry) clipped(ctx context.Context, src source, stream toolcall.ClipStream, by toolcall.By, n int64) {
	t.builder.ProcessorToolSpanClipped.Add(ctx, n, t.set(src, labelStream, stream.String(), labelBy, by.String()))
}

func (t *telemetry) ambiguous(ctx context.Context, src source, n int64) {
	t.builder.ProcessorToolSpanAmbiguous.Add(ctx, n, t.set(src))
}

func (t *telemetry) nearMiss(ctx context.Context, src source, kind termination.Kind, scope markers.Scope, n int64) {
	t.builder.ProcessorToolSpanTimeoutWithSuccessMarker.Add(ctx, n, t.set(src, labelTermination, kind.String(), labelScope, scope.String()))
}

func (t *telemetry) falseConfirm(ctx context.Context, src source, form toolcall.Form, blocked bool, n int64) {
	counter := t.builder.ProcessorToolSpanFalseConfirmDetected
	if blocked {
		counter = t.builder.ProcessorToolSpanFalseConfirmBlocked
	}
	counter.Add(ctx, n, t.set(src, labelClaim, form.String()))
}

// rerunKinds are the endings after which a call has to be run again. A good ending
// that proves nothing counts as unknown.
var rerunKinds = []termination.Kind{
	termination.NonzeroExit, termination.Timeout, termination.Signaled, termination.ToolError, termination.Unknown,
}

func (t *telemetry) rerun(ctx context.Context, src source, after termination.Kind, passed bool, n int64) {
	result := "fail"
	if passed {
		result = "pass"
	}
	t.builder.ProcessorToolSpanRerunAfterTimeout.Add(ctx, n, t.set(src, labelAfter, after.String(), labelResult, result))
}

func (t *telemetry) verdictReplaced(ctx context.Context, n int64) {
	t.builder.ProcessorToolSpanVerdictsReplaced.Add(ctx, n, t.set(source{}))
}

func (t *telemetry) withdrawn(ctx context.Context, n int64) {
	t.builder.ProcessorToolSpanFindingsWithdrawn.Add(ctx, n, t.set(source{}))
}

func (t *telemetry) errorIgnored(ctx context.Context, n int64) {
	t.builder.ProcessorToolSpanErrorsIgnored.Add(ctx, n, t.set(source{}))
}

func (t *telemetry) evicted(ctx context.Context, why memory.Reason, n int64) {
	t.builder.ProcessorToolSpanMemoryEvictions.Add(ctx, n, t.set(source{}, labelReason, why.String()))
}

// zero makes every series of a closed set exist, so that the first event of each
// is an increase that rate() sees.
func (t *telemetry) zero(ctx context.Context, rules *contract.Set) {
	t.verdictReplaced(ctx, 0)
	t.errorIgnored(ctx, 0)
	t.withdrawn(ctx, 0)
	for why := range memory.NumReasons {
		t.evicted(ctx, why, 0)
	}
	n := 0
	for _, tool := range t.tools.known() {
		for _, service := range t.services.known() {
			if n++; n <= maxZeroSeries {
				t.zeroFor(ctx, source{tool: tool, service: service}, rules)
			}
		}
	}
}

func (t *telemetry) zeroFor(ctx context.Context, src source, rules *contract.Set) {
	t.ambiguous(ctx, src, 0)
	for _, i := range rules.Active() {
		for _, sev := range rules.Severities(i) {
			t.finding(ctx, src, rules.ID(i), sev, 0)
		}
	}
	for stream := range toolcall.NumClipStreams {
		for by := range toolcall.NumBy {
			t.clipped(ctx, src, stream, by, 0)
		}
	}
	for _, kind := range []termination.Kind{termination.Timeout, termination.Signaled, termination.Running} {
		for scope := markers.Run; scope <= markers.Fail; scope++ {
			if scope.Success() {
				t.nearMiss(ctx, src, kind, scope, 0)
			}
		}
	}
	for _, after := range rerunKinds {
		t.rerun(ctx, src, after, true, 0)
		t.rerun(ctx, src, after, false, 0)
	}
	for form := range toolcall.NumForms {
		t.falseConfirm(ctx, src, form, true, 0)
		t.falseConfirm(ctx, src, form, false, 0)
	}
}

// watch makes the gauges of the memory readable.
func (t *telemetry) watch(recent *memory.Recent, now clock) error {
	opt := t.set(source{})
	if err := t.builder.RegisterProcessorToolSpanMemoryEntriesCallback(func(_ context.Context, o metric.Int64Observer) error {
		o.Observe(int64(recent.Len(now())), opt)
		return nil
	}); err != nil {
		return err
	}
	return t.builder.RegisterProcessorToolSpanMemoryLimitCallback(func(_ context.Context, o metric.Int64Observer) error {
		o.Observe(int64(recent.Limit()), opt)
		return nil
	})
}

func (t *telemetry) shutdown() { t.builder.Shutdown() }
