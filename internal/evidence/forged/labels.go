package forged

import "strings"

type label uint8

const (
	noLabel label = iota
	thought
	action
	input
	observation
	toolAction // an action line that is a step only if more tells so
	outcome    // the same under a word that is used for much else
	answer     // ends what stands above it
)

// labels are longest first where one begins with another.
var labels = [...]struct {
	word  string
	label label
}{
	{"Action Input", input}, {"Action_Input", input}, {"ActionInput", input}, {"Action", action},
	{"Observation", observation},
	{"Thoughts", thought}, {"Thought", thought},
	{"Beobachtung", observation}, {"Observación", observation}, {"Observação", observation}, {"Aktion", action}, {"Acción", action}, {"Ação", action},
	{"Aktionseingabe", input}, {"Gedanke", thought}, {"Pensée", thought}, {"Pensamiento", thought}, {"Pensamento", thought},
	{"Tool Call", toolAction}, {"Calling Tool", toolAction}, {"Tool", toolAction}, {"Result", outcome}, {"Output", outcome}, {"Response", outcome},
	{"Tool Input", input}, {"Tool Output", observation}, {"Tool Result", observation}, {"Tool Response", observation},
	{"Final Answer", answer}, {"Final Thought", answer}, {"Answer", answer}, {"Question", answer},
	{"Human", answer}, {"User", answer}, {"Assistant", answer},
	{"行动输入", input}, {"动作输入", input}, {"行動輸入", input}, {"動作輸入", input}, {"行动参数", input}, {"动作参数", input},
	{"工具输入", input}, {"工具参数", input}, {"输入参数", input}, {"输入", input}, {"参数", input},
	{"行动", action}, {"动作", action}, {"行動", action}, {"動作", action}, {"调用工具", action}, {"工具调用", action},
	{"观察结果", observation}, {"观测结果", observation}, {"觀察結果", observation}, {"観察結果", observation},
	{"观察", observation}, {"观测", observation}, {"觀察", observation}, {"観察", observation},
	{"工具返回结果", observation}, {"工具返回", observation}, {"工具输出", observation}, {"工具结果", observation},
	{"执行结果", outcome}, {"返回结果", outcome}, {"结果", outcome}, {"输出", outcome},
	{"思考", thought}, {"想法", thought}, {"思路", thought},
	{"最终答案", answer}, {"最终回答", answer}, {"最終答案", answer}, {"答案", answer}, {"回答", answer}, {"问题", answer}, {"用户", answer},
}

// labelOf reads the label that a line begins with, behind marks of Markdown:
// "Action:", "Action 2:", "**Action:**", "### Action:", "行动：". It returns where
// the value begins, and whether the label is written as one, with a capital.
func labelOf(t string) (l label, value int, written bool) {
	i := 0
	for i < len(t) && i < 6 && t[i] == '#' {
		i++
	}
	for i < len(t) && i < 12 && (t[i] == ' ' || t[i] == '*' || t[i] == '_') {
		i++
	}
	if i == len(t) {
		return noLabel, 0, false
	}
	switch c := t[i] | 0x20; {
	case t[i] >= 0x80, c == 'a', c == 'b', c == 'c', c == 'f', c == 'g', c == 'h', c == 'o', c == 'p', c == 'q', c == 'r', c == 't', c == 'u':
	default:
		return noLabel, 0, false
	}
	for k := range labels {
		w := labels[k].word
		if len(t)-i <= len(w) || !strings.EqualFold(t[i:i+len(w)], w) {
			continue
		}
		if v := colon(t, i+len(w)); v > 0 {
			return labels[k].label, v, t[i] >= 0x80 || t[i] <= 'Z'
		}
	}
	return noLabel, 0, false
}

// colon reads the number and the colon behind a label, and returns what follows.
func colon(t string, i int) int {
	j := i
	for j < len(t) && j < i+8 && (t[j] == ' ' || t[j] == '#' || t[j] == '(' || t[j] == ')' || t[j] == '*' || t[j] == '_' || t[j] >= '0' && t[j] <= '9') {
		j++
	}
	switch {
	case j < len(t) && t[j] == ':':
		j++
	case strings.HasPrefix(t[j:], "："):
		j += len("：")
	default:
		return 0
	}
	for j < len(t) && (t[j] == '*' || t[j] == '_') {
		j++
	}
	return j
}

