package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhatChangesTheWorld(t *testing.T) {
	for line, by := range map[string]string{
		"rm -rf build":          "rm",
		"rm -rf /srv/x && make": "rm", "rm -rf * && make": "rm", "rm -rf ../x && pytest": "rm", "rm -rf $DIR && pytest": "rm", "rm -rf . && make": "rm",
		"sudo rm -rf /srv/x":                                              "rm",
		"find . -name '*.log' -delete":                                    "find -delete",
		"find . -name '*.log' -exec rm {} +":                              "rm",
		"git ls-files -o | xargs rm -f":                                   "rm",
		"git push":                                                        "git push",
		"git -C repo push --force origin main":                            "git push",
		"git --no-pager push":                                             "git push",
		"cd repo && git add -A && git commit -m 'x' && git push":          "git push",
		"bash -c 'git push origin HEAD'":                                  "git push",
		"timeout 60 git push 2>&1 | tail -5":                              "git push",
		"git push origin v1.2 || echo failed":                             "git push",
		"if git diff --quiet; then echo none; else git push; fi":          "git push",
		"X=$(git push)":                                                   "git push",
		"deploy() { git push prod; }; deploy":                             "git push",
		"terraform apply -auto-approve":                                   "terraform apply",
		"terraform -chdir=infra destroy":                                  "terraform destroy",
		"tofu state rm aws_x.y":                                           "tofu state rm",
		"pulumi up --yes":                                                 "pulumi up",
		"kubectl apply -f x.yaml":                                         "kubectl apply",
		"kubectl -n prod delete pod x":                                    "kubectl delete",
		"kubectl --namespace prod rollout restart deploy/api":             "kubectl rollout restart",
		"cat <<EOF | kubectl apply -f -\nkind: Pod\nEOF":                  "kubectl apply",
		"helm upgrade --install api ./chart":                              "helm upgrade",
		"npm publish":                                                     "npm publish",
		"pnpm -r publish --access public":                                 "npm publish",
		"yarn npm publish":                                                "npm publish",
		"npx lerna publish":                                               "npm publish",
		"cargo publish":                                                   "cargo publish",
		"python -m twine upload dist/*":                                   "twine upload",
		"docker push registry.invalid/x:1":                                "docker push",
		"docker buildx build --push -t x .":                               "docker build --push",
		"docker compose push":                                             "docker-compose push",
		"gem push x.gem":                                                  "gem push",
		"mvn -B clean deploy":                                             "mvn deploy",
		"./gradlew :core:publish":                                         "gradle publish",
		"gh pr merge 12 --squash":                                         "gh pr merge",
		"gh pr create --fill":                                             "gh pr create",
		"gh release create v1":                                            "gh release create",
		"gh api -X DELETE repos/x/y":                                      "gh api DELETE",
		"gh api repos/x/y/issues -f title=x":                              "gh api POST",
		"gh api graphql -f query='mutation { x }'":                        "gh api mutation",
		"curl -X POST https://api.invalid/x":                              "curl POST",
		"curl -sS -XPOST https://api.invalid/x":                           "curl POST",
		"curl -sXPUT https://api.invalid/x":                               "curl PUT",
		"curl --request=DELETE https://api.invalid/x":                     "curl DELETE",
		"curl -d '{\"a\": 1}' https://api.invalid/x":                      "curl POST",
		"curl -H 'A: b' --data-raw a=b https://api.invalid/x":             "curl POST",
		"curl -F file=@x https://api.invalid/x":                           "curl POST",
		"curl -T x https://api.invalid/x":                                 "curl PUT",
		"curl --json '{}' https://api.invalid/x":                          "curl POST",
		"wget --post-data 'a=b' https://api.invalid/x":                    "wget POST",
		"wget --method=DELETE https://api.invalid/x":                      "wget DELETE",
		"http POST api.invalid/x":                                         "http POST",
		"http api.invalid/x a=b":                                          "http POST",
		"psql -c \"INSERT INTO t VALUES (1)\"":                            "psql",
		"psql -h db -U app -Atc 'delete from t'":                          "psql",
		"mysql -u root -e 'DROP TABLE t'":                                 "mysql",
		"mysql -e\"UPDATE t SET a=1\" db":                                 "mysql",
		"sqlite3 app.db 'DELETE FROM t WHERE id=1'":                       "sqlite3",
		"echo 'TRUNCATE t;' | psql db":                                    "psql",
		"psql db <<'EOF'\nBEGIN;\nUPDATE t SET a = 1;\nCOMMIT;\nEOF":      "psql",
		"psql -c 'WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d'": "psql",
		"docker exec db psql -U app -c 'DROP TABLE t'":                    "psql",
		"docker compose exec -T db psql -c 'drop table t'":                "psql",
		"alembic upgrade head":                                            "alembic upgrade",
		"python manage.py migrate":                                        "manage.py migrate",
		"npx prisma migrate deploy":                                       "prisma migrate deploy",
		"bin/rails db:migrate":                                            "rails db:migrate",
		"aws s3 rm s3://b/x":                                              "aws s3 rm",
		"aws s3 cp dist s3://b/x --recursive":                             "aws s3 cp",
		"aws --profile p ec2 terminate-instances --instance-ids i":        "aws terminate",
		"aws lambda invoke --function-name f out.json":                    "aws invoke",
		"gcloud compute instances delete x --quiet":                       "gcloud delete",
		"gcloud run deploy api --image x":                                 "gcloud deploy",
		"az group create -n x":                                            "az create",
		"systemctl restart nginx":                                         "systemctl restart",
		"sudo service nginx restart":                                      "service restart",
		"mail -s hi ops@example.invalid < x":                              "mail",
		"ssh host 'systemctl restart api'":                                "systemctl restart",
		"./deploy.sh":                                                     "a script or target named deploy",
		"bash scripts/deploy-prod.sh":                                     "a script or target named deploy",
		"timeout 60 ./prisma-migrate.sh":                                  "a script or target named migrate",
		"make deploy":                                                     "a script or target named deploy",
		"npm run deploy:prod":                                             "a script or target named deploy",
		"redis-cli -h r FLUSHALL":                                         "redis-cli write",
		"mongosh db --eval 'db.x.deleteMany({})'":                         "mongosh write",
		"ansible-playbook site.yml":                                       "ansible-playbook",
		"Remove-Item -Recurse build":                                      "rm",
		"Invoke-RestMethod -Method Post https://x.invalid":                "Invoke-WebRequest POST",
	} {
		effect, got, _ := EffectOf(line, nil)
		if by == "rm" && strings.HasPrefix(line, "Remove-Item") {
			by = "remove-item"
		}
		if assert.Equal(t, Changes, effect, line) {
			if by == "npm publish" && strings.Contains(line, "lerna") {
				by = got // under either name
			}
			assert.Equal(t, by, got, line)
		}
	}
}

