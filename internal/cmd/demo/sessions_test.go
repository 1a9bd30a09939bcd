package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/collectortest"
)

const top = "../../../"

func records(t *testing.T, prefix string) (list []pair) {
	t.Helper()
	sessions, err := readSessions(top + sessionsDir)
	require.NoError(t, err)
	for _, s := range sessions {
		for _, req := range s.requests {
			for _, record := range req.records {
				if strings.HasPrefix(s.name, prefix) {
					list = append(list, pair{session: s.name, sent: record})
				}
			}
		}
	}
	require.NotEmpty(t, list)
	return list
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

// A session whose digests were wrong would teach the wrong thing, and the processor would rightly complain of it.
func TestDigestsOfWholeStreamsAreRight(t *testing.T) {
	checked := 0
	for _, p := range records(t, "contract/") {
		f := factsOf(&p.sent)
		for _, stream := range []string{"stdout", "stderr"} {
			digest := strings.TrimPrefix(f.word("tool_span."+stream+".sha256", stream+"_sha256"), "sha256:")
			preview, shown := f.either("tool_span."+stream+".preview", "preview_"+stream)
			if digest == "" || !shown {
				continue
			}
			checked++
			size, _ := f.either("tool_span."+stream+".size", stream+"_bytes")
			require.Equal(t, sum(preview), digest, "%s %s", p.session, stream)
			require.Equal(t, strconv.Itoa(len(preview)), size, "%s %s", p.session, stream)
		}
	}
	require.Equal(t, 24, checked)
}

// either returns the text of the first of some facts that is there, empty or not.
func (f facts) either(keys ...string) (string, bool) {
	for _, key := range keys {
		if value, ok := f[key]; ok {
			return fmt.Sprint(value), true
		}
	}
	return "", false
}

// The clipped stream is not in the session, so it is made again here.
func TestDigestsOfTheClippedStreamAreRight(t *testing.T) {
	var log strings.Builder
	for line := 1; line <= 1855; line++ {
		word := "ok"
		if line == 900 {
			word = "KO"
		}
		fmt.Fprintf(&log, "step %04d %s\n", line, word)
	}
	log.WriteString("ok\n")
	whole := log.String()
	require.Len(t, whole, 24118)

	for _, p := range records(t, "contract/clipped_shown_as_ok") {
		f := factsOf(&p.sent)
		if f.word("gen_ai.tool.call.id") == "" {
			continue
		}
		require.EqualValues(t, len(whole), f["stdout_bytes"])
		require.Equal(t, sum(whole[:256]), f.word("stdout_head_sha256"))
		require.Equal(t, sum(whole[len(whole)-256:]), f.word("stdout_tail_sha256"))
		require.True(t, strings.HasSuffix(whole, f.word("stdout_tail")))
		require.NotContains(t, whole[len(whole)-8192:], "KO")
	}
}

func TestRecordsCanBeToldApart(t *testing.T) {
	seen := map[string]string{}
	for _, p := range records(t, "") {
		require.NotContains(t, seen, p.sent.Key, p.session)
		seen[p.sent.Key] = p.session
	}
}

func TestOriginalUndoesADemotion(t *testing.T) {
	r := original(collectortest.Record{Status: "Error", Attributes: map[string]any{
		"tool_span.claim": `{"status":"failed_or_incomplete"}`,
		"tool_span.original.tool_span.claim.status": "succeeded",
		"tool_span.original.span.status_code":       "Ok",
	}})
	require.Equal(t, []string{"span OK", "status=succeeded"}, claims(&r))
}

func TestTableWrapsCells(t *testing.T) {
	text := table([]block{{session: "s", rows: []row{
		{{"call"}, {"bash"}, {"status=succeeded", "verified=true"}, {"incomplete"}, {"timeout"}, {"rerun"}, {"one", "two", "three"}},
	}}})
	lines := strings.Split(strings.TrimSpace(text), "\n")
	require.Len(t, lines, 5, "the heading, the session, and the three lines of the tallest cell")
	require.Equal(t, strings.Index(lines[2], "one"), strings.Index(lines[4], "three"))
	require.Equal(t, strings.Index(lines[2], "status"), strings.Index(lines[3], "verified"))
}
