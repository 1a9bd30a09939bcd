package forged

import "strings"

// scanner walks through one part of a text.
type scanner struct {
	s       string
	last    int  // end of the part without the blanks behind it
	lineEnd int  // end of the line without the blanks behind it
	base    int  // of the part in the text
	ends    bool // the part ends where the text does
	out     []Span

	act call
	obs result

	fence     string // what opened the block of code that the line is in
	fenceAt   int
	fenceBody int
	fenceRole fenceRole

	thought   bool // a thought was written, so lines with labels are steps
	example   bool // an example was announced
	announced bool // in the line before, blank ones aside
	section   bool // it stands below a heading that says so
	blank     bool // the line before is blank
	afterCode bool // the line before is code by its indentation
	list      bool
	closers   [len(elements)]ahead
	token     [2]ahead
	paragraph ahead
	results   ahead
	marks     [len(endMarks)]ahead
}

// call is a call that has no result yet.
type call struct {
	open       bool
	form       Form
	shape      shape
	start, end int
	tool       string
	written    bool // with a capital
	input      bool // an input line follows
	blanks     int  // blank lines since
	lines      int  // other lines since
}

// result is an observation line and what stands below it.
type result struct {
	open    bool
	start   int
	content int // where it begins, or 0
	fence   int // where the block of code begins that it is in, or 0
	end     int // of its last line that is not blank
	first   int // end of its first paragraph
}

type fenceRole uint8

const (
	opaque     fenceRole = iota
	body                 // of an action
	toolCall             // is a call
	toolResult           // is a result
)

func scan(s string, base int, atEnd bool, openFence string, into []Span) []Span {
	sc := scanner{s: s, last: len(strings.TrimRight(s, " \t\r\n")), base: base, ends: atEnd, out: into, fence: openFence, blank: true}
	for pos, eol := 0, -1; pos < len(s); pos = sc.line(pos, eol) {
		if pos <= eol {
			continue // behind a block, in the same line
		}
		if eol = strings.IndexByte(s[pos:], '\n'); eol < 0 {
			eol = len(s)
		} else {
			eol += pos
		}
		sc.lineEnd = pos + len(strings.TrimRight(s[pos:eol], " \t\r"))
	}
	sc.finish()
	return sc.out
}

// line reads a line and returns where to go on.
func (sc *scanner) line(pos, eol int) int {
	line := sc.s[pos:max(pos, sc.lineEnd)]
	t := strings.TrimLeft(line, " \t")
	if sc.fence != "" {
		sc.fenced(t, pos, pos+len(line))
		return eol + 1
	}
	if t == "" {
		if pos == 0 || sc.s[pos-1] == '\n' {
			sc.blanks(pos)
		}
		return eol + 1
	}
	start := pos + len(line) - len(t)
	indented := start-pos >= 4 || line[0] == '\t'
	code := indented && !sc.list && (sc.blank || sc.afterCode)
	sc.afterCode = code
	wasBlank := sc.blank
	sc.blank = false
	if f := fenceMark(t); f != "" {
		sc.openFence(f, t, start)
		return eol + 1
	}
	if code && !sc.act.open || t[0] == '>' || t[0] == '|' {
		sc.plain(start, pos+len(line), t, wasBlank, true)
		return eol + 1
	}
	if !indented && (!sc.act.open || sc.act.form == React || start >= sc.act.end) {
		if l, v, written := labelOf(t); l != noLabel && sc.labelled(l, start, start+v, pos+len(line), written) {
			return eol + 1
		}
	}
	if sc.bulleted(t, start, pos+len(line)) {
		return eol + 1
	}
	if next := sc.blocks(start, eol); next > 0 {
		return next
	}
	sc.plain(start, pos+len(line), t, wasBlank, false)
	return eol + 1
}

// bulleted reads a step that is written as the item of a list. Items of other lists
// are named so too, so there must have been a thought.
func (sc *scanner) bulleted(t string, start, end int) bool {
	body := strings.TrimLeft(t, "-*+0123456789.) ")
	if len(body) == len(t) || body == "" {
		return false
	}
	l, v, written := labelOf(body)
	if l == noLabel || l != thought && !sc.thought {
		return false
	}
	at := start + len(t) - len(body)
	return sc.labelled(l, at, at+v, end, written)
}

func (sc *scanner) blanks(pos int) {
	if !sc.blank && sc.obs.open && sc.obs.content > 0 && sc.obs.first == 0 {
		sc.obs.first = sc.obs.end
	}
	sc.blank = true
	if sc.act.open && pos >= sc.act.end {
		sc.act.blanks++
	}
}

