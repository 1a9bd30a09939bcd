package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/agentwork"
	"github.com/toolspan/toolspan/internal/collectortest"
	"github.com/toolspan/toolspan/internal/dashboard"
	"github.com/toolspan/toolspan/internal/prometheustest"
)

const (
	alertRules = top + "/examples/alerts/tool_span.rules.yaml"
	// window is what every window of the alerts is shortened to, since nobody waits two weeks for a test. It is long enough
	// for a busy machine to miss a few scrapes.
	window = 20 * time.Second
	// patience is what an alert is shortened to wait.
	patience = 2 * time.Second
	every    = time.Second
	// alertLimit bounds the wait for all alerts.
	alertLimit = 3 * time.Minute
	beat       = 100 * time.Millisecond
)

// The processors by their IDs, which are labels of the alerts.
const (
	healthy = "tool_span/healthy"
	lying   = "tool_span"
	failing = "tool_span/failing"
)

// TestAlertsFireForWhatHappened has three collectors scraped by one Prometheus with the alerts of the examples. One sees
// ordinary work; one sees ordinary work, then everything that can be wrong with calls, then nothing; one is in trouble
// itself. Every alert fires for the one that it is about, and none for ordinary work.
func TestAlertsFireForWhatHappened(t *testing.T) {
	builtCollector(t) // which is asked for in goroutines too, where a test cannot be skipped
	s := newSite(t)
	// The test of one week against the next needs that much time before anything is wrong.
	s.ordinary(lying, window*3/2)
	s.wrong()

	want := wantedAlerts(t)
	deadline := time.Now().Add(alertLimit)
	for !s.hasFired(want) && time.Now().Before(deadline) {
		s.next()
	}
	require.Equal(t, want, s.fired, "what fired, for whom; ordinary work came all the time")
	s.requireTexts()
	s.requireDashboard()
}

// wantedAlerts are the alerts that have to fire, by processor. Those on rules that are not there cannot.
func wantedAlerts(t *testing.T) map[string]map[string]bool {
	t.Helper()
	text, err := os.ReadFile(alertRules)
	require.NoError(t, err)
	inTrouble := map[string]bool{"StoppedCallsNeverRerun": true, "ToolSpanMemoryFull": true, "ToolSpanErrorsIgnored": true}
	want := map[string]map[string]bool{lying: {}, failing: {"ToolCallsEndBadly": true}}
	for _, m := range regexp.MustCompile(`(?ms)^ +- alert: (\w+)\n +expr: (.*?)\n +labels:`).FindAllStringSubmatch(string(text), -1) {
		switch {
		case inTrouble[m[1]]:
			want[failing][m[1]] = true
		default:
			want[lying][m[1]] = true
		}
	}
	require.Greater(t, len(want[lying]), 10)
	require.Len(t, want[failing], len(inTrouble)+1)
	return want
}