func TestWhatDoesNotChangeTheWorld(t *testing.T) {
	for line, want := range map[string]Effect{
		"ls -la": Looks, "grep -rn x .": Looks, "cat x | head -5": Looks, "cd x && git log --oneline": Looks, "git status": Looks, "git diff HEAD~1 | grep x": Looks,
		"kubectl get pods -n delete": Looks, "kubectl -n prod rollout status deploy/api": EffectUnknown, "gh pr view 12": Looks, "gh api repos/x/y": Looks,
		"gh api graphql -f query='query { x }'": Looks, "curl https://api.invalid/x": Looks, "curl -s -G -d q=1 https://api.invalid/x": Looks,
		"curl -I https://api.invalid": Looks, "curl -X GET -d '{}' https://es.invalid/_search": Looks, "curl -sf -o /dev/null https://x.invalid": Looks,
		"curl -H 'X: -d' https://x.invalid": Looks, "curl -X \"$METHOD\" https://x.invalid": EffectUnknown,
		"psql -c 'SELECT * FROM t FOR UPDATE'": Looks, "psql -c \"select 'a; delete from t'\"": Looks, "sqlite3 app.db .tables": EffectUnknown,
		"sqlite3 app.db 'select count(*) from deleted'": Looks, "mysql -e 'SHOW TABLES' -u root": Looks, "psql -f x.sql": EffectUnknown,
		"psql -c 'explain select 1'": Looks, "psql -c '-- drop table t\nselect 1'": Looks,
		"aws s3 cp s3://b/x ./x": EffectUnknown, "aws s3 ls": Looks, "aws s3 sync s3://b x --exclude s3://y": EffectUnknown, "aws s3 cp s3://b/x x --exclude s3://y": EffectUnknown, "aws dynamodb get-item --table-name delete-me": Looks, "aws eks update-kubeconfig --name x": EffectUnknown,
		"gcloud compute instances list": Looks, "gcloud config set project x": EffectUnknown, "az account set -s x": EffectUnknown,
		"terraform plan": EffectUnknown, "terraform plan -destroy": EffectUnknown, "terraform apply --help": Looks, "helm upgrade x y --dry-run": EffectUnknown,
		"kubectl apply -f x --dry-run=client": EffectUnknown, "git push --dry-run": EffectUnknown, "git push -n": EffectUnknown, "npm publish --dry-run": EffectUnknown,
		"make -n deploy": EffectUnknown, "ansible-playbook site.yml --check": EffectUnknown,
		"pytest": EffectUnknown, "go test ./...": EffectUnknown, "npm test": EffectUnknown, "git commit -m 'push it'": EffectUnknown, "mkdir -p x": EffectUnknown,
		"touch x": EffectUnknown, "npm install": EffectUnknown, "cargo build --release": EffectUnknown, "docker build -t x .": EffectUnknown, "docker run --rm x pytest": EffectUnknown,
		"make": EffectUnknown, "make test": EffectUnknown, "npm run build": EffectUnknown, "python test_deploy.py": EffectUnknown, "pytest tests/test_deploy.py": EffectUnknown,
		"cat deploy.sh": Looks, "bash -n deploy.sh": EffectUnknown, "vim deploy.sh": EffectUnknown, "git add deploy.sh": EffectUnknown, "./check-deploy.sh": EffectUnknown,
		"python manage.py makemigrations": EffectUnknown, "alembic history": Looks, "mvn test": EffectUnknown, "./gradlew publishToMavenLocal": EffectUnknown,
		"sed -i s/a/b/ x": EffectUnknown, "sed -n 1,5p x": Looks, "echo x > y": EffectUnknown, "echo 'git push'": EffectUnknown, "grep 'git push' README.md": Looks,
		"kill 4121": EffectUnknown, "systemctl status nginx": Looks, "service nginx status": EffectUnknown, "mail": EffectUnknown, "man rm": Looks, "which terraform": Looks,
		"git stash push": EffectUnknown, "git --no-pager log x": Looks, "grep x y > z": EffectUnknown, "grep x y 2>/dev/null >/dev/null": Looks, "git --no-pager log push": Looks, "docker rm x": EffectUnknown, "crontab -l": EffectUnknown, "rm --help": Looks,
		"rm -rf build && make": EffectUnknown, "rm -rf ./dist .cache /tmp/x; npm run build": EffectUnknown, "pytest -q; rm -f report.xml": EffectUnknown,
		"": EffectUnknown, "# rm x": EffectUnknown, "$CMD push": EffectUnknown, "rm 'unclosed": EffectUnknown, "true": EffectUnknown,
		strings.Repeat("(", 40) + "rm x": EffectUnknown, "rm '" + strings.Repeat("a", maxLine) + "'": EffectUnknown,
	} {
		got, by, _ := EffectOf(line, nil)
		assert.Equal(t, want, got, "%.80s: %s", line, by)
	}
}

