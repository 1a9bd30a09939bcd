package toolspanprocessor

import (
	"encoding/binary"
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/canonical"
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/assertion"
	"github.com/toolspan/toolspan/internal/evidence/passage"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// identify says what a call is, as far as later calls are compared with it: the same
// work, a run of the same check, in one conversation or, where there is none, trace.
func (w *worker) identify(p *pending) memory.Facts {
	f := memory.Facts{Group: p.keys.Group, Start: uint64(p.start)}
	if f.Group == 0 && !p.trace.IsEmpty() {
		f.Group = w.hashTrace(p.trace)
	}
	if p.isSpan {
		f.Span = p.id
	}
	if f.Group == 0 {
		return f
	}
	call := p.call
	if call.Name != "" {
		f.Tool = name(nameTool, f.Group, w.hashText(call.Name))
	}
	if call.Kills != "" {
		f.Work = name(nameKill, f.Group, w.hashText(call.Kills))
	}
	if digest, ok := w.digest(call); ok {
		f.Same = name(nameSame, f.Group, w.hashText(call.Name), w.hashText(call.Directory),
			binary.LittleEndian.Uint64(digest[:8]), binary.LittleEndian.Uint64(digest[8:]))
	}
	return f
}

// endedBefore finds a background task that a signal ended after an earlier call had
// asked for that, as endedOnPurpose does within a batch.
func (w *worker) endedBefore(f *memory.Facts, call *toolcall.Call) {
	if call.Task == "" || f.Group == 0 || termination.Classify(call.Facts, call.Policy).Kind != termination.Signaled {
		return
	}
	if kill, ok := w.core.recent.Known(w.now, name(nameKill, f.Group, w.hashText(call.Task))); ok {
		call.Facts = append(call.Facts, termination.Fact{Source: termination.Structured, Kind: termination.Cancelled})
		if id, ok := spanOf(&kill); ok {
			call.Related = append(call.Related, id)
		}
	}
}

// digest reduces what the call was asked for. Arguments that were cut could be any.
func (w *worker) digest(call *toolcall.Call) (canonical.Digest, bool) {
	for _, c := range call.Clips {
		if c.Stream == toolcall.ClipArguments {
			return canonical.Digest{}, false
		}
	}
	switch {
	case call.CommandLine != "":
		return canonical.OfCommand(call.CommandLine, call.Directory)
	case len(call.Argv) > 0:
		return canonical.OfArgv(call.Argv, call.Directory)
	case call.HasArgs:
		return w.core.form.Of(call.Arguments)
	default:
		return canonical.Digest{}, false
	}
}

// nameCheck names the check, build or deployment that a command runs, and says what
// a claim about it would be about.
func (s seed) nameCheck(f *memory.Facts, call *toolcall.Call, command shell.Facts) {
	if f.Group == 0 || command.Check == "" {
		return
	}
	f.About = uint8(assertion.Builds | assertion.Deploys)
	if command.Runs == shell.Testing {
		f.About = uint8(assertion.Checks)
	}
	f.Work = s.checkKey(f.Group, command.Check, call)
}

func (s seed) checkKey(group uint64, check string, call *toolcall.Call) uint64 {
	return name(nameWork, group, s.hashText(check), s.hashText(call.Directory))
}

// passed clears the checks that ran in one line with the one by which it is known, and
// what ran on in the background when a look at a task shows that it has ended well:
// which call had started the task is seldom told.
func (w *worker) passed(p *pending, f *memory.Facts, judge *contract.Judge) {
	call := p.call
	if call.Task != "" {
		w.core.recent.Ended(w.now, p.keys, f)
	}
	if !call.IsCommand {
		return
	}
	for _, check := range judge.Command().Others {
		if check != "" {
			w.core.recent.Passed(w.now, p.keys, f, w.checkKey(f.Group, check, call))
		}
	}
}

// stands reports a call against which a claim of success can be held: one that was
// not finished, or a check, build or deployment that is known not to have passed. A
// server that was asked to run in the background is meant to be running, and ends
// when somebody ends it. A command that only shows something, such as tail -f, is no
// work that anybody could say to have succeeded.
func stands(f *memory.Facts, v *contract.Verdict, runs shell.Work) bool {
	check, asked := f.Work != 0, v.Call.Background || v.Call.Task != ""
	if runs == shell.Reading {
		return false
	}
	switch v.Ending.Kind {
	case termination.Timeout:
		return true
	case termination.Signaled:
		return check || !asked
	case termination.Running:
		return !asked && (check || v.Ending.LimitHit)
	case termination.NonzeroExit, termination.ToolError:
		return check
	default: // whose kind is not known, or good and proves nothing, is not known to be unproven
		return false
	}
}

// conclude completes what is remembered by how the call ended that was just judged.
func (w *worker) conclude(f *memory.Facts, v *contract.Verdict) {
	runs := shell.Other
	if v.Call.IsCommand {
		command := w.judge.Command()
		w.nameCheck(f, v.Call, command)
		runs = command.Runs
	}
	f.Stands = stands(f, v, runs)
	f.Kind, f.Next, f.Signal, f.TimedOut = v.Ending.Kind, v.Decision.Next, v.Ending.Signal, v.Ending.Kind == termination.Timeout
	f.Doubtful = v.Ending.Kind == termination.OK && v.Decision.Outcome != termination.Succeeded
	if v.Ending.HasCode {
		f.Code, f.HasCode = int32(v.Ending.Code), true
	}
	if v.Call.IsCommand && f.Kind == termination.Unknown && (f.Work != 0 || w.core.recent.Claimable()) {
		f.Unclear = !w.judge.SpeaksOfFailure()
	}
}

// rerun counts a call that repeats one which had to be run again. One whose ending is
// not known is neither a pass nor a fail.
func (w *worker) rerun(src source, before termination.Kind, v *contract.Verdict) {
	if before == termination.OK {
		before = termination.Unknown
	}
	switch {
	case v.Decision.Outcome == termination.Succeeded:
		w.tally.add(src, event{what: countRerun, kind: before, passed: true})
	case v.Ending.Kind.Unproven():
		w.tally.add(src, event{what: countRerun, kind: before})
	}
}

// spanOf returns the span that reported a remembered call, and false where a log
// record did.
func spanOf(f *memory.Facts) (pcommon.SpanID, bool) { return f.Span, f.Span != [8]byte{} }

// result reduces what the call returned, so that it can be compared with what the model is given. Of what
// was cut no more is known than that.
func (w *worker) result(call *toolcall.Call) passage.Result {
	if !call.HasResult || call.ResultCut || slices.ContainsFunc(call.Clips, func(c toolcall.Clip) bool { return c.Stream != toolcall.ClipArguments }) {
		return passage.Result{}
	}
	switch {
	case call.ReturnedText != "":
		return passage.OfResult(call.ReturnedText, w.core.plain)
	case call.Returned.Type() == pcommon.ValueTypeStr:
		return passage.OfResult(call.Returned.Str(), w.core.plain)
	case call.Returned.Type() == pcommon.ValueTypeMap && call.Returned.Map().Len() <= maxReturned,
		call.Returned.Type() == pcommon.ValueTypeSlice && call.Returned.Slice().Len() <= maxReturned:
		return passage.OfResult(call.Returned.AsString(), w.core.plain)
	default:
		return passage.Result{}
	}
}

// maxReturned bounds the members of a result that is turned into JSON to be compared.
const maxReturned = 64
