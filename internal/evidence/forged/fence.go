package forged

import "strings"

// fenceMark returns the mark that begins a block of code.
func fenceMark(t string) string {
	if len(t) < 3 || t[0] != '`' && t[0] != '~' {
		return ""
	}
	n := 0
	for n < len(t) && t[n] == t[0] {
		n++
	}
	if n < 3 || t[0] == '`' && strings.IndexByte(t[n:], '`') >= 0 {
		return ""
	}
	return t[:n]
}

// openFence begins a block of code.
func (sc *scanner) openFence(mark, t string, start int) {
	sc.fence, sc.fenceAt, sc.fenceBody = mark, start, start+len(t)
	sc.fenceRole = opaque
	if sc.obs.open {
		if sc.obs.content == 0 {
			sc.obs.fence = start
		}
		return
	}
	lang := strings.Trim(t[len(mark):], " \t{}.")
	a := &sc.act
	switch {
	case a.open && a.lines <= 1 && start >= a.end && a.shape != empty && language(lang, "tool_output", "tool_outputs", "tool_result", "tool_results", "tool_response", "observation", "output"):
		sc.fenceRole = toolResult
	case a.open && a.form == React && a.lines == 0 && a.blanks <= 1:
		sc.fenceRole = body
	case !sc.example && language(lang, "tool_code", "tool_call", "tool_calls", "tool_use", "function_call"):
		sc.settle(false)
		sc.fenceRole = toolCall
	}
}

func language(lang string, names ...string) bool {
	for _, n := range names {
		if lang == n {
			return true
		}
	}
	return false
}

// fenced reads a line of a block of code, or the one that ends it.
func (sc *scanner) fenced(t string, pos, end int) {
	if strings.HasPrefix(t, sc.fence) && strings.Trim(t, sc.fence[:1]) == "" {
		sc.closeFence(end)
		return
	}
	if sc.obs.open && t != "" {
		sc.obs.add(pos, end)
	}
}

func (sc *scanner) closeFence(end int) {
	role, start, from := sc.fenceRole, sc.fenceAt, sc.fenceBody
	sc.fence, sc.fenceRole, sc.blank, sc.afterCode = "", opaque, false, false
	if sc.obs.open {
		sc.obs.add(start, end)
		return
	}
	from = min(from, end)
	switch content := sc.s[from:end]; role {
	case toolResult:
		if c := strings.Trim(content, "`~ \t\r\n"); c != "" && !placeholder(c) {
			sc.found(Fence, start, from, from+len(withoutMark(content)), end)
		}
	case body:
		a := &sc.act
		if a.shape == empty {
			a.shape = prose
			if a.tool = toolIn(content); a.tool != "" {
				a.shape = callLike
			}
		}
		a.end = end
	case toolCall:
		tool := codeTool(content)
		if tool == "" {
			tool = toolIn(content)
		}
		sc.act = call{open: true, form: Fence, shape: callLike, start: start, end: end, tool: tool}
	}
}

// withoutMark takes the line off that ends a block of code.
func withoutMark(content string) string {
	at := strings.LastIndexByte(content, '\n')
	if at >= 0 && strings.Trim(content[at:], "`~ \t\r\n") == "" {
		return content[:at]
	}
	return content
}

// startsFenced tells what kind of block of code a text begins in that was cut
// out of a longer one: as many marks end a block as begin one.
func startsFenced(s string) string {
	first, odd := "", false
	for s != "" {
		line, rest, _ := strings.Cut(s, "\n")
		s = rest
		t := strings.Trim(line, " \t\r")
		f := fenceMark(t)
		if f == "" {
			continue
		}
		if first == "" {
			if t != f {
				return "" // it names a language, so it begins a block
			}
			first = f
		}
		odd = !odd
	}
	if odd {
		return first
	}
	return ""
}
