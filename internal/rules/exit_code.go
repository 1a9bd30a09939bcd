package rules

import (
	"slices"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var exitCodeMasked = &contract.Rule{
	ID:       "exit_code_masked",
	Group:    groupTermination,
	Severity: contract.Warning,
	Mild: "the text shows no failure, and what was covered is no check or its text shows that it went well: the outcome stays as it was. " +
		"With a failure in the text, or a check of which the text shows no good result, the outcome is `unknown` and the next step `rerun`.",
	Finds: "a command line by which the exit code of its work gets lost: a pipe without `pipefail`, `|| …`, a command after `;` or a line break, a trailing `&`, or `$(…)`, or, where its text shows a failure, a condition that says so and ends well.",
	Why: "A line such as `pytest | tail` ends as `tail` does, which is always well. A failed check passes for a success. An `EXIT=0` that the line prints itself is no better. " +
		"Commands that only show something, such as `cat`, `grep`, `ls` or `git log`, may lose their exit code in silence, and so may `cd`, `export` or `echo`. " +
		"A check is a test runner, a linter, a type check, a build or a deployment, known by program and subcommand or by the name of a script. " +
		"A line of more than 4 KiB, or one that cannot be parsed, is a gap.",
	Fix:   "Set `set -o pipefail`, or leave the pipe out and let the harness cut the output; end with `exit ${PIPESTATUS[0]}`; join with `&&`.",
	Says:  "the exit code is that of another command",
	Early: true,
	Check: func(c *contract.Case) {
		if !openEnding(c) || !c.MayMask() || !c.HasText() && c.Ending.Kind == termination.Unknown {
			return
		}
		line := c.Command()
		if line.Unread {
			c.Gap()
		}
		if line.Masked < shell.Other && !line.Tells {
			return
		}
		switch {
		case slices.ContainsFunc(c.Found(), isFailure):
			c.Report("while its text shows a failure")
			c.Distrust()
		case line.Masked.Check() && c.Call.Verifier != toolcall.VerifierPassed && !slices.ContainsFunc(c.Found(), speaksForRun):
			c.Report("and no result of the check is seen")
			c.Distrust()
		case line.Masked >= shell.Other:
			c.ReportMild("")
		default:
			return
		}
		c.ShowMarkers()
	},
}

// openEnding reports an ending that leaves open whether the work was done.
func openEnding(c *contract.Case) bool {
	return c.Ending.Kind == termination.OK || c.Ending.Kind == termination.Unknown
}

func isFailure(m markers.Marker) bool { return m.Scope == markers.Fail }

// speaksForRun reports success of more than one step of a check.
func speaksForRun(m markers.Marker) bool {
	return m.Scope == markers.Run || m.Scope == markers.Unit || m.Scope == markers.Phrase
}

var vacuousSuccess = &contract.Rule{
	ID:       "vacuous_success",
	Group:    groupTermination,
	Severity: contract.Warning,
	Finds:    "a check that is not known to have failed and had nothing to check: no tests ran, 0 passed.",
	Why: "A misspelt filter or path selects no test, and many runners call that a success. Nothing was proved; the outcome is `unknown`, and no verifier makes more of it. " +
		"It is found where the command runs a check or a program of which nothing is known, such as a script. Commands that only show text, such as `cat`, `grep` or `git diff`, are none. " +
		"A call without a command counts if the name of its tool says that it runs tests: `run_tests` does, `get_test_results` does not. " +
		"Where something else in the text shows that a part did run, or the text is cut and the message is of one package only, nothing is found.",
	Fix:   "Let the runner fail when it selects nothing, such as `jest` without `--passWithNoTests`, and look at what the filter was meant to select.",
	Says:  "nothing was checked",
	Early: true,
	Check: func(c *contract.Case) {
		if !openEnding(c) || c.QuickCommand() && !mayCheck(c) {
			return
		}
		if c.MaySayZero() && mayCheck(c) && checkedNothing(c) {
			c.Report("")
			c.Distrust()
			c.ShowMarkers()
		}
	},
}

// mayCheck reports a call whose text can be that of a check.
func mayCheck(c *contract.Case) bool {
	if c.Call.CommandLine == "" && len(c.Call.Argv) == 0 {
		return shell.RunsTests(c.Call.Name)
	}
	return c.Command().Runs >= shell.Other
}

// checkedNothing weighs what a text says about nothing against what it says about
// something.
func checkedNothing(c *contract.Case) bool {
	tests := c.Command().Runs == shell.Testing
	nothing, perPart := false, true
	for _, m := range c.Found() {
		switch {
		case m == mavenBuild && tests:
			// The build went well, whatever was tested.
		case m.Scope == markers.Run || m.Scope == markers.Unit || m.Scope == markers.Fail || m == someCounted:
			return false
		case m.CheckedNothing() || m == upToDate && tests:
			nothing, perPart = true, perPart && m.PerPart()
		}
	}
	return nothing && (!perPart || len(c.Clips) == 0)
}

var (
	mavenBuild  = markers.Marker{Scope: markers.Run, Rule: "maven"}
	someCounted = markers.Marker{Scope: markers.Phrase, Rule: "count_passed"}
	// upToDate: `make test` had nothing to do where a file of that name stands.
	upToDate = markers.Marker{Scope: markers.Zero, Rule: "make"}
)
