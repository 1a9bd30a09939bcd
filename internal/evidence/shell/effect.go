package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Effect says whether a command changes something that another run of it would change
// once more, or that is not there any more afterwards: something outside of the working
// copy, or data.
type Effect uint8

// The effects. A line of several commands changes something if one of them does, and
// only looks if all of them do; of most commands neither is known.
const (
	EffectUnknown Effect = iota
	Looks
	Changes
)

// String returns the word for people.
func (e Effect) String() string { return [...]string{"unknown", "looks", "changes"}[e] }

// Ask is asked about each command of a line before anything is concluded from it. The
// command is its words, joined by blanks, from the name of the program on: without its
// folder, and without what only starts it, such as sudo. What the answer leaves unknown
// is decided here.
type Ask func(command string) Effect

// EffectOf returns what a command line does to the world, and what in it does that, in
// words of its own ("git push"), or nothing where ask has said so. Of a line that cannot
// be parsed nothing is known, and read is false.
func EffectOf(line string, ask Ask) (does Effect, by string, read bool) {
	e := effect{ask: ask}
	if Plain(line) {
		return e.plain(strings.Fields(line))
	}
	file := parse(line)
	if file == nil {
		return EffectUnknown, "", false
	}
	var facts Facts
	w := walker{facts: &facts, effect: &e, probing: true}
	w.file(file, lost)
	e.more = e.more || facts.Unread
	return e.result()
}

// EffectOfArgv is EffectOf for a command that was started without a shell, or with one
// whose command line stands in the arguments.
func EffectOfArgv(argv []string, ask Ask) (does Effect, by string, read bool) {
	if script, _, ok := Script(argv); ok {
		return EffectOf(script, ask)
	}
	e := effect{ask: ask}
	return e.plain(argv)
}

// effect is what is known of a line so far.
type effect struct {
	ask Ask
	// changes: something was found that changes the world, and is named by that in words
	// of the tables here.
	changes bool
	by      string
	// once: something of that would be done a second time by another run.
	once bool
	// removes: files of the working copy are removed. works: there is a check, a build or a
	// deployment, for which that makes room: to do both again is to do them once.
	removes, works bool
	// looks and more: some command only looks, some may do more than that.
	looks, more bool
}

func (e *effect) plain(words []string) (does Effect, by string, read bool) {
	if len(words) > 0 {
		e.note(words, workOf(words), "")
	}
	return e.result()
}

// note takes a command into account. input is what it is given to read, as far as the
// line says.
func (e *effect) note(words []string, work Work, input string) {
	if e.once || len(words) == 0 {
		return
	}
	switch e.asked(words) {
	case Changes:
		e.changes, e.once = true, true
		return
	case Looks:
		e.looks = true
		return
	}
	if by := changes(words, input); by != "" {
		if by == removal && removesHere(words) {
			e.removes = true
			return
		}
		if !e.changes {
			e.changes, e.by = true, by
		}
		e.once = e.once || !repeats(by, words, input)
		return
	}
	e.works = e.works || work.Check() || makesAnew(words)
	switch {
	case work == Reading && !writes(words) || looksAt(words, input):
		e.looks = true
	case work != Idle || !harmless[base(words[0])]:
		e.more = true
	}
}

func (e *effect) asked(words []string) Effect {
	if e.ask == nil {
		return EffectUnknown
	}
	name, args := inner(words)
	if name == "" {
		return e.ask(strings.Join(words, " "))
	}
	return e.ask(name + " " + strings.Join(args, " "))
}

func (e *effect) result() (does Effect, by string, read bool) {
	switch {
	case e.changes:
		return Changes, e.by, true
	case e.removes && !e.works:
		return Changes, removal, true
	case e.removes:
		return EffectUnknown, "", true
	case e.looks && !e.more:
		return Looks, "", true
	default:
		return EffectUnknown, "", true
	}
}

const removal = "rm"

// removesHere reports a removal of nothing but named files below the folder at hand, or of
// temporary ones.
func removesHere(words []string) bool {
	_, args := inner(words)
	some := false
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			continue
		}
		if some = true; !namedHere(strings.TrimPrefix(a, "./")) {
			return false
		}
	}
	return some
}

