package shell

import (
	"slices"
	"strings"
)

// maxOthers is how many checks of one line are named besides the main one.
const maxOthers = 3

// maxName bounds the name of a check, in bytes; nothing longer is one.
const maxName = 128

// check takes a check into account, before it is noted.
func (facts *Facts) check(work Work, words []string) {
	name := checkName(words)
	if name == "" || len(name) > maxName {
		return
	}
	if work >= facts.Runs || facts.Check == "" {
		facts.Check, name = name, facts.Check
		facts.forget(facts.Check)
	}
	if name == "" || name == facts.Check || slices.Contains(facts.Others[:], name) {
		return
	}
	if i := slices.Index(facts.Others[:], ""); i >= 0 {
		facts.Others[i] = name
	}
}

// forget removes a name from the others.
func (facts *Facts) forget(name string) {
	if i := slices.Index(facts.Others[:], name); i >= 0 {
		copy(facts.Others[i:], facts.Others[i+1:])
		facts.Others[maxOthers-1] = ""
	}
}

// checkName names what a check runs: the program, without folder, version and
// whatever starts it, and the subcommand by which one knows what it does.
func checkName(words []string) string {
	name, args, _ := innermost(words)
	if name == "" {
		return ""
	}
	if other, ok := alias[name]; ok {
		name = other
	}
	switch name {
	case "npm", "pnpm", "yarn", "bun", "lerna":
		return packageCheck(name, args)
	case "make", "gmake", "just", "task", "ant", "mage":
		main, _ := mainTarget(args, Building)
		return joined(name, main)
	case "mvn", "gradle", "sbt", "rake", "turbo", "nx", "invoke", "grunt", "gulp", "moon":
		main, _ := mainTarget(args, Other)
		return joined(name, main)
	case "python", "node", "ruby", "php", "perl", "sh", "bash", "zsh", "dash", "ksh":
		return scriptCheck(name, args)
	case "cmake":
		if slices.Contains(args, "--build") {
			return "cmake --build"
		}
		return name
	case "aws", "gcloud", "az":
		return cloudCheck(name, args)
	}
	if t, ok := tools[name]; ok {
		return joined(name, t.name(args))
	}
	if own, ok := modes[name]; ok {
		return joined(name, firstOf(args, own))
	}
	return strings.TrimSuffix(name, ".") // see carried
}

// name returns the subcommand under its usual name.
func (t *tool) name(args []string) string {
	sub, _ := subcommand(args, func(a string) bool { _, ok := t.subs[a]; return ok })
	if main, ok := sameSubs[sub]; ok {
		return main
	}
	return sub
}

// joined appends a subcommand, if there is any.
func joined(name, sub string) string {
	if sub == "" {
		return name
	}
	return name + " " + sub
}

// firstOf returns the first word that stands in a set.
func firstOf(args []string, known map[string]bool) string {
	for _, a := range args {
		if known[a] {
			return a
		}
	}
	return ""
}

// packageCheck names a script of a package as it is called at length, but for
// test, and a program of one by the program alone.
func packageCheck(name string, args []string) string {
	sub, rest := subcommand(args, func(a string) bool { _, ok := packageSubs[a]; return ok || a == "run" })
	switch _, ok := packageSubs[sub]; {
	case sub == "run" || sub == "run-script" || sub == "rum":
		sub, _ = mainTarget(rest, Other)
		return packageScript(name, sub)
	case sub == "workspace" && len(rest) > 1, sub == "workspaces" && len(rest) > 1:
		return packageCheck(name, rest[1:])
	case sub == "t" || sub == "tst":
		return joined(name, "test")
	case sub == "pack" || sub == "publish":
		return joined(name, sub)
	case ok:
		return packageScript(name, sub)
	case isCommand(sub):
		return checkName(append([]string{sub}, rest...))
	default:
		return packageScript(name, sub)
	}
}

func packageScript(name, script string) string {
	if script == "test" || script == "" {
		return joined(name, script)
	}
	return name + " run " + script
}

// scriptCheck names a script by its file, like one that is started without its
// interpreter.
func scriptCheck(name string, args []string) string {
	for i, a := range args {
		switch file := base(a); {
		case a == "--test":
			return name + " --test"
		case strings.HasPrefix(a, "-") && strings.Trim(a, "-") != "":
		case file == "artisan" || file == "manage.py":
			return joined(file, tools[file].name(args[i+1:]))
		default:
			return file
		}
	}
	return name
}

// cloudCheck names the service and the verb.
func cloudCheck(name string, args []string) string {
	service := ""
	for _, a := range args {
		switch {
		case a == "deploy" || a == "create-stack" || a == "update-stack":
			return joined(joined(name, service), a)
		case !strings.HasPrefix(a, "-"):
			service = a
		}
	}
	return name
}

// alias are names that stand for the same program.
var alias = map[string]string{
	"py.test": "pytest", "nosetests": "nose2", "gmake": "make", "inv": "invoke", "dmypy": "mypy", "vue-tsc": "tsc", "basedpyright": "pyright",
}

// sameSubs are subcommands that stand for another one.
var sameSubs = map[string]string{"t": "test", "c": "check", "b": "build", "buildx": "build"}

// modes are the words by which programs that check something whatever they are
// given tell one check from another.
var modes = map[string]map[string]bool{
	"ruff": set("check format"), "biome": set("check lint format ci"), "buf": set("lint build breaking format generate push"),
	"golangci-lint": set("run fmt"), "pre-commit": set("run install"), "lefthook": set("run install"), "playwright": set("test install"),
	"cypress": set("run open install"), "meson": set("setup compile test install"), "xcodebuild": set("test build archive clean analyze"),
	"twine": set("check upload"), "mkdocs": set("build serve gh-deploy"), "flyway": set("migrate validate info clean repair"),
	"liquibase": set("update validate rollback"), "semgrep": set("scan ci"),
}
