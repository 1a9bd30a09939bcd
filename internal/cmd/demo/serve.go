package main

import (
	"context"
	"fmt"
	"time"

	"github.com/toolspan/toolspan/internal/collectortest"
)

func printInvitation(c *collectortest.Collector) {
	fmt.Printf(`
The collector is running. Send it your own telemetry:

  OTLP over gRPC   localhost:%[1]d
  OTLP over HTTP   http://localhost:%[2]d   (OTEL_EXPORTER_OTLP_ENDPOINT, which many agents read)
  counters         %[3]s
  what it passes on, as OTLP/JSON lines: %[4]s
  what it says of itself: %[5]s

One of the sessions once more, by hand (its call is judged again and counted no more):

  curl -H 'Content-Type: application/json' --data-binary @%[6]s/contract/sigkill_called_verified/traces.jsonl %[7]s

Tool calls are listed here as they come. Press Ctrl-C to stop.
`, c.Ports.GRPC, c.Ports.HTTP, c.MetricsURL(),
		c.OutputFile(collectortest.Traces)+", "+c.OutputFile(collectortest.Logs), c.Log, sessionsDir, c.Endpoint(collectortest.Traces))
}

// lookEvery is how often new calls are looked for; a person does not notice.
const lookEvery = 300 * time.Millisecond

// follow shows the tool calls that arrive until it is interrupted, or the collector ends.
func follow(ctx context.Context, c *collectortest.Collector, output *collectortest.Output) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-c.Ended():
			return fmt.Errorf("the collector ended; the last it said:\n%s", c.LastLog())
		case <-tick.C:
		}
		records, err := output.Read()
		if err != nil {
			return err
		}
		show(records)
	}
}

func show(records []collectortest.Record) {
	r := &result{}
	for i := range records {
		// What was sent is known from what came out: a demoted claim is kept beside it.
		r.pairs = append(r.pairs, pair{session: time.Now().Format(time.TimeOnly), sent: original(records[i]), got: records[i]})
	}
	calls := r.calls()
	if list := blocks(calls, r.texts(calls)); len(list) > 0 {
		fmt.Print("\n" + table(list))
	}
}
