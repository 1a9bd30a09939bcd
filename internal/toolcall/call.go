// Package toolcall is the view of one tool call that every later stage works
// on, whatever the producer that reported it. It also holds the attribute keys
// and the readers of attribute values.
package toolcall

import (
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/termination"
)

// StreamID is one of the two streams that a producer may state facts about.
type StreamID uint8

// The streams.
const (
	Stdout StreamID = iota
	Stderr
	NumStreams
)

// Stream is what a producer stated about one stream. Sizes are in bytes.
type Stream struct {
	Size      Int
	Cap       Int
	Unlimited bool // the cap is stated to be none
	Truncated Bool
	SHA256    Digest
	Head      Digest
	Tail      Digest
	// Preview is what was kept of the stream for people. HasPreview tells an
	// empty one from none.
	Preview    string
	HasPreview bool
	// PreviewIsTail: the key says that the preview is the end of the stream.
	PreviewIsTail bool
	// PreviewInvalid: a preview that is no text.
	PreviewInvalid bool
	// Cut: an earlier tier of this processor cut or masked the preview, or left it out,
	// so that nothing can be computed from it.
	Cut bool
}

// StatesLimit reports whether any of the facts is stated that make a record
// owe the others.
func (s *Stream) StatesLimit() bool {
	return s.Size.State != Absent || s.Cap.State != Absent || s.Unlimited || s.Truncated.State != Absent
}

// OverCap reports whether the stream is longer than its stated limit.
func (s *Stream) OverCap() bool {
	return s.Size.State == Stated && s.Cap.State == Stated && s.Size.V > s.Cap.V
}

// UnderCap reports whether the stream is stated to fit its limit.
func (s *Stream) UnderCap() bool {
	return s.Size.State == Stated && (s.Unlimited || s.Cap.State == Stated && s.Size.V <= s.Cap.V)
}

// Clipped reports whether the producer declares the stream cut, by its flag or
// by its numbers.
func (s *Stream) Clipped() bool { return s.Truncated.IsTrue() || s.OverCap() }

// Whole reports whether the producer declares that nothing was cut.
func (s *Stream) Whole() bool {
	return !s.Clipped() && (s.Truncated.State == Stated || s.UnderCap())
}

// HasDigest reports whether any digest is given, well formed or not.
func (s *Stream) HasDigest() bool {
	return s.SHA256.State != Absent || s.Head.State != Absent || s.Tail.State != Absent
}

// Encoding is the stated encoding of the streams.
type Encoding uint8

// The encodings.
const (
	EncodingUnstated Encoding = iota
	UTF8
	Binary
	EncodingInvalid
)

// Form is the kind of statement by which success is claimed, strongest first.
type Form uint8

// The forms of a claim.
const (
	UserApproved Form = iota
	Verified
	Confirmed
	StatusClaim
	FlagClaim
	SpanStatusClaim
	OKPreviewClaim
	TextClaim
	NumForms
)

var formNames = [NumForms]string{"user_approved", "verified", "confirmed", "status", "flag", "span_status", "ok_preview", "text"}

// String returns the label of the form.
func (f Form) String() string { return formNames[f] }

// Claim is one statement of success by the producer.
type Claim struct {
	Form Form
	// Site is where it stands, for the case that it has to be demoted.
	Site Site
	// Asserts is false for a statement that claims nothing (status failed).
	Asserts bool
	// Denies: it says that the call did not succeed.
	Denies bool
	// Kept: the present value claims nothing, an earlier run of this processor
	// demoted it and kept what stood there.
	Kept bool
}

// Site is the place of a value in a record.
type Site struct {
	Key string // the full dotted key, also of a member of a map
	// Value is the attribute, or the member of a map-valued one.
	Value pcommon.Value
	// InJSON: Value is a string of JSON, and the fact stands at Offset, Length
	// bytes long, in it.
	InJSON         bool
	Offset, Length int
	// Read is the fact as it was read, where it stands in JSON.
	Read pcommon.Value
}

// Status is the span status in words of our own, so that rules need not know
// spans from log records.
type Status uint8

// The span statuses.
const (
	StatusUnset Status = iota
	StatusOK
	StatusError
)

// Verifier is the result of a check that ran after the call.
type Verifier uint8

// The results of a verifier.
const (
	NotVerified Verifier = iota
	VerifierPassed
	VerifierFailed
)

// Shadowed is how a call ended that another one verifies.
type Shadowed struct {
	Kind    termination.Kind // KindUnset where nothing is known of the call
	Code    int64
	HasCode bool
}

