package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxScripts bounds how deep scripts in scripts and functions are followed, and
// maxVisits how many commands are looked at: a function may call another twice,
// and that one another.
const (
	maxScripts = 4
	maxVisits  = 2000
)

// walker follows what becomes of the exit code of each command of a line.
type walker struct {
	facts *Facts
	opts  options
	// kept are the variables that decide an exit or a condition somewhere.
	kept map[string]bool
	// waits: somebody waits for the end of a named background process.
	waits  bool
	funcs  map[string]*syntax.Stmt
	depth  int
	visits int
	// effect is what the commands change, where that is asked for.
	effect *effect
	// piped is what the command at hand is given to read, as far as it is known.
	piped string
	// probing: only what is run is of interest, not what becomes of it.
	probing bool
}

// options are those of the shell on which exit codes depend.
type options struct{ pipefail, errexit bool }

// fate says what becomes of an exit code.
type fate struct {
	// code: it becomes that of the line. shell: if it ends the shell in which the
	// command runs, that becomes the code of the line.
	code, shell bool
	// exempt: the place is one at which `set -e` has no force.
	exempt bool
}

// lost is the fate of a code that nobody sees.
var lost = fate{exempt: true}

func (w *walker) keeps(f fate) bool {
	return f.code || f.shell && w.opts.errexit && !f.exempt
}

// file follows a whole script.
func (w *walker) file(file *syntax.File, f fate) {
	w.collect(file)
	w.stmts(file.Stmts, f)
}

// collect finds out what is asked for later: codes that were stored in variables.
func (w *walker) collect(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		if decides(n) {
			eachParam(n, func(name string) { w.keep(name) })
		}
		if call, ok := n.(*syntax.CallExpr); ok && firstWord(call) == "wait" && len(call.Args) > 1 {
			w.waits = true
		}
		return true
	})
}

func (w *walker) keep(name string) {
	if w.kept == nil {
		w.kept = map[string]bool{}
	}
	w.kept[name] = true
}

// decides reports a node on whose words an exit or a condition depends.
func decides(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.CallExpr:
		switch firstWord(n) {
		case "exit", "return", "test", "[":
			return true
		}
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		return true
	}
	return false
}

// eachParam calls f with every parameter that is named below a node.
func eachParam(n syntax.Node, f func(name string)) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			if n.Param != nil {
				f(n.Param.Value)
			}
		case *syntax.BinaryArithm, *syntax.UnaryArithm, *syntax.ParenArithm:
		case *syntax.Lit:
			// Inside (( )) a variable needs no dollar sign.
			if syntax.ValidName(n.Value) {
				f(n.Value)
			}
		}
		return true
	})
}

func (w *walker) stmts(list []*syntax.Stmt, f fate) {
	for i, s := range list {
		own := f
		pipes := false
		if i+1 < len(list) {
			own.code, pipes = w.asked(list[i+1])
			own.code, pipes = own.code && f.shell, pipes && f.shell
			if own.code && !w.opts.errexit && !w.passesOn(list[i+1:]) {
				w.tells(list[i : i+1])
			}
		}
		w.stmt(s, own, pipes)
	}
}

// asked reports whether a statement passes on the exit code of the one before
// it, or those of all parts of that pipeline.
func (w *walker) asked(next *syntax.Stmt) (code, pipes bool) {
	if call, ok := next.Cmd.(*syntax.CallExpr); ok && len(call.Args) == 1 {
		if name := firstWord(call); name == "exit" || name == "return" {
			return true, false
		}
	}
	if or, ok := next.Cmd.(*syntax.BinaryCmd); ok && or.Op == syntax.OrStmt && !w.admits(or.Y) {
		return false, false // [ $? -eq 0 ] && echo yes || echo no
	}
	mentions := func(n syntax.Node) {
		eachParam(n, func(name string) {
			code = code || name == "?"
			pipes = pipes || name == "PIPESTATUS" || name == "pipestatus"
		})
	}
	syntax.Walk(next, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil && w.kept[n.Name.Value] && n.Value != nil {
				mentions(n.Value)
			}
		case *syntax.CaseClause:
			mentions(n.Word)
		default:
			if n != nil && decides(n) {
				mentions(n)
			}
		}
		return true
	})
	return code || pipes, pipes
}

