package summary

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/affirm"
	"github.com/toolspan/toolspan/internal/evidence/assertion"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Presence tells what is stated from what is left out.
type Presence uint8

// The ways in which a member of a termination may be there, the most telling last.
const (
	Absent Presence = iota
	// Null is a member without a value.
	Null
	// Unreadable is a value that is none of this contract.
	Unreadable
	Given
)

// Presences tells of each member of a termination whether it is there.
type Presences struct{ Kind, Code, Signal, TimedOut Presence }

// Entry is what a record says about one call.
type Entry struct {
	// ID and Tool name the call; one of them may be empty.
	ID, Tool string
	// Ending is what is stated about the ending, and Others are what the same entry
	// states otherwise at another place. They rank as text, since they prove nothing.
	Ending termination.Fact
	Others []termination.Fact
	Has    Presences
	// Claims are the statements of success, with their places. Those of the form
	// TextClaim are notes; they assert where something is said to have succeeded that
	// is not admitted to have failed as well.
	Claims    []toolcall.Claim
	MustRerun toolcall.Bool
	// NoRerun are the places where must_rerun is stated to be false.
	NoRerun []toolcall.Claim
	// Ends are the places of what is stated about the ending.
	Ends []End
	// Observed: it shows what was seen of the output, which may say anything.
	Observed bool
	// Partial: not all of the entry was read, so what seems left out may be there.
	Partial bool
}

// End is one member of a termination, with its place.
type End struct {
	Part Parts
	Site toolcall.Site
}

// Claimed reports whether the entry claims success in that form.
func (e *Entry) Claimed(f toolcall.Form) bool {
	for i := range e.Claims {
		if e.Claims[i].Form == f && e.Claims[i].Asserts {
			return true
		}
	}
	return false
}

// denied reports whether the status says that the call did not succeed.
func (e *Entry) denied() bool {
	for i := range e.Claims {
		if e.Claims[i].Denies {
			return true
		}
	}
	return false
}

// Limits on what is kept of one entry, however often a member stands in it.
const (
	maxMembers = 256
	maxClaims  = 16
	maxOthers  = 8
	maxEnds    = 16
	maxNotes   = 4 << 10 // bytes that are read of each
)

// field is what a member of an entry means.
type field uint8

const (
	noField field = iota
	callID        // the strong ways of naming a call, the strongest first
	toolCallID
	toolUseID
	anyID
	tool
	toolName
	anyName
	status
	confirmed
	verified
	userApproved
	notes
	mustRerun
	observed
	ending
	payload
)

var fields = map[string]field{
	"call_id": callID, "callId": callID, "tool_call_id": toolCallID, "toolCallId": toolCallID,
	"tool_use_id": toolUseID, "toolUseId": toolUseID, "id": anyID,
	"tool": tool, "tool_name": toolName, "toolName": toolName, "name": anyName,
	"status": status, "confirmed": confirmed, "verified": verified,
	"user_approved": userApproved, "userApproved": userApproved, "notes": notes,
	"must_rerun": mustRerun, "mustRerun": mustRerun,
	"observed_markers": observed, "observedMarkers": observed,
	"success_like_markers_observed": observed, "successLikeMarkersObserved": observed,
	"stdout_tail_observed": observed, "stdoutTailObserved": observed,
	"stderr_tail_observed": observed, "stderrTailObserved": observed,
	"termination": ending,

	"role": payload, "type": payload, "object": payload, "event": payload, "jsonrpc": payload, "sessionUpdate": payload,
	"content": payload, "arguments": payload, "args": payload, "input": payload, "parameters": payload, "function": payload,
	"output": payload, "stdout": payload, "stderr": payload, "response": payload,
}

// endings are the members of a termination, and beside are those that stand next to it.
var (
	endings = map[string]toolcall.Field{
		"kind":      toolcall.TerminationKind,
		"exit_code": toolcall.ExitCode, "exitCode": toolcall.ExitCode, "returncode": toolcall.ExitCode,
		"signal": toolcall.SignalField, "signal_name": toolcall.SignalField, "signalName": toolcall.SignalField,
		"timed_out": toolcall.TimedOut, "timedOut": toolcall.TimedOut,
	}
	beside = map[string]toolcall.Field{
		"termination_kind": toolcall.TerminationKind, "terminationKind": toolcall.TerminationKind,
		"exit_code": toolcall.ExitCode, "exitCode": toolcall.ExitCode, "returncode": toolcall.ExitCode,
		"signal": toolcall.SignalField, "signal_name": toolcall.SignalField, "signalName": toolcall.SignalField,
		"timed_out": toolcall.TimedOut, "timedOut": toolcall.TimedOut,
	}
)

