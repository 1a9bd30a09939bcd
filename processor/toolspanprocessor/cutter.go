package toolspanprocessor

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// maxContentDepth is how far down maps, lists and JSON are looked into; what is deeper is
// treated as one text.
const maxContentDepth = 6

// cutter cuts the texts of one record.
type cutter struct {
	*contentPolicy
	places *dialect.Places
	// found: the record holds a text that the settings are about.
	found bool
	// done is what was done to texts of each kind, and bytes how long they were.
	done   [dialect.NumContents]manner
	bytes  [dialect.NumContents]int
	copies []copied
	leaves int
}

// attributes cuts what stands at the places in a map, and in groups of facts.
func (k *cutter) attributes(m pcommon.Map, prefix string, at func(string) dialect.Contents, depth int) {
	m.RemoveIf(func(key string, v pcommon.Value) bool {
		key = prefix + key
		if kinds := at(key); kinds != 0 {
			return k.text(v, kinds, key)
		}
		if depth == 0 || !dialect.IsGroup(key) {
			return false
		}
		switch v.Type() {
		case pcommon.ValueTypeMap:
			k.attributes(v.Map(), key+".", at, depth-1)
		case pcommon.ValueTypeStr:
			if s := strings.TrimSpace(v.Str()); strings.HasPrefix(s, "{") {
				v.SetStr(k.object(s, key+".", depth-1))
			}
		}
		return false
	})
}

// text cuts one text and reports whether it is to be removed.
func (k *cutter) text(v pcommon.Value, kinds dialect.Contents, key string) (remove bool) {
	if isBlank(v) || dialect.IsFailure(key) && v.Type() == pcommon.ValueTypeBool {
		return false
	}
	k.found = true
	if toolcall.IsHashedValue(v) {
		return k.of(kinds) == dropText
	}
	switch k.of(kinds) {
	case dropText:
		k.note(kinds, dropText, plainText(v))
		return true
	case hashText:
		s := plainText(v)
		k.note(kinds, hashText, s)
		v.SetStr(toolcall.Hashed(s))
	case truncateText:
		masked := k.mask(v, maxContentDepth)
		if s := plainText(v); len(s) > k.limit {
			k.note(kinds, truncateText, s)
			v.SetStr(k.truncated(s, key))
			return false
		}
		if masked {
			k.note(kinds, maskText, "")
		}
	default:
		if k.mask(v, maxContentDepth) {
			k.note(kinds, maskText, "")
		}
	}
	return false
}

// isBlank reports a value without a text. An empty preview says something, and stays.
func isBlank(v pcommon.Value) bool {
	switch v.Type() {
	case pcommon.ValueTypeEmpty:
		return true
	case pcommon.ValueTypeStr:
		return v.Str() == ""
	default:
		return false
	}
}

func plainText(v pcommon.Value) string {
	if v.Type() == pcommon.ValueTypeBytes {
		return string(v.Bytes().AsRaw())
	}
	return v.AsString()
}

// truncated keeps the start of a text, or the end of one that is the end of its stream.
func (k *cutter) truncated(s, key string) string {
	if strings.HasSuffix(key, "_tail") {
		return text.Tail(s, k.limit)
	}
	return text.Head(s, k.limit)
}

// mask replaces what the patterns find in a text, or in those of a map or a list.
func (k *cutter) mask(v pcommon.Value, depth int) (found bool) {
	switch {
	case len(k.masks) == 0:
	case v.Type() == pcommon.ValueTypeMap && depth > 0:
		for _, member := range v.Map().All() {
			found = k.mask(member, depth-1) || found
		}
	case v.Type() == pcommon.ValueTypeSlice && depth > 0:
		for _, item := range v.Slice().All() {
			found = k.mask(item, depth-1) || found
		}
	default:
		s := plainText(v)
		if m := k.maskString(s); m != s {
			v.SetStr(m)
			return true
		}
	}
	return found
}

func (k *cutter) maskString(s string) string {
	for _, re := range k.masks {
		if !re.MatchString(s) {
			continue // a copy of a long text is worth a second look
		}
		s = re.ReplaceAllLiteralString(s, maskedText)
	}
	return s
}

// note keeps in mind what was done, and to which text.
func (k *cutter) note(kinds dialect.Contents, m manner, s string) {
	for kind := range dialect.NumContents {
		if kinds.Has(kind) {
			k.done[kind] = max(k.done[kind], m)
			k.bytes[kind] += len(s)
		}
	}
	if m > maskText {
		k.copy(s, kinds, maxContentDepth)
	}
}

// declare writes what was done, so that nobody takes a part for the whole. What an earlier
// tier declares stands, where it did more.
func (k *cutter) declare(attrs pcommon.Map) {
	cut := false
	for kind := range dialect.NumContents {
		m := k.done[kind]
		if m == keepText {
			continue
		}
		cut = true
		if before, ok := attrs.Get(dialect.CutMode(kind)); ok && mannerOf(toolcall.ParseWord(before)) > m {
			continue
		}
		attrs.PutStr(dialect.CutMode(kind), mannerWords[m])
		if m == truncateText {
			attrs.PutInt(dialect.CutBytes(kind), int64(k.bytes[kind]))
		}
	}
	if cut && restsOnDoubt(attrs) {
		attrs.PutBool(dialect.Doubted, true)
	}
}

// restsOnDoubt reports a verdict that does not believe a good ending.
func restsOnDoubt(attrs pcommon.Map) bool {
	is := func(key, word string) bool {
		v, ok := attrs.Get(key)
		return ok && v.Type() == pcommon.ValueTypeStr && v.Str() == word
	}
	if !is(keyOutcome, termination.OutcomeUnknown.String()) {
		return false
	}
	again := is(keyNext, termination.Rerun.String())
	return is(keyTermination, termination.OK.String()) && (again || is(keyNext, termination.Reconcile.String())) ||
		is(keyTermination, termination.Unknown.String()) && again
}
