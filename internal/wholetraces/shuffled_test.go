package wholetraces

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/groupbytraceprocessor"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/toolspan/toolspan/internal/agentwork"
	"github.com/toolspan/toolspan/processor/toolspanprocessor"
)

// programs are those that say everything in spans.
var programs = []*agentwork.Program{agentwork.SemConv, agentwork.OpenInference}

// conversations of which several happen at once.
const conversations = 5

func start(t *testing.T, factory processor.Factory, cfg component.Config, next consumer.Traces) processor.Traces {
	t.Helper()
	p, err := factory.CreateTraces(t.Context(), processortest.NewNopSettings(factory.Type()), cfg, next)
	require.NoError(t, err)
	require.NoError(t, p.Start(t.Context(), componenttest.NewNopHost()))
	return p
}

// judged starts tool_span and returns what sends to it and what it has sent on.
func judged(t *testing.T, complete bool) (processor.Traces, *consumertest.TracesSink) {
	t.Helper()
	sink := &consumertest.TracesSink{}
	factory := toolspanprocessor.NewFactory()
	cfg := factory.CreateDefaultConfig().(*toolspanprocessor.Config)
	cfg.Memory.CompleteTraces = complete
	p := start(t, factory, cfg, sink)
	t.Cleanup(func() { assert.NoError(t, p.Shutdown(context.Background())) })
	return p, sink
}

// rounds are the batches of the conversations, one span each: in each round a trace of every conversation, which are under
// way at the same time. A user reads an answer before writing again, so the traces of one conversation follow each other.
func rounds(program *agentwork.Program) (list [][]agentwork.Batch) {
	for i := range uint64(conversations) {
		session := agentwork.Plant(agentwork.Ordinary(fmt.Sprintf("c%d", i), i, 200), i, 10)
		var trace pcommon.TraceID
		round := -1
		for _, b := range agentwork.Records(program.Batches(session)) {
			if id := firstSpan(b.Traces).TraceID(); id != trace {
				trace = id
				round++
			}
			if round == len(list) {
				list = append(list, nil)
			}
			list[round] = append(list[round], b)
		}
	}
	return list
}

func firstSpan(td ptrace.Traces) ptrace.Span {
	return td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
}

func send(t *testing.T, to processor.Traces, batches []agentwork.Batch) {
	t.Helper()
	for _, b := range batches {
		td := ptrace.NewTraces()
		b.Traces.CopyTo(td)
		require.NoError(t, to.ConsumeTraces(t.Context(), td))
	}
}

// findings lists what was found, by span.
func findings(sink *consumertest.TracesSink) map[string]string {
	found := map[string]string{}
	for _, td := range sink.AllTraces() {
		for _, rs := range td.ResourceSpans().All() {
			for _, ss := range rs.ScopeSpans().All() {
				for _, s := range ss.Spans().All() {
					v, ok := s.Attributes().Get("tool_span.verdict.findings")
					if !ok {
						continue
					}
					var rules []string
					for _, rule := range v.Slice().All() {
						rules = append(rules, rule.Str())
					}
					slices.Sort(rules)
					found[s.SpanID().String()] = strings.Join(rules, " ")
				}
			}
		}
	}
	return found
}

// inOrder is what is found where nothing is out of order.
func inOrder(t *testing.T, list [][]agentwork.Batch, complete bool) map[string]string {
	t.Helper()
	p, sink := judged(t, complete)
	send(t, p, slices.Concat(list...))
	found := findings(sink)
	require.NotEmpty(t, found)
	return found
}

// TestWholeTraces: behind groupbytrace, the order in which spans arrive makes no difference, nor does it to the rules that
// rely on whole traces.
func TestWholeTraces(t *testing.T) {
	for _, program := range programs {
		for _, complete := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/complete=%t", program.Name, complete), func(t *testing.T) {
				list := rounds(program)
				want := inOrder(t, list, complete)
				synctest.Test(t, func(t *testing.T) { // in which no time passes but while all wait
					p, sink := judged(t, complete)
					factory := groupbytraceprocessor.NewFactory()
					cfg := factory.CreateDefaultConfig().(*groupbytraceprocessor.Config)
					group := start(t, factory, cfg, p)
					for i, round := range list {
						send(t, group, agentwork.Shuffle(slices.Clone(round), uint64(i)))
						<-time.After(2 * cfg.WaitDuration)
					}
					require.NoError(t, group.Shutdown(t.Context()))
					assert.Equal(t, want, findings(sink))
				})
			})
		}
	}
}

// TestWithoutWholeTraces: texts that come after the calls that they speak of are held against them, in whatever order; and
// one that overtakes all of them is missed.
func TestWithoutWholeTraces(t *testing.T) {
	for _, program := range programs {
		list := rounds(program)
		want := inOrder(t, list, false)
		t.Run(program.Name+"/texts late", func(t *testing.T) {
			p, sink := judged(t, false)
			for i, round := range list {
				calls, texts := apart(round)
				send(t, p, calls)
				send(t, p, agentwork.Shuffle(texts, uint64(i)))
			}
			found := findings(sink)
			assert.Empty(t, madeUp(want, found))
			assert.Greater(t, texted(t, list, found), texted(t, list, want)/2, "most are found all the same")
		})
		if program == agentwork.SemConv {
			continue // its texts bring with them what the calls returned
		}
		t.Run(program.Name+"/texts early", func(t *testing.T) {
			p, sink := judged(t, false)
			calls, texts := apart(slices.Concat(list...))
			send(t, p, agentwork.Shuffle(texts, 1))
			send(t, p, agentwork.Shuffle(calls, 2))
			found := findings(sink)
			assert.Empty(t, madeUp(want, found))
			assert.Zero(t, texted(t, list, found))
		})
	}
}

// apart tells spans of calls from those of texts.
func apart(round []agentwork.Batch) (calls, texts []agentwork.Batch) {
	for _, b := range round {
		if isText(firstSpan(b.Traces)) {
			texts = append(texts, b)
		} else {
			calls = append(calls, b)
		}
	}
	return calls, texts
}

func isText(s ptrace.Span) bool { return strings.HasPrefix(strings.ToLower(s.Name()), "chat") }

// texted counts the texts that were found to be false.
func texted(t *testing.T, list [][]agentwork.Batch, found map[string]string) (n int) {
	t.Helper()
	for _, b := range slices.Concat(list...) {
		if s := firstSpan(b.Traces); isText(s) && strings.Contains(found[s.SpanID().String()], "false_confirm") {
			n++
		}
	}
	return n
}
