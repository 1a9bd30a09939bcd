package scale

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// each is how many conversations there are of each story.
const each = 60

// play sends all recorded sessions and all made conversations.
func (s *tiers) play(list []telling) outcome {
	s.t.Helper()
	s.send(recorded(s.t)...)
	for number := range rounds {
		s.send(round(list, number)...)
	}
	return s.outcome()
}

// TestOneAndThreeGatewaysFindTheSame is the point of it all.
func TestOneAndThreeGatewaysFindTheSame(t *testing.T) {
	for form, heard := range map[string]map[string]int{
		byTrace:        {claimed.name: each},
		byConversation: {claimed.name: each, claimedLater.name: each, claimedInLogs.name: each},
	} {
		t.Run(form, func(t *testing.T) {
			list := tellings(t, each)
			single := alone(t, form).play(list)
			require.Equal(t, heard, single.heard(list))

			one := start(t, form, 1).play(list)
			// Grouping by conversation drops the URLs of schemas.
			requireSameVerdicts(t, single, one)

			s := start(t, form, 3)
			three := s.play(list)
			s.requireShared()
			requireSame(t, one, three)
		})
	}
}

// TestATraceStaysTogether also shows why by-trace/agent-tier.yaml does not simply say `routing_key: traceID`. Should that
// part no longer hold, the attribute is no longer needed.
func TestATraceStaysTogether(t *testing.T) {
	for name, changes := range map[string][]string{
		"as in the example": nil,
		"by traceID": {
			"yaml:exporters::load_balancing::routing_key: traceID", "yaml:exporters::load_balancing::routing_attributes: []",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &tiers{t: t, form: byTrace, wiring: filepath.Join(t.TempDir(), "wiring.yaml")}
			s.addGateways(3)
			s.wire(s.gateways...)
			s.front = s.run("agent-tier", "", append(changes, s.wiring)...)
			s.send(recorded(t)...)
			s.requireShared()
			require.Equal(t, changes != nil, len(s.parted()) > 0)
		})
	}
}

// parted are the traces of which more than one gateway saw something.
func (s *tiers) parted() []string {
	at, parted := map[string]int{}, []string{}
	for i, g := range s.gateways {
		for _, r := range g.records {
			if r.Trace == "" {
				continue
			}
			if other, ok := at[r.Trace]; ok && other != i {
				parted = append(parted, r.Trace)
			}
			at[r.Trace] = i
		}
	}
	return parted
}
