package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// row is one line of testdata/reference.json: texts collected from real harnesses, labelled with what they mean.
type row struct {
	ID      string   `json:"id"`
	Harness string   `json:"harness"`
	Kind    string   `json:"kind"`
	Match   []string `json:"match"`
	Miss    []string `json:"miss"`
}

// deviations are the examples that are read otherwise than labelled, each with the reason. The key is the row, or the
// row and the number of the example.
var deviations = map[string]struct{ want, reason string }{
	"T32":      {"nothing", "go test prints it itself, so it is no text of a harness"},
	"E21":      {"nothing", "the command reports its own exit code"},
	"S17":      {"nothing", "the command completed, so it is not running; the code is not known"},
	"S19/1":    {"cancelled", "the words say that the user stopped it"},
	"S30":      {"nothing", "the process exited, so it is not running; the code is not known"},
	"G02":      {"nothing", "JSON in a result is read by whoever knows its shape"},
	"G03":      {"nothing", "JSON in a result is read by whoever knows its shape"},
	"G04":      {"nothing", "a missing exit code states nothing"},
	"G06/0":    {"nothing", "JSON in a result is read by whoever knows its shape"},
	"G07":      {"nothing", "JSON in a result is read by whoever knows its shape"},
	"T04/miss": {"timeout", "no text of Codex, but another harness writes it for a time limit"},
	"T16/miss": {"timeout", "no text of Cline, but Qwen Code writes it for a time limit"},
	"E06/1":    {"nothing", "a line that says that there is no exit code states nothing"},
}

// wanted translates a label.
func wanted(kind string) string {
	kind, detail, _ := strings.Cut(kind, ":")
	base, qualifier, _ := strings.Cut(kind, "(")
	base, qualifier = strings.TrimSpace(base), strings.TrimSuffix(qualifier, ")")
	switch base {
	case "outcome_unknown":
		if qualifier == "transport" {
			return "tool_error"
		}
		if qualifier == "no exit code" || qualifier == "exit code missing" {
			return "nothing"
		}
		return "running"
	case "signal":
		if qualifier == "user" {
			return "cancelled"
		}
		return "signal"
	case "exit_code":
		return "exit"
	case "no_user_answer":
		return "none"
	case "truncated":
		switch {
		case strings.Contains(detail, "head-dropped"):
			return "clip head"
		case strings.Contains(detail, "telemetry"):
			return "clip telemetry"
		}
		return "clip"
	}
	return base
}

// found lists what a reading says in the words of wanted.
func found(in *Reading) map[string]bool {
	out := map[string]bool{}
	for _, s := range in.Statements {
		out[s.Ending.String()] = true
	}
	for _, c := range in.Clips {
		out["clip"], out["clip "+c.Side.String()] = true, true
		if c.ByTelemetry {
			out["clip telemetry"] = true
		}
	}
	if in.Empty {
		out["empty"] = true
	}
	if len(out) == 0 {
		out["nothing"] = true
	}
	return out
}

func TestReferenceTexts(t *testing.T) {
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	var in Reading
	for _, row := range rows {
		want := wanted(row.Kind)
		for i, text := range row.Match {
			want := want
			for _, key := range []string{row.ID, fmt.Sprintf("%s/%d", row.ID, i)} {
				if d, ok := deviations[key]; ok {
					want, used[key] = d.want, true
				}
			}
			if Read(text, All, &in); !found(&in)[want] {
				t.Errorf("%s %s (%s) %q: want %s, got %+v", row.ID, row.Harness, row.Kind, text, want, in)
			}
		}
		for _, text := range row.Miss {
			if d, ok := deviations[row.ID+"/miss"]; ok {
				Read(text, All, &in)
				used[row.ID+"/miss"] = found(&in)[d.want]
				continue
			}
			if Read(text, All, &in); found(&in)[want] && want != "nothing" {
				t.Errorf("%s %s (%s) must not read %q: %+v", row.ID, row.Harness, row.Kind, text, in)
			}
		}
	}
	for key, d := range deviations {
		if !used[key] {
			t.Errorf("deviation %s (%s) stands for no example", key, d.reason)
		}
	}
}