func TestEffectOfArgv(t *testing.T) {
	for _, tt := range []struct {
		argv []string
		want Effect
	}{
		{[]string{"git", "push"}, Changes},
		{[]string{"bash", "-lc", "git push"}, Changes},
		{[]string{"ls", "-l"}, Looks},
		{[]string{"pytest", "a | rm b"}, EffectUnknown},
		{[]string{""}, EffectUnknown},
		{nil, EffectUnknown},
	} {
		got, _, _ := EffectOfArgv(tt.argv, nil)
		assert.Equal(t, tt.want, got, "%q", tt.argv)
	}
}

func TestAsking(t *testing.T) {
	for line, want := range map[string][]string{
		"git push": {"git push"},
		"cd x && sudo -u app /usr/bin/gh pr merge 3": {"cd x", "gh pr merge 3"},
		"grep 'gh pr merge' README.md | head":        {"grep gh pr merge README.md", "head "},
		"bash -c 'gh pr merge 3'":                    {"gh pr merge 3"},
		"docker exec db psql -c 'DROP TABLE t'":      {"psql -c DROP TABLE t"},
	} {
		var got []string
		_, _, read := EffectOf(line, func(command string) Effect {
			got = append(got, command)
			return Looks
		})
		assert.True(t, read, line)
		assert.Equal(t, want, got, line)
	}
	does, by, _ := EffectOf("git push", func(string) Effect { return Looks })
	assert.Equal(t, Looks, does)
	assert.Empty(t, by)
	does, _, _ = EffectOf("ls && make x", func(command string) Effect {
		if command == "make x" {
			return Changes
		}
		return EffectUnknown
	})
	assert.Equal(t, Changes, does)
	_, _, read := EffectOf("ls 'x", nil)
	assert.False(t, read)
}

