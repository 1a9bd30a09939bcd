package contract

import (
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Level is how much the evidence can support.
type Level uint8

// The levels of evidence.
const (
	NoEvidence Level = iota
	Observed         // some text was seen
	Terminated       // the harness says how the call ended
	Verified         // it ended well, nothing that matters is clipped, and a verifier passed
)

var levelNames = [...]string{"none", "observed", "terminated", "verified"}

// String returns the word used in the verdict.
func (l Level) String() string { return levelNames[l] }

// Verdict is what the evidence of one record supports. It is valid until the
// next record is judged.
type Verdict struct {
	Call     *toolcall.Call
	Level    Level
	Ending   termination.Ending
	Decision termination.Decision
	// Ambiguous: evidence points both ways, or the outcome of a call that
	// changes the world is unknown.
	Ambiguous bool
	// Clips are all cuts. Clipped: one of them is not the command's own doing.
	Clips   []toolcall.Clip
	Clipped bool
	Markers []markers.Marker
	// NearMiss: success-looking text on a call that did not finish. Scope is that
	// of the strongest marker.
	NearMiss bool
	Scope    markers.Scope
	Findings IDs
	// Mild are the findings that are of no consequence.
	Mild IDs
	Gaps IDs
	// False lists the claims, by their place in the call, that are false.
	False []int
	// StatusFalse: the span status claims success and is false, as the rule at
	// place StatusRule found.
	StatusFalse bool
	StatusRule  int
	// MustRerunFalse: the producer states that no rerun is due where one is.
	MustRerunFalse bool
}

// Plain reports a call that ended well with nothing to say about it.
func (v *Verdict) Plain() bool {
	return v.Ending.Kind == termination.OK && v.Findings == 0 && !v.Clipped && !v.Ambiguous
}

// StrongestFalse returns the strongest form among the false claims. It reports
// false when there is none.
func (v *Verdict) StrongestFalse() (toolcall.Form, bool) {
	best := toolcall.NumForms
	for _, i := range v.False {
		best = min(best, v.Call.Claims[i].Form)
	}
	if v.StatusFalse {
		best = min(best, toolcall.SpanStatusClaim)
	}
	return best, best < toolcall.NumForms
}
