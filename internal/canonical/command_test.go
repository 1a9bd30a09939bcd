package canonical

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSameCommands lists command lines that are the same, and one of them as words
// where it can be given so.
func TestSameCommands(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		argv  []string
	}{
		{[]string{"ls", " ls\n", "bash -lc ls", "bash -lc 'ls'", `sh -c "ls "`, "/bin/bash -l -c ls", "bash -lc \"bash -c 'ls'\""}, []string{"ls"}},
		{[]string{"ls -l  a", "ls -l 'a'", `"ls" "-l" a`, "ls \\\n  -l a", `bash -lc "ls -l a"`, "bash --login -c 'ls -l a'"}, []string{"ls", "-l", "a"}},
		{[]string{`git commit -m "a b"`, "git commit -m 'a b'", `git commit -m a\ b`, `bash -lc "git commit -m 'a b'"`}, []string{"git", "commit", "-m", "a b"}},
		{[]string{`a "*.go"`, "a '*.go'", `a \*.go`}, []string{"a", "*.go"}},
		{[]string{`a "\$x" "\\" "\n" ''`, `a '$x' '\' '\n' ""`}, []string{"a", "$x", `\`, `\n`, ""}},
		{[]string{"a --b=c"}, []string{"a", "--b=c"}},
		{[]string{"cd x && make | tail", "bash -lc 'cd x && make | tail'", `bash -lc "cd x && make | tail"`, `zsh -ic "cd x && make | tail"`}, []string{"bash", "-lc", "cd x && make | tail"}},
		{[]string{"cd $X && make", `bash -lc "cd $X && make"`, `bash -lc 'cd $X && make'`}, []string{"sh", "-c", "cd $X && make"}},
		{[]string{"echo `date`", "bash -lc \"echo `date`\""}, []string{"bash", "-c", "echo `date`"}},
		{[]string{`echo "$X"`, `bash -lc 'echo "$X"'`, `bash -lc "echo \"$X\""`}, []string{"bash", "-c", `echo "$X"`}},
		{[]string{"a\nb", " a\nb\n"}, []string{"bash", "-c", "a\nb"}},
		{[]string{"bash x.sh"}, []string{"bash", "x.sh"}},
		{[]string{"bash -ec 'a; b'"}, []string{"bash", "-ec", "a; b"}},
		{[]string{"bash -c 'a; b' x"}, []string{"bash", "-c", "a; b", "x"}},
		{[]string{"bash -o pipefail -c 'a; b'"}, []string{"bash", "-o", "pipefail", "-c", "a; b"}},
	} {
		want, ok := OfArgv(tt.argv, "/src")
		require.True(t, ok, tt.argv)
		for _, line := range tt.lines {
			got, ok := OfCommand(line, "/src/")
			assert.True(t, ok, line)
			assert.Equal(t, want, got, "%s and %q", line, tt.argv)
		}
	}
}

func TestDifferentCommands(t *testing.T) {
	seen := map[Digest]string{}
	for _, line := range []string{
		"ls", "ls -l", "ls-l", "ls l", "ls ''", "ls .", "lS", "ls *", "ls '*'", "ls $x", "ls '$x'", `ls "$x"`, `ls "$x" "$y"`, "ls $x $y", "ls ~", "ls '~'",
		"ls; a", "ls && a", "ls || a", "ls | a", "ls & a", "ls 'a'b c", "ls 'a' b c", "ls a\\ b c", "X=1 ls", "'X=1' ls", "ls # x", "ls '#' x", "! ls", "ls !",
		"{ ls; }", "(ls)", "ls > a", "ls '>' a", "ls\na", "ls \\\\a", "dir C:\\a", "dir C:a", "ls {a,b}", "ls '{a,b}'", "ls [ab]", "ls '[ab]'",
		"bash -ec ls", "bash ls", "bash -c 'ls' x", "bash -x -c ls", "ssh ls", "sudo bash -c ls", "bash -c", "bash",
		`bash -c "echo $X \$X"`, `bash -c "echo $X $X"`, `bash -c "echo \$X"`, "ls 'a", `ls "a`, `ls a\`, `ls "a\`,
	} {
		d, ok := OfCommand(line, "/src")
		assert.True(t, ok, line)
		assert.NotContains(t, seen, d, "%s and %s", line, seen[d])
		seen[d] = line
	}
	elsewhere := map[Digest]bool{}
	for _, dir := range []string{"", "/", "/src", "/src/a", "src"} {
		d, ok := OfCommand("ls", dir)
		assert.True(t, ok)
		assert.False(t, elsewhere[d], dir)
		elsewhere[d] = true
	}
	arguments, _ := form.OfText("ls")
	assert.NotContains(t, seen, arguments, "the arguments of a call are no command")
}

func TestNoCommand(t *testing.T) {
	long := strings.Repeat("a", DefaultLimit+1)
	for _, line := range []string{"", " \n", "''", "bash -c ''", "bash -lc ' '", "[REDACTED]", "***", long, "bash -c '" + long, strings.Repeat("a ", 40) + "…[truncated]"} {
		_, ok := OfCommand(line, "/src")
		assert.False(t, ok, line)
	}
	for _, argv := range [][]string{nil, {""}, {"bash", "-c", ""}, {"a", long}, {"a", "[REDACTED]"}} {
		_, ok := OfArgv(argv, "")
		assert.False(t, ok, "%.100q", argv)
	}
	_, ok := OfCommand("ls", long)
	assert.False(t, ok)
}