func namedHere(file string) bool {
	switch {
	case file == "" || file == "." || strings.Contains(file, "..") || strings.Contains(file, ":"):
		return false
	case strings.HasPrefix(file, "/tmp/") || strings.HasPrefix(file, "/var/tmp/"):
		return true
	default:
		return !strings.ContainsAny(file[:1], "/~$*")
	}
}

// harmless are the idle commands that leave everything as it is.
var harmless = set(`cd pushd popd echo printf sleep true : pwd export unset set alias ulimit shopt setopt wait jobs clear read false exit return
	break continue local declare typeset readonly let shift`)

// writes reports a program that else only shows something and is told to write.
func writes(words []string) bool {
	name, args, _ := innermost(words)
	switch name {
	case "sed":
		return slices.ContainsFunc(args, func(a string) bool {
			return strings.HasPrefix(a, "-i") || strings.HasPrefix(a, "--in-place") || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") && strings.Contains(a, "i")
		})
	case "tee", "wget", "awk", "gawk", "mawk", "split", "mount", "date", "hostname", "ip", "ifconfig":
		return true
	case "curl":
		return !asksFor(args)
	default:
		return false
	}
}

// looksAt reports a request or a statement that only asks for something.
func looksAt(words []string, input string) bool {
	name, args, _ := innermost(words)
	if c, ok := clients[name]; ok {
		text := c.statements(args, input)
		return text != "" && sqlEffect(text) == Looks
	}
	return name == "curl" && asksFor(args)
}

// changes names what a command changes the world by, "" where nothing says that it does.
func changes(words []string, input string) string {
	name, args := inner(words)
	if cmdlet := strings.IndexByte(name, '-') > 0 && name[0] >= 'A' && name[0] <= 'Z'; cmdlet {
		name = strings.ToLower(name) // of PowerShell, which does not tell them apart
	}
	if name == "" {
		return ""
	}
	if asksAbout(args) || rehearses(name, args) || slices.ContainsFunc(words, rehearsed) {
		return ""
	}
	if strings.ContainsRune(name, '/') { // a file of the project with the name of a program
		return byOwnName(base(name))
	}
	if c, ok := clients[name]; ok {
		if text := c.statements(args, input); text != "" && sqlEffect(text) == Changes {
			return name
		}
		return ""
	}
	if read := changesOf(name); read != nil {
		return read(args)
	}
	switch by := bySub(name, args); {
	case by != "":
		return by
	case alwaysChange[name]:
		return name
	case subChanges[name].subs != nil:
		return ""
	}
	return byScript(name, args)
}

// bySub judges a program by its subcommand or its targets.
func bySub(name string, args []string) string {
	if sub := subChanges[name].find(args); sub != "" {
		return name + " " + sub
	}
	if name == "docker" && slices.Contains(args, "--push") {
		return "docker build --push"
	}
	return byKnownTarget(name, args)
}

// inner follows the commands that run another one, also into a container, where any
// program is of interest that may change something.
func inner(words []string) (name string, args []string) {
	name, args, _ = innermost(words)
	if name != "unknown" {
		return name, args
	}
	for i, word := range words {
		if i == 0 || strings.HasPrefix(word, "-") {
			continue
		}
		if known := programName(word); boxed[known] {
			return known, words[i+1:]
		}
	}
	return "", nil
}

// boxed are the programs that are looked for in the command line of a container.
var boxed = func() map[string]bool {
	names := set("rm curl gh")
	for name := range clients {
		names[name] = true
	}
	for name := range subChanges {
		names[name] = true
	}
	for _, name := range []string{"python", "node", "npm"} {
		delete(names, name)
	}
	return names
}()

// rehearsals are the options by which a program only says what it would do.
var rehearsals = set("--dry-run --dryrun --dry_run --just-print --recon --what-if --whatif -WhatIf --noop --simulate --preview --check-only --validate-only --snapshot --skip-publish")

