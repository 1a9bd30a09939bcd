package docstest

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/rules"
	"github.com/toolspan/toolspan/internal/ruletest"
	"github.com/toolspan/toolspan/internal/toolcall"
	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

var (
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	header = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchor = regexp.MustCompile(`<a id="([^"]+)">(?:</a>)?`)
)

// TestLinks follows every link to another place of the repository.
func TestLinks(t *testing.T) {
	for _, page := range append(generated, written...) {
		for _, m := range link.FindAllStringSubmatch(read(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, fragment, _ := strings.Cut(m[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			if assert.FileExists(t, filepath.Join(root, target), "%s links to %s", page, m[1]) && fragment != "" {
				assert.Contains(t, anchors(t, target), fragment, "%s links to %s", page, m[1])
			}
		}
	}
}

// anchors are the places of a page that a link can name, as GitHub makes them of headings.
func anchors(t *testing.T, page string) []string {
	t.Helper()
	text := read(t, page)
	var list []string
	for _, m := range anchor.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	for _, m := range header.FindAllStringSubmatch(text, -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
				return r
			default:
				return -1
			}
		}, strings.ToLower(anchor.ReplaceAllString(m[1], "")))
		list = append(list, name)
	}
	return list
}

var (
	target   = regexp.MustCompile(`(?m)^([a-z-]+):`)
	makeCall = regexp.MustCompile(`\bmake ((?:[a-z]+(?:-[a-z]+)*\b ?)+)`)
)

// TestMakeTargets knows the commands of the Makefile.
func TestMakeTargets(t *testing.T) {
	targets := map[string]bool{}
	for _, m := range target.FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets[m[1]] = true
	}
	for _, page := range written {
		for _, command := range append(codes(prose(t, page)), shellLines(t, page)...) {
			if !strings.HasPrefix(command, "make ") {
				continue
			}
			called := makeCall.FindStringSubmatch(command)
			require.NotNil(t, called, "%s: %s", page, command)
			for _, word := range strings.Fields(called[1]) {
				assert.True(t, targets[word], "%s: %s", page, command)
			}
		}
	}
}

// prose is a page without its blocks.
func prose(t *testing.T, page string) string {
	t.Helper()
	text := read(t, page)
	for _, b := range blocks(t, page) {
		text = strings.Replace(text, b.text, "", 1)
	}
	return text
}

func shellLines(t *testing.T, page string) []string {
	t.Helper()
	var list []string
	for _, b := range blocks(t, page) {
		if b.language == "sh" {
			list = append(list, strings.Split(strings.TrimSpace(b.text), "\n")...)
		}
	}
	return list
}

// TestShellLines knows what a reader is told to run, so that a new command is looked at.
func TestShellLines(t *testing.T) {
	known := regexp.MustCompile(`^(make|jq -[cr]|docker (?:build|run)|install -|systemctl|echo TOOLSPAN_|go test|go run|go install|git diff|git clone|cd|  curl|  printf '%s' "\$request" \| curl|while read -r request; do$|done <|GOBIN=\$PWD go install|\./builder|\./build/my-collector|_build/otelcol-toolspan --config|export [A-Z_]+=|#) ?`)
	file := regexp.MustCompile(`(?:@|\./|< |--config )((?:testdata|processor|internal|examples)/[\w./-]+)`)
	for _, page := range written {
		for _, line := range shellLines(t, page) {
			assert.Regexp(t, known, line, page)
			for _, m := range file.FindAllStringSubmatch(line, -1) {
				_, err := os.Stat(filepath.Join(root, m[1]))
				require.NoError(t, err, "%s: %s", page, line)
			}
		}
	}
	assertOneRequestAFile(t)
	assertRequestsAreArguments(t)
	// The builder has to be of the release that is built.
	version := regexp.MustCompile(`OCB_VERSION\s*= (v[\d.]+)`).FindStringSubmatch(read(t, "Makefile"))
	require.NotNil(t, version)
	assert.Contains(t, read(t, readme), "cmd/builder@"+version[1]+"\n")
}

