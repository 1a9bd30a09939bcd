package action

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// kindOf reads the kind of evidence from a word or a short text about it. What says that
// there is nothing, or nothing yet, is none.
func kindOf(text string) Kind {
	word := plain(text)
	if noEvidence[word] {
		return NoEvidence
	}
	s := blanked(text)
	for _, list := range grounds {
		for _, phrase := range list.phrases {
			if strings.Contains(s, phrase) {
				return list.kind
			}
		}
	}
	return Some
}

// KindWord is a word that stands for the kind of evidence of which a text speaks.
func KindWord(text string) string {
	if len(text) > maxWord {
		text = text[:maxWord]
	}
	return kindWords[kindOf(text)]
}

var kindWords = [...]string{NoEvidence: "none", Some: "some", ReadbackMatch: "readback_match", ReadbackAbsent: "readback_absent", ProviderReceipt: "receipt"}

var noEvidence = map[string]bool{
	"": true, "none": true, "no": true, "false": true, "null": true, "pending": true, "inprogress": true, "started": true, "running": true,
	"unknown": true, "inconclusive": true, "{}": true, "[]": true, "notavailable": true, "n/a": true, "assumed": true, "missingevidence": true, "noevidence": true,
}

// grounds are the phrases by which each kind is known, in this order: what was not found
// is spoken of with the same words as what was.
var grounds = []struct {
	kind    Kind
	phrases []string
}{
	{ReadbackAbsent, []string{
		" absent ", " absence ", " missing ", " not found ", " notfound ", " no match ", " nomatch ", " unmatched ", " mismatch ", " not there ", " not exist ", " nonexistent ",
		" 404 ", " 410 ", " gone ", " no result", " no such ", " nothing ", " none found ", " no record", " not present ", " 0 results ", " 0 matches ", " empty ",
	}},
	{ProviderReceipt, []string{" receipt ", " webhook ", " callback ", " ack ", " acknowledg"}},
	{ReadbackMatch, []string{" match", " found ", " exist", " present ", " readback ", " read back ", " confirmed ", " verified ", " seen "}},
}

// kindOfMember reads a member whose name asks a question that true and false answer.
func kindOfMember(name, word string) Kind {
	switch plain(word) {
	case "true", "yes":
		return ReadbackMatch
	case "false", "no":
		switch plain(name) {
		case "found", "match", "matched", "readback":
			return ReadbackAbsent
		}
		return NoEvidence
	default:
		return kindOf(word)
	}
}

// blanked puts one blank for everything between words, and one at either end. A word
// also ends where an upper-case letter begins the next.
func blanked(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 8)
	b.WriteByte(' ')
	blank, lower := true, false
	for _, r := range text {
		upper := r >= 'A' && r <= 'Z'
		if upper {
			r += 'a' - 'A'
		}
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			if !blank {
				b.WriteByte(' ')
			}
			blank, lower = true, false
			continue
		}
		if upper && lower {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		blank, lower = false, !upper
	}
	if !blank {
		b.WriteByte(' ')
	}
	return b.String()
}

func floatOf(word string) (float64, bool) {
	f, err := strconv.ParseFloat(word, 64)
	return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// ofTime is a time in nanoseconds, 0 outside of the years that have such a number.
func ofTime(t time.Time) int64 {
	if t.Year() < 1970 || t.Year() > 2200 {
		return 0
	}
	return t.UnixNano()
}
