package dialect

import (
	"regexp"
	"strconv"

	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
)

// Text is a text that a harness writes around the output of a command, as users
// describe it.
type Text struct {
	// At is where it stands: at the very start, or at the very end.
	At TextPlace
	// Pattern finds it. A group named code holds an exit code, one named signal the
	// name or number of a signal.
	Pattern *regexp.Regexp
	// Says is what it means; SaysExit takes the meaning from the code.
	Says Word
}

// TextPlace is a place at which a harness writes.
type TextPlace uint8

// The places.
const (
	AtHeader TextPlace = iota
	AtTrailer
)

// CompileText anchors a pattern at its place.
func CompileText(at TextPlace, pattern string, says Word) (Text, error) {
	anchored := `\A\s*(?:` + pattern + `)`
	if at == AtTrailer {
		anchored = `(?:` + pattern + `)\s*\z`
	}
	re, err := regexp.Compile(anchored)
	return Text{At: at, Pattern: re, Says: says}, err
}

// textEdge is how much of a text the patterns of users see, at either end, in bytes.
const textEdge = 2 << 10

// readTexts applies the user's own patterns to both ends of a result.
func (v *View) readTexts(d *compiled, first, last string, endLost bool) {
	for i := range d.Texts {
		t := &d.Texts[i]
		if endLost && t.At == AtTrailer || !t.aboutTool() && !d.runs(v.Call.Name) {
			continue
		}
		source, piece := termination.TextHeader, text.Head(first, textEdge)
		if t.At == AtTrailer {
			source, piece = termination.TextTrailer, text.Tail(last, textEdge)
		}
		m := t.Pattern.FindStringSubmatch(piece)
		if m == nil {
			continue
		}
		f := t.fact(m)
		f.Source = source
		v.addFact(f)
		v.Call.IsCommand = v.Call.IsCommand || f.HasCode || f.Signal != 0
	}
}

// aboutTool is what it is for the texts of harnesses.
func (t *Text) aboutTool() bool {
	return t.Says == SaysNotExecuted || t.Says == SaysToolError || t.Says == SaysCancelled || t.Says == SaysFailed
}

func (t *Text) fact(m []string) termination.Fact {
	f := endingWords[t.Says]
	f.Failed = t.Says == SaysFailed
	f.HasCode = t.Says == SaysOK // code 0
	for i, name := range t.Pattern.SubexpNames() {
		switch name {
		case "code":
			if n, err := strconv.ParseInt(m[i], 10, 64); err == nil && termination.ValidCode(n) {
				f.Code, f.HasCode = n, true
			}
		case "signal":
			f.Signal, _ = termination.ParseSignal(m[i])
		}
	}
	return f
}
