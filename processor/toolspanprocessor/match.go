package toolspanprocessor

import (
	"context"
	"errors"
	"fmt"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlspan"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/ottlfuncs"
	"go.opentelemetry.io/collector/component"
)

// matchers holds the compiled conditions of the match section, one list per signal.
type matchers struct {
	span conditions[*ottlspan.TransformContext]
	log  conditions[*ottllog.TransformContext]
}

// conditions are alternatives: one that holds is enough. ottl.ConditionSequence does the same, but swallows the
// errors that its error mode ignores, and here each of them has to be counted.
type conditions[K any] struct {
	list []condition[K]
	mode ottl.ErrorMode
}

type condition[K any] struct {
	text string
	*ottl.Condition[K]
}

// empty tells that no record can match, so that the caller need not build a transform context.
func (c conditions[K]) empty() bool { return len(c.list) == 0 }

// hold returns whether a condition holds, and which of them failed before that was known and were ignored. An error is
// returned in error mode propagate only.
func (c conditions[K]) hold(ctx context.Context, record K) (held bool, ignored []string, err error) {
	for _, cond := range c.list {
		held, err = cond.Eval(ctx, record)
		switch {
		case err == nil && held:
			return true, ignored, nil
		case err == nil:
			continue
		case c.mode == ottl.PropagateError:
			return false, ignored, fmt.Errorf("match condition %q: %w", cond.text, err)
		}
		ignored = append(ignored, cond.text)
	}
	return false, ignored, nil
}

// compileConditions parses conditions, which stand under the given key, and reports every one that does not parse.
func compileConditions(settings component.TelemetrySettings, cfg *Match, key, mode string) (matchers, error) {
	span, spanErr := compileSpanConditions(settings, cfg.Span, key, ottl.ErrorMode(mode))
	log, logErr := compileLogConditions(settings, cfg.Log, key, ottl.ErrorMode(mode))
	return matchers{span: span, log: log}, errors.Join(spanErr, logErr)
}

func compileSpanConditions(
	settings component.TelemetrySettings, texts []string, key string, mode ottl.ErrorMode,
) (conditions[*ottlspan.TransformContext], error) {
	if len(texts) == 0 {
		return conditions[*ottlspan.TransformContext]{}, nil
	}
	parser, err := ottlspan.NewParser(ottlfuncs.StandardConverters[*ottlspan.TransformContext](), settings, ottlspan.EnablePathContextNames())
	if err != nil {
		return conditions[*ottlspan.TransformContext]{}, fmt.Errorf("%s::span: %w", key, err)
	}
	return compile(settings, ottlspan.ContextName, &parser, texts, key, mode)
}

func compileLogConditions(
	settings component.TelemetrySettings, texts []string, key string, mode ottl.ErrorMode,
) (conditions[*ottllog.TransformContext], error) {
	if len(texts) == 0 {
		return conditions[*ottllog.TransformContext]{}, nil
	}
	parser, err := ottllog.NewParser(ottlfuncs.StandardConverters[*ottllog.TransformContext](), settings, ottllog.EnablePathContextNames())
	if err != nil {
		return conditions[*ottllog.TransformContext]{}, fmt.Errorf("%s::log: %w", key, err)
	}
	return compile(settings, ottllog.ContextName, &parser, texts, key, mode)
}

// compile parses through a parser collection, the only way to accept both `attributes["a"]` and
// `span.attributes["a"]`, and one condition at a time, so that every bad one is named.
func compile[K any](
	settings component.TelemetrySettings, contextName string, parser *ottl.Parser[K], texts []string, key string, mode ottl.ErrorMode,
) (conditions[K], error) {
	first := func(_ *ottl.ParserCollection[*ottl.Condition[K]], _ ottl.ConditionsGetter, parsed []*ottl.Condition[K]) (*ottl.Condition[K], error) {
		return parsed[0], nil
	}
	collection, err := ottl.NewParserCollection(settings, ottl.WithParserCollectionContext(contextName, parser,
		ottl.WithConditionConverter(first)))
	if err != nil {
		return conditions[K]{}, fmt.Errorf("%s::%s: %w", key, contextName, err)
	}

	compiled := conditions[K]{mode: mode}
	var errs []error
	for i, text := range texts {
		parsed, err := collection.ParseConditionsWithContext(contextName, ottl.NewConditionsGetter([]string{text}), true)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s::%s[%d]: %q must be an OTTL condition in the %s context: %w", key, contextName, i, text, contextName, err))
			continue
		}
		compiled.list = append(compiled.list, condition[K]{text: text, Condition: parsed})
	}
	return compiled, errors.Join(errs...)
}
