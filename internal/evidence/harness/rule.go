package harness

// place is where a rule's text must stand to be believed. A rule may have several.
type place uint8

const (
	atHead   place = 1 << iota // the first lines
	atTail                     // the last lines
	inTag                      // inside a tag of the harness that closes the text
	ownLine                    // a line of its own anywhere
	inLine                     // anywhere in a line: only for markers that are put where the cut fell
	atSuffix                   // the very end of the text, on whatever line that is
)

// loss is how a rule knows which side of the output is lost.
type loss uint8

const (
	lostNothing loss = iota
	lostHead
	lostTail
	lostMiddle
	lostAll
	lostByPlace // where the marker stands is what is missing
	lostRest    // the tail, or all of it when no output follows
	lostInPages // a page of lines {n}-{n} of {n}
)

// rule is one text of one harness, or of several that share it, with everything that is known about it.
type rule struct {
	name  string
	by    Set
	doc   string   // what it means, in one sentence
	at    place    // where it must stand
	forms []string // what it looks like, in the language of pattern

	phrase phrase    // replaces the forms for words that no pattern describes; tried on the first line only
	when   condition // what must hold besides

	says    Ending
	stated  bool   // exit code 0 is meant although no number is written
	limit   bool   // a time limit was the cause
	signal  string // a signal that the words imply
	lost    loss
	preview bool // cut on its way to telemetry
	empty   bool // says that there was no output
	alone   bool // nothing else may stand in the text
	more    bool // a further line of the same harness may follow towards the output
	joins   bool // may stand below a header line that states something already
	after   bool // may stand below the line that opens the output
	opens   bool // opens the output: below it only rules with after are read
	also    bool // other rules may read the same line as well
	only    bool // too ordinary to be read unless the harness is named by the caller
	rank    int  // order of the lines of a trailer block, 0 for those with none

	match []string // texts that it reads
	miss  []string // texts that it must not read

	patterns []pattern
}

// Rule documents one rule for generated pages and for tests.
type Rule struct {
	Harnesses string   // who writes the text, separated by commas
	Name      string   // lower_snake name, unique together with the harnesses
	Where     string   // where the text must stand, and what must hold besides
	Says      string   // what a match states
	Doc       string   // what it means
	Forms     []string // what it looks like; {slots} stand for what varies
	Match     []string // texts that it reads
	Miss      []string // texts that it must not read
}

// Rules documents every rule, in the order in which they are tried.
func Rules() []Rule {
	out := make([]Rule, 0, len(rules))
	for i := range rules {
		r := &rules[i]
		out = append(out, Rule{
			Harnesses: r.by.String(), Name: r.name, Where: r.where(), Says: r.saying(), Doc: r.doc,
			Forms: r.forms, Match: r.match, Miss: r.miss,
		})
	}
	return out
}

var placeNames = [...]string{"head", "tail", "tag at the end", "own line", "in a line", "end of text"}

// String lists the places in words.
func (p place) String() string {
	s := ""
	for i, name := range placeNames {
		if p&(1<<i) == 0 {
			continue
		}
		if s != "" {
			s += ", "
		}
		s += name
	}
	return s
}

var lossNames = [...]string{"", "head lost", "tail lost", "middle lost", "all lost", "lost where it stands", "tail or all lost", "lost outside the page"}

func (r *rule) saying() string {
	s := ""
	add := func(text string) {
		if s != "" {
			s += ", "
		}
		s += text
	}
	if r.says != None {
		add(r.says.String())
	}
	if r.limit {
		add("time limit")
	}
	if r.lost != lostNothing {
		add(lossNames[r.lost])
	}
	if r.preview {
		add("by telemetry")
	}
	if r.empty {
		add("no output")
	}
	if s == "" {
		s = "nothing by itself"
	}
	return s
}

// where says in words where the rule's text must stand and what must hold besides.
func (r *rule) where() string {
	s := r.at.String()
	if r.alone {
		s += "; nothing else in the text"
	}
	if r.only {
		s += "; only if the harness is named"
	}
	if r.when != always {
		s += "; " + conditionNames[r.when]
	}
	return s
}
