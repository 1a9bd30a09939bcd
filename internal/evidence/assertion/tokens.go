package assertion

import (
	"strings"
	"unicode/utf8"
)

// maxTokens bounds how much is judged together; a longer sentence is judged in
// pieces.
const maxTokens = 128

// gap is what stands between a word and the one before it.
type gap uint8

const (
	gapNone  gap = iota
	gapComma     // or the word "and"
	gapClause
	gapColon // or an arrow, or the border of a table's cell
)

type token struct {
	text    string // in small letters, if the vocabulary has it
	start   int    // where it stands in the sentence
	end     int
	class   class
	gap     gap
	value   int // of a number; of other words -1
	about   Subject
	shouted bool // in capitals
}

// block judges the sentences of a paragraph or of an item of a list.
func (r *reader) block(s string) {
	if rest, ok := cutTick(s); ok {
		if strings.Trim(rest, " ✅✔✓.!\r\n") == "" {
			r.out.Asserts |= Work // nothing but a tick
			return
		}
		r.ticked, s = true, rest
	}
	for s != "" {
		n := r.sentence(s)
		if foreign(s[:n]) {
			r.han(s[:n])
		}
		if r.n > 0 && !r.question && (!foreign(s[:n]) || r.telling() && !doubtedHan(s[:n])) {
			r.judge(s[:n])
		}
		s = s[n:]
		r.ticked = false
	}
}

// telling tells whether any word says how something went.
func (r *reader) telling() bool {
	for i := range r.n {
		if r.toks[i].class&(hotClasses|tick|cross|open) != 0 {
			return true
		}
	}
	return false
}

// cutTick takes away what ticks off an item.
func cutTick(s string) (string, bool) {
	s = strings.TrimLeft(s, " *_|")
	for _, t := range [...]string{"✅", "✔️", "✔", "✓", "☑️", "☑", "🎉", "[x]", "[X]", "[✓]", "[✔]", "[✅]", "🟢"} {
		if rest, ok := strings.CutPrefix(s, t); ok {
			return strings.TrimLeft(rest, " *_"), true
		}
	}
	return s, false
}

// scan is the place in a paragraph that the words of a sentence are taken from.
type scan struct {
	s      string
	i      int
	gap    gap
	single uint8 // opening marks of quotation that nothing closes
}

// sentence takes apart the first sentence of s and returns where it ends.
func (r *reader) sentence(s string) int {
	r.n, r.question = 0, false
	c := scan{s: s}
	for c.i < len(s) && r.n < maxTokens {
		b := s[c.i]
		switch {
		case letter(b) || b >= '0' && b <= '9':
			j := wordEnd(s, c.i)
			w := lookUp(s[c.i:j])
			r.add(token{text: w.text, start: c.i, end: j, class: w.class, value: number(s[c.i:j]), shouted: j-c.i > 1 && s[c.i+1] >= 'A' && s[c.i+1] <= 'Z'}, &c)
			c.i = j
		case b >= 0x80:
			if r.symbol(&c) {
				return c.i
			}
		case b == '`' || b == '"' || b == '\'':
			r.quote(&c, b)
		case b == '.' || b == '!' || b == '?':
			if r.ends(&c, b) {
				return c.i
			}
		case b == '~' && r.struck(&c):
		default:
			c.mark(b)
		}
	}
	return c.i
}

// struck leaves out what was struck through: "~~all tests pass~~".
func (r *reader) struck(c *scan) bool {
	if !strings.HasPrefix(c.s[c.i:], "~~") {
		return false
	}
	within := c.s[c.i+2 : min(len(c.s), c.i+512)]
	j := strings.Index(within, "~~")
	if j <= 0 {
		return false
	}
	c.i += 2 + j + 2
	return true
}

func (r *reader) add(t token, c *scan) {
	t.gap, c.gap = c.gap, gapNone
	t.about = t.class.subject()
	r.toks[r.n] = t
	r.n++
}

// mark reads punctuation within a sentence.
func (c *scan) mark(b byte) {
	next := byte(' ')
	if c.i+1 < len(c.s) {
		next = c.s[c.i+1]
	}
	c.i++
	switch b {
	case ',':
		c.raise(gapComma)
	case ';', '(', ')', '[', ']':
		c.raise(gapClause)
	case ':', '|', '=':
		c.raise(gapColon)
	case '-':
		switch next {
		case '>':
			c.i++
			c.raise(gapColon)
		case '-', ' ':
			c.raise(gapClause)
		}
	case '<':
		// A tag is none of the text's words.
		if j := strings.IndexByte(c.s[c.i:min(len(c.s), c.i+64)], '>'); j > 0 && (letter(next) || next == '/') {
			c.i += j + 1
			c.raise(gapClause)
		}
	}
}

func (c *scan) raise(g gap) { c.gap = max(c.gap, g) }

// ends tells whether a full stop ends the sentence, and moves behind it.
func (r *reader) ends(c *scan, b byte) bool {
	j := c.i + 1
	for j < len(c.s) && strings.IndexByte(".!?)\"'*_`", c.s[j]) >= 0 {
		if c.s[j] == '?' {
			b = '?'
		}
		j++
	}
	dots := j-c.i >= 2 && c.s[c.i+1] == '.'
	open := j < len(c.s) && c.s[j] != ' ' && c.s[j] != '\n' && c.s[j] != '\r' && c.s[j] != '<' && c.s[j] < 0x80
	if b == '.' && !dots && r.n > 0 && abbreviated(r.toks[r.n-1].text) && j < len(c.s) {
		open = true
	}
	c.i = j
	if dots || open {
		c.raise(gapClause)
		return false
	}
	r.question = b == '?'
	return true
}

