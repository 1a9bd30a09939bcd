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
	b.WriteString(endingClause(v))
	b.WriteString(outcomeClause(v))
	if v.Ending.Ambiguous && !v.Ending.Contradiction {
		b.WriteString("; the evidence points both ways")
	}
	j.rules.Each(v.Findings, func(i int) { j.addClause(&b, i) })
	b.WriteByte('.')
	return b.String()
}

func (j *Judge) addClause(b *strings.Builder, rule int) {
	says := j.rules.all[rule].Says
	if says == "" || b.Len()+len("; ")+len(says) >= maxReason {
		return
	}
	b.WriteString("; ")
	b.WriteString(says)
	sep := " "
	for _, d := range j.c.details {
		if d.rule != rule || b.Len()+len(sep)+len(d.subject) >= maxReason {
			continue
		}
		b.WriteString(sep)
		b.WriteString(d.subject)
		sep = ", "
	}
}

func endingClause(v *Verdict) string {
	after := ""
	if v.NearMiss {
		after = " after printing a success marker"
	}
	switch v.Ending.Kind {
	case termination.OK:
		if !v.Ending.HasCode {
			return "Ended by itself"
		}
		return "Ended by itself with exit code 0"
	case termination.NonzeroExit:
		if !v.Ending.HasCode {
			return "Ended by itself with a code other than 0"
		}
		return "Ended by itself with exit code " + strconv.FormatInt(v.Ending.Code, 10)
	case termination.Timeout:
		if !v.Call.IsCommand {
			return "Stopped by its time limit" + after
		}
		return "Killed by its time limit" + after
	case termination.Signaled:
		if v.Ending.Signal == 0 {
			return "Killed by a signal" + after
		}
		return "Killed by " + v.Ending.Signal.String() + after
	case termination.ToolError:
		return "The tool reported an error"
	case termination.Cancelled:
		return "Cancelled before it ended"
	case termination.NotExecuted:
		return "Refused before it began"
	case termination.Running:
		return "Still running when reported" + after
	default:
		return "How it ended is not known"
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
