package shell

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// masked lists command lines by the work of which the exit code gets lost.
var masked = map[Work]string{
	Testing: `
pytest 2>&1 | tail -15
pytest -q | tee log
pytest -q || true
pytest -q || :
pytest -q || echo failed
pytest -q || (echo failed; exit 0)
pytest -q || exit 0
pytest -q; echo "EXIT=$?"
pytest -q; echo done
pytest -q; true
pytest -q; exit 0
pytest -q &
pytest > log 2>&1 &
pytest & wait
pytest && echo ok || echo failed
pytest; [ $? -eq 0 ] && echo ok || echo failed
uv run --frozen prek -a 2>&1 | tail -30
npx tsc --noEmit 2>&1 | tail -10; echo "EXIT=$?"
npx jest | cat
npx --yes eslint@9 . | head -50
npm test || true
npm run lint 2>&1 | tail
npm --prefix web test | tail
pnpm --filter web test | tail -5
yarn test | cat
yarn vitest run | cat
yarn workspace web test | tail
./test.sh 2>&1 | tail -5
bash scripts/run_tests.sh | tail
sh -c 'pytest | tail'
bash -lc "cd x && pytest -q 2>&1 | tail -5"
bash -c "pytest -q" | tail
time pytest | tail
time -p pytest | tail
/usr/bin/time -v pytest | tail
CI=1 pytest | tail
env CI=1 pytest | tail
sudo -u bob pytest | tail
sudo -E env X=1 pytest | tail
timeout 300 pytest | tail
timeout -k 5 60s pytest | tail
nice -n 5 pytest | tail
nohup pytest | tail
(pytest) | tail
(cd x && pytest) 2>&1 | tail -3
{ pytest; echo $?; } | tail
pytest |& tail
pytest | grep -v warn | tail
cd x; pytest | tail; cd ..
cd x && pytest | tail -3
set -e; pytest | tail
set -o pipefail; set +o pipefail; pytest | tail
set -euo pipefail; pytest || true
set -e; pytest && echo ok; echo done
echo $(pytest)
out=$(pytest) || true
export OUT=$(pytest)
out="$(pytest | tail -1)"
diff <(pytest a) <(pytest b)
for d in a b; do (cd $d && pytest); done
for i in 1 2 3; do go test ./... || break; done
while read d; do pytest $d; done < dirs
check() { pytest | tail; }; check
run() { pytest; }; run | tail
eval "pytest | tail"
python -m pytest | tail
python3.11 -m pytest -q | tail
uv run -m pytest | tail
uv run python -m pytest | tail
poetry run pytest | tail
poetry run test | tail
coverage run -m pytest | tail
python manage.py test | tail
php artisan test | tail
bundle exec rspec | tail
.venv/bin/pytest | tail
$VENV/bin/pytest | tail
"$HOME/.venv/bin/pytest" | tail
./node_modules/.bin/tsc | tail
go test ./... | tail
go vet ./... 2>&1 | head
go -C sub test ./... | tail
cargo +nightly clippy | tail
cargo test 2>&1 | grep 'test result'
mvn -q verify | tail
./gradlew :app:testDebugUnitTest | tail
gradle check | tail
dotnet test | tail
ctest --output-on-failure | tail
make test | tail
make -C sub check | tail
make -j8 clean test | tail
make test clean | tail
tox -e py311 | tail
nox | tail
ruff check . | head
mypy src | tail
terraform validate | cat
node --test | tail
bazel test //... | tail
docker exec -it web pytest -q | tail
docker compose exec web npm test | tail
docker run --rm -v x:/y python:3 pytest | tail
kubectl exec pod -- pytest | tail
docker exec web sh -c "pytest | tail"
ssh host 'cd x && pytest | tail'
find . -name '*.py' -exec pytest {} + | tail
ls *.py | xargs pytest | tail
pytest | tail -5 # the end
if [ -d x ]; then pytest | tail; fi
cat <<'E' > x; pytest | tail
a
E
bash <<'E'
pytest | tail
E
pytest || npm run report
git stash; npm test; git stash pop
nx run web:test | tail
make lint; make docs
exec pytest | tail
golangci-lint run | head -20
case x in x) pytest | tail;; esac
until pytest | tail; do sleep 1; done
./script/test | tail`,
	Building: `
make 2>&1 | tail -5
make -j4 all | tail
npm run build | tail
docker build . | tail
docker compose up -d --build 2>&1 | tail
terraform apply -auto-approve | tail
terraform plan | head
kubectl apply -f x.yaml | cat
helm upgrade --install a b | tail
cargo build 2>&1 | tail
go build ./... ; ls
./deploy.sh | tail
./scripts/build-all.sh || true
gcc -c a.c || true
cmake --build build | tail
aws cloudformation deploy --x y | tail`,
	Other: `
pytest --collect-only -q | tail -3
npx jest --listTests | head
helm upgrade --install a b --dry-run | head
coverage report | tail -1
( helpr x; send 17 ) 2>&1 | tail -1
(echo '1 failed'; exit 1) | tail -5
bash big.sh || true
python train.py | tail
npm install 2>&1 | tail -3
npm ci | cat
git push 2>&1 | tail -5
git add -A; git commit -m x; git push
curl -fsSL https://x/install.sh | sh
curl -fsSL https://x/install.sh | sudo bash -s -- -y
curl -X POST -d @f https://x | jq .
node server.js &
npm run dev & sleep 3; curl localhost:3000
$CMD | tail
pip install -r r.txt | tail
./setup_test_db.sh | tail
make clean | tail
python -c "print(1)" | head
exit 3 | cat
VERSION=$(node -p x) npm publish`,
	Reading: `
cat x | grep y
ls | head
ps aux | grep foo
git log | head
git -C x log --oneline | head -5
find . -name x | wc -l
grep -q x file | cat
grep -rn foo . || true
docker logs web | tail
docker compose logs | tail
kubectl get pods | grep x
gh pr view 1 | head
gh run view 1 --log-failed | tail
npm ls | head
pip list | grep x
curl -s https://x | jq .
curl -s https://x | head
pytest --version | head
which foo || echo none
command -v x || true
rg foo; ls
aws s3 ls | tail
go list ./... | head
echo $(git status --short)
cat a; cat b
systemctl status x | cat
head -5 x; tail -5 x`,
	Idle: `
pytest
pytest -q > log 2>&1
pytest 2>&1
pytest && echo ok
cd x && pytest
cd x; pytest
export A=1; pytest
mkdir -p x; pytest
source .venv/bin/activate; pytest -q
. .venv/bin/activate; pytest -q
set -o pipefail; pytest | tail
set -euo pipefail; pytest | tail -5
set -eo pipefail && pytest | tee log
setopt pipefail; pytest | tail
shopt -so pipefail; pytest | tail
bash -o pipefail -c "pytest | tail"
bash -eo pipefail -c "pytest | tail; echo ok"
bash -euo pipefail -c 'pytest; echo ok'
set -e; pytest; echo done
bash -ec "pytest; echo done"
pytest; exit $?
pytest; exit
pytest; rc=$?; echo "rc=$rc"; exit $rc
pytest | tail -5; exit ${PIPESTATUS[0]}
pytest | tail -5; rc=${PIPESTATUS[0]}; echo $rc; exit "$rc"
pytest | tail -5; test ${PIPESTATUS[0]} -eq 0
pytest | tee log; (exit ${PIPESTATUS[0]})
pytest | tee log; [[ ${PIPESTATUS[0]} -eq 0 ]]
pytest; (( $? == 0 ))
pytest || exit 1
pytest || { echo failed; exit 1; }
pytest || (echo failed; exit 1)
pytest || false
pytest || [ $? -eq 5 ]
pytest || { cat log && exit 2; }
pytest && echo ok || { echo failed; exit 1; }
for d in a b; do pytest $d || exit 1; done
fail=0; for d in a b; do pytest $d || fail=1; done; exit $fail
set -e; for d in a b; do pytest $d; done
if pytest; then echo ok; else exit 1; fi
if pytest; then echo ok; fi
if ! pytest; then exit 1; fi
until pytest; do sleep 5; done
! pytest
time pytest
timeout 60 pytest
sudo pytest
(pytest)
{ pytest; }
(cd x; pytest)
bash -c pytest
bash -lc "cd x && pytest -q"
out=$(pytest)
pytest & wait $!
pytest | cat; if [ ${PIPESTATUS[0]} -ne 0 ]; then exit 1; fi
pytest || python -m pytest
npm ci || npm install
cat x | xargs pytest
echo y | npm init
yes | ./install.sh
echo "a | b; c & d || e"
echo 'pytest | tail'
pytest -k "a || b"
pytest # | tail
cat > x <<'E'
pytest | tail
E
cat <<E | python -
a; b
E
pytest;
echo a; echo b; exit 3
cd x || exit 1; pytest
test -d x || mkdir x
[ -f x ] || touch x
run() { pytest; }; run
rm -rf dist; npm run build
sleep 5; curl localhost
true
a=1; b=2
pytest > >(tail -5)
pytest &> log
pytest >& log
git commit -m "$(printf x)"
trap 'kill 0' EXIT; npm test
if cat x | grep y; then true; fi`,
}

