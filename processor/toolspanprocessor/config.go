package toolspanprocessor

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/component"
	"go.uber.org/zap"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// The values of the settings that choose between a few. The first of each is the default.
const (
	modeEnforce  = "enforce"
	modeAnnotate = "annotate"

	spanStatusOptedIn = "opted_in"
	spanStatusKnown   = "known"
	spanStatusNever   = "never"

	upstreamReplace = "replace"
	upstreamKeep    = "keep"

	requireNative = "native"
	requireAll    = "all"
	requireNone   = "none"

	verdictCompact = "compact"
	verdictFull    = "full"

	scopeConversation = "conversation"
	scopeTrace        = "trace"
)

const (
	minHashWindow, maxHashWindow = 1, 64 << 10
	minTextLimit, maxTextLimit   = 1 << 10, 1 << 20
	minLabelValues               = 1
	maxLabelValues               = 1000
	maxSourceKeys                = 32
	maxEvaluationNames           = 64
	minMemoryMiB, maxMemoryMiB   = 1, 16 << 10
	minAge, maxAge               = time.Second, 7 * 24 * time.Hour
	maxWindow                    = 24 * time.Hour
	minInterval, maxInterval     = time.Second, 24 * time.Hour
)

var (
	markerScopes = []string{"run", "unit", "step", "bare", "phrase", "zero", "fail"}
	markerName   = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	severities   = []string{"error", "warning", "info"}
)

// validateConfig reports every mistake of the configuration at once, each with its key, its value and what is
// allowed. The checks are all here because those of the sub-sections would be reported one section at a time.
func validateConfig(cfg *Config) error {
	settings := component.TelemetrySettings{Logger: zap.NewNop()}
	_, matchErr := compileConditions(settings, &cfg.Match, "match", cfg.ErrorMode)
	_, dialectErr := userDialects(settings, cfg)
	return errors.Join(
		validateContent(&cfg.Content),
		oneOf("error_mode", cfg.ErrorMode, string(ottl.IgnoreError), string(ottl.SilentError), string(ottl.PropagateError)),
		oneOf("mode", cfg.Mode, modeEnforce, modeAnnotate),
		oneOf("require", cfg.Require, requireNative, requireAll, requireNone),
		oneOf("span_status", cfg.SpanStatus, spanStatusOptedIn, spanStatusKnown, spanStatusNever),
		oneOf("upstream_verdicts", cfg.UpstreamVerdicts, upstreamReplace, upstreamKeep),
		oneOf("verdict", cfg.Verdict, verdictCompact, verdictFull),
		validateFields(cfg.Fields),
		matchErr,
		dialectErr,
		validateMarkers(cfg.Markers),
		validatePatterns("effects::critical", cfg.Effects.Critical),
		lasting("actions::consistency_window", cfg.Actions.ConsistencyWindow, 0, maxWindow),
		validatePatterns("effects::mutating", cfg.Effects.Mutating),
		validatePatterns("effects::read_only", cfg.Effects.ReadOnly),
		within("memory::limit_mib", cfg.Memory.LimitMib, minMemoryMiB, maxMemoryMiB),
		lasting("memory::max_age", cfg.Memory.MaxAge, minAge, maxAge),
		lasting("memory::snapshot_interval", cfg.Memory.SnapshotInterval, minInterval, maxInterval),
		validateIgnored(cfg.Memory.IgnoredArguments),
		validateEvaluations(cfg.Verifiers.Evaluations),
		oneOf("memory::scope", cfg.Memory.Scope, scopeConversation, scopeTrace),
		within("streams::hash_window", cfg.Streams.HashWindow, minHashWindow, maxHashWindow),
		within("streams::text_limit", cfg.Streams.TextLimit, minTextLimit, maxTextLimit),
		validateRules(cfg.Rules),
		validateLabel("metrics::tool_name", cfg.Metrics.ToolName),
		validateLabel("metrics::service_name", cfg.Metrics.ServiceName),
	)
}

// validateFields also refuses a key that stands under two fields: which of them it fills would be left to chance.
func validateFields(fields map[string][]string) error {
	var errs []error
	owner := map[string]string{}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if err := oneOf("fields", field, fieldNames()...); err != nil {
			errs = append(errs, err)
			continue
		}
		if n := len(fields[field]); n > maxSourceKeys {
			errs = append(errs, fmt.Errorf("fields::%s: %d keys must be at most %d", field, n, maxSourceKeys))
			continue
		}
		for i, key := range fields[field] {
			at := fmt.Sprintf("fields::%s[%d]", field, i)
			switch first, taken := owner[key]; {
			case strings.TrimSpace(key) == "":
				errs = append(errs, fmt.Errorf("%s: %q must be an attribute key", at, key))
			case strings.HasPrefix(key, toolcall.VerdictPrefix):
				errs = append(errs, fmt.Errorf("%s: %q must not start with %s, which is removed before a record is read", at, key, toolcall.VerdictPrefix))
			case dialect.Reserved(key):
				errs = append(errs, fmt.Errorf("%s: %q must be a key of your own, and the contract gives it a meaning already", at, key))
			case taken:
				errs = append(errs, fmt.Errorf("%s: %q must be listed once, and stands at %s already", at, key, first))
			default:
				owner[key] = at
			}
		}
	}
	return errors.Join(errs...)
}

