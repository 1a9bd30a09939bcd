package corpustest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

const samplesDir = testdata + "/samples"

// sample is one line of the manifest: a line of a file, and what can honestly be derived from it.
type sample struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Scenario string `json:"scenario"`
	Signal   string `json:"signal"`
	Expect   struct {
		Termination string `json:"termination_kind"`
		ExitCode    *int   `json:"exit_code"`
		Truncated   bool   `json:"source_truncated"`
		ToolName    string `json:"tool_name"`
		CallID      string `json:"call_id"`
		// ModelSpan is a call of the model, which is none of a tool, though results of tools stand in it, at the place
		// that ToolResultsIn names and with the call ID above.
		ModelSpan     bool   `json:"model_span"`
		ToolResultsIn string `json:"tool_results_in"`
		// SourceSuccess is what the producer's own flag says. It is beside the point: what a flag is worth stands in
		// the dialect, and the kind expected above already takes it into account.
		SourceSuccess *bool  `json:"source_success"`
		Note          string `json:"note"`
	} `json:"expect"`
	Guessed []string `json:"guessed"`
}

func (s *sample) name() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// readManifest refuses a key that it does not know, so that no expectation goes unheard.
func readManifest(t *testing.T) []sample {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(samplesDir, "manifest.json"))
	require.NoError(t, err)
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var list []sample
	require.NoError(t, decoder.Decode(&list))
	require.NotEmpty(t, list)
	return list
}

func readLines(t *testing.T, path string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return bytes.Split(bytes.TrimSpace(data), []byte("\n"))
}

// TestSamples runs each line through a processor of its own and compares the verdict with the manifest.
func TestSamples(t *testing.T) {
	rows, seen := table{}, map[string]bool{}
	rows.add("sample\tscenario\ttermination\texpected\texit\tsource\tclips\tremark\n")
	files := map[string][][]byte{}
	wrong := 0
	manifest := readManifest(t)
	for i := range manifest {
		s := &manifest[i]
		if files[s.File] == nil {
			files[s.File] = readLines(t, filepath.Join(samplesDir, s.File))
		}
		t.Run(s.name(), func(t *testing.T) {
			require.LessOrEqual(t, s.Line, len(files[s.File]))
			rows.add(runSample(t, s, files[s.File][s.Line-1], seen))
			if t.Failed() {
				wrong++
			}
		})
	}
	t.Logf("%s\n%d of %d samples are judged as expected", rows.text(), len(manifest)-wrong, len(manifest))
	unused(t, sampleDeviations, seen)
	for file, lines := range files {
		n := 0
		for i := range manifest {
			if manifest[i].File == file {
				n++
			}
		}
		assert.Len(t, lines, n, "%s has lines that the manifest does not know", file)
	}
}

func runSample(t *testing.T, s *sample, line []byte, seen map[string]bool) string {
	t.Helper()
	c := start(t)
	sent := parse(t, s.Signal, line)
	got := c.send(parse(t, s.Signal, line))
	v := union(got.records())
	facts := s.facts(t, c, line, v)
	facts = append(facts, fact{"telemetry", []string{"untouched"}, untouched(bytes.Equal(sent.bare(t), got.bare(t)))})
	remember(seen, s.name(), facts)
	if !v.judged {
		// What could be said of the rest of it is not known.
		for name := range sampleDeviations {
			seen[name] = seen[name] || strings.HasPrefix(name, s.name()+" ")
		}
	}
	remark := compare(t, s.name(), facts, sampleDeviations)
	return strings.Join([]string{s.name(), s.Scenario, v.termination(), s.Expect.Termination, v.exitCode(), v.source, strings.Join(v.clips, " "), remark}, "\t")
}

func untouched(same bool) string {
	if same {
		return "untouched"
	}
	return "changed"
}

// verdict is that of all records of a line together. They are about one call, and each tells its own part.
type verdict struct {
	judged bool
	kinds  []string
	codes  []string
	clips  []string
	source string
}

func union(list []record) verdict {
	v := verdict{}
	for i := range list {
		r := &list[i]
		if !r.judged() {
			continue
		}
		v.judged = true
		if kind := r.verdict("termination"); kind != "unknown" {
			v.kinds = append(v.kinds, kind)
			v.source = cmp.Or(v.source, r.verdict("source"))
		}
		if code := r.verdict("exit_code"); code != "" {
			v.codes = append(v.codes, code)
		}
		v.clips = append(v.clips, r.verdictList("clips")...)
	}
	slices.Sort(v.kinds)
	slices.Sort(v.codes)
	slices.Sort(v.clips)
	v.kinds, v.codes, v.clips = slices.Compact(v.kinds), slices.Compact(v.codes), slices.Compact(v.clips)
	return v
}

