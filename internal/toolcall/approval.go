package toolcall

// Approval is what is known of a decision to let a call happen. The zero value says that
// nobody is known to have been asked.
type Approval struct {
	State ApprovalSlot
	By    Decider
	// Named: a decider is given by name.
	Named bool
	// TimedOut: the time for an answer ran out.
	TimedOut Bool
	// Waited: it is known that somebody was waited for.
	Waited bool
}

// ApprovalSlot is the state of the decision.
type ApprovalSlot uint8

// The states.
const (
	NoApproval ApprovalSlot = iota
	AwaitingHuman
	Approved
	Rejected
	Escalated
)

// Decider says who decided.
type Decider uint8

// The deciders.
const (
	DeciderUnstated Decider = iota
	DecidedByHuman
	DecidedByPolicy
	DecidedByTimer
	DecidedByDefault
)

// Automatic reports a decision that fell because nobody made it.
func (d Decider) Automatic() bool { return d == DecidedByTimer || d == DecidedByDefault }
