package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/toolspan/toolspan/internal/canonical"
)

// What the memory may add to the cost of a call, what is done to its arguments not counted.
const rememberAim = 500 * time.Nanosecond

// budget is what the calls that are remembered may take by default, in bytes.
const budget = 64 << 20

// conversations is how many conversations the calls belong to that the memory is filled with.
const conversations = 1_000_000

// The calls that were seen before, and the senders, for which the cost is measured.
var (
	seenBefore = []int{10_000, 1_000_000, 10_000_000}
	senders    = []int{1, 4}
)

// remembered is what one row of the table tells.
type remembered struct {
	seen, senders int
	// nanoseconds of a call that is remembered; of the same call without any name, which cannot be; and of the
	// arguments of it.
	with, without, arguments float64
	heap                     int64 // what the memory has grown to
}

func (r *remembered) added() float64 { return r.with - r.without - r.arguments }

// reportMemory measures what remembering a call costs, as more and more calls pass through one processor.
func reportMemory(w io.Writer, rounds int, seen []int) error {
	var rows []remembered
	before := inUse()
	s, err := rememberingSubject()
	if err != nil {
		return err
	}
	defer s.shutdown()
	passed := 0
	for _, n := range seen {
		s.fill(passed, n)
		passed = n
		heap := inUse() - before
		if heap > budget {
			return fmt.Errorf("after %d calls the memory takes %d bytes, and may take %d", n, heap, budget)
		}
		for _, k := range senders {
			row, err := s.remember(k, rounds)
			if err != nil {
				return err
			}
			row.seen, row.heap = n, heap
			rows = append(rows, row)
		}
	}
	return printMemory(w, rows)
}

func printMemory(w io.Writer, rows []remembered) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "calls seen\tsenders\tremembered ns\twithout names ns\targuments ns\tadded ns\taim\tmet\theap MiB")
	for i := range rows {
		r := &rows[i]
		met := "yes"
		if r.added() > float64(rememberAim.Nanoseconds()) {
			met = "no"
		}
		_, _ = fmt.Fprintf(t, "%d\t%d\t%s\t%s\t%s\t%s\t<= %d ns\t%s\t%.1f\n", r.seen, r.senders, number(r.with), number(r.without),
			number(r.arguments), number(r.added()), rememberAim.Nanoseconds(), met, float64(r.heap)/(1<<20))
	}
	return t.Flush()
}

// inUse is how many bytes are in use. What lies in pools is given up at the second collection, or the third.
func inUse() int64 {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// fill has calls pass through the processor that differ in all that names them, from two senders.
func (s *subject) fill(from, to int) {
	const fillers = 2
	var next atomic.Int64
	next.Store(int64(from))
	var all sync.WaitGroup
	for range fillers {
		all.Go(func() {
			for {
				first := next.Add(batchSize) - batchSize
				if first >= int64(to) {
					return
				}
				must(s.traces.ConsumeTraces(context.Background(), shortCalls(first)))
			}
		})
	}
	all.Wait()
}

// shortCalls are calls with little to them, so that millions take seconds.
func shortCalls(first int64) ptrace.Traces {
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	spans.EnsureCapacity(batchSize)
	for n := first; n < first+batchSize; n++ {
		span := spans.AppendEmpty()
		// The upper half sets them apart from those that are measured.
		span.SetTraceID(pcommon.TraceID{0: 1, 8: byte(n >> 32), 9: byte(n >> 24), 10: byte(n >> 16), 11: byte(n >> 8), 12: byte(n)})
		span.SetSpanID(pcommon.SpanID{0: 1, 3: byte(n >> 32), 4: byte(n >> 24), 5: byte(n >> 16), 6: byte(n >> 8), 7: byte(n)})
		attrs := span.Attributes()
		attrs.EnsureCapacity(8)
		attrs.PutStr("span_type", "tool")
		attrs.PutStr("tool_name", "read_file")
		attrs.PutStr("gen_ai.tool.call.id", fmt.Sprintf("short_%d", n))
		attrs.PutStr("gen_ai.conversation.id", fmt.Sprintf("conversation_%d", n%conversations))
		attrs.PutInt("exit_code", 0)
	}
	return td
}

// nameless is a native call without what tells it from others: it is judged and not remembered.
func nameless() record {
	r := nativeCall(healthy)
	for i := range r.Attrs {
		switch r.Attrs[i].Key {
		case "gen_ai.tool.call.id":
			r.Attrs[i].Key = "example.tool.call.nr"
		case "gen_ai.conversation.id":
			r.Attrs[i].Key = "example.conversation.nr"
		}
	}
	return r
}

// remember measures calls that are remembered and calls that are not, in turns.
func (s *subject) remember(k, rounds int) (row remembered, err error) {
	var with, without, arguments []float64
	for range rounds {
		for _, named := range []bool{true, false} {
			ns, err := s.consume(k, named)
			if err != nil {
				return row, err
			}
			if named {
				with = append(with, ns)
			} else {
				without = append(without, ns)
			}
		}
		arguments = append(arguments, argumentTime())
	}
	return remembered{senders: k, with: median(with), without: median(without), arguments: median(arguments)}, nil
}

// consume has senders give batches to the processor, and returns the time of one record. Each sender decodes its
// batches itself, as a receiver does, outside of the clock.
func (s *subject) consume(k int, named bool) (float64, error) {
	r := nameless()
	if named {
		r = nativeCall(healthy)
	}
	busy := make([]time.Duration, k*eachSends)
	errs := make([]error, k)
	percent := debug.SetGCPercent(-1)
	var all sync.WaitGroup
	for sender := range k {
		all.Go(func() {
			b, err := newBatch(r, false, batchSize)
			errs[sender] = err
			for i := sender * eachSends; i < (sender+1)*eachSends && err == nil; i++ {
				td := b.traces()
				if !named {
					forgetIDs(td)
				}
				start := time.Now()
				must(s.traces.ConsumeTraces(context.Background(), td))
				busy[i] = time.Since(start)
			}
		})
	}
	all.Wait()
	debug.SetGCPercent(percent)
	runtime.GC()
	return perRecord(busy), errors.Join(errs...)
}

// eachSends is how many batches a sender gives to the processor in one round.
const eachSends = 24

func forgetIDs(td ptrace.Traces) {
	for _, rs := range td.ResourceSpans().All() {
		for _, ss := range rs.ScopeSpans().All() {
			for _, span := range ss.Spans().All() {
				span.SetTraceID(pcommon.TraceID{})
				span.SetSpanID(pcommon.SpanID{})
			}
		}
	}
}

// argumentTime is what it takes to reduce the arguments of the native call to what they ask for.
func argumentTime() float64 {
	argv := []string{"pytest", "-q", "tests"}
	busy := make([]time.Duration, 99)
	for i := range busy {
		start := time.Now()
		for range batchSize {
			if _, ok := canonical.OfArgv(argv, "/srv/app"); !ok {
				panic("the arguments of the native call cannot be compared") // they are those of nativeCall
			}
		}
		busy[i] = time.Since(start)
	}
	slices.Sort(busy)
	return perRecord(busy)
}
