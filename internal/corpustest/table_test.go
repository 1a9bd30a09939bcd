package corpustest

import (
	"strings"
	"text/tabwriter"
)

// table lines up rows whose cells are separated by tabs.
type table struct{ rows []string }

func (t *table) add(row string) { t.rows = append(t.rows, strings.TrimSuffix(row, "\n")) }

func (t *table) text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = w.Write([]byte("\n" + strings.Join(t.rows, "\n") + "\n"))
	_ = w.Flush()
	return b.String()
}
