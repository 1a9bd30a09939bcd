package toolspanprocessor

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// sentSpan is a span of a trace, in the order of time.
type sentSpan struct {
	id, parent byte
	name       string
	kind       ptrace.SpanKind
	status     ptrace.StatusCode
	message    string
	attrs      map[string]any
}

// inOneBatch makes a batch of the spans, children first where reversed is true.
func inOneBatch(t *testing.T, reversed bool, list ...sentSpan) ptrace.Traces {
	t.Helper()
	batch := ptrace.NewTraces()
	spans := batch.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for i := range list {
		at := i
		if reversed {
			at = len(list) - 1 - i
		}
		s := &list[at]
		span := spans.AppendEmpty()
		span.SetTraceID([16]byte{1})
		span.SetSpanID([8]byte{s.id})
		if s.parent != 0 {
			span.SetParentSpanID([8]byte{s.parent})
		}
		span.SetName(s.name)
		span.SetKind(s.kind)
		span.SetStartTimestamp(pcommon.Timestamp(1000 + at))
		span.Status().SetCode(s.status)
		span.Status().SetMessage(s.message)
		require.NoError(t, span.Attributes().FromRaw(s.attrs))
	}
	return batch
}

// callOf is the span of a tool call that failed, as the conventions have it.
func callOf(status ptrace.StatusCode, more map[string]any) sentSpan {
	attrs := map[string]any{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "pay", "gen_ai.tool.call.id": "call-1"}
	for key, value := range more {
		attrs[key] = value
	}
	return sentSpan{id: 1, name: "execute_tool pay", status: status, attrs: attrs}
}

func client(id, parent byte, message string, attrs map[string]any) sentSpan {
	s := sentSpan{id: id, parent: parent, name: "POST", kind: ptrace.SpanKindClient, message: message, attrs: attrs}
	if message != "" || attrs["error.type"] != nil {
		s.status = ptrace.StatusCodeError
	}
	return s
}

func httpCall(method string, more map[string]any) map[string]any {
	attrs := map[string]any{"http.request.method": method, "url.full": "https://api.invalid/payments?x=1", "server.address": "api.invalid"}
	for key, value := range more {
		attrs[key] = value
	}
	return attrs
}

