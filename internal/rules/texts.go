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

var contextPolluted = &contract.Rule{
	ID:       "context_polluted",
	Group:    groupObservations,
	Severity: contract.Error,
	Finds: "a text that is known to be false (it holds a result that the model made up, or claims a success that calls speak against) " +
		"among the messages that a model was given later.",
	Why:   "What follows is planned on it, by this model or by another that was handed the text.",
	Fix:   "Take the text out of the conversation, or put the true result beside it, before the model goes on.",
	Says:  "gives the model a text that is known to be false",
	Check: ofTexts,
}

var observationAltered = &contract.Rule{
	ID:       "observation_altered",
	Group:    groupObservations,
	Severity: contract.Error,
	Finds: "a result among the messages for a model that is not the one which the call with that ID returned; " +
		"what was cut, wrapped, formatted otherwise or replaced by a notice does not count, nor do results over 4 KiB.",
	Why:   "The model is told something else than what happened.",
	Fix:   "Find what stands between tool and model (a hook, a proxy, a memory) and changes results; let it add and cut, not rewrite.",
	Says:  "gives the model another result than the tool returned",
	Check: ofTexts,
}

var unbackedObservation = &contract.Rule{
	ID:       "unbacked_observation",
	Group:    groupObservations,
	Severity: contract.Warning,
	Finds: "a result among the new messages for a model whose call ID no reported call bears; only with `memory.complete_traces`, " +
		"of services that report calls with IDs, and of tools that the agent runs itself.",
	Why:   "Nothing shows that the tool ran.",
	Fix:   "Instrument the tool, or find out who wrote the result.",
	Says:  "gives the model a result that no reported call returned",
	Check: ofTexts,
}

var actionUnexecuted = &contract.Rule{
	ID:       "action_unexecuted",
	Group:    groupObservations,
	Severity: contract.Warning,
	Finds: "a call that a model asked for, by the interface for tools or in an `Action:` line, that was answered and that nobody reported; " +
		"only with `memory.complete_traces`, and of services that report calls.",
	Why:   "The answer is no evidence that the action was taken.",
	Fix:   "Stop the generation at the marker of an observation, and report every call that is run.",
	Says:  "answers a call that nobody ran, as far as reported",
	Check: ofTexts,
}
