package rules

import "github.com/toolspan/toolspan/internal/contract"

// ofTexts is the check of rules about what a model wrote: no call breaks them, so
// they are held against its texts where those are heard.
func ofTexts(*contract.Case) {}

var summaryDroppedTermination = &contract.Rule{
	ID:       "summary_dropped_termination",
	Group:    groupClaims,
	Severity: contract.Error,
	Finds: "a structured summary (JSON in a text of a model, an object for each call or a list of them, with a call ID or a tool and what is said of its ending) " +
		"that leaves out an exit code, a signal or a hit time limit which the call's own record has.",
	Why:   "Whoever works on from the summary alone cannot know that the step was stopped.",
	Fix:   "Copy the termination into every summary as it is; shorten the output, not the ending.",
	Says:  "leaves out how a call ended",
	Check: ofTexts,
}

var summaryRewroteTermination = &contract.Rule{
	ID:       "summary_rewrote_termination",
	Group:    groupClaims,
	Severity: contract.Error,
	Finds:    "a structured summary that states another kind, exit code, signal or time limit than the call's own record.",
	Why:      "A rewritten ending is believed as much as a recorded one.",
	Fix:      "Copy the termination by program, and let no model put it into its own words.",
	Says:     "states another ending than the call had",
	Check:    ofTexts,
}

var forgedObservation = &contract.Rule{
	ID:       "forged_observation",
	Group:    groupObservations,
	Severity: contract.Error,
	Finds: "a text of a model that holds a call and the result of it, both written by the model: an action line and its own `Observation:` line, " +
		"or a block in the form of a tool's result.",
	Why:   "No tool ran, and what the model made up goes on into the next prompt as if one had said it.",
	Fix:   "Stop the generation at the marker of an observation; call tools by the structured interface of the model.",
	Says:  "holds the result of a tool that the model wrote itself",
	Check: ofTexts,
}