// stmt follows one statement. pipes: the codes of all parts of a pipeline are
// asked for.
func (w *walker) stmt(s *syntax.Stmt, f fate, pipes bool) {
	if s == nil {
		return
	}
	if w.visits++; w.visits > maxVisits {
		w.facts.Unread = true
		return
	}
	for _, r := range s.Redirs {
		if r.Word != nil {
			w.substitutions(r.Word)
		}
	}
	if s.Background || s.Coprocess {
		f = fate{code: w.waits && f.shell, exempt: true}
		f.shell = f.code
	}
	f.exempt = f.exempt || s.Negated
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		w.call(cmd, s, f)
	case *syntax.BinaryCmd:
		w.binary(cmd, f, pipes)
	case *syntax.Subshell:
		w.apart(func(k fate) { w.stmts(cmd.Stmts, k) }, f)
	case *syntax.Block:
		w.stmts(cmd.Stmts, f)
	case *syntax.TimeClause:
		w.stmt(cmd.Stmt, f, pipes)
	case *syntax.CoprocClause:
		w.stmt(cmd.Stmt, lost, false)
	case *syntax.FuncDecl:
		if cmd.Name != nil {
			w.define(cmd.Name.Value, cmd.Body)
		}
	default:
		w.compound(s.Cmd, f)
	}
}

// compound follows conditions and loops. What is a condition is asked for; of the
// body of a loop only the last round would be.
func (w *walker) compound(cmd syntax.Command, f fate) {
	asked := fate{code: true, shell: f.shell, exempt: true}
	round := fate{shell: f.shell, exempt: f.exempt}
	switch cmd := cmd.(type) {
	case *syntax.IfClause:
		for clause := cmd; clause != nil; clause = clause.Else {
			if !w.admitsIn(clause) {
				w.tells(clause.Cond)
			}
			w.stmts(clause.Cond, asked)
			w.stmts(clause.Then, f)
		}
	case *syntax.WhileClause:
		w.stmts(cmd.Cond, asked)
		w.stmts(cmd.Do, round)
	case *syntax.ForClause:
		w.substitutions(cmd.Loop)
		w.stmts(cmd.Do, round)
	case *syntax.CaseClause:
		w.substitutions(cmd.Word)
		for _, item := range cmd.Items {
			w.stmts(item.Stmts, f)
		}
	case nil: // a redirection and nothing else
	default:
		w.substitutions(cmd)
	}
}

// apart runs something in a shell of its own, whose code has the fate of its last
// command and whose options are gone with it.
func (w *walker) apart(run func(fate), f fate) {
	k := w.keeps(f)
	was := w.opts
	run(fate{code: k, shell: k, exempt: f.exempt})
	w.opts = was
}

func (w *walker) define(name string, body *syntax.Stmt) {
	if w.funcs == nil {
		w.funcs = map[string]*syntax.Stmt{}
	}
	w.funcs[name] = body
}

func (w *walker) binary(cmd *syntax.BinaryCmd, f fate, pipes bool) {
	switch cmd.Op {
	case syntax.AndStmt:
		// If the left one fails, its code is that of both, but does not end the shell.
		w.stmt(cmd.X, fate{code: f.code, shell: f.shell, exempt: true}, false)
		w.stmt(cmd.Y, f, pipes)
	case syntax.OrStmt:
		left := fate{shell: f.shell, exempt: true}
		if !w.probing {
			asked, _ := w.asked(cmd.Y)
			left.code = f.shell && (asked || w.admits(cmd.Y)) || f.code && w.replaces(cmd.X, cmd.Y)
		}
		w.stmt(cmd.X, left, false)
		w.stmt(cmd.Y, f, pipes)
	default:
		w.pipeline(cmd, f, pipes)
	}
}

func (w *walker) pipeline(cmd *syntax.BinaryCmd, f fate, pipes bool) {
	left := lost
	if w.opts.pipefail || pipes {
		left = f
		left.code = f.code || pipes
	}
	w.apart(func(k fate) { w.stmt(cmd.X, k, pipes) }, left)
	if downloads(cmd.X) && readsScript(cmd.Y) {
		w.facts.note(Other, w.keeps(left)) // when the download of curl x | sh fails, nothing is run, and that ends well
	}
	before := w.piped
	w.piped = echoed(cmd.X)
	w.apart(func(k fate) { w.stmt(cmd.Y, k, false) }, f)
	w.piped = before
}

func downloads(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && (firstWord(call) == "curl" || firstWord(call) == "wget")
}

// readsScript reports a shell that runs what is piped to it.
func readsScript(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return false
	}
	words := wordsOf(call)
	for len(words) > 0 && wrappers[programName(words[0])] {
		words = words[1+skipOptions(words[1:]):]
	}
	return len(words) > 0 && isShell(programName(words[0])) && (len(words) == 1 || strings.HasPrefix(words[1], "-") && !strings.HasSuffix(words[1], "c"))
}

