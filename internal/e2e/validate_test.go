package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

func TestBadConfigurationsAreRefused(t *testing.T) {
	path := builtCollector(t)
	out, err := collectortest.Validate(t.Context(), path, config)
	require.NoError(t, err, out)

	for name, test := range map[string]struct{ change, key, value string }{
		"choice":   {"yaml:processors::tool_span::mode: block", "mode", `"block"`},
		"number":   {"yaml:processors::tool_span::streams::hash_window: 0", "streams::hash_window", "0"},
		"rule":     {"yaml:processors::tool_span::rules::disable: [no_such_rule]", "rules::disable[0]", `"no_such_rule"`},
		"severity": {"yaml:processors::tool_span::rules::severity::false_confirm: fatal", "rules::severity::false_confirm", `"fatal"`},
		"pattern":  {"yaml:processors::tool_span::effects::mutating: ['(']", "effects::mutating[0]", `"("`},
		"field":    {"yaml:processors::tool_span::fields: {no_such_field: [x]}", "fields", `"no_such_field"`},
		"OTTL":     {"yaml:processors::tool_span::match::span: ['name ==']", "match::span", "name =="},
		"unknown":  {"yaml:processors::tool_span::no_such_key: 1", "no_such_key", ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := collectortest.Validate(t.Context(), path, config, test.change)
			require.Error(t, err, "it must not pass: %s", out)
			require.Contains(t, out, test.key)
			require.Contains(t, out, test.value)
		})
	}
}

// Every mistake is reported at once, so that nobody corrects them one start at a time.
func TestAllMistakesAreReportedTogether(t *testing.T) {
	out, err := collectortest.Validate(t.Context(), builtCollector(t), config,
		"yaml:processors::tool_span::mode: block", "yaml:processors::tool_span::verdict: long")
	require.Error(t, err)
	require.Contains(t, out, `mode: "block"`)
	require.Contains(t, out, `verdict: "long"`)
}
