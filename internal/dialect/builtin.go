package dialect

import "slices"

// Builtin lists the dialects in the order in which they are tried; the first
// that recognises a record reads it. Those of single programs come first, for
// some of them also bear the marks of a framework or of the conventions, then
// the frameworks, by marks of their own before scopes of the conventions. All of
// them read the facts of the contract, so its own dialect comes after those that
// know more about their producer, and before the conventions, which know no more
// than it does.
func Builtin() []*Dialect {
	return slices.Concat([]*Dialect{
		ClaudeCode(), Codex(), GeminiCLI(), QwenCode(), OpenCode(), CopilotCLI(), CopilotVSCode(), Cline(), Goose(), OpenHands(),
		SpringAI(), Mastra(), LangSmith(), Langfuse(), OpenInference(), Traceloop(), VercelAI(), Genkit(),
		Strands(), GoogleADK(), AgentFramework(), Anthropic(), OpenAIAgents(), GoogleGenAI(), PydanticAI(), Logfire(),
	}, others(), []*Dialect{MCP(), Contract(), SemConv()})
}
