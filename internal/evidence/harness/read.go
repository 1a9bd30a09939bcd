package harness

import "strings"

// Bounds of the blocks at both edges of a text. No harness writes more than this around an output.
const (
	edgeBytes = 2048
	edgeLines = 12
)

// reader is the state of one reading. It lives on the stack.
type reader struct {
	text    string
	allowed Set // what the caller selected
	cand    Set // the harnesses that can have written what was read so far
	named   bool
	into    *Reading

	start, stop int   // the command's own output lies between these
	code        int64 // the last exit code of the head
	spoke       bool  // the head states something already
	opened      bool  // the line that opens the output was passed
	empty       bool  // a placeholder for no output was seen
}

// Read states what the harnesses in from wrote around an output. It resets into first and reuses its slices; when the
// text says nothing, nothing is allocated. Only texts at a harness's own place count, see the package documentation.
func Read(text string, from Set, into *Reading) {
	into.Reset()
	from &= All
	if text == "" || from == 0 {
		return
	}
	r := reader{text: text, allowed: from, cand: from, named: from != All, into: into, stop: len(text)}
	r.readHead()
	r.readTail()
	r.readBody()
	if r.empty && r.blankBetween(r.start, r.stop) {
		into.Empty = true
	}
}

// readHead reads the block of lines before the output.
func (r *reader) readHead() {
	author := r.cand
	r.readHeadLines()
	if !r.spoke { // lines that state nothing prove no author
		r.cand = author
	}
}

func (r *reader) readHeadLines() {
	at := skipSpace(r.text, 0)
	limit := at + edgeBytes
	for lines := 0; lines < edgeLines && at < len(r.text) && at < limit; lines++ {
		var end int
		var more, ok bool
		if lines == 0 {
			end, more, ok = r.firstLine(at)
		} else {
			end, more, ok = r.line(&known.head, at, Header)
		}
		if !ok {
			return
		}
		r.start = end
		if !more {
			return
		}
		at = skipSpace(r.text, end)
	}
}

// firstLine tries the line as it is and behind the words with which frameworks introduce an error. The innermost text
// says most, so it is tried first.
func (r *reader) firstLine(at int) (end int, more, ok bool) {
	offsets, n := [4]int{at}, 1
	for n < len(offsets) {
		skip := introduction(r.text[offsets[n-1]:])
		if skip == 0 {
			break
		}
		offsets[n] = offsets[n-1] + skip
		n++
	}
	for i := n - 1; i >= 0; i-- {
		if offsets[i] >= len(r.text) {
			continue
		}
		if end, more, ok = r.line(&known.head, offsets[i], Header); ok {
			return end, more, true
		}
		if end, ok = r.phrase(offsets[i]); ok {
			return end, false, true
		}
	}
	return 0, false, false
}

// phrase tries the rules that no pattern describes.
func (r *reader) phrase(at int) (int, bool) {
	lone := isLone(r.text[at:])
	for _, rule := range known.phrases {
		if rule.by&r.cand == 0 || !lone && rule.phrase != sentenceTimedOut {
			continue
		}
		var c captured
		if n := rule.phrase.find(r.text[at:]); n > 0 && r.accepts(rule, at, at+n, &c) {
			r.apply(rule, at, at+n, &c, Header)
			return at + n, true
		}
	}
	return 0, false
}

// line applies the first rule that reads the line at the given place, and any rule that shares the line with it.
func (r *reader) line(list *[256][]entry, at int, pos Position) (end int, more, ok bool) {
	entries := list[r.text[at]]
	for i := range entries {
		e := &entries[i]
		if !e.starts(r.text[at:]) || e.rule.by&r.cand == 0 || e.rule.only && !r.named || r.opened && !e.rule.after || r.spoke && !e.rule.joins {
			continue
		}
		var c captured
		n, found := e.pattern.match(r.text[at:], true, &c)
		if !found || !r.accepts(e.rule, at, at+n, &c) {
			continue
		}
		r.apply(e.rule, at, at+n, &c, pos)
		end, more, ok = max(end, at+n), more || e.rule.more, true
		if !e.rule.also {
			break
		}
	}
	return end, more, ok
}

func (r *reader) accepts(rule *rule, at, end int, c *captured) bool {
	if rule.alone && !r.blankBetween(end, len(r.text)) {
		return false
	}
	return r.holds(rule.when, at, end, c)
}

