package dialect

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// TestWhatAModelWrote takes from a message what its model wrote, and neither the
// results of tools that stand beside it, nor what it thought.
func TestWhatAModelWrote(t *testing.T) {
	for part, want := range map[string][]string{
		`{"type":"text","content":"x"}`:                                                 {"x"},
		`{"type":"text","text":"x"}`:                                                    {"x"},
		`{"type":"output_text","text":"x"}`:                                             {"x"},
		`{"type":"message","content":[{"type":"output_text","text":"x"}]}`:              {"x"},
		`{"type":"compaction","content":"x"}`:                                           {"x"},
		`{"type":"tool_call_response","content":"x"}`:                                   nil,
		`{"type":"mcp_tool_result","content":[{"type":"text","text":"x"}]}`:             nil,
		`{"type":"web_search_tool_result","content":[{"type":"text","text":"x"}]}`:      nil,
		`{"type":"code_execution_tool_result","content":{"type":"text","content":"x"}}`: nil,
		`{"type":"function_call_output","text":"x"}`:                                    nil,
		`{"type":"server_tool_call","content":"x"}`:                                     nil,
		`{"type":"server_tool_call_response","content":"x"}`:                            nil,
		`{"type":"tool-error","text":"x"}`:                                              nil,
		`{"type":"toolResult","content":[{"text":"x"}]}`:                                nil,
		`{"type":"redacted_thinking","text":"x"}`:                                       nil,
	} {
		message := `[{"role":"assistant","parts":[` + part + `]}]`
		assert.Equal(t, want, messageTexts(pcommon.NewValueStr(message), nil), part)
		var raw []any
		require.NoError(t, json.Unmarshal([]byte(message), &raw))
		list := pcommon.NewValueEmpty()
		require.NoError(t, list.FromRaw(raw))
		assert.Equal(t, want, messageTexts(list, nil), part)
	}
}