func validateMarkers(cfg Markers) error {
	var errs []error
	builtIn := markerNames()
	names := make([]string, 0, len(builtIn))
	for _, full := range builtIn {
		_, name, _ := strings.Cut(full, ":")
		names = append(names, name)
	}
	for i, name := range cfg.Disable {
		if !slices.Contains(names, name) {
			errs = append(errs, oneOf(fmt.Sprintf("markers::disable[%d]", i), name, builtIn...))
		}
	}
	owner := map[string]string{}
	for i, marker := range cfg.Custom {
		at := fmt.Sprintf("markers::custom[%d]", i)
		switch first, taken := owner[marker.Name]; {
		case !markerName.MatchString(marker.Name):
			errs = append(errs, fmt.Errorf("%s::name: %q must be 1 to 64 lower-case letters, digits and underscores, starting with a letter", at, marker.Name))
		case slices.Contains(names, marker.Name):
			errs = append(errs, fmt.Errorf("%s::name: %q must not be the name of a built-in marker", at, marker.Name))
		case taken:
			errs = append(errs, fmt.Errorf("%s::name: %q must be unique, and stands at %s already", at, marker.Name, first))
		default:
			owner[marker.Name] = at + "::name"
		}
		errs = append(errs,
			oneOf(at+"::scope", marker.Scope, markerScopes...),
			validateMarkerPattern(at+"::pattern", marker.Pattern))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	// What the scanner refuses beyond that must not wait for the start.
	if _, err := markers.New(customMarkers(cfg), cfg.Disable); err != nil {
		return fmt.Errorf("markers: %w", err)
	}
	return nil
}

// validateMarkerPattern refuses a pattern that finds itself in an empty line, since it would then mark every text.
func validateMarkerPattern(at, pattern string) error {
	if err := validatePattern(at, pattern); err != nil {
		return err
	}
	if regexp.MustCompile(pattern).MatchString("") {
		return fmt.Errorf("%s: %q must not match an empty line", at, pattern)
	}
	return nil
}

func validatePatterns(key string, patterns []string) error {
	var errs []error
	for i, pattern := range patterns {
		errs = append(errs, validatePattern(fmt.Sprintf("%s[%d]", key, i), pattern))
	}
	return errors.Join(errs...)
}

func validatePattern(at, pattern string) error {
	if pattern == "" {
		return fmt.Errorf("%s: %q must be a non-empty RE2 expression", at, pattern)
	}
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("%s: %q must be an RE2 expression: %w", at, pattern, err)
	}
	return nil
}

func validateRules(rules Rules) error {
	var errs []error
	ids := ruleIDs()
	for i, id := range rules.Disable {
		errs = append(errs, oneOf(fmt.Sprintf("rules::disable[%d]", i), id, ids...))
	}
	for _, id := range slices.Sorted(maps.Keys(rules.Severity)) {
		errs = append(errs,
			oneOf("rules::severity", id, ids...),
			oneOf("rules::severity::"+id, rules.Severity[id], severities...))
	}
	return errors.Join(errs...)
}

func validateIgnored(names []string) error {
	var errs []error
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			errs = append(errs, fmt.Errorf("memory::ignored_arguments[%d]: %q must be the name of an argument", i, name))
		}
	}
	return errors.Join(errs...)
}

func validateEvaluations(names []string) error {
	var errs []error
	if len(names) > maxEvaluationNames {
		errs = append(errs, fmt.Errorf("verifiers::evaluations: %d names must be at most %d", len(names), maxEvaluationNames))
	}
	for i, name := range names {
		if strings.TrimSpace(name) != name || name == "" {
			errs = append(errs, fmt.Errorf("verifiers::evaluations[%d]: %q must be the name of an evaluation, without blanks around it", i, name))
		}
	}
	return errors.Join(errs...)
}

func validateLabel(key string, label Label) error {
	errs := []error{within(key+"::limit", label.Limit, minLabelValues, maxLabelValues)}
	if n := len(label.Allow); n > maxLabelValues {
		errs = append(errs, fmt.Errorf("%s::allow: %d values must be at most %d", key, n, maxLabelValues))
	}
	for i, value := range label.Allow {
		if value == "" {
			errs = append(errs, fmt.Errorf("%s::allow[%d]: %q must not be empty", key, i, value))
		}
	}
	return errors.Join(errs...)
}

func oneOf(key, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s: %q must be one of %s", key, value, strings.Join(allowed, ", "))
}

func within(key string, value, low, high int) error {
	if value >= low && value <= high {
		return nil
	}
	return fmt.Errorf("%s: %d must be from %d to %d", key, value, low, high)
}

func lasting(key string, value, low, high time.Duration) error {
	if value >= low && value <= high {
		return nil
	}
	return fmt.Errorf("%s: %s must be from %s to %s", key, value, low, high)
}
