package markers

import "strings"

// notOutput tells whether a line is no output of a check but something that
// talks about one: source code, a comment, a diff, a listing with line
// numbers, a search hit, structured data, markup.
func notOutput(s string) bool {
	return codeStart(s) || codeInside(s) || listing(s) || codeWord(s)
}

// codeStart looks at how a line begins.
func codeStart(s string) bool {
	switch s[0] {
	case '"', '\'', '`', '{', '}', '<', '$', '|', '\\', '@', '&', '+', ';', '%', '?', '~', '^', '/':
		return true
	case '#':
		return !banner(s, '#')
	case '*':
		return !banner(s, '*')
	case '-':
		return removed(s) || bullet(s) || dashed(s)
	case '>':
		return quotation(s)
	case '(':
		return strings.HasPrefix(s, "(\"") || strings.HasPrefix(s, "('")
	case '[':
		return literal(s) || checkBox(s)
	case '=':
		return strings.HasPrefix(s, "= ")
	}
	return false
}

// removed recognises the line a diff takes away, and an option: "-x".
func removed(s string) bool { return len(s) > 1 && lower[s[1]] != 0 }

// bullet recognises an item of a list; behind a dash, a tick is what a test
// runner prints.
func bullet(s string) bool { return strings.HasPrefix(s, "- ") && !tickAfter(s[2:]) }

// dashed recognises "--flag" and a comment of SQL, and leaves out banners,
// rulers, and the arrow in front of a message.
func dashed(s string) bool {
	return strings.HasPrefix(s, "--") && !banner(s, '-') && strings.Trim(s, "-") != "" && !strings.HasPrefix(s, "--> ")
}

// quotation recognises what someone quotes, and the prompt of Python; ">>"
// in front of a message, or on both sides of it, is decoration.
func quotation(s string) bool {
	if strings.HasSuffix(s, "<<") {
		return false
	}
	return !strings.HasPrefix(s, ">>") || strings.HasPrefix(s, ">>> ")
}

// literal recognises a list of strings or objects.
func literal(s string) bool {
	return strings.HasPrefix(s, "[\"") || strings.HasPrefix(s, "['") || strings.HasPrefix(s, "[{")
}

// checkBox recognises an item of a plan, which may be ticked before it is done.
func checkBox(s string) bool { return strings.HasPrefix(s, "[ ] ") || strings.HasPrefix(s, "[x] ") }

// banner tells whether a line is framed: "*** ALL TESTS PASSED ***".
func banner(s string, c byte) bool {
	return len(s) > 4 && s[len(s)-1] == c && (s[1] == c || s[1] == ' ')
}

func tickAfter(s string) bool {
	return leadingTick(strings.TrimLeft(s, " ")) != tickNone
}

// codeInside looks for what only code, data and shell lines hold.
func codeInside(s string) bool {
	brace := false
	for i := 0; i < len(s); i++ {
		if codeByte[s[i]] {
			brace = brace || s[i] == '{'
			if s[i] == '}' && brace || codeAt(s, i) {
				return true
			}
		}
	}
	if strings.HasPrefix(s, ">>") && strings.HasSuffix(s, "<<") {
		return false
	}
	switch last := s[len(s)-1]; last {
	case ';', '{', '}', ',', '\\', '(', '"', '\'', '`', '|', '?', '&', '<', '/':
		return true
	}
	return strings.HasSuffix(s, "？") || strings.HasSuffix(s, "*/") || strings.HasSuffix(s, "-->")
}

// codePairs are the beginnings of what codeInside looks for, by first byte.
var (
	codePairs = [...]string{`("`, `('`, "(`", "()", `")`, `')`, "==\"", "== '", "== \"", "=\"", "='", "!=", ":=", "&&", "||", "</", "/>", `":`, `':`,
		`\n`, "${", "$(", "{{", " = ", " ? ", " | ", " # ", " // ", "#:", "++", "@@", "](", "**:", "%s", "%d", "%v"}
	codeByte = func() (t [256]bool) {
		for _, p := range codePairs {
			if p[0] == ' ' {
				t[p[1]] = true
			} else {
				t[p[0]] = true
			}
		}
		t['}'] = true
		return t
	}()
)

// codeAt tries the pairs at i, and those that begin with a blank just before.
func codeAt(s string, i int) bool {
	for _, p := range &codePairs {
		if p[0] == s[i] && strings.HasPrefix(s[i:], p) || p[0] == ' ' && i > 0 && p[1] == s[i] && strings.HasPrefix(s[i-1:], p) {
			return true
		}
	}
	return false
}

// listing recognises a line that is shown with the place it comes from.
func listing(s string) bool { return numbered(s) || contextHit(s) || searchHit(s) }

