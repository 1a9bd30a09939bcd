package shell

import "strings"

// programs says what a program does whatever its arguments are. Programs with
// subcommands are in tools.
var programs = table(map[Work]string{
	Idle: `cd pushd popd export set source mkdir echo printf sleep true : unset alias unalias pwd rm rmdir touch umask
		ulimit shopt setopt trap declare local readonly typeset read kill pkill killall clear wait jobs fg bg disown shift
		let hash rehash nvm fnm rvm pyenv rbenv deactivate exit return break continue false yes chmod getopts tput stty`,
	Reading: `cat tac bat head tail less more grep egrep fgrep zgrep rg ag ack sed awk gawk mawk cut sort uniq wc tr column
		paste join comm diff colordiff delta cmp nl fold fmt rev strings xxd od hexdump base64 jq yq xmllint ls ll la dir tree
		exa eza find fd fdfind locate stat file du df free uptime ps pgrep pstree top htop lsof ss netstat ip ifconfig whoami id groups
		hostname uname arch nproc env printenv which whereis type command date cal history man help curl wget http ping dig nslookup
		host traceroute journalctl dmesg md5sum sha1sum sha256sum cksum basename dirname realpath readlink seq test [ [[
		expr tee pbpaste xclip iconv zcat look tldr cloc tokei scc expand shuf split numfmt lscpu lsblk mount getent`,
	Testing: `pytest py.test nose2 nosetests unittest doctest tox nox ctest rspec phpunit pest jest vitest mocha ava jasmine karma
		cypress playwright bats busted prove behave cucumber robot testem wtr tap tape c8 nyc gotestsum ginkgo
		mypy dmypy pyright basedpyright pyre ty pylint flake8 pyflakes pycodestyle pydocstyle black isort bandit vulture
		ruff tsc vue-tsc eslint prettier stylelint biome oxlint xo standard tslint htmlhint markdownlint markdownlint-cli2 remark
		shellcheck hadolint yamllint actionlint ansible-lint tflint tfsec checkov sqlfluff vale codespell cspell rubocop standardrb
		sorbet srb golangci-lint staticcheck revive govulncheck errcheck pre-commit prek lefthook lint-staged phpstan psalm phpcs
		detekt ktlint checkstyle swiftlint clang-tidy cppcheck cpplint credo svelte-check knip depcheck publint attw
		commitlint gitleaks buf spectral semgrep`,
	Building: `ninja meson cmake gcc g++ cc c++ clang clang++ rustc javac kotlinc scalac swiftc ghc tsup webpack rollup esbuild parcel
		xcodebuild msbuild ansible-playbook twine sphinx-build mkdocs kaniko flyway liquibase capistrano cap`,
})

// tool is a program of which the first words say what it does.
type tool struct {
	subs map[string]Work
	// unknown is for subcommands that are not listed, none for a call without any.
	unknown, none Work
}

func (t *tool) work(args []string) Work {
	sub, _ := subcommand(args, func(a string) bool { _, ok := t.subs[a]; return ok })
	if sub == "" {
		return t.none
	}
	if w, ok := t.subs[sub]; ok {
		return w
	}
	return t.unknown
}

