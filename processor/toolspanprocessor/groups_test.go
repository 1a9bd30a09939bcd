package toolspanprocessor

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/memory"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// FuzzGroups joins records with few names, so that many of them meet.
func FuzzGroups(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0})
	f.Add([]byte{1, 2, 0, 1, 2, 3, 0, 2, 3, 1, 0, 3, 0, 0, 1, 128, 0, 0, 2, 129})
	f.Fuzz(func(t *testing.T, data []byte) {
		var list []pending
		for ; len(data) >= 4 && len(list) < maxWaiting; data = data[4:] {
			call := &toolcall.Call{
				Facts: []termination.Fact{{Source: termination.Status, HasCode: true, Code: int64(len(list))}},
				Texts: []string{fmt.Sprint("text ", len(list))},
			}
			list = append(list, pending{call: call, isSpan: true, id: [8]byte{byte(len(list)), 1}, keys: memory.Keys{
				Own: [3]uint64{uint64(data[0] % 8), uint64(data[1] % 8), uint64(data[1] / 32)}, Find: [2]uint64{uint64(data[2] % 8), uint64(data[2] / 32)},
				ID: uint64(data[3] % 4), Nested: data[3]&128 != 0,
			}})
		}
		var g groups
		g.join(list)
		checkGroups(t, &g, list)
		// What a batch before left behind makes no difference.
		facts := len(fmt.Sprint(g.next))
		for i := range list {
			list[i].call.Facts, list[i].call.Texts = list[i].call.Facts[:1], list[i].call.Texts[:1]
		}
		g.join(list)
		assert.Len(t, fmt.Sprint(g.next), facts)
		checkGroups(t, &g, list)
	})
}

func checkGroups(t *testing.T, g *groups, list []pending) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	seen := make([]bool, len(list))
	for _, next := range g.next {
		require.False(t, seen[next], "each record follows one other, so all are in rings and none is lost")
		seen[next] = true
	}
	for i := range list {
		c := list[i].call
		require.NotEmpty(t, c.Facts)
		assert.Equal(t, int64(i), c.Facts[0].Code, "what a record said stays where it was")
		assert.LessOrEqual(t, len(c.Facts), maxViews)
		assert.LessOrEqual(t, len(c.Texts), maxViews)
		for _, f := range c.Facts[1:] {
			assert.NotEqual(t, int64(i), f.Code, "no record learns from itself")
			assert.True(t, compatible(&list[i], &list[f.Code]), "no call learns from another")
		}
	}
}

// TestManyRecordsOfOneCall has every record learn, and from a few others only.
func TestManyRecordsOfOneCall(t *testing.T) {
	var list []pending
	for i := range maxWaiting - 1 {
		list = append(list, pending{
			call: &toolcall.Call{Facts: []termination.Fact{{Source: termination.Status, HasCode: true, Code: int64(i)}}},
			keys: memory.Keys{Own: [3]uint64{7}},
		})
	}
	var g groups
	g.join(list)
	checkGroups(t, &g, list)
	for i := range list {
		assert.Len(t, list[i].call.Facts, maxViews)
	}
}

// TestNoCallLearnsFromAnother joins two calls that say who they are by a record that does not.
func TestNoCallLearnsFromAnother(t *testing.T) {
	fact := func(code int64) *toolcall.Call {
		return &toolcall.Call{Facts: []termination.Fact{{Source: termination.Declared, HasCode: true, Code: code}}}
	}
	list := []pending{
		{call: fact(0), keys: memory.Keys{Own: [3]uint64{1}, ID: 1}},
		{call: fact(1), keys: memory.Keys{Own: [3]uint64{1, 2}}},
		{call: fact(2), keys: memory.Keys{Own: [3]uint64{2}, ID: 2}},
	}
	var g groups
	g.join(list)
	checkGroups(t, &g, list)
	assert.Len(t, list[0].call.Facts, 2)
	assert.Len(t, list[1].call.Facts, 3)
}
