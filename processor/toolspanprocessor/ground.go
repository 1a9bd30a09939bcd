package toolspanprocessor

import (
	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
)

// maxGround is how many calls are named that a critical one stands on.
const maxGround = 8

// ground looks for calls of the conversation that were stopped and are unproven when a
// call begins that must not begin then. The call itself is none of them, nor is what it
// repeats.
func (w *worker) ground(p *pending, f *memory.Facts) {
	if f.Group == 0 || !w.core.effects.Critical(p.call) {
		return
	}
	w.standing = w.core.recent.Standing(w.now, f.Group, f.Start, 2*maxGround, w.standing[:0])
	for i := range w.standing {
		other := &w.standing[i]
		if other.Kind != termination.Timeout && other.Kind != termination.Signaled {
			continue
		}
		if f.Same != 0 && other.Same == f.Same || p.isSpan && other.Span == p.id {
			continue
		}
		p.call.Ungrounded = true
		if id, ok := spanOf(other); ok && len(p.call.Related) < maxGround {
			p.call.Related = append(p.call.Related, id)
		}
	}
}
