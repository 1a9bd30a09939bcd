package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/rules"
	"github.com/toolspan/toolspan/internal/ruletest"
	"github.com/toolspan/toolspan/internal/toolcall"
)

const pagesDir = "../../../processor/toolspanprocessor"

var sources = inputsIn("../../..")

func TestPagesAreFresh(t *testing.T) {
	files, err := generate(sources)
	require.NoError(t, err)
	for _, f := range files {
		have, err := os.ReadFile(filepath.Join(pagesDir, f.name))
		require.NoError(t, err, "run `make generate`")
		if string(have) != f.text {
			// Without the texts, which would fill the screen.
			t.Errorf("%s is stale; run `make generate`", f.name)
		}
	}
}

func TestPagesAreTheSameEachTime(t *testing.T) {
	first, err := generate(sources)
	require.NoError(t, err)
	for range 5 {
		again, err := generate(sources)
		require.NoError(t, err)
		require.Equal(t, first, again)
	}
}

// TestRulesAreDocumented holds the documentation of each rule against the form in which the page and the catalogue
// of findings present it.
func TestRulesAreDocumented(t *testing.T) {
	id := regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			assert.Regexp(t, id, r.ID)
			assert.False(t, seen[r.ID], "the ID is used twice")
			seen[r.ID] = true
			assert.NotEmpty(t, r.Group)
			assert.NotNil(t, r.Check)
			require.NotEmpty(t, r.Finds)
			assert.True(t, unicode.IsLower(firstRune(r.Finds)), "Finds goes on from “This rule finds”, so it starts lower-case: %s", r.Finds)
			assert.Equal(t, 1, strings.Count(r.Finds, ". ")+1, "Finds is one sentence: %s", r.Finds)
			assert.True(t, strings.HasSuffix(r.Finds, "."), "Finds ends with a full stop: %s", r.Finds)
			assertSentence(t, "Why", r.Why)
			assertSentence(t, "Fix", r.Fix)
			assert.Equal(t, strings.TrimSpace(r.Says), r.Says)
			assert.False(t, strings.HasSuffix(r.Says, "."), "Says is a clause of a sentence: %s", r.Says)
		})
	}
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func assertSentence(t *testing.T, field, text string) {
	t.Helper()
	require.NotEmpty(t, text, "%s is missing", field)
	assert.True(t, unicode.IsUpper(firstRune(text)), "%s starts with a capital: %s", field, text)
	assert.True(t, strings.HasSuffix(text, "."), "%s ends with a full stop: %s", field, text)
	assert.Equal(t, strings.TrimSpace(text), text)
}

func TestNothingIsLeftOut(t *testing.T) {
	files, err := generate(sources)
	require.NoError(t, err)
	text := map[string]string{}
	for _, f := range files {
		text[f.name] = f.text
	}
	for _, r := range rules.All() {
		assert.Contains(t, text["rules.md"], "\n### "+r.ID+"\n")
		assert.Contains(t, text["rules.md"], "(#"+r.ID+")")
	}
	for _, name := range markers.Names() {
		assert.Contains(t, text["markers.md"], "| `"+name+"` |")
	}
	for _, r := range harness.Rules() {
		assert.Contains(t, text["markers.md"], strings.ReplaceAll(r.Doc, "|", `\|`))
	}
	for _, d := range append(dialect.Builtin(), dialect.Generic()) {
		assert.Contains(t, text["dialects.md"], "\n### "+d.Name+"\n")
	}
	for _, s := range dialect.ContractKeys() {
		assert.Contains(t, text["dialects.md"], "`"+s.Key+"`")
	}
}

// TestEveryFieldIsListed looks for each name that users may write under fields.
func TestEveryFieldIsListed(t *testing.T) {
	files, err := generate(sources)
	require.NoError(t, err)
	_, keys, _ := strings.Cut(files[2].text, "\n## Keys that every dialect reads\n")
	for _, name := range toolcall.FieldNames() {
		assert.Contains(t, keys, "\n| `"+name+"` | ")
	}
	assert.NotContains(t, keys, "| none;  |", "a field without a key has to be explained")
}

