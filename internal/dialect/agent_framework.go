package dialect

import (
	"github.com/toolspan/toolspan/internal/toolcall"
)

// AgentFramework is the dialect of Microsoft's Agent Framework and of its elders,
// Semantic Kernel and AutoGen. They write spans of the conventions.
func AgentFramework() *Dialect {
	d := application("agent_framework", "Tool spans of Microsoft Agent Framework, Semantic Kernel and AutoGen.")
	d.When = []Condition{
		executeTool("agent_framework*|Microsoft.Agents*|semantic_kernel*|Microsoft.SemanticKernel*|autogen*"),
		{Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}, {"gen_ai.system", "autogen"}}},
	}
	d.Keys = genAIKeys
	d.Notes = Notes{
		Switch:  "`ENABLE_SENSITIVE_DATA=true`, or `SEMANTICKERNEL_EXPERIMENTAL_GENAI_ENABLE_OTEL_DIAGNOSTICS_SENSITIVE=true`; AutoGen never writes it",
		With:    textsAlone,
		Without: "Errors that were raised, and their types.",
		Blind:   "Status is unset for a command that failed and returned.",
	}
	return d
}