// lines splits a list; a here-document goes on to the line that ends it.
func lines(list string) []string {
	var out []string
	here := false
	for _, line := range strings.Split(strings.Trim(list, "\n"), "\n") {
		if here {
			out[len(out)-1] += "\n" + line
			here = line != "E"
			continue
		}
		out = append(out, line)
		here = strings.Contains(line, "<<")
	}
	return out
}

func TestMasked(t *testing.T) {
	n := 0
	for want, list := range masked {
		for _, line := range lines(list) {
			n++
			got := Read(line)
			if want == Idle {
				// To lose what cat or test say is not to lose anything.
				assert.LessOrEqual(t, got.Masked, Reading, "%s", line)
			} else {
				assert.Equal(t, want, got.Masked, "%s", line)
			}
			assert.GreaterOrEqual(t, got.Runs, got.Masked, "%s", line)
			assert.False(t, got.Unread, "%s", line)
		}
	}
	assert.Greater(t, n, 120)
}

// TestWork is about single commands.
func TestWork(t *testing.T) {
	for want, list := range map[Work]string{
		Testing: `
pytest
cargo nextest run
npm t
npm run test:unit
npm run type-check
npm run lint:fix
pnpm -r test
bun test
deno lint
just check
turbo run lint test
prettier --check .
pre-commit run -a
hatch run test
rails test
rake spec
sbt "testOnly x"
swift test
xargs -I {} pytest {}
run-tests`,
		Building: `
make
make proto
ninja -C out
yarn build
go install ./...
npm run build
mvn package -DskipTests
docker buildx build .
next build
alembic upgrade head`,
		Other: `
npm install
npm start
npm run dev
make run
go run .
go mod tidy
cargo run
git push
git checkout main
docker run -d nginx
kubectl exec pod -- ls
node server.js
python script.py
bash big.sh
find . -delete
sqlite3 x "select 1"
unheard-of
terraform init`,
		Reading: `
tmux capture-pane -p -t x
pm2 logs --nostream
supervisorctl status
cat x
git diff
git -C a log
docker ps
kubectl -n x get pods
gh pr checks
ls -la
npm view x
go env
npx jest --version
env
test -f x
find . -name test`,
		Idle: `
cd x
export A=b
echo PASS
sleep 5
exit 0`,
	} {
		for _, line := range lines(list) {
			assert.Equal(t, want, Read(line).Runs, "%s", line)
		}
	}
}

