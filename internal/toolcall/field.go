package toolcall

import "github.com/toolspan/toolspan/internal/action"

// Field is one fact about a call that some attribute may carry. Dialects and
// users map attribute keys to fields; nothing else knows attribute keys.
type Field uint8

// The fields. Those of a stream come twice, for stdout and stderr, in the same
// order, so that StreamField can count from the first.
const (
	NoField Field = iota
	ToolName
	CallID
	Conversation
	Arguments
	CommandLine
	Argv
	WorkingDirectory
	Result
	StdoutSize
	StdoutCap
	StdoutTruncated
	StdoutSHA256
	StdoutHeadSHA256
	StdoutTailSHA256
	StdoutPreview
	StderrSize
	StderrCap
	StderrTruncated
	StderrSHA256
	StderrHeadSHA256
	StderrTailSHA256
	StderrPreview
	EncodingField
	OKPreview
	TerminationKind
	ExitCode
	SignalField
	TimedOut
	DurationMS
	ErrorTypeField
	ErrorText
	Limit
	LimitSeconds
	ClaimStatus
	ClaimMustRerun
	ClaimConfirmed
	ClaimVerified
	ClaimUserApproved
	VerifierResult
	ShadowOf
	HarnessVersion
	PromptVersion
	Method
	ReadOnlyHint
	DestructiveHint
	IdempotentHint
	ApprovalState
	ApprovalDecider
	ApprovalDecidedBy
	ApprovalTimedOut
	// Those of an action, in the order of the fields of a receipt.
	ActionOperationID
	ActionOperation
	ActionTarget
	ActionMethod
	ActionPayload
	ActionState
	ActionFingerprint
	ActionIdempotencyKey
	ActionExternalID
	ActionReads
	ActionResends
	ActionEvidence
	ActionEvidenceKind
	ActionError
	ActionErrorCode
	ActionStatusCode
	ActionHistory
	ActionReconciliation
	NumFields
)

var fieldNames = [NumFields]string{
	ToolName: "tool_name", CallID: "call_id", Conversation: "conversation", Arguments: "arguments",
	CommandLine: "command_line", Argv: "argv", WorkingDirectory: "working_directory", Result: "result",
	StdoutSize: "stdout.size", StdoutCap: "stdout.cap", StdoutTruncated: "stdout.truncated",
	StdoutSHA256: "stdout.sha256", StdoutHeadSHA256: "stdout.head_sha256", StdoutTailSHA256: "stdout.tail_sha256",
	StdoutPreview: "stdout.preview",
	StderrSize:    "stderr.size", StderrCap: "stderr.cap", StderrTruncated: "stderr.truncated",
	StderrSHA256: "stderr.sha256", StderrHeadSHA256: "stderr.head_sha256", StderrTailSHA256: "stderr.tail_sha256",
	StderrPreview: "stderr.preview",
	EncodingField: "encoding", OKPreview: "ok_preview",
	TerminationKind: "termination.kind", ExitCode: "termination.exit_code", SignalField: "termination.signal",
	TimedOut: "termination.timed_out", DurationMS: "termination.duration_ms",
	ErrorTypeField: "error_type", ErrorText: "error_text", Limit: "limit_ms", LimitSeconds: "limit_s",
	ClaimStatus: "claim.status", ClaimMustRerun: "claim.must_rerun", ClaimConfirmed: "claim.confirmed",
	ClaimVerified: "claim.verified", ClaimUserApproved: "claim.user_approved",
	VerifierResult: "verifier.result", ShadowOf: "shadow_of",
	HarnessVersion: "harness.version", PromptVersion: "prompt.version", Method: "http_method",
	ReadOnlyHint: "hint.read_only", DestructiveHint: "hint.destructive", IdempotentHint: "hint.idempotent",
	ApprovalState: "approval.state", ApprovalDecider: "approval.decider", ApprovalDecidedBy: "approval.decided_by",
	ApprovalTimedOut:  "approval.timed_out",
	ActionOperationID: "action.operation_id", ActionOperation: "action.operation", ActionTarget: "action.target", ActionMethod: "action.method",
	ActionPayload: "action.payload", ActionState: "action.state", ActionFingerprint: "action.fingerprint", ActionIdempotencyKey: "action.idempotency_key",
	ActionExternalID: "action.external_id", ActionReads: "action.reads", ActionResends: "action.resend_count", ActionEvidence: "action.evidence",
	ActionEvidenceKind: "action.evidence.kind", ActionError: "action.error", ActionErrorCode: "action.error.code",
	ActionStatusCode: "action.status_code", ActionHistory: "action.state_history", ActionReconciliation: "action.reconciliation",
}

// String returns the name under which the field can be given source keys.
func (f Field) String() string { return fieldNames[f] }

// FieldByName finds a field, or NoField.
func FieldByName(name string) Field {
	for f := ToolName; f < NumFields; f++ {
		if fieldNames[f] == name {
			return f
		}
	}
	return NoField
}

// FieldNames lists every field in the order of declaration.
func FieldNames() []string { return fieldNames[1:] }

// StreamField places one of the stdout fields on the given stream.
func StreamField(s StreamID, stdout Field) Field {
	return stdout + Field(s)*(StderrSize-StdoutSize)
}

// IsAction reports whether the field is one of a receipt.
func (f Field) IsAction() bool { return f >= ActionOperationID && f <= ActionReconciliation }

// OfReceipt is the field of a receipt that the field stands for.
func (f Field) OfReceipt() action.Field {
	return action.FieldOperationID + action.Field(f-ActionOperationID)
}

// IsClaim reports whether the field asserts something that can be false.
func (f Field) IsClaim() bool {
	switch f {
	case ClaimStatus, ClaimMustRerun, ClaimConfirmed, ClaimVerified, ClaimUserApproved, OKPreview:
		return true
	default:
		return false
	}
}
