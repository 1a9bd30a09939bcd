package markers

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// plainLines are all examples and test lines, one by one.
func plainLines(t testing.TB) []string {
	t.Helper()
	var lines []string
	for _, r := range builtin {
		for _, text := range append(append([]string(nil), r.yes...), r.no...) {
			lines = append(lines, strings.Split(text, "\n")...)
		}
	}
	for _, l := range readLines(t) {
		lines = append(lines, strings.Split(l.text, "\n")...)
	}
	return lines
}

// TestSieveFindsWhatTheTriggerFinds proves that no key is lost: the trigger reads
// every byte, and the sieve must agree with it on every text.
func TestSieveFindsWhatTheTriggerFinds(t *testing.T) {
	lines := plainLines(t)
	for _, k := range words.keys {
		word := strings.TrimSuffix(k, "$")
		lines = append(lines, word, strings.ToUpper(word), "x "+word, word+" x", word+"了", "了"+word, word+"x", "x"+word, word+"\t"+word, "a_"+word+"-"+word+"1")
	}
	for _, l := range lines {
		agree(t, l)
		for pad := range blockLen + 1 {
			agree(t, strings.Repeat("x", pad)+" "+l)
			agree(t, strings.Repeat(".", pad)+l+strings.Repeat(" ", blockLen))
		}
	}
	parts := append([]string{"\n", "\r", "\t", "\x00", "\x1b[1m", "\x1b", "\xff", "\xe6\x88", " ", strings.Repeat("pass ", maxLine/5), strings.Repeat("x", maxLine)}, lines...)
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(parts[r.IntN(min(len(parts), 1<<r.IntN(14)))])
		}
		agree(t, b.String())
	}
}

func agree(t *testing.T, text string) {
	t.Helper()
	x := sieve{text: text}
	for start := 0; start < len(text); {
		var got, want keySet
		end, next, dirty := x.line(start, &got)
		wantEnd, wantNext, wantDirty := trigger(text, start, &want)
		if got != want || end != wantEnd || next != wantNext || dirty != wantDirty {
			t.Fatalf("%q at %d: keys %v, %d, %d, %v; want %v, %d, %d, %v", text, start, got, end, next, dirty, want, wantEnd, wantNext, wantDirty)
		}
		start = next
	}
}

// TestFilterLosesNoMatch tries every expression on every line and on texts made
// after the expression: one that matches must be among those that Scan tries.
func TestFilterLosesNoMatch(t *testing.T) {
	lines := plainLines(t)
	r := rand.New(rand.NewPCG(5, 6))
	for i := range exprs.list {
		e := &exprs.list[i]
		tree, err := syntax.Parse(e.re.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		matched := 0
		for range 300 {
			var b strings.Builder
			textOf(&b, tree, r)
			matched += filterLets(t, i, b.String())
		}
		if matched == 0 {
			t.Errorf("no text made for %s", e.re)
		}
		for _, l := range lines {
			text := strings.TrimSpace(l)
			filterLets(t, i, text)
			filterLets(t, i, stripPrefixOf(text))
		}
	}
}

// filterLets returns 1 if the expression matches, and fails if the filter would
// have kept it from the text.
func filterLets(t *testing.T, i int, text string) int {
	t.Helper()
	e := &exprs.list[i]
	if text == "" || text != cleaned(text) || !e.re.MatchString(text) {
		return 0 // no line, or no match
	}
	keys := keysOf(builtin[e.rule].keys...) // the rule is called for
	trigger(text, 0, &keys)
	if about := exprs.about(&keys, true); !about.has(i) {
		t.Errorf("%s is not called for by its keys", e.re)
	}
	var called keySet
	trigger(text, 0, &called)
	for k := range words.keys { // one key calls for it, and the landmarks come from the text
		if exprs.ofKey[k].calls.has(i) && !exprs.ofKey[k].enables.has(i) {
			called.add(k)
		}
	}
	about := exprs.about(&called, false)
	if fits := exprs.thatFit(exprs.about(&keys, true), text); !fits.has(i) || !e.pre.allows(text) || !called.empty() && !about.has(i) {
		t.Errorf("the filter keeps %s from %q", e.re, text)
	}
	return 1
}

// textOf writes a text that the expression matches, but for word boundaries.
func textOf(b *strings.Builder, re *syntax.Regexp, r *rand.Rand) {
	low, high := 0, 0
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		i := 2 * r.IntN(len(re.Rune)/2)
		b.WriteRune(re.Rune[i] + r.Int32N(min(re.Rune[i+1]-re.Rune[i]+1, 90)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune([]rune("x 0-é成🎉:")[r.IntN(8)])
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			textOf(b, sub, r)
		}
	case syntax.OpAlternate:
		textOf(b, re.Sub[r.IntN(len(re.Sub))], r)
	case syntax.OpStar:
		high = 4
	case syntax.OpPlus:
		low, high = 1, 4
	case syntax.OpQuest:
		high = 1
	case syntax.OpRepeat:
		if low, high = re.Min, re.Max; high < 0 {
			high = low + 4
		}
	}
	for range low + r.IntN(high-low+1) {
		textOf(b, re.Sub[0], r)
	}
}

func stripPrefixOf(text string) string {
	if text == "" {
		return ""
	}
	return stripPrefix(text)
}

func foldedDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '7'
		}
		return r
	}, text)
}

