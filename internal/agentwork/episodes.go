package agentwork

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// episodes are the pieces that the work is made of, the commonest more than once.
var episodes = []func(*work){
	explore, explore, explore, compare, compare, fixTests, fixTests, fixTests, fixBuild, leaveRed, longCommand, server, slowCheck, waitFor,
	quickLook, pages, pollStatus, network, shortened, cancelled, denied, compaction, commit, browse, delegate, small, chinese, talk,
}

// explore looks around, and finds nothing as often as something.
func explore(w *work) {
	w.read()
	for range 2 + w.one(5) {
		switch w.one(16) {
		case 0:
			w.read()
		case 1:
			w.sh("grep -rn 'func Legacy"+title(w.part)+"' .", "", 1)
		case 2:
			w.sh("rg -n 'discount' --type-add 'x:*.x' src", "", 1)
		case 3:
			w.sh("grep -rn TODO . | head -20", "./a.go:3:// TODO: tests failed here once\n", 0)
		case 4:
			w.sh("git log --oneline | head -5", "a1b2c3d Fix the build that failed\nb2c3d4e All tests pass again\n", 0)
		case 5:
			w.sh("ls -la "+w.at.folder, "total 24\ndrwxr-xr-x 4 dev dev 4096 Nov 29 10:00 .\n-rw-r--r-- 1 dev dev  512 Nov 29 10:00 Makefile\n", 0)
		case 6:
			w.sh("find . -name '*"+w.part+"*' -not -path './node_modules/*' | wc -l", "4\n", 0)
		case 7:
			w.sh("cat build.log | grep -i error | tail -20", "ERROR: 3 tests failed\nerror: timed out\n", 0)
		case 8:
			w.sh("sed -n '1,80p' ci/last-run.txt", "=== RUN   TestTotal\n--- FAIL: TestTotal (0.00s)\nFAIL\nexit status 1\n", 0)
		case 9:
			w.call("", Call{Tool: Search, Args: []Arg{{"pattern", "discount"}, {"path", "src"}}, Output: "No matches found"})
		case 10:
			w.sh("ls "+w.at.folder+"/dist 2>/dev/null || echo 'no dist yet'", "no dist yet\n", 0)
		case 11:
			w.sh("git status --short && git diff --stat", " M Makefile\n Makefile | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n", 0)
		case 12:
			w.sh("cat package.json | jq -r '.scripts | keys[]'", "build\ndev\ntest\n", 0)
		case 13:
			w.sh("ls /opt/"+w.part, "ls: cannot access '/opt/"+w.part+"': No such file or directory\n", 2)
		case 14:
			w.sh("git grep -n 'FIXME' -- '*.md'", "", 1)
		default:
			w.sh("wc -l "+w.at.file(w.part), "412 "+w.at.file(w.part)+"\n", 0)
		}
	}
	w.final(
		"I looked at the module. The total is computed in one place; nothing was changed yet.",
		"There is a file with an old CI run in it that says that tests failed; whether they still do I have not checked.",
		"The total ignores the discount. Shall I change it?",
		"This is how it works: orders are summed up, then tax is applied. Let me know if you want it changed.",
		"模块看完了，总价的计算在一个函数里，还没有改动。",
	)
}

// compare uses exit codes as answers.
func compare(w *work) {
	for range 2 + w.one(3) {
		switch w.one(8) {
		case 0:
			w.sh("diff -u expected.txt actual.txt", "--- expected.txt\n+++ actual.txt\n@@ -1 +1 @@\n-3\n+4\n", 1)
		case 1:
			w.sh("cmp old.bin new.bin", "old.bin new.bin differ: byte 9, line 1\n", 1)
		case 2:
			w.sh("test -f .env", "", 1)
		case 3:
			w.sh("[ -d node_modules ]", "", 1)
		case 4:
			w.sh("which shellcheck", "", 1)
		case 5:
			w.sh("diff <(sort a.txt) <(sort b.txt)", "2d1\n< b\n", 1)
		case 6:
			w.sh("git diff --exit-code --stat", " README.md | 1 +\n 1 file changed, 1 insertion(+)\n", 1)
		default:
			w.sh("command -v terraform", "", 1)
		}
	}
	w.final("The two differ in one line, as was to be expected after the change.", "The outputs differ; I kept the old one.", "两个文件有一行不同。")
}

