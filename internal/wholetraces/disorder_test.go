package wholetraces

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/agentwork"
)

// disorders is how many ways of disorder are tried with each program.
const disorders = 10

// byChance is how many false findings there may be in all of them. What a model was given names the calls before in the one
// program, and a text that came before one of these is left alone. In the other it does not, and then nothing tells that
// the first few spans of a conversation are not all there are.
var byChance = map[*agentwork.Program]int{agentwork.SemConv: 0, agentwork.OpenInference: 2}

// TestDisorder: without groupbytrace, spans that arrive in any order lose findings and make up none.
func TestDisorder(t *testing.T) {
	for _, program := range programs {
		t.Run(program.Name, func(t *testing.T) {
			list := rounds(program)
			want := inOrder(t, list, false)
			spans, found, made := 0, 0, []string(nil)
			for seed := range uint64(disorders) {
				p, sink := judged(t, false)
				for i, round := range list {
					spans += len(round)
					send(t, p, agentwork.Shuffle(slices.Clone(round), 100*seed+uint64(i)))
				}
				got := findings(sink)
				found += len(got)
				made = append(made, madeUp(want, got)...)
			}
			t.Logf("something is found in %d of %d spans, and made up: %q", found, spans, made)
			assert.Greater(t, found, disorders*len(want)/8)
			assert.LessOrEqual(t, len(made), byChance[program])
		})
	}
}

// madeUp lists what is found and should not be.
func madeUp(want, got map[string]string) (list []string) {
	for span, rules := range got {
		for rule := range strings.FieldsSeq(rules) {
			if !slices.Contains(strings.Fields(want[span]), rule) {
				list = append(list, span+" "+rule)
			}
		}
	}
	return list
}