// admits reports an alternative that fails in its turn, so that nothing is hidden,
// or that notes the failure for later.
func (w *walker) admits(s *syntax.Stmt) bool {
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		for _, a := range cmd.Assigns {
			if len(cmd.Args) == 0 && a.Name != nil && w.kept[a.Name.Value] {
				return true
			}
		}
		switch firstWord(cmd) {
		case "false", "die", "fail", "abort", "bail":
			return true
		case "exit", "return":
			return len(cmd.Args) == 1 || wordText(cmd.Args[1]) != "0"
		}
	case *syntax.Block:
		return w.admitsLast(cmd.Stmts)
	case *syntax.Subshell:
		return w.admitsLast(cmd.Stmts)
	case *syntax.BinaryCmd:
		return cmd.Op == syntax.AndStmt && w.admits(cmd.Y)
	}
	return false
}

// passesOn reports whether the first of these statements, which asks for an exit code,
// does more with it than to say what came of it.
func (w *walker) passesOn(list []*syntax.Stmt) bool {
	switch cmd := list[0].Cmd.(type) {
	case *syntax.IfClause:
		return w.admitsIn(cmd)
	case *syntax.CaseClause:
		return slices.ContainsFunc(cmd.Items, func(item *syntax.CaseItem) bool { return slices.ContainsFunc(item.Stmts, w.admits) })
	case *syntax.TestClause, *syntax.ArithmCmd:
	case *syntax.CallExpr:
		if name := firstWord(cmd); name != "test" && name != "[" {
			return true
		}
	case *syntax.BinaryCmd:
		if cmd.Op != syntax.AndStmt || w.admits(cmd.Y) {
			return true
		}
	default:
		return true
	}
	if len(list) == 1 {
		return true
	}
	code, _ := w.asked(list[1])
	return code
}

// admitsIn reports a condition of which some branch admits a failure, or notes it.
func (w *walker) admitsIn(clause *syntax.IfClause) bool {
	for c := clause; c != nil; c = c.Else {
		if slices.ContainsFunc(c.Then, w.admits) {
			return true
		}
	}
	return false
}

// tells takes commands into account on whose exit code a condition depends that says
// what came of them, and then ends well in either case.
func (w *walker) tells(list []*syntax.Stmt) {
	if w.probing {
		return
	}
	w.facts.Tells = w.facts.Tells || slices.ContainsFunc(list, func(s *syntax.Stmt) bool { return w.heaviest(s) >= Other })
}

func (w *walker) admitsLast(list []*syntax.Stmt) bool {
	return len(list) > 0 && w.admits(list[len(list)-1])
}

// replaces reports an alternative that does the same work in another way, such as
// `npm ci || npm install`: what it says counts for both.
func (w *walker) replaces(x, y *syntax.Stmt) bool {
	is := w.heaviest(y)
	return is >= Other && is >= w.heaviest(x)
}

// heaviest looks at a statement without any effect on the result.
func (w *walker) heaviest(s *syntax.Stmt) Work {
	var facts Facts
	if w.depth >= maxScripts {
		return Other
	}
	probe := walker{facts: &facts, funcs: w.funcs, depth: w.depth + 1, visits: w.visits, probing: true}
	probe.stmt(s, lost, false)
	w.visits = probe.visits
	w.facts.Unread = w.facts.Unread || facts.Unread
	return facts.Runs
}

// call follows a simple command and the scripts that it runs.
func (w *walker) call(call *syntax.CallExpr, s *syntax.Stmt, f fate) {
	for i, a := range call.Assigns {
		own := lost
		if len(call.Args) == 0 && i == len(call.Assigns)-1 {
			own = f // X=$(cmd) ends as cmd does
		}
		w.substitutionsIn(a, own)
	}
	if len(call.Args) == 0 {
		return
	}
	for _, arg := range call.Args {
		w.substitutions(arg)
	}
	words := wordsOf(call)
	switch words[0] {
	case "set", "setopt", "shopt":
		w.opts.set(words[1:])
	case "exit":
		f.code = f.shell
	}
	if body := w.funcs[words[0]]; body != nil && w.depth < maxScripts {
		w.depth++
		w.stmt(body, f, false)
		w.depth--
		return
	}
	if script, flags, ok := scriptOf(words, s); ok && w.depth < maxScripts && w.script(script, flags, words[0] == "eval", f) {
		return
	}
	work := workOf(words)
	if work.Check() && !w.probing {
		w.facts.check(work, words)
	}
	w.facts.note(work, w.keeps(f))
	if w.effect != nil {
		w.effect.note(append(setsOf(call), words...), work, piped(s, w.piped))
		w.effect.more = w.effect.more || fillsFile(s)
	}
}

// setsOf are the variables that are set for a command in front of it, as env would have
// them, where they say that it is to be rehearsed.
func setsOf(call *syntax.CallExpr) []string {
	for _, a := range call.Assigns {
		if a.Name != nil && a.Value != nil && rehearsed(a.Name.Value+"="+wordText(a.Value)) {
			return []string{"env", a.Name.Value + "=1"}
		}
	}
	return nil
}

