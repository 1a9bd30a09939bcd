package markers

// What follows reads sentences that someone wrote about a check, with the same
// eyes for counts and for Chinese words as the lines a check printed.

// Short tells whether the counts of a sentence stop short of the whole:
// "passed 3 of 9", "0 tests passed", "exited with code 1".
func Short(s string) bool {
	var buf [maxTokens]token
	v := view{s: s, toks: tokenize(s, buf[:0])}
	t := v.count()
	return t.short || t.passed == 0 || v.badEnd()
}

// HanDoubtful tells whether a Chinese or Japanese clause denies, doubts, plans,
// demands or supposes what it speaks of.
func HanDoubtful(clause string) bool { return hanDoubtful(clause) }

// HanFormer tells whether such a clause speaks of another run than this.
func HanFormer(clause string) bool { return hanFormer(clause) }

// HanFailed tells whether such a clause states a failure, and neither denies
// it nor counts it to nothing.
func HanFailed(clause string) bool { return hanFault(clause) == idHanFail }

// HanShort tells whether such a clause counts less than the whole.
func HanShort(clause string) bool { return hanShort(clause) }
