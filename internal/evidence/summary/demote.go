package summary

import (
	"strconv"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// Correction is what is to stand in the place of a member that is false. To is of the type that the member has, or empty
// where nothing is known that could stand there.
type Correction struct {
	Site toolcall.Site
	To   pcommon.Value
	// Claim: the member claims success.
	Claim bool
}

// Words that stand for a claim that was taken back.
const (
	notSucceeded = "failed_or_incomplete"
	unproven     = "unproven"
)

// Corrections takes back what an entry says of a call that did not end well: its claims, that it need not be run again, and
// how it ended where the call's own record says otherwise. Notes are the writer's own words, and stay.
func (d *Differences) Corrections(e *Entry, call Known) (list []Correction) {
	if !call.Kind.Unproven() {
		return nil
	}
	for i := range d.False {
		if c := &d.False[i]; c.Form != toolcall.TextClaim {
			word := unproven
			if c.Form == toolcall.StatusClaim {
				word = notSucceeded
			}
			list = append(list, Correction{c.Site, like(value(&c.Site), word, false), true})
		}
	}
	if d.MustRerunFalse {
		for i := range e.NoRerun {
			at := e.NoRerun[i].Site
			list = append(list, Correction{at, like(value(&at), "true", true), false})
		}
	}
	for i := range e.Ends {
		if end := &e.Ends[i]; d.Rewrote.Has(end.Part) {
			if to := call.end(end); !to.Equal(value(&end.Site)) {
				list = append(list, Correction{end.Site, to, false})
			}
		}
	}
	return list
}

// value is what stands at a place.
func value(at *toolcall.Site) pcommon.Value {
	if at.InJSON {
		return at.Read
	}
	return at.Value
}

// like makes a value of the type that another has: a word, a number or a boolean.
func like(v pcommon.Value, word string, flag bool) pcommon.Value {
	n := int64(0)
	if flag {
		n = 1
	}
	switch v.Type() {
	case pcommon.ValueTypeStr:
		return pcommon.NewValueStr(word)
	case pcommon.ValueTypeInt:
		return pcommon.NewValueInt(n)
	case pcommon.ValueTypeDouble:
		return pcommon.NewValueDouble(float64(n))
	default:
		return pcommon.NewValueBool(flag)
	}
}

// end is what the call's own record says of a part of its ending.
func (k *Known) end(end *End) pcommon.Value {
	v := value(&end.Site)
	word := v.Type() == pcommon.ValueTypeStr
	switch end.Part {
	case KindPart:
		return pcommon.NewValueStr(k.Kind.String())
	case CodePart:
		switch {
		case k.HasCode && word:
			return pcommon.NewValueStr(strconv.FormatInt(k.Code, 10))
		case k.HasCode:
			return pcommon.NewValueInt(k.Code)
		}
	case SignalPart:
		if signal := k.signal(); signal != 0 {
			return pcommon.NewValueStr(signal.String())
		}
	case TimedOutPart:
		return like(v, strconv.FormatBool(k.timedOut()), k.timedOut())
	}
	return pcommon.NewValueEmpty()
}
