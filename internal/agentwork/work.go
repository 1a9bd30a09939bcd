package agentwork

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// work writes a session.
type work struct {
	*Session
	random *rand.Rand
	at     *stack // the project at hand
	part   string
	calls  int
	prompt string // what the user wrote, for the next turn
	// red are the checks that are known to be failing, by what makes them pass: nothing is claimed meanwhile.
	red []func()
}

// Ordinary is a conversation of that many calls, or a few more, of which nothing is to be said: what fails is reported
// as such or mended before anything is claimed.
func Ordinary(name string, seed uint64, calls int) *Session {
	w := &work{Session: &Session{Name: name}, random: rand.New(rand.NewPCG(seed, 7))} //nolint:gosec // has to be the same every time
	w.turnTo()
	for w.calls < calls {
		episodes[w.random.IntN(len(episodes))](w)
		if w.one(6) == 0 {
			w.turnTo()
		}
	}
	w.mend()
	w.final("Everything is in place: all tests pass and the build succeeds.")
	return w.Session
}

// one is a number below n.
func (w *work) one(n int) int { return w.random.IntN(n) }

func pick[T any](w *work, list ...T) T { return list[w.random.IntN(len(list))] }

// turnTo takes up another project or part of one. What fails in the one at hand is mended first.
func (w *work) turnTo() {
	w.mend()
	w.at, w.part = &stacks[w.one(len(stacks))], pick(w, parts...)
	w.prompt = pick(w,
		fmt.Sprintf("Please look into %s, the total is wrong since yesterday", w.part),
		"Can you add a discount field and make sure that everything still passes?",
		"看一下 "+w.part+" 模块，总价不对，修好后跑一下测试",
		"Continue.", "Why is CI red?",
	)
}

// mend makes pass what was left failing.
func (w *work) mend() {
	red := w.red
	w.red = nil
	for _, f := range red {
		f()
	}
}

// call adds a turn with a call.
func (w *work) call(says string, c Call) {
	w.calls++
	c.ID = fmt.Sprintf("toolu_%s_%04d", w.Name, w.calls)
	if c.Took == 0 {
		c.Took = time.Duration(20+w.one(900)) * time.Millisecond
	}
	if c.Limit == 0 {
		c.Limit = 2 * time.Minute
	}
	w.Turns = append(w.Turns, Turn{Says: says, Call: &c, Prompt: w.prompt})
	w.prompt = ""
}

func (w *work) say(kind Kind, text string) {
	w.Turns = append(w.Turns, Turn{Kind: kind, Says: text, Prompt: w.prompt})
	w.prompt = ""
}

func (w *work) final(texts ...string) { w.say(Final, pick(w, texts...)) }

// done ends the work on a prompt with a claim, unless something is known to be failing: whoever reads the claim could not
// tell what it is about.
func (w *work) done(texts ...string) {
	if len(w.red) > 0 {
		texts = []string{
			"That part is in; the tests that failed before still fail.", "I changed what you asked for. One test is still failing, as before.", "改好了，但之前失败的测试仍未通过。",
			"Summary:\n- the change is in\n- the test that failed before **still fails**\n\nLet me know whether I should look into it.",
			"I have made the change. Note that the tests do not all pass: the one about rounding fails as it did before.",
		}
	}
	w.final(texts...)
}

// task names something in the background.
func (w *work) task() string { return fmt.Sprintf("b%04x", w.one(1<<16)) }

// sh runs a command that ends by itself.
func (w *work) sh(command, output string, code int) { w.shSay("", command, output, code) }

func (w *work) shSay(says, command, output string, code int) {
	w.call(says, Call{Command: command, Output: output, Code: code})
}

func (w *work) read() {
	from := 1 + 200*w.one(4)
	w.call("", Call{Tool: Read, Args: []Arg{{"file_path", w.at.folder + "/" + w.at.file(w.part)}, {"offset", from}, {"limit", 200}}, Output: pick(w, sources...)})
}

func (w *work) edit() {
	w.call(pick(w, "", "I'll fix the total.", "Now the edge case with no items."), Call{
		Tool: Edit, Args: []Arg{
			{"file_path", w.at.folder + "/" + w.at.file(w.part)}, {"old_string", fmt.Sprintf("total - %d", w.one(900))}, {"new_string", "total"},
		}, Output: "The file " + w.at.folder + "/" + w.at.file(w.part) + " has been updated.",
	})
}

// test runs the tests of the part in one of the ways of its project.
func (w *work) test(says string, passes bool) {
	command, n := pick(w, w.at.tests...)(w.part), w.one(90)+1
	if passes {
		w.shSay(says, command, w.at.pass(w.part, n), 0)
	} else {
		w.shSay(says, command, w.at.fail(w.part, n), failureCode(w.at))
	}
}

func failureCode(s *stack) int {
	if s.name == "engine" {
		return 101
	}
	return 1
}

// sources are texts of files, some of which speak of tests and failures.
var sources = []string{
	"     1\tpackage cart\n     2\t\n     3\t// Total adds up. TODO: tests failed here once, see #42\n     4\tfunc Total(items []Item) int {\n",
	"     1\timport pytest\n     2\t\n     3\t@pytest.mark.timeout(30)\n     4\tdef test_total():\n     5\t    assert total([1, 2]) == 3\n",
	"     1\t# CI\n     2\t\n     3\tThe job is killed after 30 minutes (exit code 137). All tests passed on main.\n",
	"     1\t{\"status\": \"failed\", \"exit_code\": 1, \"timed_out\": true}\n",
	"     1\t# 发布流程\n     2\t\n     3\t1. 所有测试通过后打标签\n     4\t2. 超时的任务会被终止\n",
	"     1\t[2026-11-29 22:10:04] PASS checkout\n     2\t[2026-11-29 22:10:09] FAIL refund: timed out after 5s\n",
}
