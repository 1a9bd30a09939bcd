package shell

import (
	"slices"
	"strings"
)

// alwaysChange are the programs that change something whatever they are given.
var alwaysChange = set(`rm shred unlink srm semantic-release reboot poweroff halt shutdown sendmail msmtp ssmtp swaks dropdb createdb dropuser
	createuser mongorestore remove-item ansible-playbook`)

// changers are the subcommands by which a program changes something, of one word or of two.
// The values are the words under which they are named.
type changers struct {
	subs map[string]string
	// known are further words that are subcommands, so that what follows is none.
	known map[string]bool
}

func changesBy(subs string, known ...string) changers {
	c := changers{subs: map[string]string{}, known: map[string]bool{}}
	for _, sub := range strings.Split(subs, ",") {
		if sub = strings.TrimSpace(sub); sub != "" {
			c.subs[sub] = sub
			first, _, _ := strings.Cut(sub, " ")
			c.known[first] = true
		}
	}
	for _, list := range known {
		for name := range set(list) {
			c.known[name] = true
		}
	}
	return c
}

// find returns the subcommand that changes something.
func (c changers) find(args []string) string {
	sub, rest := subcommand(args, func(a string) bool { return c.known[a] })
	if sub == "" {
		return ""
	}
	if name, ok := c.subs[sub]; ok {
		return name
	}
	second, rest := subcommand(rest, func(string) bool { return false })
	if name, ok := c.subs[sub+" "+second]; ok {
		return name
	}
	if third, _ := subcommand(rest, func(string) bool { return false }); third != "" {
		return c.subs[sub+" "+second+" "+third]
	}
	return ""
}

// kubectlChanges are those of kubectl and its like.
var kubectlChanges = changesBy(`apply, create, replace, delete, patch, scale, set, annotate, label, edit, drain, cordon, uncordon, taint, expose, autoscale,
	rollout restart, rollout undo, rollout pause, rollout resume, certificate approve, certificate deny`,
	"get describe logs explain top version config api-resources cluster-info diff events auth wait exec run cp port-forward")

var terraformChanges = changesBy("apply, destroy, import, taint, untaint, force-unlock, state rm, state mv, state push, workspace delete, run-all apply, run-all destroy",
	"plan init validate fmt show output graph providers console test version")

// packageChanges are those of the package managers of JavaScript.
const packageChanges = `publish, unpublish, deprecate, dist-tag add, dist-tag rm, npm publish, owner add, owner rm, access grant, access revoke`