// numbered recognises "12 | code", "12\tcode", "12→code", "12: code" and
// "12- code".
func numbered(s string) bool {
	n := skipDigits(s, 0)
	if n == 0 || n == len(s) {
		return false
	}
	rest := strings.TrimLeft(s[n:], " ")
	if rest == "" {
		return false
	}
	if s[n] == '\t' || rest[0] == '|' || strings.HasPrefix(rest, "→") || strings.HasPrefix(rest, "│") {
		return true
	}
	// "12:30" and "1.5" are times and amounts.
	return strings.IndexByte(":-.)", s[n]) >= 0 && n+1 < len(s) && !digitAt(s, n+1)
}

// searchHit recognises "file.go:12:text" and "docs/a.md:text".
func searchHit(s string) bool {
	path, text, _ := strings.Cut(s, ":")
	if path == "" || text == "" || strings.IndexByte(path, ' ') >= 0 {
		return false
	}
	// Digits before the number make a clock of it: "12:30:05".
	if n := skipDigits(text, 0); n > 0 && n < len(text) && (text[n] == ':' || text[n] == '-') && !digits(path) {
		return true
	}
	// Without a number, only the ending tells a file, and only a missing blank tells it from "main.go: compiled".
	dot := strings.LastIndexByte(path, '.')
	return dot > 0 && dot+1 < len(path) && len(path)-dot <= 6 && lower[path[dot+1]] != 0 && text[0] != ' ' && text[0] != '\t'
}

// contextHit recognises "file.go-12-text", a line around a search hit.
func contextHit(s string) bool {
	for i := 0; i < len(s) && s[i] != ' '; i++ {
		if s[i] == '-' && strings.IndexByte(s[:i], '.') > 0 {
			if n := skipDigits(s, i+1); n > i+1 && n < len(s) && s[n] == '-' {
				return true
			}
		}
	}
	return false
}

// codeWord recognises commands and statements that name a marker in order to
// print it, to look for it, or to compare with it.
func codeWord(s string) bool {
	if strings.HasPrefix(s, "package ") && strings.Count(s, " ") == 1 {
		return true // Go, Java
	}
	if strings.Contains(s, " echo ") || strings.Contains(s, " printf ") || strings.Contains(s, " grep ") {
		return true
	}
	s = strings.TrimLeft(s, "+ ")
	end := 0
	for end < len(s) && wordByte(s[end]) {
		end++
	}
	if end < len(s) && (s[end] == '(' || s[end] == '.' && end+1 < len(s) && wordByte(s[end+1]) && strings.IndexByte(s, '(') > 0) {
		return true
	}
	switch s[:end] {
	case "echo", "printf", "print", "println", "puts", "grep", "egrep", "fgrep", "rg", "awk", "sed", "assert",
		"return", "returns", "raise", "throw", "expect", "elif", "else", "console", "logger", "func", "def", "class",
		"var", "const", "public", "private", "static", "sudo", "fmt", "self", "let", "case", "export", "set", "Write", "die",
		"skip", "stdout", "stderr", "cmp", "exec", "env", "mkdir", "yield", "await", "while", "if", "for", "try", "except":
		return end < len(s) && s[end] != ':' || s[:end] == "else" || s[:end] == "try" || s[:end] == "except"
	}
	return false
}

// definition recognises an entry that explains a name: "JOB_DONE: The job is
// done.", "description: Successfully created."
func definition(s string, deep bool) bool {
	end := 0
	shouted, underscore, camel := true, false, false
	for end < len(s) && wordByte(s[end]) {
		c := s[end]
		small := c >= 'a' && c <= 'z'
		shouted = shouted && !small
		underscore = underscore || c == '_'
		camel = camel || end > 0 && c >= 'A' && c <= 'Z' && s[end-1] >= 'a' && s[end-1] <= 'z'
		end++
	}
	if end < 2 || end+1 >= len(s) || s[end] != ':' || s[end+1] != ' ' {
		return false
	}
	w := s[:end]
	if shouted {
		switch w {
		case "PASS", "FAIL", "SUCCESS", "STATUS", "RESULT", "RESULTS", "TEST", "TESTS", "BUILD", "SUMMARY", "DEPLOY":
			return false
		}
		return underscore || deep
	}
	switch w {
	case "description", "Description", "default", "message", "msg", "summary", "title", "name", "label", "help", "note", "text", "comment", "example":
		return true
	}
	return camel && deep
}

// talkSubject knows the structured keys before a colon: what follows them is asked
// for, shown, or explained, and did not happen.
func talkSubject(w string) bool {
	switch w {
	case "expected", "expect", "want", "wanted", "default", "example", "usage", "returns", "return", "note", "description",
		"title", "label", "name", "type", "todo", "hint", "tip", "see", "e.g", "legend", "key", "value", "values", "message",
		"else", "try", "finally", "except", "case", "actual", "got", "have", "assert", "input", "output", "pattern", "text", "content",
		"help", "syntax", "format", "options", "option", "question", "q", "a", "answer", "user", "assistant", "goal", "criteria":
		return true
	}
	return false
}
