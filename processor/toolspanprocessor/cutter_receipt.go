package toolspanprocessor

import (
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/action"
	"github.com/toolspan/toolspan/internal/action/sent"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/toolcall"
)

const (
	requestContents dialect.Contents = 1 << dialect.ArgumentsContent
	answerContents  dialect.Contents = 1 << dialect.OutputContent
)

// maxReceipt is beyond what is read of a receipt in JSON, in bytes. What is longer and may be one
// is cut as one.
const maxReceipt = 1 << 20

// cutReceipts cuts the texts in a receipt, wherever it stands in the record: payloads are
// arguments, and what is said of failures and of evidence is output. States, times, codes and
// kinds of evidence are facts, and stay.
func (k *cutter) cutReceipts(d *departure) {
	attrs := d.attributes()
	k.receiptIn(attrs)
	if !d.isLog {
		for _, event := range d.span.Events().All() {
			if event.Name() == toolcall.TransitionEvent {
				k.receiptMembers(event.Attributes(), "")
			}
		}
		return
	}
	switch body := d.log.Body(); body.Type() {
	case pcommon.ValueTypeMap:
		k.receiptIn(body.Map())
	case pcommon.ValueTypeStr:
		if s := body.Str(); strings.Contains(s, toolcall.OperationID) || strings.Contains(s, toolcall.OperationIDToo) || strings.Contains(s, toolcall.ActionKey) {
			if strings.Contains(s, toolcall.ActionKey) || len(s) > maxReceipt || action.Is(action.OfValue(body)) {
				k.receiptText(action.FieldHistory, body, maxContentDepth)
			}
		}
	}
}

// receiptIn cuts a receipt whose members are those of a map, in the namespace or without.
func (k *cutter) receiptIn(m pcommon.Map) {
	for key := range m.All() {
		if strings.HasPrefix(key, toolcall.ActionKey) {
			k.receiptMembers(m, toolcall.ActionPrefix)
			if v, ok := m.Get(toolcall.ActionKey); ok {
				k.receiptText(action.FieldHistory, v, maxContentDepth)
			}
			break
		}
	}
	_, named := m.Get(toolcall.OperationID)
	if !named {
		_, named = m.Get(toolcall.OperationIDToo)
	}
	if named && action.Is(action.OfAttributes(m)) {
		k.receiptMembers(m, "")
	}
}

func (k *cutter) receiptMembers(m pcommon.Map, prefix string) {
	m.RemoveIf(func(key string, v pcommon.Value) bool {
		name, ok := strings.CutPrefix(key, prefix)
		return ok && k.receiptMember(action.NoField, name, v, maxContentDepth)
	})
}

// receiptMember cuts a member of a receipt, of a step of its history, or of what one of these
// holds, and reports whether it is to be removed.
func (k *cutter) receiptMember(of action.Field, name string, v pcommon.Value, depth int) bool {
	f := action.FieldOf(strings.TrimPrefix(name, toolcall.ActionPrefix))
	switch {
	case f == action.FieldPayload && !f.Speaks() && !of.Speaks():
		return k.text(v, requestContents, "")
	case of.Speaks() && action.IsProse(name):
		return k.prose(of, v)
	case f == action.FieldOperation, f == action.FieldHistory, f.Speaks():
		return k.receiptText(f, v, depth)
	case of.Speaks(), strings.HasPrefix(name, toolcall.ActionKey):
		return k.receiptText(of, v, depth)
	default:
		return false
	}
}

// receiptText cuts what stands in a value of a receipt.
func (k *cutter) receiptText(f action.Field, v pcommon.Value, depth int) bool {
	switch v.Type() {
	case pcommon.ValueTypeMap:
		if depth == 0 {
			return k.text(v, dialect.AllContents, "")
		}
		v.Map().RemoveIf(func(name string, member pcommon.Value) bool { return k.receiptMember(f, name, member, depth-1) })
	case pcommon.ValueTypeSlice:
		if depth == 0 {
			return k.text(v, dialect.AllContents, "")
		}
		for _, item := range v.Slice().All() {
			if k.receiptText(f, item, depth-1) {
				pcommon.NewValueEmpty().CopyTo(item)
			}
		}
	case pcommon.ValueTypeStr:
		s := strings.TrimSpace(v.Str())
		if s != "" && (s[0] == '{' || s[0] == '[') {
			return k.receiptJSON(f, s, v, depth)
		}
		return f.Speaks() && strings.ContainsAny(s, " \t\r\n") && k.prose(f, v)
	case pcommon.ValueTypeBytes:
		return f.Speaks() && k.text(v, answerContents, "")
	}
	return false
}

// prose cuts a text. What it says of the kind of evidence, or of the side of sending on which a
// request failed, is a fact, and a word for that remains.
func (k *cutter) prose(f action.Field, v pcommon.Value) bool {
	m := k.of(answerContents)
	if isBlank(v) || toolcall.IsHashedValue(v) || m != dropText && m != hashText {
		return k.text(v, answerContents, "")
	}
	s := plainText(v)
	word := ""
	if f == action.FieldEvidence || f == action.FieldReconciliation {
		word = action.KindWord(s)
	} else {
		word = sideWords[sent.Of(s, 0, "")]
	}
	if word == "" {
		return k.text(v, answerContents, "")
	}
	k.found = true
	k.note(answerContents, m, s)
	v.SetStr(word)
	return false
}

var sideWords = map[sent.Sent]string{sent.Before: "request_not_sent", sent.After: "timeout"}

// receiptJSON cuts what stands in JSON. What cannot be read is treated as one text.
func (k *cutter) receiptJSON(f action.Field, s string, v pcommon.Value, depth int) bool {
	if depth == 0 || !gjson.Valid(s) {
		removed := k.text(v, dialect.AllContents, "")
		if f != action.FieldHistory || s[0] != '[' || v.Str() == s && !removed {
			return removed
		}
		if removed {
			v.SetStr("")
		}
		v.SetStr("[" + strings.TrimPrefix(v.Str(), "[")) // that there was a history, and not all of it, is a fact
		return false
	}
	root := gjson.Parse(s)
	var b strings.Builder
	at := 0
	root.ForEach(func(name, member gjson.Result) bool {
		text := member.Raw
		if member.Type == gjson.String {
			text = member.Str
		} else if member.Type != gjson.JSON {
			return true
		}
		part := pcommon.NewValueStr(text)
		removed := false
		if root.IsObject() {
			removed = k.receiptMember(f, name.Str, part, depth-1)
		} else {
			removed = k.receiptText(f, part, depth-1)
		}
		if !removed && part.Str() == text {
			return true
		}
		b.WriteString(s[at:member.Index])
		b.WriteString(inJSON(part.Str(), removed, member.Type == gjson.JSON))
		at = member.Index + len(member.Raw)
		return true
	})
	if at > 0 {
		b.WriteString(s[at:])
		v.SetStr(b.String())
	}
	return false
}

// inJSON writes what is left of a member.
func inJSON(s string, removed, structure bool) string {
	switch {
	case removed:
		return "null"
	case structure && strings.ContainsAny(s[:min(1, len(s))], "{[") && gjson.Valid(s):
		return s
	default:
		return string(gjson.AppendJSONString(nil, s))
	}
}
