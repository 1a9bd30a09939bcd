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
	"github.com/toolspan/toolspan/internal/rules"
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

// retried is a POST that timed out after its body was sent, and the calls that follow.
func retried(first map[string]any, more ...attempt) []attempt {
	attrs := order("op-1", map[string]any{
		"state": "outcome_unknown", "state_history": history("planned", "submitted", `outcome_unknown "error":{"code":"timeout"}`),
	})
	for key, value := range receipt(first) {
		attrs[key] = value
	}
	return append([]attempt{{id: 1, at: 0, took: 30, name: "create_order", failed: true, attrs: attrs}}, more...)
}

func again(id byte, at int, more map[string]any) attempt {
	attrs := order(fmt.Sprintf("op-%d", id), map[string]any{"state": "succeeded", "external_id": fmt.Sprintf("ord-%d", id), "state_history": history("planned", "submitted", "succeeded")})
	for key, value := range receipt(more) {
		attrs[key] = value
	}
	return attempt{id: id, at: at, took: 2, name: "create_order", attrs: attrs}
}

// found1 is what is found later of the first order.
func found1(id byte, at int) attempt {
	return attempt{id: id, at: at, name: "create_order", attrs: order("op-1", map[string]any{
		"state": "succeeded", "external_id": "ord-1",
		"state_history": history("planned", "submitted", `outcome_unknown "error":{"code":"timeout"}`, "reconciling", `succeeded "evidence":"readback_match"`),
	})}
}

func TestRetriedPost(t *testing.T) {
	list := func(attrs map[string]any) map[string]any {
		attrs["gen_ai.operation.name"] = "execute_tool"
		return attrs
	}
	for name, tt := range map[string]struct {
		story []attempt
		want  map[string]int
	}{
		"blindly, and it made two": {retried(nil, again(2, 31, nil), found1(3, 90)), map[string]int{"outcome_ambiguous": 1, "blind_retry": 1, "duplicate_effect": 1}},
		"with the same key": {
			retried(map[string]any{"idempotency_key": "k-1"}, again(2, 31, map[string]any{"idempotency_key": "k-1"})), map[string]int{"outcome_ambiguous": 1},
		},
		"after a GET of the target": {
			retried(nil, attempt{id: 9, at: 31, name: "http", attrs: list(map[string]any{
				"gen_ai.tool.name": "http", "http.request.method": "GET", "url.full": "https://api.example.invalid/v1/orders?ref=op-1",
			})}, again(2, 40, nil)), map[string]int{"outcome_ambiguous": 1},
		},
		"after a GET that found nothing": {
			retried(nil, attempt{id: 9, at: 31, name: "http", failed: true, attrs: list(map[string]any{
				"gen_ai.tool.name": "http", "http.request.method": "GET", "url.full": "https://api.example.invalid/v1/orders/op-1", "http.response.status_code": 404,
			})}, again(2, 40, nil)), map[string]int{"outcome_ambiguous": 1},
		},
		"after a GET that timed out as well": {
			retried(nil, attempt{id: 9, at: 31, name: "http", failed: true, attrs: list(map[string]any{
				"gen_ai.tool.name": "http", "http.request.method": "GET", "url.full": "https://api.example.invalid/v1/orders/op-1", "error.type": "timeout",
			})}, again(2, 60, nil)), map[string]int{"outcome_ambiguous": 1, "blind_retry": 1},
		},
		"after a GET of something else": {
			retried(nil, attempt{id: 9, at: 31, name: "http", attrs: list(map[string]any{
				"gen_ai.tool.name": "http", "http.request.method": "GET", "url.full": "https://api.example.invalid/v1/customers/7",
			})}, again(2, 40, nil)), map[string]int{"outcome_ambiguous": 1, "blind_retry": 1},
		},
		"after a tool that lists orders": {
			retried(nil, attempt{id: 9, at: 31, name: "list_orders", attrs: list(map[string]any{"gen_ai.tool.name": "list_orders"})}, again(2, 40, nil)),
			map[string]int{"outcome_ambiguous": 1},
		},
		"twice": {
			retried(nil, func() attempt { a := retried(map[string]any{"operation_id": "op-2"})[0]; a.id, a.at = 2, 31; return a }(), again(3, 70, nil)),
			map[string]int{"outcome_ambiguous": 2, "blind_retry": 2},
		},
		"delivered twice":  {retried(nil, retried(nil)[0], found1(3, 90)), map[string]int{"outcome_ambiguous": 1}},
		"at the same time": {retried(nil, again(2, 10, nil)), map[string]int{"outcome_ambiguous": 1}},
		"with another body": {
			retried(nil, again(2, 31, map[string]any{"payload": `{"sku":"B-1"}`, "fingerprint": "sha256:" + strings.Repeat("0", 64)})),
			map[string]int{"outcome_ambiguous": 1, "fingerprint_mismatch": 1},
		},
		"after a refused connection": {
			[]attempt{{id: 1, took: 1, name: "create_order", failed: true, attrs: order("op-1", map[string]any{
				"state": "safe_to_retry", "state_history": history("planned", "submitted", `safe_to_retry "error":{"code":"ECONNREFUSED"}`),
			})}, again(2, 1, nil)}, map[string]int{},
		},
		"by its client": {
			[]attempt{
				{id: 1, took: 30, name: "http", failed: true, attrs: list(map[string]any{"http.request.method": "POST", "url.full": "https://api.example.invalid/v1/orders", "error.type": "timeout"})},
				{id: 2, at: 30, name: "http", attrs: list(map[string]any{
					"http.request.method": "POST", "url.full": "https://api.example.invalid/v1/orders", "http.request.resend_count": 1, "http.response.status_code": 201,
				})},
				{id: 3, at: 40, name: "http", attrs: list(map[string]any{"http.request.method": "POST", "url.full": "https://api.example.invalid/v1/orders", "http.response.status_code": 201})},
			}, map[string]int{"outcome_ambiguous": 1, "blind_retry": 1},
		},
		"by its client, after it was refused": {
			[]attempt{
				{id: 1, took: 30, name: "http", failed: true, attrs: list(map[string]any{"http.request.method": "POST", "url.full": "https://api.example.invalid/v1/orders", "error.type": "ECONNREFUSED"})},
				{id: 2, at: 30, name: "http", attrs: list(map[string]any{
					"http.request.method": "POST", "url.full": "https://api.example.invalid/v1/orders", "http.request.resend_count": 1, "http.response.status_code": 201,
				})},
			}, map[string]int{},
		},
		"as the receipt says, without a key": {
			retried(nil, attempt{id: 2, at: 31, name: "create_order", attrs: order("op-1", map[string]any{"state": "succeeded", "external_id": "ord-1", "state_history": history(
				"planned", "submitted", `outcome_unknown "error":{"code":"timeout"}`, "submitted", "succeeded")})}),
			map[string]int{"outcome_ambiguous": 1, "transition_illegal": 1, "blind_retry": 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			for _, list := range tell(b, tt.story...) {
				if len(list) > 0 && contains(toAny(list), "must_rerun") {
					require.NotContains(t, list, "outcome_ambiguous", "it may have happened")
				}
			}
			got := map[string]int{}
			for _, id := range rules.IDs() {
				if n := b.sum("findings", "rule", id); n > 0 {
					got[id] = int(n)
				}
			}
			assert.Equal(t, tt.want, got)
		})
	}
}
