package markers

import "strings"

// maxPrefixes bounds how many prefixes are peeled off one line.
const maxPrefixes = 8

// stripPrefix removes what loggers, container front ends and step counters put
// before a message: such a prefix changes nothing about what is said.
func stripPrefix(s string) string {
	if m := logfmtMessage(s); m != "" {
		s = m
	}
	for range maxPrefixes {
		n := prefixLen(s)
		if n == 0 {
			break
		}
		rest := strings.TrimLeft(s[n:], " \t")
		if rest == "" {
			break
		}
		s = rest
	}
	return s
}

// logfmtMessage returns the text of msg="..." in a key=value log line.
func logfmtMessage(s string) string {
	if strings.IndexByte(s, '"') < 0 {
		return "" // most lines end here
	}
	i := strings.Index(s, `msg="`)
	if i < 0 || i > 0 && s[i-1] != ' ' || !strings.Contains(s, "level=") || strings.ContainsAny(s[:i], "(`") {
		return ""
	}
	s = s[i+len(`msg="`):]
	if end := strings.IndexByte(s, '"'); end > 0 {
		return s[:end]
	}
	return ""
}

// prefixLen measures the prefix a line begins with, 0 for none.
func prefixLen(s string) int {
	if n := pythonLog(s); n > 0 {
		return n
	}
	sp := blankIndex(s)
	if sp <= 0 {
		return 0
	}
	word := s[:sp]
	switch s[0] {
	case '[':
		return bracketed(s)
	case '#':
		return buildkitPrefix(s)
	case '(':
		if n := bracketed(s); n > 0 {
			return n
		}
	}
	if digitAt(word, 0) && timeStamp(word) || arrow(word) || logWord(word) {
		return sp
	}
	if n := syslogPrefix(s); n > 0 {
		return n
	}
	if n := stepPrefix(s); n > 0 {
		return n
	}
	return containerPrefix(s, sp)
}

// pythonLog measures Python's "time - name - level - ". Few blanks may stand
// before the level, or it is a word of a sentence.
func pythonLog(s string) int {
	head := s[:min(len(s), 60)]
	if strings.IndexByte(head, '-') < 0 {
		return 0 // most lines end here
	}
	for _, level := range [...]string{"- INFO - ", "- DEBUG - ", "- WARNING - "} {
		if i := strings.Index(head, level); i >= 0 && strings.Count(s[:i], " ") <= 4 {
			return i + len(level)
		}
	}
	return 0
}

// logWord tells whether a word is all that a logger, or git for a remote,
// puts first.
func logWord(w string) bool {
	return logLevel(w) || w == "remote:" || strings.HasPrefix(w, "time=") || strings.HasPrefix(w, "level=")
}

// timeStamp accepts dates and clock times and refuses ratios such as 3/10.
func timeStamp(w string) bool {
	w = strings.Trim(w, "[]():,")
	colons, dashes, slashes := 0, 0, 0
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case c == ':':
			colons++
		case c == '-':
			dashes++
		case c == '/':
			slashes++
		case c >= '0' && c <= '9', c == '.', c == ',', c == 'T', c == 'Z', c == '+':
		default:
			return false
		}
	}
	return len(w) >= 5 && colons > 0 || len(w) >= 8 && (dashes >= 2 || slashes >= 2)
}

// bracketed measures "[tag] ", such as a level, a time, a step counter or the
// name of a component. A verdict in brackets is no tag, nor is a check box.
func bracketed(s string) int {
	end := strings.IndexByte(s, ']')
	if i := strings.IndexByte(s[:max(end, 0)], ')'); i >= 0 {
		end = i
	} else if end < 0 {
		end = strings.IndexByte(s, ')')
	}
	if end < 2 || end > 40 || end+1 >= len(s) || s[end+1] != ' ' && s[end+1] != '\t' {
		return 0
	}
	in := strings.TrimSpace(s[1:end])
	if strings.HasSuffix(in, "%") {
		return 0
	}
	if s[0] == '(' && !isRatio(in) {
		return 0
	}
	if hanVerdict(strings.TrimPrefix(in, "已")) {
		return 0
	}
	if in == "" || in == "x" || in == "X" || strings.ContainsAny(in, `"'{}`) {
		return 0
	}
	var buf [maxTokens]token
	for _, t := range tokenize(in, buf[:0]) {
		if t.class&(verdictWord|failWord|negation) != 0 || t.text == "ERROR" {
			return 0
		}
	}
	return end + 1
}