// plain is a line that belongs to what stands above it, or to nothing.
func (sc *scanner) plain(start, end int, t string, wasBlank, quoted bool) {
	if sc.obs.open {
		sc.obs.add(start, end)
		return
	}
	if !quoted {
		sc.place(t, wasBlank)
	}
	sc.list = bulleted(t) || sc.list && !wasBlank
	if !sc.act.open || start < sc.act.end {
		return
	}
	if sc.act.shape == empty {
		sc.act.tool, sc.act.shape = callOf(t)
		sc.act.end = end
		if sc.act.shape == noCall || sc.act.shape == empty {
			sc.act.open = false
		}
		return
	}
	if sc.act.form == React && sc.act.blanks == 0 && (sc.act.input || sc.unclosed()) {
		sc.act.end = end // its input goes on
		return
	}
	switch {
	case strings.EqualFold(t, "PAUSE"):
	case sc.act.form == React && attribute(t):
		sc.act.open = false // of a report: "Owner: …"
	default:
		sc.act.lines++
	}
}

// attribute tells whether a line below an action names something about it that no
// call has: "Expected: …".
func attribute(t string) bool {
	i := strings.Index(t, ": ")
	if i < 3 || i > 24 || t[0] < 'A' || t[0] > 'Z' || strings.IndexByte(t[:i], ' ') >= 0 {
		return false
	}
	switch t[:i] {
	case "Parameters", "Params", "Arguments", "Args", "Input", "Inputs", "Tool", "Reason", "Reasoning":
		return false
	}
	return true
}

// place notes what the lines below a line are.
func (sc *scanner) place(t string, wasBlank bool) {
	switch {
	case t[0] == '#' && !sc.act.input && strings.HasPrefix(strings.TrimLeft(t, "#"), " "):
		sc.section = exemplary(t)
		sc.example = sc.section
		sc.thought = false
		sc.drop()
	case introduces(t):
		sc.example, sc.announced = true, true
		return
	case wasBlank && !sc.announced && !sc.act.open && t[0] != '<' && t[0] != '[' && t[0] != '{':
		sc.example = sc.section // another paragraph
	}
	sc.announced = false
}

// unclosed tells whether the arguments of the call go on in the next line.
func (sc *scanner) unclosed() bool {
	if sc.act.shape != callLike {
		return false
	}
	t := strings.TrimRight(sc.s[sc.act.start:sc.act.end], " \t\r`*.")
	return t != "" && strings.IndexByte("])}", t[len(t)-1]) < 0
}

func bulleted(t string) bool {
	return len(t) > 1 && (t[0] == '-' || t[0] == '*' || t[0] == '+' || t[0] >= '0' && t[0] <= '9')
}

func (r *result) add(start, end int) {
	if r.content == 0 {
		r.content = start
	}
	r.end = end
}

// toolCalled tells whether what is said to be called stands there with its arguments.
func toolCalled(v string) bool {
	_, s := callOf(v)
	return s == callLike && strings.IndexByte(v, '(') > 0
}

// inputNext tells whether the line behind one is the input of a tool.
func (sc *scanner) inputNext(end int) bool {
	i := strings.IndexByte(sc.s[end:], '\n')
	if i < 0 {
		return false
	}
	l, _, _ := labelOf(strings.TrimLeft(sc.s[end+i+1:min(len(sc.s), end+i+64)], " \t"))
	return l == input
}

// labelled reads a line with a label. It returns false where the line is no step.
func (sc *scanner) labelled(l label, start, value, end int, written bool) bool {
	v := strings.TrimLeft(sc.s[value:end], " \t")
	switch l {
	case toolAction:
		if !sc.thought && !toolCalled(v) && !sc.inputNext(end) {
			return false
		}
		return sc.action(start, end, v, false)
	case outcome:
		return sc.takesOutcome() && sc.observed(start, end, v)
	case thought, answer:
		return sc.thinks(l, end, v, written)
	case action:
		return sc.action(start, end, v, written)
	case input:
		if !sc.act.open || sc.act.form != React || sc.obs.open {
			return false
		}
		sc.act.input = true
		sc.act.end = end
		return true
	case observation:
		return sc.observed(start, end, v)
	}
	return false
}

// takesOutcome tells whether "Result:" below the open call is what came of it.
func (sc *scanner) takesOutcome() bool {
	return sc.act.open && sc.act.form == React && (sc.act.input || sc.thought && sc.act.shape != prose) && !sc.obs.open
}

