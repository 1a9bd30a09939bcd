package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/affirm"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// readClaims collects every statement of success, each at its own place, since
// a demotion has to reach all of them.
func (v *View) readClaims(d *compiled, bare bool) {
	c := v.Call
	if h, ok := v.get(toolcall.ClaimMustRerun); ok {
		c.MustRerun = toolcall.ParseBool(h.value)
	}
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		form, ok := formOf(ref.field)
		if !ok && ref.field != toolcall.ClaimMustRerun || ref.bare && !bare || toolcall.IsEmpty(h.value) {
			continue
		}
		if ref.field == toolcall.ClaimMustRerun {
			v.readMustRerun(h)
			continue
		}
		claim := toolcall.Claim{Form: form, Site: h.site(), Asserts: affirm.Asserts(form, h.value)}
		claim.Denies = form == toolcall.StatusClaim && affirm.Denies(h.value)
		if !claim.Asserts {
			claim.Kept = v.assertedBefore(form, h.key)
			claim.Asserts = claim.Kept
			claim.Denies = claim.Denies && !claim.Kept
		}
		c.Claims = append(c.Claims, claim)
	}
	if !c.OKPreview.V && c.OKPreview.State == toolcall.Stated {
		c.OKPreview.V = c.Claimed(toolcall.OKPreviewClaim)
	}
	for i := range c.NoRerun {
		if h, ok := v.get(toolcall.ClaimMustRerun); ok && h.key == c.NoRerun[i].Site.Key {
			c.MustRerun = toolcall.Bool{State: toolcall.Stated}
		}
	}
}

// readMustRerun notes a place that denies a rerun, or did before this processor
// turned it.
func (v *View) readMustRerun(h *hit) {
	b := toolcall.ParseBool(h.value)
	kept := b.IsTrue() && v.deniedBefore(h.key)
	if b.State == toolcall.Stated && (!b.V || kept) {
		v.Call.NoRerun = append(v.Call.NoRerun, toolcall.Claim{Site: h.site(), Kept: kept})
	}
}

func (h *hit) site() toolcall.Site {
	if h.inJSON {
		return toolcall.Site{Key: h.key, Value: h.place, InJSON: true, Offset: h.off, Length: h.len, Read: h.value}
	}
	return toolcall.Site{Key: h.key, Value: h.value}
}

func formOf(f toolcall.Field) (toolcall.Form, bool) {
	switch f {
	case toolcall.ClaimStatus:
		return toolcall.StatusClaim, true
	case toolcall.ClaimConfirmed:
		return toolcall.Confirmed, true
	case toolcall.ClaimVerified:
		return toolcall.Verified, true
	case toolcall.ClaimUserApproved:
		return toolcall.UserApproved, true
	case toolcall.OKPreview:
		return toolcall.OKPreviewClaim, true
	default:
		return 0, false
	}
}

// assertedBefore reports whether an earlier run of this processor kept a claim
// of success for the key, where the present value claims none.
func (v *View) assertedBefore(f toolcall.Form, key string) bool {
	for i := range v.originals {
		if o := &v.originals[i]; o.key == key && o.claims(f) {
			return true
		}
	}
	return false
}

// claims is affirm.Asserts for a value that may be asked for again and again, where a key
// stands many times in a record.
func (o *original) claims(f toolcall.Form) bool {
	known := &o.asserts[assertionOf(f)]
	if *known == unasked {
		*known = no
		if affirm.Asserts(f, o.value) {
			*known = yes
		}
	}
	return *known == yes
}

// The kinds of claims whose words differ.
const (
	anyAssertion = iota
	statusAssertion
	previewAssertion
	numAssertions
)

func assertionOf(f toolcall.Form) int {
	switch f {
	case toolcall.StatusClaim:
		return statusAssertion
	case toolcall.OKPreviewClaim:
		return previewAssertion
	default:
		return anyAssertion
	}
}

// deniedBefore reports whether an earlier run turned must_rerun from false to true.
func (v *View) deniedBefore(key string) bool {
	for i := range v.originals {
		o := &v.originals[i]
		if o.key != key {
			continue
		}
		if b := toolcall.ParseBool(o.value); b.State == toolcall.Stated && !b.V {
			return true
		}
	}
	return false
}
