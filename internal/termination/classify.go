package termination

// exitTimeout is the code with which timeout(1), and harnesses that copy it,
// report that the time limit was hit.
const exitTimeout = 124

// Ending is the classified end of a call.
type Ending struct {
	Kind    Kind
	Source  Source // of the fact that decided Kind; SourceNone for Unknown
	Code    int64
	HasCode bool
	Signal  Signal
	// LimitHit: a time limit was involved, also where the process outlived it.
	LimitHit bool
	// AfterSend: the failure was met after the request had gone out.
	AfterSend bool
	// Ambiguous: two facts that count point in opposite directions.
	Ambiguous bool
	// Contradiction: facts of equal rank disagree.
	Contradiction bool
}

// Classify weighs facts against each other. The strongest source that states an
// ending decides; between equals the worse ending is taken and the result is
// marked. A bare failure outweighs every weaker statement of success and takes
// its kind, code and signal from the strongest source that states a failure.
func Classify(facts []Fact, policy Policy) Ending {
	w := weighing{best: candidate{rank: noRank}}
	for i := range facts {
		w.add(weigh(&facts[i], policy))
	}
	if w.bareFailure && (w.best.kind == KindUnset || w.best.kind == OK && outweighed(w.best.fact.Source, policy)) {
		w.best = failure(facts, policy)
	}
	w.limitBeatsCode(facts)
	end := w.best.ending()
	end.fill(facts)
	end.Contradiction = w.contradiction
	end.Ambiguous = w.doubt || w.good && w.bad
	return end
}

// outweighed reports a source whose success gives way to a bare failure: those
// below it, and JSON that the tool may have printed itself.
func outweighed(success Source, policy Policy) bool {
	return success >= Status || success == Structured && policy.Spoofable
}

// weighing is the state of a comparison of facts.
type weighing struct {
	best      candidate
	good, bad bool // some fact says that the call ended well, that it did not
	// bareFailure: some fact says "not well" without saying how.
	bareFailure bool
	// doubt: two facts of equal rank disagree. contradiction: they are facts that
	// a producer stated; two lines of text are no more than a doubt.
	doubt, contradiction bool
}

func (w *weighing) add(c candidate) {
	stated := c.fact.Source <= Status
	w.disagree(c.contradiction, stated)
	// Text that a command may have printed itself casts no doubt on a stronger
	// statement; a status or a flag does.
	w.bad = w.bad || stated && (c.kind.Unproven() || c.kind == KindUnset && c.fact.Failed)
	if c.kind == KindUnset {
		w.bareFailure = w.bareFailure || c.fact.Failed
		return
	}
	w.good = w.good || c.kind == OK
	switch {
	case c.rank < w.best.rank:
		w.best = c
	case c.outlived(&w.best) || w.best.outlived(&c):
		if c.kind == Running {
			w.best = c
		}
	case c.rank == w.best.rank && c.kind != w.best.kind:
		w.disagree(true, stated)
		if worse(w.best.kind, c.kind) == c.kind {
			w.best = c
		}
	}
}

// limitBeatsCode takes a hit limit for the ending where nothing but a code or a
// signal says otherwise, however strong its source: wrappers report any code then.
// An error type alone says less than a flag, and gives way to a plain exit code.
func (w *weighing) limitBeatsCode(facts []Fact) {
	if w.best.kind == KindUnset || w.best.kind == Timeout || w.best.fact.Kind != KindUnset && w.best.fact.Kind != Unknown {
		return
	}
	for i := range facts {
		f := &facts[i]
		if f.TimedOut == True && (f.Kind == KindUnset || f.Kind == Timeout) &&
			(f.Source < Status || f.Source == Status && w.best.kind != NonzeroExit) {
			code := *w.best.fact
			code.Source, code.TimedOut = f.Source, True
			w.best = candidate{kind: Timeout, rank: w.best.rank, fact: &code}
			return
		}
	}
}

// outlived reports a call that ran on past a limit beside an equal statement that its
// limit was hit: whoever waited for it saw no more than that.
func (c *candidate) outlived(limit *candidate) bool {
	return c.rank == limit.rank && c.kind == Running && c.fact.LimitHit && limit.kind == Timeout && !limit.fact.HasCode && limit.fact.Signal == 0
}

func (w *weighing) disagree(do, stated bool) {
	w.doubt = w.doubt || do
	w.contradiction = w.contradiction || do && stated
}

// noRank is weaker than the rank of any source.
const noRank = 100

// fill completes code and signal from other facts that fit the kind, strongest
// first, and notes whether any of them saw a limit.
func (e *Ending) fill(facts []Fact) {
	for src := Declared; src <= TextTrailer; src++ {
		for i := range facts {
			f := &facts[i]
			if f.Source != src {
				continue
			}
			if !e.HasCode && f.HasCode && codeFits(e.Kind, f.Code) {
				e.Code, e.HasCode = f.Code, true
				if e.Signal == 0 && endsBySignal(e.Kind) {
					e.Signal = SignalOfCode(f.Code)
				}
			}
			if e.Signal == 0 && endsBySignal(e.Kind) {
				e.Signal = f.Signal
			}
			e.AfterSend = e.AfterSend || f.AfterSend
			e.LimitHit = e.LimitHit || f.LimitHit || f.TimedOut == True
		}
	}
	e.LimitHit = e.LimitHit || e.Kind == Timeout
}

// codeFits keeps the code of a fact that was overruled from being shown beside
// an ending that it contradicts.
func codeFits(k Kind, code int64) bool {
	switch k {
	case OK:
		return code == 0
	case NonzeroExit, ToolError:
		return code != 0
	case Timeout, Signaled, Cancelled:
		return true
	default:
		return false
	}
}

// failure finds the ending of a call that a bare failure says went wrong.
func failure(facts []Fact, policy Policy) candidate {
	best := candidate{rank: noRank}
	var bare *Fact
	for i := range facts {
		if f := &facts[i]; f.Failed && (bare == nil || f.Source < bare.Source) {
			bare = f
		}
		c := weigh(&facts[i], policy)
		if c.kind != KindUnset && c.kind != OK && c.rank < best.rank {
			best = c
		}
	}
	if best.kind == KindUnset {
		return candidate{kind: ToolError, rank: rankOf(Status, false), fact: bare}
	}
	return best
}

// rankOf orders the sources. For success a flag or status ranks below a header,
// since most agents report success for every exit code.
func rankOf(s Source, success bool) int {
	if success && s == Status {
		return 2*int(TextHeader) + 1
	}
	return 2 * int(s)
}
