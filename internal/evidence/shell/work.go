package shell

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// Work says how much depends on how a command ends.
type Work uint8

// The sorts of work, the least telling first.
const (
	// Idle commands prepare or say something, and hardly ever fail: cd, export,
	// mkdir, echo.
	Idle Work = iota
	// Reading commands show what is there. Whatever their text says, it speaks of
	// something else than their own ending.
	Reading
	// Other commands do something of which nothing is known here.
	Other
	// Building commands make, install or deploy something.
	Building
	// Testing commands judge something: test runners, linters, type checks.
	Testing
)

// Check reports work of which the result is the point of the command.
func (w Work) Check() bool { return w >= Building }

// maxNested bounds how many commands that run another one may stand before it.
const maxNested = 8

// workOf says what a command with its arguments does. Of a word that only the
// run decides, no more than its constant parts are known.
func workOf(words []string) Work {
	name, args, otherwise := innermost(words)
	if name == "" {
		return otherwise
	}
	return workOfProgram(name, args)
}

// innermost follows commands that run another one to the last of them. Where that
// is no known program there is no name, but what is known of the work.
func innermost(words []string) (name string, args []string, otherwise Work) {
	for range maxNested {
		if len(words) == 0 {
			return "", nil, Idle
		}
		if words[0] == "." {
			return "", nil, Idle // reads settings, like source
		}
		name := programName(words[0])
		if name == "" {
			return "", nil, Other
		}
		if ownScript(words[0]) {
			return words[0], words[1:], Other
		}
		inner, ok := carried(name, words[1:])
		if !ok {
			return name, words[1:], Other
		}
		words = inner
	}
	return "", nil, Other
}

func workOfProgram(name string, args []string) Work {
	if asksAbout(args) {
		return Reading
	}
	w := workByTables(name, args)
	if w.Check() && lists(args) {
		return Other
	}
	return w
}

func workByTables(name string, args []string) Work {
	if read := readerOf(name); read != nil {
		return read(args)
	}
	if t, ok := tools[name]; ok {
		return t.work(args)
	}
	if w, ok := programs[name]; ok {
		return w
	}
	return workByName(name)
}

// ownScript reports a file of the project that has the name of a program of the shell,
// such as ./script/test.
func ownScript(word string) bool {
	switch folder, name := path.Split(word); name {
	case "test", "kill", "date", "help", "type", "watch", "set", "clear", "sleep":
		return folder != "" && !strings.HasPrefix(folder, "/bin/") && !strings.HasPrefix(folder, "/usr/")
	default:
		return false
	}
}

// lists reports a check that is told to list what it would do, and does none of it.
func lists(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return listings[a] })
}

// programName is the name under which the tables know a program: without folder,
// version and ending.
func programName(word string) string {
	name := base(word)
	if at := strings.IndexByte(name, '@'); at > 0 {
		name = name[:at] // npx tsc@5
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".exe"), ".cmd")
	switch {
	case name == "gradlew" || name == "mvnw":
		return name[:len(name)-1]
	case strings.HasPrefix(name, "python") && strings.Trim(name[len("python"):], "0123456789.") == "":
		return "python"
	case name == "py":
		return "python"
	case name == "pip3":
		return "pip"
	default:
		return name
	}
}

// asksAbout reports a program that is asked about itself and does nothing else.
func asksAbout(args []string) bool {
	for _, a := range args {
		if a == "--version" || a == "--help" {
			return true
		}
	}
	return len(args) == 1 && (args[0] == "-V" || args[0] == "-h" || args[0] == "version" || args[0] == "help")
}

// carried returns the command that a command runs, where it runs another one.
func carried(name string, args []string) ([]string, bool) {
	switch {
	case name == "find":
		for i, a := range args {
			if a == "-exec" || a == "-execdir" || a == "-ok" {
				return args[i+1:], true
			}
		}
		return nil, false
	case name == "env" && len(args) == 0, name == "command" && len(args) > 0 && strings.HasPrefix(args[0], "-"):
		return nil, false // prints what there is
	case wrappers[name]:
		return args[skipOptions(args):], true
	case name == "python":
		return pythonModule(args)
	}
	carriers, ok := carriersOf[name]
	if !ok {
		return nil, false
	}
	sub, rest := subcommand(args, func(a string) bool { return carriers[a] })
	switch {
	case !carriers[sub]:
		return nil, false
	case sub == "compose":
		return append([]string{"docker-compose"}, rest...), true
	case boxes[name]:
		return inBox(rest), true
	}
	if module, ok := pythonModule(rest); ok {
		return module, true
	}
	inner := rest[skipOptions(rest):]
	if len(inner) > 0 && inner[0] == "test" {
		// A script of that name, not the program of the shell.
		inner = append([]string{"test."}, inner[1:]...)
	}
	return inner, true
}

