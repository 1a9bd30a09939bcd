package dialect

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/action/sent"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// requestPart is what a key says of a request over the network.
type requestPart uint8

const (
	noPart requestPart = iota
	httpMethod
	httpStatus
	resendCount
	fullURL
	serverHost
	urlPath
	errorWord
	rpcSystem
	rpcCode
	otherSystem // a database, a queue: a request that has no method of HTTP
	modelCall   // a request to a model, which is no part of what a tool does
	idempotencyKey
	toolServer // the message to a server of tools that the request carries
)

// requestKeys are those of the semantic conventions, new and old. They are not among the keys that every record is
// scanned for, since most records that have them have nothing to do with tool calls.
var requestKeys = map[string]requestPart{
	toolcall.HTTPMethod: httpMethod, toolcall.HTTPMethodOld: httpMethod,
	"http.response.status_code": httpStatus, "http.status_code": httpStatus,
	"http.request.resend_count": resendCount, "http.resend_count": resendCount,
	"http.request.header.idempotency-key": idempotencyKey,
	"url.full":                            fullURL, "http.url": fullURL,
	"server.address": serverHost, "net.peer.name": serverHost,
	"url.path": urlPath, "http.target": urlPath,
	toolcall.ErrorType: errorWord,
	"rpc.system":       rpcSystem, "rpc.system.name": rpcSystem,
	"rpc.grpc.status_code": rpcCode, "rpc.response.status_code": rpcCode,
	"db.system": otherSystem, "db.system.name": otherSystem, "messaging.system": otherSystem,
	toolcall.GenAIOperation: modelCall, "gen_ai.provider.name": modelCall, "gen_ai.system": modelCall,
	toolcall.MCPMethod: toolServer,
}

// RequestOf reads attributes as those of a request over the network. There is none where
// it is one to a model, or says too little.
func RequestOf(rec Record, attributes ...pcommon.Map) (q toolcall.Request, ok bool) {
	r := requestReader{}
	for _, attrs := range attributes {
		for key, value := range attrs.All() {
			if part := requestKeys[key]; part != noPart {
				r.read(part, value)
			}
		}
	}
	if r.model || !r.q.HTTP && !r.rpc && !r.other {
		return q, false
	}
	if r.conclude(&rec); telemetryPath(r.path) {
		return q, false
	}
	return r.q, true
}

// readRequest takes a call that is itself the request which it made. What a message to a
// server of tools says of a failure is about something behind that.
func (v *View) readRequest(rec *Record) {
	c := v.Call
	c.OverServer = v.hitOf(v.set.mcpMethod) != nil
	if c.OverServer || c.Method == "" && !c.StatesAction {
		return
	}
	if q, ok := RequestOf(*rec, v.maps...); ok && (q.HTTP || c.StatesAction) {
		c.Requests = toolcall.Summarize([]toolcall.Request{q})
	}
}

// requestReader collects the parts of a request.
type requestReader struct {
	q                 toolcall.Request
	rpc, other, model bool
	path, word, code  string
	number            toolcall.Int
}

func (r *requestReader) read(part requestPart, value pcommon.Value) {
	switch part {
	case httpMethod:
		if r.q.Method == "" {
			r.q.Method = toolcall.ParseWord(value)
			r.q.HTTP = r.q.Method != ""
		}
	case httpStatus:
		if n := toolcall.ParseInt(value); n.State == toolcall.Stated && n.V >= 100 && n.V <= 599 {
			r.q.Status = int(n.V)
		}
	case resendCount:
		if n := toolcall.ParseInt(value); n.State == toolcall.Stated && n.V > 0 {
			r.q.Resends = min(n.V, maxResends)
		}
	case idempotencyKey:
		r.q.Key = value.AsString() // a list with one value, as headers are
	case fullURL, serverHost, urlPath:
		r.readAddress(part, toolcall.ParseWord(value))
	case errorWord:
		r.word = toolcall.ParseWord(value)
	case rpcSystem:
		r.rpc = true
	case rpcCode:
		r.number, r.code = toolcall.ParseInt(value), toolcall.ParseWord(value)
	case otherSystem:
		r.other = true
	case modelCall:
		// A span of a tool call has the key, too, and says so.
		r.model = r.model || toolcall.ParseWord(value) != "execute_tool"
	case toolServer:
		r.q.Carried = true
	}
}

// readAddress takes a URL, or a part of one where no URL is known.
func (r *requestReader) readAddress(part requestPart, word string) {
	switch {
	case part == fullURL:
		r.q.Host, r.path = splitURL(word)
	case part == serverHost && r.q.Host == "":
		r.q.Host = word
	case part == urlPath && r.path == "":
		r.path = word
	}
}

// maxResends bounds a count that is stated, so that sums of them stay small.
const maxResends = 1000

// splitURL returns the host and the path of a URL.
func splitURL(url string) (host, path string) {
	url = text.Head(url, longestURL)
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	}
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		url = url[:i]
	}
	host = url
	if i := strings.IndexByte(url, '/'); i >= 0 {
		host, path = url[:i], url[i:]
	}
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	return host, path
}

const longestURL = 2 << 10

// conclude says where the request failed, if it did.
func (r *requestReader) conclude(rec *Record) {
	q := &r.q
	if i := strings.IndexAny(r.path, "?#"); i >= 0 {
		r.path = r.path[:i]
	}
	q.Path = r.path
	if last := strings.TrimSuffix(r.path, "/"); strings.HasSuffix(last, "/mcp") || strings.HasSuffix(last, "/sse") {
		q.Carried = true // the usual addresses of a server of tools
	}
	kind, message := "", ""
	if rec.Status == toolcall.StatusError {
		kind, message = exceptionOf(rec)
	}
	for _, word := range [...]string{rec.Message, message, kind, r.word} {
		if s := sent.Of(word, q.Status, q.Method); s == sent.Before || q.Sent == sent.Unknown {
			q.Sent = s
		}
	}
	if r.rpc && q.Sent == sent.Unknown {
		q.Sent = r.ofCode()
	}
	failed := rec.Status == toolcall.StatusError || r.word != ""
	answered := q.Status != 0 || r.rpc && (r.code != "" || r.number.State == toolcall.Stated)
	if failed && !answered && q.Sent == sent.Unknown && !sent.Safe(q.Method) {
		// Many clients say no more of a time limit than that the request was cancelled.
		q.Sent = sent.After
	}
	q.Answered = q.Sent == sent.Unknown && (answered || !failed)
}

// telemetryPath reports the addresses to which telemetry itself is sent.
func telemetryPath(path string) bool {
	return strings.HasSuffix(path, "/v1/traces") || strings.HasSuffix(path, "/v1/metrics") || strings.HasSuffix(path, "/v1/logs")
}

func (r *requestReader) ofCode() sent.Sent {
	if r.number.State == toolcall.Stated {
		return sent.OfGRPC(r.number.V)
	}
	if n, ok := grpcCodes[strings.ToUpper(text.Head(r.code, longestCode))]; ok {
		return sent.OfGRPC(n)
	}
	return sent.Of(r.code, 0, "")
}

// grpcCodes are the codes of gRPC by the names of the conventions, as far as a word alone
// would not say what they mean.
var grpcCodes = map[string]int64{
	"OK": 0, "CANCELLED": 1, "UNKNOWN": 2, "DEADLINE_EXCEEDED": 4, "ABORTED": 10, "INTERNAL": 13, "UNAVAILABLE": 14, "DATA_LOSS": 15,
}

// longestCode is longer than any of them.
const longestCode = 32
