package sent

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOfWord(t *testing.T) {
	for want, list := range map[Sent][]string{
		Before: {
			"ENOTFOUND", "EAI_AGAIN", "socket.gaierror", "java.net.UnknownHostException", "dns_error", "name_resolution", "ERR_NAME_NOT_RESOLVED",
			"getaddrinfo ENOTFOUND api.example.invalid", "dial tcp: lookup api.example.invalid: no such host",
			"curl: (6) Could not resolve host: api.example.invalid", "[Errno -2] Name or service not known",
			"Temporary failure in name resolution",
			"ECONNREFUSED", "connection_refused", "ConnectionRefusedError", "connect ECONNREFUSED 127.0.0.1:80", "dial tcp 127.0.0.1:80: connect: connection refused",
			"net::ERR_CONNECTION_REFUSED", "httpx.ConnectError", "aiohttp.client_exceptions.ClientConnectorError",
			"rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing: dial tcp 127.0.0.1:1: connect: connection refused\"",
			"UNAVAILABLE: name resolver error: produced zero addresses",
			"connect timeout", "ConnectTimeout", "requests.exceptions.ConnectTimeout", "connect ETIMEDOUT 10.0.0.1:443", "dial tcp 10.0.0.1:443: i/o timeout",
			"HTTPSConnectionPool(host='x', port=443): Max retries exceeded (Caused by ConnectTimeoutError(<x>, 'Connection to x timed out. (connect timeout=3)'))",
			"net/http: TLS handshake timeout", "x509: certificate signed by unknown authority", "CERT_HAS_EXPIRED",
			"EMFILE", "local_socket", "socket: too many open files", "EADDRNOTAVAIL",
			"missing_credentials", "NoCredentialsError", "Unable to locate credentials", "google.auth.exceptions.DefaultCredentialsError", "missing-credentials",
			"request_not_sent", "circuit_breaker_open",
		},
		After: {
			"ETIMEDOUT", "timeout", "TIMEOUT", "timed_out", "TimeoutError", "requests.exceptions.ReadTimeout", "read timeout", "socket.timeout", "connection timed out",
			"deadline_exceeded", "DEADLINE_EXCEEDED", "context.deadlineExceededError", "context deadline exceeded", "Client.Timeout exceeded while awaiting headers",
			"read tcp 10.0.0.1:5->10.0.0.2:443: i/o timeout", "MCP error -32001: Request timed out", "-32001",
			"ECONNRESET", "connection reset by peer", "read tcp 1.2.3.4:5->1.2.3.4:80: read: connection reset by peer", "EPIPE", "broken pipe", "socket hang up",
			"RemoteDisconnected", "unexpected EOF", "EOF", "fetch failed", "connection_closed", "curl: (52) Empty reply from server", "UND_ERR_SOCKET",
			"UNAVAILABLE", "Unavailable", "INTERNAL", "504", "http_504", "HTTP 502", "HTTP 503 Service Unavailable", "gateway_timeout", "408", "request_timeout",
			"connection reset; the retry got: connection refused",
		},
		Unknown: {
			"", "   ", "400", "404", "409", "422", "429", "200", "PERMISSION_DENIED", "INVALID_ARGUMENT", "not_found", "validation_error", "EHOSTUNREACH",
			"ConnectionError", "insufficient funds", "quota_exceeded", "rejected", "duplicate key", "syntax error", "17", "5000", "\xff\xfe",
			strings.Repeat("x", 1<<20),
		},
	} {
		for _, word := range list {
			assert.Equal(t, want, Of(word, 0, "POST"), "%.80q", word)
		}
	}
}

func TestOfStatus(t *testing.T) {
	for _, tt := range []struct {
		word   string
		status int
		method string
		want   Sent
	}{
		{"", 408, "POST", After},
		{"", 500, "POST", After},
		{"", 502, "put", After},
		{"", 503, "DELETE", After},
		{"", 504, "", After},
		{"", 599, "PATCH", After},
		{"", 504, "GET", Unknown},
		{"timeout", 0, "HEAD", Unknown},
		{"ECONNREFUSED", 0, "GET", Before},
		{"", 429, "POST", Unknown},
		{"timeout", 409, "POST", Unknown},
		{"", 200, "POST", Unknown},
		{"unexpected EOF", 200, "POST", After},
		{"connection refused", 502, "POST", After}, // a station on the way was reached
		{"connection refused", 404, "POST", Unknown},
	} {
		assert.Equal(t, tt.want, Of(tt.word, tt.status, tt.method), "%+v", tt)
	}
}

func TestOfGRPC(t *testing.T) {
	after := map[int64]bool{1: true, 2: true, 4: true, 13: true, 14: true, 15: true}
	for code := int64(-1); code < 20; code++ {
		assert.Equal(t, after[code], OfGRPC(code) == After, code)
		assert.NotEqual(t, Before, OfGRPC(code), code)
	}
}

// Every word in the table is one that a lookup can reach.
func TestWordsAreSquashed(t *testing.T) {
	for word := range words {
		assert.Equal(t, squash(word), word)
	}
}

func FuzzOf(f *testing.F) {
	f.Add("dial tcp: connection refused", 0, "POST")
	f.Fuzz(func(t *testing.T, word string, status int, method string) {
		if s := Of(word, status, method); s == After && Safe(method) {
			t.Fatal("a safe request may not have changed anything")
		}
	})
}