// TestRequestsBelowACall has a tool call judged by what the client below it says.
func TestRequestsBelowACall(t *testing.T) {
	type want struct {
		outcome, next string
		ambiguous     bool
	}
	var (
		failed    = callOf(ptrace.StatusCodeError, nil)
		timedOut  = callOf(ptrace.StatusCodeError, map[string]any{"error.type": "timeout"})
		cameBack  = callOf(ptrace.StatusCodeUnset, nil)
		unknown   = want{"unknown", "reconcile", true}
		unstated  = want{"unknown", "reconcile", false}
		again     = want{"failed", "rerun", false}
		nothing   = want{outcome: "unknown"}
		post504   = httpCall("POST", map[string]any{"http.response.status_code": 504, "error.type": "504"})
		between   = sentSpan{id: 2, parent: 1, name: "retry", attrs: map[string]any{}}
		ofModel   = sentSpan{id: 2, parent: 1, name: "chat", attrs: map[string]any{"gen_ai.operation.name": "chat"}}
		ofServer  = sentSpan{id: 2, parent: 1, name: "tools/call pay", kind: ptrace.SpanKindClient, attrs: map[string]any{"mcp.method.name": "tools/call"}}
		transport = map[string]any{"http.request.method": "POST", "url.full": "https://tools.invalid/mcp"}
	)
	for name, tt := range map[string]struct {
		spans []sentSpan
		want  want
	}{
		"nothing below":                    {[]sentSpan{failed}, again},
		"504":                              {[]sentSpan{failed, client(3, 1, "", post504)}, unknown},
		"the older names":                  {[]sentSpan{failed, client(3, 1, "", map[string]any{"http.method": "PUT", "http.status_code": 503, "http.url": "https://api.invalid/x"})}, unknown},
		"a time limit":                     {[]sentSpan{failed, client(3, 1, "context deadline exceeded", httpCall("POST", nil))}, unknown},
		"words that nobody knows":          {[]sentSpan{failed, client(3, 1, "gave up", httpCall("POST", nil))}, unknown},
		"refused":                          {[]sentSpan{failed, client(3, 1, "dial tcp 127.0.0.1:80: connect: connection refused", httpCall("POST", nil))}, again},
		"refused, and the call timed out":  {[]sentSpan{timedOut, client(3, 1, "", httpCall("POST", map[string]any{"error.type": "ECONNREFUSED"}))}, want{"incomplete", "rerun", false}},
		"the call timed out":               {[]sentSpan{timedOut, client(3, 1, "", httpCall("POST", map[string]any{"error.type": "timeout"}))}, unknown},
		"a read, and the call timed out":   {[]sentSpan{timedOut, client(3, 1, "", httpCall("GET", map[string]any{"error.type": "timeout"}))}, want{"incomplete", "rerun", false}},
		"a read beside a database":         {[]sentSpan{timedOut, client(3, 1, "", httpCall("GET", map[string]any{"error.type": "timeout"})), client(4, 1, "", map[string]any{"db.system.name": "postgresql"})}, unstated},
		"the call came back":               {[]sentSpan{cameBack, client(3, 1, "", post504)}, unknown},
		"the call came back with a read":   {[]sentSpan{cameBack, client(3, 1, "", httpCall("GET", map[string]any{"http.response.status_code": 504}))}, nothing},
		"a definite error":                 {[]sentSpan{failed, client(3, 1, "", httpCall("POST", map[string]any{"http.response.status_code": 422, "error.type": "422"}))}, again},
		"sent again and answered":          {[]sentSpan{cameBack, client(3, 1, "", post504), client(4, 1, "", httpCall("POST", map[string]any{"http.response.status_code": 201}))}, nothing},
		"something between":                {[]sentSpan{failed, between, client(3, 2, "", post504)}, unknown},
		"below a model":                    {[]sentSpan{failed, ofModel, client(3, 2, "", post504)}, again},
		"to a model":                       {[]sentSpan{failed, client(3, 1, "", httpCall("POST", map[string]any{"http.response.status_code": 504, "gen_ai.operation.name": "chat"}))}, again},
		"the transport of a server":        {[]sentSpan{cameBack, ofServer, client(3, 2, "", transport)}, nothing},
		"the transport breaks":             {[]sentSpan{failed, ofServer, client(3, 2, "unexpected EOF", transport)}, unstated},
		"the transport without its server": {[]sentSpan{timedOut, client(3, 1, "unexpected EOF", transport)}, unstated},
		"a procedure that is unavailable":  {[]sentSpan{failed, client(3, 1, "", map[string]any{"rpc.system": "grpc", "rpc.grpc.status_code": 14, "error.type": "14"})}, unstated},
		"a procedure that was refused": {[]sentSpan{failed, client(3, 1, "connection error: dial tcp 127.0.0.1:1: connect: connection refused",
			map[string]any{"rpc.system": "grpc", "rpc.grpc.status_code": 14})}, again},
		"a procedure that says no":      {[]sentSpan{failed, client(3, 1, "", map[string]any{"rpc.system.name": "grpc", "rpc.response.status_code": "INVALID_ARGUMENT", "error.type": "INVALID_ARGUMENT"})}, again},
		"a procedure past its deadline": {[]sentSpan{failed, client(3, 1, "", map[string]any{"rpc.system.name": "grpc", "rpc.response.status_code": "DEADLINE_EXCEEDED"})}, unstated},
		"of another call":               {[]sentSpan{failed, client(3, 9, "", post504)}, again},
		"its own parent":                {[]sentSpan{failed, {id: 2, parent: 2, name: "x", attrs: map[string]any{}}, client(3, 2, "", post504)}, again},
		"a hint of reading":             {[]sentSpan{callOf(ptrace.StatusCodeError, map[string]any{"error.type": "timeout", "mcp.tool.annotations": map[string]any{"readOnlyHint": true}})}, want{"incomplete", "rerun", false}},
		"a hint in JSON":                {[]sentSpan{callOf(ptrace.StatusCodeError, map[string]any{"error.type": "timeout", "mcp.tool.annotations": `{"destructiveHint": true}`})}, unknown},
		"a server that ran out of time": {[]sentSpan{callOf(ptrace.StatusCodeError, map[string]any{
			"mcp.method.name": "tools/call", "error.type": "-32001", "mcp.tool.annotations.destructiveHint": true,
		})}, unknown},
	} {
		for _, reversed := range []bool{false, true} {
			b := newBench(t, nil)
			batch := inOneBatch(t, reversed, tt.spans...)
			before := ptrace.NewTraces()
			batch.CopyTo(before)
			b.send(batch)
			got := map[string]any{}
			spans := batch.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
			was := before.ResourceSpans().At(0).ScopeSpans().At(0).Spans()
			for i := range spans.Len() {
				switch id := spans.At(i).SpanID(); {
				case id == pcommon.SpanID{1}:
					got = spans.At(i).Attributes().AsRaw()
				case id[0] > 2:
					assert.Equal(t, was.At(i).Attributes().AsRaw(), spans.At(i).Attributes().AsRaw(), "%s: a span of the client is left as it came", name)
				}
			}
			next, _ := got["tool_span.verdict.next"].(string)
			assert.Equal(t, tt.want.outcome, got["tool_span.verdict.outcome"], name)
			assert.Equal(t, tt.want.next, next, name)
			assert.Equal(t, tt.want.ambiguous, got["tool_span.verdict.ambiguous"] == true, name)
			assert.Equal(t, tt.want.next == "rerun", got["tool_span.verdict.must_rerun"] == true, name)
		}
	}
}

