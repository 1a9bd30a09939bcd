// Package dialect knows how producers report tool calls: how a record of each
// is recognised and where its facts are. A dialect is a value; one that users
// describe in configuration has the same type as the built-in ones.
package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Dialect is one way of reporting tool calls.
type Dialect struct {
	// Name is the value of the verdict's dialect and of the metric label.
	Name string
	// Doc is one sentence for the documentation.
	Doc string

	// When recognises a record of a call: any one of the conditions suffices. A
	// dialect without conditions is recognised by facts of the contract alone.
	When []Condition
	// Parts recognises records that tell about a call and are none themselves,
	// such as a permission prompt: they are read for the calls beside them in a
	// batch, and neither judged nor counted.
	Parts []Condition
	// Skip takes back what When and Parts recognise.
	Skip []Condition

	// Keys maps fields to the places that carry them here, strongest first,
	// besides those of the contract, which every dialect accepts. The language of
	// places is that of ParseSource.
	Keys map[toolcall.Field][]string
	// Copies are places where the text of a field, or a part of it, stands once more.
	// Nothing is read there, but a text that may not leave is cut there too. The key "*" of
	// an event is all of it.
	Copies map[toolcall.Field][]string
	// Flags are words in which the producer says how a call went.
	Flags []Flag
	// Clips are flags that say that a text was cut.
	Clips []ClipFlag
	// Limits are lengths at which telemetry cuts a text without a mark.
	Limits []Limit
	// Sizes state how long a text was before telemetry cut it.
	Sizes []Size
	// Names start the name of a span, before that of the tool.
	Names []string

	// Shells are the tools that run commands, by name. Where they are listed, what
	// a harness writes about a process is looked for in the results of these tools
	// alone; where they are not, the tools are the application's own.
	Shells []string
	// Policy says what codes and texts mean here.
	Policy termination.Policy
	// Harnesses whose texts a result may carry.
	Harnesses harness.Set
	// Texts are further texts about the ending, as users describe them.
	Texts []Text
	// Endings are the error types that name an ending here, besides the common ones.
	Endings map[string]termination.Fact
	// MCPResult: the result has the shape of MCP, whose isError is evidence.
	MCPResult bool
	// Exceptions: an exception event tells of a failure whatever the status says.
	Exceptions bool

	// ViaParent: a record without a call ID is a secondary view of the call that
	// its parent span reports, if that is one.
	ViaParent bool
	// Primary is the signal whose records count calls where a record bears no call
	// ID; those of the other signal count only where none of the primary come.
	Primary Signal
	// Refine is what no table can say: it looks at the whole call, with what the
	// batch holds about it, before it is judged.
	Refine func(*toolcall.Call)

	// Notes are for the documentation.
	Notes Notes
}

// Notes document a dialect beyond what its tables say. Each is a sentence or two, or empty.
type Notes struct {
	// Switch is what turns the content on that most verdicts rest on.
	Switch string
	// With and Without say what can be decided with content and without it.
	With, Without string
	// Blind is what cannot be seen at all.
	Blind string
}

// Signal is a kind of telemetry.
type Signal uint8

// The signals.
const (
	AnySignal Signal = iota
	Spans
	Logs
)

// String returns the word for the documentation.
func (s Signal) String() string { return [...]string{"span or log record", "span", "log record"}[s] }

// Trust says what a flag of success means.
type Trust uint8

// The kinds of trust. Returned is what almost all of them mean: the tool came
// back, whatever it did.
const (
	Returned Trust = iota
	Follows
)

// String returns the word used in configuration.
func (t Trust) String() string {
	if t == Follows {
		return "follows"
	}
	return "returned"
}

// Flag is a place whose words say how a call went. True and false, success and
// error and their kin are known for every flag.
type Flag struct {
	Source string
	// Trust is what its words of success mean.
	Trust Trust
	// Words are further words, in lower case, and what they say.
	Words map[string]Word
	// Tools limits the flag to calls of these tools; with Not, to all others.
	Tools []string
	Not   bool
}

// ClipFlag is a place that says, by true, that a text was cut.
type ClipFlag struct {
	Source string
	Clip   toolcall.Clip
}

// Limit is the length at which telemetry cuts the value at a place without a mark.
type Limit struct {
	Source string
	// Length in characters.
	Length int
	Stream toolcall.ClipStream
}

// Size is a place that states how many bytes the value at another place had before
// telemetry cut it.
type Size struct {
	Source, Of string
	// Min is the length from which on anything is cut, in bytes: a stated size may
	// count what is around a shorter value too.
	Min    int
	Stream toolcall.ClipStream
}
