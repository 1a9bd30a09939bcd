package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var clipFullHash = &contract.Rule{
	ID:       "clip_full_hash",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a digest of the whole stream on a stream that was clipped.",
	Why:      "Such a digest is that of the kept part, and vouches for bytes that nobody has seen.",
	Fix:      "On a clipped stream leave the whole-stream digest empty and give the digests of its head and tail.",
	Says:     "clipped, yet with a digest of the whole:",
	Check: eachStream(func(s *toolcall.Stream) bool {
		return s.Clipped() && s.SHA256.State == toolcall.Stated
	}),
}

var clipPartialHashMissing = &contract.Rule{
	ID:       "clip_partial_hash_missing",
	Group:    groupStreams,
	Severity: contract.Warning,
	Finds:    "a clipped stream with neither a head nor a tail digest.",
	Why:      "Nothing then ties the kept part to the stream that it came from.",
	Fix:      "Digest the first and the last 256 bytes of the stream before the cut.",
	Says:     "clipped without head or tail digest:",
	Gap:      true,
	Check: digestOwed(func(s *toolcall.Stream) bool {
		return s.Clipped() && s.Head.State == toolcall.Absent && s.Tail.State == toolcall.Absent
	}),
}

var hashMissing = &contract.Rule{
	ID:       "hash_missing",
	Group:    groupStreams,
	Severity: contract.Warning,
	Finds:    "a whole, non-empty stream without a digest.",
	Why:      "An observation that turns up later cannot be checked against the output that the tool really wrote.",
	Fix:      "State `tool_span.<stream>.sha256` for every stream that was kept whole.",
	Says:     "whole without a digest:",
	Gap:      true,
	Check: digestOwed(func(s *toolcall.Stream) bool {
		return s.Whole() && s.Size.State == toolcall.Stated && s.Size.V > 0 && s.SHA256.State == toolcall.Absent &&
			!contract.StreamLost(s)
	}),
}

// digestOwed reports streams that lack a digest: a gap where the bytes are not
// the ones that could be digested.
func digestOwed(lacks func(*toolcall.Stream) bool) func(*contract.Case) {
	return func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			s := &c.Call.Streams[id]
			switch {
			case !lacks(s):
			case unreliable(c, s):
				c.Gap()
			default:
				c.Missing(c.Call.OptedIn, nameOf[id])
			}
		}
	}
}

// unreliable reports a stream whose preview is not the bytes that were printed.
func unreliable(c *contract.Case, s *toolcall.Stream) bool {
	return s.Cut || c.Call.Encoding == toolcall.Binary ||
		contract.Altered(text.Head(s.Preview, c.Settings.TextLimit))
}

var hashMalformed = &contract.Rule{
	ID:       "hash_malformed",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a digest that is not 64 hexadecimal digits after the optional `sha256:`.",
	Why:      "It can vouch for nothing, and is usually a shortened digest or one of another kind.",
	Fix:      "Send the full SHA-256 digest in hexadecimal.",
	Says:     "digest malformed:",
	Check: eachStream(func(s *toolcall.Stream) bool {
		return s.SHA256.State == toolcall.Invalid || s.Head.State == toolcall.Invalid || s.Tail.State == toolcall.Invalid
	}),
}

var hashMismatch = &contract.Rule{
	ID:       "hash_mismatch",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a digest that differs from the one recomputed from the preview, or from that of nothing where the stream is empty.",
	Why:      "Either the text that was shown is not the text that was printed, or the digest is of something else.",
	Fix:      "Digest the raw bytes of the stream, before decoding and before any cut, and keep the preview unchanged.",
	Says:     "digest differs:",
	Check: func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			switch s := &c.Call.Streams[id]; {
			case len(s.Preview) > c.Settings.TextLimit && s.HasDigest():
				c.Gap() // more than is looked at
			case !mismatch(c, id):
			case !empty(s) && unreliable(c, s):
				c.Gap()
			default:
				c.Report(nameOf[id])
			}
		}
	},
}

// mismatch recomputes what the preview allows. Where it holds all the bytes,
// every digest must agree; where it holds a part, that part is the head or the
// tail, so only two digests that both disagree show that it is neither.
func mismatch(c *contract.Case, id toolcall.StreamID) bool {
	s := &c.Call.Streams[id]
	switch {
	case empty(s):
		return wrong(s.SHA256, emptySum) || wrong(s.Head, emptySum) || wrong(s.Tail, emptySum)
	case s.Preview == "" || len(s.Preview) > c.Settings.TextLimit || !s.HasDigest():
		return false
	case !s.Clipped() && s.Size.State == toolcall.Stated && s.Size.V == int64(len(s.Preview)):
		return disagrees(s.SHA256, c.PreviewSum, id) || disagrees(s.Head, c.HeadSum, id) || disagrees(s.Tail, c.TailSum, id)
	case len(s.Preview) < c.Settings.HashWindow:
		return false
	case !s.Clipped() && s.PreviewIsTail:
		return disagrees(s.Tail, c.TailSum, id)
	default:
		return disagrees(s.Head, c.HeadSum, id) && disagrees(s.Tail, c.TailSum, id)
	}
}

// disagrees computes the digest only where one is stated to compare it with.
func disagrees(d toolcall.Digest, of func(toolcall.StreamID) [32]byte, id toolcall.StreamID) bool {
	return d.State == toolcall.Stated && d.Sum != of(id)
}

func empty(s *toolcall.Stream) bool { return s.Size.State == toolcall.Stated && s.Size.V == 0 }

func wrong(d toolcall.Digest, sum [32]byte) bool { return d.State == toolcall.Stated && d.Sum != sum }
