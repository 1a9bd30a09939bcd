// Package effects says which calls change the world, as far as that is known: from what
// the call states itself, from patterns of the user's, from what is known of common
// programs. Whatever it cannot tell is unstated.
package effects

import (
	"regexp"
	"strings"

	"github.com/toolspan/toolspan/internal/action/sent"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Patterns are the user's own words on the matter, as RE2 expressions that were checked.
// Each is tried on the name of the tool, on the command line as a whole, and on each
// command of it.
type Patterns struct {
	Mutating, ReadOnly, Critical []string
}

// Effects answers for calls. It is immutable.
type Effects struct{ mutating, readOnly, critical []*regexp.Regexp }

// New compiles the patterns.
func New(p Patterns) *Effects {
	return &Effects{mutating: compile(p.Mutating), readOnly: compile(p.ReadOnly), critical: compile(p.Critical)}
}

func compile(patterns []string) []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, p := range patterns {
		list = append(list, regexp.MustCompile(p))
	}
	return list
}

// Reason says where an answer comes from.
type Reason uint8

// The reasons, in the order in which they are asked: what the record states first.
const (
	Nothing Reason = iota
	StatedAction
	UnsafeMethod
	MutatingPattern
	ReadOnlyPattern
	ToolHint
	UnsafeRequest
	SafeMethod
	SafeRequests
	KnownCommand
)

var reasons = [...]string{
	"nothing says", "it states an action", "its HTTP method", "a pattern of effects::mutating", "a pattern of effects::read_only",
	"a hint about the tool from its server", "the HTTP method of a request below it", "its HTTP method", "the HTTP methods of all requests below it", "a known command",
}

// String returns the words for people.
func (r Reason) String() string { return reasons[r] }

// Of says what a call does to the world.
func (e *Effects) Of(call *toolcall.Call) termination.Effect {
	effect, _, _ := e.Why(call)
	return effect
}

// Why also says from what that is known; of a command, which program it is.
func (e *Effects) Why(call *toolcall.Call) (effect termination.Effect, why Reason, program string) {
	switch {
	case call.StatesAction:
		return termination.Mutating, StatedAction, ""
	case toolcall.UnsafeMethod(call.Method) && !asks(call):
		return termination.Mutating, UnsafeMethod, ""
	}
	line := lineOf(call)
	if effect, why := e.ofPatterns(line); why != Nothing {
		return effect, why, ""
	}
	if effect := ofHints(&call.Hints); effect != termination.EffectUnstated {
		return effect, ToolHint, ""
	}
	switch {
	case call.Requests.Unsafe && (!call.IsCommand || call.Requests.Sent == sent.After && !line.checks()):
		return termination.Mutating, UnsafeRequest, ""
	case sent.Safe(call.Method) || call.Method != "" && asks(call):
		return termination.ReadOnly, SafeMethod, ""
	case call.Requests.AllSafe && !call.IsCommand:
		return termination.ReadOnly, SafeRequests, ""
	}
	return e.ofCommand(line)
}

// asks reports a request by POST to an interface that is there for searching.
func asks(call *toolcall.Call) bool {
	return strings.EqualFold(call.Method, "POST") && sent.Searches(call.Action.Target)
}

// Repeatable reports a call that changes the world, and that comes to the same when it is
// made once more: its server says so of the tool, or that is known of every command of the
// line that changes something.
func (e *Effects) Repeatable(call *toolcall.Call) bool {
	l := lineOf(call)
	switch {
	case l.matches(e.mutating):
		return false
	case call.Hints.Idempotent.IsTrue():
		return true
	default:
		return l.command() && shell.Repeats(l.text, l.argv)
	}
}

func ofHints(h *toolcall.Hints) termination.Effect {
	switch {
	case h.Destructive.IsTrue() || h.ReadOnly.State == toolcall.Stated && !h.ReadOnly.V:
		return termination.Mutating
	case h.ReadOnly.IsTrue():
		return termination.ReadOnly
	default:
		return termination.EffectUnstated
	}
}

// line is what patterns see of a call.
type line struct {
	tool, text string
	argv       []string
}

// maxCommand bounds the command line that patterns see, in bytes.
const maxCommand = 4 << 10

