package toolspanprocessor

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// toolCall is a call of a story in one conversation.
func toolCall(id byte, at int, tool, args string, more map[string]any) attempt {
	attrs := map[string]any{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": tool, "gen_ai.tool.call.id": fmt.Sprintf("call-%d", id),
		"gen_ai.tool.call.arguments": args, "gen_ai.conversation.id": "c1",
	}
	for key, value := range more {
		attrs[key] = value
	}
	_, failed := more["error.type"]
	return attempt{id: id, at: at, took: 5, name: "execute_tool " + tool, attrs: attrs, failed: failed}
}

// commandLine is the arguments of a shell.
func commandLine(t *testing.T, line string) string {
	args, err := json.Marshal(map[string]string{"command": line})
	require.NoError(t, err)
	return string(args)
}

// TestTheSameAgain makes each call twice, the first of which met a time limit.
func TestTheSameAgain(t *testing.T) {
	type call struct{ tool, args string }
	line := func(s string) call { return call{"Bash", commandLine(t, s)} }
	post := func(url, body string) call {
		args, err := json.Marshal(map[string]string{"method": "POST", "url": url, "body": body})
		require.NoError(t, err)
		return call{"http_request", string(args)}
	}
	for _, tt := range []struct {
		call call
		more map[string]any
		want bool
	}{
		{call: line("git push origin main")},
		{call: line("cd /repo && git add -A && git commit -m x && git push")},
		{call: line("kubectl apply -f x.yaml")},
		{call: line("docker build -t r.invalid/x:1 . && docker push r.invalid/x:1")},
		{call: line("helm upgrade --install api ./chart")},
		{call: line("rm -rf node_modules && npm install")},
		{call: line("make deploy DRY_RUN=1")},
		{call: line("DRY_RUN=true ./deploy.sh")},
		{call: line("DRY_RUN=0 ./deploy.sh"), want: true},
		{call: line("curl -X PUT https://api.invalid/orders/1 -d '{}'")},
		{call: line("curl -X POST https://es.invalid/orders/_search -d '{}'")},
		{call: line(`curl -s https://api.invalid/graphql -d '{"query": "{ me }"}'`)},
		{call: line(`curl -s https://api.invalid/graphql -d '{"query": "mutation { buy }"}'`), want: true},
		{call: line("curl -s https://api.invalid/graphql -d @query.json"), want: true},
		{call: line("curl https://api.invalid/orders -H 'Idempotency-Key: k-1' -d '{}'")},
		{call: line("curl https://api.invalid/orders -H \"Idempotency-Key: $(uuidgen)\" -d '{}'"), want: true},
		{call: line("curl https://api.invalid/orders -d '{}'"), want: true},
		{call: line("git push && gh pr create --fill"), want: true},
		{call: line("gh pr create --fill"), want: true},
		{call: line("psql -c 'CREATE TABLE IF NOT EXISTS t (a int)'")},
		{call: line("psql -c 'INSERT INTO t VALUES (1)'"), want: true},
		{call: line("alembic upgrade head")},
		{call: line("alembic upgrade +1"), want: true},
		{call: line("terraform apply -auto-approve"), want: true},
		{call: call{"Write", `{"file_path": "/w/a.go", "content": "x"}`}},
		{call: call{"Task", `{"prompt": "look into it"}`}},
		{call: call{"apply_patch", `{"patch": "x"}`}},
		{call: call{"create_order", `{"sku": "A-1"}`}, want: true},
		{call: call{"set_label", `{"label": "x"}`}, more: m{"mcp.tool.annotations.idempotentHint": true}},
		{call: call{"http_request", `{"method": "PUT", "url": "https://api.invalid/orders/1"}`}},
		{call: post("https://es.invalid/orders/_search", "{}")},
		{call: post("https://api.invalid/graphql", `{"query": "query { me }"}`)},
		{call: post("https://api.invalid/graphql", `{"query": "mutation { buy }"}`), want: true},
		{call: post("https://api.invalid/orders", "{}"), want: true},
		{call: call{"http", `{}`}, more: m{"http.request.method": "POST", "url.full": "https://es.invalid/orders/_search"}},
	} {
		first := map[string]any{"error.type": "timeout"}
		for key, value := range tt.more {
			first[key] = value
		}
		again := map[string]any{"gen_ai.tool.call.result": "done"}
		for key, value := range tt.more {
			again[key] = value
		}
		found := tell(newBench(t, nil), toolCall(1, 0, tt.call.tool, tt.call.args, first), toolCall(2, 10, tt.call.tool, tt.call.args, again))
		assert.Equal(t, tt.want, slices.Contains(found[1], "blind_retry"), "%+v: %v", tt.call, found)
	}
}

