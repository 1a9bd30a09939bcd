package rules

import (
	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/toolcall"
)

var okPreviewClipped = &contract.Rule{
	ID:       "ok_preview_clipped",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "output that was shown as ok while a stream is clipped.",
	Why:      "The agent plans on a preview as if it were all there is.",
	Fix:      "Show a clipped output as clipped, and say how to get the rest.",
	Says:     "its preview was taken for the whole",
	Check: func(c *contract.Case) {
		if c.Call.OKPreview.IsTrue() && c.ClippedForAgent() {
			c.Report("")
			falsify(c, isOKPreview)
		}
	},
}

var okPreviewFailed = &contract.Rule{
	ID:       "ok_preview_failed",
	Group:    groupStreams,
	Severity: contract.Error,
	Finds:    "output that was shown as ok although the call is known to have ended otherwise.",
	Why:      "The agent goes on as if the step had been done.",
	Fix:      "Derive what is shown from the termination, never from the text.",
	Says:     "its preview claimed otherwise",
	Check: func(c *contract.Case) {
		if c.Call.OKPreview.IsTrue() && c.Unproven() {
			c.Report("")
			falsify(c, isOKPreview)
		}
	},
}

func isOKPreview(f toolcall.Form) bool { return f == toolcall.OKPreviewClaim }

// falsify marks every claim of the given forms as false, and reports whether
// there was one.
func falsify(c *contract.Case, of func(toolcall.Form) bool) bool {
	found := false
	for i := range c.Call.Claims {
		if claim := &c.Call.Claims[i]; claim.Asserts && of(claim.Form) {
			c.MarkFalse(i)
			found = true
		}
	}
	return found
}
