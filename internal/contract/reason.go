package contract

import (
	"strconv"
	"strings"

	"github.com/toolspan/toolspan/internal/termination"
)

// maxReason is the longest reason, in bytes. Reasons are plain ASCII.
const maxReason = 200

// Reason puts the latest verdict into one sentence for a person. It is made of
// constants and numbers alone, so nothing of the record can leak into it.
func (j *Judge) Reason() string {
	v := &j.v
	var b strings.Builder
	b.Grow(maxReason)
	writeEnding(&b, v)
	b.WriteString(outcomeClause(v))
	if v.Ending.Ambiguous && !v.Ending.Contradiction {
		b.WriteString("; the evidence points both ways")
	}
	// What decided the outcome comes first, for there may not be room for all.
	for _, early := range [...]bool{true, false} {
		j.rules.Each(v.Findings, func(i int) {
			if j.rules.all[i].Early == early {
				j.addClause(&b, i)
			}
		})
	}
	b.WriteByte('.')
	return b.String()
}

// addClause adds what a rule says, with the subjects that it named, as far as
// there is room; a clause that needs a subject is nothing without its first.
func (j *Judge) addClause(b *strings.Builder, rule int) {
	says, sep := j.rules.all[rule].Says, " "
	if says == "" {
		return
	}
	written := false
	start := func(first int) bool {
		if !written && b.Len()+len("; ")+len(says)+first < maxReason {
			b.WriteString("; ")
			b.WriteString(says)
			written = true
		}
		return written
	}
	named := false
	for _, d := range j.c.details {
		if d.rule != rule {
			continue
		}
		named = true
		if start(len(sep)+len(d.subject)) && b.Len()+len(sep)+len(d.subject) < maxReason {
			b.WriteString(sep)
			b.WriteString(d.subject)
			sep = ", "
		}
	}
	if !named && !strings.HasSuffix(says, ":") {
		start(0)
	}
}

func writeEnding(b *strings.Builder, v *Verdict) {
	b.WriteString(endingClause(v))
	switch {
	case v.Ending.Kind == termination.NonzeroExit && v.Ending.HasCode:
		b.WriteString(" exit code ")
		b.WriteString(strconv.FormatInt(v.Ending.Code, 10))
	case v.Ending.Kind == termination.Signaled && v.Ending.Signal != 0:
		b.WriteString(v.Ending.Signal.String())
	case v.Ending.Kind == termination.Signaled:
		b.WriteString("a signal")
	}
	if v.repeated() {
		b.WriteString(" for the second time")
	}
	if v.NearMiss {
		b.WriteString(" after printing a success marker")
	}
}

// repeated reports a call that was stopped in the same way as the one that it
// repeats, so that nothing speaks for running it once more.
func (v *Verdict) repeated() bool {
	stopped := v.Ending.Kind == termination.Timeout || v.Ending.Kind == termination.Signaled
	return stopped && v.Call.Before == v.Ending.Kind && v.Decision.Next == termination.Review
}

func endingClause(v *Verdict) string {
	switch v.Ending.Kind {
	case termination.OK:
		if !v.Ending.HasCode {
			return "Ended by itself"
		}
		return "Ended by itself with exit code 0"
	case termination.NonzeroExit:
		if v.Ending.HasCode {
			return "Ended by itself with"
		}
		return "Ended by itself with a code other than 0"
	case termination.Timeout:
		if !v.Call.IsCommand {
			return "Stopped by its time limit"
		}
		return "Killed by its time limit"
	case termination.Signaled:
		return "Killed by "
	case termination.ToolError:
		return "The tool reported an error"
	case termination.Cancelled:
		return "Cancelled before it ended"
	case termination.NotExecuted:
		return "Refused before it began"
	case termination.Running:
		return "Still running when reported"
	default:
		return actionClause(v)
	}
}

func outcomeClause(v *Verdict) string {
	switch v.Decision.Outcome {
	case termination.Failed:
		return "; failed"
	case termination.Incomplete:
		return "; incomplete"
	case termination.OutcomeNotExecuted:
		return "; not executed"
	case termination.OutcomeUnknown:
		return "; outcome unknown"
	default:
		return ""
	}
}
