package dialect

import (
	"slices"
	"unicode/utf8"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// refused takes back that a call was cancelled where something says that it never
// began: agents use the one word for both.
func refused(c *toolcall.Call) {
	never := func(f termination.Fact) bool {
		return f.Kind == termination.NotExecuted
	}
	if slices.ContainsFunc(c.Facts, never) {
		dropFacts(c, func(f *termination.Fact) bool { return f.Kind == termination.Cancelled })
	}
}

// backgroundTask takes back what the flag says of a command that was started in the
// background: it says that the start went well.
func backgroundTask(c *toolcall.Call) {
	if c.Background && c.IsCommand {
		c.Outlived(termination.Fact{Source: termination.Structured, Kind: termination.Running})
	}
}

// codesOfAlone leaves the exit codes in a result to these tools. Another tool may
// return an object of the same shape, for which the harness does not answer.
func codesOfAlone(tools []string) func(*toolcall.Call) {
	return func(c *toolcall.Call) {
		if c.Name != "" && !slices.Contains(tools, c.Name) {
			dropFacts(c, func(f *termination.Fact) bool { return f.Source == termination.Structured && f.HasCode })
		}
	}
}

// endLost reports a text of which the end, where a harness writes how the command
// ended, is missing.
func endLost(c *toolcall.Call) bool {
	return slices.ContainsFunc(c.Clips, func(clip toolcall.Clip) bool {
		return clip.Stream == toolcall.ClipOutput && (clip.Side == toolcall.TailLost || clip.Side == toolcall.AllLost)
	})
}

// roundLength reports a text whose length is a number that people choose for a limit.
func roundLength(s string) bool {
	const least = 256
	n := utf8.RuneCountInString(s)
	return n >= least && (n&(n-1) == 0 || n%1000 == 0 || n%1024 == 0)
}

// notExecuted lists the error types of calls that were refused before they began.
func notExecuted(errorTypes ...string) map[string]termination.Fact {
	endings := map[string]termination.Fact{}
	for _, word := range errorTypes {
		endings[word] = termination.Fact{Kind: termination.NotExecuted}
	}
	return endings
}

// dropFacts takes back what a weaker look at the record stated.
func dropFacts(c *toolcall.Call, drop func(*termination.Fact) bool) {
	c.Facts = slices.DeleteFunc(c.Facts, func(f termination.Fact) bool { return drop(&f) })
}
