package action

// FieldOf is the fact that a member of a receipt is by its name.
func FieldOf(name string) Field { return fieldOf(name) }

// Speaks reports a fact that is often told in a text: of a failure, or of what a look has shown.
func (f Field) Speaks() bool {
	switch f {
	case FieldError, FieldErrorCode, FieldEvidence, FieldReconciliation:
		return true
	default:
		return false
	}
}

// IsProse reports a member of such a fact that is a text by its name, even of one word.
func IsProse(name string) bool { return prose[plain(name)] }

var prose = wordSet("message", "reason", "detail", "details", "description", "stack", "stacktrace", "trace", "text", "body", "response", "output", "content", "payload", "note", "notes")