// tools lists programs with subcommands. What is not listed is Other.
var tools = map[string]*tool{
	"go": subs(map[Work]string{Testing: "test vet", Building: "build install", Reading: "env list version doc help"}),
	"cargo": subs(map[Work]string{
		Testing: "test t check c clippy nextest bench miri deny audit", Building: "build b install package publish doc rustc",
		Reading: "metadata tree search info help",
	}),
	"dotnet":    subs(map[Work]string{Testing: "test", Building: "build publish pack msbuild restore", Reading: "list --info"}),
	"deno":      subs(map[Work]string{Testing: "test check lint bench", Building: "compile bundle deploy", Reading: "info doc"}),
	"zig":       subs(map[Work]string{Testing: "test", Building: "build build-exe build-lib"}),
	"dart":      subs(map[Work]string{Testing: "test analyze", Building: "compile"}),
	"flutter":   subs(map[Work]string{Testing: "test analyze drive", Building: "build", Reading: "doctor devices"}),
	"swift":     subs(map[Work]string{Testing: "test", Building: "build"}),
	"mix":       subs(map[Work]string{Testing: "test credo dialyzer", Building: "compile release"}),
	"stack":     subs(map[Work]string{Testing: "test", Building: "build install"}),
	"cabal":     subs(map[Work]string{Testing: "test check", Building: "build install"}),
	"lein":      subs(map[Work]string{Testing: "test check", Building: "uberjar jar compile"}),
	"bazel":     subs(map[Work]string{Testing: "test coverage", Building: "build", Reading: "query cquery info"}),
	"buck2":     subs(map[Work]string{Testing: "test", Building: "build"}),
	"composer":  subs(map[Work]string{Testing: "test validate audit", Reading: "show outdated"}),
	"artisan":   subs(map[Work]string{Testing: "test", Building: "migrate"}),
	"rails":     subs(map[Work]string{Testing: "test test:all test:system spec", Building: "db:migrate assets:precompile", Reading: "routes about"}),
	"manage.py": subs(map[Work]string{Testing: "test check", Building: "migrate collectstatic", Reading: "showmigrations"}),
	"alembic":   subs(map[Work]string{Building: "upgrade downgrade", Testing: "check", Reading: "history current heads"}),
	"prisma":    subs(map[Work]string{Building: "migrate generate db", Testing: "validate"}),
	"next":      subs(map[Work]string{Building: "build export", Testing: "lint"}),
	"vite":      subs(map[Work]string{Building: "build"}),
	"astro":     subs(map[Work]string{Building: "build", Testing: "check"}),
	"ng":        subs(map[Work]string{Building: "build deploy", Testing: "test lint e2e"}),
	"terraform": subs(map[Work]string{
		Building: "apply plan destroy import", Testing: "validate test", Reading: "show output state version providers graph",
	}),
	"pulumi":         subs(map[Work]string{Building: "up update preview destroy refresh", Reading: "stack config logs"}),
	"cdk":            subs(map[Work]string{Building: "deploy synth diff destroy", Reading: "list ls"}),
	"sam":            subs(map[Work]string{Building: "build deploy package", Testing: "validate", Reading: "logs list"}),
	"serverless":     subs(map[Work]string{Building: "deploy package remove", Reading: "logs info"}),
	"fly":            subs(map[Work]string{Building: "deploy launch", Reading: "logs status"}),
	"vercel":         subs(map[Work]string{Building: "deploy build", Reading: "logs ls list inspect"}),
	"netlify":        subs(map[Work]string{Building: "deploy build", Reading: "status"}),
	"firebase":       subs(map[Work]string{Building: "deploy"}),
	"wrangler":       subs(map[Work]string{Building: "deploy publish", Reading: "tail"}),
	"skaffold":       subs(map[Work]string{Building: "build run deploy"}),
	"helm":           subs(map[Work]string{Building: "upgrade install rollback uninstall", Testing: "lint test", Reading: "list ls get status history show search template version"}),
	"kubectl":        subs(map[Work]string{Building: "apply create replace delete patch rollout set scale wait", Reading: "get describe logs explain top version config api-resources cluster-info diff events auth"}),
	"kustomize":      subs(map[Work]string{Building: "build"}),
	"docker":         subs(map[Work]string{Building: "build buildx push", Reading: "ps logs images inspect stats version info port top history diff ls events search"}),
	"docker-compose": subs(map[Work]string{Building: "build up push", Reading: "ps logs config images top ls port version"}),
	"git": subs(map[Work]string{
		Reading: `log diff show status branch blame grep ls-files ls-tree ls-remote rev-parse rev-list remote tag describe config
			reflog shortlog cat-file worktree diff-tree merge-base for-each-ref name-rev whatchanged count-objects check-ignore help`,
	}),
	"pip":           subs(map[Work]string{Reading: "list show freeze index config debug", Testing: "check"}),
	"uv":            subs(map[Work]string{Building: "build publish", Reading: "tree version"}),
	"poetry":        subs(map[Work]string{Building: "build publish", Testing: "check", Reading: "show env config version"}),
	"hatch":         subs(map[Work]string{Building: "build publish", Testing: "test fmt"}),
	"tmux":          subs(map[Work]string{Reading: "capture-pane list-sessions ls list-panes list-windows has-session show-options"}),
	"pm2":           subs(map[Work]string{Reading: "list ls status logs show describe info jlist prettylist"}),
	"supervisorctl": subs(map[Work]string{Reading: "status tail maintail pid"}),
	"coverage":      subs(map[Work]string{Reading: "debug help"}),
	"systemctl":     subs(map[Work]string{Reading: "status list-units list-unit-files is-active is-enabled show cat"}),
	"apt":           subs(map[Work]string{Reading: "list show search policy"}),
	"brew":          subs(map[Work]string{Reading: "list info search deps outdated"}),
}

