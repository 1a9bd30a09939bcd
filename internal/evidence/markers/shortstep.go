package markers

import "strings"

// ofShortStep tells whether a line says of a counter below the whole that it is
// done: "Step 3/9 done". What is said of anything else is a success of the step.
func (l *line) ofShortStep(s string) bool {
	head, ok := strings.CutSuffix(l.text, s)
	if !ok || head == "" {
		return false
	}
	if !shortCounter(head) {
		return false
	}
	head = strings.TrimRight(head, " \t")
	apart := strings.IndexByte(":])-.", head[len(head)-1]) >= 0 || strings.HasSuffix(head, "：") || strings.HasSuffix(head, "–")
	var buf [maxTokens]token
	finished := containsAny(s, []string{"完成", "完毕", "完畢", "完了"})
	for _, t := range tokenize(s, buf[:0]) {
		switch {
		case strings.EqualFold(t.text, "done") || strings.EqualFold(t.text, "complete") || strings.EqualFold(t.text, "completed") || strings.EqualFold(t.text, "finished"):
			finished = true
		case t.class&thing != 0 || t.class&(verdictWord|countWord|adverb|auxiliary|number|follower|action) == 0 && len(t.text) > 3:
			return false // has a subject of its own
		}
	}
	if apart && !finished {
		return false
	}
	if asciiOnly(strings.Trim(s, decoration)) {
		return true
	}
	core := strings.Trim(s, decoration+"。！了")
	return hanVerdict(strings.TrimPrefix(strings.TrimPrefix(core, "已"), "全部")) || hanVerdict(strings.TrimPrefix(core, "执行"))
}

// shortCounter finds "3/9" and "3 of 9" at the end of a prefix.
func shortCounter(head string) bool {
	var buf [maxTokens]token
	toks := tokenize(head, buf[:0])
	n := len(toks)
	if n < 2 || toks[n-1].class&number == 0 {
		return false
	}
	whole, done := toks[n-1], toks[n-2]
	gap := strings.TrimSpace(head[done.end:whole.start])
	if strings.EqualFold(done.text, "of") && n > 2 {
		done, gap = toks[n-3], "/"
	}
	return (gap == "/" || gap == "／") && done.class&number != 0 && done.value < whole.value
}
