package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// row is one case as measured.
type row struct {
	c         benchCase
	written   int
	toolSpan  cost
	transform cost // zero where it was not measured
	ratio     float64
	digests   float64
}

// compare measures both processors on a case. They take turns, so that whatever else the machine does strikes both
// alike, and the medians are taken of both and of their ratio in each round.
func compare(r *rivals, c benchCase, rounds int, slice time.Duration) (row, error) {
	out := row{c: c}
	ours, theirs := r.toolSpan[c.config], r.transform
	var err error
	if out.written, err = checkToolSpan(ours, &c); err != nil {
		return out, err
	}
	if c.compared() {
		if _, err = checkTransform(theirs, &c); err != nil {
			return out, err
		}
	}
	full, empty, err := batches(&c)
	if err != nil {
		return out, err
	}
	var our, their, ratios, digests []float64
	for start := time.Now(); len(our) < rounds && (len(our) < minRounds || time.Since(start) < patience); {
		o := ours.sample(full, slice)
		our, digests = append(our, o), append(digests, digestTime(c.record.digested))
		if !c.compared() {
			continue
		}
		t := theirs.sample(full, slice)
		their, ratios = append(their, t), append(ratios, t/o)
	}
	out.toolSpan.nanoseconds, out.digests = median(our), median(digests)
	out.toolSpan.allocs, out.toolSpan.bytes = ours.memory(full, empty)
	if c.compared() {
		out.transform.nanoseconds, out.ratio = median(their), median(ratios)
		out.transform.allocs, out.transform.bytes = theirs.memory(full, empty)
	}
	return out, nil
}

// A case whose batches take long has its rounds cut short: what is twenty times dearer shows at once.
const (
	minRounds = 3
	patience  = 10 * time.Second
)

// batches returns the batch of a case, and one with no record in it.
func batches(c *benchCase) (full, empty *batch, err error) {
	if full, err = newBatch(c.record, c.isLog, batchSize); err != nil {
		return nil, nil, err
	}
	empty, err = newBatch(c.record, c.isLog, 0)
	return full, empty, err
}

func median(values []float64) float64 {
	slices.Sort(values)
	if n := len(values); n%2 == 0 && n > 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}

// part is one thing that an aim asks for, and whether it is met.
type part struct {
	text string
	met  bool
}

func (r *row) parts() []part {
	var list []part
	a := r.c.aim
	if a.ratio > 0 {
		list = append(list, part{fmt.Sprintf("%gx", a.ratio), r.ratio >= a.ratio})
	}
	if a.time > 0 {
		text := fmt.Sprintf("<= %d ns", a.time.Nanoseconds())
		if r.digests > 0 {
			text += " + digests"
		}
		list = append(list, part{text, r.toolSpan.nanoseconds-r.digests <= float64(a.time.Nanoseconds())})
	}
	if a.perAttribute > 0 {
		list = append(list, part{fmt.Sprintf("<= %g allocs/attr", a.perAttribute), r.toolSpan.allocs <= a.perAttribute*float64(r.written)})
	}
	if a.nothing {
		// Less than one in a batch is the runtime's own, such as a timer that fired meanwhile.
		list = append(list, part{"0 allocs", r.toolSpan.allocs*batchSize < 1})
	}
	return list
}

// table is what is printed when all cases are measured.
type table struct {
	w    io.Writer
	rows []row
}

func newTable(w io.Writer) *table { return &table{w: w} }

func (t *table) add(r row) { t.rows = append(t.rows, r) }

func (t *table) print() error {
	// A tabwriter hands on errors when it is flushed.
	w := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "case\tattrs\ttool_span ns\tallocs\tbytes\ttransform ns\tallocs\tbytes\tratio\taim\tmet")
	for i := range t.rows {
		r := &t.rows[i]
		_, _ = fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.c.name, r.written,
			number(r.toolSpan.nanoseconds), number(r.toolSpan.allocs), number(r.toolSpan.bytes),
			r.theirs(r.transform.nanoseconds), r.theirs(r.transform.allocs), r.theirs(r.transform.bytes),
			r.theirs(r.ratio), r.aim(), r.met())
	}
	return w.Flush()
}

func (r *row) theirs(v float64) string {
	if !r.c.compared() {
		return "-"
	}
	return number(v)
}

func (r *row) aim() string {
	var words []string
	for _, p := range r.parts() {
		words = append(words, p.text)
	}
	return strings.Join(words, ", ")
}

// met names what is missed, where an aim has several parts.
func (r *row) met() string {
	var missed []string
	parts := r.parts()
	for _, p := range parts {
		if !p.met {
			missed = append(missed, p.text)
		}
	}
	switch {
	case len(parts) == 0:
		return ""
	case len(missed) == 0:
		return "yes"
	case len(parts) == 1:
		return "no"
	default:
		return "no: " + strings.Join(missed, ", ")
	}
}

// number shows three digits of what is small, and whole numbers of what is not.
func number(v float64) string {
	if v < 100 {
		return fmt.Sprintf("%.3g", v)
	}
	return fmt.Sprintf("%.0f", v)
}
