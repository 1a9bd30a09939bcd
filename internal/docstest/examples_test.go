package docstest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/dialect"
)

// TestExamplesSetUpTheirAgents compares what the example of an agent has its reader set with what its dialect says.
func TestExamplesSetUpTheirAgents(t *testing.T) {
	folders := map[string]string{"claude_code": "claude-code", "codex": "codex", "gemini_cli": "gemini-cli"}
	for _, d := range dialect.Builtin() {
		folder, ok := folders[d.Name]
		if !ok {
			continue
		}
		delete(folders, d.Name)
		page := "examples/" + folder + "/README.md"
		require.NotEmpty(t, d.Setups())
		for _, setup := range d.Setups() {
			var found bool
			for _, b := range blocks(t, page) {
				found = found || b.language == setup.Language && b.text == setup.Text+"\n"
			}
			assert.True(t, found, "%s has no block with\n%s", page, setup.Text)
		}
	}
	assert.Empty(t, folders, "no dialect has these names")
}

// TestExamplesAreListed: each folder of examples is in the README.
func TestExamplesAreListed(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(root, "examples"))
	require.NoError(t, err)
	listed := table(t, readme, "folder")
	for _, e := range entries {
		assert.True(t, slices.ContainsFunc(listed, func(row []string) bool { return strings.Contains(row[0], "["+e.Name()+"]") }), e.Name())
	}
}
