package longtest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/agentwork"
)

// longWork is how many calls a long conversation has.
const longWork = 2000

// TestOrdinaryWork sends long conversations of which nothing is to be said, as every program writes them.
func TestOrdinaryWork(t *testing.T) {
	for _, program := range agentwork.Programs() {
		t.Run(program.Name, func(t *testing.T) {
			session := agentwork.Ordinary("long", 1, longWork)
			assert.GreaterOrEqual(t, session.Calls(), longWork)
			b := newBench(t)
			b.send(program.Batches(session)...)
			counters := b.counters()
			t.Logf("\n%s", lines(counters))
			commands := b.commands()
			for _, f := range loud(b.found(), counters) {
				t.Errorf("%s", f)
				for _, id := range f.related {
					t.Logf("\tagainst it: %s", commands[id])
				}
			}
		})
	}
}
