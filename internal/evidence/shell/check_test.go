package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// checks lists command lines by the check that they run.
var checks = map[string]string{
	"pytest": `
pytest
pytest -q tests/test_a.py::test_b
py.test -x
uv run --frozen pytest -q x
uv run pytest
uv run --with x -- pytest
uv run -m pytest
uv run python -m pytest -q
poetry run pytest
pipenv run pytest tests
pdm run pytest
hatch run pytest
python -m pytest
python3 -m pytest -x
python3.11 -m pytest
python -u -m pytest
.venv/bin/pytest
.venv/bin/python -m pytest
"$VENV/bin/pytest" -q
./.venv/bin/python3 -m pytest
coverage run -m pytest
cd x && pytest
cd x; pytest -q 2>&1 | tail -5
cd x && CI=1 timeout 60 pytest -q | tee log
(cd x && pytest)
set -e; source .venv/bin/activate; pytest
export A=1 && pytest
sudo -u bob pytest
env A=1 pytest
time pytest
nohup pytest > log &
pytest || true
out=$(pytest -q)
if pytest; then echo ok; fi
for i in 1 2 3; do pytest; done
bash -lc "cd x && pytest -q"
sh -c 'pytest | tail'
docker exec -it web pytest -q
docker compose exec web pytest
docker-compose run --rm web pytest
kubectl exec pod -- pytest
ssh host 'cd x && pytest'
conda run -n env pytest
xargs pytest
find . -name '*.py' -exec pytest {} +
git stash; pytest; git stash pop
run() { pytest; }; run
pytest && echo ok || echo failed
pytest a && pytest b`,
	"go test": `
go test
go test ./...
go test -run TestX -count=1 ./internal/x
go -C sub test ./...
cd x && go test ./...
CGO_ENABLED=0 go test ./... 2>&1 | tail -20
/usr/local/go/bin/go test ./...
go build ./... && go vet ./... && go test ./...
bash -c "go test ./..."
for p in a b; do go test ./$p; done`,
	"go vet":   "go vet ./...",
	"go build": "go build ./...\ngo build -o x ./cmd/x\ncd x && go build",
	"npm test": `
npm test
npm t
npm tst
npm run test
npm run-script test
npm --prefix web test
npm -s test
npm test -- --watch=false
npm run test -- -t x
cd web && npm test 2>&1 | tail
CI=true npm test
npm run build && npm test`,
	"npm run build":      "npm run build\nnpm run build --silent\nnpm --prefix web run build\nnpm -w web run build\nnpm ci && npm run build",
	"npm run lint":       "npm run lint\nnpm run lint -- --fix",
	"npm run test:unit":  "npm run test:unit\nnpm run -s test:unit",
	"npm run type-check": "npm run type-check",
	"npm publish":        "npm publish --access public",
	"yarn test":          "yarn test\nyarn run test\nyarn workspace web test",
	"yarn run build":     "yarn build\nyarn run build",
	"pnpm test":          "pnpm test\npnpm --filter web test\npnpm run test\npnpm -r test",
	"pnpm run build":     "pnpm build\npnpm run build",
	"bun test":           "bun test\nbun run test",
	"jest":               "npx jest a\njest\nyarn jest\npnpm exec jest --ci\nnode_modules/.bin/jest\nnode node_modules/.bin/jest\nnpx --yes jest@29 a\nnpm exec jest",
	"vitest":             "npx vitest run\nyarn vitest run\nbunx vitest\nvitest run a.test.ts",
	"tsc":                "npx tsc --noEmit\ntsc -p .\nnpx -p typescript tsc\npnpm tsc\nvue-tsc --noEmit",
	"eslint":             "npx eslint .\neslint --fix src\nnpx --yes eslint@9 .",
	"playwright test":    "npx playwright test\nplaywright test a --headed",
	"playwright install": "npx playwright install",
	"node --test":        "node --test\nnode --test x.js",
	"unittest":           "python -m unittest discover",
	"mypy":               "mypy src\nuv run mypy .\npython -m mypy\ndmypy run",
	"ruff check":         "ruff check .\nuvx ruff check --fix\nruff check && ruff check x",
	"ruff format":        "ruff format --check",
	"tox":                "tox -e py311\nuv run tox",
	"manage.py test":     "python manage.py test app\n./manage.py test\nuv run manage.py test",
	"make":               "make\nmake -j8\nmake -C dir\nmake V=1\nmake 2>&1 | tail",
	"make test":          "make test\nmake -C dir test\ngmake test\nmake -j8 clean test\nmake test clean\nmake test V=1\nmake test | tail -5",
	"make build":         "make build\nmake -f x.mk build\nmake clean build",
	"just test":          "just test",
	"cmake":              "cmake -B build",
	"cmake --build":      "cmake --build build -j4",
	"ctest":              "ctest --output-on-failure\ncd build && ctest",
	"ninja":              "ninja\nninja -C build",
	"meson test":         "meson test -C build",
	"gradle test":        "./gradlew test\ngradle test\n./gradlew clean test --info\ncd android && ./gradlew test",
	"gradle :app:build":  "./gradlew :app:build",
	"mvn verify":         "mvn -q verify\n./mvnw verify\nmvn clean verify -DskipITs",
	"mvn test":           "mvn test\nmvn -Dtest=X test",
	"cargo build":        "cargo build\ncargo build --release\ncargo b\ncargo +nightly build",
	"cargo test":         "cargo test\ncargo t x\ncargo test --all -- --nocapture\ncd x && cargo test | tail",
	"cargo check":        "cargo check\ncargo c",
	"cargo clippy":       "cargo clippy -- -D warnings\ncargo +nightly clippy",
	"dotnet test":        "dotnet test\ndotnet test x.sln",
	"dotnet build":       "dotnet build -c Release",
	"rspec":              "bundle exec rspec\nrspec spec/a_spec.rb\nbin/rspec",
	"rails test":         "bin/rails test\nbundle exec rails test",
	"rake spec":          "rake spec\nbundle exec rake spec",
	"phpunit":            "vendor/bin/phpunit\n./vendor/bin/phpunit --filter x",
	"artisan test":       "php artisan test",
	"mix test":           "mix test\nMIX_ENV=test mix test",
	"bazel test":         "bazel test //...",
	"swift test":         "swift test",
	"xcodebuild test":    "xcodebuild -scheme x test\nxcodebuild test -scheme x",
	"flutter test":       "flutter test",
	"terraform apply":    "terraform apply -auto-approve\nterraform -chdir=x apply\ncd infra && terraform apply",
	"terraform plan":     "terraform plan -out x",
	"kubectl apply":      "kubectl apply -f x.yaml\nkubectl -n x apply -k .",
	"helm upgrade":       "helm upgrade --install a b",
	"docker build":       "docker build -t x .\ndocker buildx build .\nsudo docker build .",
	"docker-compose up":  "docker compose up -d\ndocker-compose up -d --build",
	"gcloud run deploy":  "gcloud run deploy x --source .",
	"aws cloudformation deploy": `
aws cloudformation deploy --stack-name x`,
	"ansible-playbook":  "ansible-playbook site.yml",
	"alembic upgrade":   "alembic upgrade head\nuv run alembic upgrade head",
	"golangci-lint run": "golangci-lint run\n./_tools/golangci-lint run ./...",
	"pre-commit run":    "pre-commit run -a\nuv run pre-commit run --all-files",
	"nx web:test":       "nx run web:test\nnpx nx run web:test",
	"turbo build":       "turbo run build\nturbo build\nnpx turbo run build --filter x",
	"test.sh":           "./test.sh\nbash test.sh\nsh ./scripts/test.sh -v\nscripts/test.sh | tail",
	"run_tests.py":      "python run_tests.py\npython3 scripts/run_tests.py -v\n./run_tests.py",
	"build.sh":          "./build.sh\nbash -x build.sh",
	"deploy.sh":         "./deploy.sh prod",
	"gcc":               "gcc -o a a.c",
}