func TestSetupsAreOfKnownDialects(t *testing.T) {
	n := 0
	for _, d := range dialect.Builtin() {
		for _, s := range d.Setups() {
			n++
			assert.NotEmpty(t, s.Where, d.Name)
			if s.Language == "json" {
				assert.True(t, json.Valid([]byte(s.Text)), d.Name)
			}
		}
	}
	assert.Equal(t, dialect.NumSetups(), n, "a setup of an unknown dialect")
}

// TestRecordedSpeakers knows which recorded programs write what the model says where it is read.
func TestRecordedSpeakers(t *testing.T) {
	list, err := speakers(sources.sessions)
	require.NoError(t, err)
	var speak []string
	for _, s := range list {
		if len(s.places) > 0 {
			speak = append(speak, s.program)
		}
	}
	assert.Equal(t, []string{"claude-code", "lib-langchain", "lib-mastra", "lib-strands", "lib-vercel-ai"}, speak)
}

func TestEmptyWords(t *testing.T) {
	for _, word := range emptyWords {
		assert.True(t, toolcall.IsEmpty(pcommon.NewValueStr(word)), word)
	}
}

func TestExamples(t *testing.T) {
	cases := []ruletest.Case{
		{Rule: "r", Name: "ok_a", Verdict: ruletest.OK},
		{Rule: "r", Name: "bad_b", Verdict: ruletest.Bad},
		{Rule: "r", Name: "bad_a", Verdict: ruletest.Bad},
		{Rule: "r", Name: "bad_0", Verdict: ruletest.Bad, Config: map[string]any{"mode": "annotate"}},
		{Rule: "r", Name: "gap_a", Verdict: ruletest.Gap},
		{Rule: "other", Name: "bad_a", Verdict: ruletest.Bad},
	}
	names := func(r *contract.Rule) []string {
		var list []string
		for _, c := range examples(r, cases) {
			list = append(list, c.Name)
		}
		return list
	}
	assert.Equal(t, []string{"bad_a", "bad_b", "ok_a"}, names(&contract.Rule{ID: "r"}))
	assert.Equal(t, []string{"bad_a", "gap_a", "ok_a"}, names(&contract.Rule{ID: "r", Gap: true}))
	assert.Empty(t, names(&contract.Rule{ID: "none"}))
}

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":           "",
		"a":          "`a`",
		"a`b":        "``a`b``",
		"`a`":        "`` `a` ``",
		"a\n\tb\x1b": "`a⏎⇥b␛`",
	} {
		assert.Equal(t, want, code(text), "%q", text)
	}
	assert.Equal(t, "abc", shorten("abc", 3))
	assert.Equal(t, "äb…", shorten("äbc", 2))
}

// A pipe in a cell would begin another one.
func TestTableRowsHaveAllTheirCells(t *testing.T) {
	files, err := generate(sources)
	require.NoError(t, err)
	for _, f := range files {
		columns := 0
		for i, line := range strings.Split(f.text, "\n") {
			if !strings.HasPrefix(line, "| ") {
				columns = 0
				continue
			}
			n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if columns > 0 && !strings.HasPrefix(line, "| --- |") {
				require.Equal(t, columns, n, "%s:%d: %s", f.name, i+1, line)
			}
			columns = n
		}
	}
}

func TestBadCasesAreReported(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "r"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "r", "maybe_a.txtar"), []byte("x\n"), 0o600))
	bad := sources
	bad.cases = dir
	_, err := generate(bad)
	require.ErrorContains(t, err, "maybe_a.txtar")
	require.ErrorContains(t, run(bad, dir), "maybe_a.txtar")
	bad = sources
	bad.metadata = filepath.Join(dir, "absent")
	require.ErrorContains(t, run(bad, dir), "absent")
	bad = sources
	bad.sessions = filepath.Join(dir, "absent")
	require.ErrorContains(t, run(bad, dir), "absent")
	require.Error(t, run(sources, filepath.Join(dir, "absent")))
	require.NoError(t, run(sources, dir))
}
