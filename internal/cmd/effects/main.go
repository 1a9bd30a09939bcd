// Command effects says of command lines, or of a tool by its name, whether they change the
// world, and why.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/toolspan/toolspan/internal/effects"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		os.Exit(2)
	}
}

// patterns collects the values of an option that may be given several times.
type patterns []string

func (p *patterns) String() string { return strings.Join(*p, " ") }

func (p *patterns) Set(s string) error {
	if _, err := regexp.Compile(s); err != nil {
		return err
	}
	*p = append(*p, s)
	return nil
}

func run(args []string, out, complaints io.Writer) error {
	flags := flag.NewFlagSet("effects", flag.ContinueOnError)
	flags.SetOutput(complaints)
	flags.Usage = func() {
		_, _ = fmt.Fprintln(complaints, "usage: effects [options] 'command line' ...\nSays whether each command line changes the world, and why.")
		flags.PrintDefaults()
	}
	var p effects.Patterns
	flags.Var((*patterns)(&p.Mutating), "mutating", "a pattern of effects::mutating; may be repeated")
	flags.Var((*patterns)(&p.ReadOnly), "read-only", "a pattern of effects::read_only; may be repeated")
	flags.Var((*patterns)(&p.Critical), "critical", "a pattern of effects::critical; may be repeated")
	tool := flags.String("tool", "", "the name of the tool; without a command line the tool alone is judged")
	method := flags.String("method", "", "the HTTP method that the call states")
	if err := flags.Parse(args); err != nil {
		return err
	}
	lines := flags.Args()
	if len(lines) == 0 {
		if *tool == "" && *method == "" {
			flags.Usage()
			return flag.ErrHelp
		}
		lines = []string{""}
	}
	judge := effects.New(p)
	for _, line := range lines {
		call := toolcall.Call{Name: *tool, CommandLine: line, Method: *method, IsCommand: line != ""}
		if _, err := fmt.Fprintln(out, answer(judge, &call)); err != nil {
			return err
		}
	}
	return nil
}

func answer(judge *effects.Effects, call *toolcall.Call) string {
	effect, why, program := judge.Why(call)
	word := [...]string{termination.EffectUnstated: "unstated", termination.Mutating: "mutating", termination.ReadOnly: "read-only"}[effect]
	reason := why.String()
	if program != "" {
		reason += " (" + program + ")"
	}
	if why == effects.Nothing {
		reason = "nothing says what it does; it may be rerun after a time limit"
		if !call.IsCommand {
			reason = "nothing says what it does; what it sent may have been done"
		}
	}
	critical := ""
	if judge.Critical(call) {
		critical = ", critical"
	}
	what := call.CommandLine
	if what == "" {
		what = strings.TrimSpace(call.Method + " " + call.Name)
	}
	return fmt.Sprintf("%s%s: %s: %s", word, critical, reason, what)
}