// thinks reads a thought, and the action that may stand in the same line.
func (sc *scanner) thinks(l label, end int, v string, written bool) bool {
	sc.endObservation(false)
	sc.settle(false)
	sc.thought = l == thought && written || sc.thought && l == answer
	if i := strings.Index(v, "Action:"); i == 0 || i > 0 && v[i-1] == ' ' && l == thought {
		return sc.action(end-len(v)+i, end, strings.TrimLeft(v[i+len("Action:"):], " \t"), true) || l == thought
	}
	return l == thought
}

// observed opens a result.
func (sc *scanner) observed(start, end int, v string) bool {
	sc.endObservation(false)
	if !sc.act.open || !sc.believed() {
		return sc.example
	}
	sc.obs = result{open: true, start: start, end: end}
	if v != "" {
		sc.obs.content = end - len(v)
	}
	return true
}

// action opens a call.
func (sc *scanner) action(start, end int, v string, written bool) bool {
	sc.endObservation(false)
	tool, s := callOf(v)
	sc.settle(false)
	if s == noCall || sc.example {
		return sc.example
	}
	sc.act = call{open: true, form: React, shape: s, start: start, end: end, tool: tool, written: written}
	if s != callLike {
		return true
	}
	if i := sameLine(v); i >= 0 {
		at := end - len(v) + i
		sc.act.end = at - len(v[:i]) + len(strings.TrimRight(v[:i], " \t*_"))
		_, n, _ := labelOf(v[i:])
		sc.obs = result{open: true, start: at, end: end}
		if n < len(v[i:]) {
			sc.obs.content = at + n
		}
	}
	return true
}

// believed tells whether an observation line below the open call is its result,
// and not a line of a report that has an "Action:" and an "Observation:".
func (sc *scanner) believed() bool {
	a := &sc.act
	if a.form != React {
		return a.lines <= 2
	}
	if !a.input && (a.blanks > 2 || a.lines > 2) {
		return false
	}
	switch a.shape {
	case callLike:
		return true
	case dashed:
		return a.written || a.input || sc.thought
	case word, prose:
		return a.input || sc.thought
	}
	return false
}

// awaited tells whether an open call without a result is one, and not a word.
// More may follow a call that is written as one.
func (sc *scanner) awaited() bool {
	a := &sc.act
	if a.form != React {
		return a.tool != ""
	}
	switch a.shape {
	case callLike:
		return a.tool != ""
	case dashed:
		return a.input || (a.written || sc.thought) && a.lines == 0
	case word:
		return a.input || sc.thought && a.lines == 0
	case prose:
		return a.input
	}
	return false
}

// endObservation closes the open observation. Where nothing else with a label
// follows, only its first paragraph is one: the model may go on in its own name.
func (sc *scanner) endObservation(last bool) {
	if !sc.obs.open {
		return
	}
	r := sc.obs
	sc.obs = result{}
	if last && r.first > 0 {
		r.end = r.first
	}
	if r.content == 0 || placeholder(sc.s[r.content:r.end]) || strings.Trim(sc.s[r.content:r.end], " \t\r\n*_`~") == "" {
		return
	}
	from := r.content
	if r.fence > 0 && r.fence < from {
		from = r.fence
	}
	sc.found(React, r.start, from, r.end, r.end)
}

// found notes a result, and the call before it. The blanks around what it says do not count.
func (sc *scanner) found(form Form, start, from, to, end int) {
	body := strings.TrimRight(sc.s[from:to], blank)
	from, to = from+len(body)-len(strings.TrimLeft(body, blank)), from+len(body)
	x := Span{
		Kind: Observation, Form: form, Start: sc.base + start, End: sc.base + end, BodyStart: sc.base + from, BodyEnd: sc.base + to,
	}
	if a := &sc.act; a.open && a.end <= start {
		x.ActionStart, x.ActionEnd, x.Tool = sc.base+a.start, sc.base+a.end, a.tool
		if a.shape == prose && !a.input {
			x.Tool = "" // a sentence
		}
	}
	sc.act = call{}
	sc.out = append(sc.out, x)
}

// settle closes the open call that got no result.
func (sc *scanner) settle(last bool) {
	a := sc.act
	if a.open && (!last || sc.ends) && sc.awaited() {
		sc.out = append(sc.out, Span{Kind: Pending, Form: a.form, Start: sc.base + a.start, End: sc.base + a.end,
			ActionStart: sc.base + a.start, ActionEnd: sc.base + a.end, Tool: a.tool})
	}
	sc.act = call{}
}

// drop closes the open call because something else begins.
func (sc *scanner) drop() {
	if sc.act.form == React {
		sc.act = call{}
		return
	}
	sc.settle(false)
}

func (sc *scanner) finish() {
	if sc.fence != "" {
		sc.closeFence(sc.last)
	}
	sc.endObservation(true)
	sc.settle(true)
}
