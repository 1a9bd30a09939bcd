package harness

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestWordsOfAHarnessInsideAnOutput puts each of the collected texts between lines of output, as where a command prints
// the source or the log of a harness. None of them then says how the call ended. Only a marker of what was cut may
// stand there, since that is where a harness cuts.
func TestWordsOfAHarnessInsideAnOutput(t *testing.T) {
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	output := strings.Repeat("a line of output\n", 12)
	var in Reading
	for _, row := range rows {
		for _, text := range row.Match {
			Read(output+text+"\n"+output, All, &in)
			if len(in.Statements) > 0 || in.Empty {
				t.Errorf("%s %s: %q inside an output is taken for words about it: %+v", row.ID, row.Harness, text, in)
			}
			if len(in.Clips) > 0 && !strings.HasPrefix(row.Kind, "truncated") {
				t.Errorf("%s %s: %q inside an output is taken for a cut: %+v", row.ID, row.Harness, text, in)
			}
		}
	}
}
