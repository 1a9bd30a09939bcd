package toolspanprocessor

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
)

// load does what the collector does with the section of a processor: defaults, then the user's keys, then the checks.
func load(t *testing.T, text string) (*Config, error) {
	t.Helper()
	retrieved, err := confmap.NewRetrievedFromYAML([]byte(text))
	require.NoError(t, err)
	conf, err := retrieved.AsConf()
	require.NoError(t, err)
	cfg := createDefaultConfig().(*Config)
	if err := conf.Unmarshal(cfg); err != nil {
		return nil, err
	}
	return cfg, confmap.Validate(cfg)
}

func TestDefaults(t *testing.T) {
	cfg, err := load(t, "")
	require.NoError(t, err)
	assert.Equal(t, &Config{
		Actions:   Actions{ConsistencyWindow: 30 * time.Second},
		Content:   Content{Default: "keep", TruncateAt: 1024},
		ErrorMode: "ignore",
		Memory:    Memory{LimitMib: 64, MaxAge: time.Hour, Scope: "conversation", SnapshotInterval: time.Minute},
		Metrics: Metrics{
			ServiceName: Label{Limit: 50},
			ToolName:    Label{Limit: 50},
		},
		Mode:             modeEnforce,
		Require:          requireNative,
		SpanStatus:       spanStatusOptedIn,
		Streams:          Streams{HashWindow: 256, TextLimit: 64 << 10},
		UpstreamVerdicts: upstreamReplace,
		Verdict:          verdictCompact,
	}, cfg)
}