// shape says how sure it is that the value of an action line is a call.
type shape uint8

const (
	noCall   shape = iota
	empty          // what follows is the call
	prose          // "search the web"
	word           // "search"
	dashed         // "web_search"
	callLike       // "search[web]", "search(web)", "search {…}", {"action": "search"}
)

// callOf reads the value of an action line.
func callOf(v string) (tool string, s shape) {
	v = strings.Trim(v, " \t\r*`\"")
	if v == "" {
		return "", empty
	}
	if v[0] == '{' && len(v) > 1 && (v[1] == '"' || v[1] == ' ' || v[1] == '\'') || v == "{" {
		return toolIn(v), callLike
	}
	if placeholder(v) {
		return "", noCall
	}
	n := nameEnd(v)
	name, rest := v[:n], strings.TrimLeft(v[n:], "`*")
	if n > maxName || n > 0 && (ends(name) || metaName(name)) {
		return "", noCall
	}
	if n == 0 {
		return "", prose
	}
	if s = shapeOf(name, rest); s == prose {
		return v, prose
	}
	return name, s
}

// shapeOf judges a name by what stands behind it.
func shapeOf(name, rest string) shape {
	remark := strings.HasPrefix(rest, "（") && strings.HasSuffix(rest, "）")
	switch {
	case rest == "":
		if i := strings.IndexByte(name, '_'); i > 0 && i < len(name)-1 {
			return dashed
		}
		return word
	case called(rest), strings.HasPrefix(rest, "{\""), strings.HasPrefix(rest, " {\""), strings.HasPrefix(rest, ": {\""), remark && name[0] < 0x80:
		return callLike
	case strings.HasPrefix(rest, ": "), remark: // "给药（布洛芬）"
		return word
	}
	return prose
}

const maxName = 80

