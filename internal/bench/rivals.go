package main

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.yaml.in/yaml/v3"

	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

//go:embed baseline.yaml
var baseline []byte

// subject is one processor, configured and running.
type subject struct {
	name   string
	traces processor.Traces
	logs   processor.Logs // nil where the processor is measured on spans only
	meters *sdkmetric.MeterProvider
	reader *sdkmetric.ManualReader // of meters
}

// The configurations of tool_span that are measured.
const (
	byDefault = iota
	annotating
	verbose
	withholding
	numConfigs
)

// rivals are the processors that are compared.
type rivals struct {
	toolSpan  [numConfigs]*subject
	transform *subject
}

func newRivals() (*rivals, error) {
	r := &rivals{}
	configs := [numConfigs]map[string]any{
		byDefault:   {},
		annotating:  {"mode": "annotate"},
		verbose:     {"verdict": "full"},
		withholding: {"content": map[string]any{"default": "hash"}},
	}
	for i, settings := range configs {
		s, err := newSubject(toolspanprocessor.NewFactory(), confmap.NewFromStringMap(settings))
		if err != nil {
			return nil, err
		}
		if err := s.addLogs(toolspanprocessor.NewFactory(), confmap.NewFromStringMap(settings)); err != nil {
			return nil, err
		}
		if err := s.settle(); err != nil {
			return nil, err
		}
		r.toolSpan[i] = s
	}
	settings, err := baselineConfig()
	if err != nil {
		return nil, err
	}
	r.transform, err = newSubject(transformprocessor.NewFactory(), settings)
	return r, err
}

// rememberingSubject returns a processor with the default memory that nothing has passed yet.
func rememberingSubject() (*subject, error) {
	return newSubject(toolspanprocessor.NewFactory(), confmap.NewFromStringMap(nil))
}

// baselineConfig takes the settings of the one processor out of a file that is written as in a collector's configuration.
func baselineConfig() (*confmap.Conf, error) {
	var file map[string]any
	if err := yaml.Unmarshal(baseline, &file); err != nil {
		return nil, fmt.Errorf("baseline.yaml: %w", err)
	}
	return confmap.NewFromStringMap(file).Sub("processors::transform/contract")
}

func newSubject(factory processor.Factory, settings *confmap.Conf) (*subject, error) {
	ctx := context.Background()
	s := &subject{name: factory.Type().String()}
	s.meters, s.reader = newMeters()
	cfg, err := configure(factory, settings)
	if err != nil {
		return nil, err
	}
	if s.traces, err = factory.CreateTraces(ctx, s.settings(factory), cfg, consumertest.NewNop()); err != nil {
		return nil, err
	}
	return s, s.traces.Start(ctx, componenttest.NewNopHost())
}

func (s *subject) addLogs(factory processor.Factory, settings *confmap.Conf) error {
	ctx := context.Background()
	cfg, err := configure(factory, settings)
	if err != nil {
		return err
	}
	if s.logs, err = factory.CreateLogs(ctx, s.settings(factory), cfg, consumertest.NewNop()); err != nil {
		return err
	}
	return s.logs.Start(ctx, componenttest.NewNopHost())
}

func configure(factory processor.Factory, settings *confmap.Conf) (component.Config, error) {
	cfg := factory.CreateDefaultConfig()
	if err := settings.Unmarshal(cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", factory.Type(), err)
	}
	if err := confmap.Validate(cfg); err != nil {
		return nil, fmt.Errorf("%s: %w", factory.Type(), err)
	}
	return cfg, nil
}

// newMeters returns counters that really count: with those that do nothing, a processor would get its own for free.
func newMeters() (*sdkmetric.MeterProvider, *sdkmetric.ManualReader) {
	reader := sdkmetric.NewManualReader()
	return sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)), reader
}

func (s *subject) settings(factory processor.Factory) processor.Settings {
	set := processortest.NewNopSettings(factory.Type())
	set.MeterProvider = s.meters
	return set
}

func (r *rivals) shutdown() {
	for _, s := range append(r.toolSpan[:], r.transform) {
		s.shutdown()
	}
}

func (s *subject) shutdown() {
	_ = s.traces.Shutdown(context.Background())
	if s.logs != nil {
		_ = s.logs.Shutdown(context.Background())
	}
}
