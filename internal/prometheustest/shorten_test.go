package prometheustest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestShorten(t *testing.T) {
	got := Shorten([]byte(`
        expr: increase(a[1d] offset 1w) >= 20 unless increase(a[15m]) > 0 and a offset 2w > 1 and b unless b offset 1d
        for: 1h
        summary: for a day
`), 20*time.Second, 2*time.Second)
	require.Equal(t, `
        expr: increase(a[20s] offset 20s) >= 20 unless increase(a[20s]) > 0 and a offset 40s > 1 and b unless b offset 20s
        for: 2s
        summary: for a day
`, string(got))
}

func TestPointsAreRead(t *testing.T) {
	var p Point
	require.NoError(t, json.Unmarshal([]byte(`[1700000000.25,"1.5"]`), &p))
	require.Equal(t, Point{time.UnixMilli(1700000000250), 1.5}, p)
	for _, bad := range []string{`[1,2]`, `["a","1"]`, `[1,"x"]`, `{}`} {
		require.Error(t, json.Unmarshal([]byte(bad), &p), bad)
	}
}
