package prometheustest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// How long Prometheus may take to start, to stop, and to answer, and how often it is asked.
const (
	startLimit  = 30 * time.Second
	stopLimit   = 15 * time.Second
	answerLimit = 10 * time.Second
	pollEvery   = 50 * time.Millisecond
)

// Settings say what Prometheus does.
type Settings struct {
	// Dir takes its configuration, its data and its log.
	Dir string
	// Targets are the pages that it scrapes, as host:port.
	Targets []string
	// Rules is the text of a file of rules, and empty where there are none.
	Rules []byte
	// Every is how often it scrapes and evaluates.
	Every time.Duration
}

// Server is a running Prometheus. It has to be stopped.
type Server struct {
	URL string

	log    string
	cmd    *exec.Cmd
	client *http.Client
	ended  chan struct{} // closed after err is set
	err    error
}

// Start runs Prometheus and returns once it answers.
func Start(ctx context.Context, s Settings) (*Server, error) {
	path, err := exec.LookPath("prometheus")
	if err != nil {
		return nil, fmt.Errorf("prometheus is not installed; Debian has it in the package prometheus: %w", err)
	}
	if err := s.write(); err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(s.Dir, "prometheus.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()         //nolint:errcheck // Prometheus has its own handle.
	cmd := exec.Command(path, //nolint:gosec // Running it is the purpose.
		"--config.file="+s.config(), "--storage.tsdb.path="+filepath.Join(s.Dir, "data"), "--web.listen-address="+address)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Server{
		URL: "http://" + address, log: log.Name(), cmd: cmd, ended: make(chan struct{}),
		client: &http.Client{Timeout: answerLimit, Transport: &http.Transport{}},
	}
	go func() {
		p.err = cmd.Wait()
		close(p.ended)
	}()
	if err := p.waitReady(ctx); err != nil {
		return nil, errors.Join(err, p.Stop(), fmt.Errorf("the last it said:\n%s", p.LastLog()))
	}
	return p, nil
}

func (s *Settings) config() string { return filepath.Join(s.Dir, "prometheus.yml") }

func (s *Settings) write() error {
	config := map[string]any{
		"global": map[string]any{
			"scrape_interval": s.Every.String(), "scrape_timeout": s.Every.String(), "evaluation_interval": s.Every.String(),
		},
		"scrape_configs": []any{map[string]any{
			"job_name": "collector", "static_configs": []any{map[string]any{"targets": s.Targets}},
		}},
	}
	if len(s.Rules) > 0 {
		path := filepath.Join(s.Dir, "rules.yaml")
		if err := os.WriteFile(path, s.Rules, 0o600); err != nil {
			return err
		}
		config["rule_files"] = []string{path}
	}
	text, err := yaml.Marshal(config)
	if err != nil {
		return err
	}
	return os.WriteFile(s.config(), text, 0o600)
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func (p *Server) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if _, err := p.get(ctx, "/-/ready", nil); err == nil {
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("prometheus ended before it was ready: %w", p.err)
		case <-ctx.Done():
			return fmt.Errorf("prometheus was not ready in time: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

// Stop has Prometheus end and waits for that.
func (p *Server) Stop() error {
	p.client.CloseIdleConnections()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		_ = p.cmd.Process.Kill()
	}
	select {
	case <-p.ended:
		return nil
	case <-time.After(stopLimit):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return fmt.Errorf("prometheus did not stop within %s and was killed", stopLimit)
	}
}

// LastLog returns the end of what Prometheus printed, for an error message.
func (p *Server) LastLog() string {
	const lines = 15
	data, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimSpace(string(data)), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
