package corpustest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var out = flag.String("out", "", "folder that takes the sessions as they come out of the processor, <program>/<run>/{traces,logs}.jsonl in it")

const sessionsDir = testdata + "/sessions"

// sessions are the recorded runs of real programs, as <program>/<run>. Those written for the contract are not among
// them: what is true of them stands in the demonstration.
func sessions(t *testing.T) []string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(sessionsDir, "*", "*"))
	require.NoError(t, err)
	var list []string
	for _, folder := range folders {
		name, err := filepath.Rel(sessionsDir, folder)
		require.NoError(t, err)
		if info, err := os.Stat(folder); err == nil && info.IsDir() && !strings.HasPrefix(name, "contract") {
			list = append(list, filepath.ToSlash(name))
		}
	}
	require.NotEmpty(t, list)
	return list
}

// TestRecordedSessions runs each session through a processor of its own and holds the verdict of every record of a
// tool call against what truly happened.
func TestRecordedSessions(t *testing.T) {
	var total score
	rows := table{}
	rows.add(scoreHeading)
	for _, session := range sessions(t) {
		t.Run(session, func(t *testing.T) {
			s := runSession(t, session)
			rows.add(s.row(session))
			total.add(s)
		})
	}
	rows.add(total.row("total"))
	t.Log(rows.text())
	assert.Zero(t, total.errors(), "errors in all")
	assert.True(t, total.decidedEnough(), "%d of %d visible endings decided, less than %d %%", total.decided, total.visible, leastDecided)
}

// runSession sends the spans of a session first and then its events, in the order in which they were exported.
func runSession(t *testing.T, session string) score {
	t.Helper()
	c := start(t)
	var total score
	for _, signal := range []string{traces, logs} {
		file := filepath.Join(filepath.FromSlash(session), signal+".jsonl")
		var done []request
		for _, r := range readRequests(t, signal, filepath.Join(sessionsDir, file)) {
			sent := len(r.records())
			got := c.send(r)
			require.Len(t, got.records(), sent, file)
			done = append(done, got)
			total.add(scoreRecords(t, session, &got))
		}
		if *out != "" && len(done) > 0 {
			write(t, filepath.Join(*out, file), done)
		}
	}
	return total
}

func scoreRecords(t *testing.T, session string, r *request) score {
	t.Helper()
	var total score
	list := r.records()
	for i := range list {
		record := &list[i]
		is, known := happened(t, session, record)
		if !isCall(record) || !known {
			continue
		}
		s, fault := judge(t, record, is)
		total.add(s)
		if fault == "undecided" {
			// Some of these may be: see leastDecided.
			t.Logf("%s: %s, %s of %q: %s", fault, is.what, r.signal, record.name, verdictLine(record))
		} else if fault != "" {
			t.Errorf("%s: %s, %s of %q: %s", fault, is.what, r.signal, record.name, verdictLine(record))
		}
	}
	return total
}

func verdictLine(r *record) string {
	if !r.judged() {
		return "no verdict"
	}
	return strings.Join([]string{r.verdict("dialect"), r.verdict("termination"), r.verdict("outcome"), "from", r.verdict("source")}, " ")
}
