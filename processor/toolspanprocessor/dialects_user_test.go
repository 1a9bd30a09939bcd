package toolspanprocessor

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/confmap/confmaptest"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// exampleDialect is the processor's section of the example for users.
func exampleDialect(t *testing.T) *Config {
	t.Helper()
	conf, err := confmaptest.LoadConf(filepath.Join("..", "..", "examples", "custom-dialect", "config.yaml"))
	require.NoError(t, err)
	section, err := conf.Sub("processors::tool_span")
	require.NoError(t, err)
	cfg := createDefaultConfig().(*Config)
	require.NoError(t, section.Unmarshal(cfg))
	return cfg
}

// TestExampleDialect judges the telemetry beside the example by the dialect that it describes.
func TestExampleDialect(t *testing.T) {
	b := newBench(t, func(c *Config) { *c = *exampleDialect(t) })
	data, err := os.ReadFile(filepath.Join("..", "..", "examples", "custom-dialect", "traces.jsonl"))
	require.NoError(t, err)
	batch, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(data)
	require.NoError(t, err)
	require.NoError(t, b.traces.ConsumeTraces(t.Context(), batch))
	want := []map[string]any{
		{keyTermination: "ok", keyExitCode: int64(0), keySource: "text_trailer", keyOutcome: "succeeded"},
		{keyTermination: "nonzero_exit", keyExitCode: int64(2), keySource: "structured", keyOutcome: "failed", keyNext: "rerun"},
		{keyTermination: "timeout", keySource: "structured", keyOutcome: "incomplete", keyNext: "rerun", keyFindings: []any{"timeout_with_success_marker"}},
		{keyTermination: "running", keySource: "structured", keyOutcome: "incomplete", keyNext: "reconcile"},
		{keyTermination: "nonzero_exit", keyExitCode: int64(3), keySource: "text_trailer", keyOutcome: "failed"},
		{keyTermination: "unknown", keyOutcome: "unknown"},
		{keyTermination: "ok", keyClips: []any{"output:tail:harness"}, keyOutcome: "succeeded", keyNext: "rerun_uncapped"},
		{keyTermination: "tool_error", keySource: "status", keyOutcome: "failed"},
	}
	spans := batch.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
	require.Equal(t, len(want), spans.Len())
	for i := range want {
		got := spans.At(i).Attributes().AsRaw()
		assert.Equal(t, "acme", got[keyDialect], i)
		for key, value := range want[i] {
			assert.Equal(t, value, got[key], "span %d: %s", i+1, key)
		}
	}
	assert.EqualValues(t, len(want), b.sum("calls", "dialect", "acme"))

	config, err := os.ReadFile(filepath.Join("..", "..", "examples", "custom-dialect", "config.yaml"))
	require.NoError(t, err)
	told := regexp.MustCompile(`(?m)^# {3}(step-\d) {2}(\w+) +(\w+) `).FindAllStringSubmatch(string(config), -1)
	require.Len(t, told, len(want), "its header says what comes out")
	for i, m := range told {
		got := spans.At(i).Attributes().AsRaw()
		assert.Equal(t, []any{m[1], m[2], m[3]}, []any{got["acme.step.id"], got[keyTermination], got[keyOutcome]})
	}
}

func TestDialectOfLogs(t *testing.T) {
	b := newBench(t, func(c *Config) {
		*c = *mustLoad(t, `
dialects:
  - name: acme
    match: {log: ['body["kind"] == "tool"', 'IsMatch(body, "^tool done")']}
    fields: {termination.exit_code: ['$body#rc', rc], result: [out]}
    flags: [{source: ok, trust: follows, tools: [sh]}]
`)
	})
	out := b.event(1, 1, 1, map[string]any{"x": 1}).Attributes().AsRaw()
	assert.NotContains(t, out, keyDialect)
	rec := b.eventOf(t, map[string]any{"kind": "tool", "rc": 3}, nil)
	assert.Equal(t, "nonzero_exit", rec[keyTermination])
	rec = b.eventOf(t, "tool done", map[string]any{"tool_name": "sh", "ok": true})
	assert.Equal(t, "ok", rec[keyTermination])
	rec = b.eventOf(t, "tool done", map[string]any{"tool_name": "sh", "ok": true, "rc": 1})
	assert.Equal(t, "nonzero_exit", rec[keyTermination])
	assert.Equal(t, []any{"status_contradiction", "false_confirm"}, rec[keyFindings])
	assert.Equal(t, true, rec["ok"], "a foreign record is only tagged")
	assert.EqualValues(t, 1, b.sum("false_confirm_detected", "claim", "flag"))
	rec = b.eventOf(t, "tool done", map[string]any{"tool_name": "other", "ok": true})
	assert.Equal(t, "unknown", rec[keyTermination])
}