// TestRetryWithoutCallIDs holds calls without IDs against each other in one conversation, in
// whichever trace they are, and not across conversations.
func TestRetryWithoutCallIDs(t *testing.T) {
	for _, tt := range []struct {
		first, again string // conversations
		traces       [2]byte
		want         int64
	}{
		{"a", "a", [2]byte{1, 2}, 1},
		{"a", "b", [2]byte{1, 2}, 0},
		{"a", "b", [2]byte{1, 1}, 0},
		{"", "", [2]byte{1, 1}, 1},
		{"", "", [2]byte{1, 2}, 0},
	} {
		b := newBench(t, nil)
		for i, conversation := range []string{tt.first, tt.again} {
			attrs := m{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "pay", "gen_ai.tool.call.arguments": `{"n":1}`}
			if conversation != "" {
				attrs["gen_ai.conversation.id"] = conversation
			}
			if i == 0 {
				attrs["error.type"] = "timeout"
			}
			batch := ptrace.NewTraces()
			span := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
			span.SetTraceID([16]byte{tt.traces[i]})
			span.SetSpanID([8]byte{byte(i + 1)})
			span.SetStartTimestamp(pcommon.Timestamp(1000 * (i + 1)))
			span.SetEndTimestamp(pcommon.Timestamp(1000*(i+1) + 500))
			require.NoError(t, span.Attributes().FromRaw(attrs))
			b.send(batch)
		}
		assert.Equal(t, tt.want, b.sum("findings", "rule", "blind_retry"), "%+v", tt)
	}
}

// TestLooksByOtherNames has what one tool makes looked for with another, before it is made again.
func TestLooksByOtherNames(t *testing.T) {
	for _, tt := range []struct {
		does, args, looks, about string
		want                     bool
	}{
		{does: "send_email", args: `{"to": "a@x.invalid"}`, looks: "list_messages", about: `{}`},
		{does: "notify", args: `{"to": "a@x.invalid"}`, looks: "get_log", about: `{"recipient": "a@x.invalid"}`},
		{does: "charge_card", args: `{"sum": 5}`, looks: "list_payments", about: `{}`},
		{does: "create_ticket", args: `{"title": "x"}`, looks: "search_issues", about: `{"q": "x"}`},
		{does: "create_ticket", args: `{"title": "x"}`, looks: "get_weather", about: `{}`, want: true},
		{does: "create_ticket", args: `{"title": "x"}`, looks: "think", about: `{"thought": "it failed"}`, want: true},
		{does: "create_ticket", args: `{"title": "x"}`, looks: "sleep", about: `{"seconds": 30}`, want: true},
		{does: "create_ticket", args: `{"title": "x"}`, looks: "Bash", about: `{"command": "ls"}`, want: true},
		{does: "send_email", args: `{"to": "a@x.invalid"}`, looks: "list_orders", about: `{"of": "b@x.invalid"}`, want: true},
	} {
		found := tell(newBench(t, nil), toolCall(1, 0, tt.does, tt.args, m{"error.type": "timeout"}),
			toolCall(2, 10, tt.looks, tt.about, m{"gen_ai.tool.call.result": "none"}), toolCall(3, 20, tt.does, tt.args, m{"gen_ai.tool.call.result": "done"}))
		assert.Equal(t, tt.want, slices.Contains(found[2], "blind_retry"), "%+v: %v", tt, found)
	}
}
