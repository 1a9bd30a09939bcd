package canonical

// Volatile returns the names of members that tell one request from another and
// never what is asked for, for use where nothing else was chosen.
//
// Names that often do say what is asked for are none of them, however volatile
// they look: trace_id and span_id to a tool that looks up traces, timestamp to one
// that reads metrics. An idempotency key is none either, since two calls with the
// same one are one.
func Volatile() []string {
	return []string{
		"request_id", "requestId", "request-id", "x-request-id", "client_request_id", "clientRequestId",
		"correlation_id", "correlationId", "x-correlation-id", "traceparent", "tracestate", "nonce",
		"tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "_meta", "progressToken", "progress_token",
		"request_timestamp", "requestTimestamp", "sent_at", "sentAt",
	}
}
