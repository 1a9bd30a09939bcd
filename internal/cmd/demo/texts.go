package main

import (
	"fmt"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// said is a text of a model in which something was found. Its records have findings and no outcome, since it is no call.
type said struct {
	session string
	pairs   []pair
	// about are the names of the calls that speak against it.
	about []string
}

// texts lists them. The same text may stand on the span of the model and on that of its agent, in different attributes;
// what is found in both, with the same calls against it, is taken for one.
func (r *result) texts(calls []*call) []*said {
	name := map[string]string{}
	for _, c := range calls {
		for i := range c.pairs {
			sent := &c.pairs[i].sent
			name[c.session+" "+sent.Span] = c.name
		}
	}
	var list []*said
	known := map[string]*said{}
	for _, p := range r.pairs {
		if !isText(&p.got) {
			continue
		}
		same := fmt.Sprint(p.session, p.got.VerdictList("findings"), p.got.VerdictList("related"))
		if s := known[same]; s != nil {
			s.pairs = append(s.pairs, p)
			continue
		}
		s := &said{session: p.session, pairs: []pair{p}}
		known[same] = s
		for _, span := range p.got.VerdictList("related") {
			if n, ok := name[p.session+" "+span]; ok {
				s.about = append(s.about, n)
			} else {
				s.about = append(s.about, "span "+span)
			}
		}
		list = append(list, s)
	}
	return list
}

// row shows a record of a text like one of a call, so that it can be read beside those that it is about.
func (s *said) row(index int) row {
	if index > 0 {
		return row{{fmt.Sprintf("  record %d", index+1)}, {"-"}, {"the same"}, {"-"}, {"-"}, {"-"}, s.pairs[index].got.VerdictList("findings")}
	}
	claim := []string{"in its own words"}
	for i, name := range s.about {
		word := "of "
		if i > 0 {
			word = "and "
		}
		claim = append(claim, word+shortened(name))
	}
	none := []string{"-"}
	return row{{"the model"}, none, claim, none, none, none, s.pairs[0].got.VerdictList("findings")}
}

// isText reports a record that is no call and bears findings all the same.
func isText(r *collectortest.Record) bool { return !r.Judged() && len(r.VerdictList("findings")) > 0 }
