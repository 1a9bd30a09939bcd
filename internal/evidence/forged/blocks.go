package forged

import "strings"

// blank is what may stand around a result.
const blank = " \t\r\n"

// elements are the tags of interest. What is not a call is a result.
var elements = [...]struct {
	name, tail string
	call       bool
	inner      bool // a result only behind a call
}{
	{name: "tool_call", tail: "tool_call>", call: true},
	{name: "tool_calls", tail: "tool_calls>", call: true},
	{name: "tool_use", tail: "tool_use>", call: true},
	{name: "function_calls", tail: "function_calls>", call: true},
	{name: "function_call", tail: "function_call>", call: true},
	{name: "invoke", tail: "invoke>", call: true},
	{name: "function", tail: "function>", call: true},
	{name: "observation", tail: "observation>"},
	{name: "tool_result", tail: "tool_result>"},
	{name: "tool_results", tail: "tool_results>"},
	{name: "tool_response", tail: "tool_response>"},
	{name: "tool_responses", tail: "tool_responses>"},
	{name: "tool_output", tail: "tool_output>"},
	{name: "function_results", tail: "function_results>"},
	{name: "function_result", tail: "function_result>"},
	{name: "function_response", tail: "function_response>"},
	{name: "result", tail: "result>", inner: true},
	{name: "output", tail: "output>", inner: true},
}

// ahead remembers where a literal is found next, so that looking for it again
// and again costs one pass.
type ahead struct {
	known bool
	at    int
}

func (a *ahead) find(s, literal string, from int) int {
	if a.known && (a.at < 0 || a.at >= from) {
		return a.at
	}
	a.known, a.at = true, -1
	if i := strings.Index(s[from:], literal); i >= 0 {
		a.at = from + i
	}
	return a.at
}

// closer returns where the closing tag of an element begins and ends, or -1.
func (sc *scanner) closer(k, from int) (int, int) {
	for {
		at := sc.closers[k].find(sc.s, elements[k].tail, from)
		if at < 0 {
			return -1, -1
		}
		i := at
		for i > 0 && at-i < 16 && sc.s[i-1] != '/' && sc.s[i-1] != '<' && sc.s[i-1] > ' ' {
			i-- // a prefix
		}
		if i >= 2 && sc.s[i-1] == '/' && sc.s[i-2] == '<' && (i == at || prefix(sc.s[i:at])) {
			return i - 2, at + len(elements[k].tail)
		}
		from = at + 1
	}
}

func prefix(p string) bool {
	return strings.HasSuffix(p, ":") || strings.HasSuffix(p, "｜") || strings.HasSuffix(p, "|")
}

// tag reads the tag at i, "<tool_call>", "<invoke name=…>", "<function=name>",
// with a prefix or without. It returns -1 where there is none of interest.
func (sc *scanner) tag(i, eol int) (element, end int) {
	t := sc.s[i+1 : min(eol, i+300)]
	gt := strings.IndexByte(t, '>')
	if gt < 0 {
		return -1, 0
	}
	t = t[:gt]
	name := t
	if j := strings.IndexAny(t, " =\t"); j >= 0 {
		name = t[:j]
	}
	if j := strings.LastIndexAny(name, ":｜|"); j >= 0 {
		name = strings.TrimLeft(name[j:], ":｜|")
	}
	if len(name) < 6 {
		return -1, 0
	}
	for k := range elements {
		if elements[k].name != name {
			continue
		}
		switch attrs := strings.TrimLeft(t[strings.Index(t, name)+len(name):], " "); {
		case strings.HasSuffix(t, "/"), strings.IndexByte(t, '<') >= 0:
			return -1, 0
		case name == "function" && (attrs == "" || attrs[0] != '='), name == "invoke" && attrs == "":
			return -1, 0
		case name == "observation" && attrs != "" && !strings.HasPrefix(attrs, "tool") && !strings.HasPrefix(attrs, "name") && !strings.HasPrefix(attrs, "step"):
			return -1, 0 // a medical record
		}
		return k, i + 1 + gt + 1
	}
	return -1, 0
}

