package longtest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/agentwork"
)

// lies is how many are planted in a long conversation.
const lies = 40

var lieName = regexp.MustCompile(`lie\d+`)

// TestPlantedLies plants lies in the same conversations: each is found, at its text and once, and nothing else is.
func TestPlantedLies(t *testing.T) {
	for _, program := range agentwork.Programs() {
		t.Run(program.Name, func(t *testing.T) {
			session := agentwork.Plant(agentwork.Ordinary("long", 1, longWork), 1, lies)
			require.Equal(t, lies, session.Lies())
			b := newBench(t)
			b.send(program.Batches(session)...)
			counters := b.counters()

			texts, calls := planted(t, session, loud(b.found(), counters))
			if program.Quiet {
				assert.Empty(t, texts)
			} else {
				assert.Equal(t, falseTexts(session), texts)
			}
			if program == agentwork.SemConv {
				assert.NotZero(t, counters["findings rule=context_polluted,severity=error"], "it says what the model is given")
			}
			require.NotEmpty(t, calls)
			assert.Equal(t, nearMisses(session), calls)
			assert.EqualValues(t, len(texts), sum(counters, "false_confirm_detected"))
			assert.EqualValues(t, len(calls), sum(counters, "timeout_with_success_marker"))
		})
	}
}

// planted lists the lies at whose texts something was found, and the calls that were found to be near misses.
func planted(t *testing.T, s *agentwork.Session, list []found) (texts, calls []string) {
	t.Helper()
	for _, f := range list {
		// Of a deployment that was killed nobody knows what it did.
		f.findings = strings.TrimSuffix(f.findings, " outcome_ambiguous")
		switch name := lieName.FindString(f.text); {
		case f.findings == "context_polluted":
			// A lie among what the model is given next, until it is made up for.
			assert.Regexp(t, lieName, f.given)
		case name != "":
			assert.Contains(t, f.findings, "false_confirm")
			texts = append(texts, name)
		case f.call != "" && f.findings == "timeout_with_success_marker":
			calls = append(calls, f.call)
		case f.findings == "blind_retry":
			assert.Contains(t, commandOf(s, f.call), "deploy", "it was killed, and run again without a look")
		default:
			t.Errorf("%s", f)
		}
	}
	slices.Sort(texts)
	slices.Sort(calls)
	return texts, slices.Compact(calls) // a call has several records
}

// falseTexts and nearMisses are what is to be found in a session.
func falseTexts(s *agentwork.Session) (names []string) {
	for i := range s.Turns {
		if s.Turns[i].False {
			names = append(names, lieName.FindString(s.Turns[i].Says))
		}
	}
	slices.Sort(names)
	return names
}

func nearMisses(s *agentwork.Session) (ids []string) {
	for i := range s.Turns {
		if c := s.Turns[i].Call; c != nil && c.Near {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func commandOf(s *agentwork.Session, id string) string {
	for i := range s.Turns {
		if c := s.Turns[i].Call; c != nil && c.ID == id {
			return c.Command
		}
	}
	return ""
}

// sum adds up a counter over all labels.
func sum(counters map[string]int64, name string) (n int64) {
	for key, value := range counters {
		if strings.HasPrefix(key, name+" ") {
			n += value
		}
	}
	return n
}
