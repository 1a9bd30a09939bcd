package agentwork

import "fmt"

// stack is how a project is checked, built and run. A part is a package, a file or a test in it; n is any small number.
type stack struct {
	name, folder string
	file         func(part string) string
	// tests run a part in one of several ways: what may be the same check under other arguments.
	tests  []func(part string) string
	pass   func(part string, n int) string
	fail   func(part string, n int) string
	build  string
	broken func(part string, n int) string
	built  string
	lint   string
	clean  string // what the linter prints
	serve  string
	ready  string
	fetch  string // gets what the project needs
	got    string
	lost   string // what that prints without a network
}

func with(format string) func(string) string {
	return func(part string) string { return fmt.Sprintf(format, part) }
}

func always(command string) func(string) string { return func(string) string { return command } }

var stacks = []stack{
	{
		name: "shop", folder: "/home/dev/shop",
		file: func(part string) string { return "internal/" + part + "/" + part + ".go" },
		tests: []func(string) string{
			with("go test ./internal/%s/..."), with("go test -run 'TestTotal|TestEmpty' ./internal/%s"), with("go test -count=1 -race ./internal/%s"),
			always("go test ./..."), with("cd /home/dev/shop && go test -v ./internal/%s"),
		},
		pass: func(part string, n int) string {
			return fmt.Sprintf("ok  \texample.com/shop/internal/%s\t0.%03ds\n", part, n)
		},
		fail: func(part string, n int) string {
			return fmt.Sprintf("--- FAIL: TestTotal (0.00s)\n    %s_test.go:%d: got 3, want 4\nFAIL\nFAIL\texample.com/shop/internal/%s\t0.0%ds\nFAIL\n", part, n, part, n%90+10)
		},
		build: "go build ./...",
		broken: func(part string, n int) string {
			return fmt.Sprintf("# example.com/shop/internal/%s\ninternal/%s/%s.go:%d:9: undefined: discount\n", part, part, part, n)
		},
		lint: "go vet ./...", serve: "go run ./cmd/server --port 8080", ready: "2026/11/30 10:00:01 listening on :8080\n",
		fetch: "go mod download", lost: "go: example.com/money@v1.4.0: Get \"https://proxy.example/money/@v/v1.4.0.mod\": dial tcp: i/o timeout\n",
	},
	{
		name: "billing", folder: "/home/dev/billing",
		file: func(part string) string { return "billing/" + part + ".py" },
		tests: []func(string) string{
			with("pytest -q tests/test_%s.py"), with("python -m pytest tests/test_%s.py -x -q"), with("pytest tests -k %s"), always("pytest"),
			with("PYTHONPATH=. pytest -q tests/test_%s.py::test_total"),
		},
		pass: func(_ string, n int) string {
			return fmt.Sprintf("%s [100%%]\n%d passed in 0.%02ds\n", dots(n%20+3), n%20+3, n%90+10)
		},
		fail: func(part string, n int) string {
			return fmt.Sprintf("F%s [100%%]\n=================================== FAILURES ===================================\n____ test_total ____\n\n"+
				"    def test_total():\n>       assert total([1, 2]) == 4\nE       assert 3 == 4\n\ntests/test_%s.py:%d: AssertionError\n"+
				"=========================== short test summary info ============================\nFAILED tests/test_%s.py::test_total - assert 3 == 4\n1 failed, %d passed in 0.31s\n",
				dots(n%9+2), part, n, part, n%9+2)
		},
		build: "python -m build",
		broken: func(part string, n int) string {
			return fmt.Sprintf("* Creating isolated environment: venv+pip...\n  File \"billing/%s.py\", line %d\n    def total(items)\n                   ^\nSyntaxError: expected ':'\n\nERROR Backend subprocess exited when trying to invoke build_wheel\n", part, n)
		},
		built: "Successfully built billing-0.4.1.tar.gz and billing-0.4.1-py3-none-any.whl\n",
		lint:  "ruff check .", clean: "All checks passed!\n",
		serve: "uvicorn billing.app:app --reload", ready: "INFO:     Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C to quit)\nINFO:     Application startup complete.\n",
		fetch: "pip install -r requirements.txt", got: "Successfully installed httpx-0.28.1 pydantic-2.12.0\n",
		lost: "WARNING: Retrying (Retry(total=4)) after connection broken by 'ReadTimeoutError'\nERROR: Could not find a version that satisfies the requirement httpx==0.28.1\n",
	},
	{
		name: "console", folder: "/home/dev/console",
		file: func(part string) string { return "src/" + part + ".ts" },
		tests: []func(string) string{
			with("npx vitest run src/%s.test.ts"), with("npx vitest run -t '%s total'"), always("npx vitest run"), with("cd /home/dev/console && CI=1 npx vitest run %s"),
		},
		pass: func(part string, n int) string {
			return fmt.Sprintf("\n RUN  v3.2.4 /home/dev/console\n\n ✓ src/%s.test.ts (%d tests) 12ms\n\n Test Files  1 passed (1)\n      Tests  %d passed (%d)\n   Duration  %dms\n", part, n%9+2, n%9+2, n%9+2, 300+n)
		},
		fail: func(part string, n int) string {
			return fmt.Sprintf("\n RUN  v3.2.4 /home/dev/console\n\n ❯ src/%s.test.ts (%d tests | 1 failed) 9ms\n   × total > adds up\n     → expected 3 to be 4\n\n Test Files  1 failed (1)\n      Tests  1 failed | %d passed (%d)\n", part, n%9+3, n%9+2, n%9+3)
		},
		build: "npm run build",
		broken: func(part string, n int) string {
			return fmt.Sprintf("\n> console@2.1.0 build\n> tsc -b && vite build\n\nsrc/%s.ts(%d,7): error TS2304: Cannot find name 'discount'.\n", part, n)
		},
		built: "\n> console@2.1.0 build\n> tsc -b && vite build\n\nvite v7.1.0 building for production...\n✓ 412 modules transformed.\ndist/index.html  0.46 kB\n✓ built in 3.21s\n",
		lint:  "npx eslint src", serve: "npm run dev -- --port 5173", ready: "\n  VITE v7.1.0  ready in 412 ms\n\n  ➜  Local:   http://localhost:5173/\n✓ Compiled successfully\nwebpack 5.99.0 compiled successfully in 812 ms\n",
		fetch: "npm ci", got: "\nadded 412 packages, and audited 413 packages in 9s\n\nfound 0 vulnerabilities\n",
		lost: "npm error code ETIMEDOUT\nnpm error errno ETIMEDOUT\nnpm error network request to https://registry.example/vite failed, reason: connect ETIMEDOUT\n",
	},
	{
		name: "engine", folder: "/home/dev/engine",
		file: func(part string) string { return "crates/core/src/" + part + ".rs" },
		tests: []func(string) string{
			with("cargo test %s"), with("cargo test -p engine-core %s -- --nocapture"), always("cargo test --workspace"), with("cargo test --lib %s::tests"),
		},
		pass: func(part string, n int) string {
			return fmt.Sprintf("   Compiling engine-core v0.3.0 (/home/dev/engine/crates/core)\n    Finished `test` profile [unoptimized + debuginfo] target(s) in 2.14s\n     Running unittests src/lib.rs\n\nrunning 1 test\ntest %s::tests::adds_up ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; %d filtered out; finished in 0.00s\n", part, n)
		},
		fail: func(part string, n int) string {
			return fmt.Sprintf("running 1 test\ntest %s::tests::adds_up ... FAILED\n\nfailures:\n\n---- %s::tests::adds_up stdout ----\nthread '%s::tests::adds_up' panicked at crates/core/src/%s.rs:%d:9:\nassertion `left == right` failed\n  left: 3\n right: 4\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s\n\nerror: test failed, to rerun pass `-p engine-core --lib`\n", part, part, part, part, n)
		},
		build: "cargo build --release",
		broken: func(part string, n int) string {
			return fmt.Sprintf("   Compiling engine-core v0.3.0 (/home/dev/engine/crates/core)\nerror[E0425]: cannot find value `discount` in this scope\n --> crates/core/src/%s.rs:%d:9\n\nerror: could not compile `engine-core` (lib) due to 1 previous error\n", part, n)
		},
		built: "   Compiling engine-core v0.3.0 (/home/dev/engine/crates/core)\n    Finished `release` profile [optimized] target(s) in 1m 41s\n",
		lint:  "cargo clippy --all-targets -- -D warnings", clean: "    Checking engine-core v0.3.0 (/home/dev/engine/crates/core)\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 8.02s\n",
		serve: "cargo run --bin engine-server", ready: "     Running `target/debug/engine-server`\n2026-11-30T10:00:01Z  INFO engine: serving on 0.0.0.0:7000\n",
		fetch: "cargo fetch", got: "    Updating crates.io index\n  Downloaded serde v1.0.228\n",
		lost: "    Updating crates.io index\nwarning: spurious network error (3 tries remaining): [28] Timeout was reached\nerror: failed to fetch `https://index.example/`\n",
	},
	{
		name: "ledger", folder: "/home/dev/ledger",
		file: func(part string) string { return "src/main/java/com/example/ledger/" + title(part) + ".java" },
		tests: []func(string) string{
			func(part string) string { return "mvn -q test -Dtest=" + title(part) + "Test" }, func(part string) string { return "mvn test -pl ledger -Dtest=" + title(part) + "Test" }, always("mvn test"),
		},
		pass: func(part string, n int) string {
			return fmt.Sprintf("[INFO] -------------------------------------------------------\n[INFO]  T E S T S\n[INFO] Running com.example.ledger.%sTest\n[INFO] Tests run: %d, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s\n[INFO] \n[INFO] Results:\n[INFO] \n[INFO] Tests run: %d, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n[INFO] BUILD SUCCESS\n[INFO] Total time:  6.113 s\n", title(part), n%9+1, n%9+1)
		},
		fail: func(part string, n int) string {
			return fmt.Sprintf("[ERROR] Tests run: %d, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in com.example.ledger.%sTest\n[ERROR]   %sTest.total:%d expected: <4> but was: <3>\n[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.2:test\n", n%9+1, title(part), title(part), n)
		},
		build: "mvn -q package -DskipTests",
		broken: func(part string, n int) string {
			return fmt.Sprintf("[ERROR] COMPILATION ERROR : \n[ERROR] /home/dev/ledger/src/main/java/com/example/ledger/%s.java:[%d,9] cannot find symbol\n[INFO] BUILD FAILURE\n", title(part), n)
		},
		lint: "mvn -q checkstyle:check", serve: "mvn spring-boot:run", ready: "2026-11-30T10:00:01.114Z  INFO 812 --- [main] c.e.ledger.Application : Started Application in 2.9 seconds\n",
		fetch: "mvn -q dependency:go-offline", lost: "[ERROR] Failed to execute goal: Could not transfer artifact com.example:money:pom:1.4.0 from/to central: Connect timed out\n",
	},
}

// parts are what the projects are about.
var parts = []string{"cart", "price", "invoice", "refund", "tax", "order", "report", "session", "export", "stock"}

func dots(n int) string { return "................................"[:n] }

func title(s string) string { return string(s[0]-'a'+'A') + s[1:] }
