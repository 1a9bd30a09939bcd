package toolspanprocessor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
)

// TestShapesOfAReceipt has one lie told in every shape in which receipts come.
func TestShapesOfAReceipt(t *testing.T) {
	const (
		snake = `{"operation_id":"op-1","state":"rejected","method":"POST","state_history":[{"state":"submitted"},{"state":"rejected","error":"timeout"}]}`
		camel = `{"operationId":"op-1","state":"REJECTED","method":"POST","stateHistory":[{"state":"SUBMITTED"},{"state":"REJECTED","errorCode":"ETIMEDOUT"}]}`
	)
	parts := func(camel bool) map[string]any {
		if camel {
			return m{"operationId": "op-1", "state": "rejected", "stateHistory": []any{m{"state": "submitted"}, m{"state": "rejected", "error": "timeout"}}}
		}
		return m{"operation_id": "op-1", "state": "rejected", "state_history": `[{"state":"submitted"},{"state":"rejected","error":"timeout"}]`}
	}
	for name, tt := range map[string]struct {
		body  any
		attrs map[string]any
	}{
		"body":                {body: snake},
		"body, in one word":   {body: camel},
		"map":                 {body: parts(false)},
		"map, in one word":    {body: parts(true)},
		"attributes":          {attrs: parts(false)},
		"one-word attributes": {attrs: parts(true)},
	} {
		batch := plog.NewLogs()
		record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		require.NoError(t, record.Body().FromRaw(tt.body))
		require.NoError(t, record.Attributes().FromRaw(tt.attrs))
		b := newBench(t, nil)
		require.NoError(t, b.logs.ConsumeLogs(t.Context(), batch))
		assert.Equal(t, []string{"outcome_ambiguous", "ambiguous_as_failure"}, findingsOf(record.Attributes()), name)
	}
	for _, result := range []any{
		snake, camel, parts(true), `{"ok": true, "data": {"receipt": ` + snake + `}}`, `{"content": [{"type": "text", "text": "x"}], "structuredContent": ` + camel + `}`,
	} {
		found := tell(newBench(t, nil), toolCall(1, 0, "create_order", `{}`, m{"gen_ai.tool.call.result": result}))
		assert.Contains(t, found[0], "ambiguous_as_failure", "%v", result)
	}
	for _, attrs := range []map[string]any{
		{"operationId": "op-1", "state": "Succeeded"}, // of the interface of a cloud
		{"operationId": "op-1", "state": "Succeeded", "history": "x"},
	} {
		assert.Empty(t, tell(newBench(t, nil), attempt{id: 1, name: "poll", attrs: attrs})[0])
	}
}