// readerOf returns the judge of a program whose arguments are read in their own way.
func readerOf(name string) func([]string) Work {
	switch name {
	case "npm", "pnpm", "yarn", "bun", "lerna":
		return packageScripts
	case "make", "gmake", "just", "task", "ant", "mage":
		return buildTargets
	case "mvn", "gradle", "sbt", "rake", "turbo", "nx", "invoke", "inv", "grunt", "gulp", "moon":
		return plainTargets
	case "python", "node", "ruby", "php", "perl", "sh", "bash", "zsh", "dash", "ksh":
		return script
	case "curl":
		return request
	case "find":
		return search
	case "exit", "return":
		return leaves
	case "gh":
		return hub
	case "aws", "gcloud", "az":
		return cloud
	default:
		return nil
	}
}

// listings are the options of checks by which they only list, or show their settings.
var listings = set(`--collect-only --co --fixtures --markers --listTests --list-tests --list --showConfig --show-config --print-config
	--dry-run --just-print --recon`)

// wrappers run the command that follows their options.
var wrappers = set(`env sudo doas time nice ionice nohup timeout gtimeout stdbuf command exec builtin xvfb-run setsid unbuffer chronic
	caffeinate npx uvx pipx bunx pnpx xargs parallel watch strace cross-env dotenv retry catchsegv corepack`)

// carriersOf are the subcommands by which a program runs another one.
var carriersOf = map[string]map[string]bool{
	"uv": set("run"), "poetry": set("run"), "pipenv": set("run"), "pdm": set("run"), "hatch": set("run"), "rye": set("run"),
	"pixi": set("run"), "conda": set("run"), "mamba": set("run"), "mise": set("exec x run"), "direnv": set("exec"),
	"bundle": set("exec"), "op": set("run"), "doppler": set("run"), "devbox": set("run"), "pipx": set("run"), "coverage": set("run"),
	"docker": set("exec run compose"), "podman": set("exec run compose"), "docker-compose": set("exec run"), "kubectl": set("exec run"),
	"npm": set("exec x"), "pnpm": set("exec dlx"), "yarn": set("exec dlx"), "bun": set("x"),
}

// boxes run their command in a container whose name stands before it.
var boxes = set("docker podman docker-compose kubectl")

// nameParts are the words in the name of a script or a target that say what it
// does. Idle marks those that prepare for it.
var nameParts = table(map[Work]string{
	Testing: `test tests testing unittest unittests e2e spec specs check checks lint linter lints typecheck tsc verify validate
		coverage ci smoke pytest jest vitest mypy eslint ruff clippy vet`,
	Building: "build builds rebuild compile bundle deploy release publish package assemble dist migrate",
	Idle:     "setup create generate gen seed data db fixture fixtures clean fetch list show start stop serve server install download help reset",
})

// idleTargets build nothing: make clean, just dev.
var idleTargets = set(`clean distclean help run dev start stop serve server shell up down fmt format install deps setup init migrate
	logs watch`)

// toolParts are those of a tool of an application.
var toolParts = table(map[Work]string{
	Testing: "test tests pytest jest vitest unittest unittests ctest rspec phpunit mocha tox nox",
	Reading: `get read list search find fetch show view create write add update delete remove generate edit save open browse
		describe explain plan suggest review analyze analyse parse summarize query upload download report results result logs log
		data connection api endpoint case cases`,
})

// showParts are the words in the name of a tool that shows something, processParts
// those of one that has to do with a process.
var (
	showParts    = set("read view get list ls search find fetch show grep glob cat open browse describe download query lookup retrieve")
	processParts = set(`run runs exec execute executes shell bash sh zsh cmd command commands terminal process processes console
		script scripts output powershell python code task build deploy write edit update create delete`)
)

// askParts are the words in the name of a tool that asks a human.
var askParts = set(`ask asks question questions approve approval approvals confirm confirmation permission permissions elicit elicitation human consent clarify
	clarification followup feedback`)

func table(by map[Work]string) map[string]Work {
	t := map[string]Work{}
	for w, names := range by {
		for _, name := range strings.Fields(names) {
			t[name] = w
		}
	}
	return t
}

func subs(by map[Work]string) *tool { return &tool{subs: table(by), unknown: Other, none: Other} }

func set(names string) map[string]bool {
	s := map[string]bool{}
	for _, name := range strings.Fields(names) {
		s[name] = true
	}
	return s
}

