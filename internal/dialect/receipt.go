package dialect

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// isReceipt reports a record that is a receipt by its bare members: it names an
// operation, and says where that stands.
func (v *View) isReceipt() bool {
	_, ok := v.bareReceipt()
	return ok
}

// bareReceipt finds the attributes, or the body, that are such a receipt.
func (v *View) bareReceipt() (action.Node, bool) {
	if !v.named {
		return action.Node{}, false
	}
	for _, attrs := range v.operations {
		n := action.OfAttributes(attrs)
		if v.isBare(n) {
			return n, true
		}
	}
	for _, id := range v.set.receipt {
		if h := v.hitOf(id); h != nil && h.inJSON {
			n := action.OfJSON(gjson.Parse(h.place.Str()))
			return n, v.isBare(n)
		}
	}
	return action.Node{}, false
}

// isBare reports an object that is a receipt. The name of the ID in one word is that of other
// things too, so there a history has to stand beside it.
func (v *View) isBare(n action.Node) bool {
	return action.Is(n) && (v.hitOf(v.set.receipt[0]) != nil || action.HasHistory(n))
}

// readReceipt collects what the record says about an action: in the namespace of the
// contract, in events, as members without one, or in what the tool returned. What it
// says in other words of the conventions completes that.
func (v *View) readReceipt(rec *Record) {
	c := v.Call
	r := &c.Action
	c.ErrorWord = v.word(toolcall.ErrorTypeField)
	for f := toolcall.ActionOperationID; f.IsAction(); f++ {
		if h, ok := v.get(f); ok {
			r.Set(f.OfReceipt(), action.OfValue(h.value))
			r.Own = r.Own || strings.HasPrefix(h.key, toolcall.ActionPrefix)
		}
	}
	// Keys of the user's may carry all of it.
	r.Stated = r.Own || r.OperationID != "" && (r.State != action.NoState || r.HasHistory)
	if rec.HasEvents && len(r.History) == 0 {
		v.readTransitions(rec)
	}
	n, bare := v.bareReceipt()
	if bare {
		r.Read(n)
		r.Stated = true
	}
	if !r.Stated {
		v.readReturned(r)
	}
	if v.cuts[ArgumentsContent] != uncut || v.hashed.Has(ArgumentsContent) {
		r.HasPayload = false // an earlier tier cut it
	}
	v.completeReceipt(r)
	r.Order()
	if !r.Stated {
		return
	}
	if r.Code == "" {
		r.Code = c.ErrorWord
	}
	c.Method = r.Method
	// What was returned is no statement of the record itself.
	c.StatesAction = c.StatesAction || r.Own || bare
}

// completeReceipt completes a receipt, or what is known of a call that is a request of HTTP,
// by what the conventions say of it. Their keys are not among those that every record is
// scanned for: spans that are no tool calls have them, and there are many of these.
func (v *View) completeReceipt(r *action.Receipt) {
	if r.Method == "" {
		r.Method = v.Call.Method
	}
	if !r.Stated && r.Method == "" {
		return
	}
	for _, attrs := range v.maps {
		for key, value := range attrs.All() {
			if field, ok := receiptKeys[key]; ok {
				r.Complete(field, action.OfValue(value))
			}
		}
	}
}

var receiptKeys = map[string]action.Field{
	"url.full": action.FieldTarget, "url.path": action.FieldTarget, "http.response.status_code": action.FieldStatusCode,
	"http.request.resend_count": action.FieldResends, "http.request.header.idempotency-key": action.FieldKey,
}

// readTransitions takes the events of a span that are steps of a history.
func (v *View) readTransitions(rec *Record) {
	r := &v.Call.Action
	for i := 0; i < rec.Events.Len() && i < maxEvents; i++ {
		event := rec.Events.At(i)
		if event.Name() != toolcall.TransitionEvent {
			continue
		}
		r.Stated, r.Own = true, true
		if !r.AddEntry(action.OfAttributes(event.Attributes()), int64(event.Timestamp())) {
			return
		}
	}
	r.Cut = r.Cut || len(r.History) > 0 && rec.Events.Len() > maxEvents
}

// readReturned looks for a receipt in what the tool returned. One that a command or a
// tool printed which only shows something tells of another call.
func (v *View) readReturned(r *action.Receipt) {
	c := v.Call
	if !c.HasResult || c.IsCommand || action.Reads(c.Name) {
		return
	}
	switch c.Returned.Type() {
	case pcommon.ValueTypeMap:
		v.takeReceipt(r, action.OfValue(c.Returned))
	case pcommon.ValueTypeStr:
		v.takeText(r, c.Returned.Str())
	}
	for i, piece := range c.Texts { // what an envelope holds
		if !r.Stated && i < maxReceiptTexts {
			v.takeText(r, piece)
		}
	}
}

func (v *View) takeText(r *action.Receipt, text string) {
	if strings.Contains(text, toolcall.OperationID) || strings.Contains(text, toolcall.OperationIDToo) {
		v.takeReceipt(r, action.OfValue(pcommon.NewValueStr(text)))
	}
}

// maxReceiptTexts is in how many pieces of a result a receipt is looked for.
const maxReceiptTexts = 4

func (v *View) takeReceipt(r *action.Receipt, n action.Node) {
	if found, ok := action.Within(n); ok {
		r.Read(found)
		r.Stated = true
	}
}