func TestValid(t *testing.T) {
	for name, tc := range map[string]struct {
		yaml string
		want func(*Config)
	}{
		"actions":           {"actions: {consistency_window: 0s}", func(c *Config) { c.Actions.ConsistencyWindow = 0 }},
		"mode":              {"mode: annotate", func(c *Config) { c.Mode = modeAnnotate }},
		"span_status known": {"span_status: known", func(c *Config) { c.SpanStatus = spanStatusKnown }},
		"span_status never": {"span_status: never", func(c *Config) { c.SpanStatus = spanStatusNever }},
		"upstream_verdicts": {"upstream_verdicts: keep", func(c *Config) { c.UpstreamVerdicts = upstreamKeep }},
		"require all":       {"require: all", func(c *Config) { c.Require = requireAll }},
		"require none":      {"require: none", func(c *Config) { c.Require = requireNone }},
		"verdict":           {"verdict: full", func(c *Config) { c.Verdict = verdictFull }},
		"error_mode silent": {"error_mode: silent", func(c *Config) { c.ErrorMode = "silent" }},
		"error_mode strict": {"error_mode: propagate", func(c *Config) { c.ErrorMode = "propagate" }},
		"fields": {
			"fields: {termination.exit_code: [proc.status, rc], tool_name: [acme.tool]}",
			func(c *Config) {
				c.Fields = map[string][]string{"termination.exit_code": {"proc.status", "rc"}, "tool_name": {"acme.tool"}}
			},
		},
		"match with and without the context in the path": {
			`match: {span: ['attributes["acme.tool"] != nil', 'span.name == "run"', 'IsMatch(resource.attributes["service.name"], "^agent")'], log: ['body["kind"] == "tool"']}`,
			func(c *Config) {
				c.Match.Span = []string{`attributes["acme.tool"] != nil`, `span.name == "run"`, `IsMatch(resource.attributes["service.name"], "^agent")`}
				c.Match.Log = []string{`body["kind"] == "tool"`}
			},
		},
		"markers": {
			`markers: {custom: [{name: acme_ok, scope: run, pattern: '^ACME: \d+ ok$'}, {name: acme_bad, scope: fail, pattern: '^ACME: bad'}]}`,
			func(c *Config) {
				c.Markers.Custom = []Marker{
					{Name: "acme_ok", Scope: "run", Pattern: `^ACME: \d+ ok$`},
					{Name: "acme_bad", Scope: "fail", Pattern: "^ACME: bad"},
				}
			},
		},
		"content": {
			`content: {default: hash, arguments: keep, messages: drop, stdout: truncate, truncate_at: 16, mask: ['tok_\w+']}`,
			func(c *Config) {
				c.Content = Content{Default: "hash", Arguments: "keep", Messages: "drop", Stdout: "truncate", TruncateAt: 16, Mask: []string{`tok_\w+`}}
			},
		},
		"effects": {
			`effects: {mutating: ['^kubectl (apply|delete)'], read_only: ['^git (log|diff)']}`,
			func(c *Config) {
				c.Effects = Effects{Mutating: []string{"^kubectl (apply|delete)"}, ReadOnly: []string{"^git (log|diff)"}}
			},
		},
		"memory": {
			"memory: {limit_mib: 1, max_age: 10m, ignored_arguments: [seed], storage: file_storage/calls, snapshot_interval: 30s, scope: trace}",
			func(c *Config) {
				id := component.MustNewIDWithName("file_storage", "calls")
				c.Memory = Memory{
					LimitMib: 1, MaxAge: 10 * time.Minute, IgnoredArguments: []string{"seed"}, Storage: &id, SnapshotInterval: 30 * time.Second, Scope: "trace",
				}
			},
		},
		"lowest limits": {
			"{streams: {hash_window: 1, text_limit: 1024}, metrics: {tool_name: {limit: 1}}}",
			func(c *Config) {
				c.Streams = Streams{HashWindow: 1, TextLimit: 1024}
				c.Metrics.ToolName.Limit = 1
			},
		},
		"highest limits": {
			"{streams: {hash_window: 65536, text_limit: 1048576}, metrics: {service_name: {limit: 1000}}}",
			func(c *Config) {
				c.Streams = Streams{HashWindow: 65536, TextLimit: 1048576}
				c.Metrics.ServiceName.Limit = 1000
			},
		},
		"rules": {
			"rules: {disable: [io_field_missing], severity: {hash_missing: info, false_confirm: warning}}",
			func(c *Config) {
				c.Rules = Rules{
					Disable:  []string{"io_field_missing"},
					Severity: map[string]string{"hash_missing": "info", "false_confirm": "warning"},
				}
			},
		},
		"metrics": {
			"metrics: {tool_name: {enabled: true, allow: [bash, read]}, service_name: {enabled: true, limit: 5}}",
			func(c *Config) {
				c.Metrics.ToolName = Label{Enabled: true, Allow: []string{"bash", "read"}, Limit: 50}
				c.Metrics.ServiceName = Label{Enabled: true, Limit: 5}
			},
		},
		"keys without values": {"{match: , markers: , rules: , fields: , effects: }", func(*Config) {}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg, err := load(t, tc.yaml)
			require.NoError(t, err)
			want := createDefaultConfig().(*Config)
			tc.want(want)
			assert.Equal(t, want, cfg)
		})
	}
}