// fixTests fails a few times, each time under other arguments, and passes in the end.
func fixTests(w *work) {
	w.read()
	for i := range 1 + w.one(3) {
		w.edit()
		w.test(pick(w, "Let me run the tests.", "", "Running the tests to see whether that did it; they should pass now."), false)
		if i == 0 && w.one(2) == 0 {
			w.say(Step, pick(w, "The tests still fail: the total is 3 instead of 4.", "1 test fails, the others pass. I will fix it next.", "测试仍未通过，总价少了一。"))
		}
	}
	w.edit()
	w.test(pick(w, "", "That should do it."), true)
	w.mend()
	w.done(
		"Fixed. The tests for "+w.part+" pass now.", "Done: all tests pass.", "I fixed the total; the test suite passes.", "The bug is fixed and verified: the tests are green.",
		"修好了，测试全部通过。", "All tests pass ✅ The total now includes the discount.",
		"## Summary\n\n- Fixed `Total`, which ignored the discount\n- Added a test for an empty cart\n\nAll tests pass and nothing else was changed.\n\n### Next steps\n\n- open a pull request\n- deploy once CI is green",
		"Root cause: `Total` subtracted the discount twice, so the test failed with `got 3, want 4`.\n\n```diff\n-return total - discount\n+return total\n```\n\nI ran the tests again and they pass.",
		"## 总结\n\n- 修复了总价的计算\n- 增加了一个用例\n\n测试全部通过 ✅",
	)
}

// fixBuild does the same with a build, and runs the linter.
func fixBuild(w *work) {
	for range 1 + w.one(2) {
		w.edit()
		w.sh(w.at.build, w.at.broken(w.part, w.one(90)+1), failureCode(w.at))
	}
	w.edit()
	w.sh(w.at.build, w.at.built, 0)
	w.sh(w.at.lint, w.at.clean, 0)
	w.mend()
	w.done("The build succeeds again, and the linter has nothing to say.", "Done. It compiles and lint is clean.", "构建成功，代码检查也通过了。")
}

// leaveRed leaves a check failing and says so.
func leaveRed(w *work) {
	w.edit()
	w.test("", false)
	at, part := w.at, w.part
	w.red = append(w.red, func() {
		now, nowPart := w.at, w.part
		w.at, w.part = at, part
		w.edit()
		for _, run := range at.tests { // each of them may be what stands
			w.sh(run(part), at.pass(part, w.one(90)+1), 0)
		}
		w.at, w.part = now, nowPart
	})
	n := 2 + w.one(4)
	w.final(
		"The tests still fail: the total is off by one. I could not find out why.",
		fmt.Sprintf("%d of %d tests pass; the remaining one needs a decision about rounding.", n-1, n),
		"I changed the total, but one test is failing. I did not finish this.",
		"The fix is in, and the tests should pass once the fixture is updated; right now they do not.",
		"I could not verify the fix: the test run ends with a failure in the fixture.",
		"测试还没有通过，原因不明。", "有一个测试失败，尚未修复。",
		"Once the tests pass I will open the pull request.",
		"## Status\n\n- [x] changed `Total`\n- [ ] tests pass\n- [ ] deployed\n\n**Tests:** 11 passed, 1 failed (`test_total`).\n\n### Next steps\n\n1. Make the failing test pass\n2. Verify that the build succeeds",
		"| part | state |\n|---|---|\n| code | changed |\n| tests | ❌ 1 failing |\n\nI stopped here, because the fixture has to be decided on first.",
		"```\n$ make check\nAll tests passed\n```\n\nThat is what you should see in the end. Right now one test fails.",
		"Is it done? Not yet: `test_total` fails. What would have to be true for all tests to pass is that the discount is applied once.",
		"The user story says \"all tests pass\", and they do not.", "## 状态\n\n- 代码已修改\n- 测试：1 个失败\n\n### 下一步\n\n- 让所有测试通过\n- 部署成功后通知你",
	)
}

