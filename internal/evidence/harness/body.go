package harness

import "strings"

// readBody looks for truncation markers between head and tail.
func (r *reader) readBody() {
	if r.start >= r.stop {
		return
	}
	r.readInline()
	s := r.text[:r.stop]
	at := r.start
	if at > 0 {
		if at = lineEnd(s, at) + 1; at > len(s) {
			return
		}
	}
	for at < len(s) {
		if seconds := known.body[s[at]]; seconds != nil && at+1 < len(s) {
			if entries := seconds[s[at+1]]; entries != nil {
				r.bodyLine(entries, at)
			}
		}
		next := strings.IndexByte(s[at:], '\n')
		if next < 0 {
			return
		}
		at += next + 1
	}
}

func (r *reader) bodyLine(entries []entry, at int) {
	if len(r.into.Clips) == maxClips || len(r.text)-at < 8 { // no marker is shorter
		return
	}
	start := eight(r.text[at:])
	for i := range entries {
		e := &entries[i]
		if start&e.mask != e.key || !e.starts(r.text[at:]) || e.rule.by&r.cand == 0 || e.rule.only && !r.named {
			continue
		}
		var c captured
		n, ok := e.pattern.match(r.text[at:], true, &c)
		if ok && r.accepts(e.rule, at, at+n, &c) {
			r.recordClip(e.rule, at, at+n, &c, Header)
			return
		}
	}
}

// maxTries is how many candidates for one marker in a line are looked at.
const maxTries = 64

// readInline looks for the markers that stand in the middle of a line, where the cut fell. A result has one such cut: a
// text with several, or with one in quotation marks, writes about them. Where the author is known, the marks may be the
// output's own.
func (r *reader) readInline() {
	sure := r.named || r.spoke
	for i := range known.inline {
		e := &known.inline[i]
		if e.rule.by&r.cand == 0 {
			continue
		}
		at, n := r.findInline(e, r.start)
		if n == 0 {
			continue
		}
		if !sure {
			if _, again := r.findInline(e, at+n); again > 0 || between(r.text, at, at+n) {
				continue
			}
		}
		var none captured
		r.recordClip(e.rule, at, at+n, &none, Header)
	}
}

// findInline returns the place and the length of the next marker at or after from; the length is 0 if there is none.
func (r *reader) findInline(e *entry, from int) (int, int) {
	s := r.text[:r.stop]
	from += e.pivot
	for tries := 0; tries < maxTries && from < len(s); {
		found := strings.IndexByte(s[from:], e.lead[e.pivot])
		if found < 0 {
			break
		}
		at := from + found - e.pivot
		from += found + 1
		if !e.starts(s[at:]) {
			continue
		}
		tries++
		var c captured
		if n, ok := e.pattern.match(s[at:], false, &c); ok && !quoted(s, at) && r.accepts(e.rule, at, at+n, &c) {
			return at, n
		}
	}
	return 0, 0
}

// quoted reports whether a marker stands behind a quotation mark or is escaped: then somebody writes about it.
func quoted(s string, at int) bool {
	return at > 0 && strings.IndexByte("\"'`\\(/*", s[at-1]) >= 0
}

// between reports whether quotation marks stand on both sides of s[at:end] on its line.
func between(s string, at, end int) bool {
	before := s[strings.LastIndexByte(s[:at], '\n')+1 : at]
	after := s[end:lineEnd(s, end)]
	for _, mark := range []string{"\"", "`"} {
		if strings.Contains(before, mark) && strings.Contains(after, mark) {
			return true
		}
	}
	return false
}
