// Package termination says how a tool call ended, what that means for its
// outcome, and what may sensibly be done next. It knows nothing of telemetry:
// it is given facts, each with the source it came from, and applies the order
// of sources to them.
package termination

// Kind is the way a call ended.
type Kind uint8

// The kinds of ending. KindUnset means that a fact states no kind at all;
// Unknown means that the evidence was read and does not say.
const (
	KindUnset Kind = iota
	OK
	NonzeroExit
	Timeout
	Signaled
	ToolError
	Cancelled
	NotExecuted
	Running
	Unknown
)

var kindNames = [...]string{"", "ok", "nonzero_exit", "timeout", "signal", "tool_error", "cancelled", "not_executed", "running", "unknown"}

// String returns the word used in attributes and metric labels.
func (k Kind) String() string { return kindNames[k] }

// ParseKind returns the kind that a producer's word names, or false when the
// word is none of them.
func ParseKind(word string) (Kind, bool) {
	for i := OK; i <= Unknown; i++ {
		if kindNames[i] == word {
			return i, true
		}
	}
	return KindUnset, false
}

// Unproven reports whether a call of this kind is known to have ended other
// than well, so that any claim of success about it is false.
func (k Kind) Unproven() bool {
	switch k {
	case NonzeroExit, Timeout, Signaled, ToolError, Cancelled, Running:
		return true
	default:
		return false
	}
}

// badness orders the kinds for the case that two facts of equal rank disagree.
// The more a kind leaves open about what the call did, the worse it is.
func (k Kind) badness() int {
	switch k {
	case OK:
		return 1
	case NotExecuted:
		return 2
	case NonzeroExit:
		return 3
	case ToolError:
		return 4
	case Cancelled:
		return 5
	case Running:
		return 6
	case Signaled:
		return 7
	case Timeout:
		return 8
	default:
		return 0
	}
}

// Kinds lists every kind that a verdict may carry, for docs and zero values.
func Kinds() []Kind {
	return []Kind{OK, NonzeroExit, Timeout, Signaled, ToolError, Cancelled, NotExecuted, Running, Unknown}
}

// Source says where a fact stands in the order of evidence. A smaller value is
// the stronger source.
type Source uint8

// The sources, strongest first.
const (
	SourceNone Source = iota
	Declared
	Structured
	Status
	TextHeader
	TextTrailer
	TextBody
)

var sourceNames = [...]string{"none", "declared", "structured", "status", "text_header", "text_trailer", "text_body"}

// String returns the word used in the verdict.
func (s Source) String() string { return sourceNames[s] }

// Outcome is what became of the work that the call was to do.
type Outcome uint8

// The outcomes.
const (
	OutcomeUnset Outcome = iota
	Succeeded
	Failed
	Incomplete
	OutcomeNotExecuted
	OutcomeUnknown
)

var outcomeNames = [...]string{"", "succeeded", "failed", "incomplete", "not_executed", "unknown"}

// String returns the word used in attributes and metric labels.
func (o Outcome) String() string { return outcomeNames[o] }

// Next is what an agent or a person may do about the call.
type Next uint8

// The next steps.
const (
	NextNone Next = iota
	Rerun
	RerunUncapped
	Reconcile
	Review
)

var nextNames = [...]string{"none", "rerun", "rerun_uncapped", "reconcile", "review"}

// String returns the word used in attributes.
func (n Next) String() string { return nextNames[n] }

// Effect says whether a call changes the world.
type Effect uint8

// The effects. EffectUnstated is what most telemetry leaves us with.
const (
	EffectUnstated Effect = iota
	Mutating
	ReadOnly
)
