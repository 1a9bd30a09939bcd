package corpustest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// fieldCase is what was reported of a real agent, reduced to the records that matter, and what is to be concluded.
type fieldCase struct {
	ID    string      `json:"id"`
	Spans []fieldSpan `json:"spans"`
	// Claim is what was then said in words about the calls.
	Claim       string `json:"claim"`
	ClaimSource string `json:"claim_src"`
	// Control says that nothing is wrong, so that nothing may be raised.
	Control bool `json:"control"`
	Expect  struct {
		Termination string   `json:"termination"`
		Truncated   string   `json:"truncated"`
		Marker      string   `json:"success_marker"`
		Counters    []string `json:"counters"`
		Next        string   `json:"next"`
	} `json:"expect"`
	// For people: where it was reported, its class, its gist, and what else is to be said.
	Src   string `json:"src"`
	Class string `json:"cls"`
	Gist  string `json:"gist"`
	Also  string `json:"also"`
}

// fieldSpan is a record of a case.
type fieldSpan struct {
	Name   string         `json:"name"`
	Status string         `json:"status"`
	Attrs  map[string]any `json:"attrs"`
	Result string         `json:"result"`
}

func readCases(t *testing.T) []fieldCase {
	t.Helper()
	var list []fieldCase
	for _, line := range readLines(t, filepath.Join(testdata, "cases", "cases.jsonl")) {
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		decoder.UseNumber()
		var c fieldCase
		require.NoError(t, decoder.Decode(&c))
		list = append(list, c)
	}
	return list
}

// TestFieldCases runs the records of each case through a processor of its own and compares what it concludes.
func TestFieldCases(t *testing.T) {
	rows, seen := table{}, map[string]bool{}
	rows.add("case\ttermination\toutcome\tnext\tclips\tmarkers\tfindings\tremark\n")
	cases := readCases(t)
	wrong := 0
	for i := range cases {
		c := &cases[i]
		t.Run(c.ID, func(t *testing.T) {
			rows.add(c.run(t, seen))
			if t.Failed() {
				wrong++
			}
		})
	}
	t.Logf("%s\n%d of %d cases are judged as expected", rows.text(), len(cases)-wrong, len(cases))
	unused(t, caseDeviations, seen)
}

func (c *fieldCase) run(t *testing.T, seen map[string]bool) string {
	t.Helper()
	if len(c.Spans) == 0 {
		return c.ID + "\t\t\t\t\t\t\tnot compared: " + strings.Join(c.notCompared(t), ", ")
	}
	processor := start(t)
	got := processor.send(c.request(t))
	list := got.records()
	r := &list[c.subject()]
	findings := processor.findings()
	facts := append(c.facts(t, r, findings), c.answer(t, processor)...)
	remember(seen, c.ID, facts)
	remarks := []string{compare(t, c.ID, facts, caseDeviations)}
	if later := c.notCompared(t); len(later) > 0 {
		remarks = append(remarks, "not compared: "+strings.Join(later, ", "))
	}
	remark := strings.Join(slices.DeleteFunc(remarks, func(s string) bool { return s == "" }), "; ")
	return strings.Join([]string{
		c.ID, r.verdict("termination"), r.verdict("outcome"), r.verdict("next"), strings.Join(r.verdictList("clips"), " "),
		strings.Join(r.verdictList("markers"), " "), strings.Join(findings, " "), remark,
	}, "\t")
}

// request makes spans of one trace of what the case lists, as the GenAI conventions have them.
func (c *fieldCase) request(t *testing.T) request {
	t.Helper()
	r := request{signal: traces, traces: ptrace.NewTraces(), logs: plog.NewLogs()}
	spans := r.traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for i, in := range c.Spans {
		span := spans.AppendEmpty()
		span.SetName(in.Name)
		span.SetTraceID([16]byte{1})
		span.SetSpanID([8]byte{byte(i + 1)})
		code, ok := map[string]ptrace.StatusCode{"UNSET": ptrace.StatusCodeUnset, "": ptrace.StatusCodeUnset, "OK": ptrace.StatusCodeOk, "ERROR": ptrace.StatusCodeError}[in.Status]
		require.True(t, ok, in.Status)
		span.Status().SetCode(code)
		require.NoError(t, span.Attributes().FromRaw(plain(t, in.Attrs)))
		span.Attributes().PutStr("gen_ai.tool.call.result", in.Result)
	}
	return r
}

// answer is what is concluded of what was then said, which goes on a span of the model in the same trace.
func (c *fieldCase) answer(t *testing.T, processor *component) []fact {
	t.Helper()
	if c.Claim == "" {
		return nil
	}
	r := request{signal: traces, traces: ptrace.NewTraces(), logs: plog.NewLogs()}
	span := r.traces.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	span.SetName("chat")
	span.SetTraceID([16]byte{1})
	span.SetSpanID([8]byte{200})
	span.Attributes().PutStr("gen_ai.operation.name", "chat")
	message, err := json.Marshal([]any{map[string]any{"role": "assistant", "parts": []any{map[string]any{"type": "text", "content": c.Claim}}}})
	require.NoError(t, err)
	span.Attributes().PutStr("gen_ai.output.messages", string(message))
	got := processor.send(r)
	want := "none"
	if slices.Contains(c.Expect.Counters, "false_confirm_blocked") {
		want = "false_confirm"
	}
	return []fact{{"claim in words", []string{want}, cmp.Or(strings.Join(got.records()[0].verdictList("findings"), " "), "none")}}
}