// draft is an object of which it is not yet known whether it is an entry.
type draft struct {
	Entry
	members          int
	idFrom, toolFrom field
	hasStatus        bool
	// flat: something about the ending stands beside its status. ends: there is a
	// termination. known: one that only this contract has.
	flat, ends, known bool
	rerun, remarks    bool
	payload           bool
}

// full counts a member and reports whether there are more than are read.
func (d *draft) full() bool {
	d.members++
	d.Partial = d.Partial || d.members > maxMembers
	return d.members > maxMembers
}

// entry finishes the draft. It reports false for an object that is no entry.
func (d *draft) entry() (Entry, bool) {
	if d.ID == "" && d.Tool == "" || !d.hasStatus && !d.ends && !d.flat {
		return Entry{}, false
	}
	byTool, byID := d.Tool != "" && d.toolFrom != anyName, d.ID != "" && d.idFrom != anyID
	switch {
	case d.Observed, d.rerun, d.known, d.ends && (byTool || byID):
		return d.Entry, true
	case d.payload:
		return Entry{}, false
	default:
		return d.Entry, byID || byTool && (d.ID != "" || d.remarks)
	}
}

// name takes the key under which an object stands for the ID of its call, where the
// object has none.
func (d *draft) name(key string) {
	if d.ID == "" && d.Tool == "" && key != "" {
		d.ID, d.idFrom = key, anyID
	}
}

// stronger reports whether what a member names is to be taken instead of what an
// earlier one named.
func stronger(now string, from, before field) bool {
	return now != "" && (before == noField || from < before)
}

// scalar takes a member whose value is no object that is read further.
func (d *draft) scalar(f field, v pcommon.Value, at toolcall.Site, cut bool) {
	switch f {
	case callID, toolCallID, toolUseID, anyID:
		if id := toolcall.ParseID(v); !cut && stronger(id, f, d.idFrom) {
			d.ID, d.idFrom = id, f
		}
	case tool, toolName, anyName:
		if name := toolcall.ParseID(v); !cut && v.Type() == pcommon.ValueTypeStr && stronger(name, f, d.toolFrom) {
			d.Tool, d.toolFrom = name, f
		}
	case status:
		word := v.Type() == pcommon.ValueTypeStr || v.Type() == pcommon.ValueTypeBool
		d.hasStatus = d.hasStatus || word && !cut && !toolcall.IsEmpty(v)
		d.claim(toolcall.StatusClaim, v, at, cut)
	case confirmed:
		d.claim(toolcall.Confirmed, v, at, cut)
	case verified:
		d.claim(toolcall.Verified, v, at, cut)
	case userApproved:
		d.claim(toolcall.UserApproved, v, at, cut)
	case notes:
		d.note(v, at, cut)
	case mustRerun:
		d.mustRerun(v, at, cut)
	case observed:
		d.Observed = true
	case payload:
		d.payload = true
	}
}

// claim takes a claim in one of the forms that consist of a word.
func (d *draft) claim(form toolcall.Form, v pcommon.Value, at toolcall.Site, cut bool) {
	if cut || toolcall.IsEmpty(v) {
		return
	}
	d.remarks = d.remarks || form != toolcall.StatusClaim
	d.add(toolcall.Claim{
		Form: form, Site: at, Asserts: affirm.Asserts(form, v),
		Denies: form == toolcall.StatusClaim && affirm.Denies(v),
	})
}

// note takes a text about the call. What is lost of one that is cut may admit a
// failure, so it asserts nothing.
func (d *draft) note(v pcommon.Value, at toolcall.Site, cut bool) {
	if v.Type() != pcommon.ValueTypeStr || toolcall.IsEmpty(v) {
		return
	}
	d.remarks = true
	d.add(toolcall.Claim{
		Form: toolcall.TextClaim, Site: at,
		Asserts: !cut && assertion.Read(v.Str(), maxNotes).Unqualified() != 0,
	})
}

func (d *draft) add(c toolcall.Claim) {
	if len(d.Claims) == maxClaims {
		d.Partial = true
		return
	}
	d.Claims = append(d.Claims, c)
}