func isRatio(s string) bool {
	a, b, ok := strings.Cut(s, "/")
	return ok && digits(strings.TrimSpace(a)) && digits(strings.TrimSpace(b))
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// buildkitPrefix measures "#12 0.345 ".
func buildkitPrefix(s string) int {
	a, rest, ok := strings.Cut(s[1:], " ")
	if !ok || !digits(a) {
		return 0
	}
	b, _, ok := strings.Cut(rest, " ")
	if whole, part, dot := strings.Cut(b, "."); !ok || !dot || !digits(whole) || !digits(part) {
		return 0
	}
	return 1 + len(a) + 1 + len(b)
}

func arrow(w string) bool {
	switch w {
	case "==>", "=>", "-->", "->", "→", "▶", "»", "›", "•", "·", "::", ":::", "❯", "➜", "➤", ">>", ">>>>", "⎿", "│", "└", "├":
		return true
	}
	return false
}

func logLevel(w string) bool {
	switch w {
	case "INFO", "WARN", "WARNING", "DEBUG", "NOTICE", "TRACE", "INF", "I", "NOTE", "LOG":
		return true
	case "INFO:", "info:", "Info:", "WARN:", "WARNING:", "warning:", "Warning:", "warn:", "DEBUG:", "debug:",
		"NOTICE:", "notice:", "LOG:", "info", "<info>", "(info)", "INFO-", "NOTE:", "log:":
		return true
	}
	return false
}

const months = "JanFebMarAprMayJunJulAugSepOctNovDec"

// syslogPrefix measures "Jan  1 00:00:00 host program[12]: ".
func syslogPrefix(s string) int {
	if len(s) < 16 || s[3] != ' ' || strings.Index(months, s[:3])%3 != 0 || !timeStamp(s[7:15]) {
		return 0
	}
	if i := strings.Index(s[15:], "]: "); i > 0 && i < 60 {
		return 15 + i + 2
	}
	return 15
}

// containerPrefix measures "app-1  | ". A number there is the line number of
// a listing, and a further bar makes the line a row of a table.
func containerPrefix(s string, sp int) int {
	rest := strings.TrimLeft(s[sp:], " ")
	if !strings.HasPrefix(rest, "| ") || digits(s[:sp]) || strings.IndexByte(rest[1:], '|') >= 0 {
		return 0
	}
	for i := 0; i < sp; i++ {
		c := s[i]
		if lower[c] == 0 && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return 0
		}
	}
	return len(s) - len(rest) + 1
}

// stepPrefix measures "Step 3/7: ", "Stage 2/3 - ", "2/5: ", "步骤 1/4 ",
// "第 1/4 步": a counter of where the run stands, no count of successes.
func stepPrefix(s string) int {
	i := 0
	named := false
	for _, w := range stepBy[lower[s[0]]] {
		if hasFold(s, w) {
			i, named = len(w), true
			break
		}
	}
	if !named {
		if c := s[0]; c < '0' || c > '9' {
			return 0
		}
	}
	i = skipBlank(s, i)
	if i < len(s) && (s[i] == '#' || s[i] == '[' || s[i] == '(') {
		i++
	}
	a := skipDigits(s, i)
	if a == i {
		return 0
	}
	i = a
	slash := false
	if j := skipBlank(s, i); j < len(s) && s[j] == '/' {
		if k := skipBlank(s, j+1); skipDigits(s, k) > k {
			i, slash = skipDigits(s, k), true
		}
	} else if of := skipBlank(s, i); named && hasFold(s[of:], "of") {
		if k := skipBlank(s, of+2); skipDigits(s, k) > k {
			i, slash = skipDigits(s, k), true
		}
	}
	return stepEnd(s, i, named, slash)
}

// stepBy sorts what may be counted by the first byte.
var stepBy = func() (t [256][]string) {
	for _, w := range [...]string{"step", "stage", "phase", "task", "part", "步骤", "步驟", "阶段", "階段", "第", "任务"} {
		t[w[0]] = append(t[w[0]], w)
	}
	return t
}()

// stepEnd looks at what follows the counter. A bare "3/10 " needs a colon:
// "3/10 done" is a ratio.
func stepEnd(s string, i int, named, slash bool) int {
	for _, w := range [...]string{" 步", "步", "]", ")"} {
		if strings.HasPrefix(s[i:], w) {
			i += len(w)
			break
		}
	}
	j := skipBlank(s, i)
	for _, w := range [...]string{":", "：", "-", "–", "."} {
		if strings.HasPrefix(s[j:], w) && (named || slash) && j+len(w) < len(s) {
			return j + len(w)
		}
	}
	if named && slash && j > i {
		return j
	}
	return 0
}

// blankIndex finds the first blank or tab.
func blankIndex(s string) int {
	i := strings.IndexByte(s, ' ')
	if i < 0 {
		return strings.IndexByte(s, '\t')
	}
	if t := strings.IndexByte(s[:i], '\t'); t >= 0 {
		return t
	}
	return i
}

func skipBlank(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}