// site is a few collectors and the Prometheus that watches them.
type site struct {
	t          *testing.T
	collectors map[string]*collectortest.Collector
	work       map[string][]agentwork.Batch
	prometheus *prometheustest.Server
	tick       *time.Ticker
	// fired are the alerts that fired, by processor, and texts what they said.
	fired map[string]map[string]bool
	texts []prometheustest.Alert
	calls uint64
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{
		t: t, collectors: map[string]*collectortest.Collector{}, work: map[string][]agentwork.Batch{},
		fired: map[string]map[string]bool{}, tick: time.NewTicker(beat),
	}
	t.Cleanup(s.tick.Stop)
	changes := map[string][]string{
		healthy: rename(healthy),
		lying:   {"yaml:processors::tool_span::metrics: {tool_name: {enabled: true}, service_name: {enabled: true}}"},
		failing: append(rename(failing), `yaml:processors::tool_span/failing: {memory: {limit_mib: 1}, match: {span: ["Int(attributes[\"broken\"]) / 0 == 1"]}}`),
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	for id, list := range changes {
		wg.Go(func() {
			c := run(t, list...)
			mu.Lock()
			defer mu.Unlock()
			s.collectors[id] = c.Collector
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	for i, id := range []string{healthy, lying} {
		s.work[id] = ordinaryWork(uint64(i))
	}
	s.watch()
	return s
}

// rename has the pipelines use a processor of another name.
func rename(id string) []string {
	use := "processors: [memory_limiter, " + id + ", batch]"
	return []string{
		"yaml:processors: {" + id + ": {}}", "yaml:service::pipelines::traces: {" + use + "}", "yaml:service::pipelines::logs: {" + use + "}",
	}
}

// ordinaryWork is more work than the test has time for, of several programs at once.
func ordinaryWork(seed uint64) []agentwork.Batch {
	const calls = 1500
	var conversations [][]agentwork.Batch
	for i, program := range agentwork.Programs() {
		name := fmt.Sprintf("%s-%d", program.Name, seed)
		conversations = append(conversations, program.Batches(agentwork.Ordinary(name, seed*10+uint64(i), calls)))
	}
	return agentwork.Merge(conversations, seed)
}

// watch starts Prometheus with the alerts, shortened.
func (s *site) watch() {
	s.t.Helper()
	text, err := os.ReadFile(alertRules)
	require.NoError(s.t, err)
	short := prometheustest.Shorten(text, window, patience)
	var targets []string
	for _, c := range s.collectors {
		targets = append(targets, fmt.Sprintf("localhost:%d", c.Ports.Metrics))
	}
	s.prometheus, err = prometheustest.Start(s.t.Context(), prometheustest.Settings{Dir: s.t.TempDir(), Targets: targets, Rules: short, Every: every})
	require.NoError(s.t, err)
	s.t.Cleanup(func() { require.NoError(s.t, s.prometheus.Stop()) })
}

// next lets a beat go by, in which ordinary work goes on where it should, and notes which alerts fire.
func (s *site) next() {
	s.t.Helper()
	<-s.tick.C
	s.workOn(healthy)
	s.stop(1)
	alerts, err := s.prometheus.Alerts(s.t.Context())
	require.NoError(s.t, err)
	for _, a := range alerts {
		if a.State != "firing" {
			continue
		}
		id, name := a.Labels["processor"], a.Labels["alertname"]
		if s.fired[id] == nil {
			s.fired[id] = map[string]bool{}
		}
		if !s.fired[id][name] {
			s.texts = append(s.texts, a)
		}
		s.fired[id][name] = true
	}
}

func (s *site) workOn(id string) {
	s.t.Helper()
	require.NotEmpty(s.t, s.work[id], "more ordinary work is needed")
	signal, request, err := s.work[id][0].Request()
	require.NoError(s.t, err)
	s.work[id] = s.work[id][1:]
	s.send(id, collectortest.Signal(signal), request)
}

func (s *site) send(id string, signal collectortest.Signal, requests ...[]byte) {
	s.t.Helper()
	for _, request := range requests {
		require.NoError(s.t, s.collectors[id].Post(s.t.Context(), signal, request))
	}
}

func (s *site) ordinary(id string, how time.Duration) {
	s.t.Helper()
	for until := time.Now().Add(how); time.Now().Before(until); {
		s.next()
		s.workOn(id)
	}
}

func (s *site) hasFired(want map[string]map[string]bool) bool {
	for id, names := range want {
		for name := range names {
			if !s.fired[id][name] {
				return false
			}
		}
	}
	return true
}

// wrong is everything that alerts are about: all recorded sessions, the cases of the rules that alerts name, and calls of
// every bad kind, spread over some seconds, as a series that begins with its last value has not grown.
func (s *site) wrong() {
	s.t.Helper()
	s.send(lying, collectortest.Traces, ruleCases(s.t)...)
	for _, signal := range []collectortest.Signal{collectortest.Traces, collectortest.Logs} {
		files, err := filepath.Glob(filepath.Join(top, "testdata", "sessions", "*", "*", string(signal)+".jsonl"))
		require.NoError(s.t, err)
		require.NotEmpty(s.t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(s.t, err)
			for line := range strings.Lines(string(text)) {
				s.next()
				s.send(lying, signal, []byte(line))
			}
		}
	}
	for range 40 {
		s.next()
		s.badTurn()
	}
	// The one in trouble: more calls than it has room for, and a condition that fails.
	for range 12 {
		s.next()
		s.stop(1000)
		s.send(failing, collectortest.Traces, spanRequest(s.t, sample{name: "GET", trace: 1, span: 1, attributes: map[string]any{"broken": "1"}}))
	}
}

// requireTexts reads what a person gets to read.
func (s *site) requireTexts() {
	s.t.Helper()
	for _, a := range s.texts {
		summary := a.Annotations["summary"]
		require.Contains(s.t, summary+a.Annotations["description"], a.Labels["processor"])
		for _, text := range a.Annotations {
			require.NotContains(s.t, text, "<no value>")
			require.NotContains(s.t, text, "<error")
			require.NotContains(s.t, text, "{{")
		}
	}
}

// requireDashboard asks the same server for every expression of the dashboard.
func (s *site) requireDashboard() {
	s.t.Helper()
	for _, p := range dashboard.Panels() {
		for _, q := range p.Queries {
			expr := dashboard.Expand(q.Expr, window.String(), (2 * window).String())
			got, err := s.prometheus.QueryRange(s.t.Context(), expr, time.Now().Add(-window*3), time.Now(), every)
			require.NoError(s.t, err, "%s: %s", p.Title, expr)
			require.NotEmpty(s.t, got, "%s shows nothing: %s", p.Title, expr)
			seen := false
			for _, series := range got {
				for _, point := range series.Values {
					seen = seen || point.Value > 0
				}
			}
			if q.Legend != "verdicts replaced" && q.Legend != "findings withdrawn" {
				require.True(s.t, seen, "%s shows zeros alone: %s", p.Title, expr)
			}
		}
	}
}