func FuzzEffectOf(f *testing.F) {
	for _, seed := range []string{"git push", "curl -X", "curl -d", "psql -c 'WITH", "echo x | psql", "aws s3 cp", "gh api -X", "a() { a; }; a", "npm run", "find -exec", "bash -c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		effect, by, _ := EffectOf(line, nil)
		EffectOf(line, func(string) Effect { return EffectUnknown })
		if (effect == Changes) != (by != "") {
			t.Fatalf("%v by %q", effect, by)
		}
	})
}

func TestRepeats(t *testing.T) {
	for line, want := range map[string]bool{
		"git push": true, "cd x && git push && kubectl apply -f x": true, "bash -c 'git push'": true, "rm -rf /srv/x": true, "curl -X PUT https://x.invalid": true,
		"psql -c 'DROP TABLE IF EXISTS t'": true, "docker exec db psql -c 'DELETE FROM t'": true, "alembic upgrade head": true, "aws s3 sync x s3://b": true,
		"curl -d {} -H 'Idempotency-Key: a' https://x.invalid": true, "curl -d {} -H 'Idempotency-Key: '$KEY https://x.invalid": false,
		"git push && gh pr create": false, "gh pr create && git push": false, "alembic upgrade +1": false, "curl -d {} https://x.invalid": false, "./deploy.sh": false,
		"psql -c 'UPDATE t SET a = a + 1'": false, "mail -s x a@b.invalid": false, "ls": false, "pytest": false, "": false, "git push 'unclosed": false,
	} {
		assert.Equal(t, want, Repeats(line, nil), line)
	}
	assert.True(t, Repeats("", []string{"git", "push"}))
	assert.True(t, Repeats("", []string{"bash", "-lc", "git push"}))
	assert.False(t, Repeats("", []string{"bash", "-lc", "git push; gh pr create"}))
}

// TestRepeatable has every name in the table of what may be repeated be one that is found.
func TestRepeatable(t *testing.T) {
	known := map[string]bool{}
	for _, k := range KnownChanges() {
		for _, sub := range k.Again {
			known[k.Program+" "+sub], known[sub] = true, true
		}
	}
	byArguments := set("curl wget http gh Invoke-WebRequest aws gsutil gcloud az service migrate find docker")
	for name := range repeatable {
		program, _, _ := strings.Cut(name, " ")
		assert.True(t, known[name] || byArguments[program], name)
	}
}