// subChanges are the programs of which the first words say whether they change something.
var subChanges = map[string]changers{
	"git": changesBy("push, send-email, svn dcommit, lfs push, subtree push",
		"log diff show status branch commit add checkout switch restore fetch pull merge rebase stash tag remote config grep blame clone init reset clean"),
	"hg": changesBy("push"), "svn": changesBy("commit, ci, delete, copy, move, mkdir"), "jj": changesBy("git push"),
	"terraform": terraformChanges, "tofu": terraformChanges, "terragrunt": terraformChanges,
	"pulumi": changesBy("up, update, destroy, refresh, cancel, stack rm, import"),
	"cdk":    changesBy("deploy, destroy, bootstrap"), "cdktf": changesBy("deploy, destroy"),
	"sam": changesBy("deploy, delete, publish, sync"), "serverless": changesBy("deploy, remove, rollback"), "sls": changesBy("deploy, remove, rollback"),
	"fly":     changesBy("deploy, launch, destroy, scale, secrets set, secrets unset, apps create, apps destroy, machine destroy"),
	"flyctl":  changesBy("deploy, launch, destroy, scale, secrets set, secrets unset, apps create, apps destroy, machine destroy"),
	"netlify": changesBy("deploy"), "firebase": changesBy("deploy, hosting:disable, database:remove, database:set, database:push, firestore:delete"),
	"wrangler": changesBy("deploy, publish, delete, rollback, secret put, secret delete, kv:key put, kv:key delete"),
	"heroku":   changesBy("create, destroy, apps:create, apps:destroy, config:set, config:unset, ps:scale, ps:restart, pg:reset, releases:rollback, container:release, container:push"),
	"eb":       changesBy("deploy, create, terminate"), "copilot": changesBy("deploy, svc deploy, app delete"), "railway": changesBy("up, down"),
	"skaffold": changesBy("run, deploy, delete"), "argocd": changesBy("app sync, app create, app delete, app set, app rollback"),
	"flux": changesBy("bootstrap, create, delete, reconcile, suspend, resume"), "eksctl": changesBy("create, delete, upgrade, scale"),
	"helm":      changesBy("upgrade, install, rollback, uninstall, delete, push"),
	"helmfile":  changesBy("apply, sync, destroy"),
	"kubectl":   kubectlChanges,
	"oc":        kubectlChanges,
	"kustomize": changesBy(""),
	"docker":    changesBy("push, image push, manifest push, compose push, service create, service update, service rm, stack deploy, stack rm"),
	"podman":    changesBy("push, image push, manifest push"), "skopeo": changesBy("copy, delete, sync"), "crane": changesBy("push, copy, delete, tag"),
	"docker-compose": changesBy("push"), "oras": changesBy("push, copy"), "cosign": changesBy("sign, attest, attach"),
	"twine": changesBy("upload, register"), "cargo": changesBy("publish, yank, owner"), "gem": changesBy("push, yank, owner"), "poetry": changesBy("publish"), "uv": changesBy("publish"),
	"hatch": changesBy("publish"), "flit": changesBy("publish"), "pdm": changesBy("publish"), "rye": changesBy("publish"), "maturin": changesBy("publish, upload"),
	"dotnet": changesBy("nuget push, nuget delete, ef database"), "nuget": changesBy("push, delete"), "mix": changesBy("hex.publish, ecto.migrate, ecto.rollback, ecto.drop"),
	"pod": changesBy("trunk push"), "vsce": changesBy("publish, unpublish"), "ovsx": changesBy("publish"), "changeset": changesBy("publish"),
	"goreleaser": changesBy("release"), "jsr": changesBy("publish"), "deno": changesBy("publish"), "luarocks": changesBy("upload"), "anaconda": changesBy("upload"),
	"conan":     changesBy("upload"),
	"alembic":   changesBy("upgrade, downgrade, stamp"),
	"flyway":    changesBy("migrate, clean, undo, repair, baseline"),
	"liquibase": changesBy("update, rollback, drop-all, dropAll"),
	"prisma":    changesBy("migrate deploy, migrate reset, migrate dev, migrate resolve, db push, db execute, db seed"),
	"manage.py": changesBy("migrate, flush, loaddata, sqlflush"),
	"artisan":   changesBy("migrate, migrate:fresh, migrate:rollback, migrate:refresh, migrate:reset, db:seed, db:wipe"),
	"rails":     changesBy("db:migrate, db:rollback, db:drop, db:reset, db:setup, db:seed, db:create"),
	"knex":      changesBy("migrate:latest, migrate:up, migrate:down, migrate:rollback, seed:run"),
	"sequelize": changesBy("db:migrate, db:migrate:undo, db:drop, db:seed:all, db:create"),
	"typeorm":   changesBy("migration:run, migration:revert, schema:sync, schema:drop"),
	"dbmate":    changesBy("up, migrate, down, rollback, drop, create"), "goose": changesBy("up, down, reset, redo"),
	"atlas": changesBy("migrate apply, schema apply, schema clean"), "drizzle-kit": changesBy("push, migrate"),
	"supabase":  changesBy("db push, db reset, functions deploy, migration up, secrets set"),
	"systemctl": changesBy("start, stop, restart, reload, try-restart, reload-or-restart, enable, disable, mask, unmask, kill, isolate, reboot, poweroff, halt", "status show cat"),
	"glab":      changesBy("mr create, mr merge, mr close, mr update, mr note, mr approve, issue create, issue close, issue update, issue note, release create, release delete, repo create, repo delete, ci run"),
	"stripe": changesBy(`charges create, charges capture, refunds create, refunds cancel, customers create, customers update, customers delete, payment_intents create,
		payment_intents confirm, payment_intents cancel, payment_intents capture, subscriptions create, subscriptions update, subscriptions cancel, invoices create,
		invoices pay, invoices send, payouts create, transfers create, post, delete`),
}

// targetChanges are the targets, anywhere among those given, by which a build tool
// changes something.
var targetChanges = map[string]map[string]bool{
	"mvn":    set("deploy deploy:deploy deploy:deploy-file release:perform"),
	"gradle": set("publish publishToSonatype publishPlugins uploadArchives publishAllPublicationsToMavenRepository"),
	"sbt":    set("publish publishSigned"),
	"rake":   set("db:migrate db:rollback db:drop db:reset db:setup db:seed db:create"),
}

// byKnownTarget returns such a target.
func byKnownTarget(name string, args []string) string {
	for _, a := range args {
		if i := strings.LastIndexByte(a, ':'); i > 0 && name == "gradle" {
			a = a[i+1:]
		}
		if targetChanges[name][a] {
			return name + " " + a
		}
	}
	return ""
}

// hubChanges are those of the client of GitHub, but for its requests to the interface.
var hubChanges = changesBy(`pr create, pr merge, pr close, pr comment, pr edit, pr review, pr reopen, pr ready, pr lock, issue create, issue close, issue comment, issue edit,
	issue delete, issue reopen, issue transfer, issue lock, release create, release delete, release edit, release upload, repo create, repo delete, repo fork, repo edit,
	repo archive, repo rename, repo sync, workflow run, workflow enable, workflow disable, run rerun, run cancel, run delete, secret set, secret delete, variable set,
	variable delete, gist create, gist edit, gist delete, label create, label edit, label delete, cache delete, ssh-key add, gpg-key add, project create, project delete`)

// changesOf returns what reads the arguments of a program in their own way.
func changesOf(name string) func(args []string) string { return readChanges[name] }

