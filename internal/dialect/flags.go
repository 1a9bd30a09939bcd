package dialect

import (
	"unicode/utf8"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// readStructured reads typed fields of the dialect's own about the ending: an
// attribute, or a member of JSON in a shape that the dialect declares.
func (v *View) readStructured(d *compiled) {
	f := termination.Fact{Source: termination.Structured}
	var ranks [toolcall.NumFields]uint8
	for i := range v.hits {
		h := &v.hits[i]
		ref := d.fields[h.id]
		if !ref.own || !isEndingField(ref.field) && ref.field != toolcall.DurationMS || toolcall.IsEmpty(h.value) {
			continue
		}
		if ref.field != toolcall.DurationMS && !d.runs(v.Call.Name) {
			continue // JSON of another tool, which may say anything
		}
		if ref.field == toolcall.DurationMS {
			v.Call.DurationMS = toolcall.ParseNumber(h.value)
			continue
		}
		// A value that cannot be read states nothing here: the producer never
		// promised to keep to the contract.
		one := termination.Fact{Source: termination.Structured}
		if toolcall.ReadEnding(&one, ref.field, h.value) && (ranks[ref.field] == 0 || ref.rank < ranks[ref.field]) {
			ranks[ref.field] = ref.rank
			toolcall.ReadEnding(&f, ref.field, h.value)
		}
	}
	v.addFact(f)
	v.Call.IsCommand = v.Call.IsCommand || f.HasCode || f.Signal != 0
	if h, ok := v.get(toolcall.Limit); ok {
		v.Call.LimitMS = toolcall.ParseNumber(h.value)
	} else if h, ok := v.get(toolcall.LimitSeconds); ok {
		v.Call.LimitMS = 1000 * toolcall.ParseNumber(h.value)
	}
}

// readFlags reads the words in which the producer says how the call went. A word
// that names an ending is a typed field; a mere failure ranks with the status,
// and a mere success says something only where the dialect's flag follows the
// ending of the process.
func (v *View) readFlags(d *compiled) {
	c := v.Call
	for i := range d.flags {
		flag := &d.flags[i]
		if flag.tools != nil && flag.tools[c.Name] == flag.Not {
			continue
		}
		h := v.hitOf(flag.id)
		if h == nil || toolcall.IsEmpty(h.value) {
			continue
		}
		word := flag.says(toolcall.ParseEnum(h.value))
		kept := word != SaysOK && v.flagBefore(flag, h.key)
		if flag.Trust == Follows && (word == SaysOK || kept) && int(h.id) < v.set.table.Len() {
			c.Claims = append(c.Claims, toolcall.Claim{Form: toolcall.FlagClaim, Site: h.site(), Asserts: true, Kept: kept})
		}
		switch {
		case kept:
			c.KeptFlag = true
		case word == SaysOK:
			if flag.Trust == Follows {
				c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Succeeded: true})
			}
		case word == SaysFailed:
			c.Facts = append(c.Facts, termination.Fact{Source: termination.Status, Failed: true})
		default:
			if f, ok := endingWords[word]; ok {
				f.Source = termination.Structured
				c.Facts = append(c.Facts, f)
			}
		}
	}
}

func (f *flagRef) says(word string) Word {
	if says, ok := f.Words[word]; ok {
		return says
	}
	return knownWords[word]
}

// flagBefore reports whether an earlier run of this processor demoted the flag.
func (v *View) flagBefore(f *flagRef, key string) bool {
	for i := range v.originals {
		if o := &v.originals[i]; o.key == key && f.says(toolcall.ParseEnum(o.value)) == SaysOK {
			return true
		}
	}
	return false
}

// readClipFlags takes the cuts that the producer itself notes, and values that
// are exactly as long as its telemetry lets them be.
func (v *View) readClipFlags(d *compiled) {
	for i := range d.Clips {
		if h := v.hitOf(d.clips[i]); h != nil && toolcall.ParseBool(h.value).IsTrue() {
			v.declareClip(d.Clips[i].Clip)
		}
	}
	for i := range d.Limits {
		h := v.hitOf(d.limits[i])
		if h == nil || !hasLength(h.value, d.Limits[i].Length) {
			continue
		}
		v.addClip(toolcall.Clip{Stream: d.Limits[i].Stream, Side: toolcall.TailLost, By: toolcall.ByTelemetry})
	}
	v.readSizes(d)
}

// readSizes compares texts with the sizes that are stated of them.
func (v *View) readSizes(d *compiled) {
	for i := range d.sizes {
		size, of := v.hitOf(d.sizes[i][0]), v.hitOf(d.sizes[i][1])
		if size == nil || of == nil || of.value.Type() != pcommon.ValueTypeStr {
			continue
		}
		length := len(of.value.Str())
		if n := toolcall.ParseInt(size.value); length >= d.Sizes[i].Min && n.State == toolcall.Stated && n.V > int64(length) {
			v.declareClip(toolcall.Clip{Stream: d.Sizes[i].Stream, Side: toolcall.TailLost, By: toolcall.ByTelemetry})
		}
	}
}

// declareClip adds a cut that a flag says, in place of the same one inferred.
func (v *View) declareClip(clip toolcall.Clip) {
	c := v.Call
	for i := range c.Clips {
		known := &c.Clips[i]
		if known.Stream == clip.Stream && known.By == clip.By {
			known.Inferred = false
			return
		}
	}
	c.Clips = append(c.Clips, clip)
}

// hasLength reports a text of exactly that many characters.
func hasLength(v pcommon.Value, n int) bool {
	return v.Type() == pcommon.ValueTypeStr && len(v.Str()) >= n && len(v.Str()) <= n*utf8.UTFMax && utf8.RuneCountInString(v.Str()) == n
}