func lineOf(call *toolcall.Call) line {
	return line{tool: text.Head(call.Name, maxCommand), text: call.CommandLine, argv: call.Argv}
}

func (l *line) command() bool { return l.text != "" || len(l.argv) > 0 }

// checks reports a line that tests, builds or deploys something. What its programs send is
// not what it is run for.
func (l *line) checks() bool {
	if len(l.argv) > 0 {
		return shell.ReadArgv(l.argv).Runs.Check()
	}
	return shell.Read(l.text).Runs.Check()
}

// whole is the command line as one text.
func (l *line) whole() string {
	call := toolcall.Call{CommandLine: l.text, Argv: l.argv}
	return call.Command(maxCommand)
}

// read asks about each command of the line.
func (l *line) read(ask shell.Ask) (does shell.Effect, by string, read bool) {
	if len(l.argv) > 0 {
		return shell.EffectOfArgv(l.argv, ask)
	}
	return shell.EffectOf(l.text, ask)
}

// ofPatterns asks the user's lists. A call that matches both is taken to change the
// world; one that is called read-only as a whole and has a part which is not is judged
// by its parts.
func (e *Effects) ofPatterns(l line) (termination.Effect, Reason) {
	switch {
	case l.matches(e.mutating):
		return termination.Mutating, MutatingPattern
	case match(e.readOnly, l.tool):
		return termination.ReadOnly, ReadOnlyPattern
	case len(e.readOnly) == 0 || !l.command():
		return termination.EffectUnstated, Nothing
	}
	some := match(e.readOnly, l.whole())
	does, _, _ := l.read(func(command string) shell.Effect {
		if match(e.readOnly, command) {
			some = true
			return shell.Looks
		}
		return shell.EffectUnknown
	})
	if some && (does == shell.Looks || does == shell.EffectUnknown && match(e.readOnly, l.whole())) {
		return termination.ReadOnly, ReadOnlyPattern
	}
	return termination.EffectUnstated, Nothing
}

// ofCommand asks what is known of programs, but for those that the user calls read-only.
func (e *Effects) ofCommand(l line) (termination.Effect, Reason, string) {
	if !l.command() {
		return termination.EffectUnstated, Nothing, ""
	}
	var ask shell.Ask
	if len(e.readOnly) > 0 {
		ask = func(command string) shell.Effect {
			if match(e.readOnly, command) {
				return shell.Looks
			}
			return shell.EffectUnknown
		}
	}
	switch does, by, _ := l.read(ask); does {
	case shell.Changes:
		return termination.Mutating, KnownCommand, by
	case shell.Looks:
		return termination.ReadOnly, KnownCommand, ""
	default:
		return termination.EffectUnstated, Nothing, ""
	}
}

// Critical reports a call that the user named as one that must not begin on unproven
// ground: by its tool, or by a command of its line. Of a line that cannot be parsed the
// whole is held against the patterns.
func (e *Effects) Critical(call *toolcall.Call) bool {
	if len(e.critical) == 0 {
		return false
	}
	l := lineOf(call)
	if match(e.critical, l.tool) {
		return true
	}
	if !l.command() {
		return false
	}
	found, read := l.some(e.critical)
	return found || !read && match(e.critical, l.whole())
}

// matches reports a call of which the tool, the line or some command fits a pattern.
func (l *line) matches(patterns []*regexp.Regexp) bool {
	if len(patterns) == 0 {
		return false
	}
	if match(patterns, l.tool) {
		return true
	}
	if !l.command() {
		return false
	}
	if match(patterns, l.whole()) {
		return true
	}
	found, _ := l.some(patterns)
	return found
}

// some reports a command of the line that fits a pattern, and whether the line could be
// read at all.
func (l *line) some(patterns []*regexp.Regexp) (found, read bool) {
	_, _, read = l.read(func(command string) shell.Effect {
		if match(patterns, command) {
			found = true
			return shell.Changes // the rest does not matter
		}
		return shell.EffectUnknown
	})
	return found, read
}

func match(patterns []*regexp.Regexp, s string) bool {
	for _, re := range patterns {
		if re.MatchString(s) {
			return true
		}
	}
	return false
}