// TestRulesAreFoundBehindTheFilter reads each example of each rule between
// lines, and behind a line of the same shape.
func TestRulesAreFoundBehindTheFilter(t *testing.T) {
	s := newScanner(t)
	for _, d := range Docs() {
		for _, text := range d.Match {
			for _, before := range []string{"", "starting\n", foldedDigits("step 1234\n"), strings.ReplaceAll(foldedDigits(text), "7", "0") + "\n\n"} {
				if got := s.Scan(before+text+"\n", nil); !holdsMarker(got, d.Marker) {
					t.Errorf("%s is lost in %q, got [%s]", d.Marker, before+text, list(got))
				}
			}
		}
	}
}

// TestNumbersDoNotMakeALineDull proves what dullLines rests on: a line is dull
// whatever digits stand in it.
func TestNumbersDoNotMakeALineDull(t *testing.T) {
	s := newScanner(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, l := range plainLines(t) {
		for _, l := range []string{l, "2024-01-01T10:20:30Z INFO " + l, "[12/34] " + l, "Step 1/2: " + l, "app-1  | " + l, "#12 0.345 " + l, "(3/4) " + l, "1 " + l, "Jan  1 00:00:00 h p[1]: " + l} {
			want, strip := dullLine(s, l), len(l)-len(stripPrefixOf(l))
			for range 5 {
				other := strings.Map(func(c rune) rune {
					if c >= '0' && c <= '9' {
						return '0' + r.Int32N(10)
					}
					return c
				}, l)
				if got := dullLine(s, other); got != want || len(other)-len(stripPrefixOf(other)) != strip {
					t.Fatalf("dull %v: %q, dull %v: %q", want, l, got, other)
				}
				if len(other) == len(l) && !sameShape(l, other) {
					t.Fatalf("%q and %q differ in digits only", l, other)
				}
			}
		}
	}
}

func dullLine(s *Scanner, raw string) bool {
	if raw == "" {
		return false
	}
	st := scan{s: s, text: raw}
	var keys keySet
	trigger(raw, 0, &keys)
	return st.line(raw, &keys, false)
}

func TestSameShape(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a1", "a2", true},
		{"a1", "ab", false},
		{"unit_003.cc.o", "unit_999.cc.o", true},
		{"unit_003.cc.o", "unit_99x.cc.o", false},
		{"unit_003.cc.o", "unit_003.cc.p", false},
		{"12345678", "87654321", true},
		{"1234567:", "8765432/", false},
		{"aaaaaaa\xb1", "aaaaaaa\xb2", false},
	} {
		if got := sameShape(c.a, c.b); got != c.want {
			t.Errorf("%q %q: %v", c.a, c.b, got)
		}
	}
}

func TestLandmarks(t *testing.T) {
	for _, c := range []struct {
		literal, key string
		want         bool
	}{
		{" FAILED", "fail", true},
		{": error ", "error", true},
		{"FAILED", "fail", false}, // may be the end of UNFAILED
		{"UNFAILED", "fail", false},
		{"- ok ", "ok", false}, // is the key only where the word ends
		{" new", "new$", false},
		{"x1fail", "fail", true},
	} {
		if got := beginsWordIn(c.literal, c.key); got != c.want {
			t.Errorf("%q in %q: %v", c.key, c.literal, got)
		}
	}
	if got := landmarks([]string{" failed", " errors"}, []string{"error", "fail"}); len(got) != 2 {
		t.Errorf("got %q", got)
	}
	if got := landmarks([]string{" failed", "errors"}, []string{"error", "fail"}); got != nil {
		t.Errorf("a literal without a landmark: got %q", got)
	}
}
