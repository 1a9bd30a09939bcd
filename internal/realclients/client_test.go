package realclients

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/trace"
	apitrace "go.opentelemetry.io/otel/trace"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// recorder takes what the exporter of the SDK would send.
type recorder struct {
	mu    sync.Mutex
	spans []*tracepb.ResourceSpans
}

func (*recorder) Start(context.Context) error { return nil }
func (*recorder) Stop(context.Context) error  { return nil }

func (r *recorder) UploadTraces(_ context.Context, spans []*tracepb.ResourceSpans) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spans = append(r.spans, spans...)
	return nil
}

// traces decodes what was sent, as a receiver does.
func (r *recorder) traces(t *testing.T) ptrace.Traces {
	t.Helper()
	data, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: r.spans})
	require.NoError(t, err)
	var decoder ptrace.ProtoUnmarshaler
	traces, err := decoder.UnmarshalTraces(data)
	require.NoError(t, err)
	return traces
}

// server is a service that creates something for each POST, whatever it answers.
type server struct {
	*httptest.Server
	created atomic.Int64
	// arrived has an item for each request whose body was read, and stall holds the answer back.
	arrived, stall chan struct{}
}

func newServer(t *testing.T, answer func(*server, http.ResponseWriter, *http.Request)) *server {
	t.Helper()
	s := &server{arrived: make(chan struct{}, 16), stall: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodPost {
			s.created.Add(1)
		}
		s.arrived <- struct{}{}
		answer(s, w, r)
	}))
	t.Cleanup(s.Close)
	t.Cleanup(func() { close(s.stall) })
	return s
}

func answering(code int) func(*server, http.ResponseWriter, *http.Request) {
	return func(_ *server, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func stalls(s *server, _ http.ResponseWriter, r *http.Request) {
	select {
	case <-s.stall:
	case <-r.Context().Done():
	}
}

// drops ends the connection without an answer.
func drops(_ *server, w http.ResponseWriter, _ *http.Request) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		_ = conn.Close()
	}
}

// tool is the work of a tool: it returns the error that it met.
type tool func(ctx context.Context, client *http.Client) error

func request(ctx context.Context, client *http.Client, method, url string) error {
	var body io.Reader
	if method != http.MethodGet {
		body = strings.NewReader(`{"amount": 5}`)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return err
	}
	response, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, response.Body)
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("answered with status %d", response.StatusCode)
	}
	return nil
}

func once(method, url string) tool {
	return func(ctx context.Context, client *http.Client) error { return request(ctx, client, method, url) }
}

// judged runs a tool that sends by HTTP once, and returns the spans that leave the processor.
func judged(t *testing.T, reports bool, client *http.Client, work tool) ptrace.Traces {
	t.Helper()
	return judgedIn(t, reports, func(ctx context.Context, provider *trace.TracerProvider) error {
		client.Transport = otelhttp.NewTransport(client.Transport, otelhttp.WithTracerProvider(provider))
		return work(ctx, client)
	})
}

// judgedIn runs the work of a tool in a span of the conventions. reports says whether the tool reports its failure, or makes
// a text of it.
func judgedIn(t *testing.T, reports bool, work func(context.Context, *trace.TracerProvider) error) ptrace.Traces {
	t.Helper()
	sent := &recorder{}
	exporter, err := otlptrace.New(t.Context(), sent)
	require.NoError(t, err)
	provider := trace.NewTracerProvider(trace.WithSyncer(exporter))
	ctx, span := provider.Tracer("agent").Start(t.Context(), "execute_tool pay", apitrace.WithAttributes(
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", "pay"),
		attribute.String("gen_ai.tool.call.id", "call-1"),
	))
	if failed := work(ctx, provider); failed != nil && reports {
		span.SetStatus(codes.Error, "the tool failed")
	}
	span.End()
	require.NoError(t, provider.Shutdown(context.WithoutCancel(t.Context())))

	sink := &consumertest.TracesSink{}
	factory := toolspanprocessor.NewFactory()
	p, err := factory.CreateTraces(t.Context(), processortest.NewNopSettings(factory.Type()), factory.CreateDefaultConfig(), sink)
	require.NoError(t, err)
	require.NoError(t, p.Start(t.Context(), componenttest.NewNopHost()))
	require.NoError(t, p.ConsumeTraces(t.Context(), sent.traces(t)))
	require.NoError(t, p.Shutdown(context.WithoutCancel(t.Context())))
	require.Len(t, sink.AllTraces(), 1)
	return sink.AllTraces()[0]
}