func TestFollowingFlagIsDemotedWhereTheRecordOptedIn(t *testing.T) {
	b := newBench(t, func(c *Config) {
		*c = *mustLoad(t, `
dialects:
  - name: acme
    match: {span: ['attributes["acme"] == true']}
    flags: [{source: acme.ok, trust: follows}]
`)
	})
	attrs := map[string]any{"acme": true, "acme.ok": true, "tool_span.termination.exit_code": 3}
	once := b.call(1, 1, attrs, ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.Equal(t, false, once["acme.ok"])
	assert.Equal(t, true, once["tool_span.original.acme.ok"])
	assert.Equal(t, []any{"acme.ok"}, once[keyBlocked])
	twice := b.call(1, 1, once, ptrace.StatusCodeUnset).Attributes().AsRaw()
	assert.Equal(t, once, twice)
	assert.EqualValues(t, 1, b.sum("false_confirm_blocked", "claim", "flag"))
}

func TestInvalidDialects(t *testing.T) {
	for name, tc := range map[string]struct {
		yaml string
		want []string
	}{
		"empty": {
			"dialects: [{}]",
			[]string{
				`dialects[0]::name: "" must be 1 to 64 lower-case letters, digits and underscores, starting with a letter`,
				"dialects[0]::match: must hold a condition under span or log, by which its records are recognised",
			},
		},
		"names": {
			`dialects: [{name: codex, match: {span: ['name == "x"']}}, {name: a, match: {span: ['name == "x"']}}, {name: a, match: {log: ['nothing == 1']}}]`,
			[]string{
				`dialects[0]::name: "codex" must be unique, and stands at the built-in dialects already`,
				`dialects[2]::name: "a" must be unique, and stands at dialects[1]::name already`,
				`dialects[2]::match::log[0]: "nothing == 1" must be an OTTL condition in the log context: `,
			},
		},
		"places": {
			`dialects: [{name: a, match: {span: ['name == "x"']}, fields: {nope: [a], claim.status: [a], result: ["", "event[x", "a#", "a#b..c", tool_span.verdict.x, ok], tool_name: [ok]}}]`,
			[]string{
				`dialects[0]::fields: "claim.status" must be one of ` + strings.Join(dialectFieldNames(), ", "),
				`dialects[0]::fields: "nope" must be one of ` + strings.Join(dialectFieldNames(), ", "),
				`dialects[0]::fields::result[0]: "" must be an attribute key, event[name].key`,
				`dialects[0]::fields::result[1]: "event[x" must be an attribute key, event[name].key`,
				`dialects[0]::fields::result[2]: "a#" must be an attribute key, event[name].key`,
				`dialects[0]::fields::result[3]: "a#b..c" must be an attribute key, event[name].key`,
				`dialects[0]::fields::result[4]: "tool_span.verdict.x" must not start with tool_span.verdict., which is removed before a record is read`,
				`dialects[0]::fields::tool_name[0]: "ok" must be listed once, and stands at dialects[0]::fields::result[5] already`,
			},
		},
		"words": {
			`dialects: [{name: a, match: {span: ['name == "x"']}, minus_one: ok, harnesses: [emacs], proves_success: [body],
              flags: [{source: f, trust: always, words: {Done: ok, x: maybe}}], clips: [{source: c, stream: all, side: left, by: me}],
              limits: [{source: l, length: 3}], texts: [{at: middle, pattern: 'a*', says: nothing}, {at: header, pattern: '(', says: exit}, {at: header, pattern: 'x', says: exit}]}]`,
			[]string{
				`dialects[0]::flags[0]::trust: "always" must be one of follows, returned`,
				`dialects[0]::flags[0]::words: "Done" must be a word in lower case`,
				`dialects[0]::flags[0]::words::x: "maybe" must be one of ok, failed, timeout, running, signal, cancelled, not_executed, tool_error, nothing`,
				`dialects[0]::clips[0]::stream: "all" must be one of arguments, output, stderr, stdout`,
				`dialects[0]::clips[0]::side: "left" must be one of all, head, middle, tail`,
				`dialects[0]::clips[0]::by: "me" must be one of harness, telemetry`,
				`dialects[0]::limits[0]::length: 3 must be from 64 to 16777216`,
				`dialects[0]::texts[0]::at: "middle" must be one of header, trailer`,
				`dialects[0]::texts[0]::says: "nothing" must be one of ok, failed, timeout, running, signal, cancelled, not_executed, tool_error, exit`,
				`dialects[0]::texts[0]::pattern: "a*" must not match an empty line`,
				"dialects[0]::texts[1]::pattern: \"(\" must be an RE2 expression: error parsing regexp: missing closing ): `(`",
				`dialects[0]::texts[2]::pattern: "x" must hold a group (?P<code>...) for the exit code`,
				`dialects[0]::harnesses[0]: "emacs" must be one of claude_code, `,
				`dialects[0]::proves_success[0]: "body" must be one of header, trailer`,
				`dialects[0]::minus_one: "ok" must be one of nonzero_exit, running, signal, timeout`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, tc.yaml)
			require.Error(t, err)
			lines := strings.Split(err.Error(), "\n")
			require.Len(t, lines, len(tc.want), err.Error())
			for i := range tc.want {
				assert.True(t, strings.HasPrefix(lines[i], tc.want[i]), "%s\nis not\n%s", lines[i], tc.want[i])
			}
		})
	}
}

func mustLoad(t *testing.T, text string) *Config {
	t.Helper()
	cfg, err := load(t, text)
	require.NoError(t, err)
	return cfg
}

// TestDialectSettingsAreDocumented compares the table of the README with the configuration.
func TestDialectSettingsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	kind := reflect.TypeFor[Dialect]()
	for i := range kind.NumField() {
		if name, _, _ := strings.Cut(kind.Field(i).Tag.Get("mapstructure"), ","); name != "" {
			assert.Contains(t, string(page), "| `"+name+"` | ")
		}
	}
}
