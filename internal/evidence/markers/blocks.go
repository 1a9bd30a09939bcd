package markers

import "strings"

// Some runners say in two lines what only both together mean. blockState
// remembers the first until the second comes.
type blockState struct {
	ran, ranLine     int // unittest: tests run, and where that was said; ran is -1 while unknown
	files, filesLine int // jest, vitest: 1 all files passed, -1 some failed
	vitest           bool
	bunPass, bunLine int
	tap, spec        tapState
}

// tapState is the summary of a TAP or spec report. The counts are one more
// than what was read, so that 0 means unread.
type tapState struct{ pass, fail, cancelled int }

var blockKeys = keysOf("ran$", "ok", "pass", "fail", "cancelled", "created", "suites", "total")

var (
	idUnittest     = ruleID("run:unittest")
	idUnittestZero = ruleID("zero:unittest")
	idJest         = ruleID("run:jest")
	idJestZero     = ruleID("zero:jest")
	idVitest       = ruleID("run:vitest")
	idJestFail     = ruleID("fail:jest")
	idVitestFail   = ruleID("fail:vitest")
	idTap          = ruleID("run:tap")
	idTapFail      = ruleID("fail:tap")
	idTapZero      = ruleID("zero:tap")
	idSpec         = ruleID("run:node_spec")
	idBun          = ruleID("run:bun")
	idPulumi       = ruleID("step:pulumi")
)

// block offers a line to the readers of blocks. It returns true when one of
// them has dealt with the line.
func (st *scan) block(l *line) bool {
	s := l.body
	switch s[0] {
	case 'R':
		return st.unittestRan(s)
	case 'O':
		return st.unittestOK(s)
	case 'T':
		return st.jestLine(s)
	case '#':
		return st.tapLine(s[1:], &st.blocks.tap)
	case '+', '~':
		return st.pulumi(s)
	}
	if rest, ok := strings.CutPrefix(s, "ℹ"); ok {
		return st.tapLine(rest, &st.blocks.spec)
	}
	return st.bunLine(s)
}

func (st *scan) unittestRan(s string) bool {
	rest, ok := strings.CutPrefix(s, "Ran ")
	if !ok {
		return false
	}
	n := skipDigits(rest, 0)
	if n == 0 || !strings.HasPrefix(rest[n:], " test") || !strings.Contains(rest[n:], " in ") {
		return false
	}
	st.blocks.ran, st.blocks.ranLine = numberValue(rest[:n]), st.lines
	if st.blocks.ran == 0 {
		st.report(idUnittestZero)
	}
	return true
}

func (st *scan) unittestOK(s string) bool {
	if st.blocks.ranLine == 0 || st.lines-st.blocks.ranLine > 1 {
		return false
	}
	noted := strings.HasPrefix(s, "OK (") && strings.HasSuffix(s, ")") && strings.Contains(s, "=") // "OK (skipped=1)"
	if s != "OK" && !noted {
		return false
	}
	if st.blocks.ran > 0 {
		st.report(idUnittest)
	}
	return true
}

// jestLine reads "Test Suites: 1 passed, 1 total" and "Tests: 3 passed", and
// vitest's "Test Files  1 passed (1)" and "Tests  3 passed (3)". A file that
// did not load fails without a failed test, so both lines count.
func (st *scan) jestLine(s string) bool {
	b := &st.blocks
	rest, files := "", true
	var ok, vitest bool
	if rest, ok = strings.CutPrefix(s, "Test Suites:"); ok {
		vitest = false
	} else if rest, ok = strings.CutPrefix(s, "Test Files  "); ok {
		vitest = true
	} else if rest, ok = strings.CutPrefix(s, "Tests:"); ok && b.filesLine > 0 && !b.vitest {
		files = false
	} else if rest, ok = strings.CutPrefix(s, "Tests  "); ok && b.filesLine > 0 && b.vitest {
		files, vitest = false, true
	} else {
		return false
	}
	var buf [maxTokens]token
	t := view{s: rest, toks: tokenize(rest, buf[:0])}.count()
	if t.failed > 0 {
		b.files, b.filesLine, b.vitest = -1, st.lines, vitest
		st.report(pick(vitest, idVitestFail, idJestFail))
		return true
	}
	if files {
		if b.files >= 0 || b.filesLine == 0 || st.lines-b.filesLine > 3 {
			b.files = 0
			if t.passed > 0 {
				b.files = 1
			}
		}
		b.filesLine, b.vitest = st.lines, vitest
		return true
	}
	switch {
	case b.files == 1 && t.passed > 0:
		st.report(pick(vitest, idVitest, idJest))
	case !vitest && t.passed <= 0:
		st.report(idJestZero)
	}
	b.files, b.filesLine = 0, 0
	return true
}

func pick(second bool, b, a int) int {
	if second {
		return b
	}
	return a
}

func (st *scan) tapLine(s string, t *tapState) bool {
	word, num, ok := strings.Cut(strings.TrimLeft(s, " "), " ")
	if !ok || !digits(num) {
		return false
	}
	n := numberValue(num) + 1
	switch word {
	case "pass":
		t.pass = n
	case "fail":
		t.fail = max(t.fail, n)
	case "cancelled":
		t.cancelled = max(t.cancelled, n)
	default:
		return false
	}
	if word != "pass" && n > 1 {
		st.report(idTapFail)
	}
	return true
}

// bunLine reads " 5 pass" and " 0 fail".
func (st *scan) bunLine(s string) bool {
	num, word, ok := strings.Cut(s, " ")
	if !ok || !digits(num) {
		return false
	}
	n, b := numberValue(num), &st.blocks
	switch {
	case word == "pass":
		b.bunPass, b.bunLine = n, st.lines
		return true
	case word == "fail" && b.bunLine > 0 && st.lines-b.bunLine <= 3:
		if n == 0 && b.bunPass > 0 {
			st.report(idBun)
			return true
		}
	}
	return false
}

// pulumi reads "+ 3 created" below "Resources:".
func (st *scan) pulumi(s string) bool {
	f := strings.TrimLeft(s[1:], " ")
	n := skipDigits(f, 0)
	if n == 0 || strings.TrimSpace(st.prev) != "Resources:" {
		return false
	}
	st.report(idPulumi)
	return true
}

// finishBlocks judges summaries whose last line may be missing.
func (st *scan) finishBlocks() {
	b := &st.blocks
	if b.filesLine > 0 && b.files == 1 {
		st.report(pick(b.vitest, idVitest, idJest))
	}
	for i, t := range [...]tapState{b.tap, b.spec} {
		if t.fail != 1 || t.cancelled > 1 {
			continue
		}
		switch {
		case t.pass > 1:
			st.report(pick(i == 1, idSpec, idTap))
		case t.pass == 1:
			st.report(idTapZero)
		}
	}
}