// note takes a command into account.
func (facts *Facts) note(work Work, kept bool) {
	facts.Runs = max(facts.Runs, work)
	if !kept {
		facts.Masked = max(facts.Masked, work)
	}
}

// script follows a script that a command runs. It reports false if that cannot be
// parsed.
func (w *walker) script(text string, flags []string, here bool, f fate) bool {
	file := parse(text)
	if file == nil {
		return false
	}
	inner := walker{facts: w.facts, effect: w.effect, depth: w.depth + 1, visits: w.visits, probing: w.probing}
	k := w.keeps(f)
	own := fate{code: k, shell: k}
	if here {
		inner.opts, inner.funcs, inner.kept, inner.waits, own = w.opts, w.funcs, w.kept, w.waits, f
	}
	inner.opts.set(flags)
	inner.file(file, own)
	w.visits = inner.visits
	return true
}

// scriptOf returns the script that is an argument of a command (bash -c, eval,
// ssh host) or its here-document, and the flags of the shell.
func scriptOf(words []string, s *syntax.Stmt) (script string, flags []string, ok bool) {
	switch words[0] {
	case "eval":
		return strings.Join(words[1:], " "), nil, len(words) > 1
	case "ssh":
		if n := 1 + skipOptions(words[1:]); n+1 < len(words) {
			return strings.Join(words[n+1:], " "), nil, true
		}
		return "", nil, false
	}
	at, shell := -1, programName(words[0])
	if isShell(shell) {
		at = 0
	} else if _, carrier := carriersOf[shell]; carrier || wrappers[shell] || shell == "find" || shell == "su" {
		at = shellIn(words)
	}
	if at < 0 {
		return "", nil, false
	}
	return shellScript(words[at+1:], s)
}

func shellIn(words []string) int {
	for i, word := range words {
		if isShell(programName(word)) {
			return i
		}
	}
	return -1
}

// shellScript reads the arguments of a shell.
func shellScript(args []string, s *syntax.Stmt) (script string, flags []string, ok bool) {
	for i, arg := range args {
		switch {
		case i > 0 && strings.HasSuffix(args[i-1], "o"): // -o pipefail
		case !strings.HasPrefix(arg, "-"):
			return "", nil, false // a file
		case !strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "c") && i+1 < len(args):
			return args[i+1], args[:i+1], true
		}
	}
	if s == nil {
		return "", nil, false
	}
	for _, r := range s.Redirs {
		if r.Hdoc != nil {
			return wordText(r.Hdoc), args, true
		}
	}
	return "", nil, false
}

// set applies the arguments of `set` or of a shell.
func (o *options) set(args []string) {
	for i, arg := range args {
		if arg != "" && arg[0] != '-' && arg[0] != '+' {
			// setopt pipefail, shopt -so pipefail
			if i == 0 || strings.HasSuffix(args[i-1], "o") {
				o.name(arg, i == 0 || args[i-1][0] == '-')
			}
			continue
		}
		if len(arg) > 1 && strings.Contains(arg[1:], "e") && !strings.HasPrefix(arg, "--") {
			o.errexit = arg[0] == '-'
		}
	}
}

func (o *options) name(name string, on bool) {
	switch strings.ToLower(name) {
	case "pipefail":
		o.pipefail = on
	case "errexit":
		o.errexit = on
	}
}

// substitutions follows the commands whose output becomes a part of a word. How
// they end is seen by nobody.
func (w *walker) substitutions(n syntax.Node) { w.substitutionsIn(n, lost) }

func (w *walker) substitutionsIn(n syntax.Node, f fate) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.apart(func(k fate) { w.stmts(n.Stmts, k) }, f)
			return false
		case *syntax.ProcSubst:
			w.apart(func(k fate) { w.stmts(n.Stmts, k) }, lost)
			return false
		}
		return true
	})
}

func wordsOf(call *syntax.CallExpr) []string {
	words := make([]string, len(call.Args))
	for i, arg := range call.Args {
		words[i] = wordText(arg)
	}
	return words
}

// wordText is a word as far as it is constant; what the run decides is a dollar sign.
func wordText(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		if lit, ok := w.Parts[0].(*syntax.Lit); ok && !strings.Contains(lit.Value, `\`) {
			return lit.Value
		}
	}
	var b strings.Builder
	writeParts(&b, w.Parts)
	return b.String()
}

func writeParts(b *strings.Builder, parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			unescape(b, p.Value)
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			writeParts(b, p.Parts)
		default:
			b.WriteByte('$')
		}
	}
}

func unescape(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
}