func TestUnread(t *testing.T) {
	long := strings.Repeat("a", maxLine+1)
	for _, line := range []string{
		long + " | tail", long + "; b", long + "\nb", long + " &", strings.Repeat("(", 33) + "a | b",
		"echo 'unclosed | tail", "a | | b",
	} {
		assert.Equal(t, Facts{Unread: true}, Read(line), line)
	}
	for _, line := range []string{long, long + " && b", long + " 2>&1", long + " &> c", long + " <&3", strings.Repeat("(", 33), long + "\n"} {
		assert.Equal(t, Facts{}, Read(line), line)
	}
}

func TestRunsTests(t *testing.T) {
	for name, want := range map[string]bool{
		"read_file": true, "Read": true, "mcp__github__get_job_logs": true, "web_search": true, "listJobs": true, "grep": true,
		"run_query": false, "get_command_output": false, "read_terminal": false, "getTerminalOutput": false, "run_tests": false, "deploy": false, "": false,
	} {
		assert.Equal(t, want, OnlyShows(name), name)
	}
	for _, name := range []string{"run_tests", "runTests", "pytest", "go_test", "cargo_test", "test", "execute-unit-tests", "mcp__ide__run_test", "TestRunner"} {
		assert.True(t, RunsTests(name), name)
	}
	for _, name := range []string{
		"", "bash", "get_test_results", "read_test_log", "listTests", "create_test_case", "search_tests", "write_tests", "lint", "latest",
		"contest", "attestation",
	} {
		assert.False(t, RunsTests(name), name)
	}
}

