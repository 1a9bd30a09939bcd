package contract

import (
	"cmp"
	"slices"

	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Require says of which records missing facts are violations.
type Require uint8

// The values of Require.
const (
	RequireNative Require = iota
	RequireAll
	RequireNone
)

// Settings are what the user decides about judging.
type Settings struct {
	Require Require
	// HashWindow is how many bytes head and tail digests cover.
	HashWindow int
	// TextLimit is how many bytes of text are looked at per record.
	TextLimit int
	Markers   *markers.Scanner
	// Effect says whether a call changes the world, as far as that is known.
	Effect func(*toolcall.Call) termination.Effect
}

// Case is one call before the rules: everything they may look at, and the only
// way in which they report. Rules run in the order of the registry.
type Case struct {
	Call     *toolcall.Call
	Ending   termination.Ending
	Decision termination.Decision
	Level    Level
	Clips    []toolcall.Clip
	Settings *Settings

	answered bool // exit code 1 is this program's answer
	rule     int
	verdict  *Verdict
	details  []detail
	scanned  bool
	found    []markers.Marker
	pieces   []string
	parsed   bool
	line     shell.Facts
	weighed  bool
	effect   termination.Effect
	// distrusted: a rule found that the good ending says nothing about the work.
	distrusted bool
	sums       [toolcall.NumStreams]sums
}

// detail is a subject that a rule named for the reason.
type detail struct {
	rule    int
	subject string
}

const maxDetails = 8

// Report records a finding of the rule at hand. The subject, if any, is a short
// constant that says what it is about; it must never be text of the record.
func (c *Case) Report(subject string) {
	c.verdict.Findings |= 1 << c.rule
	d := detail{rule: c.rule, subject: subject}
	if subject != "" && len(c.details) < maxDetails && !slices.Contains(c.details, d) {
		c.details = append(c.details, d)
	}
}

// ReportMild records a finding of the rule at hand that is of no consequence: an
// information, whatever the severity of the rule.
func (c *Case) ReportMild(subject string) {
	c.Report(subject)
	c.verdict.Mild |= 1 << c.rule
}

// Distrust records that the ending says nothing about the work that was to be
// done, although it is good or unknown. Only early rules have a say in that.
func (c *Case) Distrust() { c.distrusted = true }

// Gap records that the producer does not send enough to check the rule at hand.
func (c *Case) Gap() { c.verdict.Gaps |= 1 << c.rule }

// Missing reports facts that are not stated: a finding where they are owed, a
// gap on a record that did not opt in, and nothing on one that did and does not
// owe them. Records about actions and approvals owe nothing.
func (c *Case) Missing(owed bool, subject string) {
	switch {
	case c.Call.StatesAction:
	case c.Settings.Require == RequireAll:
		c.Report(subject)
	case owed && c.Settings.Require == RequireNative:
		c.Report(subject)
	case owed || !c.Call.OptedIn:
		c.Gap()
	}
}

// Unproven reports whether the call is known to have ended other than well.
// The exit code 1 with which some programs answer "no" is no failure to do it.
func (c *Case) Unproven() bool { return c.Ending.Kind.Unproven() && !c.answered }

// MarkFalse records that the claim at the given place of the call is false.
func (c *Case) MarkFalse(claim int) {
	for _, known := range c.verdict.False {
		if known == claim {
			return
		}
	}
	c.verdict.False = append(c.verdict.False, claim)
}

// MarkStatusFalse records that the span status is a false claim. The first rule
// that says so is the one to be named.
func (c *Case) MarkStatusFalse() {
	if !c.verdict.StatusFalse {
		c.verdict.StatusFalse, c.verdict.StatusRule = true, c.rule
	}
}

// MarkMustRerunFalse records that the stated must_rerun denies a rerun that is due.
func (c *Case) MarkMustRerunFalse() { c.verdict.MustRerunFalse = true }

// StatusClaims reports whether the span status claims success.
func (c *Case) StatusClaims() bool { return c.Call.OptedIn && c.Call.Status == toolcall.StatusOK }

// ClippedForAgent reports whether a stream is cut by declaration or by the harness,
// so that what was shown of it is not all there was.
func (c *Case) ClippedForAgent() bool {
	for _, clip := range c.Clips {
		if clip.By == toolcall.ByHarness {
			return true
		}
	}
	return false
}

// MarkNearMiss scans the text of the call for markers and reports whether any of
// them looks like success.
func (c *Case) MarkNearMiss() bool {
	c.ShowMarkers()
	for _, m := range c.verdict.Markers {
		if m.Scope.Success() {
			c.verdict.NearMiss, c.verdict.Scope = true, m.Scope
			return true
		}
	}
	return false
}

// ShowMarkers puts the markers into the verdict, since something in it rests on them.
func (c *Case) ShowMarkers() {
	c.verdict.Markers = append(c.verdict.Markers[:0], c.Found()...)
}

// Command returns what could be read of the command of the call. It is parsed
// once, and only where a verdict depends on it, since that costs as much as all
// the rules together.
func (c *Case) Command() shell.Facts {
	if !c.parsed {
		c.parsed, c.line = true, readCommand(c.Call)
	}
	return c.line
}

// QuickCommand reports a command that is read without a parser, or none at all.
func (c *Case) QuickCommand() bool { return len(c.Call.Argv) == 0 && shell.Plain(c.Call.CommandLine) }

// MayMask reports a command of more than one part, for which it is worth reading
// whose exit code it ends with.
func (c *Case) MayMask() bool {
	if len(c.Call.Argv) > 0 {
		return slices.ContainsFunc(c.Call.Argv, shell.MayMask)
	}
	return shell.MayMask(c.Call.CommandLine)
}

// MaySayZero reports a call whose text may say that nothing was checked, which is
// far cheaper to ask than what it does say. Such a text stands at either end.
func (c *Case) MaySayZero() bool {
	may := c.Settings.Markers.MayFindZero
	for _, piece := range c.texts() {
		if len(piece) <= quickHead+quickTail {
			if may(piece) {
				return true
			}
			continue
		}
		if may(text.Head(piece, quickHead)) || may(text.Tail(piece, quickTail)) {
			return true
		}
	}
	return false
}

// How much of a text is looked at to see whether it is worth more, in bytes. A
// runner that found nothing says so soon, or in its summary.
const (
	quickHead = 512
	quickTail = 2 << 10
)

// HasText reports whether there is anything to read of what the call printed.
func (c *Case) HasText() bool { return len(c.texts()) > 0 }

// texts collects all that the call printed.
func (c *Case) texts() []string {
	if len(c.pieces) > 0 {
		return c.pieces
	}
	for _, p := range c.Call.Texts {
		if p != "" {
			c.pieces = append(c.pieces, p)
		}
	}
	for id := range toolcall.NumStreams {
		if p := c.Call.Streams[id].Preview; p != "" {
			c.pieces = append(c.pieces, p)
		}
	}
	return c.pieces
}

// Found returns the markers in all text of the call. It is looked for once, within
// the limit: at the head and the tail of each piece, for the end of a run stands
// at the end.
func (c *Case) Found() []markers.Marker {
	if c.scanned {
		return c.found
	}
	c.scanned = true
	pieces := c.texts()
	// The shortest first, so that what they leave is there for the long ones.
	slices.SortStableFunc(pieces, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	left := c.Settings.TextLimit
	for i, piece := range pieces {
		share := left / (len(pieces) - i)
		c.scanText(piece, share)
		left -= min(len(piece), share)
	}
	// Each text yields its own in order; together they are sorted anew.
	slices.SortFunc(c.found, func(a, b markers.Marker) int {
		return cmp.Or(cmp.Compare(a.Scope, b.Scope), cmp.Compare(a.Rule, b.Rule))
	})
	c.found = slices.Compact(c.found)
	return c.found
}

func (c *Case) scanText(piece string, limit int) {
	scanner := c.Settings.Markers
	if len(piece) <= limit {
		c.found = scanner.Scan(piece, c.found)
		return
	}
	c.found = scanner.Scan(text.HeadLines(piece, limit/2), c.found)
	c.found = scanner.Scan(text.TailLines(piece, limit/2), c.found)
}
