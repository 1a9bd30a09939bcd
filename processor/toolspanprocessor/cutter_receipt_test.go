package toolspanprocessor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// TestTextsOfReceipts puts a text at each place of a receipt in each of its shapes, finds it
// nowhere in what comes out, and the verdict as it is with everything kept, also at a tier
// that comes after.
func TestTextsOfReceipts(t *testing.T) {
	const private = "card 4711-0815 of somebody"
	lost := []any{m{"state": "submitted"}, m{"state": "outcome_unknown", "error": m{"code": "timeout", "message": private}}, m{"state": "reconciling"}}
	for name, attrs := range map[string]map[string]any{
		"payload":         order("op-1", m{"state": "planned", "payload": m{"card": private}}),
		"operation":       order("op-1", m{"state": "planned", "operation": m{"method": "POST", "path": "/x", "payload": m{"card": private}}}),
		"operation, JSON": order("op-1", m{"state": "planned", "operation": `{"method":"POST","path":"/x","payload":{"card":"` + private + `"}}`}),
		"error":           order("op-1", m{"state": "outcome_unknown", "error": "timeout for " + private}),
		"error, map":      order("op-1", m{"state": "outcome_unknown", "error": m{"code": "timeout", "message": private}}),
		"history":         order("op-1", m{"state": "reconciling", "state_history": lost}),
		"history, JSON":   order("op-1", m{"state": "rejected", "state_history": `[{"state":"submitted"},{"state":"rejected","error":{"code":"422","message":"` + private + `"}}]`}),
		"history, cut":    order("op-1", m{"state": "succeeded", "state_history": `[{"state":"planned"},{"error":"` + private}),
		"evidence":        order("op-1", m{"state": "succeeded", "state_history": append(lost, m{"state": "succeeded", "evidence": "GET found " + private})}),
		"evidence, map":   order("op-1", m{"state": "succeeded", "state_history": append(lost, m{"state": "succeeded", "evidence": m{"text": "found " + private}})}),
		"error before":    order("op-1", m{"state": "outcome_unknown", "state_history": []any{m{"state": "submitted"}, m{"state": "outcome_unknown", "error": "getaddrinfo ENOTFOUND for " + private}}}),
		"absence":         order("op-1", m{"state": "safe_to_retry", "state_history": append(lost, m{"state": "safe_to_retry", "reconciliation": m{"note": "not found: " + private, "evidence": "404 for " + private}})}),
		"group":           {"tool_span.action": m{"operation_id": "op-1", "state": "planned", "payload": m{"card": private}}},
		"group, JSON":     {"tool_span.action": `{"operation_id":"op-1","state":"planned","payload":{"card":"` + private + `"}}`},
		"bare":            {"operation_id": "op-1", "state": "planned", "payload": m{"card": private}},
		"in one word":     {"operationId": "op-1", "stateHistory": `["planned"]`, "request": m{"method": "POST", "body": private}},
	} {
		for _, shape := range []string{"span", "attributes", "map", "JSON"} {
			want, _ := receiptThrough(t, contentKeep, shape, attrs, 1)
			for _, mode := range []string{contentHash, contentDrop} {
				got, out := receiptThrough(t, mode, shape, attrs, 1)
				assert.NotContains(t, out, private, "%s, %s: %s", mode, shape, name)
				assert.Equal(t, want, got, "%s, %s: %s", mode, shape, name)
				again, _ := receiptThrough(t, mode, shape, attrs, 2)
				assert.Subset(t, want, again, "%s, %s: %s, at a second tier", mode, shape, name)
			}
		}
	}
}

// receiptThrough sends a receipt through so many processors, and returns what the last has
// found and what came out.
func receiptThrough(t *testing.T, mode, shape string, attrs map[string]any, tiers int) (found []string, out string) {
	if shape == "span" {
		batch := ptrace.NewTraces()
		span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		require.NoError(t, span.Attributes().FromRaw(attrs))
		for range tiers {
			newBench(t, withhold(mode)).send(batch)
		}
		wire, err := (&ptrace.JSONMarshaler{}).MarshalTraces(batch)
		require.NoError(t, err)
		return findingsOf(span.Attributes()), string(wire)
	}
	batch := plog.NewLogs()
	record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	switch shape {
	case "attributes":
		require.NoError(t, record.Attributes().FromRaw(attrs))
	case "map":
		require.NoError(t, record.Body().FromRaw(attrs))
	default:
		v := pcommon.NewValueEmpty()
		require.NoError(t, v.FromRaw(attrs))
		record.Body().SetStr(v.AsString())
	}
	for range tiers {
		require.NoError(t, newBench(t, withhold(mode)).logs.ConsumeLogs(t.Context(), batch))
	}
	wire, err := (&plog.JSONMarshaler{}).MarshalLogs(batch)
	require.NoError(t, err)
	return findingsOf(record.Attributes()), string(wire)
}

// TestHostileReceiptsLeave cuts bodies that are huge, deep, or no JSON at all.
func TestHostileReceiptsLeave(t *testing.T) {
	const begins = `{"operation_id":"op","state":"succeeded",`
	for name, body := range map[string]string{
		"long":     begins + `"state_history":[` + strings.Repeat(`{"state":"reconciling","error":{"message":"a private text"}},`, 30000) + `"succeeded"]}`,
		"wide":     begins + strings.Repeat(`"error":"a private text",`, 10000) + `"x":1}`,
		"deep":     begins + `"error":` + strings.Repeat(`{"error":`, 9000) + `"a private text"` + strings.Repeat("}", 9000) + "}",
		"escaped":  begins + `"err\u006fr":"a private text"}`,
		"no UTF-8": begins + "\"error\":\"a private \xff\xfe text\"}",
		"not all":  begins + `"error":"a private`,
	} {
		for _, mode := range []string{contentHash, contentDrop} {
			batch := plog.NewLogs()
			record := batch.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
			record.Body().SetStr(body)
			require.NoError(t, newBench(t, withhold(mode)).logs.ConsumeLogs(t.Context(), batch))
			assert.NotContains(t, record.Body().AsString(), "private", "%s, %s", mode, name)
		}
	}
}
