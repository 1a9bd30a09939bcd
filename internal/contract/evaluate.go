package contract

import (
	"slices"

	"github.com/toolspan/toolspan/internal/action/sent"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Judge evaluates calls, one after the other. It keeps its working memory from
// one to the next and is not safe for concurrent use.
type Judge struct {
	rules    *Set
	settings *Settings
	c        Case
	v        Verdict
}

// NewJudge returns a judge that applies the rules under the settings.
func NewJudge(rules *Set, settings *Settings) *Judge {
	return &Judge{rules: rules, settings: settings}
}

// Evaluate judges one call. The verdict is valid until the next one.
func (j *Judge) Evaluate(call *toolcall.Call) *Verdict {
	j.v = Verdict{Call: call, Clips: j.v.Clips[:0], Markers: j.v.Markers[:0], False: j.v.False[:0]}
	j.c = Case{Call: call, Settings: j.settings, verdict: &j.v, details: j.c.details[:0], found: j.c.found[:0], pieces: j.c.pieces[:0], distrusted: call.Doubted}
	c, v := &j.c, &j.v

	v.Ending = termination.Classify(call.Facts, call.Policy)
	v.Ending.Contradiction = v.Ending.Contradiction || call.Conflict
	v.Ending.Ambiguous = v.Ending.Ambiguous || call.Conflict
	c.Ending = v.Ending
	c.collectClips()
	j.run(j.rules.early)
	v.Level = c.level()
	v.Decision = c.decide()
	c.heedState(&v.Decision)
	v.Ambiguous = v.Ending.Ambiguous || v.Decision.Ambiguous
	c.Level, c.Decision = v.Level, v.Decision
	j.run(j.rules.late)
	return v
}

func (j *Judge) run(list []int) {
	for _, i := range list {
		j.c.rule = i
		j.rules.all[i].Check(&j.c)
	}
}

// Command returns what could be read of the command of the latest call.
func (j *Judge) Command() shell.Facts { return j.c.Command() }

// SpeaksOfFailure reports a text of the call in which something failed, or had
// nothing to check.
func (j *Judge) SpeaksOfFailure() bool {
	return j.c.distrusted || slices.ContainsFunc(j.c.Found(), func(m markers.Marker) bool { return m.Scope == markers.Fail })
}

// doubtful reports a call whose good ending is no success: its verifier failed, or
// something about its ending is stated that could not be read.
func (c *Case) doubtful() bool {
	unread := c.Call.BadEnding != toolcall.NoField && c.Call.BadEnding != toolcall.DurationMS
	return c.Call.Verifier == toolcall.VerifierFailed || unread || c.Call.Overflow
}

func (c *Case) level() Level {
	call := c.Call
	switch {
	case c.Ending.Kind == termination.OK && call.Verifier == toolcall.VerifierPassed && !c.verdict.Clipped && !c.Ending.Ambiguous && !c.doubtful() && !c.distrusted:
		return Verified
	case c.Ending.Kind != termination.Unknown:
		return Terminated
	case call.Seen || call.Streams[toolcall.Stdout].Preview != "" || call.Streams[toolcall.Stderr].Preview != "":
		return Observed
	default:
		return NoEvidence
	}
}

func (c *Case) decide() termination.Decision {
	call := c.Call
	c.answered = c.Ending.Kind == termination.NonzeroExit && c.Ending.Code == 1 && answersWithExitOne(c.Command().Program)
	c.Ending.AfterSend = c.Ending.AfterSend || c.Ending.Kind == termination.NonzeroExit && c.Ending.HasCode && afterSend(c.Ending.Code) && c.Command().Program == "curl"
	owed := c.Settings.Require == RequireAll || c.Settings.Require == RequireNative && call.OwesTermination
	effect := termination.EffectUnstated
	if c.effectMatters() {
		effect = c.Effect()
	}
	return termination.Decide(c.Ending, termination.Traits{
		Effect:         effect,
		NeverSent:      c.sent() == sent.Before,
		Unanswered:     c.sent() == sent.After,
		Command:        call.IsCommand,
		HarnessClipped: c.ClippedForAgent(),
		QuietExitOne:   c.answered,
		Before:         call.Before,
		Doubtful:       c.doubtful(),
		Distrusted:     c.distrusted,
		OnlyGap:        (!owed || call.StatesAction) && call.BadEnding == toolcall.NoField && !c.Ending.Contradiction,
	})
}

// Effect says whether the call changes the world. It may cost as much as all the rules
// together, so it is asked once, and only where something depends on it.
func (c *Case) Effect() termination.Effect {
	if !c.weighed {
		c.weighed, c.effect = true, c.Settings.Effect(c.Call)
	}
	return c.effect
}

// sent says what the requests of the call tell of it. Those of a command are sent by other
// programs, which may well handle a failure, and by tests, which provoke some.
func (c *Case) sent() sent.Sent {
	s := c.Call.Requests.Sent
	if s != sent.Unknown && c.Call.IsCommand && (c.Ending.Kind == termination.OK || c.Ending.Kind == termination.Unknown || c.Command().Runs.Check()) {
		return sent.Unknown
	}
	return s
}

// effectMatters reports a call of which outcome and next step depend on its effect.
func (c *Case) effectMatters() bool {
	switch c.Ending.Kind {
	case termination.OK:
		return c.distrusted || c.sent() == sent.After || c.Call.IsCommand && c.ClippedForAgent()
	case termination.NonzeroExit, termination.ToolError:
		return c.Ending.AfterSend || c.sent() == sent.After
	case termination.NotExecuted:
		return false
	case termination.Unknown:
		return c.distrusted || c.sent() == sent.After
	default:
		return true
	}
}

// afterSend reports the exit codes by which curl says that it lost a connection, or ran
// out of time. What it could not resolve or connect to has codes of its own.
func afterSend(code int64) bool {
	switch code {
	case 18, 28, 52, 55, 56, 92:
		return true
	default:
		return false
	}
}

// answersWithExitOne reports the programs for which exit code 1 is an answer.
func answersWithExitOne(program string) bool {
	switch program {
	case "grep", "egrep", "fgrep", "rg", "diff", "cmp", "test", "[":
		return true
	default:
		return false
	}
}

func readCommand(call *toolcall.Call) shell.Facts {
	if len(call.Argv) > 0 {
		return shell.ReadArgv(call.Argv)
	}
	return shell.Read(call.CommandLine)
}
