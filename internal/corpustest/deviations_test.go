package corpustest

// What the data says and the contract does not. The sections are those of the contract.

const (
	bareFailure = "a failure flag or status says only \"not well\", and tool_error is a failure for which no source states the kind (section 2)"
	flagReturns = "only a flag that follows the exit code yields ok, and this one says no more than that the tool came back (section 4)"
	okReturns   = "status OK or unset of an execute_tool span is `returned`, and only a flag that follows the exit code yields ok (section 4)"
	noTextOK    = "an application's own tool is believed a harness's header or trailer for a failure, never for ok (section 2)"
	liveProcess = "what may still be running is reconciled, since a live process is not started twice (section 4)"
	maySayRerun = "a command whose effect is not stated may be rerun; effects.mutating names those that may not (section 4)"
	equalRank   = "facts of equal rank that disagree are a contradiction, of which the worse kind is taken (sections 2 and 6)"
	foreignCut  = "the event about the cut names no call, and what is no tool call leaves as it came; the record of the call says nothing of it (section 5)"
	onlyAGap    = "the next step of an unknown ending is left out where it is only a gap (section 4)"
)

// sampleDeviations are where the contract says otherwise than the manifest of the samples.
var sampleDeviations = map[string]deviation{
	"codex_logs.jsonl:6 termination":        {"cancelled", "the user ended it on purpose (section 4)"},
	"codex_spans.jsonl:3 termination":       {"tool_error", bareFailure},
	"gemini_cli_logs.jsonl:4 clips":         {"none", foreignCut},
	"qwen_code_logs.jsonl:4 clips":          {"none", foreignCut},
	"gemini_cli_logs.jsonl:5 termination":   {"tool_error", "it failed with no process: an exception (section 4)"},
	"copilot_cli_spans.jsonl:6 termination": {"tool_error", bareFailure},
	"mcp_semconv.jsonl:2 termination":       {"tool_error", "isError of MCP is a failure with no process (section 4)"},
	"cline_logs.jsonl:3 termination":        {"tool_error", bareFailure},
	"cline_logs.jsonl:4 termination":        {"no verdict", "it names no tool and no call, and what is no tool call leaves as it came (section 5)"},
	"strands.jsonl:1 termination":           {"unknown", flagReturns},
	"strands.jsonl:5 termination":           {"unknown", flagReturns},
	"strands.jsonl:4 clips":                 {"none", "no marker, whole JSON and no known limit's length: nothing shows that anything is missing (section 6, clip_inferred)"},
}

// unprovenIsKnown is about checks whose exit code is masked: they are told apart by exit_code_masked.
const unprovenIsKnown = "a call is unproven while its kind is known and not ok, and the kind is not known here (sections 4 and 7)"

// caseDeviations are where the contract says otherwise than the field cases.
var caseDeviations = map[string]deviation{
	"W03 next":     {"reconcile", liveProcess},
	"W05 findings": {"termination_contradiction:error", equalRank},
	"W07 findings": {"termination_contradiction:error timeout_with_success_marker:warning", equalRank},
	"W08 next":     {"rerun", maySayRerun},
	"W21 next":     {"rerun_uncapped", "the harness clipped the output of a failed command (section 4)"},
	"W33 termination": {
		"tool_error", "a dropped connection is a failure with no process; that its outcome is unknown follows from its having been sent (sections 4 and 8)",
	},
	"W36 next":           {"reconcile", "no span waits, so what is read later changes what is remembered and not a verdict that is gone (section 7)"},
	"W37 termination":    {"tool_error", "the word alone is a line that the tool could have printed, which decides no kind; ERROR says only \"not well\" (section 2)"},
	"W41 next":           {"none", onlyAGap},
	"W03 claim in words": {"none", "a command that was asked to run in the background is meant to be running, and nothing says that it did not end well (section 1)"},
	"W04 claim in words": {"none", "a text that says what still runs claims no success (section 7)"},
	"W11 claim in words": {"false_confirm", "a claim of success is held against a call that ended at its time limit (section 7, a)"},
	"W15 claim in words": {"false_confirm", "a claim of success is held against a call that a signal ended (section 7, a)"},
	"W22 claim in words": {"none", unprovenIsKnown},
	"W55 claim in words": {"none", unprovenIsKnown},
	"W41 claim in words": {"none", "nothing is known of how the call ended, and it is no check (section 7)"},
	"W44 claim in words": {"none", "a failed request is neither unfinished nor a check, build or deployment (section 7)"},
	"W48 next":           {"none", onlyAGap},
	"W54 next":           {"reconcile", liveProcess},
	"W67 termination":    {"signal", "a signal is cancelled where it follows a kill of that task, and nothing says that process 4121 is this one (section 4)"},
	"W67 next":           {"rerun", "as its termination"},
	"W73 next":           {"rerun", "what has an exit code is a command, and a command whose effect is not stated may be rerun (section 4)"},

	// Calls of which nothing says that they ended well. Nothing is raised of them either.
	"W10 termination": {"unknown", okReturns},
	"W26 termination": {"unknown", okReturns},
	"W27 termination": {"unknown", okReturns},
	"W28 termination": {"unknown", okReturns},
	"W30 termination": {"unknown", okReturns},
	"W40 termination": {"unknown", okReturns},
	"W41 termination": {"unknown", okReturns},
	"W49 termination": {"unknown", okReturns},
	"W70 termination": {"unknown", okReturns},

	// The same of commands whose exit code is masked. What is found and what is next are as expected, but for two.
	"W22 termination": {"unknown", noTextOK},
	"W22 findings":    {"exit_code_masked:warning", "a check is masked, and no run, unit or phrase success shows (section 6)"},
	"W55 termination": {"unknown", noTextOK},
	"W57 termination": {"unknown", okReturns},
	"W59 termination": {"unknown", okReturns},
	"W59 findings":    {"exit_code_masked:info", "what is masked is no check, and no failure line shows (section 6)"},
	"W59 next":        {"none", "as its finding, which is for information"},
	"W61 termination": {"unknown", okReturns},
	"W62 termination": {"unknown", okReturns},
	"W63 termination": {"unknown", okReturns},
	"W64 termination": {"unknown", okReturns},
}