var packageSubs = table(map[Work]string{
	Testing:  "test t tst",
	Building: "build pack publish",
	Reading:  "ls list ll la view info show outdated why root prefix config bin audit fund query explain licenses",
	Other:    "install i ci add remove rm uninstall update up upgrade dedupe prune link init create set version start rebuild import fetch",
})

// packageScripts judges npm and its like: their own subcommands, scripts of the
// package by name, and programs of the packages it has.
func packageScripts(args []string) Work {
	sub, rest := subcommand(args, func(a string) bool { _, ok := packageSubs[a]; return ok || a == "run" })
	switch w, ok := packageSubs[sub]; {
	case sub == "run" || sub == "run-script" || sub == "rum":
		return byTargets(rest, Other)
	case sub == "workspace" && len(rest) > 1, sub == "workspaces" && len(rest) > 1:
		return packageScripts(rest[1:])
	case ok:
		return w
	case sub == "":
		return Other
	case isCommand(sub):
		return workOf(append([]string{sub}, rest...))
	default:
		return workByName(sub)
	}
}

// buildTargets judges a tool that builds something whatever target it is given,
// unless the target says otherwise.
func buildTargets(args []string) Work { return byTargets(args, Building) }

// plainTargets judges a tool that does what its targets say.
func plainTargets(args []string) Work { return byTargets(args, Other) }

func byTargets(args []string, made Work) Work {
	_, w := mainTarget(args, made)
	return w
}

// mainTarget returns the most telling target, of several such the last. There is
// none where only the tool itself is named.
func mainTarget(args []string, made Work) (main string, w Work) {
	option := false
	for _, a := range args {
		value := option
		option = strings.HasPrefix(a, "-") && !strings.Contains(a, "=")
		if a == "--" {
			break
		}
		if a == "" || strings.HasPrefix(a, "-") || strings.Contains(a, "=") {
			continue
		}
		target := workByParts(a)
		switch {
		case target != Other:
		case value:
			continue // most likely the value of the option before it
		case !idleTargets[a]:
			target = made
		}
		if target >= w {
			main, w = a, target
		}
	}
	if w == Idle {
		return "", made
	}
	return main, w
}

// script judges what an interpreter runs, by the name of the file.
func script(args []string) Work {
	for i, a := range args {
		switch {
		case a == "--test":
			return Testing
		case strings.HasPrefix(a, "-") && strings.Trim(a, "-") != "":
			if a == "-c" || a == "-e" || a == "--eval" || a == "-p" {
				return Other
			}
		case base(a) == "artisan" || base(a) == "manage.py":
			return tools[base(a)].work(args[i+1:])
		default:
			return workByName(base(a))
		}
	}
	return Other
}

// request tells a look at something from sending something.
func request(args []string) Work {
	for i, a := range args {
		switch {
		case strings.HasPrefix(a, "-d") || strings.HasPrefix(a, "--data") || a == "-F" || a == "--form" || a == "-T" || a == "--upload-file" || a == "--json":
			return Other
		case (a == "-X" || a == "--request") && i+1 < len(args) && args[i+1] != "GET" && args[i+1] != "HEAD":
			return Other
		case strings.HasPrefix(a, "-X") && len(a) > 2 && a != "-XGET" && a != "-XHEAD":
			return Other
		}
	}
	return Reading
}

// leaves tells an exit code that is written out from one that is passed on.
func leaves(args []string) Work {
	if len(args) > 0 && args[0] != "0" && args[0] != "" && strings.Trim(args[0], "0123456789") == "" {
		return Other
	}
	return Idle
}

// search tells a look for files from one that deletes them.
func search(args []string) Work {
	for _, a := range args {
		if a == "-delete" {
			return Other
		}
	}
	return Reading
}

// hub and cloud know the verbs that only show something.
func hub(args []string) Work {
	if len(args) > 0 && (args[0] == "api" || args[0] == "search" || args[0] == "status") {
		return Reading
	}
	if len(args) > 1 {
		switch args[1] {
		case "view", "list", "ls", "status", "diff", "checks", "watch", "download":
			return Reading
		}
	}
	return Other
}

func cloud(args []string) Work {
	for _, a := range args {
		for _, verb := range [...]string{"describe", "list", "get-", "ls", "show", "logs", "tail", "read"} {
			if strings.HasPrefix(a, verb) {
				return Reading
			}
		}
		if a == "deploy" || a == "create-stack" || a == "update-stack" {
			return Building
		}
	}
	return Other
}
