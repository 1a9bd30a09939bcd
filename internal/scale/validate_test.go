package scale

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// TestConfigurationsAreValid asks the collector about every configuration as it stands in the examples.
func TestConfigurationsAreValid(t *testing.T) {
	configs, err := filepath.Glob(filepath.Join(examples, "*", "*.yaml"))
	require.NoError(t, err)
	require.Len(t, configs, 6, "two tiers of three forms")
	for _, config := range configs {
		out, err := collectortest.Validate(t.Context(), collector(t), config)
		require.NoError(t, err, "%s: %s", config, out)
	}
}