// verdict is that of the tool call; the spans of the client have none.
func verdict(t *testing.T, traces ptrace.Traces) map[string]any {
	t.Helper()
	got := map[string]any{}
	clients := 0
	for _, rs := range traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				if span.Kind() == ptrace.SpanKindClient {
					clients++
				}
				for key, value := range span.Attributes().All() {
					name, ok := strings.CutPrefix(key, "tool_span.verdict.")
					if !ok {
						continue
					}
					require.NotEqual(t, ptrace.SpanKindClient, span.Kind(), "a span of the client is left as it came")
					got[name] = value.AsRaw()
				}
			}
		}
	}
	require.Positive(t, clients, "the client is instrumented")
	return got
}

type wanted struct {
	outcome, next string
	ambiguous     bool
}

func check(t *testing.T, want wanted, got map[string]any) {
	t.Helper()
	assert.Equal(t, want.outcome, got["outcome"])
	assert.Equal(t, want.next, text(got["next"]))
	assert.Equal(t, want.next == "rerun", got["must_rerun"] == true)
	assert.Equal(t, want.next == "reconcile", got["must_reconcile"] == true)
	assert.Equal(t, want.ambiguous, got["ambiguous"] == true)
}

func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// refused is an address at which nobody listens.
func refused(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return "http://" + listener.Addr().String() + "/payments"
}

// impatient is a client with a time limit, which it reaches only where a server stalls.
func impatient() *http.Client { return &http.Client{Timeout: 300 * time.Millisecond} }

var (
	notKnown = wanted{outcome: "unknown", next: "reconcile", ambiguous: true}
	rerun    = wanted{outcome: "failed", next: "rerun"}
)

// TestRealClient has requests fail in every way, and looks at what may be concluded. The service counts what it has created:
// where that is not known to the client, nothing may be sent again.
func TestRealClient(t *testing.T) {
	t.Run("accepts, commits and stalls", func(t *testing.T) {
		s := newServer(t, stalls)
		check(t, notKnown, verdict(t, judged(t, true, impatient(), once(http.MethodPost, s.URL+"/payments"))))
		<-s.arrived
		assert.EqualValues(t, 1, s.created.Load(), "it has committed")
	})
	t.Run("the same, and the tool makes a text of it", func(t *testing.T) {
		s := newServer(t, stalls)
		check(t, notKnown, verdict(t, judged(t, false, impatient(), once(http.MethodPost, s.URL+"/payments"))))
	})
	t.Run("the context of the call ends", func(t *testing.T) {
		s := newServer(t, stalls)
		check(t, notKnown, verdict(t, judged(t, true, &http.Client{}, func(ctx context.Context, client *http.Client) error {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			go func() {
				<-s.arrived
				cancel()
			}()
			return request(ctx, client, http.MethodPost, s.URL+"/payments")
		})))
	})
	t.Run("drops the connection", func(t *testing.T) {
		s := newServer(t, drops)
		check(t, notKnown, verdict(t, judged(t, true, &http.Client{}, once(http.MethodPost, s.URL+"/payments"))))
		assert.EqualValues(t, 1, s.created.Load())
	})
	for _, code := range []int{http.StatusGatewayTimeout, http.StatusBadGateway, http.StatusInternalServerError, http.StatusRequestTimeout} {
		t.Run(fmt.Sprintf("answers %d", code), func(t *testing.T) {
			s := newServer(t, answering(code))
			check(t, notKnown, verdict(t, judged(t, true, &http.Client{}, once(http.MethodPost, s.URL+"/payments"))))
		})
	}
	for _, code := range []int{http.StatusConflict, http.StatusUnprocessableEntity, http.StatusTooManyRequests} {
		t.Run(fmt.Sprintf("answers %d", code), func(t *testing.T) {
			s := newServer(t, answering(code))
			check(t, rerun, verdict(t, judged(t, true, &http.Client{}, once(http.MethodPost, s.URL+"/payments"))))
		})
	}
	t.Run("refuses", func(t *testing.T) {
		check(t, rerun, verdict(t, judged(t, true, &http.Client{}, once(http.MethodPost, refused(t)))))
	})
	t.Run("has no name", func(t *testing.T) {
		check(t, rerun, verdict(t, judged(t, true, &http.Client{}, once(http.MethodPost, "http://nobody.invalid/payments"))))
	})
	t.Run("a read that stalls", func(t *testing.T) {
		s := newServer(t, stalls)
		got := verdict(t, judged(t, true, impatient(), once(http.MethodGet, s.URL+"/payments/1")))
		check(t, rerun, got)
	})
	t.Run("a read that is answered with 504", func(t *testing.T) {
		s := newServer(t, answering(http.StatusGatewayTimeout))
		check(t, rerun, verdict(t, judged(t, true, &http.Client{}, once(http.MethodGet, s.URL+"/payments/1"))))
	})
	t.Run("answers well", func(t *testing.T) {
		s := newServer(t, answering(http.StatusCreated))
		check(t, wanted{outcome: "unknown"}, verdict(t, judged(t, true, &http.Client{}, once(http.MethodPost, s.URL+"/payments"))))
	})
}

