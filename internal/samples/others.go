package samples

import "fmt"

// Crowded is the title of a record that looks as much like a call as one can that is none.
const Crowded = "event with the keys of tool calls"

// Others lists records that are no tool calls, some of them close to one.
func Others() []Record {
	return []Record{
		{
			Title: "span of a web server", Scope: "io.opentelemetry.tomcat-10.0", Service: "shop", Name: "GET /api/carts/{id}",
			Attrs: []Attr{
				{"http.request.method", "GET"}, {"http.route", "/api/carts/{id}"}, {"http.response.status_code", 200}, {"url.scheme", "https"},
				{"url.path", "/api/carts/81723"}, {"server.address", "shop.example.com"}, {"server.port", 443}, {"client.address", "203.0.113.7"},
				{"user_agent.original", "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"}, {"network.protocol.version", "1.1"},
				{"network.peer.address", "10.8.0.14"}, {"network.peer.port", 51234}, {"thread.id", 71}, {"thread.name", "http-worker-12"}, {"enduser.id", "u-55121"},
			},
		},
		{
			Title: "span of a database", Scope: "io.opentelemetry.jdbc", Service: "shop", Name: "SELECT carts",
			Attrs: []Attr{
				{"db.system.name", "postgresql"}, {"db.namespace", "shop|public"}, {"db.collection.name", "carts"}, {"db.operation.name", "SELECT"},
				{"db.query.summary", "SELECT carts"}, {"db.query.text", "SELECT id, total FROM carts WHERE id = ?"}, {"db.response.returned_rows", 1},
				{"db.stored_procedure.name", ""}, {"server.address", "db.example.com"}, {"server.port", 5432}, {"network.peer.address", "10.8.0.20"},
				{"network.peer.port", 5432}, {"thread.id", 71}, {"thread.name", "http-worker-12"}, {"peer.service", "db"},
			},
		},
		{
			Title: "span of an HTTP client", Scope: "opentelemetry.instrumentation.httpx", Service: "shop", Name: "POST",
			Attrs: []Attr{
				{"http.request.method", "POST"}, {"url.full", "https://api.example.com/v1/pay"}, {"http.response.status_code", 502}, {"error.type", "502"},
				{"server.address", "api.example.com"}, {"server.port", 443}, {"network.protocol.version", "2"}, {"network.peer.address", "203.0.113.9"},
				{"network.peer.port", 443}, {"http.request.resend_count", 1}, {"http.request.body.size", 812}, {"http.response.body.size", 77},
				{"url.scheme", "https"}, {"url.template", "/v1/pay"}, {"user_agent.original", "python-httpx/0.28"},
			},
		},
		{
			Title: "span of a model", Scope: "opentelemetry.instrumentation.openai_v2", Service: "shop", Name: "chat gpt-5",
			Attrs: []Attr{
				{"gen_ai.operation.name", "chat"}, {"gen_ai.system", "openai"}, {"gen_ai.provider.name", "openai"}, {"gen_ai.request.model", "gpt-5"},
				{"gen_ai.response.model", "gpt-5-2026-01"}, {"gen_ai.response.id", "chatcmpl-1"}, {"gen_ai.response.finish_reasons", []any{"tool_calls"}},
				{"gen_ai.usage.input_tokens", 812}, {"gen_ai.usage.output_tokens", 77}, {"gen_ai.request.temperature", 0.2}, {"gen_ai.request.max_tokens", 4096},
				{"gen_ai.conversation.id", session}, {"gen_ai.agent.name", "builder"}, {"server.address", "api.example.com"}, {"server.port", 443},
			},
		},
		{
			Title: "log record", Log: true, Scope: "shop.carts", Service: "shop", Body: "cart 81723 was checked out in 41 ms",
			Attrs: []Attr{
				{"code.function.name", "checkout"}, {"code.file.path", "carts.py"}, {"code.line.number", 211}, {"thread.id", 71}, {"thread.name", "http-worker-12"},
				{"log.logger", "shop.carts"}, {"log.iostream", "stdout"}, {"process.pid", 812}, {"enduser.id", "u-55121"}, {"cart.id", "81723"},
				{"cart.total", 41.5}, {"http.route", "/api/carts/{id}"}, {"session.id", session}, {"tenant", "eu"}, {"sampled", true},
			},
		},
		{
			Title: "log record of JSON", Log: true, Scope: "shop.carts", Service: "shop",
			Body: `{"time":"2026-11-30T00:05:36.647Z","level":"info","msg":"cart was checked out","cart":"81723","took_ms":41,"user":"u-55121","tenant":"eu"}`,
			Attrs: []Attr{
				{"log.file.name", "carts.log"}, {"log.iostream", "stdout"}, {"k8s.pod.name", "carts-5d9"}, {"k8s.container.name", "carts"}, {"k8s.namespace.name", "shop"},
			},
		},
		{
			Title: "event of another program", Log: true, Scope: "browser", Service: "shop-web", Name: "browser.web_vital", Body: "",
			Attrs: []Attr{
				{"event.name", "browser.web_vital"}, {"session.id", session}, {"web_vital.name", "lcp"}, {"web_vital.value", 1841.5}, {"web_vital.id", "v5-1"},
				{"url.full", "https://shop.example.com/cart"}, {"browser.platform", "Linux"}, {"browser.mobile", false}, {"browser.language", "en"},
				{"user_agent.original", "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"}, {"screen.width", 1920}, {"screen.height", 1080},
				{"network.effective_type", "4g"}, {"enduser.id", "u-55121"}, {"tenant", "eu"},
			},
		},
		{
			Title: Crowded, Log: true, Scope: "ci", Service: "ci", Body: "build.finished",
			Attrs: []Attr{
				{"event.name", "build.finished"}, {"event.timestamp", "2026-11-30T00:05:36.647Z"}, {"session.id", session}, {"status", "success"},
				{"success", true}, {"duration_ms", 371}, {"tool", "make"}, {"output", "done"}, {"error", ""}, {"source", "ci"}, {"decision", "accept"},
				{"arguments", "{}"}, {"call_id", "b-1"}, {"prompt_id", "p-1"}, {"model", "none"},
			},
		},
		wide(),
	}
}

// wide is a span with many attributes of the application's own.
func wide() Record {
	r := Record{Title: "span of 40 attributes", Scope: "shop", Service: "shop", Name: "checkout"}
	for i := range 40 {
		r.Attrs = append(r.Attrs, Attr{fmt.Sprintf("shop.%s.%d", []string{"cart", "user", "order", "payment"}[i%4], i), fmt.Sprint("value ", i)})
	}
	return r
}
