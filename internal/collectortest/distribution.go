package collectortest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Distribution returns the collector of examples/distribution, as it is built in the repository with that top.
func Distribution(top string) (string, error) {
	path := filepath.Join(top, "_build_dist", "otelcol-toolspan-dist")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("there is no collector to test; `make build-dist` makes it: %w", err)
	}
	return path, nil
}