// nameEnd returns the end of the name that v begins with. A name may be Chinese.
func nameEnd(v string) int {
	i := 0
	for i < len(v) {
		c := v[i]
		switch {
		case nameByte(c):
		case c == '.' || c == '/' || c == '-':
			if i+1 == len(v) || !nameByte(v[i+1]) {
				return i
			}
		case c >= 0x80:
			if c == 0xef || c == 0xe2 || strings.HasPrefix(v[i:], "\xe3\x80") {
				return i // punctuation
			}
		default:
			return i
		}
		i++
	}
	return i
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// called tells whether all that stands behind a name is its arguments. They may
// go on in the next line.
func called(rest string) bool {
	for _, b := range [...]struct{ open, end string }{{"[", "]"}, {"(", ")"}, {"【", "】"}} {
		if !strings.HasPrefix(rest, b.open) {
			continue
		}
		i := strings.LastIndex(rest, b.end)
		if i < 0 {
			return true
		}
		tail := strings.Trim(rest[i+len(b.end):], " .。;；`*")
		return tail == "" || sameLine(tail) == 0
	}
	return false
}

// sameLine returns where in the rest of an action line an observation begins,
// or -1.
func sameLine(v string) int {
	for _, w := range [...]string{"Observation", "观察"} {
		if i := strings.Index(v, w); i >= 0 {
			if l, _, _ := labelOf(v[i:]); l == observation {
				return i
			}
		}
	}
	return -1
}

// metaName lists what stands for the name of a tool in an account of the format.
func metaName(name string) bool {
	for _, w := range [...]string{"tool_name", "toolname", "tool", "action_name", "action", "your_action", "function_name", "the_tool", "name_of_tool"} {
		if strings.EqualFold(name, w) {
			return true
		}
	}
	return false
}

// ends tells whether an action is none that a tool carries out.
func ends(name string) bool {
	for _, w := range [...]string{"finish", "none", "n/a", "na", "final_answer", "finalanswer", "final", "answer", "respond", "结束", "完成", "无"} {
		if strings.EqualFold(name, w) {
			return true
		}
	}
	return false
}

// placeholder tells whether a value stands for one: in an account of the format,
// or while the model waits for the result.
func placeholder(v string) bool {
	v = strings.TrimLeft(v, " \t\r\n*_`")
	v = v[:min(len(v), 400)]
	if strings.HasPrefix(v, "...") {
		return !strings.HasPrefix(v, "....") // a row of dots is what test runners print
	}
	for _, w := range [...]string{"<tool", "<action", "<name", "<result", "<output", "<the ", "<your", "<waiting"} {
		if len(v) >= len(w) && strings.EqualFold(v[:len(w)], w) {
			// A tag that holds something is no placeholder.
			return !strings.Contains(v, "</")
		}
	}
	for _, w := range [...]string{"the action", "the result", "the tool", "the name of", "the output of", "result of the action", "results of the action", "waiting", "awaiting", "pending", "will be "} {
		if len(v) >= len(w) && strings.EqualFold(v[:len(w)], w) {
			return !tells(v)
		}
	}
	for _, w := range [...]string{
		"…", "[tool", "[action", "[result", "[observation", "[output", "[the ",
		"{tool", "{action", "{{", "{result", "{observation", "one of [",
		"(waiting", "[waiting", "*waiting", "(awaiting", "[awaiting", "(pending", "[pending", "(will ", "(to be", "[to be", "[will ", "(the system", "(the program", "(the tool", "(the environment", "___",
		"等待", "（等待", "(等待", "[等待", "【等待", "工具返回的结果", "工具执行的结果", "要执行的", "要采取的", "行动的结果", "动作的结果",
	} {
		if len(v) >= len(w) && strings.EqualFold(v[:len(w)], w) {
			return true
		}
	}
	return false
}

// tells tells whether a line says what came out, and not only that something will.
func tells(v string) bool {
	line, _, _ := strings.Cut(v, "\n")
	if strings.ContainsAny(line, "0123456789{[") {
		return true
	}
	for _, w := range [...]string{" is ", " was ", " are ", " were ", "returned ", "shows ", "says ", "found ", "failed", "passed"} {
		if i := strings.Index(line, w); i >= 0 && !strings.HasPrefix(line[i+len(w):], "by ") {
			return true
		}
	}
	return false
}

// bodyLimit is how much of a call is read for the name of the tool.
const bodyLimit = 1024

// toolIn finds the name of the tool in the body of a call: JSON, attributes, or
// the code that calls it.
func toolIn(body string) string {
	body = body[:min(len(body), bodyLimit)]
	for _, k := range [...]string{`"action"`, `"tool_name"`, `"tool"`, `"name"`, `"function"`, ` name=`, `<function=`, `<tool_name>`, `<name>`} {
		i := strings.Index(body, k)
		if i < 0 {
			continue
		}
		v := strings.TrimLeft(body[i+len(k):], " \t\r\n:=\"'")
		if n := nameEnd(v); n > 0 && n <= maxName {
			return v[:n]
		}
	}
	return ""
}

// codeTool finds the name of what a line of code calls.
func codeTool(body string) string {
	body = strings.TrimSpace(body)
	for {
		n := nameEnd(body)
		if n == 0 || n > maxName || n >= len(body) || body[n] != '(' {
			return ""
		}
		if body[:n] != "print" {
			return body[:n]
		}
		body = body[n+1:]
	}
}

// introduces tells whether a line says that an example follows.
func introduces(line string) bool {
	t := strings.TrimRight(line, " \t\r*_")
	if !strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "：") {
		return false
	}
	// A line that names a tag shows it next.
	return exemplary(t) || t[0] != '<' && strings.IndexByte(t[max(0, len(t)-400):], '<') >= 0 || cites(t)
}

// cites tells whether a line says that it passes on what stands elsewhere.
func cites(t string) bool {
	t = t[max(0, len(t)-400):]
	for _, w := range [...]string{
		"rompt:", "rompt is:", "ranscript", " log:", " log shows:", " logs show:", "log reads", "quote", "ew-shot", "ystem prompt", "reads:", "reads as follows:", "race below", "race shows", "ixture", " format:",
		"日志", "提示词", "记录显示", "原文",
	} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return strings.Contains(t, "format") && !strings.HasPrefix(t, "I") && !strings.HasPrefix(t, "Let")
}

func exemplary(t string) bool {
	if len(t) > 400 {
		t = t[len(t)-400:]
	}
	for _, w := range [...]string{
		"xample", "ooks like", "ook like", "e.g.", "or instance", "emplate", "llustrat", "ample trace", "ample output", "onvention",
		"示例", "例如", "比如", "例子", "举例", "样例", "模板", "格式", "如下所示",
	} {
		if strings.Contains(t, w) {
			return true
		}
	}
	return strings.Contains(t, "format") && !strings.HasPrefix(t, "I") && !strings.HasPrefix(t, "Let")
}