func TestCheck(t *testing.T) {
	n := 0
	for want, list := range checks {
		for _, line := range lines(list) {
			got := Read(line)
			assert.Equal(t, want, got.Check, line)
			assert.True(t, got.Runs.Check(), line)
			n++
		}
	}
	assert.Greater(t, n, 200)
}

func TestNoCheck(t *testing.T) {
	for _, line := range lines(`
ls -la
cat test.log
echo pytest
grep -rn pytest .
cd tests
rm -rf build
git status
git commit -m "npm test"
npm install
npm ci
npm start
npm ls
pip install pytest
uv sync
uv add pytest
pytest --version
go version
go env
go mod tidy
make clean
make help
./gradlew clean
docker ps
docker logs test
kubectl get pods
terraform show
terraform init
python x.py
python -c "import pytest"
node server.js
bash x.sh
find . -name '*test*'
tail -f test.log
which pytest
sleep 5
# pytest
$CMD test
echo 'unclosed pytest`) {
		got := Read(line)
		assert.Empty(t, got.Check, line)
		assert.Empty(t, got.Others, line)
	}
	assert.Empty(t, Read("./test_"+strings.Repeat("a", maxName)+".sh").Check)
}

// TestSeveralChecks names the most telling, of several such the last.
func TestSeveralChecks(t *testing.T) {
	for line, want := range map[string][]string{
		"ruff check . && mypy . && pytest":                 {"pytest", "ruff check", "mypy"},
		"pytest; npm run build":                            {"pytest", "npm run build"},
		"go build ./... && go test ./...":                  {"go test", "go build"},
		"make lint; make docs; make test":                  {"make test", "make docs", "make lint"},
		"pytest a; mypy; pytest b; mypy":                   {"mypy", "pytest"},
		"pytest || npm test":                               {"npm test", "pytest"},
		"tsc; eslint .; ruff check; mypy .; pyright; jest": {"jest", "tsc", "eslint", "ruff check"},
		`bash -c "go vet ./..." && go test`:                {"go test", "go vet"},
		"pytest | tail":                                    {"pytest"},
	} {
		got := Read(line)
		assert.Equal(t, want[0], got.Check, line)
		var others [maxOthers]string
		copy(others[:], want[1:])
		assert.Equal(t, others, got.Others, line)
	}
	assert.Equal(t, "go test", ReadArgv([]string{"go", "test", "./..."}).Check)
	assert.Equal(t, "pytest", ReadArgv([]string{"/bin/bash", "-lc", "cd x && pytest -q | tail"}).Check)
}

// TestNamesCostNothing where there is no check to be named.
func TestNamesCostNothing(t *testing.T) {
	words := strings.Fields("git commit -m x")
	assert.Zero(t, testing.AllocsPerRun(100, func() { plain(words) }))
	words = strings.Fields("pytest -q tests")
	assert.Zero(t, testing.AllocsPerRun(100, func() { plain(words) }))
}
