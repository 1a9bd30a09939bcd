package toolcall

// Attribute keys, each written once for the whole program.
const (
	// Namespace is that of the contract, also as one map-valued attribute.
	Namespace = "tool_span"
	// Prefix starts every key in the namespace.
	Prefix = Namespace + "."
	// VerdictPrefix is the namespace that this processor alone may write.
	VerdictPrefix = VerdictKey + "."
	// VerdictKey is the same namespace as one map-valued attribute.
	VerdictKey = Prefix + "verdict"
	// OriginalPrefix keeps what stood where a claim was demoted.
	OriginalPrefix = Prefix + "original."
	// OriginalStatusCode and OriginalStatusMessage keep a demoted span status.
	OriginalStatusCode    = OriginalPrefix + StatusKey + "_code"
	OriginalStatusMessage = OriginalPrefix + StatusKey + "_message"
	// StatusKey names the span status among the keys of claims.
	StatusKey = "span.status"

	// HarnessVersionKey and PromptVersionKey may stand on a record or its resource.
	HarnessVersionKey = Prefix + "harness.version"
	PromptVersionKey  = Prefix + "prompt.version"

	// ActionKey holds the facts of a receipt, and TransitionEvent is a step of its history.
	ActionKey       = Prefix + "action"
	ActionPrefix    = ActionKey + "."
	TransitionEvent = ActionPrefix + "transition"
	// OperationID makes a receipt of a record, where a state stands beside it.
	OperationID = "operation_id"
	// OperationIDToo is the same in one word, which makes one where a history stands beside it.
	OperationIDToo = "operationId"

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
	HTTPMethodOld      = "http.method"
	MCPMethod          = "mcp.method.name"
	ProcessExitCode    = "process.exit.code"
	ServiceName        = "service.name"
	ServiceInstance    = "service.instance.id"
)
