// Package rules holds the rules of the contract: one file per rule or tight
// family, each rule a value with its documentation inside.
package rules

import "github.com/toolspan/toolspan/internal/contract"

// All lists every rule in the order in which they run and in which findings are
// written. To add a rule, add it here and write its cases in testdata/rules.
func All() []*contract.Rule {
	return []*contract.Rule{
		ioFieldMissing,
		ioFieldInvalid,
		clipUnflagged,
		clipFlagUnderCap,
		clipFullHash,
		clipPartialHashMissing,
		hashMissing,
		hashMalformed,
		hashMismatch,
		previewExceedsStream,
		streamLost,
		encodingMismatch,
		clipInferred,
		okPreviewClipped,
		okPreviewFailed,
		terminationMissing,
		terminationInvalid,
		terminationContradiction,
		statusContradiction,
		exitCodeMasked,
		vacuousSuccess,
		timeoutWithSuccessMarker,
		falseConfirm,
		mustRerunContradiction,
		verifiedUnproven,
		summaryDroppedTermination,
		summaryRewroteTermination,
		shadowDisagrees,
		gateBypassed,
		outcomeAmbiguous,
		ambiguousAsFailure,
		ambiguousAsSuccess,
		presendAsUnknown,
		transitionIllegal,
		historyOverwritten,
		reconcileWithoutEvidence,
		fingerprintMissing,
		fingerprintMismatch,
		blindRetry,
		duplicateEffect,
		absenceAsProof,
		forgedObservation,
		unbackedObservation,
		contextPolluted,
		observationAltered,
		actionUnexecuted,
		approvalByTimeout,
		approvalBySilence,
	}
}

// IDs lists the IDs of all rules in order.
func IDs() []string {
	ids := make([]string, 0, contract.MaxRules)
	for _, r := range All() {
		ids = append(ids, r.ID)
	}
	return ids
}

// The groups of rules.
const (
	groupStreams     = "streams"
	groupTermination = "termination"
	groupClaims      = "claims"
	groupActions     = "actions"

	groupObservations = "observations"
	groupApprovals    = "approvals"
)
