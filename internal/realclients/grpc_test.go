package realclients

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc"
	"go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// procedures is a service whose one procedure answers as it is told.
type procedures struct {
	grpc_health_v1.UnimplementedHealthServer
	answer func(context.Context) error
}

func (p *procedures) Check(ctx context.Context, _ *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	return &grpc_health_v1.HealthCheckResponse{}, p.answer(ctx)
}

// serve starts the service and returns its address.
func serve(t *testing.T, answer func(context.Context) error) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := grpc.NewServer()
	grpc_health_v1.RegisterHealthServer(server, &procedures{answer: answer})
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

// calls is the work of a tool that calls the procedure at an address within a time.
func calls(address string, within time.Duration) func(context.Context, *trace.TracerProvider) error {
	return func(ctx context.Context, provider *trace.TracerProvider) error {
		conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithStatsHandler(otelgrpc.NewClientHandler(otelgrpc.WithTracerProvider(provider))))
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close() }()
		ctx, cancel := context.WithTimeout(ctx, within)
		defer cancel()
		_, err = grpc_health_v1.NewHealthClient(conn).Check(ctx, &grpc_health_v1.HealthCheckRequest{})
		return err
	}
}

// TestRealProcedure does the same with calls of procedures, of which nothing says whether they change anything.
func TestRealProcedure(t *testing.T) {
	const long, short = time.Minute, 300 * time.Millisecond
	answers := func(code codes.Code) string {
		return serve(t, func(context.Context) error { return status.Error(code, "as it was told") })
	}
	stalled := serve(t, func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	open := wanted{outcome: "unknown", next: "reconcile"}
	t.Run("stalls", func(t *testing.T) {
		check(t, open, verdict(t, judgedIn(t, true, calls(stalled, short))))
	})
	for _, code := range []codes.Code{codes.Internal, codes.Unknown, codes.Unavailable} {
		t.Run(code.String(), func(t *testing.T) {
			check(t, open, verdict(t, judgedIn(t, true, calls(answers(code), long))))
		})
	}
	for _, code := range []codes.Code{codes.InvalidArgument, codes.PermissionDenied, codes.FailedPrecondition} {
		t.Run(code.String(), func(t *testing.T) {
			check(t, rerun, verdict(t, judgedIn(t, true, calls(answers(code), long))))
		})
	}
	t.Run("refuses", func(t *testing.T) {
		nobody := strings.TrimSuffix(strings.TrimPrefix(refused(t), "http://"), "/payments")
		check(t, rerun, verdict(t, judgedIn(t, true, calls(nobody, long))))
	})
	t.Run("answers well", func(t *testing.T) {
		check(t, wanted{outcome: "unknown"}, verdict(t, judgedIn(t, true, calls(answers(codes.OK), long))))
	})
	t.Run("beside a request", func(t *testing.T) {
		s := newServer(t, status200)
		check(t, open, verdict(t, judgedIn(t, true, func(ctx context.Context, provider *trace.TracerProvider) error {
			_ = request(ctx, &http.Client{}, http.MethodGet, s.URL)
			return calls(stalled, short)(ctx, provider)
		})))
	})
}

func status200(*server, http.ResponseWriter, *http.Request) {}