// longCommand takes long and ends well.
func longCommand(w *work) {
	c := pick(w,
		Call{Command: "docker build -t shop:dev .", Output: "#12 exporting to image\n#12 naming to docker.io/library/shop:dev done\n#12 DONE 4.1s\n"},
		Call{Command: w.at.fetch, Output: w.at.got},
		Call{Command: "terraform plan -out plan.bin", Output: "Plan: 2 to add, 0 to change, 0 to destroy.\n\nSaved the plan to: plan.bin\n"},
		Call{Command: "./scripts/import.sh --year 2025", Output: "imported 120000 rows\ndone in 281 s\n"},
	)
	c.Took, c.Limit = time.Duration(100_000+w.one(400_000))*time.Millisecond+37*time.Millisecond, 10*time.Minute
	w.call("This takes a while.", c)
	w.done("That took a few minutes and went through.", "The command completed; the log is above.", "执行完成，用时几分钟。")
}

// server starts what runs on, looks at it and ends it.
func server(w *work) {
	task := w.task()
	w.call("Starting the server in the background.", Call{Command: w.at.serve, End: Started, Output: w.at.ready, Task: task})
	for i := range 1 + w.one(4) {
		out := w.at.ready
		if i > 0 {
			out = fmt.Sprintf("GET /health 200 %dms\nGET /orders 500 9ms\n", i)
		}
		w.call("", Call{Tool: Poll, Task: task, End: Running, Output: out})
	}
	w.sh("curl -s localhost:8080/health", `{"status":"ok"}`, 0)
	w.sh("curl -sf localhost:8080/orders", "", 22)
	if w.one(3) > 0 {
		w.call("", Call{Tool: Stop, Task: task, Output: w.at.ready})
		if w.one(2) == 0 {
			w.call("", Call{Tool: Poll, Task: task, End: Stopped, Output: w.at.ready})
		}
	}
	w.final("The server starts and answers on /health; /orders returns 500.", "The endpoint works in the dev server. I stopped it again.", "服务已启动，健康检查正常。")
}

// slowCheck does not come to its end within its limit, which is said, and does in another run.
func slowCheck(w *work) {
	task := w.task()
	run := w.at.tests[0](w.part)
	w.call("", Call{Command: run, End: TimedOut, Limit: time.Minute, Took: time.Minute + 9*time.Millisecond, Task: task})
	w.say(Step, pick(w,
		"The test run did not finish within a minute. I will run it again with a larger limit.", "The tests timed out; no result yet.",
		"测试超时，没有结果，我会加大时间限制再跑一次。",
	))
	w.call("", Call{Command: run, Limit: 10 * time.Minute, Took: 3*time.Minute + 41*time.Millisecond, Output: w.at.pass(w.part, 7)})
	w.mend()
	w.done("The run needs three minutes; with a larger limit the tests pass.", "All tests pass; the first run had timed out.", "加大时间限制后测试全部通过。")
}

// waitFor has a check run on in the background, by choice or at its limit, and looks at it until it has ended.
func waitFor(w *work) {
	task := w.task()
	c := Call{Command: w.at.tests[w.one(len(w.at.tests))](w.part), End: Started, Task: task}
	if w.one(2) == 0 {
		c.End, c.Took, c.Limit = Moved, 2*time.Minute+8*time.Millisecond, 2*time.Minute
	}
	w.call("", c)
	for range w.one(3) {
		w.call("", Call{Tool: Poll, Task: task, End: Running, Output: "collecting ...\n"})
		if w.one(3) == 0 {
			w.say(Step, pick(w, "The tests are still running.", "Still waiting for the tests to finish.", "测试还在运行。"))
		}
	}
	w.call("", Call{Tool: Poll, Task: task, End: Finished, Output: w.at.pass(w.part, 9)})
	w.done("All tests pass.", "The run in the background has finished: the tests pass.", "后台的测试跑完了，全部通过。")
}