// Agrees compares two endings. It reports known = false where one of them is not clear.
func (s Shadowed) Agrees(e *termination.Ending) (agrees, known bool) {
	if !clearEnding(s.Kind) || !clearEnding(e.Kind) {
		return false, false
	}
	return s.Kind == e.Kind && (!s.HasCode || !e.HasCode || s.Code == e.Code), true
}

// clearEnding reports an ending that the same work should have each time.
func clearEnding(k termination.Kind) bool {
	switch k {
	case termination.OK, termination.NonzeroExit, termination.Timeout, termination.Signaled, termination.ToolError:
		return true
	default:
		return false
	}
}

// Clip is one cut of a stream, known or inferred.
type Clip struct {
	Stream ClipStream
	Side   Side
	By     By
	// Inferred: no flag or number of the producer says so.
	Inferred bool
}

// ClipStream is a stream that can be cut.
type ClipStream uint8

// The streams of clips.
const (
	ClipStdout ClipStream = iota
	ClipStderr
	ClipOutput
	ClipArguments
	NumClipStreams
)

var clipStreamNames = [NumClipStreams]string{"stdout", "stderr", "output", "arguments"}

// String returns the name used in attributes and labels.
func (s ClipStream) String() string { return clipStreamNames[s] }

// Side is the side of a stream that was lost.
type Side uint8

// The sides.
const (
	TailLost Side = iota
	HeadLost
	MiddleLost
	AllLost
)

var sideNames = [...]string{"tail", "head", "middle", "all"}

// By is who cut a stream.
type By uint8

// The ones who cut streams.
const (
	ByHarness By = iota
	ByTelemetry
	ByCommand
	NumBy
)

var byNames = [NumBy]string{"harness", "telemetry", "command"}

// String returns the label.
func (b By) String() string { return byNames[b] }

// Call is one tool call as one record reports it.
type Call struct {
	Dialect      string
	Policy       termination.Policy
	Name         string
	ID           string
	Conversation string

	// OptedIn: the record speaks the contract, so its claims may be demoted.
	OptedIn bool
	// OwesStreams and OwesTermination: leaving those facts out is a violation.
	OwesStreams     bool
	OwesTermination bool
	// Action is what the record says as a receipt, and ActionFaults what is wrong with it
	// or with the action of which it tells.
	Action       action.Receipt
	ActionFaults action.Faults
	// ErrorWord is the error type that the record states.
	ErrorWord string
	// StatesAction: the record is about an action or an approval and owes neither.
	StatesAction bool

	Streams  [NumStreams]Stream
	Encoding Encoding
	// HasOutputFact: a fact about stdout or stderr is stated, so a command ran.
	HasOutputFact bool

	// Facts are the statements about the ending, in no order.
	Facts []termination.Fact
	// Overflow: the record holds more than is read of one.
	Overflow bool
	// Conflict: one fact about the ending is stated twice, with different values.
	Conflict bool
	// BadEnding names the first field about the ending that cannot be read.
	BadEnding Field

	Claims    []Claim
	OKPreview Bool
	MustRerun Bool
	// NoRerun lists the places where must_rerun is stated to be false, the ones
	// included that an earlier run of this processor turned to true (Kept).
	NoRerun []Claim
	Status  Status // as claimed, before an earlier demotion

	// DurationMS and LimitMS are how long the call took and might have taken, in
	// milliseconds; 0 where that is not stated.
	DurationMS, LimitMS float64

	Verifier Verifier
	// ShadowOf names the call that this one verifies, by its ID or that of its span, and
	// Shadowed is how that one ended, as far as it is known.
	ShadowOf string
	Shadowed Shadowed

	Arguments   pcommon.Value
	HasArgs     bool
	CommandLine string
	Argv        []string
	// Directory is the working directory, where it is stated.
	Directory string
	// Task is the background task that the result reports of, Kills the one that the
	// call is to end.
	Task, Kills string
	// Background: the arguments ask for the command to be left running.
	Background bool
	// IsCommand: the call ran a command, as opposed to a function of the
	// application or a request to a server.
	IsCommand bool
	Method    string
	// Hints are what the server of the tool says about it, Requests what it sent over
	// the network, as far as that is reported.
	Hints    Hints
	Requests Requests
	// OverServer: the tool is one of a server, to which a message carries the call.
	OverServer bool
	// Approval is who let the call happen, where that was asked.
	Approval Approval
	// Ungrounded: it is one that must not begin on unproven ground, and did.
	Ungrounded bool

	// HasResult: the record carries what the tool returned. Seen: it is not empty.
	HasResult bool
	Seen      bool
	// Returned is the result as it came, where HasResult, and ReturnedText the text that
	// it is, without what is known to be around that.
	Returned     pcommon.Value
	ReturnedText string
	// Doubted: an earlier tier of this processor read a text that is gone now, and did not
	// believe a good ending because of it.
	Doubted bool
	// ResultCut: an earlier tier of this processor cut or masked the result.
	ResultCut bool
	// Texts are the pieces of the result that a person would read.
	Texts []string
	// Clips are the cuts of result and arguments that the text itself shows.
	Clips []Clip

	// KeptFlag and KeptStatus: an earlier run of this processor demoted a flag, or
	// the span status, which was StatusWas.
	KeptFlag, KeptStatus bool
	StatusWas            Status
	// Before is how an earlier call ended that was the same work and had to be run
	// again, KindUnset where there was none.
	Before termination.Kind
	// Refine is what the dialect has to say once all facts are there.
	Refine func(*Call)
	// Related are the spans of other records that the facts come from.
	Related []pcommon.SpanID

	HarnessVersion string
	PromptVersion  string
}

