package dialect

import (
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// factKey is one attribute key under which the contract accepts a fact.
type factKey struct {
	field toolcall.Field
	key   string
	// bare keys mean other things elsewhere, so they are read only on a record
	// that is native beyond doubt: span_type=tool, or a fact about a stream.
	bare bool
}

// contractKeys are the keys of the contract, the strongest spelling of each fact
// first. Every dialect accepts them.
var contractKeys = slices.Concat(
	streamKeys("stdout", toolcall.Stdout),
	streamKeys("stderr", toolcall.Stderr),
	[]factKey{
		{toolcall.EncodingField, toolcall.Prefix + "encoding", false},
		{toolcall.EncodingField, "encoding", true},
		{toolcall.OKPreview, toolcall.Prefix + "ok_preview", false},
		{toolcall.OKPreview, "ok_preview", true},

		{toolcall.TerminationKind, toolcall.Prefix + "termination.kind", false},
		{toolcall.TerminationKind, "termination.kind", true},
		{toolcall.TerminationKind, "termination_kind", true},
		{toolcall.ExitCode, toolcall.Prefix + "termination.exit_code", false},
		{toolcall.ExitCode, toolcall.Prefix + "termination.exitCode", false},
		{toolcall.ExitCode, toolcall.ProcessExitCode, false},
		{toolcall.ExitCode, "exit_code", false},
		{toolcall.ExitCode, "exitCode", false},
		{toolcall.ExitCode, "returncode", false},
		{toolcall.ExitCode, "termination.exit_code", false},
		{toolcall.ExitCode, "termination.exitCode", false},
		{toolcall.ExitCode, "termination.returncode", false},
		{toolcall.SignalField, toolcall.Prefix + "termination.signal", false},
		{toolcall.SignalField, toolcall.Prefix + "termination.signal_name", false},
		{toolcall.SignalField, "signal", false},
		{toolcall.SignalField, "signal_name", false},
		{toolcall.SignalField, "termination.signal", false},
		{toolcall.SignalField, "termination.signal_name", false},
		{toolcall.TimedOut, toolcall.Prefix + "termination.timed_out", false},
		{toolcall.TimedOut, toolcall.Prefix + "termination.timedOut", false},
		{toolcall.TimedOut, "timed_out", false},
		{toolcall.TimedOut, "timedOut", false},
		{toolcall.TimedOut, "termination.timed_out", false},
		{toolcall.TimedOut, "termination.timedOut", false},
		{toolcall.DurationMS, toolcall.Prefix + "termination.duration_ms", false},
		{toolcall.DurationMS, "duration_ms", false},
		{toolcall.DurationMS, "termination.duration_ms", false},

		{toolcall.ClaimStatus, toolcall.Prefix + "claim.status", false},
		{toolcall.ClaimStatus, "status", true},
		{toolcall.ClaimMustRerun, toolcall.Prefix + "claim.must_rerun", false},
		{toolcall.ClaimMustRerun, toolcall.Prefix + "claim.mustRerun", false},
		{toolcall.ClaimMustRerun, "must_rerun", true},
		{toolcall.ClaimMustRerun, "mustRerun", true},
		{toolcall.ClaimConfirmed, toolcall.Prefix + "claim.confirmed", false},
		{toolcall.ClaimConfirmed, "confirmed", true},
		{toolcall.ClaimVerified, toolcall.Prefix + "claim.verified", false},
		{toolcall.ClaimVerified, "verified", true},
		{toolcall.ClaimUserApproved, toolcall.Prefix + "claim.user_approved", false},
		{toolcall.ClaimUserApproved, "user_approved", true},

		{toolcall.VerifierResult, toolcall.Prefix + "verifier.result", false},
		{toolcall.ShadowOf, toolcall.Prefix + "shadow_of", false},
		{toolcall.HarnessVersion, toolcall.HarnessVersionKey, false},
		{toolcall.PromptVersion, toolcall.PromptVersionKey, false},

		{toolcall.ToolName, toolcall.GenAIToolName, false},
		{toolcall.ToolName, "tool_name", false},
		{toolcall.CallID, toolcall.GenAIToolCallID, false},
		{toolcall.Conversation, toolcall.GenAIConversation, false},
		{toolcall.Argv, "process.command_args", false},
		{toolcall.Argv, "argv", false},
		{toolcall.CommandLine, "process.command_line", false},
		{toolcall.WorkingDirectory, "process.working_directory", false},
		{toolcall.WorkingDirectory, "cwd", false},
		{toolcall.ErrorTypeField, toolcall.ErrorType, false},
		{toolcall.Method, toolcall.HTTPMethod, false},
		{toolcall.Method, toolcall.HTTPMethodOld, false},
	},
	approvalKeys,
	hintKeys(),
	actionKeys,
)

// hintKeys are where what a server of MCP says of a tool is reported, in its own words
// and in those of attributes.
func hintKeys() (keys []factKey) {
	for _, group := range hintGroups {
		for field, names := range map[toolcall.Field][]string{
			toolcall.ReadOnlyHint:    {"readOnlyHint", "read_only_hint", "read_only"},
			toolcall.DestructiveHint: {"destructiveHint", "destructive_hint", "destructive"},
			toolcall.IdempotentHint:  {"idempotentHint", "idempotent_hint", "idempotent"},
		} {
			for _, name := range names {
				keys = append(keys, factKey{field, group + "." + name, false})
			}
		}
	}
	slices.SortFunc(keys, func(a, b factKey) int { return strings.Compare(a.key, b.key) })
	return keys
}

var hintGroups = []string{"mcp.tool.annotations", "gen_ai.tool.annotations", "tool.annotations"}

// actionKeys are those of receipts.
var actionKeys = []factKey{
	{toolcall.ActionOperationID, toolcall.ActionPrefix + "operation_id", false},
	{toolcall.ActionOperation, toolcall.ActionPrefix + "operation", false},
	{toolcall.ActionTarget, toolcall.ActionPrefix + "target", false},
	{toolcall.ActionMethod, toolcall.ActionPrefix + "method", false},
	{toolcall.ActionPayload, toolcall.ActionPrefix + "payload", false},
	{toolcall.ActionState, toolcall.ActionPrefix + "state", false},
	{toolcall.ActionFingerprint, toolcall.ActionPrefix + "fingerprint", false},
	{toolcall.ActionFingerprint, toolcall.ActionPrefix + "intent_fingerprint", false},
	{toolcall.ActionIdempotencyKey, toolcall.ActionPrefix + "idempotency_key", false},
	{toolcall.ActionExternalID, toolcall.ActionPrefix + "external_id", false},
	{toolcall.ActionReads, toolcall.ActionPrefix + "reads", false},
	{toolcall.ActionResends, toolcall.ActionPrefix + "resend_count", false},
	{toolcall.ActionEvidence, toolcall.ActionPrefix + "evidence", false},
	{toolcall.ActionEvidenceKind, toolcall.ActionPrefix + "evidence.kind", false},
	{toolcall.ActionError, toolcall.ActionPrefix + "error", false},
	{toolcall.ActionErrorCode, toolcall.ActionPrefix + "error.code", false},
	{toolcall.ActionStatusCode, toolcall.ActionPrefix + "status_code", false},
	{toolcall.ActionHistory, toolcall.ActionPrefix + "state_history", false},
	{toolcall.ActionHistory, toolcall.ActionPrefix + "history", false},
	{toolcall.ActionReconciliation, toolcall.ActionPrefix + "reconciliation", false},
}

func streamKeys(name string, id toolcall.StreamID) []factKey {
	at := func(f toolcall.Field) toolcall.Field { return toolcall.StreamField(id, f) }
	full := toolcall.Prefix + name + "."
	return []factKey{
		{at(toolcall.StdoutSize), full + "size", false},
		{at(toolcall.StdoutSize), name + "_bytes", false},
		{at(toolcall.StdoutCap), full + "cap", false},
		{at(toolcall.StdoutCap), name + "_cap", false},
		{at(toolcall.StdoutTruncated), full + "truncated", false},
		{at(toolcall.StdoutTruncated), name + "_truncated", false},
		{at(toolcall.StdoutSHA256), full + "sha256", false},
		{at(toolcall.StdoutSHA256), name + "_sha256", false},
		{at(toolcall.StdoutHeadSHA256), full + "head_sha256", false},
		{at(toolcall.StdoutHeadSHA256), name + "_head_sha256", false},
		{at(toolcall.StdoutTailSHA256), full + "tail_sha256", false},
		{at(toolcall.StdoutTailSHA256), name + "_tail_sha256", false},
		{at(toolcall.StdoutPreview), full + "preview", false},
		{at(toolcall.StdoutPreview), "preview_" + name, false},
		{at(toolcall.StdoutPreview), name + tailPreview, false},
	}
}

// tailPreview ends the keys whose very name says that the preview is the end of
// its stream.
const tailPreview = "_tail"

// groupKeys may hold a map, or a string of JSON, of the facts below them.
var groupKeys = []string{
	toolcall.Namespace, toolcall.Prefix + "stdout", toolcall.Prefix + "stderr", toolcall.Prefix + "termination",
	toolcall.Prefix + "claim", toolcall.Prefix + "verifier", toolcall.Prefix + "harness", toolcall.Prefix + "prompt",
	toolcall.Prefix + "approval", toolcall.ActionKey,
	"termination", "mcp.tool.annotations", "gen_ai.tool.annotations", "tool.annotations",
}

// applicationPolicy holds where tools are the application's own: any text can
// have been printed by the tool, so none proves success.
var applicationPolicy = termination.Policy{MinusOne: termination.NonzeroExit, Spoofable: true}

// genAIKeys are where the semantic conventions put what the contract does not name.
var genAIKeys = map[toolcall.Field][]string{
	toolcall.Arguments: {toolcall.GenAIToolArguments},
	toolcall.Result:    {toolcall.GenAIToolResult},
}

// Contract is the dialect of producers that state the facts of the contract.
func Contract() *Dialect {
	return &Dialect{
		Name:      "contract",
		Doc:       "Facts of the contract, as attributes, as maps, or as JSON; stated by wrappers written for it.",
		Keys:      genAIKeys,
		Policy:    applicationPolicy,
		Harnesses: harness.All,
	}
}

// Reserved reports a key that has a meaning for every record already, so that it
// cannot be a source of another field: those of the contract, the groups of them,
// and its whole namespace.
func Reserved(key string) bool {
	if key == toolcall.SpanType || slices.Contains(groupKeys, key) || IsVerdictKey(key) || strings.HasPrefix(key, toolcall.Prefix) {
		return true
	}
	return slices.ContainsFunc(contractKeys, func(k factKey) bool { return k.key == key })
}
