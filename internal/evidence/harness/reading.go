package harness

// Position says on which side of the command's own output a statement stands.
type Position uint8

// The two places where a harness speaks.
const (
	Header Position = iota
	Trailer
)

// String returns the name of the evidence source that the position stands for.
func (p Position) String() string {
	if p == Trailer {
		return "text_trailer"
	}
	return "text_header"
}

// Ending is what a harness says about how a call ended.
type Ending uint8

// The endings that texts state.
const (
	None        Ending = iota // nothing about the ending (the one such statement is "no_user_answer")
	Exit                      // ended by itself, with the code given
	Timeout                   // stopped at a time limit
	Running                   // still alive when the text was written
	Signal                    // ended by a signal, or killed by the harness
	Cancelled                 // ended on purpose by the user
	NotExecuted               // refused or invalid before it began
	ToolError                 // the tool failed and no process ended
)

var endingNames = [...]string{"none", "exit", "timeout", "running", "signal", "cancelled", "not_executed", "tool_error"}

// String returns the lower-case name of the ending.
func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return "unknown"
}

// Statement is one fact that a harness wrote about the ending of a call.
type Statement struct {
	Harness  string   // who writes such a text, in lower_snake case
	Rule     string   // the rule that read it
	Ending   Ending   // what it says
	Code     int64    // the exit code, if HasCode
	HasCode  bool     // an exit code is stated
	Signal   string   // the signal as written ("SIGTERM", "15"), empty if none is named
	LimitHit bool     // a time limit was the cause, whether or not the process survived it
	Position Position // where it stands
}

// Side is the part of an output that is lost.
type Side uint8

// The parts that a truncation can remove.
const (
	Head Side = iota
	Tail
	Middle
	Everything
)

var sideNames = [...]string{"head", "tail", "middle", "all"}

// String returns the lower-case name of the side.
func (s Side) String() string {
	if int(s) < len(sideNames) {
		return sideNames[s]
	}
	return "unknown"
}

// Clip says that a part of the output is missing from the text.
type Clip struct {
	Harness     string // who writes such a marker
	Rule        string // the rule that read it
	Side        Side   // the part that is lost
	ByTelemetry bool   // cut on its way to telemetry; the agent saw more than this
}

// Reading is what one text says. Its slices are reused by the next Read into it.
type Reading struct {
	Statements []Statement // headers before trailers, each from the edge of the text inwards
	Clips      []Clip      // from head, tail and body, in this order; no side twice, telemetry's cuts aside
	Empty      bool        // a placeholder says that there was no output
}

// Bounds on what one text can yield, so that a hostile one cannot make a reading grow.
const (
	maxStatements = 8
	maxClips      = 8
)

// Reset empties the reading and keeps its memory.
func (r *Reading) Reset() {
	r.Statements = r.Statements[:0]
	r.Clips = r.Clips[:0]
	r.Empty = false
}

func (r *Reading) state(s Statement) {
	for _, old := range r.Statements {
		if old.Ending == s.Ending && old.Position == s.Position && old.Code == s.Code && old.Signal == s.Signal {
			return
		}
	}
	if len(r.Statements) < maxStatements {
		r.Statements = append(r.Statements, s)
	}
}

func (r *Reading) clip(c Clip) {
	for _, old := range r.Clips {
		if old.Side == c.Side && old.ByTelemetry == c.ByTelemetry {
			return
		}
	}
	if len(r.Clips) < maxClips {
		r.Clips = append(r.Clips, c)
	}
}