// TestARequestThatIsTheCall judges a span of a client that states an action by itself.
func TestARequestThatIsTheCall(t *testing.T) {
	for name, tt := range map[string]struct {
		message string
		attrs   map[string]any
		outcome string
		next    string
	}{
		"504":     {"", map[string]any{"http.response.status_code": 504, "error.type": "504"}, "unknown", "reconcile"},
		"refused": {"dial tcp: connect: connection refused", map[string]any{}, "failed", "rerun"},
		"dropped": {"read: connection reset by peer", map[string]any{}, "unknown", "reconcile"},
		"409":     {"", map[string]any{"http.response.status_code": 409, "error.type": "409"}, "failed", "rerun"},
	} {
		attrs := httpCall("POST", tt.attrs)
		attrs["tool_span.shadow_of"] = "none of these"
		s := client(1, 0, tt.message, attrs)
		s.status = ptrace.StatusCodeError
		out := newBench(t, nil).send(inOneBatch(t, false, s)).Attributes().AsRaw()
		assert.Equal(t, tt.outcome, out["tool_span.verdict.outcome"], name)
		assert.Equal(t, tt.next, out["tool_span.verdict.next"], name)
	}
}

// TestManyRequests stays within its limits whatever a batch holds.
func TestManyRequests(t *testing.T) {
	list := []sentSpan{callOf(ptrace.StatusCodeError, nil)}
	for range 3 * maxRequests {
		list = append(list, client(200, 1, "unexpected EOF", httpCall("POST", nil)))
	}
	b := newBench(t, nil)
	out := b.send(inOneBatch(t, false, list...)).Attributes().AsRaw()
	assert.Equal(t, "reconcile", out["tool_span.verdict.next"])
	assert.EqualValues(t, 1, b.sum("calls"))
	assert.EqualValues(t, 1, b.sum("ambiguous"))
}

