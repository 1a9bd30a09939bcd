package canonical

import (
	"strings"

	"github.com/toolspan/toolspan/internal/evidence/shell"
)

// maxShells is how many shells may run each other before the command.
const maxShells = 4

// commands is the form of command lines.
var commands = NewForm(0)

// OfCommand returns the digest of a command line and the folder in which it runs,
// "" if that is not known. Of a call that has a command line this is all: what
// agents put beside it (a description, a time limit, whether it is to run in the
// background) is no part of the work. It reports false for a line that is empty,
// too long, cut or redacted.
//
// A shell that is started for the line alone (bash -lc "…") is left out. Of a
// simple command in which nothing is for the shell to expand only the words count,
// so it has the digest that OfArgv returns for them; of any other line each
// character does, but for white space around it.
func OfCommand(line, dir string) (Digest, bool) {
	e := commands.begin('c')
	defer e.done()
	return e.digest(e.line(line, maxShells) && e.folder(dir))
}

// OfArgv is OfCommand for a command that is started with a list of words.
func OfArgv(argv []string, dir string) (Digest, bool) {
	e := commands.begin('c')
	defer e.done()
	return e.digest(e.words(argv, maxShells) && e.folder(dir))
}

func (e *encoder) line(line string, shells int) bool {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > e.form.limit {
		return false
	}
	var space [32]string
	words, expanded := split(line, space[:0])
	if expanded == none {
		return e.words(words, shells)
	}
	if script, ok := onlyScript(words); ok && expanded == len(words)-1 {
		return shells > 0 && e.line(script, shells-1)
	}
	e.buf = append(e.buf, 'l')
	e.text(line)
	return true
}

func (e *encoder) words(argv []string, shells int) bool {
	if script, ok := onlyScript(argv); ok {
		return shells > 0 && e.line(script, shells-1)
	}
	e.buf = append(e.buf, 'w')
	size := 0
	for _, word := range argv {
		if size += len(word) + header; size > e.form.limit {
			return false
		}
		e.text(word)
	}
	return true
}

// folder ends a command. A path is the same with a slash at its end.
func (e *encoder) folder(dir string) bool {
	if len(dir) > e.form.limit {
		return false
	}
	if short := strings.TrimRight(dir, "/"); short != "" {
		dir = short
	}
	e.buf = append(e.buf, '@')
	e.str(dir)
	return true
}

// onlyScript returns the command line that a shell is started for, if none of its
// options and no further arguments change what that does.
func onlyScript(argv []string) (string, bool) {
	script, flags, ok := shell.Script(argv)
	if !ok || len(flags)+2 != len(argv) {
		return "", false
	}
	for _, flag := range flags {
		if flag != "--login" && flag != "--norc" && flag != "--noprofile" && strings.Trim(flag, "-lic") != "" {
			return "", false
		}
	}
	return script, true
}

// Results of split besides the number of a word.
const (
	none     = -1 // no word is expanded
	compound = -2 // the line is more than one simple command
)

// split reads the words of a simple command, as a shell does. It returns the only
// word that the shell expands inside double quotes, as it stands there, since that
// may be a script for another shell. A line of which more is left to the shell is
// not split.
func split(line string, words []string) (_ []string, expanded int) {
	s := splitter{line: line, expanded: none}
	for s.blank(); s.at < len(line); s.blank() {
		word, ok := s.word(len(words))
		if !ok {
			return nil, compound
		}
		words = append(words, word)
	}
	return words, s.expanded
}

type splitter struct {
	line     string
	at       int
	expanded int
	escaped  bool // a sign that the shell would expand was escaped
}

func (s *splitter) blank() {
	for s.at < len(s.line) {
		switch {
		case s.line[s.at] == ' ' || s.line[s.at] == '\t':
			s.at++
		case strings.HasPrefix(s.line[s.at:], "\\\n"):
			s.at += 2
		default:
			return
		}
	}
}

// word reads one word, the one with the given number.
func (s *splitter) word(number int) (string, bool) {
	start := s.at
	switch s.line[start] {
	case '#', '~', '!':
		return "", false
	}
	var b strings.Builder
	built := false // b holds the word so far, else it is the line from start on
	build := func() {
		if !built {
			b.WriteString(s.line[start:s.at])
			built = true
		}
	}
	for ; s.at < len(s.line); s.at++ {
		switch c := s.line[s.at]; c {
		case ' ', '\t':
			return s.finish(&b, built, start), true
		case '|', '&', ';', '<', '>', '(', ')', '$', '`', '*', '?', '[', '{', '\n', '\r':
			return "", false
		case '\'':
			build()
			n := strings.IndexByte(s.line[s.at+1:], '\'')
			if n < 0 {
				return "", false
			}
			b.WriteString(s.line[s.at+1 : s.at+1+n])
			s.at += n + 1
		case '"':
			build()
			if !s.double(&b, number) {
				return "", false
			}
		case '\\':
			build()
			if s.at++; s.at == len(s.line) || isWordByte(s.line[s.at]) {
				return "", false // a path of Windows, most likely
			}
			if s.line[s.at] != '\n' {
				b.WriteByte(s.line[s.at])
			}
		case '=':
			if number == 0 {
				return "", false // a variable is set
			}
			fallthrough
		default:
			if built {
				b.WriteByte(c)
			}
		}
	}
	return s.finish(&b, built, start), true
}

func (s *splitter) finish(b *strings.Builder, built bool, start int) string {
	if built {
		return b.String()
	}
	return s.line[start:s.at]
}

// double reads what stands in double quotes, up to the closing one. It reports
// false if that is missing, or if more is expanded than one word, or than is
// written out beside it: inside the other shell both would look alike.
func (s *splitter) double(b *strings.Builder, number int) bool {
	for s.at++; s.at < len(s.line); s.at++ {
		c := s.line[s.at]
		switch c {
		case '"':
			return s.expanded == none || s.expanded == number && !s.escaped
		case '$', '`':
			if s.expanded != none && s.expanded != number {
				return false
			}
			s.expanded = number
		case '\\':
			if s.at+1 == len(s.line) {
				return false
			}
			switch next := s.line[s.at+1]; next {
			case '$', '`':
				s.escaped = true
				fallthrough
			case '"', '\\':
				s.at++
				c = next
			case '\n':
				s.at++
				continue
			}
		}
		b.WriteByte(c)
	}
	return false
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}
