package toolcall

import "strings"

// Approval is what is known of a decision to let a call happen. The zero value says that
// nobody is known to have been asked.
type Approval struct {
	State ApprovalSlot
	By    Decider
	// Named: somebody is given as the one who decided, and not by a word for what that is.
	Named bool
	// TimedOut: the time for an answer ran out.
	TimedOut bool
	// Waited: a human was waited for, on an earlier record of this slot, and none has
	// answered since. Silent: a human was asked in the conversation, and what is known
	// last is that no answer came.
	Waited, Silent bool
}

// Stated reports whether the record says anything of a decision.
func (a *Approval) Stated() bool {
	return a.State != NoApproval || a.By != DeciderUnstated || a.Named || a.TimedOut
}

// ByHuman reports a decision that somebody made.
func (a *Approval) ByHuman() bool {
	return a.By == DecidedByHuman || a.By == DeciderUnstated && a.Named
}

// Lapsed reports a decision that fell because nobody made it.
func (a *Approval) Lapsed() bool {
	return a.By == DecidedByTimer || !a.ByHuman() && (a.TimedOut || a.By == DecidedByDefault && a.Waited)
}

// ApprovalSlot is the state of a decision.
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

// longestDecision bounds the words of a decision, in bytes.
const longestDecision = 64

// ParseApproval reads the state of a decision in the words of the contract and of agents.
func ParseApproval(word string) (state ApprovalSlot, by Decider) {
	if len(word) > longestDecision {
		return NoApproval, DeciderUnstated
	}
	word = plainWord(word)
	if rest, ok := strings.CutPrefix(word, "auto_"); ok {
		if state, by = ParseApproval(rest); by == DecidedByTimer {
			return state, by
		}
		return state, DecidedByPolicy
	}
	if rest, ok := byTimer(word); ok {
		state, _ = ParseApproval(rest)
		return state, DecidedByTimer
	}
	for _, w := range [...]struct {
		start string
		state ApprovalSlot
	}{
		{"await", AwaitingHuman}, {"pending", AwaitingHuman}, {"wait", AwaitingHuman}, {"requested", AwaitingHuman}, {"ask", AwaitingHuman},
		{"approve", Approved}, {"accept", Approved}, {"allow", Approved}, {"grant", Approved}, {"proceed", Approved}, {"modify", Approved},
		{"reject", Rejected}, {"den", Rejected}, {"declin", Rejected}, {"refus", Rejected}, {"abort", Rejected}, {"cancel", Rejected}, {"block", Rejected},
		{"escalat", Escalated},
	} {
		if strings.HasPrefix(word, w.start) {
			return w.state, DeciderUnstated
		}
	}
	return NoApproval, DeciderUnstated
}

// byTimer reports words that say that the time ran out, and returns the others: those of
// approved_on_timeout, timeout_handler and default after 30s timeout do.
func byTimer(word string) (rest string, ok bool) {
	word = strings.NewReplacer("timed_out", "timeout", "time_out", "timeout").Replace(word)
	var others []string
	for part := range strings.FieldsFuncSeq(word, func(r rune) bool { return r == '_' || r == ' ' || r == '-' || r == '.' }) {
		switch part {
		case "timeout", "timer", "expiry", "expired", "expiration", "deadline":
			ok = true
		case "before", "within", "without", "no", "not": // in time, then
			return "", false
		default:
			others = append(others, part)
		}
	}
	return strings.Join(others, "_"), ok
}

// ParseDecider reads who decided. It reports false for a word that is none of those known,
// such as a name.
func ParseDecider(word string) (Decider, bool) {
	if len(word) > longestDecision {
		return DeciderUnstated, false
	}
	word = plainWord(word)
	if by, ok := deciders[word]; ok {
		return by, true
	}
	for start, by := range map[string]Decider{"user_": DecidedByHuman, "human_": DecidedByHuman, "policy_": DecidedByPolicy, "config_": DecidedByPolicy, "auto": DecidedByPolicy} {
		if strings.HasPrefix(word, start) {
			return by, true
		}
	}
	if _, timer := byTimer(word); timer {
		return DecidedByTimer, true
	}
	return DeciderUnstated, false
}

var deciders = func() map[string]Decider {
	list := map[string]Decider{}
	for by, words := range map[Decider]string{
		DecidedByHuman:   "human user person operator reviewer admin owner manual interactive end_user",
		DecidedByPolicy:  "policy rule rules config configuration hook allowlist allow_list denylist permission_rule sandbox session cache cached yolo settings system guardrail",
		DecidedByTimer:   "timer timeout timed_out time_out expiry expired expiration deadline ttl silence no_response no_answer no_reply none_received",
		DecidedByDefault: "default defaults fallback default_action",
	} {
		for _, word := range strings.Fields(words) {
			list[word] = by
		}
	}
	return list
}()

// plainWord is a word in lower case, with one sign between its parts.
func plainWord(word string) string {
	return strings.NewReplacer("-", "_", " ", "_", ":", "_", ".", "_").Replace(strings.ToLower(strings.TrimSpace(word)))
}