func (v *verdict) termination() string {
	switch {
	case !v.judged:
		return "no verdict"
	case len(v.kinds) == 0:
		return "unknown"
	}
	return strings.Join(v.kinds, "+")
}

func (v *verdict) exitCode() string { return cmp.Or(strings.Join(v.codes, "+"), "none") }

func (v *verdict) cut() string {
	if len(v.clips) > 0 {
		return "some"
	}
	return "none"
}

// facts are what the manifest knows. A line without a verdict has but one fact.
func (s *sample) facts(t *testing.T, c *component, line []byte, v verdict) []fact {
	t.Helper()
	if s.Expect.ModelSpan {
		return []fact{{"termination", []string{"no verdict"}, v.termination()}}
	}
	kinds, ok := endings[s.Expect.Termination]
	require.True(t, ok, "what does %s mean?", s.Expect.Termination)
	facts := []fact{{"termination", kinds, v.termination()}}
	if !v.judged {
		return facts
	}
	if s.Expect.ExitCode != nil && v.termination() != "unknown" {
		facts = append(facts, fact{"exit_code", []string{strconv.Itoa(*s.Expect.ExitCode)}, v.exitCode()})
	}
	cut := "none"
	if s.Expect.Truncated {
		cut = "some"
	}
	facts = append(facts, fact{"clips", []string{cut}, v.cut()}, fact{"errors", []string{"none"}, errorsIn(c.findings())})
	if tools := c.tools(); len(tools) > 0 { // a record that is the second of its call is not counted
		facts = append(facts, fact{"tool_name", []string{s.Expect.ToolName}, strings.Join(tools, "+")})
		if s.Expect.CallID != "" {
			facts = append(facts, fact{"call_id", []string{"read"}, s.callID(t, c, line)})
		}
	}
	return facts
}

// endings translates the manifest's words for how a call ended into kinds of the contract. Where the manifest leaves
// the choice to the contract, each of them is right; where something failed and nobody knows how, the contract calls it
// tool_error.
var endings = map[string][]string{
	"ok":                              {"ok"},
	"nonzero_exit":                    {"nonzero_exit"},
	"timeout":                         {"timeout"},
	"timeout_client_side":             {"timeout", "running"},
	"not_executed":                    {"not_executed"},
	"outcome_unknown":                 {"unknown", "running"},
	"ok_or_unknown":                   {"ok", "unknown"},
	"nonzero_exit_or_timeout_unknown": {"nonzero_exit", "timeout", "tool_error", "unknown"},
	"nonzero_exit_or_signal_unknown":  {"nonzero_exit", "signal", "tool_error", "unknown"},
}

func errorsIn(findings []string) string {
	var list []string
	for _, f := range findings {
		if rule, isError := strings.CutSuffix(f, ":error"); isError {
			list = append(list, rule)
		}
	}
	return cmp.Or(strings.Join(list, "+"), "none")
}

// callID finds out whether the ID of a call was read: the same call in other records counts no second time, and the
// same records with another ID do.
func (s *sample) callID(t *testing.T, c *component, line []byte) string {
	t.Helper()
	before := c.calls()
	again := parse(t, s.Signal, line)
	renew(&again, 1)
	c.send(again)
	repeated := c.calls()
	other := parse(t, s.Signal, bytes.ReplaceAll(line, []byte(s.Expect.CallID), []byte(s.Expect.CallID+"Z")))
	renew(&other, 2)
	c.send(other)
	if repeated == before && c.calls() == before+1 {
		return "read"
	}
	return "not read"
}

// renew gives the records of a request other IDs of spans and other times, so that they are not the same ones again.
func renew(r *request, n byte) {
	for _, rs := range r.traces.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				span.SetSpanID(otherID(span.SpanID(), n))
				span.SetParentSpanID(otherID(span.ParentSpanID(), n))
			}
		}
	}
	for _, rl := range r.logs.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, event := range sl.LogRecords().All() {
				event.SetSpanID(otherID(event.SpanID(), n))
				event.SetTimestamp(event.Timestamp() + pcommon.Timestamp(time.Duration(n)*time.Second))
			}
		}
	}
}

func otherID(id pcommon.SpanID, n byte) pcommon.SpanID {
	if !id.IsEmpty() {
		id[0] ^= n
	}
	return id
}
