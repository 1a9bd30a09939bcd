package termination

// Traits are the properties of a call, besides its ending, on which outcome and
// next step depend.
type Traits struct {
	Effect Effect
	// Command: the call ran a command, which may be run again unless it is known
	// to change the world. A tool that is none may not, once bytes went out.
	Command bool
	// HarnessClipped: the harness kept less of the output than the command wrote,
	// and the lost part can hold the answer.
	HarnessClipped bool
	// QuietExitOne: exit 1 of this program is an answer, not a failure (grep
	// found nothing, diff found something).
	QuietExitOne bool
	// Doubtful: it ended well, and something speaks against its success: a verifier
	// failed, or a part of what is stated about the ending could not be read.
	Doubtful bool
	// Distrusted: whether it ended well or nothing says how it ended, that is no
	// ending of the work: the exit code is another command's, or a check had
	// nothing to check.
	Distrusted bool
	// NeverSent: all requests of the call that could have changed something failed before
	// they were sent. Unanswered: one may have gone out, and how it ended is not known.
	NeverSent, Unanswered bool
	// Before is how the same call ended that had to be run again, if there was one.
	Before Kind
	// OnlyGap: nothing was stated and nothing was owed, so there is nothing to
	// review either.
	OnlyGap bool
}

// Decision is what follows from an ending.
type Decision struct {
	Outcome       Outcome
	Next          Next
	MustRerun     bool
	MustReconcile bool
	// Ambiguous: nobody can say what a call that changes the world did, or whether
	// one that ended well did what it was to do.
	Ambiguous bool
}

// Decide applies the table of outcomes. MustRerun is never set for a call whose
// effects may already have happened.
func Decide(end Ending, t Traits) Decision {
	d := decide(end, t)
	d.MustRerun = d.Next == Rerun || d.Next == RerunUncapped && end.Kind.Unproven()
	d.MustReconcile = d.Next == Reconcile
	d.Ambiguous = d.Ambiguous || d.Outcome == OutcomeUnknown && t.Effect == Mutating && end.Kind.Unproven()
	return d
}

func decide(end Ending, t Traits) Decision {
	if t.Unanswered && t.worldMayHaveChanged() {
		switch end.Kind {
		case OK, Unknown:
			return unanswered
		case NonzeroExit, ToolError:
			end.AfterSend = true
		}
	}
	return follow(end, t)
}

// unanswered is what follows where a call came back, and what it sent was not answered.
var unanswered = Decision{Outcome: OutcomeUnknown, Next: Reconcile, Ambiguous: true}

func follow(end Ending, t Traits) Decision {
	switch end.Kind {
	case OK:
		if t.Distrusted {
			return distrusted(t)
		}
		if t.Doubtful {
			return Decision{Outcome: OutcomeUnknown, Next: Review, Ambiguous: true}
		}
		if t.HarnessClipped && t.Command && t.Effect != Mutating {
			return Decision{Outcome: Succeeded, Next: RerunUncapped}
		}
		return Decision{Outcome: Succeeded}
	case NonzeroExit, ToolError:
		if end.AfterSend && t.worldMayHaveChanged() {
			return Decision{Outcome: OutcomeUnknown, Next: Reconcile}
		}
		return Decision{Outcome: Failed, Next: afterFailure(end, t)}
	case Timeout, Signaled:
		if t.worldMayHaveChanged() {
			return Decision{Outcome: OutcomeUnknown, Next: Reconcile}
		}
		if t.Before == end.Kind { // once more would end the same way
			return Decision{Outcome: Incomplete, Next: Review}
		}
		return Decision{Outcome: Incomplete, Next: Rerun}
	case Running:
		return Decision{Outcome: unlessMutating(t, Incomplete), Next: Reconcile}
	case Cancelled:
		if t.Effect == Mutating && !t.NeverSent {
			return Decision{Outcome: OutcomeUnknown, Next: Reconcile}
		}
		return Decision{Outcome: Incomplete, Next: Review}
	case NotExecuted:
		return Decision{Outcome: OutcomeNotExecuted}
	default:
		if t.Distrusted {
			return distrusted(t)
		}
		if t.OnlyGap {
			return Decision{Outcome: OutcomeUnknown}
		}
		return Decision{Outcome: OutcomeUnknown, Next: Review}
	}
}

// distrusted has the work done again, unless that would change the world once more.
func distrusted(t Traits) Decision {
	if t.Effect == Mutating {
		return Decision{Outcome: OutcomeUnknown, Next: Reconcile, Ambiguous: true}
	}
	return Decision{Outcome: OutcomeUnknown, Next: Rerun, Ambiguous: t.Doubtful}
}

func afterFailure(end Ending, t Traits) Next {
	switch {
	case t.QuietExitOne && end.HasCode && end.Code == 1:
		return NextNone
	case t.HarnessClipped:
		return RerunUncapped
	default:
		return Rerun
	}
}

func (t Traits) worldMayHaveChanged() bool {
	return !t.NeverSent && (t.Effect == Mutating || t.Effect == EffectUnstated && !t.Command)
}

func unlessMutating(t Traits, o Outcome) Outcome {
	if t.Effect == Mutating {
		return OutcomeUnknown
	}
	return o
}
