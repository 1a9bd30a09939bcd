package scale

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const (
	top      = "../.."
	examples = top + "/examples/scale-out"

	// passLimit bounds the wait for records to come out, pollEvery is how often they are looked for.
	passLimit = 60 * time.Second
	pollEvery = 10 * time.Millisecond
)

// The forms of scaling out, by their folders.
const (
	byTrace        = "by-trace"
	byConversation = "by-conversation"
	byKafka        = "kafka"
)

func collector(t *testing.T) string {
	t.Helper()
	path, err := collectortest.Distribution(top)
	require.NoError(t, err)
	return path
}

// tiers are the collectors of one form.
type tiers struct {
	t    *testing.T
	form string
	// front is sent to: the agent tier, or the only gateway where there is none.
	front    *collectortest.Collector
	gateways []*gateway
	// wiring is the file that tells the agent tier of the gateways, or of the broker.
	wiring string
	sent   int
}

// gateway is one of the gateways and what came out of it.
type gateway struct {
	*collectortest.Collector

	output  *collectortest.Output
	records []collectortest.Record
}

// start runs an agent tier and that many gateways.
func start(t *testing.T, form string, gateways int, changes ...string) *tiers {
	t.Helper()
	s := &tiers{t: t, form: form, wiring: filepath.Join(t.TempDir(), "wiring.yaml")}
	s.addGateways(gateways, changes...)
	s.wire(s.gateways...)
	s.front = s.run("agent-tier", "", s.wiring)
	return s
}

// alone runs one gateway to which everything is sent directly.
func alone(t *testing.T, form string) *tiers {
	t.Helper()
	s := &tiers{t: t, form: form}
	s.addGateways(1)
	s.front = s.gateways[0].Collector
	return s
}

// addGateways starts gateways that nobody knows of yet.
func (s *tiers) addGateways(number int, changes ...string) {
	s.t.Helper()
	added := make([]*gateway, number)
	var wg sync.WaitGroup
	for i := range added {
		name := fmt.Sprintf("gateway-%d", len(s.gateways)+i+1)
		wg.Go(func() { added[i] = &gateway{Collector: s.run("gateway", name, changes...)} })
	}
	wg.Wait()
	if s.t.Failed() {
		s.t.FailNow()
	}
	for _, g := range added {
		g.output = g.Follow()
	}
	s.gateways = append(s.gateways, added...)
}

// restart runs a gateway anew that was stopped, under its old address.
func (s *tiers) restart(g *gateway) {
	s.t.Helper()
	g.Collector = s.runOn(g.Ports, "gateway", "")
	g.output = g.Follow()
}

// run starts a collector on one of the examples, with what the tests change of it.
func (s *tiers) run(tier, name string, changes ...string) *collectortest.Collector {
	return s.runOn(freePorts(s.t), tier, name, changes...)
}

// given are the ports that were handed out. Collectors start side by side, and what is free for one may be meant for
// another that has not yet begun to listen.
var given = struct {
	mu    sync.Mutex
	ports map[int]bool
}{ports: map[int]bool{}}

func freePorts(t *testing.T) collectortest.Ports {
	given.mu.Lock()
	defer given.mu.Unlock()
	for {
		p, err := collectortest.FreePorts()
		require.NoError(t, err)
		list := []int{p.GRPC, p.HTTP, p.Metrics, p.Health}
		if slices.ContainsFunc(list, func(port int) bool { return given.ports[port] }) {
			continue
		}
		for _, port := range list {
			given.ports[port] = true
		}
		return p
	}
}

func (s *tiers) runOn(ports collectortest.Ports, tier, name string, changes ...string) *collectortest.Collector {
	dir := s.t.TempDir()
	config := []string{filepath.Join(examples, s.form, tier+".yaml"), filepath.Join("testdata", tier+".yaml")}
	for _, change := range changes {
		config = append(config, strings.ReplaceAll(change, "NAME", name))
	}
	c, err := collectortest.Start(s.t.Context(), collectortest.Settings{
		Binary: collector(s.t), Config: config, Ports: ports, Output: filepath.Join(dir, "out"), Log: filepath.Join(dir, "collector.log"),
	})
	require.NoError(s.t, err)
	s.t.Cleanup(func() { require.NoError(s.t, c.Stop(), c.LastLog()) })
	return c
}

// wire writes the list of gateways for the agent tier.
func (s *tiers) wire(gateways ...*gateway) {
	s.t.Helper()
	text := "exporters: {load_balancing: {resolver: {static: {hostnames: ["
	for i, g := range gateways {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf(`"localhost:%d"`, g.Ports.GRPC)
	}
	require.NoError(s.t, os.WriteFile(s.wiring, []byte(text+"]}}}}\n"), 0o600))
}

