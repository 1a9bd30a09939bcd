package dialect

import (
	"slices"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// readResult reads what the tool returned: typed fields where the dialect's
// shape makes them evidence, and what a harness wrote around the output.
func (v *View) readResult(d *compiled) {
	c := v.Call
	h, ok := v.get(toolcall.Result)
	if !ok {
		v.readPreviewClips(d)
		return
	}
	c.HasResult, c.Seen = true, !toolcall.IsEmpty(h.value)
	v.fromResult = len(c.Facts)
	defer func() { v.toResult = len(c.Facts) }()
	v.payload.ReadValue(h.value, max(v.set.textLimit, maxJSON))
	p := &v.payload
	c.Texts = append(c.Texts, p.Texts...)
	c.Returned = h.value
	if p.Wrapped && len(p.Texts) == 1 {
		c.ReturnedText = p.Texts[0]
	}
	if len(c.Texts) > 0 {
		c.Task = taskOf(c.Texts[0])
	}
	if c.Kills == "" && killsTask(c.Name) && h.value.Type() == pcommon.ValueTypeStr {
		c.Kills = killedTask(h.value.Str())
	}
	v.readFields(d)
	if p.Wrapped && len(c.Texts) > 0 {
		v.inResult = true
		v.readHarnessText(d, c.Texts[0], c.Texts[len(c.Texts)-1], h.cut || p.Cut)
		v.inResult = false
	}
	if h.cut || p.Cut && v.mustBeWhole(d) {
		v.addClip(toolcall.Clip{Stream: toolcall.ClipOutput, Side: toolcall.TailLost, By: toolcall.ByTelemetry})
	}
}

// readFields takes the typed fields of what the tool returned for evidence where the
// shape makes them that.
func (v *View) readFields(d *compiled) {
	c, p := v.Call, &v.payload
	switch {
	// Where the shape of a result is known, an object in it is what the command
	// printed.
	case p.Structured() && c.IsCommand && d.shells == nil:
		v.addFact(p.Fact())
		if p.Failed || p.IsError == termination.True {
			v.addFact(termination.Fact{Source: termination.Structured, Failed: true})
		}
	case p.Background && p.HasOutput && c.IsCommand && d.shells == nil:
		v.addFact(termination.Fact{Source: termination.Structured, Kind: termination.Running})
	case p.IsError == termination.True && (d.MCPResult || p.Blocks && d.shells == nil):
		v.addFact(termination.Fact{Source: termination.Structured, Failed: true})
	}
	if p.Handled && d.shells == nil {
		v.addFact(termination.Fact{Source: termination.Status, Failed: true})
	}
}

// mustBeWhole reports a result that nobody but telemetry can have cut. A command
// may print anything, JSON that it cut itself included; only what a program wrote
// that exports the result must be whole.
func (v *View) mustBeWhole(d *compiled) bool {
	return !v.Call.IsCommand || d.shells == nil && (v.payload.HasExitKey || v.payload.HasOutput || v.payload.Enveloped)
}

// distrustTrailers takes back what was read below an output whose end telemetry cut
// off: what a harness writes there is gone, and what stands there is the command's.
func (v *View) distrustTrailers() {
	c := v.Call
	cut := slices.ContainsFunc(c.Clips, func(clip toolcall.Clip) bool {
		return clip.Stream == toolcall.ClipOutput && clip.Side == toolcall.TailLost && clip.By == toolcall.ByTelemetry
	})
	if !cut {
		return
	}
	for i := v.fromResult; i < v.toResult; i++ {
		if c.Facts[i].Source == termination.TextTrailer {
			c.Facts[i] = termination.Fact{Source: termination.TextTrailer}
		}
	}
}

func (v *View) addFact(f termination.Fact) {
	if f != (termination.Fact{Source: f.Source}) {
		v.Call.Facts = append(v.Call.Facts, f)
	}
}

// addClip adds a cut that the text shows. It is inferred unless the producer
// declares a cut itself.
func (v *View) addClip(clip toolcall.Clip) {
	c := v.Call
	clip.Inferred = !c.Streams[toolcall.Stdout].Clipped() && !c.Streams[toolcall.Stderr].Clipped()
	for _, known := range c.Clips {
		if known == clip {
			return
		}
	}
	c.Clips = append(c.Clips, clip)
}

// readHarnessText reads the start of the first text for headers and the end of the
// last for trailers; a long text is looked at from both ends only. Where the end was
// lost, the last line that is left is the command's own.
func (v *View) readHarnessText(d *compiled, first, last string, endLost bool) {
	v.readTexts(d, first, last, endLost)
	if len(first) <= v.set.textLimit && len(first) == len(last) && first == last {
		harness.Read(first, d.Harnesses, &v.reading)
		v.takeStatements(d, harness.Header)
		if !endLost {
			v.takeStatements(d, harness.Trailer)
		}
		v.takeClips(toolcall.ClipOutput, true)
		return
	}
	half := v.set.textLimit / 2
	harness.Read(text.HeadLines(first, half), d.Harnesses, &v.reading)
	v.takeStatements(d, harness.Header)
	v.takeClips(toolcall.ClipOutput, len(first) <= half)
	harness.Read(text.TailLines(last, half), d.Harnesses, &v.reading)
	if !endLost {
		v.takeStatements(d, harness.Trailer)
	}
	v.takeClips(toolcall.ClipOutput, true)
}

// takeStatements makes one fact of all that stands at a position, for a harness
// often writes an exit code and the reason for it on two lines.
func (v *View) takeStatements(d *compiled, at harness.Position) {
	f := termination.Fact{Source: termination.TextHeader}
	if at == harness.Trailer {
		f.Source = termination.TextTrailer
	}
	for i := range v.reading.Statements {
		s := &v.reading.Statements[i]
		if s.Position == at && s.Ending != harness.None && (aboutTool(s) || v.mayRun(d, s)) {
			v.Call.IsCommand = v.Call.IsCommand || s.HasCode || s.Ending == harness.Signal
			addStatement(&f, s)
		}
	}
	v.addFact(f)
}

// aboutTool reports the statements that a harness makes of any tool, not only of a
// process: that it failed or never began, or that nobody waits for it any longer.
func aboutTool(s *harness.Statement) bool {
	switch s.Ending {
	case harness.NotExecuted, harness.ToolError, harness.Cancelled:
		return true
	case harness.Running:
		return s.Rule == "tool_call_timed_out" || s.Rule == "request_timed_out"
	default:
		return false
	}
}

// runs reports a tool whose results tell how a process ended. A file that another
// tool reads may hold the very same words.
func (d *compiled) runs(tool string) bool { return d.shells == nil || d.shells[tool] || tool == "" }

// mayRun reports a call of which a text can tell how a process ended. The exit code in
// what a tool shows is that of another call, unless it ends the file that collects the
// output of one.
func (v *View) mayRun(d *compiled, s *harness.Statement) bool {
	c := v.Call
	shown := v.inResult && !c.IsCommand && d.shells == nil && s.Ending == harness.Exit && s.Rule != "output_file_exit"
	return d.runs(c.Name) && (!shown || !shell.OnlyShows(c.Name))
}

func addStatement(f *termination.Fact, s *harness.Statement) {
	f.LimitHit = f.LimitHit || s.LimitHit
	if s.HasCode && !f.HasCode {
		f.Code, f.HasCode = s.Code, true
	}
	if sig, ok := termination.ParseSignal(s.Signal); ok && s.Signal != "" && f.Signal == 0 {
		f.Signal = sig
	}
	switch s.Ending {
	case harness.Timeout:
		f.TimedOut = termination.True
	case harness.Running:
		f.Kind = termination.Running
	case harness.Signal:
		if f.Signal == 0 && f.Kind == termination.KindUnset {
			f.Kind = termination.Signaled
		}
	case harness.Cancelled:
		f.Kind = termination.Cancelled
	case harness.NotExecuted:
		f.Kind = termination.NotExecuted
	case harness.ToolError:
		f.Failed = true
		f.AfterSend = f.AfterSend || s.Rule == "connection_lost" || s.Rule == "request_timed_out"
	}
}

// takeClips takes the truncation markers. A marker that stands at the end of a
// piece, where the text goes on, is in the middle of it.
func (v *View) takeClips(stream toolcall.ClipStream, atEnd bool) {
	for _, c := range v.reading.Clips {
		clip := toolcall.Clip{Stream: stream, Side: sides[c.Side]}
		if c.ByTelemetry {
			clip.By = toolcall.ByTelemetry
		}
		if !atEnd && clip.Side == toolcall.TailLost {
			continue
		}
		v.addClip(clip)
	}
}

var sides = map[harness.Side]toolcall.Side{
	harness.Head: toolcall.HeadLost, harness.Tail: toolcall.TailLost,
	harness.Middle: toolcall.MiddleLost, harness.Everything: toolcall.AllLost,
}

// readPreviewClips looks for truncation markers in previews whose stream has no
// stated length: with one, the numbers say whether it was cut.
func (v *View) readPreviewClips(d *compiled) {
	for id := range toolcall.NumStreams {
		s := &v.Call.Streams[id]
		if s.Preview == "" || s.Size.State != toolcall.Absent || s.Truncated.State != toolcall.Absent {
			continue
		}
		harness.Read(text.Tail(s.Preview, v.set.textLimit), d.Harnesses, &v.reading)
		v.takeClips(toolcall.ClipStream(id), true)
	}
}
