package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var ioFieldMissing = &contract.Rule{
	ID:       "io_field_missing",
	Group:    groupStreams,
	Severity: contract.Warning,
	Finds:    "a stream of which size, cap or truncated is not stated.",
	Why:      "Without all three nobody can tell whether what the agent saw was everything the tool printed.",
	Fix:      "State `tool_span.<stream>.size`, `.cap` and `.truncated` for stdout and stderr, with an empty cap where there is no limit.",
	Says:     "not stated:",
	Gap:      true,
	Check: func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			s, owed := &c.Call.Streams[id], c.Call.OwesStreams
			if s.Size.State == toolcall.Absent {
				c.Missing(owed, sizeOf[id])
			}
			if s.Cap.State == toolcall.Absent && !s.Unlimited {
				c.Missing(owed, capOf[id])
			}
			if s.Truncated.State == toolcall.Absent {
				c.Missing(owed, truncatedOf[id])
			}
		}
	},
}

var ioFieldInvalid = &contract.Rule{
	ID:       "io_field_invalid",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a fact about a stream that cannot be read: of the wrong type, negative, fractional, too large, or an unknown encoding.",
	Why:      "A length that is no length is usually a bug of the wrapper, and hides whatever it was meant to say.",
	Fix:      "Send sizes and caps as non-negative integers of bytes, flags as booleans, and `utf-8` or `binary` as the encoding.",
	Says:     "not readable:",
	Check: func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			s := &c.Call.Streams[id]
			if s.Size.State == toolcall.Invalid {
				c.Report(sizeOf[id])
			}
			if s.Cap.State == toolcall.Invalid {
				c.Report(capOf[id])
			}
			if s.Truncated.State == toolcall.Invalid {
				c.Report(truncatedOf[id])
			}
			if s.PreviewInvalid {
				c.Report(previewOf[id])
			}
		}
		if c.Call.Encoding == toolcall.EncodingInvalid {
			c.Report("encoding")
		}
		if c.Call.OKPreview.State == toolcall.Invalid {
			c.Report("ok_preview")
		}
	},
}

// What a finding is about, by stream.
var (
	nameOf      = [toolcall.NumStreams]string{"stdout", "stderr"}
	sizeOf      = [toolcall.NumStreams]string{"stdout size", "stderr size"}
	capOf       = [toolcall.NumStreams]string{"stdout cap", "stderr cap"}
	truncatedOf = [toolcall.NumStreams]string{"stdout truncated", "stderr truncated"}
	previewOf   = [toolcall.NumStreams]string{"stdout preview", "stderr preview"}
)

// eachStream reports the streams of which the predicate holds.
func eachStream(holds func(*toolcall.Stream) bool) func(*contract.Case) {
	return func(c *contract.Case) {
		for id := range toolcall.NumStreams {
			if holds(&c.Call.Streams[id]) {
				c.Report(nameOf[id])
			}
		}
	}
}
