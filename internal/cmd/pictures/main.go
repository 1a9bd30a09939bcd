// Command pictures makes the picture of the dashboard in the README: a collector judges recorded sessions and made-up
// work, Prometheus scrapes it, and what the panels ask for is drawn on a page, of which Chromium takes a screenshot.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/toolspan/toolspan/internal/collectortest"
	"github.com/toolspan/toolspan/internal/prometheustest"
)

const (
	collector = "_build/otelcol-toolspan"
	config    = "examples/quickstart/config.yaml"
	// labels are the labels that are on request; the panel of tools has more to show with them.
	labels = "yaml:processors::tool_span::metrics: {tool_name: {enabled: true}, service_name: {enabled: true}}"
	every  = time.Second
)

func main() {
	out := flag.String("out", "examples/dashboard/dashboard.png", "the picture")
	how := flag.Duration("for", 3*time.Minute, "for how long work is sent")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *out, *how)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, how time.Duration) (err error) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return fmt.Errorf("chromium is not installed; Debian has it in the package of that name: %w", err)
	}
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // A temporary folder is no loss.
	ports, err := collectortest.FreePorts()
	if err != nil {
		return err
	}
	c, err := collectortest.Start(ctx, collectortest.Settings{
		Binary: collector, Config: []string{config, labels}, Ports: ports,
		Output: filepath.Join(dir, "out"), Log: filepath.Join(dir, "collector.log"),
	})
	if err != nil {
		return err
	}
	defer c.Stop() //nolint:errcheck // The picture is made by then.
	p, err := prometheustest.Start(ctx, prometheustest.Settings{
		Dir: dir, Every: every, Targets: []string{fmt.Sprintf("localhost:%d", ports.Metrics)},
	})
	if err != nil {
		return err
	}
	defer p.Stop() //nolint:errcheck // Likewise.

	if err := watched(ctx, p); err != nil {
		return err
	}
	from := time.Now()
	fmt.Printf("sending work for %s\n", how)
	if err := work(ctx, c, how); err != nil {
		return err
	}
	page, err := draw(ctx, p, from, time.Now())
	if err != nil {
		return err
	}
	return shoot(ctx, chromium, dir, page, out)
}

// watched returns once Prometheus has scraped the collector, so that nothing happens before it looks.
func watched(ctx context.Context, p *prometheustest.Server) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		series, err := p.Query(ctx, "otelcol_processor_tool_span_memory_limit offset 3s")
		if len(series) > 0 || err != nil {
			return err
		}
	}
}

// shoot takes the screenshot. The page is as high as its panels need.
func shoot(ctx context.Context, chromium, dir string, page []byte, out string) error {
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		return err
	}
	path, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	said, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
		"--user-data-dir="+filepath.Join(dir, "profile"), fmt.Sprintf("--window-size=%d,%d", pageWidth, pageHeight()),
		"--screenshot="+path, "file://"+file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("chromium: %w: %s", err, said)
	}
	return nil
}
