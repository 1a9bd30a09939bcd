package toolspanprocessor

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/action"
)

// attempt is one span of a story about actions.
type attempt struct {
	id       byte
	at, took int // in seconds
	name     string
	attrs    map[string]any
	failed   bool
}

// tell sends the spans of a story, each as a request of its own, and returns what was
// found on each.
func tell(b *bench, story ...attempt) (found [][]string) {
	b.t.Helper()
	for _, a := range story {
		span := b.sendAttempt(a)
		found = append(found, findingsOf(span.Attributes()))
		if must, ok := span.Attributes().Get("tool_span.verdict.must_rerun"); ok && must.Bool() {
			found[len(found)-1] = append(found[len(found)-1], "must_rerun")
		}
	}
	return found
}

func (b *bench) sendAttempt(a attempt) ptrace.Span {
	b.t.Helper()
	batch := ptrace.NewTraces()
	span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetTraceID([16]byte{7})
	span.SetSpanID([8]byte{a.id})
	span.SetName(a.name)
	begin := time.Unix(1_800_000_000, 0).Add(time.Duration(a.at) * time.Second)
	span.SetStartTimestamp(pcommon.NewTimestampFromTime(begin))
	span.SetEndTimestamp(pcommon.NewTimestampFromTime(begin.Add(time.Duration(max(a.took, 1)) * time.Second)))
	if a.failed {
		span.Status().SetCode(ptrace.StatusCodeError)
	}
	require.NoError(b.t, span.Attributes().FromRaw(a.attrs))
	return b.send(batch)
}

func findingsOf(attrs pcommon.Map) (list []string) {
	if v, ok := attrs.Get("tool_span.verdict.findings"); ok {
		for _, id := range v.Slice().AsRaw() {
			list = append(list, id.(string))
		}
	}
	return list
}

// receipt is an action in the attributes of the contract.
func receipt(more map[string]any) map[string]any {
	attrs := map[string]any{}
	for key, value := range more {
		attrs["tool_span.action."+key] = value
	}
	return attrs
}

// order is the request of the stories below.
func order(operation string, more map[string]any) map[string]any {
	attrs := receipt(map[string]any{
		"operation_id": operation, "operation": "create_order", "method": "POST", "target": "/v1/orders", "payload": `{"sku":"A-1","n":2}`,
		"fingerprint": orderFingerprint,
	})
	for key, value := range receipt(more) {
		attrs[key] = value
	}
	return attrs
}

const orderFingerprint = "sha256:c2c98ba9a1ea106771e2957f71f3b0ea161832ed06df10de5f92dc8e8859a0ee"

func history(states ...string) string {
	var entries []string
	for i, s := range states {
		state, more, _ := strings.Cut(s, " ")
		if more != "" {
			more = "," + more
		}
		entries = append(entries, fmt.Sprintf(`{"state":%q,"recorded_at":"2027-01-15T08:%02d:00Z"%s}`, state, i, more))
	}
	return "[" + strings.Join(entries, ",") + "]"
}

func TestEveryMove(t *testing.T) {
	b := newBench(t, nil)
	id := byte(0)
	for from := action.Planned; from < action.NumStates; from++ {
		for to := action.Planned; to < action.NumStates; to++ {
			id++
			span := b.sendAttempt(attempt{id: id, name: "act", attrs: order(fmt.Sprintf("op-%d", id), map[string]any{
				"state": to.String(), "state_history": history(from.String(), to.String()),
			})})
			found := findingsOf(span.Attributes())
			illegal := from.MoveTo(to) == action.Illegal || from.MoveTo(to) == action.SameKey
			assert.Equal(t, illegal, contains(toAny(found), "transition_illegal"), "%s to %s: %v", from, to, found)
		}
	}
}

func toAny(list []string) (all []any) {
	for _, s := range list {
		all = append(all, s)
	}
	return all
}

func TestStory(t *testing.T) {
	b := newBench(t, nil)
	got := tell(b,
		attempt{id: 1, at: 0, took: 30, name: "create_order", failed: true, attrs: order("op-1", map[string]any{
			"state": "outcome_unknown", "error.code": "timeout",
		})},
		attempt{id: 2, at: 31, took: 2, name: "create_order", attrs: order("op-2", map[string]any{
			"state": "succeeded", "external_id": "ord-2", 
		})},
		attempt{id: 3, at: 41, took: 2, name: "create_order", attrs: order("op-1", map[string]any{
			"state": "succeeded", "external_id": "ord-1", "evidence": "GET /v1/orders found ord-1",
		})},
	)
	fmt.Println(got)
}
