package corpustest

import (
	"regexp"
	"strings"
	"testing"
)

// truth is what became of the command of a call, whatever anyone reported of it.
type truth struct {
	what string
	end  end
}

// end is as much of it as a verdict can be held against.
type end int

const (
	well     end = iota // it ended well
	masked              // it ended with exit code 0, which was not that of what failed in it
	badly               // it failed, was ended, or never finished
	notBegun            // it was denied, or refused before anything ran
)

// letters are the commands that the sessions were recorded with; testdata/sessions/README.md lists them.
var letters = map[string]truth{
	"a":  {"exit 0", well},
	"b":  {"exit 3", badly},
	"c":  {"never finished", badly},
	"d":  {"exit 1", badly},
	"e1": {"ended by SIGTERM", badly},
	"e2": {"ended by SIGKILL", badly},
	"f":  {"exit 0", well},
	"h":  {"exit 2", badly},
	"i":  {"exit 127", badly},
	"j":  {"exit 1", badly},
	"k":  {"exit 0", well},
	"l":  {"exit 0 of another process", masked},
	"m":  {"a child ended by SIGKILL", badly},
	"n":  {"a child ended by SIGTERM", badly},
}

// words tell the commands of records that bear no call ID of the sessions. The first that is found decides.
var words = []struct{ word, letter string }{
	{"PASS", "c"},
	{"ok 1 - parse", "b"},
	{"alpha", "a"},
	{"before-term; kill", "e1"},
	{"before-kill; kill", "e2"},
	{"before-kill; python", "m"},
	{"before-term; python", "n"},
	{"big.sh || true", "k"},
	{"big.sh", "d"},
	{"out-line", "j"},
	{"nonexistent", "h"},
	{"nosuch", "i"},
	{"1 failed", "l"},
	{`"true"`, "f"},
}

var callID = regexp.MustCompile(`call_fake_([a-z0-9]+)_`)

// letter says which of the commands a record is about; empty if none.
func letter(t *testing.T, r *record) string {
	t.Helper()
	said := r.said(t)
	if m := callID.FindStringSubmatch(said); m != nil {
		return m[1]
	}
	for _, w := range words {
		if strings.Contains(said, w.word) {
			return w.letter
		}
	}
	return ""
}

// happened says what became of the command of a record, and false where that is not known.
func happened(t *testing.T, session string, r *record) (truth, bool) {
	t.Helper()
	program, run, _ := strings.Cut(session, "/")
	is := letter(t, r)
	switch {
	case program == "gemini-cli" && is == "e1":
		return truth{"cancelled", badly}, true
	case run == "invalid_args":
		return truth{"refused", notBegun}, true
	case run == "denied" && is == "b":
		return truth{"denied", notBegun}, true
	case program == "copilot-cli" && (is == "e1" || is == "e2"):
		return truth{"refused", notBegun}, true
	case session == "copilot-cli/full" && is == "c":
		return truth{"slow, exit 0", well}, true
	case strings.Contains(r.name, "read_bash"):
		// Reads what a shell in the background printed, which by then had ended well.
		return truth{"slow, exit 0", well}, true
	}
	known, ok := letters[is]
	return known, ok
}
