package toolspanprocessor

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

func TestTmp(t *testing.T) {
	in, out := os.Getenv("IN"), os.Getenv("OUT")
	filepath.WalkDir(in, func(path string, d os.DirEntry, err error) error {
		if d.IsDir() || !strings.HasSuffix(path, ".jsonl") {
			return nil
		}
		b := newBench(t, nil)
		data, _ := os.ReadFile(path)
		var w bytes.Buffer
		for _, line := range bytes.Split(data, []byte("\n")) {
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			if bytes.Contains(line[:min(200, len(line))], []byte("resourceSpans")) {
				td, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(line)
				require.NoError(t, err)
				require.NoError(t, b.traces.ConsumeTraces(t.Context(), td))
				o, _ := (&ptrace.JSONMarshaler{}).MarshalTraces(td)
				w.Write(append(o, '\n'))
			} else {
				ld, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(line)
				require.NoError(t, err)
				require.NoError(t, b.logs.ConsumeLogs(t.Context(), ld))
				o, _ := (&plog.JSONMarshaler{}).MarshalLogs(ld)
				w.Write(append(o, '\n'))
			}
		}
		rel, _ := filepath.Rel(in, path)
		os.MkdirAll(filepath.Dir(filepath.Join(out, rel)), 0o755)
		os.WriteFile(filepath.Join(out, rel), w.Bytes(), 0o644)
		return nil
	})
}