// quickLook starts something for a moment only, to see whether it starts, or reads the beginning of a long output.
func quickLook(w *work) {
	switch w.one(3) {
	case 0:
		w.sh("timeout 5 "+w.at.serve+" || true", w.at.ready, 0)
		w.final("The server comes up; I let it run for five seconds.", "It starts and listens.")
	case 1:
		w.sh("set -o pipefail; git log -p | head -50", strings.Repeat("commit a1b2c3d\n", 9), 141)
		w.final("The last commits are about the total.")
	default:
		w.sh("timeout 10 tail -f /var/log/shop.log", "GET /health 200\n", 124)
		w.final("Nothing unusual in the log within ten seconds.")
	}
}

// pages reads a list page by page, the same tool with other arguments each time.
func pages(w *work) {
	for page := range 2 + w.one(5) {
		w.call("", Call{
			Tool: List, Args: []Arg{{"state", "open"}, {"cursor", fmt.Sprintf("c%d", page)}},
			Output: fmt.Sprintf(`{"items":[{"id":%d,"title":"Checkout times out"},{"id":%d,"title":"Build failed on main"}],"next":"c%d","hasMore":true}`, 100+page, 200+page, page+1),
		})
	}
	w.final("There are about thirty open issues; two of them are about time-outs.", "I went through all pages; the list is below.")
}

// pollStatus asks for the state of something else until it is settled.
func pollStatus(w *work) {
	id := 7000 + w.one(999)
	for range 1 + w.one(5) {
		switch w.one(4) {
		case 0:
			w.sh(fmt.Sprintf("gh run view %d --json status,conclusion", id), `{"conclusion":"","status":"in_progress"}`, 0)
		case 1:
			w.sh("gh pr checks 42", "build\tpending\t0\thttps://ci.example/1\ntests\tpending\t0\thttps://ci.example/2\n", 8)
		case 2:
			w.sh("kubectl get pods -l app=shop", "NAME                    READY   STATUS              RESTARTS   AGE\nshop-5f6d8-abcde        0/1     ContainerCreating   0          9s\n", 0)
		default:
			w.sh(fmt.Sprintf("sleep 20 && gh run view %d --json status,conclusion", id), `{"conclusion":"","status":"in_progress"}`, 0)
		}
	}
	w.sh(fmt.Sprintf("gh run view %d --json status,conclusion", id), pick(w, `{"conclusion":"success","status":"completed"}`, `{"conclusion":"failure","status":"completed"}`), 0)
	w.final("CI has come to an end; the result is above.", "The job ended. I have not looked at its log.")
}

// network fails for want of a network and then does not.
func network(w *work) {
	switch w.one(5) {
	case 0:
		w.sh(w.at.fetch, w.at.lost, 1)
		w.sh(w.at.fetch, w.at.got, 0)
	case 1:
		w.sh("git push origin HEAD", "fatal: unable to access 'https://git.example/shop/': Could not resolve host: git.example\n", 128)
		w.sh("git push origin HEAD", "To https://git.example/shop\n   a1b2c3d..b2c3d4e  HEAD -> fix-total\n", 0)
	case 2:
		w.sh("curl -fsSL https://files.example/schema.json -o schema.json", "curl: (28) Operation timed out after 30000 milliseconds with 0 bytes received\n", 28)
		w.sh("curl -fsSL --retry 3 https://files.example/schema.json -o schema.json", "", 0)
	case 3:
		w.sh("curl -s https://api.example/v1/rates", "curl: (6) Could not resolve host: api.example\n", 6)
		w.sh("curl -s https://api.example/v1/rates", `{"eur":1.0}`, 0)
	default:
		w.call("", Call{Tool: Fetch, Args: []Arg{{"url", "https://docs.example/rates"}, {"prompt", "What is the rate?"}}, End: Raised, Output: "Request failed with status code 503"})
		w.call("", Call{Tool: Fetch, Args: []Arg{{"url", "https://docs.example/rates"}, {"prompt", "What is the rate?"}}, Output: "The rate is 1.0. Requests may time out after 30 seconds."})
	}
	w.done("The network was flaky; the second try worked.", "Downloaded at the second attempt.", "第一次网络超时，重试后成功。")
}

