package grafanatest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const file = "../../examples/dashboard/tool_span.json"

// TestDashboardFitsTheSchema reads the file with Grafana's own types, which refuse keys that they do not know and values of
// another type, in the dashboard and in the options of every kind of panel and query.
func TestDashboardFitsTheSchema(t *testing.T) {
	plugins.RegisterDefaultPlugins()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var d dashboard.Dashboard
	if err := d.UnmarshalJSONStrict(text); err != nil {
		// The types return an empty list of mistakes for none.
		require.Empty(t, err.Error())
	}
}

// TestPanelsLieBesideEachOther looks at the places of the panels, which the schema leaves free.
func TestPanelsLieBesideEachOther(t *testing.T) {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var d dashboard.Dashboard
	require.NoError(t, json.Unmarshal(text, &d))
	require.NoError(t, d.Validate())
	require.NotEmpty(t, d.Panels)
	taken := map[[2]uint32]bool{}
	for _, p := range d.Panels {
		require.NotNil(t, p.Panel)
		at := p.Panel.GridPos
		assert.LessOrEqual(t, at.X+at.W, uint32(24), *p.Panel.Title)
		for x := at.X; x < at.X+at.W; x++ {
			for y := at.Y; y < at.Y+at.H; y++ {
				assert.False(t, taken[[2]uint32{x, y}], "%s lies on another panel", *p.Panel.Title)
				taken[[2]uint32{x, y}] = true
			}
		}
	}
}
