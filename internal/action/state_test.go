package action

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lawful is the machine as the contract words it.
const lawful = `
planned → submitted | rejected | safe_to_retry
submitted → succeeded | rejected | outcome_unknown | safe_to_retry(before)
outcome_unknown → reconciling | manual_review | submitted(key)
reconciling → reconciling | succeeded | rejected | safe_to_retry | manual_review
safe_to_retry → submitted
manual_review → succeeded | rejected | safe_to_retry
`

func lawfulMoves(t *testing.T) map[[2]State]Move {
	t.Helper()
	moves := map[[2]State]Move{}
	for line := range strings.Lines(strings.TrimSpace(lawful)) {
		from, list, _ := strings.Cut(line, "→")
		for to := range strings.SplitSeq(list, "|") {
			to, condition, _ := strings.Cut(strings.TrimSpace(to), "(")
			a, ok := ParseState(strings.TrimSpace(from))
			require.True(t, ok, from)
			b, ok := ParseState(to)
			require.True(t, ok, to)
			moves[[2]State{a, b}] = map[string]Move{"": Lawful, "before)": BeforeSend, "key)": SameKey}[condition]
		}
	}
	return moves
}

func TestMoves(t *testing.T) {
	want := lawfulMoves(t)
	for from := Planned; from < NumStates; from++ {
		for to := Planned; to < NumStates; to++ {
			assert.Equal(t, want[[2]State{from, to}], from.MoveTo(to), "%s to %s", from, to)
		}
	}
}

// TestMovesInReceipts makes each move within the history of a receipt that is as it should be otherwise.
func TestMovesInReceipts(t *testing.T) {
	want := lawfulMoves(t)
	for from := Planned; from < NumStates; from++ {
		for to := Planned; to < NumStates; to++ {
			for _, tt := range []struct {
				name, key, code string
				fits            func(Move) bool
			}{
				{"plain", "", "", func(m Move) bool { return m == Lawful || m == BeforeSend }},
				{"with a key", "k-1", "", func(m Move) bool { return m != Illegal }},
				{"refused", "", "ECONNREFUSED", func(m Move) bool { return m == Lawful || m == BeforeSend }},
				{"timed out", "", "timeout", func(m Move) bool { return m == Lawful }},
			} {
				r := Receipt{Stated: true, OperationID: "op", Method: "POST", Key: tt.key, State: to, History: []Entry{
					{State: from, At: 1}, {State: to, At: 2, Failure: Failure{Code: tt.code}},
				}, HasHistory: true}
				found := r.Check(&Facts{})
				assert.Equal(t, tt.fits(want[[2]State{from, to}]), !found.Has(IllegalMove), "%s to %s, %s", from, to, tt.name)
			}
		}
	}
}

func TestLeads(t *testing.T) {
	for from := Planned; from < NumStates; from++ {
		assert.True(t, from.Leads(from), from)
		assert.Equal(t, from == Planned, from.Leads(Planned), from)
		for to := Planned; to < NumStates; to++ {
			if from.MoveTo(to) != Illegal {
				assert.True(t, from.Leads(to), "%s to %s", from, to)
			}
		}
		assert.Equal(t, from.Final(), !from.Leads(SafeToRetry), from)
	}
}

func TestParseState(t *testing.T) {
	for word, want := range map[string]State{
		"outcome_unknown": OutcomeUnknown, "OUTCOME_UNKNOWN": OutcomeUnknown, "outcomeUnknown": OutcomeUnknown, "safe-to-retry": SafeToRetry, "Manual review": ManualReview,
	} {
		got, ok := ParseState(word)
		assert.True(t, ok, word)
		assert.Equal(t, want, got, word)
	}
	for _, word := range []string{"", "done", "succeeded!", "unknown", strings.Repeat("planned", 1000), "\xff"} {
		_, ok := ParseState(word)
		assert.False(t, ok, word)
	}
	for s := Planned; s < NumStates; s++ {
		got, ok := ParseState(s.String())
		assert.True(t, ok)
		assert.Equal(t, s, got)
	}
}