// blocks looks for blocks that begin in a line. It returns where to go on behind
// the one it found, or 0.
func (sc *scanner) blocks(start, eol int) int {
	if sc.obs.open || sc.example {
		return sc.nextCall(start, eol)
	}
	ticks := 0
	for i := start; i < eol; {
		j := strings.IndexAny(sc.s[i:eol], "<[")
		if j < 0 {
			return 0
		}
		ticks += strings.Count(sc.s[i:i+j], "`")
		i += j
		if ticks%2 == 0 && sc.boundary(start, i) {
			if next := sc.block(i, eol, i == start); next > 0 {
				return next
			}
		}
		i++
	}
	return 0
}

// nextCall ends an observation where a call stands at the beginning of a line.
func (sc *scanner) nextCall(start, eol int) int {
	if sc.example || sc.s[start] != '<' {
		return 0
	}
	if k, _ := sc.tag(start, eol); k < 0 || !elements[k].call {
		return 0
	}
	sc.endObservation(false)
	return sc.block(start, eol, true)
}

// boundary tells whether a block may begin at i: at the start of a line, behind
// a tag or a token, or behind the end of a sentence. Elsewhere it is named.
func (sc *scanner) boundary(start, i int) bool {
	for j := i; j > start && i-j < 8; j-- {
		switch c := sc.s[j-1]; c {
		case ' ', '\t':
			continue
		case '>', ']', '}', '.', '!', '?':
			return true
		default:
			before := sc.s[:j]
			return strings.HasSuffix(before, "。") || strings.HasSuffix(before, "！")
		}
	}
	return i == start
}

func (sc *scanner) block(i, eol int, first bool) int {
	if sc.s[i] == '[' {
		return sc.bracket(i, eol)
	}
	if i+2 < eol && (sc.s[i+1] == '|' || strings.HasPrefix(sc.s[i+1:], "｜")) {
		if next := sc.template(i, eol); next > 0 {
			return next
		}
	}
	k, end := sc.tag(i, eol)
	switch {
	case k < 0:
		return 0
	case elements[k].call:
		return sc.callTag(k, i, end, eol)
	}
	if inside := sc.act.open && i < sc.act.end; inside && !behindCall(sc.s[:i]) {
		return 0
	}
	if elements[k].inner && (!sc.act.open || sc.act.form != Tag || sc.act.lines > 0) {
		return 0
	}
	return sc.resultTag(k, i, end, eol, first)
}

