package summary

import (
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Known is what is known of a call from its own record. The zero value is a call that
// is not known.
type Known struct {
	Kind    termination.Kind
	Code    int64
	HasCode bool
	Signal  termination.Signal
	// TimedOut: a time limit was hit. A call of the kind timeout needs no such flag.
	TimedOut bool
	Next     termination.Next
}

// Parts are members of a termination, combined with |.
type Parts uint8

// The parts.
const (
	KindPart Parts = 1 << iota
	CodePart
	SignalPart
	TimedOutPart
)

// Has reports whether any of the given parts is among them.
func (p Parts) Has(some Parts) bool { return p&some != 0 }

// Differences are what an entry says otherwise than the call's own record. The zero
// value is an entry that agrees, or whose call is not known.
type Differences struct {
	// Dropped are the parts that the record has and the entry leaves out, never the
	// kind.
	Dropped Parts
	// Rewrote are the parts that the entry states otherwise.
	Rewrote Parts
	// False are the claims of success about a call that is unproven.
	False []toolcall.Claim
	// MustRerunFalse: must_rerun is denied where the call has to be run again, or
	// stated where it ended well.
	MustRerunFalse bool
}

// FalseConfirm reports a claim that is false.
func (d *Differences) FalseConfirm() bool { return len(d.False) > 0 }

// Any reports any difference.
func (d *Differences) Any() bool {
	return d.Dropped|d.Rewrote != 0 || d.FalseConfirm() || d.MustRerunFalse
}

// Compare holds an entry against what is known of its call.
func Compare(e *Entry, call Known) Differences {
	var d Differences
	if call == (Known{}) {
		return d
	}
	d.Dropped = e.dropped(&call)
	d.Rewrote = rewrote(&e.Ending, e.Has, &call)
	for i := range e.Others {
		d.Rewrote |= rewrote(&e.Others[i], stated(&e.Others[i]), &call)
	}
	if call.Kind.Unproven() {
		d.False = e.falsehoods()
	}
	switch {
	case call.rerun():
		d.MustRerunFalse = len(e.NoRerun) > 0
	case call.Kind == termination.OK && (call.Next == termination.NextNone || call.Next == termination.RerunUncapped):
		d.MustRerunFalse = e.MustRerun.IsTrue()
	}
	return d
}

// rerun reports a call that did not end well and has to be run again. What is to be
// done where it only seems to have ended well, or may have changed the world, is a
// judgement, and either value may be stated.
func (k *Known) rerun() bool {
	return k.Kind.Unproven() && (k.Next == termination.Rerun || k.Next == termination.RerunUncapped)
}

func (k *Known) timedOut() bool { return k.TimedOut || k.Kind == termination.Timeout }

// signal is the signal that ended the call, also where only an exit code tells.
func (k *Known) signal() termination.Signal {
	if k.Signal == 0 && k.HasCode {
		return termination.SignalOfCode(k.Code)
	}
	return k.Signal
}

// falsehoods are the claims that are false of an unproven call. A word of success in
// notes is none beside a status or an ending that admits the failure, unless the
// record itself says that the call must be run again.
func (e *Entry) falsehoods() (claims []toolcall.Claim) {
	admitted := (e.denied() || e.Ending.Kind.Unproven() || e.Ending.TimedOut == termination.True ||
		e.Ending.Signal != 0 || e.Ending.HasCode && e.Ending.Code != 0) && !e.MustRerun.IsTrue()
	for i := range e.Claims {
		c := &e.Claims[i]
		if c.Asserts && (c.Form != toolcall.TextClaim || !admitted) {
			claims = append(claims, *c)
		}
	}
	return claims
}

// dropped are the parts of the record that the entry leaves out. What another part of
// it says as well is not left out: 143 is SIGTERM, and the kind timeout a hit limit.
func (e *Entry) dropped(call *Known) (p Parts) {
	if e.Partial {
		return 0
	}
	f := &e.Ending
	if call.HasCode && e.Has.Code <= Null && !e.impliesCode(call) {
		p |= CodePart
	}
	if call.Signal != 0 && e.Has.Signal <= Null && (!f.HasCode || termination.SignalOfCode(f.Code) != call.Signal) {
		p |= SignalPart
	}
	if call.timedOut() && e.Has.TimedOut <= Null && f.Kind != termination.Timeout && (!f.HasCode || f.Code != codeTimeout) {
		p |= TimedOutPart
	}
	return p
}

func (e *Entry) impliesCode(call *Known) bool {
	sig := termination.SignalOfCode(call.Code)
	return sig != 0 && e.Ending.Signal == sig || call.Code == 0 && e.Ending.Kind == termination.OK
}

// codeTimeout is the exit code that means a hit limit by itself.
const codeTimeout = 124

// stated tells which parts a fact of its own states.
func stated(f *termination.Fact) (has Presences) {
	give := func(p *Presence, do bool) {
		if do {
			*p = Given
		}
	}
	give(&has.Kind, f.Kind != termination.KindUnset)
	give(&has.Code, f.HasCode)
	give(&has.TimedOut, f.TimedOut != termination.Unstated)
	// What states nothing else states that there was no signal.
	give(&has.Signal, has == Presences{})
	return has
}

func rewrote(f *termination.Fact, has Presences, call *Known) (p Parts) {
	if has.Kind == Given && otherKind(f, call) {
		p |= KindPart
	}
	if has.Code == Given && otherCode(f, call) {
		p |= CodePart
	}
	if has.Signal == Given && otherSignal(f.Signal, call) {
		p |= SignalPart
	}
	if has.TimedOut == Given && otherLimit(f.TimedOut == termination.True, call) {
		p |= TimedOutPart
	}
	return p
}

func (k *Known) kindKnown() bool {
	return k.Kind != termination.KindUnset && k.Kind != termination.Unknown
}

// bare reports a call of which no more is known than that it did not end well. Whoever
// says how it ended may know more.
func (k *Known) bare() bool {
	return k.Kind == termination.ToolError && !k.HasCode && k.Signal == 0 && !k.TimedOut
}

func otherKind(f *termination.Fact, call *Known) bool {
	if f.Kind == call.Kind || f.Kind == termination.Unknown || !call.kindKnown() || call.bare() && f.Kind.Unproven() {
		return false
	}
	switch {
	case call.Kind == termination.Timeout && f.TimedOut == termination.True:
		return f.Kind != termination.Signaled && f.Kind != termination.NonzeroExit // how it ended at its limit
	case call.Kind == termination.Timeout && f.Kind == termination.NonzeroExit:
		return !f.HasCode || f.Code != codeTimeout || otherCode(f, call)
	case failed(f.Kind) && failed(call.Kind):
		// One failure under two names, if the number is the same.
		return (!f.HasCode || !call.HasCode || otherCode(f, call)) && (f.Signal == 0 || f.Signal != call.signal())
	default:
		return true
	}
}

func failed(k termination.Kind) bool {
	return k == termination.NonzeroExit || k == termination.Signaled || k == termination.ToolError
}

func otherCode(f *termination.Fact, call *Known) bool {
	sig := termination.SignalOfCode(f.Code)
	switch {
	case call.HasCode:
		// A code may be given as an unsigned number of 32 bits.
		return uint32(f.Code) != uint32(call.Code) && (sig == 0 || sig != call.signal())
	case call.Kind == termination.OK:
		return f.Code != 0
	case f.Code != 0 && call.signal() != 0:
		return sig != 0 && sig != call.signal()
	default:
		// The code 0 by itself says that all went well.
		return f.Code == 0 && call.Kind.Unproven() && f.Kind == termination.KindUnset && f.TimedOut != termination.True
	}
}

func otherSignal(s termination.Signal, call *Known) bool {
	known := call.signal()
	switch {
	case s == 0:
		return call.Signal != 0 || call.Kind == termination.Signaled
	case known != 0:
		return s != known
	default:
		return call.Kind == termination.OK || call.Kind == termination.NonzeroExit || call.Kind == termination.NotExecuted
	}
}

// otherLimit compares whether a limit was hit. A call that runs on may have outlived
// one.
func otherLimit(timedOut bool, call *Known) bool {
	switch {
	case !timedOut:
		return call.timedOut()
	case call.timedOut() || !call.kindKnown() || call.bare():
		return false
	default:
		return call.Kind != termination.Running
	}
}