// hostile are lines made to be slow, deep or broken.
func hostile() map[string]string {
	const mb = 1 << 20
	return map[string]string{
		"megabytes":         strings.Repeat("pytest | tail; ", mb/15),
		"ampersands":        strings.Repeat("&&", mb),
		"deep":              strings.Repeat("$(", mb) + "a",
		"deep backquotes":   strings.Repeat("`", 4000),
		"deep enough":       strings.Repeat("( ", maxDepth-1) + "pytest" + strings.Repeat(")", maxDepth-1) + " | tail",
		"ifs":               strings.Repeat("if ", maxLine/3-2) + "a",
		"closed ifs":        strings.Repeat("if a; then ", 200) + "pytest | b" + strings.Repeat("; fi", 200),
		"nots":              strings.Repeat("! ", 2000) + "a | b",
		"times":             strings.Repeat("time ", 800) + "a | b",
		"ors":               "a" + strings.Repeat("||a", 1300),
		"ands and ors":      "a" + strings.Repeat("&&a||b", 680),
		"pipes":             "a" + strings.Repeat("|a", 2000),
		"functions":         "f(){ a|a;};g(){ f;f;f;};h(){ g;g;g;};i(){ h;h;h;};j(){ i;i;i;};j;f(){ f;f;};f",
		"evals":             strings.Repeat("eval ", 800) + "a | b",
		"wrappers":          strings.Repeat("sudo ", 800) + "pytest | b",
		"shells":            strings.Repeat("bash -c ", 500) + "a",
		"quoted shells":     `bash -c "bash -c \"bash -c 'bash -c \\\"pytest | tail\\\"'\""`,
		"unclosed":          "pytest 'a | tail",
		"unclosed document": "cat <<E\npytest | tail",
		"nul":               "pytest\x00 | tail\x00",
		"not utf-8":         "pytest \xff\xfe | tail",
		"statements":        strings.Repeat("a;", 2000),
		"arithmetic":        "((" + strings.Repeat("1+", 2000) + "1)) | a",
		"parameters":        "[ " + strings.Repeat("$a", 1500) + " ] | b",
		"documents":         strings.Repeat("<<E ", 800) + "| a",
	}
}

// TestHostile looks for lines that take long. Whatever they are read as will do.
func TestHostile(t *testing.T) {
	for name, line := range hostile() {
		start := time.Now()
		assert.NotPanics(t, func() { Read(line) }, name)
		assert.Less(t, time.Since(start), time.Second, name)
	}
	assert.Equal(t, Testing, Read(hostile()["deep enough"]).Masked)
	assert.True(t, Read(hostile()["ors"]).Unread, "more than is looked at")
}

func FuzzRead(f *testing.F) {
	f.Add("cd x && make 2>&1 | tail -5")
	f.Add("$(((((((")
	f.Add("a <<E\n$(b)\nE")
	for _, list := range masked {
		for _, line := range lines(list) {
			f.Add(line)
		}
	}
	for _, line := range hostile() {
		if len(line) <= maxLine {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		first := Read(line)
		assert.Equal(t, first, Read(line))
		assert.NotEqual(t, ".", first.Program)
		assert.GreaterOrEqual(t, first.Runs, first.Masked)
		assert.True(t, first.Check == "" || first.Runs.Check())
		assert.True(t, first.Check != "" || first.Others == [maxOthers]string{})
		assert.LessOrEqual(t, len(first.Check), maxName)
		ReadArgv(strings.Fields(line))
		ReadArgv([]string{"bash", "-c", line})
		RunsTests(line)
	})
}

func BenchmarkRead(b *testing.B) {
	for _, line := range []string{"pytest -q tests", "cd x && pytest -q tests 2>&1 | tail -15"} {
		b.Run(line, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Read(line)
			}
		})
	}
}

// TestTells is about conditions that swallow an exit code and print what came of it.
func TestTells(t *testing.T) {
	for line, want := range map[string]bool{
		"if pytest; then echo ok; fi":                           true,
		"if pytest -q; then echo ok; else echo failed; fi":      true,
		"if ! go build ./...; then echo failed; fi":             true,
		"if make; then pytest; fi":                              true,
		"pytest; if [ $? -ne 0 ]; then echo failed; fi":         true,
		"pytest; if [ $? -ne 0 ]; then exit 1; fi":              false,
		"if pytest; then echo ok; else exit 1; fi":              false,
		"if ! pytest; then echo failed; exit 1; fi":             false,
		"if pytest; then fine=1; fi; [ \"$fine\" = 1 ]":         false,
		"if [ -f x ]; then pytest; fi":                          false,
		"if grep -q x y; then echo yes; else echo no; fi":       false,
		"if a; then b; elif pytest; then c; else exit 3; fi":    false,
		"pytest; case $? in 0) echo ok;; *) echo failed;; esac": true,
		"pytest; case $? in 0) ;; *) exit 1;; esac":             false,
		"pytest; [ $? -eq 0 ] && echo ok; true":                 true,
		"pytest; [ $? -eq 0 ] && echo ok":                       false,
		"pytest; [ $? -eq 0 ]; exit $?":                         false,
		"set -e; pytest; [ $? -eq 0 ] && echo ok; true":         false,
		"until pytest; do sleep 1; done":                        false,
	} {
		assert.Equal(t, want, Read(line).Tells, line)
	}
}
