package toolspanprocessor

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/toolspan/toolspan/internal/contract"
	"github.com/toolspan/toolspan/internal/evidence/markers"
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// TestLabelsAreAsDocumented compares the words in the code with those that the
// metadata promises, which the generator does not do.
func TestLabelsAreAsDocumented(t *testing.T) {
	raw, err := os.ReadFile("metadata.yaml")
	require.NoError(t, err)
	var meta struct {
		Attributes map[string]struct{ Enum []string }
	}
	require.NoError(t, yaml.Unmarshal(raw, &meta))

	words := map[string][]string{labelSignal: {"SIGTERM", "SIGKILL", "other", "none"}}
	for _, k := range termination.Kinds() {
		words[labelTermination] = append(words[labelTermination], k.String())
	}
	for o := termination.Succeeded; o <= termination.OutcomeUnknown; o++ {
		words[labelOutcome] = append(words[labelOutcome], o.String())
	}
	for s := contract.Error; s <= contract.Info; s++ {
		words[labelSeverity] = append(words[labelSeverity], s.String())
	}
	for s := range toolcall.NumClipStreams {
		words[labelStream] = append(words[labelStream], s.String())
	}
	for by := range toolcall.NumBy {
		words[labelBy] = append(words[labelBy], by.String())
	}
	for f := range toolcall.NumForms {
		words[labelClaim] = append(words[labelClaim], f.String())
	}
	for r := range memory.NumReasons {
		words[labelReason] = append(words[labelReason], r.String())
	}
	for _, k := range rerunKinds {
		words[labelAfter] = append(words[labelAfter], k.String())
	}
	words[labelResult], words["agreement"] = []string{"pass", "fail"}, []string{"agree", "disagree"}
	for s := markers.Run; s.Success(); s++ {
		words[labelScope] = append(words[labelScope], s.String())
	}
	for label, want := range words {
		assert.ElementsMatch(t, want, meta.Attributes[label].Enum, label)
	}
	for _, label := range []string{labelProcessor, labelDialect, labelRule, labelTool, labelService} {
		assert.Contains(t, meta.Attributes, label)
	}
	assert.Len(t, meta.Attributes, len(words)+5)
}

func TestLimiter(t *testing.T) {
	off := newLimiter(Label{Limit: 1})
	assert.Empty(t, off.value("a"))

	capped := newLimiter(Label{Enabled: true, Limit: 2})
	assert.Equal(t, []string{"a", "b", "_other", "a", "_other"},
		[]string{capped.value("a"), capped.value("b"), capped.value("c"), capped.value("a"), capped.value("")})
	long := string(make([]byte, maxLabelLength+1))
	assert.Equal(t, "_other", newLimiter(Label{Enabled: true, Limit: 2}).value(long))

	listed := newLimiter(Label{Enabled: true, Allow: []string{"a"}})
	assert.Equal(t, "a", listed.value("a"))
	assert.Equal(t, "_other", listed.value("b"))
	assert.Equal(t, []string{"a", "_other"}, listed.known())
}