// assertOneRequestAFile makes sure that a file that is sent as a whole is one request, since a receiver reads no more of
// it than the first; a file of several is sent line by line.
func assertOneRequestAFile(t *testing.T) {
	t.Helper()
	sent := regexp.MustCompile(`--data-binary @(\w\S*)`)
	texts := exampleFiles(t)
	for _, page := range written {
		texts[page] = read(t, page)
	}
	for path, text := range texts {
		for _, m := range sent.FindAllStringSubmatch(text, -1) {
			assert.Equal(t, 1, strings.Count(strings.TrimSpace(read(t, m[1]))+"\n", "\n"), "%s sends %s at once", path, m[1])
		}
	}
}

// assertRequestsAreArguments makes sure that a request that is given to a command as an argument is not too long for
// Linux, which allows 128 KiB.
func assertRequestsAreArguments(t *testing.T) {
	t.Helper()
	from := regexp.MustCompile(`^done < (\S+)$`)
	for _, page := range written {
		argument := false
		for _, line := range shellLines(t, page) {
			m := from.FindStringSubmatch(line)
			if m == nil {
				argument = strings.Contains(line, `--data-binary "$request"`)
				continue
			}
			for request := range strings.Lines(read(t, m[1])) {
				assert.False(t, argument && len(request) >= 128<<10, "%s: a request of %s is too long for an argument", page, m[1])
			}
		}
	}
}

// TestExcerpts finds each line of an excerpt in its source, in the same order.
func TestExcerpts(t *testing.T) {
	n := 0
	for _, b := range blocksOf(t, "text") {
		path, ok := strings.CutPrefix(b.note, "excerpt of ")
		if !ok {
			continue
		}
		n++
		source := strings.Split(read(t, path), "\n")
		for _, line := range strings.Split(strings.TrimRight(b.text, "\n"), "\n") {
			at := 0
			for at < len(source) && source[at] != line {
				at++
			}
			if !assert.Less(t, at, len(source), "%s does not have, or not in this order: %s", path, line) {
				return
			}
			source = source[at+1:]
		}
	}
	assert.Positive(t, n)
}

// TestDiffs applies the differences that the README shows to the files that it shows them of.
func TestDiffs(t *testing.T) {
	before, after := read(t, "examples/existing-pipeline/before.yaml"), read(t, "examples/existing-pipeline/after.yaml")
	for _, b := range blocksOf(t, "diff") {
		var was, is strings.Builder
		for line := range strings.Lines(b.text) {
			if line[0] != '+' {
				was.WriteString(line[1:])
			}
			if line[0] != '-' {
				is.WriteString(line[1:])
			}
		}
		assert.Contains(t, before, was.String())
		assert.Contains(t, after, is.String())
	}
}

// TestVerdictTable compares the table of verdict attributes with the keys in the code, in the order in which they are written.
func TestVerdictTable(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "annotate.go", read(t, "processor/toolspanprocessor/annotate.go"), 0)
	require.NoError(t, err)
	var want []string
	ast.Inspect(file, func(n ast.Node) bool {
		sum, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		prefix, ok := sum.X.(*ast.SelectorExpr)
		if name, isText := sum.Y.(*ast.BasicLit); ok && isText && prefix.Sel.Name == "VerdictPrefix" {
			want = append(want, strings.Trim(name.Value, `"`))
		}
		return true
	})
	require.NotEmpty(t, want)
	var have []string
	for _, row := range table(t, readme, "attribute below `tool_span.verdict.`") {
		have = append(have, codes(row[0])...)
		assert.NotEmpty(t, row[1])
		assert.NotEmpty(t, row[2])
	}
	assert.Equal(t, want, have)
}

// TestWhatToDo knows the findings that the README says what to do about, and the counters behind which it finds calls.
func TestWhatToDo(t *testing.T) {
	for _, row := range table(t, readme, "finding") {
		for _, id := range codes(row[0]) {
			assert.Contains(t, rules.IDs(), id)
		}
	}
	meta := readMetadata(t)
	for _, row := range table(t, readme, "counted as") {
		for _, name := range codes(row[0]) {
			assert.Contains(t, meta.Telemetry.Metrics, "processor_tool_span_"+name)
		}
	}
}

