package toolspanprocessor

import (
	"strings"
	"testing"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottllog"
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl/contexts/ottlspan"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.uber.org/zap"
)

// The words after our own part of a message are the parser's, and differ between its releases.
func TestInvalidConditions(t *testing.T) {
	_, err := load(t, `match: {span: ['name == "a"', 'attributes["a"', 'nothing == 1'], log: ['Frobnicate(body)']}`)
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	want := []string{
		`match::span[1]: "attributes[\"a\"" must be an OTTL condition in the span context: condition has invalid syntax`,
		`match::span[2]: "nothing == 1" must be an OTTL condition in the span context: `,
		`match::log[0]: "Frobnicate(body)" must be an OTTL condition in the log context: `,
	}
	require.Len(t, lines, len(want))
	for i := range want {
		assert.True(t, strings.HasPrefix(lines[i], want[i]), lines[i])
	}
	assert.Contains(t, lines[2], "Frobnicate")
}

func TestNoConditions(t *testing.T) {
	m, err := compileConditions(component.TelemetrySettings{Logger: zap.NewNop()}, &Match{}, "match", "ignore")
	require.NoError(t, err)
	assert.True(t, m.span.empty())
	assert.True(t, m.log.empty())
}

func TestSpanConditions(t *testing.T) {
	const fails = `Int(attributes["n"]) > 1 and IsMatch(attributes["text"], attributes["pattern"])`
	for name, tc := range map[string]struct {
		mode, conditions string
		held             bool
		ignored          int
		err              string
	}{
		"first holds":                {mode: "ignore", conditions: `['name == "run"', '` + fails + `']`, held: true},
		"second holds":               {mode: "ignore", conditions: `['name == "other"', 'span.attributes["n"] == 2']`, held: true},
		"none holds":                 {mode: "ignore", conditions: `['name == "other"']`},
		"fails, then another holds":  {mode: "ignore", conditions: `['` + fails + `', 'name == "run"']`, held: true, ignored: 1},
		"fails":                      {mode: "ignore", conditions: `['` + fails + `']`, ignored: 1},
		"fails silently":             {mode: "silent", conditions: `['` + fails + `']`, ignored: 1},
		"failure goes to the caller": {mode: "propagate", conditions: `['` + fails + `', 'name == "run"']`, err: "match condition "},
	} {
		t.Run(name, func(t *testing.T) {
			cfg, err := load(t, "{error_mode: "+tc.mode+", match: {span: "+tc.conditions+"}}")
			require.NoError(t, err)
			m, err := compileConditions(component.TelemetrySettings{Logger: zap.NewNop()}, &cfg.Match, "match", cfg.ErrorMode)
			require.NoError(t, err)

			rs := ptrace.NewTraces().ResourceSpans().AppendEmpty()
			ss := rs.ScopeSpans().AppendEmpty()
			span := ss.Spans().AppendEmpty()
			span.SetName("run")
			span.Attributes().PutInt("n", 2)
			span.Attributes().PutStr("text", "t")
			span.Attributes().PutStr("pattern", "(")
			tctx := ottlspan.NewTransformContext(rs, ss, span)
			defer tctx.Close()

			held, ignored, err := m.span.hold(t.Context(), tctx)
			if tc.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, tc.err)
			}
			assert.Equal(t, tc.held, held)
			assert.Len(t, ignored, tc.ignored)
		})
	}
}

func TestLogConditions(t *testing.T) {
	cfg, err := load(t, `match: {log: ['body["kind"] == "tool"', 'resource.attributes["service.name"] == "agent"']}`)
	require.NoError(t, err)
	m, err := compileConditions(component.TelemetrySettings{Logger: zap.NewNop()}, &cfg.Match, "match", cfg.ErrorMode)
	require.NoError(t, err)

	for name, tc := range map[string]struct {
		fill func(plog.ResourceLogs, plog.LogRecord)
		held bool
	}{
		"body": {func(_ plog.ResourceLogs, l plog.LogRecord) { l.Body().SetEmptyMap().PutStr("kind", "tool") }, true},
		"resource": {func(r plog.ResourceLogs, l plog.LogRecord) {
			l.Body().SetEmptyMap()
			r.Resource().Attributes().PutStr("service.name", "agent")
		}, true},
		"neither": {func(_ plog.ResourceLogs, l plog.LogRecord) { l.Body().SetEmptyMap() }, false},
	} {
		t.Run(name, func(t *testing.T) {
			rl := plog.NewLogs().ResourceLogs().AppendEmpty()
			sl := rl.ScopeLogs().AppendEmpty()
			record := sl.LogRecords().AppendEmpty()
			tc.fill(rl, record)
			tctx := ottllog.NewTransformContext(rl, sl, record)
			defer tctx.Close()
			held, ignored, err := m.log.hold(t.Context(), tctx)
			require.NoError(t, err)
			assert.Zero(t, ignored)
			assert.Equal(t, tc.held, held)
		})
	}
}
