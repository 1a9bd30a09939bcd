package collectortest

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

// The environment variables through which examples/quickstart/config.yaml takes its ports and its output file.
const (
	envGRPC    = "TOOLSPAN_GRPC_PORT"
	envHTTP    = "TOOLSPAN_HTTP_PORT"
	envMetrics = "TOOLSPAN_METRICS_PORT"
	envHealth  = "TOOLSPAN_HEALTH_PORT"
	envOutput  = "TOOLSPAN_OUTPUT"
)

// Ports are the local TCP ports of one collector.
type Ports struct{ GRPC, HTTP, Metrics, Health int }

type namedPort struct {
	name, env string
	number    int
}

func (p Ports) list() []namedPort {
	return []namedPort{
		{"OTLP over gRPC", envGRPC, p.GRPC},
		{"OTLP over HTTP", envHTTP, p.HTTP},
		{"the counters", envMetrics, p.Metrics},
		{"the health check", envHealth, p.Health},
	}
}

// UsualPorts are the ones that everything speaking OTLP tries first, or those that the environment names instead.
func UsualPorts() (Ports, error) {
	p := Ports{GRPC: 4317, HTTP: 4318, Metrics: 8888, Health: 13133}
	for env, port := range map[string]*int{envGRPC: &p.GRPC, envHTTP: &p.HTTP, envMetrics: &p.Metrics, envHealth: &p.Health} {
		word := os.Getenv(env)
		if word == "" {
			continue
		}
		n, err := strconv.ParseUint(word, 10, 16)
		if err != nil || n == 0 {
			return p, fmt.Errorf("%s=%q is not a port; it must be from 1 to 65535", env, word)
		}
		*port = int(n)
	}
	return p, nil
}

// FreePorts asks the system for ports that nobody listens on.
func FreePorts() (p Ports, err error) {
	for _, port := range []*int{&p.GRPC, &p.HTTP, &p.Metrics, &p.Health} {
		l, err := net.Listen("tcp", "localhost:0")
		if err != nil {
			return p, err
		}
		*port = l.Addr().(*net.TCPAddr).Port
		// All are held until the last one is known, so that they differ.
		defer l.Close() //nolint:errcheck,gocritic // Nothing was written to it, and there are four.
	}
	return p, nil
}

// CheckFree returns an error that names every port that is taken, and the way out.
func (p Ports) CheckFree() error {
	var taken, settings []string
	for _, port := range p.list() {
		l, err := net.Listen("tcp", fmt.Sprintf("localhost:%d", port.number))
		if err != nil {
			taken = append(taken, fmt.Sprintf("  port %d, for %s: %v", port.number, port.name, err))
			settings = append(settings, fmt.Sprintf("%s=%d", port.env, elsewhere(port.number)))
			continue
		}
		if err := l.Close(); err != nil {
			return err
		}
	}
	if len(taken) == 0 {
		return nil
	}
	return fmt.Errorf("the collector cannot listen on\n%s\n"+
		"Stop what uses it (often another collector or an earlier run), or choose other ports:\n  %s make run",
		strings.Join(taken, "\n"), strings.Join(settings, " "))
}

// elsewhere proposes a port that is easy to remember beside the usual one.
func elsewhere(port int) int {
	if port < 20000 {
		return port + 20000
	}
	return port - 10000
}

func (p Ports) environment() []string {
	var env []string
	for _, port := range p.list() {
		env = append(env, fmt.Sprintf("%s=%d", port.env, port.number))
	}
	return env
}
