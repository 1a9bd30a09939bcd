package agentwork

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

// API is an hour or so of ordinary work with an API, of that many calls or a few more, as spans of tools: what it reads may fail and is
// read again, what it writes is answered. With trouble, some of what it writes gets no answer, and is looked for, or sent
// again with the same key, or sent again where that does no more than the first time.
func API(name string, seed uint64, calls int, trouble bool) (list []Batch, made int) {
	a := &api{
		writer: &writer{session: &Session{Name: name}, clock: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)},
		random: rand.New(rand.NewPCG(seed, 23)), //nolint:gosec // has to be the same every time
	}
	episodes := apiWork
	if trouble {
		episodes = append(episodes[:len(episodes):len(episodes)], apiTrouble...)
	}
	for a.calls < calls {
		if a.trace.IsEmpty() || a.random.IntN(40) == 0 {
			a.prompts++
			a.trace, a.root = a.hash("trace", a.prompts), a.span()
		}
		episodes[a.random.IntN(len(episodes))](a)
		a.flush()
	}
	return a.batches, a.calls
}

type api struct {
	*writer
	random *rand.Rand
	calls  int
}

func (a *api) n(below int) int { return a.random.IntN(below) }

// http calls a tool that makes one request. A status of 0 is that of a request without an answer, for the reason that is
// given.
func (a *api) http(tool, method, path, body string, status int, reason string) ptrace.Span {
	values := attrs{
		"http.request.method": method, "url.full": "https://api.shop.example" + path, "gen_ai.tool.call.arguments": body,
	}
	result := `{"ok":true}`
	if status != 0 {
		values["http.response.status_code"] = status
	}
	switch {
	case status == 0:
		values["error.type"], result = reason, ""
	case status >= 400:
		values["error.type"], result = strconv.Itoa(status), fmt.Sprintf(`{"error":%q}`, reason)
	}
	return a.tool(tool, values, result, status == 0 || status >= 400)
}

func (a *api) tool(name string, values attrs, result string, failed bool) ptrace.Span {
	a.calls++
	_, _ = a.pass(time.Duration(100+a.n(2000)) * time.Millisecond)
	from, to := a.pass(time.Duration(20+a.n(900)) * time.Millisecond)
	span := a.addSpan(a.spansOf("example.agent", attrs{"service.name": "shop-agent"}), "execute_tool "+name, a.root, from, to, attrs{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.id": fmt.Sprintf("toolu_%s_%04d", a.session.Name, a.calls),
		"gen_ai.conversation.id": a.session.Name,
	}.and(values))
	if result != "" {
		span.Attributes().PutStr("gen_ai.tool.call.result", result)
	}
	if failed {
		span.Status().SetCode(ptrace.StatusCodeError)
	}
	return span
}

func (a *api) order() string { return fmt.Sprintf("/v1/orders/ord_%d", 100+a.n(900)) }