func (d *draft) mustRerun(v pcommon.Value, at toolcall.Site, cut bool) {
	if cut {
		return
	}
	d.rerun = true
	b := toolcall.ParseBool(v)
	if d.MustRerun.State != toolcall.Stated && b.State != toolcall.Absent {
		d.MustRerun = b
	}
	if b.State == toolcall.Stated && !b.V {
		if len(d.NoRerun) == maxClaims {
			d.Partial = true
			return
		}
		d.NoRerun = append(d.NoRerun, toolcall.Claim{Site: at})
	}
}

// beside takes a member of a termination that stands beside the status.
func (d *draft) beside(key string, f toolcall.Field, v pcommon.Value, at toolcall.Site, cut bool) {
	d.flat = d.flat || !toolcall.IsEmpty(v)
	d.known = d.known || strings.HasPrefix(key, "termination")
	d.ending(f, v, at, cut)
}

// member takes a member of the termination.
func (d *draft) member(key string, v pcommon.Value, at toolcall.Site, cut bool) {
	if f, ok := endings[key]; ok {
		d.ending(f, v, at, cut)
		d.known = d.known || f != toolcall.TerminationKind || d.Ending.Kind != termination.KindUnset
	}
}

func (d *draft) ending(f toolcall.Field, v pcommon.Value, at toolcall.Site, cut bool) {
	one := termination.Fact{Source: termination.TextBody}
	has := Given
	switch {
	case cut:
		has = Unreadable
	case toolcall.IsEmpty(v):
		has = Null
	case !toolcall.ReadEnding(&one, f, v):
		has = Unreadable
	}
	if has == Given && at.Key != "" && len(d.Ends) < maxEnds {
		d.Ends = append(d.Ends, End{partOf(f), at})
	}
	before := d.presence(f)
	switch {
	case has != Given:
	case *before != Given:
		set(&d.Ending, &one, f)
	case !same(&d.Ending, &one, f):
		if len(d.Others) == maxOthers {
			d.Partial = true
		} else {
			d.Others = append(d.Others, one)
		}
	}
	*before = max(*before, has)
}

// vague is called for a termination that is there and says nothing that can be
// compared.
func (d *draft) vague() {
	for _, p := range []*Presence{&d.Has.Kind, &d.Has.Code, &d.Has.Signal, &d.Has.TimedOut} {
		*p = max(*p, Unreadable)
	}
}

// word takes a termination that is no object: its kind, or words of its own.
func (d *draft) word(v pcommon.Value, at toolcall.Site, cut bool) {
	d.ends = true
	if toolcall.IsEmpty(v) {
		return
	}
	if kind, ok := termination.ParseKind(toolcall.ParseEnum(v)); !cut && ok && kind != termination.KindUnset {
		d.member("kind", v, at, false)
		return
	}
	d.vague()
}

func partOf(f toolcall.Field) Parts {
	switch f {
	case toolcall.TerminationKind:
		return KindPart
	case toolcall.ExitCode:
		return CodePart
	case toolcall.SignalField:
		return SignalPart
	default:
		return TimedOutPart
	}
}

func (d *draft) presence(f toolcall.Field) *Presence {
	switch f {
	case toolcall.TerminationKind:
		return &d.Has.Kind
	case toolcall.ExitCode:
		return &d.Has.Code
	case toolcall.SignalField:
		return &d.Has.Signal
	default:
		return &d.Has.TimedOut
	}
}

func set(into, from *termination.Fact, f toolcall.Field) {
	switch f {
	case toolcall.TerminationKind:
		into.Kind = from.Kind
	case toolcall.ExitCode:
		into.Code, into.HasCode = from.Code, true
	case toolcall.SignalField:
		into.Signal = from.Signal
	default:
		into.TimedOut = from.TimedOut
	}
}

func same(a, b *termination.Fact, f toolcall.Field) bool {
	switch f {
	case toolcall.TerminationKind:
		return a.Kind == b.Kind
	case toolcall.ExitCode:
		return a.Code == b.Code
	case toolcall.SignalField:
		return a.Signal == b.Signal
	default:
		return a.TimedOut == b.TimedOut
	}
}

// fieldOf finds what a key means. One of a termination is returned as such.
func fieldOf(key string) (field, toolcall.Field) {
	if f, ok := fields[key]; ok {
		return f, toolcall.NoField
	}
	if f, ok := beside[key]; ok {
		return noField, f
	}
	if member, ok := strings.CutPrefix(key, "termination."); ok {
		return noField, endings[member]
	}
	return noField, toolcall.NoField
}
