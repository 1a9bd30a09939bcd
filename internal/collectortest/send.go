package collectortest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Signal is the kind of telemetry that a request carries.
type Signal string

// The signals in which tool calls are reported.
const (
	Traces Signal = "traces"
	Logs   Signal = "logs"
)

// Endpoint returns the address to which requests of a signal are sent.
func (c *Collector) Endpoint(signal Signal) string {
	return fmt.Sprintf("http://localhost:%d/v1/%s", c.Ports.HTTP, signal)
}

// MetricsURL returns the address at which the counters are read.
func (c *Collector) MetricsURL() string {
	return fmt.Sprintf("http://localhost:%d/metrics", c.Ports.Metrics)
}

// Post sends one export request of OTLP/JSON. Anything short of full acceptance is an error.
func (c *Collector) Post(ctx context.Context, signal Signal, request []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Endpoint(signal), bytes.NewReader(request))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	body, err := Fetch(c.client, req)
	if err != nil {
		return err
	}
	return rejected(body)
}

// answer is what the receiver says about a request that it took. Counts are strings in OTLP/JSON, as all 64-bit
// numbers are.
type answer struct {
	PartialSuccess struct {
		RejectedSpans      json.Number
		RejectedLogRecords json.Number
		ErrorMessage       string
	}
}

// rejected reads the answer: even one with a good status may say that some records were refused.
func rejected(body []byte) error {
	var a answer
	if err := json.Unmarshal(body, &a); err != nil {
		return fmt.Errorf("the answer %q: %w", body, err)
	}
	p := a.PartialSuccess
	for _, n := range []json.Number{p.RejectedSpans, p.RejectedLogRecords} {
		if n != "" && n != "0" {
			return fmt.Errorf("%s records were rejected: %s", n, p.ErrorMessage)
		}
	}
	if p.ErrorMessage != "" {
		return fmt.Errorf("accepted with a warning: %s", p.ErrorMessage)
	}
	return nil
}

func (c *Collector) get(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return nil, err
	}
	return Fetch(c.client, req)
}
