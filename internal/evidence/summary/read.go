package summary

import (
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/jsonstring"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// Limits on what is read of one record.
const (
	// MaxEntries is how many entries are kept.
	MaxEntries = 64
	maxText    = 1 << 20 // bytes
	maxObjects = 4096    // that are looked at
)

// Record is what was found in a text or a value.
type Record struct {
	Entries []Entry
	// Partial: the JSON breaks off or is broken, or there was more than is read.
	Partial bool
	// Encoded: it is a string of JSON that holds JSON. The places are those in the
	// text as it was given, and what is put there has to be encoded likewise.
	Encoded bool
}

// Read reads a text: JSON, JSON encoded as a string of JSON, or JSON in fences of a
// longer text. The places of claims are offsets in s.
func Read(s string) Record {
	var r reader
	whole := text.Head(s, maxText)
	r.Partial = len(whole) < len(s)
	body := strings.TrimLeft(strings.TrimPrefix(whole, "\ufeff"), blanks)
	base := len(whole) - len(body)
	if quoted(body) {
		r.encoded(body, base)
	} else {
		r.text(whole, base)
	}
	r.Partial = r.Partial && len(r.Entries) > 0
	r.unmix()
	return r.Record
}

// ReadValue reads a value of an attribute or a body: a text as Read does, a map or a
// list as the JSON that it would be.
func ReadValue(v pcommon.Value) Record {
	switch v.Type() {
	case pcommon.ValueTypeStr:
		r := Read(v.Str())
		for i := range r.Entries {
			e := &r.Entries[i]
			for k := range e.Claims {
				e.Claims[k].Site.Value = v
			}
			for k := range e.NoRerun {
				e.NoRerun[k].Site.Value = v
			}
			for k := range e.Ends {
				e.Ends[k].Site.Value = v
			}
		}
		return r
	case pcommon.ValueTypeMap:
		var r reader
		r.mapping(v.Map(), maxDepth, "")
		r.unmix()
		return r.Record
	case pcommon.ValueTypeSlice:
		var r reader
		r.slice(v.Slice(), maxDepth)
		r.unmix()
		return r.Record
	default:
		return Record{}
	}
}

// reader is the state of reading one record.
type reader struct {
	Record
	objects int
}

// full reports whether no more is to be read.
func (r *reader) full() bool {
	full := len(r.Entries) == MaxEntries || r.objects == maxObjects
	r.Partial = r.Partial || full
	return full
}

func (r *reader) add(d *draft) {
	if e, ok := d.entry(); ok && !r.full() {
		r.Entries = append(r.Entries, e)
	}
}

// unmix leaves out entries of which nobody can tell which call they are about: several
// that name the same tool and no call. Where all of them claim success it does not
// matter which is which, and the last one is kept.
func (r *reader) unmix() {
	if len(r.Entries) < 2 {
		return
	}
	type named struct {
		last, entries int
		doubtful      bool
	}
	tools := map[string]named{}
	for i := range r.Entries {
		if e := &r.Entries[i]; e.ID == "" {
			n := tools[e.Tool]
			tools[e.Tool] = named{last: i, entries: n.entries + 1, doubtful: n.doubtful || !e.Claimed(toolcall.StatusClaim)}
		}
	}
	kept := r.Entries[:0]
	for i, e := range r.Entries {
		if n := tools[e.Tool]; e.ID != "" || n.entries == 1 || n.last == i && !n.doubtful {
			kept = append(kept, e)
		}
	}
	r.Entries = kept
}

const blanks = " \t\r\n"

// quoted reports a text that is nothing but a string of JSON, or the start of one.
func quoted(body string) bool {
	if !strings.HasPrefix(body, `"`) {
		return false
	}
	c := cursor{s: body}
	c.value()
	return strings.TrimLeft(body[c.at:], blanks) == ""
}

// encoded reads a string of JSON that holds JSON.
func (r *reader) encoded(body string, base int) {
	inner, whole := jsonstring.Unquote(body)
	r.text(inner, len(inner)-len(strings.TrimLeft(inner, blanks)))
	r.Partial = r.Partial || !whole
	r.Encoded = len(r.Entries) > 0
	r.moved(body, base)
}

// moved turns places in the text of a string into places in what was given.
func (r *reader) moved(body string, base int) {
	var sites []*toolcall.Site
	for i := range r.Entries {
		for k := range r.Entries[i].Claims {
			sites = append(sites, &r.Entries[i].Claims[k].Site)
		}
		for k := range r.Entries[i].NoRerun {
			sites = append(sites, &r.Entries[i].NoRerun[k].Site)
		}
		for k := range r.Entries[i].Ends {
			sites = append(sites, &r.Entries[i].Ends[k].Site)
		}
	}
	slices.SortFunc(sites, func(a, b *toolcall.Site) int { return a.Offset - b.Offset })
	edges := make([]*int, 0, 2*len(sites))
	for _, s := range sites {
		s.Length += s.Offset // its end, for now
		edges = append(edges, &s.Offset, &s.Length)
	}
	jsonstring.Places(body, edges)
	for _, s := range sites {
		s.Length -= s.Offset
		s.Offset += base
	}
}

// text reads JSON that begins at an offset, or that stands in fences.
func (r *reader) text(s string, at int) {
	c := cursor{s: s, at: at}
	if b := c.next(); b == '{' || b == '[' {
		r.json(&c)
		return
	}
	r.fences(s)
	r.lines(s)
}

// maxBroken bounds how often a line is tried that begins like JSON and is none.
const maxBroken = 8

// lines reads JSON that begins a line of a text, outside of blocks of code.
func (r *reader) lines(s string) {
	fenced, broken := false, 0
	for at := 0; at < len(s) && !r.full() && broken < maxBroken; {
		end := lineEnd(s, at)
		line := strings.TrimLeft(s[at:end], " \t>")
		if strings.HasPrefix(line, fence) {
			fenced = !fenced
		}
		if i := begins(line); !fenced && i >= 0 {
			c := cursor{s: s, at: end - len(line) + i}
			r.json(&c)
			if c.broken {
				broken++
			}
			if c.at > end {
				at = c.at
				if start := strings.LastIndexByte(s[:at], '\n') + 1; start > end && strings.Trim(s[start:at], blanks) == "" {
					at = start // of the next line
					continue
				}
				end = lineEnd(s, at)
			}
		}
		at = end + 1
	}
}

func lineEnd(s string, at int) int {
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s)
}