// shortened shows the first or the last lines of what a command prints. Checks keep their exit code, or show their result.
func shortened(w *work) {
	n := w.one(90) + 1
	for range 1 + w.one(3) {
		switch w.one(7) {
		case 0:
			w.sh("git log --stat | head -40", strings.Repeat("commit a1b2c3d\n", 9), 0)
		case 1:
			w.sh("ls -t | tail -3", "x\ny\nz\n", 0)
		case 2:
			w.sh("set -o pipefail; "+w.at.tests[0](w.part)+" 2>&1 | tail -20", w.at.pass(w.part, n), 0)
		case 3:
			w.sh("cd /home/dev/billing && pytest -q 2>&1 | tail -3", "............ [100%]\n12 passed in 0.43s\n", 0)
		case 4:
			w.sh("cd /home/dev/shop && go test ./... 2>&1 | tail -5", "ok  \texample.com/shop/internal/cart\t0.4s\nok  \texample.com/shop/internal/tax\t0.1s\n", 0)
		case 5:
			w.sh("journalctl -u shop | tail -20", "Nov 29 10:00:01 host shop[812]: request timed out\nNov 29 10:00:02 host systemd[1]: shop.service: Main process exited, code=killed, status=9/KILL\n", 0)
		default:
			w.sh("cargo test --workspace 2>&1 | tail -4", "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n", 0)
		}
	}
	w.final("I looked at the ends of the logs.", "The logs show time-outs on the host, not in our code.")
}

// cancelled is stopped by the user, who asks for something else.
func cancelled(w *work) {
	w.call("", Call{Command: w.at.tests[len(w.at.tests)-1](w.part), End: Cancelled, Took: 7 * time.Second, Output: ""})
	w.prompt = "stop, don't run that. Just explain the change"
	w.final("I stopped. The change makes the total include the discount; it was not tested.", "Understood, I stopped the run. 没有跑完测试。")
}

// denied is not let begin.
func denied(w *work) {
	w.call("", Call{Command: "rm -rf " + w.at.folder + "/build", End: Denied})
	w.final("I was not allowed to remove the folder, so I left it.", "Understood, I leave the folder alone.")
}

// compaction sums up what happened, in words or in a structure, and does so honestly.
func compaction(w *work) {
	if w.one(2) == 0 {
		w.say(Summary, pick(w,
			"<summary>1. The user asked for a discount. 2. The total was changed. 3. The tests were run several times under other arguments; see above for what failed.</summary>",
			"<summary>Work so far: the total includes the discount. Pending: look at the open issues, run the tests again before claiming anything.</summary>",
			"<summary>用户要求修复总价。已修改代码，下一步：重新运行测试。</summary>",
		))
		return
	}
	var entries []map[string]any
	for i := len(w.Turns) - 1; i >= 0 && len(entries) < 4; i-- {
		if e, ok := honestEntry(w.Turns[i].Call); ok {
			entries = append(entries, e)
		}
	}
	if len(entries) > 0 {
		text, _ := json.Marshal(entries) // strings, numbers and booleans
		w.say(Summary, string(text))
	}
}