// apiWork are the pieces of which nothing is to be said.
var apiWork = []func(*api){
	func(a *api) { // pages
		for page := range 2 + a.n(4) {
			a.http("list_orders", "GET", fmt.Sprintf("/v1/orders?page=%d", page), fmt.Sprintf(`{"page":%d}`, page), 200, "")
		}
	},
	func(a *api) { // one read, which fails for a while
		path := a.order()
		for range a.n(3) {
			switch a.n(3) {
			case 0:
				a.http("get_order", "GET", path, `{"id":"`+path+`"}`, 503, "unavailable")
			case 1:
				a.http("get_order", "GET", path, `{"id":"`+path+`"}`, 0, "timeout")
			default:
				a.http("get_order", "GET", path, `{"id":"`+path+`"}`, 504, "gateway timeout")
			}
		}
		a.http("get_order", "GET", path, `{"id":"`+path+`"}`, 200, "")
	},
	func(a *api) { // a profile is put, often the same again
		for range 1 + a.n(3) {
			a.http("put_profile", "PUT", "/v1/profiles/7", `{"name":"Ada","plan":"pro"}`, 200, "")
		}
	},
	func(a *api) { // too many requests
		body := fmt.Sprintf(`{"sku":"A-%d","n":1}`, a.n(1000))
		a.http("create_order", "POST", "/v1/orders", body, 429, "too many requests").Attributes().PutStr("http.response.header.retry-after", "2")
		a.http("create_order", "POST", "/v1/orders", body, 201, "")
	},
	func(a *api) { // what is deleted is gone, also for who deletes it again
		path := a.order()
		a.http("delete_order", "DELETE", path, `{"id":"`+path+`"}`, 204, "")
		a.http("get_order", "GET", path, `{"id":"`+path+`"}`, 404, "not found")
		a.http("delete_order", "DELETE", path, `{"id":"`+path+`"}`, 404, "not found")
	},
	func(a *api) { // a job is started and looked at until it ends
		job := a.n(1000)
		a.http("start_export", "POST", "/v1/exports", fmt.Sprintf(`{"job":%d}`, job), 202, "")
		for range 2 + a.n(5) {
			a.http("get_export", "GET", fmt.Sprintf("/v1/exports/%d", job), fmt.Sprintf(`{"job":%d}`, job), 200, "")
		}
	},
	func(a *api) { // orders that differ
		for range 2 + a.n(3) {
			a.http("create_order", "POST", "/v1/orders", fmt.Sprintf(`{"sku":"B-%d","n":%d}`, a.n(10_000), 1+a.n(5)), 201, "")
		}
	},
	func(a *api) { // a search that is a POST, made twice
		for range 2 {
			a.http("run_search", "POST", "/v1/search", `{"q":"open orders"}`, 200, "")
		}
	},
	func(a *api) { // a refused connection, tried again at once
		body := fmt.Sprintf(`{"sku":"C-%d"}`, a.n(10_000))
		a.http("create_order", "POST", "/v1/orders", body, 0, "ECONNREFUSED")
		a.http("create_order", "POST", "/v1/orders", body, 201, "")
	},
	func(a *api) { // a request that the server does not take, and one that it takes
		a.http("create_order", "POST", "/v1/orders", `{"sku":""}`, 422, "sku is empty")
		a.http("create_order", "POST", "/v1/orders", `{"sku":""}`, 422, "sku is empty")
		a.http("create_order", "POST", "/v1/orders", fmt.Sprintf(`{"sku":"D-%d"}`, a.n(10_000)), 201, "")
	},
	func(a *api) { // tools of a server of which no more is known than their names
		a.tool("send_message", attrs{"gen_ai.tool.call.arguments": `{"to":"ops","text":"ping"}`}, `{"message_id":"m1"}`, false)
		a.tool("send_message", attrs{"gen_ai.tool.call.arguments": `{"to":"ops","text":"ping"}`}, `{"message_id":"m2"}`, false)
		a.tool("search_tickets", attrs{"gen_ai.tool.call.arguments": `{"q":"late"}`}, "MCP error -32001: Request timed out", true)
		a.tool("search_tickets", attrs{"gen_ai.tool.call.arguments": `{"q":"late"}`}, `[]`, false)
		a.tool("update_ticket", attrs{"gen_ai.tool.call.arguments": `{"id":"T-12","state":"x"}`}, `Error: state must be open or closed`, true)
		a.tool("update_ticket", attrs{"gen_ai.tool.call.arguments": `{"id":"T-12","state":"x"}`}, `Error: state must be open or closed`, true)
	},
	func(a *api) { // a receipt of what went well, state by state
		op := fmt.Sprintf("op-%d", a.calls)
		for n, state := range []string{"planned", "submitted", "succeeded"} {
			a.tool("refund", attrs{
				"tool_span.action.operation_id": op, "tool_span.action.operation": "refund", "tool_span.action.state": state,
				"tool_span.action.fingerprint": fmt.Sprintf("sha256:%064x", a.calls-n),
			}, "", false)
		}
	},
}

// apiTrouble are requests without an answer, and what is rightly done about them.
var apiTrouble = []func(*api){
	func(a *api) { // it is looked for first
		body := fmt.Sprintf(`{"sku":"E-%d"}`, a.n(10_000))
		a.http("create_order", "POST", "/v1/orders", body, 0, "timeout")
		a.http("list_orders", "GET", "/v1/orders?recent=1", `{"recent":1}`, 200, "")
		a.http("create_order", "POST", "/v1/orders", body, 201, "")
	},
	func(a *api) { // it is sent again with the same key
		body := fmt.Sprintf(`{"amount":%d,"idempotency_key":"k-%d"}`, a.n(100), a.calls)
		a.http("charge", "POST", "/v1/charges", body, 504, "gateway timeout")
		a.http("charge", "POST", "/v1/charges", body, 201, "")
	},
	func(a *api) { // a PUT does no more than the first time
		body := fmt.Sprintf(`{"name":"Ada","plan":"p%d"}`, a.n(100))
		a.http("put_profile", "PUT", "/v1/profiles/7", body, 0, "ECONNRESET")
		a.http("put_profile", "PUT", "/v1/profiles/7", body, 200, "")
	},
	func(a *api) { // another tool of the server shows what became of it
		text := fmt.Sprintf(`{"title":"t-%d"}`, a.n(10_000))
		a.tool("task_create", attrs{"gen_ai.tool.call.arguments": text}, "MCP error -32001: Request timed out", true)
		a.tool("task_list", attrs{"gen_ai.tool.call.arguments": `{}`}, `[]`, false)
		a.tool("task_create", attrs{"gen_ai.tool.call.arguments": text}, `{"id":9}`, false)
	},
}
