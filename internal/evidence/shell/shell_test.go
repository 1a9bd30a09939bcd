package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRead(t *testing.T) {
	for line, want := range map[string]Facts{
		"grep -n foo file":                       {Program: "grep"},
		"/usr/bin/grep foo":                      {Program: "grep"},
		"LC_ALL=C grep foo":                      {Program: "grep"},
		"cat log | grep foo":                     {Program: "grep"},
		"[ -f x ]":                               {Program: "["},
		"[[ -f x ]]":                             {Program: "["},
		"test -f x":                              {Program: "test"},
		"make; grep foo log":                     {Program: "grep"},
		"cd x && grep foo log":                   {Program: "grep"},
		"make && grep foo log":                   {},
		"cd x && cd y && diff a b":               {Program: "diff"},
		"grep foo log || make":                   {},
		"! grep foo log":                         {},
		"make &":                                 {},
		"$CMD foo":                               {},
		"pytest -q 2>&1 | tail -15":              {Program: "tail", Cut: KeepsTail},
		"make | head -n 5":                       {Program: "head", Cut: KeepsHead},
		"cd x && make | tail":                    {Program: "tail", Cut: KeepsTail},
		"tail -5 log":                            {Program: "tail"},
		"make | tail -f":                         {Program: "tail"},
		"echo 'a | head'":                        {Program: "echo"},
		"make | head -5 > out; cat out":          {Program: "cat"},
		"if true; then make; fi":                 {},
		"make 2>&1 | tail -10; echo \"EXIT=$?\"": {Program: "echo", Cut: KeepsTail},
		"make |& tail -3":                        {Program: "tail", Cut: KeepsTail},
		"grep 'unclosed":                         {},
		". ./env":                                {}, "/": {}, "./run.sh": {Program: "run.sh"},
		"":                                     {},
		"# only a comment":                     {},
		strings.Repeat("(", 33) + "true":       {},
		"echo " + strings.Repeat("a", maxLine): {},
	} {
		got := Read(line)
		assert.Equal(t, want, Facts{Program: got.Program, Cut: got.Cut}, line)
	}
}

func TestReadArgv(t *testing.T) {
	assert.Equal(t, Facts{Program: "grep", Runs: Reading}, ReadArgv([]string{"/bin/grep", "x"}))
	assert.Equal(t, Facts{Program: "tail", Cut: KeepsTail, Runs: Building, Masked: Building, Check: "make"}, ReadArgv([]string{"bash", "-lc", "make | tail"}))
	assert.Equal(t, Facts{Program: "tail", Cut: KeepsTail, Runs: Building, Check: "make"}, ReadArgv([]string{"bash", "-o", "pipefail", "-c", "make | tail"}))
	assert.Equal(t, Facts{Program: "bash", Runs: Other}, ReadArgv([]string{"bash", "x.sh"}))
	assert.Equal(t, Facts{Program: "bash", Runs: Other}, ReadArgv([]string{"bash", "-c"}))
	assert.Equal(t, Facts{Program: "pytest", Runs: Testing, Check: "pytest"}, ReadArgv([]string{"pytest", "a | b; c"}))
	assert.Equal(t, Facts{}, ReadArgv(nil))
}

// TestSimpleLinesAreReadAlike compares the short way for simple lines with the parser.
func TestSimpleLinesAreReadAlike(t *testing.T) {
	for _, line := range []string{"grep foo bar", " /usr/bin/diff a b ", "ls", "make -j 4 all"} {
		assert.Equal(t, Read(line+" # parsed"), Read(line), line)
	}
}