func rehearses(name string, args []string) bool {
	for _, a := range args {
		if a == "--" {
			return false
		}
		key, value, given := strings.Cut(a, "=")
		if rehearsals[key] && (!given || value != "none" && value != "false") {
			return true
		}
		switch name {
		case "git", "make", "gmake", "just":
			if a == "-n" {
				return true
			}
		case "ansible-playbook":
			if a == "--check" || a == "-C" || a == "--syntax-check" || strings.HasPrefix(a, "--list-") {
				return true
			}
		}
	}
	return false
}

// worldParts are the words in the name of a script or a target that say that it changes
// something out there or in a database, restParts those by which it does something else
// about that.
var (
	worldParts = set("deploy publish migrate rollback undeploy")
	restParts  = set(`test tests testing check checks lint verify validate plan dry dryrun status list show diff preview generate gen create make new
		build compile package clean log logs config conf prepare install setup help info docs doc mock fake local dev watch server serve history`)
)

// byOwnName judges a script or a target by its name.
func byOwnName(name string) string {
	found, rest := "", false
	eachPart(name, func(part string) {
		if worldParts[part] {
			found = part
		}
		rest = rest || restParts[part]
	})
	if rest || len(name) > maxName {
		return ""
	}
	for part := range worldParts { // the constant, not the text of the line
		if part == found {
			return "a script or target named " + part
		}
	}
	return ""
}

// byScript judges what is started by its name: a script, by itself or by an interpreter,
// or a target of a build tool.
func byScript(name string, args []string) string {
	switch name {
	case "npm", "pnpm", "yarn", "bun", "lerna":
		return byPackageScript(args)
	case "make", "gmake", "just", "task", "mage", "ant", "gradle", "rake", "cap", "invoke", "inv", "grunt", "gulp":
		return byTarget(args)
	case "python", "node", "ruby", "php", "perl", "deno", "tsx", "ts-node", "sh", "bash", "zsh", "dash", "ksh", "source", ".":
		for i, a := range args {
			switch {
			case a == "-c" || a == "-e" || a == "--eval" || a == "-m", a == "-n" || a == "--check" || a == "-l": // no script, or one that is only checked
				return ""
			case strings.HasPrefix(a, "-"):
			case base(a) == "manage.py" || base(a) == "artisan":
				return bySub(base(a), args[i+1:])
			default:
				return byFile(a)
			}
		}
		return ""
	default:
		if _, known := programs[name]; known || tools[name] != nil || readerOf(name) != nil {
			return ""
		}
		return byFile(name)
	}
}

// byFile judges the file of a script; one that is no script is only read.
func byFile(file string) string {
	name := base(file)
	if at := strings.LastIndexByte(name, '.'); at > 0 {
		if !scriptEndings[name[at+1:]] {
			return ""
		}
		name = name[:at]
	}
	return byOwnName(name)
}

var scriptEndings = set("sh bash zsh py rb js mjs cjs ts php pl ps1")

func byTarget(args []string) string {
	for _, a := range args {
		if strings.HasPrefix(a, "-") || strings.Contains(a, "=") {
			continue
		}
		if by := byOwnName(a); by != "" {
			return by
		}
	}
	return ""
}

// piped returns what a command is given to read: a here-document, a here-string, or
// the words that echo writes into the pipe.
func piped(s *syntax.Stmt, before string) string {
	if s != nil {
		for _, r := range s.Redirs {
			switch {
			case r.Hdoc != nil:
				return wordText(r.Hdoc)
			case r.Op == syntax.WordHdoc && r.Word != nil:
				return wordText(r.Word)
			}
		}
	}
	return before
}

// fillsFile reports a command whose output goes into a file.
func fillsFile(s *syntax.Stmt) bool {
	return s != nil && redirected(s) && !slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool {
		return r.Word != nil && strings.HasPrefix(wordText(r.Word), "/dev/")
	})
}

// echoed returns the words that a statement writes.
func echoed(s *syntax.Stmt) string {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return ""
	}
	switch words := wordsOf(call); {
	case len(words) < 2 || words[0] != "echo" && words[0] != "printf" && words[0] != "cat":
		return piped(s, "")
	case words[0] == "cat":
		return piped(s, "")
	default:
		return strings.Join(words[1:], " ")
	}
}