func TestInvalid(t *testing.T) {
	for name, tc := range map[string]struct {
		yaml string
		want []string
	}{
		"mode":              {"mode: strict", []string{`mode: "strict" must be one of enforce, annotate`}},
		"span_status":       {"span_status: always", []string{`span_status: "always" must be one of opted_in, known, never`}},
		"upstream_verdicts": {"upstream_verdicts: drop", []string{`upstream_verdicts: "drop" must be one of replace, keep`}},
		"require":           {"require: some", []string{`require: "some" must be one of native, all, none`}},
		"verdict":           {"verdict: short", []string{`verdict: "short" must be one of compact, full`}},
		"error_mode":        {"error_mode: Ignore", []string{`error_mode: "Ignore" must be one of ignore, silent, propagate`}},
		"empty choice":      {`mode: ""`, []string{`mode: "" must be one of enforce, annotate`}},
		"fields": {
			`fields: {exit_cod: [a], termination.exit_code: ["", tool_span.verdict.exit_code, rc, rc], termination.signal: [rc]}`,
			[]string{
				`fields: "exit_cod" must be one of ` + strings.Join(fieldNames(), ", "),
				`fields::termination.exit_code[0]: "" must be an attribute key`,
				`fields::termination.exit_code[1]: "tool_span.verdict.exit_code" must not start with tool_span.verdict., which is removed before a record is read`,
				`fields::termination.exit_code[3]: "rc" must be listed once, and stands at fields::termination.exit_code[2] already`,
				`fields::termination.signal[0]: "rc" must be listed once, and stands at fields::termination.exit_code[2] already`,
			},
		},
		"markers": {
			`markers: {disable: [no_such], custom: [{name: Bad-Name, scope: run, pattern: x}, {name: twice, scope: all, pattern: x}, {name: twice, scope: run, pattern: '('}, {name: empty, scope: run, pattern: 'a*'}, {}]}`,
			[]string{
				`markers::disable[0]: "no_such" must be one of ` + strings.Join(markerNames(), ", "),
				`markers::custom[0]::name: "Bad-Name" must be 1 to 64 lower-case letters, digits and underscores, starting with a letter`,
				`markers::custom[1]::scope: "all" must be one of run, unit, step, bare, phrase, zero, fail`,
				`markers::custom[2]::name: "twice" must be unique, and stands at markers::custom[1]::name already`,
				"markers::custom[2]::pattern: \"(\" must be an RE2 expression: error parsing regexp: missing closing ): `(`",
				`markers::custom[3]::pattern: "a*" must not match an empty line`,
				`markers::custom[4]::name: "" must be 1 to 64 lower-case letters, digits and underscores, starting with a letter`,
				`markers::custom[4]::scope: "" must be one of run, unit, step, bare, phrase, zero, fail`,
				`markers::custom[4]::pattern: "" must be a non-empty RE2 expression`,
			},
		},
		"fields of the contract": {
			`fields: {result: [tool_span.verdict], tool_name: [termination, exit_code, tool_span.action.state, " "]}`,
			[]string{
				`fields::result[0]: "tool_span.verdict" must be a key of your own, and the contract gives it a meaning already`,
				`fields::tool_name[0]: "termination" must be a key of your own, and the contract gives it a meaning already`,
				`fields::tool_name[1]: "exit_code" must be a key of your own, and the contract gives it a meaning already`,
				`fields::tool_name[2]: "tool_span.action.state" must be a key of your own, and the contract gives it a meaning already`,
				`fields::tool_name[3]: " " must be an attribute key`,
			},
		},
		"marker named like a built-in one": {
			"markers: {custom: [{name: pass_line, scope: run, pattern: x}]}",
			[]string{`markers::custom[0]::name: "pass_line" must not be the name of a built-in marker`},
		},
		"content": {
			`content: {default: "", stdout: hide, output: Hash, truncate_at: 15, mask: ['a*', '', '(']}`,
			[]string{
				`content::default: "" must be one of keep, truncate, hash, drop`,
				`content::truncate_at: 15 must be from 16 to 1048576`,
				`content::stdout: "hide" must be one of keep, truncate, hash, drop`,
				`content::output: "Hash" must be one of keep, truncate, hash, drop`,
				`content::mask[0]: "a*" must not match an empty text`,
				`content::mask[1]: "" must be a non-empty RE2 expression`,
				"content::mask[2]: \"(\" must be an RE2 expression: error parsing regexp: missing closing ): `(`",
			},
		},
		"effects": {
			`effects: {critical: ['*'], mutating: ['[', ''], read_only: ['(?<n']}`,
			[]string{
				"effects::critical[0]: \"*\" must be an RE2 expression: error parsing regexp: missing argument to repetition operator: `*`",
				"effects::mutating[0]: \"[\" must be an RE2 expression: error parsing regexp: missing closing ]: `[`",
				`effects::mutating[1]: "" must be a non-empty RE2 expression`,
				"effects::read_only[0]: \"(?<n\" must be an RE2 expression: error parsing regexp: invalid named capture: `(?<n`",
			},
		},
		"actions": {
			"actions: {consistency_window: 25h}",
			[]string{"actions::consistency_window: 25h0m0s must be from 0s to 24h0m0s"},
		},
		"streams below": {
			"streams: {hash_window: 0, text_limit: 1023}",
			[]string{"streams::hash_window: 0 must be from 1 to 65536", "streams::text_limit: 1023 must be from 1024 to 1048576"},
		},
		"streams above": {
			"streams: {hash_window: 65537, text_limit: 1048577}",
			[]string{"streams::hash_window: 65537 must be from 1 to 65536", "streams::text_limit: 1048577 must be from 1024 to 1048576"},
		},
		"memory": {
			"memory: {limit_mib: 0, max_age: 10ms, ignored_arguments: [a, ' '], scope: session, snapshot_interval: 0s}",
			[]string{
				"memory::limit_mib: 0 must be from 1 to 16384",
				"memory::max_age: 10ms must be from 1s to 168h0m0s",
				"memory::snapshot_interval: 0s must be from 1s to 24h0m0s",
				`memory::ignored_arguments[1]: " " must be the name of an argument`,
				`memory::scope: "session" must be one of conversation, trace`,
			},
		},
		"rules": {
			"rules: {disable: [no_such], severity: {nor_this: error, hash_missing: fatal}}",
			[]string{
				`rules::disable[0]: "no_such" must be one of ` + strings.Join(ruleIDs(), ", "),
				`rules::severity::hash_missing: "fatal" must be one of error, warning, info`,
				`rules::severity: "nor_this" must be one of ` + strings.Join(ruleIDs(), ", "),
			},
		},
		"metrics": {
			`metrics: {tool_name: {limit: 0, allow: [bash, ""]}, service_name: {limit: 1001}}`,
			[]string{
				"metrics::tool_name::limit: 0 must be from 1 to 1000",
				`metrics::tool_name::allow[1]: "" must not be empty`,
				"metrics::service_name::limit: 1001 must be from 1 to 1000",
			},
		},
		"every section at once": {
			"{mode: strict, streams: {hash_window: -1}, rules: {severity: {hash_missing: high}}, effects: {mutating: ['']}}",
			[]string{
				`mode: "strict" must be one of enforce, annotate`,
				`effects::mutating[0]: "" must be a non-empty RE2 expression`,
				"streams::hash_window: -1 must be from 1 to 65536",
				`rules::severity::hash_missing: "high" must be one of error, warning, info`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, tc.yaml)
			assert.EqualError(t, err, strings.Join(tc.want, "\n"))
		})
	}
}

func TestTooManyAllowedLabelValues(t *testing.T) {
	cfg := createDefaultConfig().(*Config)
	cfg.Metrics.ToolName.Allow = strings.Split(strings.Repeat("x ", maxLabelValues)+"x", " ")
	assert.EqualError(t, cfg.Validate(), "metrics::tool_name::allow: 1001 values must be at most 1000")
}

func TestUnknownKeysAndWrongTypes(t *testing.T) {
	for name, tc := range map[string]struct{ yaml, want string }{
		"top level":  {"modus: enforce", "has invalid keys: modus"},
		"nested":     {"metrics: {tool_name: {alow: [a]}}", "has invalid keys: alow"},
		"in a list":  {"markers: {custom: [{name: a, scope: run, patern: x}]}", "has invalid keys: patern"},
		"wrong type": {"streams: {hash_window: wide}", "'streams.hash_window'"},
		"no ID":      {"memory: {storage: 'file storage'}", "'memory.storage'"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, tc.yaml)
			assert.ErrorContains(t, err, tc.want)
		})
	}
}