func abbreviated(w string) bool {
	switch w {
	case "e.g", "i.e", "vs", "etc", "cf", "approx", "incl", "No", "no.":
		return true
	}
	return false
}

// quote reads a quotation or a piece of code as one word: what it says is said
// by someone else. Code is what the sentence is about.
func (r *reader) quote(c *scan, b byte) {
	s, i := c.s, c.i
	c.i++
	within := len(s)
	bit := uint8(1)
	switch b {
	case '"':
		bit = 2
	case '\'':
		if i > 0 && s[i-1] != ' ' && s[i-1] != '(' && s[i-1] != '\n' {
			return // an apostrophe
		}
		within, bit = min(len(s), i+160), 0
	}
	if c.single&bit != 0 {
		return
	}
	for b == '`' && c.i < within && s[c.i] == b {
		c.i++
	}
	j := strings.IndexByte(s[c.i:within], b)
	if j < 0 {
		c.single |= bit
		return
	}
	inner := s[c.i : c.i+j]
	c.i += j + 1
	for b == '`' && c.i < len(s) && s[c.i] == b {
		c.i++
	}
	t := token{text: inner, start: i, end: c.i, class: quoted, value: -1}
	if b == '`' {
		t.class |= opaque
	}
	r.add(t, c)
	if b == '`' {
		r.toks[r.n-1].about = aboutCode(inner)
	}
}

// aboutCode guesses from a command or a name what it is about.
func aboutCode(s string) Subject {
	s = s[:min(len(s), 80)]
	found := Subject(0)
	for i := 0; i < len(s); {
		if !letter(s[i]) {
			i++
			continue
		}
		j := i
		for j < len(s) && letter(s[j]) {
			j++
		}
		if about := lookUp(s[i:j]).class.subject(); about != 0 {
			if found = about; !runs(s[i:j]) {
				break
			}
		}
		i = j
	}
	return found
}

// runs lists programs that build or check, as they are told: "make test".
func runs(program string) bool { return program == "make" || program == "cargo" || program == "docker" }

// symbol reads a character beyond ASCII that begins no word. It returns true
// where the sentence ends with it.
func (r *reader) symbol(c *scan) bool {
	u, n := utf8.DecodeRuneInString(c.s[c.i:])
	at := c.i
	c.i += n
	switch u {
	case '。', '！':
		return true
	case '？':
		r.question = true
		return true
	case '，', '、':
		c.raise(gapComma)
	case '—', '–', '；', '（', '）', '…', '·', '•':
		c.raise(gapClause)
	case '：', '→', '⇒', '➜', '│':
		c.raise(gapColon)
	case '✅', '✔', '✓', '☑', '🟢':
		r.add(token{text: c.s[at:c.i], start: at, end: c.i, class: tick, value: -1}, c)
	case '❌', '✗', '✘', '✖', '🔴':
		r.add(token{text: c.s[at:c.i], start: at, end: c.i, class: cross, value: -1}, c)
	case '⏳', '⌛', '🔄', '🚧', '⏸', '⬜', '☐', '🔲', '⏭', '⏱', '🟡':
		r.add(token{text: c.s[at:c.i], start: at, end: c.i, class: open, value: -1}, c)
	case '“', '«', '「', '『', '„':
		r.typographic(c, u)
	}
	return false
}

func (r *reader) typographic(c *scan, u rune) {
	closing := map[rune]string{'“': "”", '«': "»", '「': "」", '『': "』", '„': "“"}[u]
	// Whoever opens without an end pays for one search each time, so it is short.
	within := c.s[c.i:min(len(c.s), c.i+512)]
	if j := strings.Index(within, closing); j >= 0 {
		inner := within[:j]
		c.i += j + len(closing)
		r.add(token{text: inner, start: c.i, end: c.i, class: quoted, value: -1}, c)
	}
}

// letter holds the letters of ASCII and the first bytes of Latin letters with
// marks.
func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == 0xc3 || c == 0xc5
}

// wordEnd returns the end of the word at i. Names that are glued together by
// '_', '.', '/', '-' or '@' are one word.
func wordEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		switch {
		case c >= 0xc2 && letter(c):
			if i+1 >= len(s) || s[i+1] < 0x80 || s[i+1] >= 0xc0 {
				return i + 1
			}
			i += 2
		case letter(c), c >= '0' && c <= '9', c == '_':
			i++
		case glues(s, i):
			i++
		case strings.HasPrefix(s[i:], "’") && i+3 < len(s) && letter(s[i+3]):
			i += 3
		default:
			return i
		}
	}
	return i
}

// glues tells whether a mark stands between two letters of a word: "go.mod",
// "1,204"; but "3/9" are two numbers.
func glues(s string, i int) bool {
	if i == 0 || i+1 >= len(s) || !inWord(s[i+1]) {
		return false
	}
	numbers := digit(s[i-1]) && digit(s[i+1])
	switch s[i] {
	case ',':
		return numbers
	case '/':
		return !numbers
	}
	return strings.IndexByte(".-@'", s[i]) >= 0
}

func inWord(c byte) bool { return letter(c) || digit(c) || c == '_' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// number returns the value of a whole number, or -1.
func number(w string) int {
	n := 0
	for i := 0; i < len(w); i++ {
		switch {
		case digit(w[i]):
			n = min(n*10+int(w[i]-'0'), 1<<30)
		case w[i] != ',':
			return -1
		}
	}
	return n
}

// foreign tells whether a sentence has letters of Chinese or Japanese.
func foreign(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0xe3 && s[i] <= 0xe9 {
			return true
		}
	}
	return false
}
