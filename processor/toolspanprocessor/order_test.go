package toolspanprocessor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// timed is a span of a conversation, from and until so many seconds after its beginning.
type timed struct {
	from, until int
	id, command string
	code        int
	service     string
	// says is what a model wrote, results are the calls whose results it was given.
	says    string
	results []string
}

const shellTool = "shell"

func (s *timed) attrs() map[string]any {
	if s.says == "" {
		return map[string]any{
			"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": shellTool, "gen_ai.tool.call.id": s.id,
			"gen_ai.tool.call.arguments": fmt.Sprintf(`{"command":%q}`, s.command), "exit_code": s.code,
		}
	}
	var given []string
	for _, result := range s.results {
		tool, id, _ := strings.Cut(result, " ")
		given = append(given,
			fmt.Sprintf(`{"role":"assistant","parts":[{"type":"tool_call","id":%q,"name":%q,"arguments":{}}]}`, id, tool),
			fmt.Sprintf(`{"role":"tool","parts":[{"type":"tool_call_response","id":%q,"response":"ok"}]}`, id))
	}
	return map[string]any{
		"gen_ai.operation.name": "chat", "gen_ai.input.messages": "[" + strings.Join(given, ",") + "]",
		"gen_ai.output.messages": fmt.Sprintf(`[{"role":"assistant","parts":[{"type":"text","content":%q}]}]`, s.says),
	}
}

// found sends the spans, each as a batch of its own, and returns how many texts something was found in.
func (b *bench) found(spans ...timed) (n int) {
	b.t.Helper()
	const second = 1_000_000_000
	for i := range spans {
		s := &spans[i]
		td := ptrace.NewTraces()
		rs := td.ResourceSpans().AppendEmpty()
		rs.Resource().Attributes().PutStr("service.name", s.service)
		span := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		span.SetTraceID(pcommon.TraceID{1})
		span.SetSpanID(pcommon.SpanID{byte(i + 1)})
		span.SetStartTimestamp(pcommon.Timestamp((1_000 + s.from) * second))
		span.SetEndTimestamp(pcommon.Timestamp((1_000 + s.until) * second))
		require.NoError(b.t, span.Attributes().FromRaw(s.attrs()))
		if _, ok := b.send(td).Attributes().Get(keyFindings); ok && s.says != "" {
			n++
		}
	}
	return n
}

// TestOrderOfConversations: a text is held against calls where nothing says that some are still to come.
func TestOrderOfConversations(t *testing.T) {
	failed := timed{from: 10, until: 12, id: "c1", command: "pytest -q", code: 1}
	passed := timed{from: 20, until: 22, id: "c2", command: "pytest -q"}
	listed := timed{from: 30, until: 31, id: "c3", command: "ls"}
	before := timed{from: 2, until: 3, id: "c0", command: "git status"}
	claim := timed{from: 40, until: 41, says: allGood}
	given := func(results ...string) timed {
		c := claim
		c.results = results
		return c
	}
	of := func(service string, s timed) timed {
		s.service = service
		return s
	}
	task := timed{from: 1, until: 35, id: "c4", command: "make docs"}
	for name, tt := range map[string]struct {
		spans []timed
		found int
	}{
		"in order":                              {[]timed{before, failed, claim}, 1},
		"a call after one that began later":     {[]timed{failed, listed, task, claim}, 1},
		"a call comes late":                     {[]timed{failed, listed, before, claim}, 0},
		"the run that makes it true comes last": {[]timed{listed, failed, claim, passed}, 0},
		"another service is behind":             {[]timed{failed, listed, of("other", before), claim}, 1},
		"a call comes again":                    {[]timed{before, failed, listed, before, claim}, 1},
		"given what is known":                   {[]timed{before, failed, listed, given("shell c0", "shell c1", "shell c3")}, 1},
		"given what is not known":               {[]timed{before, failed, listed, given("shell c1", "shell c2", "shell c3")}, 0},
		"given what is not known and older":     {[]timed{failed, listed, given("shell c0", "shell c1", "shell c3")}, 1},
		"given what another tool returned":      {[]timed{failed, listed, given("shell c1", "read_file c2", "shell c3")}, 1},
		"given what is not known alone":         {[]timed{failed, listed, given("shell c2")}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.found, newBench(t, nil).found(tt.spans...))
		})
	}
	t.Run("in one batch in any order", func(t *testing.T) {
		b := newBench(t, nil)
		td := ptrace.NewTraces()
		for _, s := range []timed{claim, listed, failed, before} {
			span := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty()
			span.SetTraceID(pcommon.TraceID{1})
			span.SetSpanID(pcommon.SpanID{byte(s.from)})
			span.SetStartTimestamp(pcommon.Timestamp(s.from * 1e9))
			span.SetEndTimestamp(pcommon.Timestamp(s.until * 1e9))
			require.NoError(t, span.Attributes().FromRaw(s.attrs()))
		}
		v, ok := b.send(td).Attributes().Get(keyFindings)
		require.True(t, ok)
		assert.Equal(t, []any{"false_confirm"}, v.Slice().AsRaw())
	})
	t.Run("what comes back in a prompt", func(t *testing.T) {
		back := claim
		back.from, back.until, back.says = 60, 61, "Anything else?"
		spans := []timed{before, failed, claim, back}
		prompt := func(b *bench, spans ...timed) int {
			n := b.found(spans[:len(spans)-1]...)
			attrs := spans[len(spans)-1].attrs()
			attrs["gen_ai.input.messages"] = fmt.Sprintf(`[{"role":"assistant","parts":[{"type":"text","content":%q}]}]`, allGood)
			if _, ok := b.call(1, 99, attrs, ptrace.StatusCodeUnset).Attributes().Get(keyFindings); ok {
				n++
			}
			return n
		}
		assert.Equal(t, 2, prompt(newBench(t, nil), spans...))
		late := timed{from: 50, until: 51, id: "c9", command: "ls"}
		early := timed{from: 4, until: 5, id: "c8", command: "ls"}
		assert.Equal(t, 1, prompt(newBench(t, nil), slices.Insert(spans, 3, late, early)...))
	})
}
