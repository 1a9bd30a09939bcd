package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// contentPrefix starts the attributes, behind that of the contract, by which this
// processor declares which texts it cut: `content.stdout.mode` and `content.stdout.bytes`.
const (
	contentPrefix = "content."
	contentMode   = ".mode"
	contentBytes  = ".bytes"
)

// Doubted is the attribute by which this processor passes on that texts which it cut take
// the ground from a good ending.
const Doubted = toolcall.Prefix + contentPrefix + doubted

const doubted = "doubted"

// The words for how a text was cut.
const (
	TruncatedWord = "truncate"
	HashedWord    = "hash"
	DroppedWord   = "drop"
	MaskedWord    = "mask"
)

// cut is how an earlier tier cut a kind of text.
type cut uint8

const (
	uncut cut = iota
	truncated
	hidden // nothing of it is left
	masked
)

// CutMode and CutBytes are the attributes that declare a cut and how long the texts were.
func CutMode(c Content) string { return cutModes[c] }

// CutBytes is that of the length.
func CutBytes(c Content) string { return cutBytes[c] }

var cutModes, cutBytes = func() (modes, bytes [NumContents]string) {
	for c := range NumContents {
		modes[c] = toolcall.Prefix + contentPrefix + c.String() + contentMode
		bytes[c] = toolcall.Prefix + contentPrefix + c.String() + contentBytes
	}
	return modes, bytes
}()

// foundCut takes a declaration, whose key is given behind the prefix.
func (v *View) foundCut(rest string, value pcommon.Value) {
	if rest == doubted {
		v.doubted = toolcall.ParseBool(value).IsTrue()
		return
	}
	name, ok := strings.CutSuffix(rest, contentMode)
	if !ok || value.Type() != pcommon.ValueTypeStr {
		return
	}
	for c, known := range contentNames {
		if known != name {
			continue
		}
		switch value.Str() {
		case TruncatedWord:
			v.cuts[c] = truncated
		case HashedWord, DroppedWord:
			v.cuts[c] = hidden
		case MaskedWord:
			v.cuts[c] = masked
		}
	}
}

// readCuts has the call know what an earlier tier of this processor cut, so that what is
// missing or changed accuses nobody. A producer that declares it of its own texts only has
// them believed less.
func (v *View) readCuts() {
	c := v.Call
	c.Doubted = v.doubted
	for id := range toolcall.NumStreams {
		s := &c.Streams[id]
		s.Cut = v.cuts[id] != uncut || v.hashed.Has(Content(id))
		if v.cuts[id] == truncated {
			side := toolcall.TailLost
			if s.PreviewIsTail {
				side = toolcall.HeadLost
			}
			v.declareClip(toolcall.Clip{Stream: toolcall.ClipStream(id), Side: side, By: toolcall.ByTelemetry})
		}
	}
	c.ResultCut = v.cuts[OutputContent] != uncut || v.hashed.Has(OutputContent)
	if v.cuts[OutputContent] == truncated {
		v.declareClip(toolcall.Clip{Stream: toolcall.ClipOutput, Side: toolcall.TailLost, By: toolcall.ByTelemetry})
	}
	if v.cuts[ArgumentsContent] == truncated {
		v.declareClip(toolcall.Clip{Stream: toolcall.ClipArguments, Side: toolcall.TailLost, By: toolcall.ByTelemetry})
	}
	if c.ResultCut {
		v.distrustTrailers()
	}
	if v.cuts[OutputContent] == hidden || v.hashed.Has(OutputContent) {
		// The text may have told of another ending than the flag.
		c.Outlived(termination.Fact{})
	}
}
