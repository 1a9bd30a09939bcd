package toolspanprocessor

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReporters(t *testing.T) {
	var r reporters
	assert.False(t, r.reports(""))
	r.note("", true)
	r.note("mixed", true)
	r.note("mixed", false)
	r.note("never", false)
	assert.True(t, r.reports("") && r.reportsIDs(""))
	assert.True(t, r.reports("mixed") && !r.reportsIDs("mixed"))
	assert.True(t, r.reports("never") && !r.reportsIDs("never"))
	assert.False(t, r.reports("other") || r.reportsIDs("other"))
	r.note(strings.Repeat("x", maxCommand+1), true)
	assert.False(t, r.reports(strings.Repeat("x", maxCommand+1)))
}

func TestReportersAreBounded(t *testing.T) {
	var r reporters
	var senders sync.WaitGroup
	for range 4 {
		senders.Go(func() {
			for i := range 2 * maxReporters {
				r.note(fmt.Sprint(i), true)
			}
		})
	}
	senders.Wait()
	assert.Less(t, r.count.Load(), int64(maxReporters+4))
}

func TestListening(t *testing.T) {
	var l listening
	assert.True(t, l.on())
	l.passed(maxSilent)
	assert.False(t, l.on())
	l.passed(1)
	l.heard()
	assert.True(t, l.on())
}
