package toolspanprocessor

import (
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// kept is a value as it stood before it was demoted. It is a copy, since the
// value that it was is about to change.
type kept struct {
	key  string
	kind pcommon.ValueType
	str  string
	num  int64
	dbl  float64
	flag bool
}

func keptStr(key, s string) kept { return kept{key: key, kind: pcommon.ValueTypeStr, str: s} }

func (o *kept) put(attrs pcommon.Map) {
	key := toolcall.OriginalPrefix + o.key
	switch o.kind {
	case pcommon.ValueTypeBool:
		attrs.PutBool(key, o.flag)
	case pcommon.ValueTypeInt:
		attrs.PutInt(key, o.num)
	case pcommon.ValueTypeDouble:
		attrs.PutDouble(key, o.dbl)
	default:
		attrs.PutStr(key, o.str)
	}
}

func (w *writer) demoteClaims(v *contract.Verdict) {
	for _, i := range v.False {
		w.demote(&v.Call.Claims[i], v.Call.Claims[i].Form)
	}
	if v.MustRerunFalse {
		for i := range v.Call.NoRerun {
			w.turnMustRerun(&v.Call.NoRerun[i])
		}
	}
	w.applyEdits()
}

func (w *writer) block(key string) {
	if !slices.Contains(w.blocked, key) {
		w.blocked = append(w.blocked, key)
	}
}

func (w *writer) keep(key string, value pcommon.Value) {
	o := kept{key: key, kind: value.Type()}
	switch o.kind {
	case pcommon.ValueTypeBool:
		o.flag = value.Bool()
	case pcommon.ValueTypeInt:
		o.num = value.Int()
	case pcommon.ValueTypeDouble:
		o.dbl = value.Double()
	default:
		o.str = value.AsString() // nothing else claims anything
	}
	w.originals = append(w.originals, o)
}

// demote takes the success out of a claim and leaves its type as it was.
func (w *writer) demote(c *toolcall.Claim, form toolcall.Form) {
	w.block(c.Site.Key)
	if c.Kept {
		return
	}
	word := unprovenString
	switch form {
	case toolcall.StatusClaim:
		word = unprovenStatus
	case toolcall.OKPreviewClaim:
		word = "false"
	}
	if c.Site.InJSON {
		w.rewriteJSON(&c.Site, word, "false")
		return
	}
	w.keep(c.Site.Key, c.Site.Value)
	switch c.Site.Value.Type() {
	case pcommon.ValueTypeBool:
		c.Site.Value.SetBool(false)
	case pcommon.ValueTypeInt:
		c.Site.Value.SetInt(0)
	case pcommon.ValueTypeDouble:
		c.Site.Value.SetDouble(0)
	default:
		c.Site.Value.SetStr(word)
	}
}

// turnMustRerun corrects a producer that denies a rerun which is due.
func (w *writer) turnMustRerun(c *toolcall.Claim) {
	w.block(c.Site.Key)
	if c.Kept {
		return
	}
	if c.Site.InJSON {
		w.rewriteJSON(&c.Site, "true", "true")
		return
	}
	w.keep(c.Site.Key, c.Site.Value)
	switch c.Site.Value.Type() {
	case pcommon.ValueTypeInt:
		c.Site.Value.SetInt(1)
	case pcommon.ValueTypeDouble:
		c.Site.Value.SetDouble(1)
	case pcommon.ValueTypeStr:
		c.Site.Value.SetStr("true")
	default:
		c.Site.Value.SetBool(true)
	}
}

// rewriteJSON plans the change of one value inside a string of JSON to another of
// its type.
func (w *writer) rewriteJSON(site *toolcall.Site, word, flag string) {
	if site.Offset+site.Length > len(site.Value.Str()) {
		return
	}
	w.keep(site.Key, site.Read)
	repl := flag
	switch site.Read.Type() {
	case pcommon.ValueTypeStr:
		repl = `"` + word + `"`
	case pcommon.ValueTypeInt, pcommon.ValueTypeDouble:
		repl = map[string]string{"true": "1", "false": "0"}[flag]
	}
	w.edits = append(w.edits, edit{site: *site, repl: repl})
}

// edit is one planned change inside a string of JSON.
type edit struct {
	site toolcall.Site
	repl string
}

// applyEdits makes the planned changes, all those in one string of JSON at once.
func (w *writer) applyEdits() {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return a.site.Offset - b.site.Offset })
	for len(w.edits) > 0 {
		place := w.edits[0].site.Value
		s, at, others := place.Str(), 0, w.edits[:0]
		var b strings.Builder
		b.Grow(len(s))
		for _, e := range w.edits {
			switch {
			case e.site.Value != place:
				others = append(others, e)
			case e.site.Offset >= at:
				b.WriteString(s[at:e.site.Offset])
				b.WriteString(e.repl)
				at = e.site.Offset + e.site.Length
			}
		}
		b.WriteString(s[at:])
		place.SetStr(b.String())
		w.edits = others
	}
}

// demoteStatus turns a span status that is a false claim into an error, and, on
// request, sets the one that a producer never sets. It reports whether a false
// claim was turned.
func (w *writer) demoteStatus(status ptrace.Status, v *contract.Verdict, reason string) bool {
	if w.spanStatus == spanStatusNever {
		return false
	}
	if v.StatusFalse {
		w.block(toolcall.StatusKey)
		w.setError(status, w.rules.ID(v.StatusRule)+": "+reason)
		return true
	}
	if w.spanStatus == spanStatusKnown && endedBadly(v) {
		w.setError(status, v.Ending.Kind.String()+": "+reason)
	}
	return false
}

// setError keeps the status that stood there. One that is an error already was
// turned by an earlier run, which kept it too.
func (w *writer) setError(status ptrace.Status, message string) {
	if status.Code() == ptrace.StatusCodeError {
		return
	}
	w.originals = append(w.originals, keptStr(toolcall.StatusKey+"_code", status.Code().String()))
	if m := status.Message(); m != "" {
		w.originals = append(w.originals, keptStr(toolcall.StatusKey+"_message", m))
	}
	status.SetCode(ptrace.StatusCodeError)
	status.SetMessage(message)
}

// endedBadly reports a call that is over and went wrong. One that was stopped on
// purpose, or that answers with exit code 1, did not.
func endedBadly(v *contract.Verdict) bool {
	switch v.Ending.Kind {
	case termination.NonzeroExit, termination.ToolError:
		return v.Decision.Next != termination.NextNone
	case termination.Timeout, termination.Signaled:
		return true
	default:
		return false
	}
}
