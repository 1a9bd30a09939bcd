package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var clipUnflagged = &contract.Rule{
	ID:       "clip_unflagged",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a stream that is longer than its cap and not flagged as truncated.",
	Why:      "The agent reads a part as if it were the whole, and the error that decides may be in the rest.",
	Fix:      "Set `truncated` wherever the size exceeds the cap; compute it from the numbers, not by hand.",
	Says:     "longer than its cap and not flagged:",
	Check: eachStream(func(s *toolcall.Stream) bool {
		return s.OverCap() && !s.Truncated.IsTrue()
	}),
}

var clipFlagUnderCap = &contract.Rule{
	ID:       "clip_flag_under_cap",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "a stream that is flagged as truncated although it fits its cap.",
	Why:      "A flag that is set for whole streams soon is ignored for clipped ones; or the size was counted after the cut.",
	Fix:      "Measure the size before any limit is applied, and set `truncated` only where the limit cut something.",
	Says:     "flagged as truncated within its cap:",
	Check: eachStream(func(s *toolcall.Stream) bool {
		return s.UnderCap() && s.Truncated.IsTrue()
	}),
}

var clipInferred = &contract.Rule{
	ID:       "clip_inferred",
	Group:    groupStreams,
	Severity: contract.Info,
	Finds:    "text that shows it was cut, by a harness's marker at its place or by JSON that breaks off, where no flag says so.",
	Why:      "Most agents never say that they cut an output; the marker in the text is all there is.",
	Fix:      "State the truncation as a fact, so that nobody has to read it out of the text.",
	Says:     "cut without a flag:",
	Check: func(c *contract.Case) {
		for i := range c.Clips {
			if c.Clips[i].Inferred {
				c.Report(c.Clips[i].Stream.String())
			}
		}
	},
}
