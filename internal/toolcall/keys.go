package toolcall

// Attribute keys, each written once for the whole program.
const (
	// Prefix is the namespace of the contract.
	Prefix = "tool_span."
	// VerdictPrefix is the namespace that this processor alone may write.
	VerdictPrefix = "tool_span.verdict."
	// VerdictKey is the same namespace as one map-valued attribute.
	VerdictKey = "tool_span.verdict"
	// OriginalPrefix keeps what stood where a claim was demoted.
	OriginalPrefix = "tool_span.original."
	// OriginalStatusCode and OriginalStatusMessage keep a demoted span status.
	OriginalStatusCode    = OriginalPrefix + StatusKey + "_code"
	OriginalStatusMessage = OriginalPrefix + StatusKey + "_message"
	// StatusKey names the span status among the keys of claims.
	StatusKey = "span.status"

	// SpanType marks a native record of the contract when it says "tool".
	SpanType = "span_type"

	// Keys of the OpenTelemetry semantic conventions.
	GenAIOperation     = "gen_ai.operation.name"
	GenAIToolName      = "gen_ai.tool.name"
	GenAIToolCallID    = "gen_ai.tool.call.id"
	GenAIToolArguments = "gen_ai.tool.call.arguments"
	GenAIToolResult    = "gen_ai.tool.call.result"
	GenAIConversation  = "gen_ai.conversation.id"
	ErrorType          = "error.type"
	HTTPMethod         = "http.request.method"
	MCPMethod          = "mcp.method.name"
	ProcessExitCode    = "process.exit.code"
	ServiceName        = "service.name"
)
