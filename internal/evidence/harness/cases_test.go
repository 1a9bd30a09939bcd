package harness

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// textCase is one line of testdata/cases.json: a whole result, who may have written it, and all that it states.
type textCase struct {
	Why  string   `json:"why"`
	From string   `json:"from"` // names separated by commas, empty for all
	Text string   `json:"text"`
	Want []string `json:"want"`
}

// facts writes a reading down, a fact a line.
func facts(in *Reading) []string {
	out := []string{}
	for _, s := range in.Statements {
		fact := strings.TrimPrefix(s.Position.String(), "text_") + " " + s.Ending.String()
		if s.HasCode {
			fact += fmt.Sprintf(" %d", s.Code)
		}
		if s.Signal != "" {
			fact += " " + s.Signal
		}
		if s.LimitHit {
			fact += " limit"
		}
		out = append(out, fact)
	}
	for _, c := range in.Clips {
		fact := "clip " + c.Side.String()
		if c.ByTelemetry {
			fact += " telemetry"
		}
		out = append(out, fact)
	}
	if in.Empty {
		out = append(out, "empty")
	}
	return out
}

func TestCases(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []textCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	var in Reading
	for _, c := range cases {
		from := All
		if c.From != "" {
			from = Named(strings.Split(c.From, ",")...)
		}
		for _, text := range []string{c.Text, strings.ReplaceAll(c.Text, "\n", "\r\n"), "\x1b[0m" + c.Text, c.Text + "\n\n", c.Text + "\x1b[0m\n"} {
			if Read(text, from, &in); !slices.Equal(facts(&in), c.Want) {
				t.Errorf("%s\n%q\ngot  %q\nwant %q", c.Why, text, facts(&in), c.Want)
			}
		}
	}
}

func TestLongOutputInBetween(t *testing.T) {
	long := fill(ordinary["prose"], 60<<10)
	for text, want := range map[string]string{
		"Exit code 1\n" + long: "header exit 1",
		"Chunk ID: ab\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n" + long + "\nProcess exited with code 9": "header exit 0",
		long + "\n<exited with exit code 2>":                                                                 "trailer exit 2",
		long + "\n... [1,200 characters omitted] ...\n" + long[:1000]:                                        "clip middle",
		"...output truncated...\n\nFull output saved to: /x\n\n" + long:                                      "clip head",
		long + "\n[truncated]":                                                                               "clip tail",
		strings.ReplaceAll(long, "\n", " ") + "…532 tokens truncated…" + strings.ReplaceAll(long, "\n", " "): "clip middle",
		strings.ReplaceAll(long, "\n", " ") + "...[TRUNCATED: original length 90000]":                        "clip tail telemetry",
	} {
		var in Reading
		if Read(text, All, &in); !slices.Equal(facts(&in), []string{want}) {
			t.Errorf("%.60q…: got %q, want %q", text, facts(&in), want)
		}
	}
}
