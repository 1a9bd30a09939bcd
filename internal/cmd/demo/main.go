// Command demo shows what the processor does: it starts the collector that `make build` made, replays the recorded
// sessions of testdata/sessions through it, prints what became of every tool call, and leaves the collector running
// so that one's own telemetry can be sent to it. With -check it is a test instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const (
	buildDir    = "_build"
	configFile  = "examples/quickstart/config.yaml"
	sessionsDir = "testdata/sessions"
	goldenFile  = sessionsDir + "/expected.txt"

	// passLimit bounds the wait for the collector to write what it was sent.
	passLimit = 30 * time.Second
)

func main() {
	if err := run(); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run() error {
	check := flag.Bool("check", false, "use free ports, do not wait, and fail unless everything is as expected")
	update := flag.Bool("update", false, "with -check: write "+goldenFile+" anew; what must hold in any case is still checked")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *check {
		return verify(ctx, *update)
	}
	return serve(ctx)
}

// serve shows the sessions and stays until it is interrupted.
func serve(ctx context.Context) (err error) {
	ports, err := collectortest.UsualPorts()
	if err != nil {
		return err
	}
	if err := ports.CheckFree(); err != nil {
		return err
	}
	c, err := start(ctx, ports, buildDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stopped(c)) }()
	result, err := replay(ctx, c)
	if err != nil {
		return err
	}
	fmt.Print(result.text())
	printInvitation(c)
	return follow(ctx, c, result.follow)
}

func stopped(c *collectortest.Collector) error {
	fmt.Println("\nStopping the collector.")
	return c.Stop()
}

// verify replays the sessions unseen and compares.
func verify(ctx context.Context, update bool) (err error) {
	ports, err := collectortest.FreePorts()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // A folder left behind in the temporary directory does no harm.
	c, err := start(ctx, ports, dir)
	if err != nil {
		return err
	}
	result, err := replay(ctx, c)
	if err := errors.Join(err, c.Stop()); err != nil {
		return err
	}
	fmt.Print(result.text())
	return compare(result, update)
}

// start runs the collector on the quickstart configuration, with what it writes in dir.
func start(ctx context.Context, ports collectortest.Ports, dir string) (*collectortest.Collector, error) {
	binary := filepath.Join(buildDir, "otelcol-toolspan")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	if _, err := os.Stat(binary); err != nil {
		return nil, fmt.Errorf("%w: run `make build` first, and this command from the top of the repository", err)
	}
	return collectortest.Start(ctx, collectortest.Settings{
		Binary: binary, Config: []string{configFile}, Ports: ports,
		Output: filepath.Join(dir, "verdicts"), Log: filepath.Join(dir, "collector.log"),
	})
}