// pythonModule finds `-m module args`.
func pythonModule(args []string) ([]string, bool) {
	for i, a := range args {
		switch {
		case a == "-m" && i+1 < len(args):
			return args[i+1:], true
		case !strings.HasPrefix(a, "-"):
			return nil, false
		}
	}
	return nil, false
}

// skipOptions counts the words before the command that a wrapper runs: options,
// what may be their values, settings and durations.
func skipOptions(args []string) int {
	option := false
	for i, a := range args {
		switch {
		case strings.HasPrefix(a, "-") || strings.HasPrefix(a, "+"):
			option = a != "--" && !strings.Contains(a, "=")
			continue
		case strings.Contains(a, "="), strings.Trim(a, "0123456789.smhd") == "" && a != "":
		case option && i+1 < len(args) && !isCommand(a):
		default:
			return i
		}
		option = false
	}
	return len(args)
}

// isCommand reports a word that names a known program, or the path of one.
func isCommand(word string) bool {
	name := programName(word)
	_, program := programs[name]
	_, tool := tools[name]
	_, carrier := carriersOf[name]
	return program || tool || carrier || readerOf(name) != nil || wrappers[name] || strings.HasPrefix(word, "./")
}

// inBox finds the command that runs in a container. Before it stand options of
// any number and the name of the container, so the first known check is taken.
func inBox(args []string) []string {
	for i, a := range args {
		if strings.HasPrefix(a, "-") || !isCommand(a) {
			continue
		}
		if rest := args[i:]; isShell(programName(a)) || workOf(rest).Check() {
			return rest
		}
	}
	return []string{"unknown"}
}

// subcommand returns the first word that is one, and what follows it. A word
// behind an option may be its value, unless it is known.
func subcommand(args []string, known func(string) bool) (sub string, rest []string) {
	option := false
	for i, a := range args {
		switch {
		case strings.HasPrefix(a, "-") || strings.HasPrefix(a, "+"):
			option = !strings.Contains(a, "=") && strings.HasPrefix(a, "-")
			continue
		case a == "" || strings.Contains(a, "="):
		case option && !known(a):
		default:
			return a, args[i+1:]
		}
		option = false
	}
	return "", nil
}

// workByName judges a script by the words in its name: run_tests.sh, type-check.
func workByName(name string) Work { return workByParts(strings.TrimSuffix(name, path.Ext(name))) }

// workByParts is the same for a name that has no ending, such as a target.
func workByParts(name string) Work {
	w := Other
	eachPart(name, func(part string) {
		switch p, ok := nameParts[part]; {
		case ok && p == Idle:
			w = Idle // prepares a test, or cleans up after it
		case ok && w != Idle:
			w = max(w, p)
		}
	})
	return max(w, Other)
}

// eachPart calls f with the parts of a name, in lower case, as they are set apart
// by signs or by capitals.
func eachPart(name string, f func(string)) {
	start := 0
	emit := func(end int) {
		if end > start {
			f(strings.ToLower(name[start:end]))
		}
	}
	small := false
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r):
			emit(i)
			start = i + len(string(r))
		case unicode.IsUpper(r) && small:
			emit(i)
			start = i
		}
		small = unicode.IsLower(r)
	}
	emit(len(name))
}

// RunsTests reports a tool of an application whose name says that it runs tests,
// not that it reads or writes some.
func RunsTests(tool string) bool {
	runs, other := false, false
	eachPart(tool, func(part string) {
		switch toolParts[part] {
		case Testing:
			runs = true
		case Reading:
			other = true
		}
	})
	return runs && !other
}

// OnlyShows reports a tool of an application whose name says that it shows what is
// there, and nothing of a process.
func OnlyShows(tool string) bool {
	shows, other := false, false
	eachPart(tool, func(part string) {
		shows = shows || showParts[part]
		other = other || processParts[part] || toolParts[part] == Testing
	})
	return shows && !other
}

// AsksHuman reports a tool of an application whose name says that it asks a person.
func AsksHuman(tool string) bool {
	asks := false
	eachPart(tool, func(part string) { asks = asks || askParts[part] })
	return asks
}
