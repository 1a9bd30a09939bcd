// Package shell reads command lines with a real shell parser. It answers what a
// verdict depends on: whose exit code the line ends with, and whether the line
// itself cuts its output.
package shell

import (
	"path"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// The parser overflows the stack on some deeply nested input, beyond recovery,
// so longer or deeper lines are not parsed.
const (
	maxLine  = 4 << 10
	maxDepth = 32
)

// Cut is what a line does to its own output.
type Cut uint8

// The cuts. KeepsHead loses the tail, KeepsTail the head.
const (
	Uncut Cut = iota
	KeepsHead
	KeepsTail
)

// Facts are what could be read of a line. The zero value means that it is not known.
type Facts struct {
	// Program is the program whose exit code the line ends with, without its
	// path; "" where that depends on the run or is no plain word.
	Program string
	Cut     Cut
	// Runs is the most telling work that the line does, Masked the most telling of
	// which the exit code gets lost on the way.
	Runs, Masked Work
	// Check names the work that Runs is about where that is a check, a build or a
	// deployment, as program and subcommand: "go test", "npm run build". It is the
	// same however the program is started, and whatever it is given. Of several such
	// it is the last. Others are those that the line runs besides, the first few.
	Check  string
	Others [maxOthers]string
	// Tells: a condition says what came of some work, and the line ends well in either
	// case.
	Tells bool
	// Unread: the line may lose exit codes, and is too long, too deep or not fit to
	// be parsed.
	Unread bool
}

// Read parses a command line. A line that cannot be parsed yields nothing.
func Read(line string) Facts { return read(line, nil) }

func read(line string, flags []string) Facts {
	if Plain(line) {
		return plain(strings.Fields(line))
	}
	file := parse(line)
	if file == nil || len(file.Stmts) == 0 {
		return Facts{Unread: file == nil && Separates(line)}
	}
	var facts Facts
	w := walker{facts: &facts}
	w.opts.set(flags)
	w.file(file, fate{code: true, shell: true})
	last := file.Stmts[len(file.Stmts)-1]
	if last.Background {
		return facts
	}
	facts.Program = program(last)
	for _, s := range file.Stmts {
		if facts.Cut = cut(s); facts.Cut != Uncut {
			break
		}
	}
	return facts
}

// Plain reports a line that is read without a parser.
func Plain(line string) bool { return len(line) <= maxLine && !strings.ContainsAny(line, special) }

// plain reads a simple command.
func plain(words []string) Facts {
	if len(words) == 0 {
		return Facts{}
	}
	facts := Facts{Program: base(words[0])}
	work := workOf(words)
	if work.Check() {
		facts.check(work, words)
	}
	facts.Runs = work
	return facts
}

// parse returns nothing for what it cannot or must not parse.
func parse(line string) *syntax.File {
	if len(line) > maxLine || tooDeep(line) {
		return nil
	}
	parser := parsers.Get().(*syntax.Parser)
	defer parsers.Put(parser)
	file, err := parser.Parse(strings.NewReader(line), "")
	if err != nil {
		return nil
	}
	return file
}

// MayMask reports a line that is worth reading for whose exit code it ends with.
func MayMask(line string) bool {
	return Separates(line) || strings.Contains(line, "`") || strings.Contains(line, "$(") || strings.Contains(line, "<(") || strings.Contains(line, ">(")
}

// Separates reports a line with a sign by which one command can cover the exit
// code of another. `&&` and redirections such as 2>&1 are none.
func Separates(line string) bool {
	line = strings.TrimSpace(line)
	if strings.ContainsAny(line, "|;\n") {
		return true
	}
	for {
		i := strings.IndexByte(line, '&')
		if i < 0 {
			return false
		}
		switch rest := line[i+1:]; {
		case strings.HasPrefix(rest, "&"):
			line = rest[1:]
		case strings.HasPrefix(rest, ">"), i > 0 && (line[i-1] == '>' || line[i-1] == '<'):
			line = rest
		default:
			return true
		}
	}
}

// special are the characters by which a line may be more than one simple command
// of plain words, and for which it has to be parsed.
const special = "|&;<>()$`\\\"'{}[]*?#~=%!\n\t"

// parsers keeps the parsers, which are costly to make and serve one at a time.
var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// ReadArgv reads a command that was started without a shell, or with one whose
// command line stands in the arguments (`bash -lc "…"`).
func ReadArgv(argv []string) Facts {
	if len(argv) == 0 {
		return Facts{}
	}
	if script, flags, ok := Script(argv); ok {
		return read(script, flags)
	}
	return plain(argv)
}

// Script returns the command line in the arguments of a shell, and what stands
// before it.
func Script(argv []string) (script string, flags []string, ok bool) {
	if len(argv) == 0 || !isShell(base(argv[0])) {
		return "", nil, false
	}
	return shellScript(argv[1:], nil)
}

func isShell(name string) bool {
	switch name {
	case "sh", "bash", "zsh", "dash", "ksh":
		return true
	default:
		return false
	}
}

// tooDeep counts what opens a level of nesting, and takes every opener for one:
// a line that looks deep and is not is merely not read.
func tooDeep(line string) bool {
	depth := 0
	for i := range len(line) {
		switch line[i] {
		case '(', '{', '[', '`':
			depth++
		case ')', '}', ']':
			depth--
		}
		if depth > maxDepth {
			return true
		}
	}
	return false
}

// program follows the statement to the command whose exit code it has. Of
// `a && b` that may be either, so none is named, unless a only changes the folder.
func program(s *syntax.Stmt) string {
	if s.Negated {
		return ""
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return firstWord(cmd)
	case *syntax.TestClause:
		return "["
	case *syntax.BinaryCmd:
		if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
			return program(cmd.Y)
		}
		if cmd.Op == syntax.AndStmt && program(cmd.X) == "cd" {
			return program(cmd.Y)
		}
	}
	return ""
}

func firstWord(cmd *syntax.CallExpr) string {
	if len(cmd.Args) == 0 {
		return ""
	}
	return base(cmd.Args[0].Lit())
}

// base strips the folder from the path of a program. A folder alone is none, nor
// is the dot that reads a file into the shell.
func base(word string) string {
	switch name := path.Base(word); name {
	case ".", "/", "..":
		return ""
	default:
		return name
	}
}

// cut reports a pipeline that ends in head or tail.
func cut(s *syntax.Stmt) Cut {
	cmd, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok {
		return Uncut
	}
	if cmd.Op != syntax.Pipe && cmd.Op != syntax.PipeAll {
		return cut(cmd.Y)
	}
	call, ok := cmd.Y.Cmd.(*syntax.CallExpr)
	if !ok || redirected(cmd.Y) {
		return Uncut
	}
	switch firstWord(call) {
	case "head":
		return KeepsHead
	case "tail":
		return tailCut(call)
	default:
		return Uncut
	}
}

// redirected reports a command whose output goes into a file, not to the reader.
func redirected(s *syntax.Stmt) bool {
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
			if r.N == nil || r.N.Value == "1" {
				return true
			}
		}
	}
	return false
}

// tailCut knows that `tail -n +3` loses a few lines of the start on purpose, as
// `tail -5` does, and that `tail -f` ends nothing.
func tailCut(call *syntax.CallExpr) Cut {
	for _, arg := range call.Args[1:] {
		if lit := arg.Lit(); lit == "-f" || lit == "-F" || lit == "--follow" {
			return Uncut
		}
	}
	return KeepsTail
}
