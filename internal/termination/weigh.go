package termination

type candidate struct {
	kind          Kind
	rank          int
	fact          *Fact
	contradiction bool
}

func (c candidate) ending() Ending {
	if c.kind == KindUnset {
		return Ending{Kind: Unknown}
	}
	end := Ending{Kind: c.kind, Source: c.fact.Source, Signal: c.fact.Signal}
	if c.fact.HasCode && codeFits(c.kind, c.fact.Code) {
		end.Code, end.HasCode = c.fact.Code, true
		if end.Signal == 0 && endsBySignal(c.kind) {
			end.Signal = SignalOfCode(c.fact.Code)
		}
	}
	return end
}

// endsBySignal reports the kinds beside which a signal tells how it was done.
func endsBySignal(k Kind) bool { return k == Signaled || k == Timeout || k == Cancelled }

// weigh turns one fact into the ending that it states by itself.
func weigh(f *Fact, policy Policy) candidate {
	c := candidate{fact: f, kind: f.Kind}
	derived := derive(f, policy)
	switch {
	case c.kind == KindUnset || c.kind == Unknown:
		c.kind = derived
	case derived != KindUnset:
		c.contradiction = !agrees(f, c.kind, derived)
		if c.contradiction || c.kind != Running && c.kind != Cancelled {
			c.kind = worse(c.kind, derived)
		}
	}
	c.contradiction = c.contradiction || f.Kind == Timeout && f.TimedOut == False
	c.contradiction = c.contradiction || f.codeAgainstSignal()
	if c.kind == OK && !mayProve(f.Source, policy) {
		c.kind = KindUnset
	}
	if c.kind == KindUnset && f.Succeeded && !f.Failed {
		c.kind = OK
	}
	c.rank = rankOf(f.Source, c.kind == OK)
	return c
}

// mayProve reports whether a source can prove success at all.
func mayProve(s Source, policy Policy) bool {
	switch s {
	case TextHeader:
		return policy.HeaderOK
	case TextTrailer:
		return policy.TrailerOK
	case TextBody:
		return false
	default:
		return true
	}
}

// derive reads the ending from code, signal and time limit alone.
// A hit limit beats any code, since wrappers report 0, 1, 143 or nothing then.
func derive(f *Fact, policy Policy) Kind {
	switch {
	case f.TimedOut == True:
		return Timeout
	case f.Signal != 0:
		return Signaled
	case !f.HasCode:
		return KindUnset
	case f.Code == 0:
		return OK
	case f.Code == exitTimeout:
		return Timeout
	case f.Code == -1 && f.Kind.Unproven() || f.Code == -1 && f.Kind == NotExecuted:
		return KindUnset // "no code", beside a kind that needs none
	case f.Code == -1:
		return policy.MinusOne
	case SignalOfCode(f.Code) != 0:
		return Signaled
	default:
		return NonzeroExit
	}
}

func worse(a, b Kind) Kind {
	if b.badness() > a.badness() {
		return b
	}
	return a
}

// agrees reports whether a stated kind and the one derived from the numbers
// beside it can both be true.
func agrees(f *Fact, stated, derived Kind) bool {
	if stated == derived {
		return true
	}
	switch stated {
	case Timeout:
		// A process that is stopped may end with any code, 0 included.
		return true
	case Signaled:
		return derived == NonzeroExit || f.TimedOut == True
	case Running:
		// A limit that did not stop the process.
		return derived == Timeout && f.TimedOut == True
	case Cancelled:
		return derived != OK && f.TimedOut != True
	case ToolError:
		return derived == NonzeroExit || derived == Timeout
	case NonzeroExit:
		// Any code but 0 is another code; that it stands for a signal or a limit
		// says more, and contradicts nothing.
		return f.HasCode && f.Code != 0 && f.Signal == 0 && f.TimedOut != True
	default:
		return false
	}
}

// codeAgainstSignal reports a code that cannot stand beside the stated signal:
// a process that a signal ended did not return 0, nor another signal's number.
func (f *Fact) codeAgainstSignal() bool {
	if f.Signal == 0 || !f.HasCode || f.TimedOut == True {
		return false
	}
	other := SignalOfCode(f.Code)
	return f.Code == 0 || other != 0 && other != f.Signal
}