// plain makes integers of the numbers, which are whole ones in all cases.
func plain(t *testing.T, attrs map[string]any) map[string]any {
	t.Helper()
	out := map[string]any{}
	for key, value := range attrs {
		if number, ok := value.(json.Number); ok {
			n, err := number.Int64()
			require.NoError(t, err)
			value = n
		}
		out[key] = value
	}
	return out
}

// lastIsMeant are the cases of several spans that are about the last of them, which tells the end of what the first
// began. All others are about the first.
var lastIsMeant = []string{"W66", "W67"}

func (c *fieldCase) subject() int {
	if slices.Contains(lastIsMeant, c.ID) {
		return len(c.Spans) - 1
	}
	return 0
}

// facts are those that can be held against one verdict.
func (c *fieldCase) facts(t *testing.T, r *record, findings []string) []fact {
	t.Helper()
	kinds := []string{c.Expect.Termination}
	if c.Expect.Termination == "running_or_unknown" {
		kinds = []string{"running", "unknown"}
	}
	facts := []fact{
		{"termination", kinds, cmp.Or(r.verdict("termination"), "no verdict")},
		{"next", []string{c.Expect.Next}, cmp.Or(r.verdict("next"), "none")},
		{"findings", []string{c.findings(t)}, worthNoting(findings)},
	}
	facts = append(facts, c.clips(t, r)...)
	// Markers are written only where a verdict depends on them, as in a near miss, so that their absence says nothing.
	// Where they are written, the scope that the case names has to be among them, or none that reads like success.
	if markers := r.verdictList("markers"); len(markers) > 0 {
		scopes := []string{}
		for _, m := range markers {
			scope, _, _ := strings.Cut(m, ":")
			scopes = append(scopes, scope)
		}
		facts = append(facts, fact{"markers", []string{c.Expect.Marker}, strongest(scopes, c.Expect.Marker)})
	}
	return facts
}

// strongest is the expected scope if it is among those that were found, else the first that reads like success.
func strongest(scopes []string, expected string) string {
	if slices.Contains(scopes, expected) {
		return expected
	}
	for _, scope := range scopes {
		if scope != "fail" && scope != "zero" {
			return scope
		}
	}
	return "none"
}

// clips says by whom something was cut, and, where that was the harness, on which side.
func (c *fieldCase) clips(t *testing.T, r *record) []fact {
	t.Helper()
	by := map[string][]string{} // the sides that each has cut
	for _, clip := range r.verdictList("clips") {
		parts := strings.Split(clip, ":")
		require.Len(t, parts, 3, clip)
		by[parts[2]] = append(by[parts[2]], parts[1])
	}
	got := func(who string) string { return cmp.Or(strings.Join(by[who], "+"), "none") }
	harness, telemetry, command := []string{"none"}, []string{"none"}, []string{"none"}
	switch c.Expect.Truncated {
	case "none":
	case "dropped":
		// What was printed before a call was ended was thrown away. Where nothing says that there was any, that is no clip.
		harness = []string{"none", "all"}
	case "agent_head":
		command = []string{"head", "tail"}
	case "telemetry":
		telemetry = []string{"head", "tail", "middle"}
	case "head", "tail", "middle":
		harness = []string{c.Expect.Truncated}
	default:
		require.Fail(t, "what is cut?", c.Expect.Truncated)
	}
	return []fact{
		{"clip by harness", harness, got("harness")},
		{"clip by telemetry", telemetry, got("telemetry")},
		{"clip by command", command, got("command")},
	}
}

// counted are the counters of the reports that are findings on the record of the call itself.
var counted = map[string]string{
	"timeout_with_success_marker": "timeout_with_success_marker:warning",
	"exit_masked":                 "exit_code_masked:warning",
	"exit_masked_info":            "exit_code_masked:info",
	"vacuous":                     "vacuous_success:warning",
	"duplicate_mutation":          "blind_retry:error",
}

// notYet are those that take more than one call to see, which the processor does not look for so far, and claims
// about calls that nobody reported.
var notYet = map[string]bool{
	"claim_without_span": true, "no_child_tool_spans": true,
	"false_confirm_blocked": true,
	"forged_result_markup":  true, "quote_not_in_any_result": true,
}

func (c *fieldCase) notCompared(t *testing.T) []string {
	t.Helper()
	var list []string
	for _, counter := range c.Expect.Counters {
		if counter == "false_confirm_blocked" && c.Claim != "" && len(c.Spans) > 0 {
			continue // compared as the claim in words
		}
		if counter == "verified_after_unknown" {
			continue // a control: that nothing is found is compared
		}
		if counted[counter] == "" {
			require.True(t, notYet[counter], "what is counted as %s?", counter)
			list = append(list, counter)
		}
	}
	return list
}

// findings are those that have to be there, and no others: most of all none in a control.
func (c *fieldCase) findings(t *testing.T) string {
	t.Helper()
	var list []string
	for _, counter := range c.Expect.Counters {
		if finding := counted[counter]; finding != "" {
			list = append(list, finding)
		}
	}
	return worthNoting(list)
}

// worthNoting leaves out what is only for information, except a masked exit code, which the cases tell apart by that.
func worthNoting(findings []string) string {
	list := slices.DeleteFunc(slices.Clone(findings), func(f string) bool {
		return strings.HasSuffix(f, ":info") && f != counted["exit_masked_info"]
	})
	slices.Sort(list)
	return cmp.Or(strings.Join(list, " "), "none")
}
