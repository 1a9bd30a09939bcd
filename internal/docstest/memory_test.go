package docstest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// TestSizesOfTheMemory compares the numbers that the README gives with what is made of the default budget.
func TestSizesOfTheMemory(t *testing.T) {
	cfg := toolspanprocessor.NewFactory().CreateDefaultConfig().(*toolspanprocessor.Config)
	calls := memory.Calls(cfg.Memory.LimitMib)
	text := read(t, readme)
	assert.Contains(t, text, fmt.Sprintf("is the budget for that, %d MiB\nby default", cfg.Memory.LimitMib))
	assert.Contains(t, text, fmt.Sprintf("at most %s calls are remembered", thousands(calls)))
	assert.Equal(t, calls/64, memory.TextLimit(calls), "the README speaks of a 64th")
	assert.Contains(t, text, fmt.Sprintf("for %s at\nmost", thousands(memory.TextLimit(1<<40))))
}

// thousands writes a number below a million.
func thousands(n int) string { return fmt.Sprintf("%d,%03d", n/1000, n%1000) }
