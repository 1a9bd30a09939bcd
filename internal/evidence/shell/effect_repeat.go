package shell

import (
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/action/sent"
)

// Repeats reports a line that changes something, and that comes to the same when it is run
// once more: what a second run would do, the first has done, or the other side refuses to do
// it twice. Of a line that cannot be parsed that is not known.
func Repeats(line string, argv []string) bool {
	var e effect
	if script, _, ok := Script(argv); ok {
		line, argv = script, nil
	}
	switch {
	case len(argv) > 0:
		e.plain(argv)
	case Plain(line):
		e.plain(strings.Fields(line))
	default:
		file := parse(line)
		if file == nil {
			return false
		}
		var facts Facts
		w := walker{facts: &facts, effect: &e, probing: true}
		w.file(file, lost)
		if facts.Unread {
			return false
		}
	}
	does, _, _ := e.result()
	return does == Changes && !e.once
}

// repeats reports a change, by its name, that a second run of the command does not make
// again. Most bring something into a state; a registry takes a version only once.
func repeats(by string, words []string, input string) bool {
	if repeatable[by] {
		return !slices.ContainsFunc(words, func(a string) bool { return strings.HasPrefix(a, "+") }) // one step further each time
	}
	name, args := inner(words)
	if c, ok := clients[name]; ok {
		return sqlRepeats(c.statements(args, input))
	}
	return slices.ContainsFunc(words, bearsKey)
}

// bearsKey reports a header with an idempotency key, which is the same when the same line is
// run again unless the run makes one up.
func bearsKey(word string) bool {
	const header = "idempotency-key:"
	word = strings.TrimPrefix(strings.TrimPrefix(word, "-H"), "--header=")
	if len(word) <= len(header) || !strings.EqualFold(word[:len(header)], header) {
		return false
	}
	return strings.TrimSpace(word[len(header):]) != "" && !strings.ContainsAny(word, "$`")
}

// sqlRepeats reports statements none of which adds a row, or computes a value from another.
func sqlRepeats(text string) bool {
	s := sqlScanner{text: text}
	for {
		word, ok := s.next()
		if !ok {
			return true
		}
		if sqlAdds[word] {
			return false
		}
	}
}

var sqlAdds = set("INSERT UPDATE MERGE REPLACE UPSERT LOAD COPY CALL DO RENAME EXECUTE EXEC SELECT")

// repeatable are the changes that come to the same when they are made twice.
var repeatable = func() map[string]bool {
	m := map[string]bool{removal: true, "find -delete": true, "docker build --push": true}
	for name := range set("shred unlink srm remove-item dropdb dropuser") {
		m[name] = true
	}
	for program, subs := range map[string]string{
		"git": "push, lfs push, subtree push", "hg": "push", "jj": "git push",
		"kubectl": repeatedObjects, "oc": repeatedObjects, "helm": "upgrade, install, uninstall, delete, push", "helmfile": "apply, sync, destroy",
		"argocd": "app sync, app delete, app set", "flux": "reconcile, suspend, resume, delete", "terraform": "destroy", "tofu": "destroy", "pulumi": "destroy, refresh",
		"docker": "push, image push, manifest push, compose push", "docker-compose": "push", "podman": "push, image push, manifest push", "skopeo": "copy, sync, delete",
		"crane": "push, copy, tag, delete", "oras": "push, copy",
		"npm": "publish, unpublish, deprecate, dist-tag add, dist-tag rm, owner add, owner rm", "cargo": "publish, yank", "twine": "upload", "gem": "push, yank",
		"poetry": "publish", "uv": "publish", "hatch": "publish", "flit": "publish", "pdm": "publish", "maturin": "publish, upload", "dotnet": "nuget push", "nuget": "push",
		"gh": `pr merge, pr close, pr edit, pr reopen, pr ready, pr lock, issue close, issue edit, issue delete, issue reopen, issue lock, release delete, release edit,
			repo delete, repo edit, repo archive, repo sync, workflow enable, workflow disable, run cancel, run delete, secret set, secret delete, variable set,
			variable delete, gist edit, gist delete, label edit, label delete, cache delete`,
		"glab": "mr merge, mr close, mr update, mr approve, issue close, issue update, release delete, repo delete",
		"curl": "PUT, DELETE", "wget": "PUT, DELETE", "http": "PUT, DELETE", "gh api": "PUT, DELETE", "Invoke-WebRequest": "PUT, DELETE",
		"aws": "s3 cp, s3 sync, s3 rm, terminate, delete", "gsutil": "cp, rsync, rm", "gcloud": "delete", "az": "delete",
		"systemctl": "start, stop, restart, reload, try-restart, reload-or-restart, enable, disable, mask, unmask", "service": "start, stop, restart, reload",
		"alembic": "upgrade, stamp", "flyway": "migrate, repair, baseline", "liquibase": "update", "prisma": "migrate deploy, db push", "manage.py": "migrate, flush",
		"artisan": "migrate", "rails": "db:migrate, db:drop, db:create", "rake": "db:migrate, db:drop, db:create", "knex": "migrate:latest", "sequelize": "db:migrate",
		"typeorm": "migration:run", "dbmate": "up, migrate, drop, create", "goose": "up", "migrate": "up, goto, force", "atlas": "migrate apply, schema apply",
	} {
		for sub := range strings.SplitSeq(subs, ",") {
			m[program+" "+strings.TrimSpace(sub)] = true
		}
	}
	return m
}()

const repeatedObjects = `apply, replace, delete, patch, scale, set, annotate, label, drain, cordon, uncordon, taint, rollout pause, rollout resume`

// asksByPost reports the arguments of a client of HTTP that send a question by POST: to an
// interface that is there for searching, or one in GraphQL, all of which stands on the line.
func asksByPost(args []string) bool {
	search, graph, query := false, false, false
	for _, a := range args {
		switch address := strings.Contains(a, "://"); {
		case address && !strings.ContainsAny(a, " {"):
			search, graph = search || sent.Searches(a), graph || sent.Graph(a)
		case strings.HasPrefix(a, "@") || strings.Contains(a, "=@") || strings.Contains(a, "mutation"):
			return false
		default:
			query = query || sent.Queries(a)
		}
	}
	return search || graph && query
}

// makesAnew reports a command that makes what was removed before it.
func makesAnew(words []string) bool {
	name, args, _ := innermost(words)
	switch name {
	case "mkdir", "cp", "tar", "unzip", "virtualenv":
		return true
	case "git":
		return slices.Contains(args, "clone")
	}
	if installers[name] {
		sub, _ := subcommand(args, func(a string) bool { return installs[a] })
		return installs[sub] || sub == "" && name == "yarn"
	}
	return name == "python" && slices.Contains(args, "venv")
}

var (
	installers = set("npm pnpm yarn bun pip uv poetry pdm bundle composer")
	installs   = set("install ci i add sync update")
)

// rehearsing are variables that tell a script only to say what it would do.
var rehearsing = set("DRY_RUN DRYRUN DRY NOOP CHECK_ONLY")

// rehearsed reports a word that sets such a variable.
func rehearsed(word string) bool {
	name, value, ok := strings.Cut(word, "=")
	if !ok || !rehearsing[strings.ToUpper(name)] {
		return false
	}
	switch strings.ToLower(value) {
	case "", "0", "false", "no", "off", "none":
		return false
	default:
		return true
	}
}