// TestRetriesInside are tools that do not leave it at one request.
func TestRetriesInside(t *testing.T) {
	t.Run("refused, then answered", func(t *testing.T) {
		s := newServer(t, answering(http.StatusCreated))
		nobody := refused(t)
		got := verdict(t, judged(t, true, &http.Client{}, func(ctx context.Context, client *http.Client) error {
			if err := request(ctx, client, http.MethodPost, nobody); err == nil {
				return errors.New("somebody answered")
			}
			return request(ctx, client, http.MethodPost, s.URL+"/payments")
		}))
		check(t, wanted{outcome: "unknown"}, got)
	})
	t.Run("503, then answered", func(t *testing.T) {
		var n atomic.Int64
		s := newServer(t, func(_ *server, w http.ResponseWriter, _ *http.Request) {
			if n.Add(1) == 1 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		got := verdict(t, judged(t, true, &http.Client{}, func(ctx context.Context, client *http.Client) error {
			_ = request(ctx, client, http.MethodPost, s.URL+"/payments")
			return request(ctx, client, http.MethodPost, s.URL+"/payments")
		}))
		check(t, wanted{outcome: "unknown"}, got)
	})
	t.Run("stalled, then looked up", func(t *testing.T) {
		s := newServer(t, func(s *server, w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				stalls(s, w, r)
			}
		})
		got := verdict(t, judged(t, true, impatient(), func(ctx context.Context, client *http.Client) error {
			_ = request(ctx, client, http.MethodPost, s.URL+"/payments")
			return request(ctx, client, http.MethodGet, s.URL+"/payments/1")
		}))
		check(t, wanted{outcome: "unknown"}, got)
	})
	t.Run("refused twice", func(t *testing.T) {
		nobody := refused(t)
		check(t, rerun, verdict(t, judged(t, true, &http.Client{}, func(ctx context.Context, client *http.Client) error {
			_ = request(ctx, client, http.MethodPost, nobody)
			return request(ctx, client, http.MethodPost, nobody)
		})))
	})
	t.Run("stalled, then refused", func(t *testing.T) {
		s := newServer(t, stalls)
		nobody := refused(t)
		check(t, notKnown, verdict(t, judged(t, true, impatient(), func(ctx context.Context, client *http.Client) error {
			_ = request(ctx, client, http.MethodPost, s.URL+"/payments")
			return request(ctx, client, http.MethodPost, nobody)
		})))
	})
}