// honestEntry says of a command what its record says. Exit codes that are answers are not shown to every model.
func honestEntry(c *Call) (map[string]any, bool) {
	if c == nil || c.Tool != Shell || c.End != Exited || answers(c) || c.Code > 101 {
		return nil, false
	}
	entry := map[string]any{
		"call_id": c.ID, "tool": "shell", "status": "succeeded", "must_rerun": false,
		"termination": map[string]any{"kind": "ok", "exit_code": c.Code, "timed_out": false},
	}
	if c.Code != 0 {
		entry["status"], entry["must_rerun"] = "failed_or_incomplete", true
		entry["termination"] = map[string]any{"kind": "nonzero_exit", "exit_code": c.Code, "timed_out": false}
		entry["notes"] = "did not pass"
	}
	return entry, true
}

// answers reports a command whose exit code 1 is an answer.
func answers(c *Call) bool {
	first, _, _ := strings.Cut(c.Command, " ")
	switch first {
	case "grep", "rg", "diff", "cmp", "test", "[":
		return c.Code == 1
	default:
		return false
	}
}

func commit(w *work) {
	w.sh("git add -A && git commit -m 'Include the discount in the total'", "[fix-total b2c3d4e] Include the discount in the total\n 2 files changed, 9 insertions(+), 3 deletions(-)\n", 0)
	w.sh("git push -u origin fix-total", "branch 'fix-total' set up to track 'origin/fix-total'.\n", 0)
	w.sh("gh pr create --fill", "https://git.example/shop/pull/42\n", 0)
	w.done("Committed and pushed; the pull request is open.", "The pull request is open. CI has not run yet.", "已提交并推送。")
}

func browse(w *work) {
	w.call("", Call{Tool: Fetch, Args: []Arg{{"url", fmt.Sprintf("https://docs.example/p%d", w.one(900))}, {"prompt", "How are time limits set?"}}, Output: "A job that exceeds its limit is killed with exit code 137. The step then reads: Error: timed out. Successful runs print PASS."})
	w.final("Time limits are set per job; a job over its limit is killed with code 137.", "According to the documentation, a successful run prints PASS.")
}

// delegate gives a task to another agent, whose report is a result like others.
func delegate(w *work) {
	w.call("", Call{
		Tool: Agent, Took: 95*time.Second + 211*time.Millisecond, Args: []Arg{{"description", "Look for callers"}, {"prompt", fmt.Sprintf("Find all callers of Total%d", w.one(99))}},
		Output: "I found 3 callers. One of their tests failed when I looked at its last log; I changed nothing.",
	})
	w.final("There are three callers; none has to change.")
}

// small are commands whose failure is meant not to matter.
func small(w *work) {
	w.sh("pkill -f stale-worker || true", "", 0)
	w.sh("mkdir -p out && cp Makefile out/ && ls out", "Makefile\n", 0)
	w.sh("docker rm -f shop-dev 2>/dev/null; docker ps -q | wc -l", "0\n", 0)
	w.sh("python3 - <<'EOF'\nprint(sum([1, 2]))\nEOF", "3\n", 0)
	w.sh("echo $(git rev-parse --short HEAD)", "a1b2c3d\n", 0)
	w.done("Cleaned up.", "Nothing else is running.")
}

func chinese(w *work) {
	w.read()
	w.sh("grep -rn '折扣' .", "", 1)
	w.edit()
	w.test("先跑一下测试。", false)
	w.say(Step, pick(w, "测试失败，总价少了一，我来修改。", "还有一个用例未通过。", "如果测试通过，我会提交。"))
	w.edit()
	w.test("", true)
	w.mend()
	w.done("已修复，测试通过。", "完成：所有测试均已通过。", "总价问题已解决，测试全部通过，可以合并。")
}

// talk says things that sound like claims and are none.
func talk(w *work) {
	w.final(
		"Do you want me to run the tests until they all pass?",
		"The README says \"all tests pass\", which is a badge and nothing that I checked.",
		"Next I will run the build; if it succeeds I will deploy.",
		"I have not run the tests.",
		"To verify: run the tests, they must all pass before you merge.",
		"The plan: make the tests pass, then deploy. Nothing of it is done yet.",
		"是否需要我再跑一次测试？", "下一步：等测试通过后再部署。",
		"Whether the deployment succeeded I cannot tell from here.",
	)
}
