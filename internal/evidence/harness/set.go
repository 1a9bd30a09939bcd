package harness

import (
	"math/bits"
	"strings"
)

// Set is a selection of harnesses, one bit each, so that a caller can limit the reading to the one it knows wrote the
// text.
type Set uint64

// The harnesses whose texts are known. Python, Node and Go stand for the messages of those languages' process
// libraries, which many home-made tools return as they are; Generic stands for phrasings that no single product owns.
const (
	ClaudeCode Set = 1 << iota
	AnthropicBash
	Codex
	GeminiCLI
	QwenCode
	OpenCode
	OpenHands
	SWEAgent
	MiniSWEAgent
	Cline
	ClineCLI
	RooCode
	Goose
	Zed
	ContinueCLI
	LangChain
	DeepAgents
	AutoGen
	AgentFramework
	DesktopCommander
	MCPShellServer
	MCP
	Nanobot
	HermesAgent
	Pi
	OpenClaw
	CopilotCLI
	CopilotVSCode
	Smolagents
	Strands
	OpenAIAgents
	OpenSeek
	Cursor
	Junie
	Python
	Node
	Go
	Generic

	afterLast
)

// All selects every known harness.
const All = afterLast - 1

// Anyone selects those that are no program of their own: their words reach a result through any harness, so a caller adds
// them to the harness it knows where that one passes on what a tool says.
const Anyone = Python | Node | Go | MCP | Generic

var setNames = [...]string{
	"claude_code", "anthropic_bash", "codex", "gemini_cli", "qwen_code", "opencode", "openhands", "swe_agent",
	"mini_swe_agent", "cline", "cline_cli", "roo_code", "goose", "zed", "continue_cli", "langchain", "deepagents",
	"autogen", "agent_framework", "desktop_commander", "mcp_shell_server", "mcp", "nanobot", "hermes_agent", "pi",
	"openclaw", "copilot_cli", "copilot_vscode", "smolagents", "strands", "openai_agents", "openseek", "cursor", "junie", "python", "node",
	"go", "generic",
}

// Named returns the set of the harnesses so named; names that are not known are left out.
func Named(names ...string) Set {
	var s Set
	for _, n := range names {
		for i, known := range &setNames {
			if n == known {
				s |= 1 << i
			}
		}
	}
	return s
}

// String lists the names in the set, separated by commas.
func (s Set) String() string {
	var b strings.Builder
	for s &= All; s != 0; s &= s - 1 {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(s.first())
	}
	return b.String()
}

// first names the lowest harness of a set that holds at least one.
func (s Set) first() string {
	if s&All == 0 {
		return ""
	}
	return setNames[bits.TrailingZeros64(uint64(s))]
}
