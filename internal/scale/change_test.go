package scale

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// repairs are the stories whose answer is true.
var repairs = []string{repaired.name, repairedLater.name, repairedLogs.name}

// TestAChangeOfGatewaysLosesAtMost changes the list of gateways while every conversation is under way: its test run was
// killed, and what follows goes to another gateway for some.
func TestAChangeOfGatewaysLosesAtMost(t *testing.T) {
	list := tellings(t, each)
	for form, claimed := range map[string][]string{
		byTrace:        {claimed.name},
		byConversation: {claimed.name, claimedLater.name, claimedInLogs.name},
	} {
		t.Run(form, func(t *testing.T) {
			steady := alone(t, form)
			steady.send(early(t, list)...)
			steady.send(late(t, list)...)
			want := steady.outcome()
			require.ElementsMatch(t, claimed, slices.Collect(maps.Keys(want.heard(list))))

			t.Run("one is added", func(t *testing.T) {
				s := start(t, form, 3)
				s.send(early(t, list)...)
				s.addGateways(1)
				s.rewire(s.gateways...)
				s.send(late(t, list)...)
				s.requireShared()
				requireLess(t, list, want, s.outcome())
			})
			t.Run("one is lost", func(t *testing.T) {
				s := start(t, form, 3)
				s.send(early(t, list)...)
				s.rewire(s.gateways[:2]...)
				s.send(late(t, list)...)
				s.requireShared()
				requireLess(t, list, want, s.outcome())
			})
		})
	}
}

// early is what is sent before the change: the spans of all recorded sessions, and the first run of every conversation.
func early(t *testing.T, list []telling) []request {
	t.Helper()
	return append(ofSignal(recorded(t), collectortest.Traces), round(list, 0)...)
}

// late is what is sent after it.
func late(t *testing.T, list []telling) []request {
	t.Helper()
	requests := ofSignal(recorded(t), collectortest.Logs)
	for number := 1; number < rounds; number++ {
		requests = append(requests, round(list, number)...)
	}
	return requests
}

func ofSignal(list []request, signal collectortest.Signal) []request {
	return slices.DeleteFunc(list, func(r request) bool { return r.signal != signal })
}

// requireLess makes sure that nothing was found that is not so, and that the change was felt at all.
func requireLess(t *testing.T, list []telling, want, got outcome) {
	t.Helper()
	require.Len(t, got.records, len(want.records))
	require.Equal(t, slices.Sorted(maps.Keys(want.findings)), slices.Sorted(maps.Keys(got.findings)))
	for key, found := range got.findings {
		require.Subset(t, want.findings[key], found, key)
	}
	heard, all := got.heard(list), want.heard(list)
	for name := range all {
		require.Positive(t, heard[name], "of %s nothing was left", name)
		require.Less(t, heard[name], all[name], "of %s nothing was lost, so the change was not felt", name)
	}
	const counter = "false_confirm_detected claim=text"
	require.Positive(t, got.sums[counter])
	require.Less(t, got.sums[counter], want.sums[counter])
}

// TestAGatewayThatRestarts stays on the list, so what is meant for it waits in the agent tier, and goes nowhere else.
func TestAGatewayThatRestarts(t *testing.T) {
	list := tellings(t, each)
	steady, s := alone(t, byConversation), start(t, byConversation, 3)
	for number := range rounds {
		steady.send(round(list, number)...)
	}

	s.send(round(list, 0)...)
	restarting := s.gateways[2]
	require.NoError(t, restarting.Stop())
	s.post(round(list, 1)...)
	s.restart(restarting)
	s.settle()
	s.send(round(list, 2)...)
	s.requireShared()
	requireLess(t, list, steady.outcome(), s.outcome())
}

// TestAGatewayThatComesAndGoes is about conversations that return to a gateway that they had left: it remembers the run
// that was killed, and never saw its rerun. It must have forgotten by then.
func TestAGatewayThatComesAndGoes(t *testing.T) {
	list := tellings(t, each)
	comeAndGo := func(t *testing.T, meanwhile func(*tiers), changes ...string) map[string]int {
		t.Helper()
		s := start(t, byConversation, 3, changes...)
		s.send(round(list, 0)...)
		s.addGateways(1, changes...)
		s.rewire(s.gateways...)
		s.send(round(list, 1)...)
		meanwhile(s)
		s.rewire(s.gateways[:3]...)
		s.send(round(list, 2)...)
		s.requireShared()
		return s.outcome().heard(list)
	}
	t.Run("at once", func(t *testing.T) {
		heard := comeAndGo(t, func(*tiers) {})
		for _, name := range repairs {
			require.Positive(t, heard[name], "README.md warns of what does not happen")
		}
	})
	t.Run("after its memory", func(t *testing.T) {
		heard := comeAndGo(t, func(s *tiers) {
			s.wait("forget", func() bool { return s.outcome().sums["memory_entries"] == 0 })
		}, "yaml:processors::tool_span::memory::max_age: 1s")
		for _, name := range repairs {
			require.Zero(t, heard[name], name)
		}
	})
}

// TestTracesApartNeedTheScope shows what `scope: trace` of by-trace/gateway.yaml is for. Without it a gateway holds an
// answer against a run whose rerun another gateway saw.
func TestTracesApartNeedTheScope(t *testing.T) {
	list := tellings(t, each)
	for scope, wrong := range map[string]bool{"trace": false, "conversation": true} {
		s := start(t, byTrace, 3, "yaml:processors::tool_span::memory::scope: "+scope)
		for number := range rounds {
			s.send(round(list, number)...)
		}
		heard := s.outcome().heard(list)
		require.Equal(t, wrong, heard[repairedLater.name] > 0, "with scope %s: %v", scope, heard)
	}
}