// begins finds where JSON begins in a line: at its start, behind a tag or the mark
// of an item.
func begins(line string) int {
	if line == "" {
		return -1
	}
	i := 0
	switch line[0] {
	case '-', '*':
		i = len(line) - len(strings.TrimLeft(line[1:], " "))
	case '<':
		i = strings.IndexByte(line[:min(len(line), 100)], '>') + 1
	}
	if rest := line[i:]; strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[{") {
		return i
	}
	return -1
}

// json reads values of JSON, one behind the other, as far as they go.
func (r *reader) json(c *cursor) {
	for !c.broken && !r.full() {
		switch c.next() {
		case '{':
			r.object(c, maxDepth, "")
		case '[':
			r.array(c, maxDepth)
		default:
			return
		}
		c.space()
	}
	r.Partial = r.Partial || c.broken
}

const fence = "```"

// fences reads the blocks of code of a text that hold JSON.
func (r *reader) fences(s string) {
	for at := 0; !r.full(); {
		open := strings.Index(s[at:], fence)
		if open < 0 {
			return
		}
		at += open + len(fence)
		if !startsLine(s, at-len(fence)) {
			continue
		}
		info, body, ok := strings.Cut(s[at:], "\n")
		if !ok {
			return
		}
		from := len(s) - len(body)
		end := closing(s, from)
		at = min(end+len(fence), len(s))
		switch strings.ToLower(strings.TrimSpace(info)) {
		case "", "json", "jsonc", "json5", "jsonl", "ndjson":
			c := cursor{s: s[:end], at: from}
			c.space()
			r.json(&c)
		}
	}
}

// closing finds the fence that ends a block, or the end.
func closing(s string, from int) int {
	for at := from; ; at += len(fence) {
		i := strings.Index(s[at:], fence)
		if i < 0 {
			return len(s)
		}
		if at += i; startsLine(s, at) {
			return at
		}
	}
}

// startsLine reports whether nothing but blanks, or a mark of quotation, stands
// before i on its line.
func startsLine(s string, i int) bool {
	for i > 0 && strings.IndexByte(" \t>", s[i-1]) >= 0 {
		i--
	}
	return i == 0 || s[i-1] == '\n'
}

// maxDepth is how deep entries stand in objects that are none.
const maxDepth = 3

// array reads the objects of a list.
func (r *reader) array(c *cursor, depth int) {
	c.array(func(p piece) bool {
		if p.begins(c.s, '{') {
			item := cursor{s: c.s[:p.to], at: p.from}
			r.object(&item, depth-1, "")
			c.broken = c.broken || item.broken
		}
		return !r.full()
	})
}

// object reads an object, and the objects and lists in it as deep as they count. An
// object that names no call may stand under the ID of one.
func (r *reader) object(c *cursor, depth int, under string) {
	var d draft
	if r.full() {
		return
	}
	r.objects++
	c.object(func(key string, p piece) bool {
		if d.full() {
			r.Partial = true
			return false
		}
		f, of := fieldOf(key)
		switch {
		case of != toolcall.NoField:
			d.beside(key, of, valueOf(c.s, p), siteOf(c.s, key, p), p.cut)
		case f == ending:
			d.termination(c.s, key, p)
		case f == notes && p.begins(c.s, '['):
			d.noteList(c.s, key, p)
		case f != noField:
			d.scalar(f, valueOf(c.s, p), siteOf(c.s, key, p), p.cut)
		case depth > 0 && p.begins(c.s, '['):
			list := cursor{s: c.s[:p.to], at: p.from}
			r.array(&list, depth)
			c.broken = c.broken || list.broken
		case depth > 0 && p.begins(c.s, '{'):
			item := cursor{s: c.s[:p.to], at: p.from}
			r.object(&item, depth-1, key)
			c.broken = c.broken || item.broken
		}
		return true
	})
	d.Partial = d.Partial || c.broken
	d.name(under)
	r.add(&d)
}

func siteOf(s, key string, p piece) toolcall.Site {
	return toolcall.Site{Key: key, InJSON: true, Offset: p.from, Length: p.to - p.from, Read: valueOf(s, p)}
}

// termination reads the member of that name: an object, a string of one, or a word.
func (d *draft) termination(s, key string, p piece) {
	v := valueOf(s, p)
	switch {
	case p.begins(s, '{'):
		d.terminationText(s[:p.to], key, p.from, p.cut)
	case v.Type() == pcommon.ValueTypeStr && isObject(v.Str()):
		d.terminationText(v.Str(), "", 0, p.cut)
	default:
		d.word(v, siteOf(s, key, p), p.cut)
	}
}

func isObject(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, blanks), "{") }

// terminationText reads an object that begins at an offset. Its members have places if it has a name.
func (d *draft) terminationText(s, name string, from int, cut bool) {
	d.ends = true
	c := cursor{s: s, at: from}
	c.space()
	n := 0
	c.object(func(key string, p piece) bool {
		n++
		at := toolcall.Site{}
		if name != "" {
			at = siteOf(c.s, name+"."+key, p)
		}
		d.member(key, valueOf(c.s, p), at, p.cut)
		return n < maxMembers
	})
	d.Partial = d.Partial || cut || c.broken || n == maxMembers
}

// noteList reads notes that are a list of texts.
func (d *draft) noteList(s, key string, p piece) {
	c := cursor{s: s[:p.to], at: p.from}
	n := 0
	c.array(func(p piece) bool {
		n++
		d.scalar(notes, valueOf(s, p), siteOf(s, key, p), p.cut)
		return n < maxMembers
	})
	d.Partial = d.Partial || c.broken || n == maxMembers
}