var readChanges = map[string]func(args []string) string{
	"curl": curlChanges, "wget": wgetChanges, "http": httpieChanges, "https": httpieChanges, "xh": httpieChanges, "gh": ghChanges,
	"invoke-webrequest": powershellChanges, "invoke-restmethod": powershellChanges, "iwr": powershellChanges, "irm": powershellChanges,
	"aws": awsChanges, "gcloud": gcloudChanges, "az": azChanges, "gsutil": gsutilChanges,
	"mail": mailChanges, "mailx": mailChanges, "mutt": mailChanges,
	"find": findChanges, "dd": ddChanges, "service": serviceChanges, "supervisorctl": serviceChanges,
	"redis-cli": redisChanges, "mongosh": mongoChanges, "mongo": mongoChanges, "mysqladmin": mysqladminChanges, "pg_restore": restoreChanges,
	"migrate": migrateChanges, "vercel": vercelChanges,
}

var vercelSubs = changesBy("deploy, remove, rm, promote, rollback, alias, env add, env rm")

// vercelChanges knows that the program deploys where it is not told what to do.
func vercelChanges(args []string) string {
	if sub := vercelSubs.find(args); sub != "" {
		return "vercel " + sub
	}
	if sub, _ := subcommand(args, func(string) bool { return false }); sub == "" {
		return "vercel deploy"
	}
	return ""
}

func findChanges(args []string) string {
	if slices.Contains(args, "-delete") {
		return "find -delete"
	}
	return ""
}

func ddChanges(args []string) string {
	for _, a := range args {
		if strings.HasPrefix(a, "of=/dev/") && a != "of=/dev/null" {
			return "dd"
		}
	}
	return ""
}

func serviceChanges(args []string) string {
	for _, a := range args {
		switch a {
		case "start", "stop", "restart", "reload":
			return "service " + a
		}
	}
	return ""
}

// mailChanges tells sending from reading what came.
func mailChanges(args []string) string {
	for _, a := range args {
		if a == "-s" || strings.HasPrefix(a, "--subject") || strings.Contains(a, "@") {
			return "mail"
		}
	}
	return ""
}

var redisWrites = set(`set setex setnx mset del unlink expire flushall flushdb incr decr incrby lpush rpush lpop rpop sadd srem hset hdel zadd zrem rename xadd
	publish append getset getdel config`)

func redisChanges(args []string) string {
	sub, rest := subcommand(args, func(a string) bool { return redisWrites[strings.ToLower(a)] })
	sub = strings.ToLower(sub)
	if !redisWrites[sub] || sub == "config" && (len(rest) == 0 || !strings.EqualFold(rest[0], "set")) {
		return ""
	}
	return "redis-cli write"
}

var mongoWrites = []string{
	".insert", ".update", ".delete", ".remove(", ".drop", ".replaceOne", ".bulkWrite", ".findOneAndUpdate", ".findOneAndDelete", ".findOneAndReplace", ".findAndModify",
	".createIndex", ".createCollection", ".renameCollection",
}

func mongoChanges(args []string) string {
	for i, a := range args {
		text, eval := strings.CutPrefix(a, "--eval=")
		if a == "--eval" && i+1 < len(args) {
			text, eval = args[i+1], true
		}
		if eval && slices.ContainsFunc(mongoWrites, func(w string) bool { return strings.Contains(text, w) }) {
			return "mongosh write"
		}
	}
	return ""
}

func mysqladminChanges(args []string) string {
	for _, a := range args {
		switch a {
		case "drop", "create", "shutdown", "kill", "password", "flush-privileges":
			return "mysqladmin " + a
		}
	}
	return ""
}

func restoreChanges(args []string) string {
	for _, a := range args {
		if a == "-l" || a == "--list" || strings.HasPrefix(a, "-f") || strings.HasPrefix(a, "--file") {
			return ""
		}
	}
	return "pg_restore"
}

// migrateChanges is that of the tool of this name for databases.
func migrateChanges(args []string) string {
	for _, a := range args {
		switch a {
		case "up", "down", "drop", "goto", "force":
			return "migrate " + a
		case "create", "version":
			return ""
		}
	}
	return ""
}

// byPackageScript judges npm and its like: what they publish, and scripts by their names.
func byPackageScript(args []string) string {
	if sub := packageChangers.find(args); sub != "" {
		return "npm " + strings.TrimPrefix(sub, "npm ")
	}
	sub, rest := subcommand(args, func(a string) bool { _, ok := packageSubs[a]; return ok || a == "run" })
	switch _, own := packageSubs[sub]; {
	case sub == "run" || sub == "run-script" || sub == "rum":
		script, _ := subcommand(rest, func(string) bool { return false })
		return byOwnName(script)
	case own || sub == "":
		return ""
	case subChanges[sub].subs != nil:
		return bySub(sub, rest)
	case isCommand(sub):
		return ""
	default:
		return byOwnName(sub)
	}
}

var packageChangers = changesBy(packageChanges, "run test install ci add exec")
