package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// A row has one cell per column, and a cell one or several lines.
type row [][]string

var heading = row{{"call"}, {"tool"}, {"the producer claimed"}, {"outcome"}, {"it ended"}, {"next"}, {"findings"}}

// block is the rows of one session.
type block struct {
	session string
	rows    []row
}

// longestID is as much of a call's ID as the table shows.
const longestID = 14

func rowOf(c *call, index int) row {
	p := &c.pairs[index]
	name := shortened(c.name)
	if index > 0 {
		name = fmt.Sprintf("  record %d", index+1)
	}
	return row{
		{name}, {c.tool}, orDash(claims(&p.sent)), {p.got.Verdict("outcome")}, {ending(&p.got)},
		{cmp.Or(p.got.Verdict("next"), "-")}, orDash(p.got.VerdictList("findings")),
	}
}

func shortened(name string) string {
	if len(name) > longestID {
		return name[:longestID-3] + "..."
	}
	return name
}

func orDash(list []string) []string {
	if len(list) == 0 {
		return []string{"-"}
	}
	return list
}

// blocks are the rows of all calls, by session, and below them those of texts.
func blocks(calls []*call, texts []*said) []block {
	var list []block
	for _, c := range calls {
		if len(list) == 0 || list[len(list)-1].session != c.session {
			list = append(list, block{session: c.session})
		}
		b := &list[len(list)-1]
		for i := range c.pairs {
			b.rows = append(b.rows, rowOf(c, i))
		}
	}
	for _, s := range texts {
		at := slices.IndexFunc(list, func(b block) bool { return b.session == s.session })
		if at < 0 {
			at = len(list)
			list = append(list, block{session: s.session})
		}
		for i := range s.pairs {
			list[at].rows = append(list[at].rows, s.row(i))
		}
	}
	return list
}

// table lays the blocks out in columns.
func table(list []block) string {
	widths := make([]int, len(heading))
	widen(widths, heading)
	for _, b := range list {
		for _, r := range b.rows {
			widen(widths, r)
		}
	}
	var out strings.Builder
	writeRow(&out, widths, heading)
	for _, b := range list {
		fmt.Fprintf(&out, "%s\n", b.session)
		for _, r := range b.rows {
			writeRow(&out, widths, r)
		}
	}
	return out.String()
}

func widen(widths []int, r row) {
	for i, cell := range r {
		for _, line := range cell {
			widths[i] = max(widths[i], utf8.RuneCountInString(line))
		}
	}
}

func writeRow(out *strings.Builder, widths []int, r row) {
	height := 0
	for _, cell := range r {
		height = max(height, len(cell))
	}
	for line := range height {
		var text strings.Builder
		for i, cell := range r {
			word := ""
			if line < len(cell) {
				word = cell[line]
			}
			fmt.Fprintf(&text, "  %s%s", word, strings.Repeat(" ", widths[i]-utf8.RuneCountInString(word)))
		}
		out.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
}

// always are the counters that are shown even when they are zero, since that is what one looks for.
var always = []string{"timeout_with_success_marker", "false_confirm_blocked", "false_confirm_detected"}

// counterList shows the series that are not zero, and the sums that one looks for first.
func counterList(counters collectortest.Counters) string {
	var out strings.Builder
	for _, c := range counters {
		if c.Value != 0 {
			fmt.Fprintf(&out, "  %6.0f  %s\n", c.Value, c)
		}
	}
	out.WriteString("In all:\n")
	for _, name := range always {
		fmt.Fprintf(&out, "  %6.0f  %s\n", counters.Sum(name), name)
	}
	return out.String()
}

// text is everything that a replay has to show.
func (r *result) text() string {
	calls := r.calls()
	texts := r.texts(calls)
	records := 0
	for _, c := range calls {
		records += len(c.pairs)
	}
	return fmt.Sprintf("%d records sent, %d of them of tool calls, of which there were %d; and in %d texts of models something was found:\n\n%s\n"+
		"Counters of the collector (names start with %s):\n\n%s",
		len(r.pairs), records, len(calls), len(texts), table(blocks(calls, texts)), collectortest.CounterPrefix, counterList(r.counters))
}