// Reset makes the call ready for the next record. It keeps its slices, and nothing
// that was in them.
func (c *Call) Reset() {
	clear(c.Claims)
	clear(c.NoRerun)
	clear(c.Texts)
	clear(c.Argv)
	c.Action.Reset()
	*c = Call{Action: c.Action, Facts: c.Facts[:0], Claims: c.Claims[:0], NoRerun: c.NoRerun[:0], Clips: c.Clips[:0], Texts: c.Texts[:0], Argv: c.Argv[:0], Related: c.Related[:0]}
}

// Outlived takes back the success of every flag, which then only says that the
// tool came back, and adds what is known instead, if anything.
func (c *Call) Outlived(instead termination.Fact) {
	none := true
	for i := range c.Facts {
		if f := &c.Facts[i]; f.Succeeded {
			f.Succeeded, none = false, false
		}
	}
	c.Claims = slices.DeleteFunc(c.Claims, func(claim Claim) bool { return claim.Form == FlagClaim })
	if !none && instead != (termination.Fact{}) {
		c.Facts = append(c.Facts, instead)
	}
}

// Settle is called once all facts are there, before the call is judged: a process
// that lives on is no false word of a flag.
func (c *Call) Settle() {
	c.settleKept()
	if c.Refine != nil {
		c.Refine(c)
	}
	for i := range c.Facts {
		if c.Facts[i].Kind == termination.Running {
			c.Outlived(termination.Fact{})
			return
		}
	}
}

// settleKept lets what an earlier run of this processor demoted count as the claim
// that it was, but only where the other facts alone make the call unproven, as they
// did then: no producer can hide a failure behind a forged original.
func (c *Call) settleKept() {
	if !c.KeptFlag && !c.KeptStatus {
		return
	}
	unproven := termination.Classify(c.Facts, c.Policy).Kind.Unproven()
	switch {
	case c.KeptFlag && unproven:
		c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Succeeded: true})
	case c.KeptFlag:
		c.Claims = slices.DeleteFunc(c.Claims, func(claim Claim) bool { return claim.Form == FlagClaim && claim.Kept })
		c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Failed: true})
	}
	switch {
	case c.KeptStatus && unproven:
		c.Status = c.StatusWas
	case c.KeptStatus:
		c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Failed: true})
	}
}

// Claimed reports whether the producer claims success in that form.
func (c *Call) Claimed(f Form) bool {
	for i := range c.Claims {
		if c.Claims[i].Form == f && c.Claims[i].Asserts {
			return true
		}
	}
	return false
}

// String names the clip as `stream:side:by`, without building it anew each time.
func (c Clip) String() string { return clipStrings[c.Stream][c.Side][c.By] }

var clipStrings = func() (s [NumClipStreams][len(sideNames)][NumBy]string) {
	for stream := range s {
		for side := range s[stream] {
			for by := range s[stream][side] {
				s[stream][side][by] = clipStreamNames[stream] + ":" + sideNames[side] + ":" + byNames[by]
			}
		}
	}
	return s
}()

// Command returns the command line, made of the argv where that is what is
// known, cut to a length in bytes.
func (c *Call) Command(limit int) string {
	line := c.CommandLine
	if line == "" && len(c.Argv) > 0 {
		line = strings.Join(c.Argv, " ")
	}
	if len(line) > limit {
		line = line[:limit]
	}
	return line
}