// TestStatedFacts compares the table of facts with the keys that are read.
func TestStatedFacts(t *testing.T) {
	field, bare := map[string]string{}, map[string]bool{}
	for _, s := range dialect.ContractKeys() {
		field[s.Key], bare[s.Key] = s.Field.String(), s.Bare
	}
	covered := map[string]bool{}
	for _, row := range table(t, readme, "attribute") {
		var fields []string
		for _, key := range codes(row[0]) {
			require.Contains(t, field, key)
			covered[field[key]] = true
			fields = append(fields, field[key])
		}
		for _, key := range codes(row[2]) {
			require.Contains(t, field, key)
			assert.Contains(t, fields, field[key], "%s is another field", key)
			assert.Equal(t, bare[key], strings.Contains(row[2], "`"+key+"`*"), "%s: the asterisk", key)
		}
	}
	for _, row := range table(t, readme, "fact") { // of receipts, whose bare keys count only on a receipt
		for _, key := range codes(row[0]) {
			if key != toolcall.TransitionEvent {
				require.Contains(t, field, key)
				covered[field[key]] = true
			}
		}
	}
	for _, s := range dialect.ContractKeys() {
		name := s.Field.String()
		if strings.HasPrefix(s.Key, "tool_span.") && !strings.HasPrefix(name, "stderr.") && name != "shadow_of" {
			assert.True(t, covered[name], "%s is missing in the table", s.Key)
		}
	}
}

// TestSettings compares the overview with the settings of the component.
func TestSettings(t *testing.T) {
	want := map[string]bool{}
	config := reflect.TypeOf(toolspanprocessor.Config{})
	for i := range config.NumField() {
		if name, _, _ := strings.Cut(config.Field(i).Tag.Get("mapstructure"), ","); name != "" {
			want[name] = true
		}
	}
	have := map[string]bool{}
	for _, row := range table(t, readme, "setting") {
		for _, name := range codes(row[0]) {
			have[name] = true
		}
	}
	assert.Equal(t, want, have)
}

// TestVersions compares the versions in the README with those that are built and tested.
func TestVersions(t *testing.T) {
	makefile, gomod, text := read(t, "Makefile"), read(t, "go.mod"), read(t, readme)
	for _, name := range []string{"NEWER_BETA", "NEWER_STABLE"} {
		m := regexp.MustCompile(name + `\s*= (v[\d.]+)`).FindStringSubmatch(makefile)
		require.NotNil(t, m, name)
		assert.Contains(t, text, m[1])
	}
	for _, module := range []string{"processor/processorhelper", "pdata"} {
		m := regexp.MustCompile(`\tgo\.opentelemetry\.io/collector/` + module + ` (v[\d.]+)`).FindStringSubmatch(gomod)
		require.NotNil(t, m, module)
		assert.Contains(t, text, m[1])
	}
}

// TestGoBlocks parses what CONTRIBUTING shows of Go, and looks at its format.
func TestGoBlocks(t *testing.T) {
	for _, b := range blocksOf(t, "go") {
		text := b.text
		if strings.HasPrefix(text, "{") {
			text = "var _ = []rule{\n" + text + "}\n"
		}
		_, err := format.Source([]byte(text))
		require.NoError(t, err, "%s:%d", b.page, b.line)
	}
}

// TestCaseBlocks reads the cases that CONTRIBUTING shows.
func TestCaseBlocks(t *testing.T) {
	dir := t.TempDir()
	list := blocksOf(t, "txtar")
	for i, b := range list {
		folder := filepath.Join(dir, fmt.Sprintf("r%d", i))
		require.NoError(t, os.Mkdir(folder, 0o750))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "ok_a.txtar"), []byte(b.text), 0o600))
	}
	cases, err := ruletest.Load(dir)
	require.NoError(t, err)
	require.Len(t, cases, len(list))
	for _, c := range cases {
		assert.NotEmpty(t, c.Record.Attributes)
	}
}

// TestDialectsAreListed holds the overview of the README against the dialects that there are.
func TestDialectsAreListed(t *testing.T) {
	page := read(t, "README.md")
	for _, d := range append(dialect.Builtin(), dialect.Generic()) {
		assert.Contains(t, page, "`"+d.Name+"`")
	}
}
