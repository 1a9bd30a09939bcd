package assertion

import "strings"

// reader walks through one text. It holds the tokens of one sentence at a time.
type reader struct {
	out  Assertion
	toks [maxTokens]token
	n    int

	openFence string // what opened the block of code that the line is in
	plan      bool   // below a heading such as "Next steps"
	list      bool   // the last line was an item of a list, or belongs to one
	blank     bool   // the line before is blank
	question  bool   // of the sentence
	ticked    bool   // of the sentence: it begins with a tick
}

// minWrapped is how long a line has to be before its end can be the edge of a
// page rather than the end of what it says.
const minWrapped = 50

// read walks through the lines.
func (r *reader) read(s string) {
	r.plan, r.list, r.blank = false, false, true
	for s != "" {
		line, rest := cutLine(s)
		body, ok := r.open(line, rest)
		if !ok {
			s = rest
			continue
		}
		at := max(0, strings.Index(line, body)) // marks before it, blanks behind
		end := len(line)
		for rest != "" && wraps(line, rest) {
			line, rest = cutLine(rest)
			end = len(s) - len(rest)
		}
		r.block(s[at:end])
		r.blank = false
		s = rest
	}
	r.openFence = ""
}

func cutLine(s string) (line, rest string) {
	i := strings.IndexByte(s, '\n')
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}

// wraps tells whether the next line goes on with the sentence of a line.
func wraps(line, rest string) bool {
	line = strings.TrimRight(line, " \r")
	if len(line) < minWrapped || strings.IndexByte(".!?:;|", line[len(line)-1]) >= 0 {
		return false
	}
	rest = strings.TrimLeft(rest, " ")
	return rest != "" && rest[0] >= 'a' && rest[0] <= 'z'
}

// open takes the marks of Markdown from a line. It returns false where the
// line is none that says anything: code, a quotation, data, an open item.
func (r *reader) open(line, rest string) (string, bool) {
	t := strings.TrimLeft(line, " \t\r")
	if r.openFence != "" {
		if strings.HasPrefix(t, r.openFence) {
			r.openFence = ""
		}
		return "", false
	}
	if t == "" {
		r.blank = true
		return "", false
	}
	if f := fence(t); f != "" {
		r.openFence = f
		return "", false
	}
	indented := len(line)-len(t) >= 4 || line[0] == '\t'
	switch {
	case t[0] == '>', t[0] == '{', t[0] == '}', t[0] == '"' && strings.Contains(t, "\":"):
		return "", false
	case indented && r.blank && !r.list:
		return "", false // a block of code
	case t[0] == '|' && (tableRule(t) || tableRule(strings.TrimLeft(rest, " "))):
		return "", false // the head of a table names its columns
	case t[0] == '#':
		return r.heading(t)
	}
	return r.item(t, indented)
}

// fence returns the mark that begins or ends a block of code.
func fence(t string) string {
	for _, f := range [...]string{"```", "~~~"} {
		if strings.HasPrefix(t, f) && !strings.Contains(t[3:], f) {
			return f
		}
	}
	return ""
}

// startsFenced tells what kind of block of code a text begins in that was cut
// out of a longer one: as many marks end a block as begin one.
func startsFenced(s string) string {
	first, odd := "", false
	for s != "" {
		var line string
		line, s = cutLine(s)
		t := strings.Trim(line, " \t\r")
		f := fence(t)
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

func tableRule(t string) bool {
	return strings.HasPrefix(t, "|-") || strings.HasPrefix(t, "| -") || strings.HasPrefix(t, "|:") || strings.HasPrefix(t, "| :")
}

// heading notes what the lines below it are about. One or two words name a
// section and claim nothing.
func (r *reader) heading(t string) (string, bool) {
	body := strings.TrimLeft(t, "#")
	if body == "" || body[0] != ' ' {
		return "", false
	}
	body = strings.Trim(body, " \r")
	r.list = false
	r.plan = planned(body)
	return body, !r.plan && strings.Count(body, " ") >= 2
}

// item takes the mark of a list from a line, and its box.
func (r *reader) item(t string, indented bool) (string, bool) {
	body := bullet(t)
	switch {
	case len(body) < len(t):
		r.list = true
	case !indented:
		r.plan = r.plan && !r.blank
		r.list = false
	}
	if len(body) > 2 && body[0] == '[' {
		if i := strings.IndexByte(body[:min(len(body), 6)], ']'); i > 0 {
			switch body[1:i] {
			case "x", "X", "✓", "✔", "✅":
			default:
				if i <= 4 && i < len(body)-1 && body[i+1] == ' ' && len(body) < len(t) {
					r.out.Admits |= openItem(body[i+1:])
					return "", false
				}
			}
		}
	}
	if label := strings.Trim(body, " *_\r"); (strings.HasSuffix(label, ":") || strings.HasSuffix(label, "：")) && strings.Count(label, " ") < 6 {
		r.plan = planned(label)
		return body, !r.plan
	}
	return body, body != ""
}

// openItem tells what an item with an open box is about, if it is of a kind that
// can be asked for.
func openItem(s string) Subject {
	about := Subject(0)
	for i := 0; i < len(s); {
		j := wordEnd(s, i)
		if j == i {
			i++
			continue
		}
		about |= lookUp(s[i:j]).class.subject()
		i = j
	}
	return (about | hanAbout(s)) & (Checks | Builds | Deploys)
}

// bullet cuts off "- ", "* ", "• ", "12. ", "(a) ".
func bullet(t string) string {
	for _, b := range [...]string{"- ", "* ", "+ ", "• ", "· ", "– "} {
		if rest, ok := strings.CutPrefix(t, b); ok {
			return strings.TrimLeft(rest, " ")
		}
	}
	n := 0
	for n < len(t) && n < 4 && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	if n > 0 && n+1 < len(t) && (t[n] == '.' || t[n] == ')') && t[n+1] == ' ' {
		return strings.TrimLeft(t[n+2:], " ")
	}
	return t
}

// planned tells whether a heading stands above what is yet to be done, or what
// ought to be.
func planned(heading string) bool {
	for s := heading; s != ""; {
		i := 0
		for i < len(s) && !letter(s[i]) {
			i++
		}
		j := wordEnd(s, i)
		if j > i && lookUp(s[i:j]).class&planHeading != 0 {
			return true
		}
		s = s[j:]
	}
	for _, w := range [...]string{"下一步", "待办", "待辦", "计划", "計劃", "后续", "後續", "剩余", "目标", "目標", "要求", "标准", "次のステップ", "今後"} {
		if strings.Contains(heading, w) {
			return true
		}
	}
	return false
}
