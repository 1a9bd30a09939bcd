package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// readDeclared collects what the facts of the contract say about the ending. The
// strongest spelling of each makes up one fact; a weaker spelling that says
// something else is a fact of its own, so that the contradiction is seen.
func (v *View) readDeclared(d *compiled, bare bool) {
	c := v.Call
	f := termination.Fact{Source: termination.Declared}
	for _, field := range endingFields {
		// On a record that did not opt in, a word such as signal may mean
		// anything; what cannot be read there is not meant for us.
		h, ok := v.get(field)
		if field == toolcall.DurationMS && ok {
			c.DurationMS = toolcall.ParseNumber(h.value)
		}
		if ok && !toolcall.ReadEnding(&f, field, h.value) && c.OptedIn && c.BadEnding == toolcall.NoField {
			c.BadEnding = field
		}
	}
	if f != (termination.Fact{Source: termination.Declared}) {
		c.Facts = append(c.Facts, f)
	}
	v.readOtherSpellings(d, bare, &f)
	for i := range c.Facts {
		c.IsCommand = c.IsCommand || c.Facts[i].HasCode || c.Facts[i].Signal != 0
	}
	c.IsCommand = c.IsCommand || c.HasOutputFact
}

// readOtherSpellings reads the weaker spellings of the facts in f. One that says
// something else is a fact of its own, and a conflict where the stronger one
// could be read.
func (v *View) readOtherSpellings(d *compiled, bare bool, f *termination.Fact) {
	c := v.Call
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		if !isEndingField(ref.field) || ref.own || ref.bare && !bare || int(v.best[ref.field]) == i+1 || toolcall.IsEmpty(h.value) {
			continue
		}
		other := termination.Fact{Source: termination.Declared}
		switch {
		case !toolcall.ReadEnding(&other, ref.field, h.value):
			if c.OptedIn && c.BadEnding == toolcall.NoField {
				c.BadEnding = ref.field
			}
		case differs(ref.field, f, &other):
			c.Facts = append(c.Facts, other)
			c.Conflict = c.Conflict || states(ref.field, f)
		}
	}
}

var endingFields = [...]toolcall.Field{
	toolcall.TerminationKind, toolcall.ExitCode, toolcall.SignalField, toolcall.TimedOut, toolcall.DurationMS,
}

func isEndingField(f toolcall.Field) bool {
	switch f {
	case toolcall.TerminationKind, toolcall.ExitCode, toolcall.SignalField, toolcall.TimedOut:
		return true
	default:
		return false
	}
}

func differs(field toolcall.Field, a, b *termination.Fact) bool {
	switch field {
	case toolcall.TerminationKind:
		return a.Kind != b.Kind
	case toolcall.ExitCode:
		if sig := termination.SignalOfCode(b.Code); sig != 0 && sig == termination.SignalOfCode(a.Code) {
			return false // 143 and -15 are one ending in two notations
		}
		return a.HasCode != b.HasCode || a.Code != b.Code
	case toolcall.SignalField:
		return a.Signal != b.Signal
	default:
		return a.TimedOut != b.TimedOut
	}
}

// states reports whether the fact states the field.
func states(field toolcall.Field, f *termination.Fact) bool {
	switch field {
	case toolcall.TerminationKind:
		return f.Kind != termination.KindUnset
	case toolcall.ExitCode:
		return f.HasCode
	case toolcall.SignalField:
		return f.Signal != 0
	default:
		return f.TimedOut != termination.Unstated
	}
}

// readStatus adds what the span status says. Whether one that an earlier run of this
// processor demoted still counts as the claim it was is decided once all facts are
// there.
func (v *View) readStatus(rec *Record, d *compiled) {
	c := v.Call
	typed := false
	if h, ok := v.get(toolcall.ErrorTypeField); ok {
		if word := toolcall.ParseWord(h.value); word != "" {
			c.Facts = append(c.Facts, endingOf(d.Dialect, word))
			typed = true
		}
	}
	if h, ok := v.get(toolcall.ErrorText); ok && h.value.Type() == pcommon.ValueTypeStr {
		v.readMessage(h.value.Str(), d)
	}
	c.Status = rec.Status
	if rec.Status != toolcall.StatusError && !d.Exceptions {
		return
	}
	kind, message := exceptionOf(rec)
	if rec.Status != toolcall.StatusError {
		if kind != "" || message != "" {
			c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Failed: true})
			v.readException(kind, message, typed, d)
		}
		return
	}
	if was, ok := v.originalStatus(); ok {
		c.KeptStatus, c.StatusWas = true, was
		return
	}
	c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Failed: true})
	v.readMessage(rec.Message, d)
	if rec.Message != "" {
		message = ""
	}
	v.readException(kind, message, typed, d)
}

// readException reads the event of an exception that made the call fail. Its type
// is an error type where the record has none, and its text a message.
func (v *View) readException(kind, message string, typed bool, d *compiled) {
	if f := endingOf(d.Dialect, kind); kind != "" && (!typed || !f.Failed) {
		v.Call.Facts = append(v.Call.Facts, f)
	}
	v.readMessage(message, d)
}

// readMessage reads the message of a failed status. A tool that failed by an
// exception has its type and its text there instead of a result.
func (v *View) readMessage(message string, d *compiled) {
	if message == "" || toolcall.IsHashed(message) {
		return
	}
	c := v.Call
	if f := endingOf(d.Dialect, exceptionType(message)); !f.Failed || f.AfterSend {
		c.Facts = append(c.Facts, f)
	}
	v.readHarnessText(d, message, message, false)
	if !c.HasResult {
		c.Texts = append(c.Texts, message)
	}
}

// exceptionType returns the type of an exception that stands before its text, or
// alone; "" where the message does not begin with one.
func exceptionType(message string) string {
	name, _, _ := strings.Cut(text.Head(message, longestEnding), ":")
	name = strings.TrimSpace(name)
	if strings.ContainsAny(name, " \t\r\n") {
		return ""
	}
	last := lastSegment(name)
	for _, end := range [...]string{"error", "exception", "expired", "timeout", "exceeded"} {
		if strings.HasSuffix(last, end) {
			return name
		}
	}
	return ""
}

func (v *View) originalStatus() (toolcall.Status, bool) {
	for _, o := range v.originals {
		if toolcall.OriginalPrefix+o.key != toolcall.OriginalStatusCode {
			continue
		}
		switch toolcall.ParseEnum(o.value) {
		case "ok":
			return toolcall.StatusOK, true
		case "unset":
			return toolcall.StatusUnset, true
		}
	}
	return toolcall.StatusUnset, false
}
