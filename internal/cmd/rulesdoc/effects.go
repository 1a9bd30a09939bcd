package main

import (
	"strings"

	"github.com/toolspan/toolspan/internal/effects"
	"github.com/toolspan/toolspan/internal/evidence/shell"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// tried are command lines whose effect the page shows, as it is found out.
var tried = []string{
	"rm -rf build", "rm -rf build && make", "rm -rf /srv/data && make", "git push origin main", "git push --dry-run", "git commit -m x", "cd repo && sudo git push", "bash -c 'git push'", "echo 'git push'",
	"terraform apply -auto-approve", "terraform plan", "kubectl -n prod delete pod x", "kubectl get pods", "kubectl apply -f x.yaml --dry-run=client",
	"helm upgrade api ./chart", "npm publish", "npm test", "python -m twine upload dist/*", "docker push x:1", "docker build -t x .",
	"gh pr merge 3", "gh pr view 3", "gh api repos/x/y", "curl https://x.invalid", "curl -X POST https://x.invalid", "curl -d a=b https://x.invalid",
	"curl -G -d a=b https://x.invalid", "curl -X POST https://x.invalid/_search", "wget --post-data a=b https://x.invalid", "http x.invalid a=b",
	"psql -c 'DELETE FROM t'", "psql -c 'SELECT 1'", "psql -f x.sql", "echo 'DROP TABLE t' | sqlite3 x.db", "alembic upgrade head",
	"aws s3 cp x s3://b/x", "aws s3 cp s3://b/x x", "aws ec2 describe-instances", "gcloud run deploy api", "systemctl restart nginx", "mail -s x a@b.invalid",
	"./deploy.sh", "make deploy", "DRY_RUN=1 make deploy", "make test", "./check-deploy.sh", "ls", "grep -rn x .", "pytest", "go test ./...", "mkdir x", "sed -i s/a/b/ x",
}

var effectWords = [...]string{termination.EffectUnstated: "unstated", termination.Mutating: "mutating", termination.ReadOnly: "read-only"}

func effectsPage() string {
	p := newPage("Which calls change the world")
	p.paragraph("A call that changes the world is *mutating*: when nobody knows how it ended, its outcome is unknown and it has to be reconciled, " +
		"never simply run again ([rules.md](rules.md#from-the-ending-to-the-next-step)). One that only looks is *read-only*. Of all others it is " +
		"*unstated*: a command may be run again after a time limit, and a tool that is no command may not, since what it sent may have been done. " +
		"The name of a tool alone (`create_issue`, `send_message`) says nothing; `effects::mutating` can.")
	p.paragraph("The first of these that says something counts:")
	p.table("", "says", "effect")
	for _, row := range [][3]string{
		{"the record states an action or an approval (`tool_span.action.`, `tool_span.approval.`)", "", "mutating"},
		{"`http.request.method` of the record", "POST, unless it is to a place for searching (`…/search`, `…/_search`, `…:search`), PUT, PATCH, DELETE", "mutating"},
		{"`effects::mutating`", "a pattern that fits the tool, the command line, or a command of it", "mutating"},
		{"`effects::read_only`", "likewise; a line with another command that is known to change something is left to the rest", "read-only"},
		{"what the server of the tool says, in `" + strings.Join(hintPlaces, "`, `") + "`", "`destructiveHint: true` or `readOnlyHint: false`; `readOnlyHint: true`", "mutating; read-only"},
		{"client spans below the call in the same batch, but for those of a model or of the transport of MCP, and of a command only one that was not answered, unless that is a check or a build", "POST, PUT, PATCH, DELETE; nothing but GET, HEAD, OPTIONS, TRACE and such searches", "mutating; read-only"},
		{"`http.request.method` of the record", "GET, HEAD, OPTIONS, TRACE; POST to such a place", "read-only"},
		{"the commands of the command line", "see below", "mutating; read-only"},
	} {
		p.row(row[:]...)
	}
	p.heading(2, "Commands")
	p.paragraph("A command line is read with a parser: in lists, pipelines, conditions, functions, substitutions, `bash -c`, behind `sudo`, `timeout`, `xargs` and the like, "+
		"and in a container. It is mutating if any of its commands is, and read-only if all of them are. A line of more than 4 KiB, one that is nested deeper than 32 levels, "+
		"and one that cannot be parsed are unstated. A command that only rehearses (`%s`, or a variable such as `DRY_RUN=1`) or asks for help changes nothing.", strings.Join(shell.Rehearsals(), "`, `"))
	p.paragraph("`go run ./internal/cmd/effects 'COMMAND LINE'` says it of any other, and takes your patterns with `-mutating`, `-read-only` and `-critical`.")
	p.table("command line", "effect", "known by")
	judge := effects.New(effects.Patterns{})
	for _, line := range tried {
		effect, _, by := judge.Why(&toolcall.Call{CommandLine: line, IsCommand: true})
		p.row(code(line), effectWords[effect], by)
	}
	p.heading(2, "Programs")
	p.paragraph("These change something, always or with the subcommands that are listed:")
	p.table("program", "subcommands", "the same when run again")
	for _, k := range shell.KnownChanges() {
		p.row(code(k.Program), codes(k.Subs), again(k))
	}
	p.paragraph("What comes to the same when it is run again, since it brings something into a state or is refused the second time, is mutating like the rest, and no `blind_retry`; " +
		"nor are PUT and DELETE, requests with an idempotency key on the line, and statements that neither add nor update rows.")
	p.paragraph("Besides: requests of `curl`, `wget`, `http`, `xh`, `gh api`, `az rest` and `Invoke-WebRequest` by their method and their data; statements given to `psql`, `mysql`, " +
		"`mariadb`, `sqlite3`, `duckdb`, `sqlcmd`, `cqlsh`, `clickhouse-client` and `bq`, by their first words; writes of `redis-cli` and `mongosh`; `aws`, `gcloud`, `az` and `gsutil` by their verbs; " +
		"`find -delete`; `docker build --push`; `mail`; and scripts and targets with deploy, publish, migrate or rollback in their names, such as `./deploy.sh` and `make deploy`, " +
		"unless another word there says that they test, plan, build or show something. Writing to files of the working copy is unstated, but for `rm`; and so is a line that " +
		"removes named files there, or temporary ones, and builds or checks something, as `rm -rf build && make` does: to do both again is to do them once.")
	return p.String()
}

// again lists the changes of a program that a second run does not make once more.
func again(k shell.Known) string {
	switch {
	case len(k.Again) == 0:
		return ""
	case len(k.Subs) == 0 || len(k.Again) == len(k.Subs):
		return "all"
	default:
		return codes(k.Again)
	}
}

var hintPlaces = []string{"mcp.tool.annotations", "gen_ai.tool.annotations", "tool.annotations"}
