package collectortest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// How long a collector may take to start, to stop, and to answer, and how often it is asked. A busy machine is slow,
// and none of these is waited for in full when all is well.
const (
	startLimit  = 30 * time.Second
	stopLimit   = 15 * time.Second
	answerLimit = 10 * time.Second
	pollEvery   = 20 * time.Millisecond
)

// Settings say which collector to run, and how.
type Settings struct {
	// Binary is the collector.
	Binary string
	// Config is where its configuration comes from: a file, and more files or `yaml:` texts that change it.
	Config []string
	// Output starts the names of the files that its file exporters write, one per signal. Log is the file that takes
	// what it prints.
	Output, Log string
	Ports       Ports
}

// Collector is one running collector. It has to be stopped.
type Collector struct {
	Settings

	cmd    *exec.Cmd
	client *http.Client
	ended  chan struct{} // closed after err is set
	err    error
}

// Start runs a collector and returns once it is ready to receive.
func Start(ctx context.Context, s Settings) (*Collector, error) {
	log, err := os.Create(s.Log)
	if err != nil {
		return nil, err
	}
	defer log.Close()                                        //nolint:errcheck // The collector has its own handle.
	cmd := exec.Command(s.Binary, configFlags(s.Config)...)  //nolint:gosec // Running what was just built is the purpose.
	cmd.Env = append(os.Environ(), s.Ports.environment()...) // The last value of a name counts.
	cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%s", envOutput, s.Output))
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the collector: %w", err)
	}
	c := &Collector{
		Settings: s, cmd: cmd, ended: make(chan struct{}),
		client: &http.Client{Timeout: answerLimit, Transport: &http.Transport{}},
	}
	go func() {
		c.err = cmd.Wait()
		close(c.ended)
	}()
	if err := c.WaitReady(ctx); err != nil {
		return nil, errors.Join(err, c.Stop(), fmt.Errorf("the last it said:\n%s", c.LastLog()))
	}
	return c, nil
}

// WaitReady returns once the collector is ready to receive, after a start or a reload.
func (c *Collector) WaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	url := fmt.Sprintf("http://localhost:%d/", c.Ports.Health)
	return c.until(ctx, "become ready", func() (bool, error) {
		_, err := c.get(ctx, url)
		return err == nil, nil
	})
}

// until asks again and again until the answer is yes. It gives up when the context ends or the collector does.
func (c *Collector) until(ctx context.Context, what string, done func() (bool, error)) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		ok, err := done()
		if ok || err != nil {
			return err
		}
		select {
		case <-c.ended:
			return fmt.Errorf("the collector ended before it could %s: %w", what, c.exitError())
		case <-ctx.Done():
			return fmt.Errorf("the collector did not %s in time: %w", what, ctx.Err())
		case <-tick.C:
		}
	}
}

// exitError is only for use after ended.
func (c *Collector) exitError() error {
	if c.err == nil {
		return errors.New("exit code 0")
	}
	return c.err
}

// OutputFile returns the file that takes what the collector passes on of a signal.
func (c *Collector) OutputFile(signal Signal) string {
	return c.Output + "-" + string(signal) + ".jsonl"
}

// Ended is closed when the collector has ended, of itself or by Stop.
func (c *Collector) Ended() <-chan struct{} { return c.ended }

// Reload has the collector read its configuration again. It returns before that is done.
func (c *Collector) Reload() error { return c.cmd.Process.Signal(syscall.SIGHUP) }

// Stop lets the collector finish what it has and waits for its end. Its exit with any code but 0 is an error, and so
// is having to kill it. It may be called again.
func (c *Collector) Stop() error {
	// A server that is to stop waits some seconds for a connection that was opened and never used.
	c.client.CloseIdleConnections()
	if err := c.cmd.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		// Where a process cannot be asked to end, it is made to.
		_ = c.cmd.Process.Kill()
		<-c.ended
		return nil
	}
	select {
	case <-c.ended:
	case <-time.After(stopLimit):
		_ = c.cmd.Process.Kill()
		<-c.ended
		return fmt.Errorf("the collector did not stop within %s and was killed", stopLimit)
	}
	if c.err != nil {
		return fmt.Errorf("the collector stopped: %w", c.err)
	}
	return nil
}

// LastLog returns the end of what the collector printed, for an error message.
func (c *Collector) LastLog() string {
	const lines = 15
	data, err := os.ReadFile(c.Log)
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimSpace(string(data)), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// Validate asks the collector whether it would run with a configuration, and returns what it says.
func Validate(ctx context.Context, binary string, config ...string) (string, error) {
	args := append([]string{"validate"}, configFlags(config)...)
	out, err := exec.CommandContext(ctx, binary, args...).CombinedOutput() //nolint:gosec // As in Start.
	return string(out), err
}

func configFlags(config []string) []string {
	var flags []string
	for _, source := range config {
		flags = append(flags, "--config", source)
	}
	return flags
}
