package prometheustest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// Point is a value at a time.
type Point struct {
	Time  time.Time
	Value float64
}

// UnmarshalJSON reads the form in which Prometheus answers: a number of seconds, and the value as a string.
func (p *Point) UnmarshalJSON(text []byte) error {
	var seconds json.Number
	var value string
	if err := json.Unmarshal(text, &[]any{&seconds, &value}); err != nil {
		return err
	}
	at, err := seconds.Float64()
	if err != nil {
		return err
	}
	p.Time = time.UnixMilli(int64(at * 1000))
	p.Value, err = strconv.ParseFloat(value, 64)
	return err
}

// Series is one series of an answer.
type Series struct {
	Metric map[string]string
	// Value is the only point of an instant query, Values are those of a query over a range.
	Value  Point
	Values []Point
}

// Alert is an alert that is pending or firing.
type Alert struct {
	Labels, Annotations map[string]string
	State               string
}

// Query asks for the value of an expression now.
func (p *Server) Query(ctx context.Context, expr string) ([]Series, error) {
	return p.series(ctx, "/api/v1/query", url.Values{"query": {expr}})
}

// QueryRange asks for the values of an expression over a time.
func (p *Server) QueryRange(ctx context.Context, expr string, from, to time.Time, step time.Duration) ([]Series, error) {
	return p.series(ctx, "/api/v1/query_range", url.Values{
		"query": {expr}, "start": {from.UTC().Format(time.RFC3339Nano)}, "end": {to.UTC().Format(time.RFC3339Nano)},
		"step": {strconv.FormatFloat(step.Seconds(), 'f', -1, 64)},
	})
}

func (p *Server) series(ctx context.Context, path string, values url.Values) ([]Series, error) {
	var data struct{ Result []Series }
	err := p.ask(ctx, path, values, &data)
	return data.Result, err
}

// Alerts lists the alerts that are pending or firing.
func (p *Server) Alerts(ctx context.Context) ([]Alert, error) {
	var data struct{ Alerts []Alert }
	err := p.ask(ctx, "/api/v1/alerts", nil, &data)
	return data.Alerts, err
}

func (p *Server) ask(ctx context.Context, path string, values url.Values, data any) error {
	body, err := p.get(ctx, path, values)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, &struct{ Data any }{data})
}

func (p *Server) get(ctx context.Context, path string, values url.Values) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+path+"?"+values.Encode(), http.NoBody)
	if err != nil {
		return nil, err
	}
	return collectortest.Fetch(p.client, req)
}
