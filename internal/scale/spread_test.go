package scale

import (
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