// rewire has the agent tier read a new list of gateways, as an operator does, and returns once it works by that.
func (s *tiers) rewire(gateways ...*gateway) {
	s.t.Helper()
	s.wire(gateways...)
	require.NoError(s.t, s.front.Reload())
	s.wait("use the new list of gateways", func() bool {
		backends, err := s.front.Metric(s.t.Context(), "otelcol_loadbalancer_num_backends")
		return err == nil && backends == float64(len(gateways))
	})
	require.NoError(s.t, s.front.WaitReady(s.t.Context()))
}

// wait returns once something is the case.
func (s *tiers) wait(what string, done func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), passLimit)
	defer cancel()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			require.NoError(s.t, ctx.Err(), "did not %s; the agent tier said last:\n%s", what, s.front.LastLog())
		case <-tick.C:
		}
	}
}

// send sends requests in their order. Traces and logs take ways of their own through any collector, so what is sent of
// one signal is waited for before the other one goes on.
func (s *tiers) send(requests ...request) {
	s.t.Helper()
	for i, r := range requests {
		if i > 0 && requests[i-1].signal != r.signal {
			s.settle()
		}
		s.post(r)
	}
	s.settle()
}

// post sends requests and waits for nothing.
func (s *tiers) post(requests ...request) {
	s.t.Helper()
	for _, r := range requests {
		require.NoError(s.t, s.front.Post(s.t.Context(), r.signal, r.line))
		s.sent += r.records
	}
}

// settle returns once everything that was sent has come out.
func (s *tiers) settle() {
	s.t.Helper()
	s.wait("pass on what was sent", func() bool {
		got := 0
		for _, g := range s.gateways {
			more, err := g.output.Read()
			require.NoError(s.t, err)
			g.records = append(g.records, more...)
			got += len(g.records)
		}
		require.LessOrEqual(s.t, got, s.sent, "something came out twice")
		return got == s.sent
	})
}

// outcome is what all gateways together made of everything.
type outcome struct {
	// records are all records as they came out, in an order that does not depend on the gateways.
	records []string
	// findings are those of the records by their IDs.
	findings map[string][]string
	// sums are the counters, added up over the gateways.
	sums map[string]float64
}

func (s *tiers) outcome() outcome {
	s.t.Helper()
	o := outcome{findings: map[string][]string{}, sums: map[string]float64{}}
	for _, g := range s.gateways {
		for i := range g.records {
			r := &g.records[i]
			o.records = append(o.records, fmt.Sprintf("%s: %s\n%x", r.Key, verdict(r), r.Wire))
			o.findings[r.Key] = append(o.findings[r.Key], r.VerdictList("findings")...)
		}
		counters, err := g.Counters(s.t.Context())
		require.NoError(s.t, err)
		for _, c := range counters {
			if c.Name != "memory_limit" {
				o.sums[c.String()] += c.Value
			}
		}
	}
	slices.Sort(o.records)
	return o
}

// verdict is what a record says of itself after it was judged.
func verdict(r *collectortest.Record) string {
	text := r.Name + " " + r.Status
	for _, key := range slices.Sorted(maps.Keys(r.Attributes)) {
		if name, ok := strings.CutPrefix(key, "tool_span.verdict."); ok {
			text += fmt.Sprintf(" %s=%v", name, r.Attributes[key])
		}
	}
	return text
}

// requireSame compares every record, to the last byte, and every counter.
func requireSame(t *testing.T, want, got outcome) {
	t.Helper()
	requireSameVerdicts(t, want, got)
	require.Empty(t, without(want.records, got.records), "these came out with the same verdict, but not to the byte")
}

// requireSameVerdicts compares what every record says of itself, and every counter.
func requireSameVerdicts(t *testing.T, want, got outcome) {
	t.Helper()
	require.NotEmpty(t, want.records)
	missing, extra := without(want.verdicts(), got.verdicts()), without(got.verdicts(), want.verdicts())
	require.Empty(t, missing, "records that did not come out so, but instead:\n%s", strings.Join(extra, "\n"))
	require.Empty(t, extra)
	require.Equal(t, want.sums, got.sums)
}

func (o outcome) verdicts() []string {
	var list []string
	for _, r := range o.records {
		text, _, _ := strings.Cut(r, "\n")
		list = append(list, text)
	}
	return list
}

// without returns what a sorted list has beyond another one.
func without(list, other []string) []string {
	var rest []string
	for _, r := range list {
		for len(other) > 0 && other[0] < r {
			other = other[1:]
		}
		if len(other) > 0 && other[0] == r {
			other = other[1:]
			continue
		}
		rest = append(rest, r)
	}
	return rest
}

// requireShared makes sure that no gateway was idle, for otherwise nothing would be shown.
func (s *tiers) requireShared() {
	s.t.Helper()
	for i, g := range s.gateways {
		require.NotEmpty(s.t, g.records, "gateway %d had nothing to do", i+1)
	}
}
