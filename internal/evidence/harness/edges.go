package harness

import "strings"

// readTail reads the block of lines after the output, from the last one upwards.
func (r *reader) readTail() {
	end := trimEnd(r.text, len(r.text))
	r.stop = end
	if r.readSuffix(end) {
		return
	}
	author, spoke := r.cand, r.spoke
	floor := max(r.start, end-edgeBytes)
	rank := 1 << 10
	r.opened, r.spoke = false, false
	for lines := 0; lines < edgeLines && end > floor; lines++ {
		start := strings.LastIndexByte(r.text[floor:end], '\n') + 1 + floor
		if start == floor && floor != 0 && r.text[floor-1] != '\n' {
			break // the line began before the window, or is one of the head
		}
		next, more, ok := r.tailLine(start, end, rank)
		if !ok {
			break
		}
		r.stop = start
		if next.tag >= 0 {
			r.stop = next.tag
		}
		if !more {
			break
		}
		if next.rank > 0 {
			rank = next.rank
		}
		end = trimEnd(r.text, r.stop)
	}
	r.cand, r.spoke = author, spoke
}

// tailHit is what a line of the tail leaves for the next one.
type tailHit struct {
	rank int
	tag  int // where the tag that this line closes was opened, -1 if it closes none
}

// tailLine applies the rules of the tail to one line. The lines of a block stand in a fixed order: a line that comes too
// late is the command's own.
func (r *reader) tailLine(start, end, rank int) (hit tailHit, more, ok bool) {
	hit.tag = -1
	at := start
	if r.text[at] == 0x1b {
		at = skipBlank(r.text, at)
	}
	if at >= end {
		return hit, false, false
	}
	spoke := r.spoke
	entries := known.tail[r.text[at]]
	for i := range entries {
		e := &entries[i]
		if !e.starts(r.text[at:]) || !r.mayEnd(e.rule, rank) {
			continue
		}
		var c captured
		n, found := e.pattern.match(r.text[at:], true, &c)
		if !found || at+n < end || !r.accepts(e.rule, at, at+n, &c) {
			continue
		}
		r.apply(e.rule, at, at+n, &c, Trailer)
		spoke = spoke || e.rule.says != None
		more, ok = more || e.rule.more, true
		hit.rank = e.rule.rank
		if e.rule.at&inTag != 0 {
			hit.tag = r.readTag(start)
		}
		if !e.rule.also {
			break
		}
	}
	r.spoke = spoke
	return hit, more, ok
}

// mayEnd reports whether a rule can speak at this point of the tail. What stands above a whole statement, or out of its
// order, is the command's.
func (r *reader) mayEnd(rule *rule, rank int) bool {
	if rule.by&r.cand == 0 || rule.only && !r.named || rule.rank > 0 && rule.rank >= rank {
		return false
	}
	states := rule.says != None || rule.limit
	return !states || !r.spoke || rule.rank > 0 || rule.joins
}

// readTag reads the lines of the metadata tag that closes at the given line, and returns where it was opened.
func (r *reader) readTag(closing int) int {
	name := r.text[closing+2:]
	name = name[:strings.IndexByte(name, '>')+1]
	floor := max(r.start, closing-edgeBytes)
	open := -1
	for before := closing; before > floor; {
		start := strings.LastIndexByte(r.text[floor:before-1], '\n') + 1 + floor
		line := strings.TrimRight(r.text[start:before-1], " \r")
		if strings.HasPrefix(line, "<") && line[1:] == name {
			open = start
			break
		}
		before = start
	}
	if open < 0 {
		return -1
	}
	for at := lineEnd(r.text, open) + 1; at < closing; at = lineEnd(r.text, at) + 1 {
		if skipSpace(r.text, at) > at && r.text[at] == '\n' {
			continue
		}
		r.line(&known.tag, at, Trailer)
	}
	return open
}

// readSuffix reads a marker at the very end of the text, which may follow the cut without a line break. It reports
// whether the text was cut there: then no line above it is the last one that the harness wrote.
func (r *reader) readSuffix(end int) bool {
	if end == 0 || !known.ends[r.text[end-1]] {
		return false
	}
	window := max(0, end-256)
	for i := range known.suffix {
		e := &known.suffix[i]
		if e.rule.by&r.allowed == 0 || e.rule.only && !r.named {
			continue
		}
		at := strings.LastIndex(r.text[window:end], e.lead)
		if at < 0 {
			continue
		}
		var c captured
		n, ok := e.pattern.match(r.text[window+at:end], true, &c)
		if !ok || window+at+n != end {
			continue
		}
		r.stop = window + at
		r.apply(e.rule, window+at, end, &c, Trailer)
		return true
	}
	return false
}

// trimEnd is the end of s[:end] without white space and terminal control sequences.
func trimEnd(s string, end int) int {
	for end > 0 {
		switch b := s[end-1]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0:
			end--
		case isLetter(b):
			from := max(0, end-12)
			esc := strings.LastIndexByte(s[from:end], 0x1b)
			if esc < 0 || controlSequence(s[from+esc:end]) != end-from-esc {
				return end
			}
			end = from + esc
		default:
			return end
		}
	}
	return end
}