// apply records what a matching rule says.
func (r *reader) apply(rule *rule, at, end int, c *captured, pos Position) {
	r.opened = r.opened || rule.opens
	r.spoke = r.spoke || pos == Header && (rule.says != None || rule.lost != lostNothing)
	r.empty = r.empty || rule.empty
	if rule.empty && pos == Trailer {
		r.into.Empty = true
	}
	if rule.lost != lostNothing {
		r.recordClip(rule, at, end, c, pos)
	}
	if rule.says != None || rule.limit {
		r.recordStatement(rule, c, pos)
	}
	// The lines of a block have one author. Words that anybody uses name none, and a cut on the way to telemetry is made
	// by another program than the one that wrote the text.
	if rule.by&Anyone == 0 && !rule.preview {
		r.cand &= rule.by
	}
}

func (r *reader) recordStatement(rule *rule, c *captured, pos Position) {
	s := Statement{
		Harness: (rule.by & r.cand).first(), Rule: rule.name, Ending: rule.says, Signal: rule.signal, LimitHit: rule.limit, Position: pos,
	}
	if rule.says == Exit {
		s.Code, s.HasCode = c.code, c.hasCode || rule.stated
		r.code = c.code
	}
	if c.signal != "" {
		s.Signal = strings.Clone(c.signal) // a fact that is kept must not keep the text
	}
	r.into.state(s)
}

func (r *reader) recordClip(rule *rule, at, end int, c *captured, pos Position) {
	clip := Clip{Harness: (rule.by & r.allowed).first(), Rule: rule.name, ByTelemetry: rule.preview}
	switch rule.lost {
	case lostHead:
		clip.Side = Head
	case lostTail:
		clip.Side = Tail
	case lostAll:
		clip.Side = Everything
	case lostMiddle:
		clip.Side = Middle
	case lostByPlace:
		clip.Side = r.sideAt(at, end)
	case lostRest:
		clip.Side = Tail
		if pos == Header && r.blankBetween(end, len(r.text)) {
			clip.Side = Everything
		}
	case lostInPages:
		r.recordPages(clip, c)
		return
	}
	r.into.clip(clip)
}

// recordPages tells what lies outside the lines from-to of a number of lines.
func (r *reader) recordPages(clip Clip, c *captured) {
	from, to, of := c.numbers[0], c.numbers[1], c.numbers[2]
	if from > 1 {
		clip.Side = Head
		r.into.clip(clip)
	}
	if to < of {
		clip.Side = Tail
		r.into.clip(clip)
	}
}

// sideAt is the side that a marker stands on. What was read of head and tail so far is no output.
func (r *reader) sideAt(at, end int) Side {
	before, after := !r.blankBetween(r.start, at), !r.blankBetween(end, r.stop)
	switch {
	case before && after:
		return Middle
	case before:
		return Tail
	case after:
		return Head
	}
	return Everything
}

// blankBetween reports whether a stretch of the text holds nothing to see.
func (r *reader) blankBetween(from, to int) bool {
	return from >= to || skipSpace(r.text[:to], from) >= to
}

// skipSpace moves over white space, line breaks and terminal control sequences.
func skipSpace(s string, at int) int {
	for at = skipBlank(s, at); at < len(s) && s[at] == '\n'; {
		at = skipBlank(s, at+1)
	}
	return at
}

// introduction is the length of the words with which a framework introduces an error, 0 if there are none.
func introduction(s string) int {
	line := s[:lineEnd(s[:min(len(s), 160)], 0)]
	for _, words := range introductions {
		if strings.HasPrefix(line, words) {
			return len(words)
		}
	}
	colon := strings.Index(line, ": ")
	if colon <= 0 {
		return 0
	}
	label := line[:colon]
	if name, ok := strings.CutPrefix(label, "Error executing tool "); ok && !strings.Contains(name, " ") {
		return colon + 2
	}
	if strings.ContainsAny(label, " /'\"(") {
		return 0
	}
	if strings.HasSuffix(label, "Error") || strings.HasSuffix(label, "Exception") || strings.HasSuffix(label, "Expired") ||
		strings.HasSuffix(label, "Timeout") ||
		label == "error" || label == "ERROR" || strings.EqualFold(label, "timeout") {
		return colon + 2
	}
	return 0
}

// introductions are the fixed ones; "SomethingError: " is recognised by its shape.
var introductions = []string{
	"An error occurred while running the tool. Please try again. Error: ",
	"Tool execution failed: ", "Tool call failed: ", "Error calling tool: ", "<tool_use_error>", "<error>", "❌ ",
}