// TestClientSpansCostNoMemory has a batch of client spans without any tool call leave nothing behind.
func TestClientSpansCostNoMemory(t *testing.T) {
	b := newBench(t, nil)
	allocations := func(n int) float64 {
		list := make([]sentSpan, n)
		for i := range list {
			list[i] = client(byte(i), 1, "", httpCall("POST", m{"http.response.status_code": 201}))
		}
		batch := inOneBatch(t, false, list...)
		p := &toolSpanProcessor{core: cores.by[b.cfg]}
		return testing.AllocsPerRun(20, func() {
			_, err := p.processTraces(t.Context(), batch)
			require.NoError(t, err)
		})
	}
	// The worker may be made anew in between, which costs a few.
	assert.Less(t, allocations(500), allocations(10)+100)
}

// TestResentBelowACall: a client that says it sent again what may have been done has retried blindly, unless the server
// could know, or the client looked.
func TestResentBelowACall(t *testing.T) {
	lost := client(3, 1, "", httpCall("POST", m{"http.response.status_code": 504, "error.type": "504"}))
	resent := func(method string, more m) sentSpan {
		attrs := httpCall(method, more)
		attrs["http.request.resend_count"], attrs["http.response.status_code"] = 1, 201
		return client(5, 1, "", attrs)
	}
	keyed := func(s sentSpan, key string) sentSpan {
		attrs := m{"http.request.header.idempotency-key": []any{key}}
		for k, v := range s.attrs {
			attrs[k] = v
		}
		s.attrs = attrs
		return s
	}
	put := client(3, 1, "", httpCall("PUT", m{"http.response.status_code": 504, "error.type": "504"}))
	get := client(4, 1, "", httpCall("GET", m{"http.response.status_code": 200}))
	refused := client(3, 1, "connect: connection refused", httpCall("POST", nil))
	busy := client(3, 1, "", httpCall("POST", m{"http.response.status_code": 429, "error.type": "429"}))
	other := httpCall("POST", m{"url.full": "https://api.invalid/refunds", "http.request.resend_count": 1})
	call, hinted := callOf(ptrace.StatusCodeUnset, nil), callOf(ptrace.StatusCodeUnset, m{"mcp.tool.annotations.readOnlyHint": true})
	for name, tt := range map[string]struct {
		spans []sentSpan
		blind bool
	}{
		"blindly":                   {[]sentSpan{call, lost, resent("POST", nil)}, true},
		"a look that found nothing": {[]sentSpan{call, lost, client(6, 1, "", httpCall("GET", m{"http.response.status_code": 404})), resent("POST", nil)}, false},
		"a look that was refused":   {[]sentSpan{call, lost, client(6, 1, "", httpCall("GET", m{"http.response.status_code": 403, "error.type": "403"})), resent("POST", nil)}, true},
		"with the same key":         {[]sentSpan{call, keyed(lost, "k1"), keyed(resent("POST", nil), "k1")}, false},
		"with another key":          {[]sentSpan{call, keyed(lost, "k1"), keyed(resent("POST", nil), "k2")}, true},
		"after a look":              {[]sentSpan{call, lost, get, resent("POST", nil)}, false},
		"what is the same again":    {[]sentSpan{call, put, resent("PUT", nil)}, false},
		"what was never sent":       {[]sentSpan{call, refused, resent("POST", nil)}, false},
		"what was turned away":      {[]sentSpan{call, busy, resent("POST", nil)}, false},
		"something else":            {[]sentSpan{call, lost, client(5, 1, "", other)}, false},
		"a second one, not resent":  {[]sentSpan{call, lost, client(5, 1, "", httpCall("POST", m{"http.response.status_code": 201}))}, false},
		"by a tool that only reads": {[]sentSpan{hinted, lost, resent("POST", nil)}, false},
	} {
		b := newBench(t, nil)
		out := b.send(inOneBatch(t, false, tt.spans...)).Attributes().AsRaw()
		findings, _ := out["tool_span.verdict.findings"].([]any)
		assert.Equal(t, tt.blind, len(findings) == 1 && findings[0] == "blind_retry", "%s: %v", name, findings)
		assert.NotEqual(t, true, out["tool_span.verdict.must_rerun"], name)
	}
}
