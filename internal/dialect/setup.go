package dialect

// Setup is a piece of configuration that makes a producer send what its dialect
// reads, content included, to a collector on the same machine.
type Setup struct {
	// Where it goes, and what it is, as the language of a fenced block.
	Where, Language string
	Text            string
}

// Setups returns what the vendor of a dialect's producer documents, or nothing where
// that is not known for certain.
func (d *Dialect) Setups() []Setup { return setups[d.Name] }

const shellEnvironment = "in the environment in which it is started"

// setups are by the name of the dialect. What they name has to stand in the vendor's
// documentation, its source or its change log.
var setups = map[string][]Setup{
	"claude_code": {{Where: shellEnvironment, Language: "sh", Text: `export CLAUDE_CODE_ENABLE_TELEMETRY=1
export OTEL_LOGS_EXPORTER=otlp
export OTEL_EXPORTER_OTLP_PROTOCOL=grpc
export OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4317
# command lines, time limits, error texts
export OTEL_LOG_TOOL_DETAILS=1
# what the model answers
export OTEL_LOG_ASSISTANT_RESPONSES=1
# spans, a beta, and the outputs in them
export CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1
export OTEL_TRACES_EXPORTER=otlp
export OTEL_LOG_TOOL_CONTENT=1`}},
	"codex": {{Where: "in `~/.codex/config.toml`", Language: "toml", Text: `[otel]
log_user_prompt = true

[otel.exporter."otlp-http"]
endpoint = "http://localhost:4318/v1/logs"
protocol = "binary"`}},
	"gemini_cli": {{Where: "in `.gemini/settings.json`, of the project or of the user", Language: "json", Text: `{
  "telemetry": {
    "enabled": true,
    "target": "local",
    "otlpEndpoint": "http://localhost:4317",
    "otlpProtocol": "grpc",
    "logPrompts": true,
    "traces": true
  }
}`}},
	"qwen_code": {{Where: "in `.qwen/settings.json`, of the project or of the user", Language: "json", Text: `{
  "telemetry": {
    "enabled": true,
    "target": "local",
    "otlpEndpoint": "http://localhost:4317",
    "otlpProtocol": "grpc",
    "logPrompts": true
  }
}`}},
	"opencode": {
		{Where: "in `opencode.json`", Language: "json", Text: `{
  "experimental": {
    "openTelemetry": true
  }
}`},
		{Where: shellEnvironment, Language: "sh", Text: `export OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318`},
	},
	"copilot_cli": {{Where: shellEnvironment, Language: "sh", Text: `export OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318
export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`}},
	"copilot_vscode": {{Where: "in the environment in which VS Code is started", Language: "sh", Text: `export COPILOT_OTEL_ENABLED=true
export COPILOT_OTEL_PROTOCOL=http
export COPILOT_OTEL_ENDPOINT=http://localhost:4318
export COPILOT_OTEL_CAPTURE_CONTENT=true`}},
}

// NumSetups is how many there are, of all dialects.
func NumSetups() (n int) {
	for _, list := range setups {
		n += len(list)
	}
	return n
}