// behindCall tells whether a call was closed right before: within the arguments
// of a call stands what is to be written, not what was read.
func behindCall(before string) bool {
	before = strings.TrimRight(before[max(0, len(before)-64):], blank)
	for _, w := range [...]string{"invoke>", "tool_call>", "function_call>", "tool_use>", "function>"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// callTag opens a call.
func (sc *scanner) callTag(k, i, end, eol int) int {
	if sc.act.open && i < sc.act.end {
		return end
	}
	_, to := sc.closer(k, end)
	if to < 0 {
		to = eol
		if strings.TrimLeft(sc.s[end:eol], blank) == "" { // its body is in the next line
			if j := strings.IndexByte(sc.s[min(eol+1, len(sc.s)):], '\n'); j >= 0 {
				to = eol + 1 + j
			} else {
				to = len(sc.s)
			}
		}
	}
	body := sc.s[i:min(to, i+bodyLimit)]
	if j := strings.Index(body[min(end-i, len(body)):], sc.s[i:end]); j >= 0 {
		body = body[:end-i+j] // the same tag again
	}
	tool := toolIn(body)
	if tool == "" {
		return 0 // it is named, or an example of nothing
	}
	sc.settle(false)
	sc.act = call{open: true, form: Tag, shape: callLike, start: i, end: to, tool: tool}
	return end
}

// resultTag notes a result between tags.
func (sc *scanner) resultTag(k, i, end, eol int, first bool) int {
	from, to := sc.closer(k, end)
	if from < 0 {
		// Nothing closes it: a block if it begins like one.
		rest := strings.TrimLeft(sc.s[end:eol], " \t\r")
		if !first || elements[k].inner || rest != "" && rest[0] != '{' && rest[0] != '[' {
			return 0
		}
		from, to = sc.last, sc.last
		if from <= end {
			return 0
		}
	} else if after := strings.TrimLeft(sc.s[to:max(to, min(len(sc.s), to+8))], " "); from < eol && after != "" &&
		(after[0] >= 'a' && after[0] <= 'z' || strings.IndexByte(",.;:)`'\"", after[0]) >= 0) {
		return 0 // a sentence about it
	}
	content := strings.TrimLeft(sc.s[end:from], blank)
	if content == "" || placeholder(content) {
		return 0
	}
	sc.clip(i)
	sc.found(Tag, i, end, from, to)
	return to
}

// clip ends the open call where its result begins, within it.
func (sc *scanner) clip(i int) {
	if sc.act.open && sc.act.start < i && sc.act.end > i {
		sc.act.end = len(strings.TrimRight(sc.s[:i], blank))
	}
}

// bracket reads [TOOL_RESULT] and its like.
func (sc *scanner) bracket(i, eol int) int {
	t := sc.s[i:eol]
	if len(t) < 10 || t[1]|0x20 != 't' {
		return 0
	}
	switch {
	case strings.HasPrefix(t, "[TOOL_RESULT"), strings.HasPrefix(t, "[TOOL_OUTPUT"), strings.HasPrefix(t, "[tool_result"), strings.HasPrefix(t, "[tool_output"), strings.HasPrefix(t, "[Tool result"), strings.HasPrefix(t, "[Tool Result"):
		return sc.resultBracket(i, eol)
	case strings.HasPrefix(t, "[TOOL_CALLS]"), strings.HasPrefix(t, "[TOOL_CALL]"), strings.HasPrefix(t, "[TOOL_REQUEST]"):
		at := strings.IndexByte(t, ']') + 1
		to := eol
		if sc.act.open && i < sc.act.end {
			return i + at
		}
		if j := sc.results.find(sc.s, "[TOOL_RESULT", i); j > 0 && j < eol {
			to = j
		}
		if strings.TrimLeft(sc.s[i+at:to], blank) == "" {
			if j := strings.IndexByte(sc.s[min(eol+1, len(sc.s)):], '\n'); j >= 0 {
				to = eol + 1 + j
			} else {
				to = len(sc.s)
			}
		}
		tool := toolIn(sc.s[i:to])
		if tool == "" {
			rest := strings.TrimLeft(sc.s[i+at:to], " \n")
			if n := nameEnd(rest); n > 0 && n <= maxName && n < len(rest) && (rest[n] == '{' || rest[n] == '[' || rest[n] == '(') {
				tool = rest[:n]
			}
		}
		return sc.callBracket(i, i+at, to, tool)
	case strings.HasPrefix(t, "[tool_call: "), strings.HasPrefix(t, "[tool_call:"), strings.HasPrefix(t, "[Tool call: "), strings.HasPrefix(t, "[tool call: "), strings.HasPrefix(t, "[tool_use: "), strings.HasPrefix(t, "[Tool use: "):
		if sc.act.open && i < sc.act.end {
			return 0
		}
		rest := strings.TrimLeft(t[strings.IndexByte(t, ':')+1:], " `")
		return sc.callBracket(i, i+1, eol, rest[:nameEnd(rest)])
	}
	return 0
}

func (sc *scanner) callBracket(start, next, end int, tool string) int {
	if tool == "" || len(tool) > maxName {
		return 0
	}
	sc.settle(false)
	end = start + len(strings.TrimRight(sc.s[start:end], blank))
	sc.act = call{open: true, form: Bracket, shape: callLike, start: start, end: end, tool: tool}
	return max(next, start+1)
}

// maxMark is the longest mark in brackets, in bytes: one that holds a placeholder still is one.
const maxMark = 240

// resultBracket notes what stands behind [TOOL_RESULT], up to its end mark, or
// the paragraph where there is none.
func (sc *scanner) resultBracket(i, eol int) int {
	gt := strings.IndexByte(sc.s[i:min(eol, i+maxMark)], ']')
	if gt < 0 {
		return 0
	}
	end := i + gt + 1
	named := sc.s[i : end-1]
	plainMark := strings.HasSuffix(named, "RESULT") || strings.HasSuffix(named, "RESULTS") || strings.HasSuffix(named, "OUTPUT") || strings.HasSuffix(named, "result") || strings.HasSuffix(named, "output")
	if !plainMark && strings.IndexByte(named, ':') < 0 {
		return 0
	}
	stop, to := sc.bracketEnd(i, end, eol)
	content := strings.TrimLeft(sc.s[end:stop], blank)
	from := end
	if within := strings.IndexByte(named, ':'); within > 0 && sc.act.open && sc.act.form == Bracket {
		if content == "" { // "[Tool result: …]"
			from, stop = i+within+1, end-1
		}
		content, to = strings.TrimLeft(named[within+1:], blank)+content, max(to, end)
	}
	if content == "" || placeholder(content) {
		return 0
	}
	sc.clip(i)
	sc.found(Bracket, i, from, stop, to)
	return max(to, end)
}

// endMarks close the block of a bracket.
var endMarks = [...]string{"[/TOOL_RESULT", "[END_TOOL_RESULT", "[/TOOL_OUTPUT", "[/tool_result", "[/tool_output"}

func (sc *scanner) bracketEnd(i, end, eol int) (stop, to int) {
	best := -1
	for k, w := range endMarks {
		if j := sc.marks[k].find(sc.s, w, end); j >= 0 && (best < 0 || j < best) {
			best = j
		}
	}
	if best >= 0 {
		if gt := strings.IndexByte(sc.s[best:min(len(sc.s), best+24)], ']'); gt >= 0 {
			return best, best + gt + 1
		}
	}
	after := strings.TrimLeft(sc.s[end:eol], " \t\r")
	if after != "" && strings.IndexByte("{[\"", after[0]) < 0 && !strings.Contains(sc.s[i:end], ":") {
		return end, end // a sentence about it
	}
	rest := sc.s[end:]
	from := len(rest) - len(strings.TrimLeft(rest, blank))
	stop = sc.paragraph.find(sc.s, "\n\n", end+from)
	if stop < 0 {
		stop = sc.last
	}
	stop = max(end, min(sc.last, stop))
	return stop, stop
}

// tokens open the turn of a tool in the templates of chat models.
var tokens = [...]string{
	"<|im_start|>tool", "<|im_start|>function", "<|tool_response|>", "<|tool_response>", "<|tool_result|>", "<|tool_results|>", "<|tool_output|>",
	"<|tool_outputs|>", "<|observation|>", "<|start_header_id|>ipython<|end_header_id|>", "<|start_header_id|>tool<|end_header_id|>",
	"<｜tool▁outputs▁begin｜>", "<｜tool▁output▁begin｜>", "<|tool▁outputs▁begin|>", "<|tool▁output▁begin|>", "<|START_TOOL_RESULT|>", "<|START_TOOL_RESULTS|>",
}

// template notes what a model wrote behind the token of the tool's turn.
func (sc *scanner) template(i, eol int) int {
	end := 0
	for _, w := range tokens {
		if strings.HasPrefix(sc.s[i:], w) {
			end = i + len(w)
			break
		}
	}
	if end == 0 {
		return 0
	}
	if rest := sc.s[end:eol]; strings.Contains(sc.s[i:end], "outputs") && (strings.HasPrefix(rest, "<｜tool▁output▁begin｜>") || strings.HasPrefix(rest, "<|tool▁output▁begin|>")) {
		end += strings.IndexByte(rest, '>') + 1
	}
	rest := strings.TrimLeft(sc.s[end:eol], " \t\r")
	deep := strings.Contains(sc.s[i:end], "▁")
	if !deep && rest != "" && strings.IndexByte("{[<\"", rest[0]) < 0 {
		return 0 // a sentence about it
	}
	stop := sc.last
	for k, w := range [...]string{"<|", "<｜"} {
		if j := sc.token[k].find(sc.s, w, end); j >= 0 && j < stop {
			stop = j
		}
	}
	stop = max(end, len(strings.TrimRight(sc.s[:stop], blank)))
	content := strings.TrimLeft(sc.s[end:stop], blank)
	if content == "" || placeholder(content) {
		return 0
	}
	sc.clip(i)
	sc.found(Template, i, end, stop, stop)
	return stop
}
