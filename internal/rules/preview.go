package rules

import (
	"crypto/sha256"
	"strings"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// emptySum is the digest of a stream to which nothing was written.
var emptySum = sha256.Sum256(nil)

var previewExceedsStream = &contract.Rule{
	ID:       "preview_exceeds_stream",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a preview that is longer than the stream, or than the limit that cut it.",
	Why:      "Text was added to what the tool printed, or the size is not that of the stream.",
	Fix:      "Count bytes, not characters, and keep notes of the harness out of the preview.",
	Says:     "preview longer than the stream:",
	Check: func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			s := &c.Call.Streams[id]
			n := int64(len(s.Preview))
			tooLong := s.Size.State == toolcall.Stated && n > s.Size.V || s.Cap.State == toolcall.Stated && n > s.Cap.V
			switch {
			case !tooLong:
			case unreliable(c, s):
				c.Gap()
			default:
				c.Report(nameOf[id])
			}
		}
	},
}

var streamLost = &contract.Rule{
	ID:       "stream_lost",
	Group:    groupStreams,
	Severity: contract.Warning,
	Finds:    "a stream to which bytes were written and of which nothing was kept: no preview, no digest.",
	Why:      "The pipe stalled or the reader died; the agent saw silence where there was output.",
	Fix:      "Drain both pipes until the process ends, and digest what is not kept.",
	Says:     "nothing kept of:",
	Check:    eachStream(contract.StreamLost),
}

var encodingMismatch = &contract.Rule{
	ID:       "encoding_mismatch",
	Group:    groupStreams,
	Severity: contract.Info,
	Finds:    "text declared as utf-8 that holds NUL bytes, or a preview of output declared as binary.",
	Why:      "Lengths and digests of such a preview cannot be compared with those of the stream.",
	Fix:      "Declare `binary` for output that is not text, and leave its preview out.",
	Says:     "encoding is not as declared:",
	Check: func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			p := c.Call.Streams[id].Preview
			if c.Call.Encoding == toolcall.Binary && p != "" ||
				c.Call.Encoding == toolcall.UTF8 && strings.IndexByte(text.Head(p, c.Settings.TextLimit), 0) >= 0 {
				c.Report(nameOf[id])
			}
		}
	},
}
