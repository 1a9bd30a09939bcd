package dialect

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/toolcall"
)

// ContentTable knows the places of texts in all dialects of a set.
type ContentTable struct {
	general   *Places
	any       *Places
	calls     map[*compiled]*Places
	producers []producer
}

// producer is a dialect that tells its producer by the scope or the service.
type producer struct {
	scope, service matcher
	places         *Places
}

// Content lists where texts stand, for the set with the user's own source keys.
func (s *Set) Content(extra map[string][]string) *ContentTable {
	t := &ContentTable{general: newPlaces(), any: newPlaces(), calls: map[*compiled]*Places{}}
	for _, d := range s.every() {
		t.general.addGeneral(d.Dialect)
	}
	for _, c := range copyPlaces {
		t.general.attrs[c.key] = kinds(c.kind)
	}
	for _, key := range slices.Concat(messagePlaces, promptPlaces()) {
		t.general.attrs[key] = kinds(MessagesContent)
	}
	for _, d := range s.every() {
		p := newPlaces()
		p.Agent = true
		p.addDialect(d.Dialect, extra)
		t.calls[d] = p.over(t.general)
		t.any.merge(p)
		t.addProducer(d.Dialect, p)
	}
	t.any.merge(t.general)
	t.any.Agent = true
	t.any.add(producerPlaces, kinds(MessagesContent))
	return t
}

func (s *Set) every() []*compiled {
	list := []*compiled{&s.generic, &s.messages}
	for i := range s.compiled {
		list = append(list, &s.compiled[i])
	}
	for i := range s.users {
		list = append(list, &s.users[i])
	}
	return list
}

// Of returns the places in a record that was recognised, or in any other that comes from
// the producer at hand.
func (t *ContentTable) Of(r Recognised, from *Places) *Places {
	if p := t.calls[r.dialect]; p != nil {
		return p
	}
	return from
}

// Any returns every place that is known, for a record of which it is not known what it is.
func (t *ContentTable) Any() *Places { return t.any }

// From returns the places in records of a scope that are no calls.
func (t *ContentTable) From(scope, service string) *Places {
	var found *Places
	for i := range t.producers {
		p := &t.producers[i]
		if !p.scope.fits(scope) || !p.service.fits(service) || found == p.places {
			continue
		}
		if found != nil {
			both := newPlaces()
			both.merge(found)
			both.merge(p.places)
			found = both
			continue
		}
		found = p.places
	}
	if found == nil {
		return t.general
	}
	return found
}

func (t *ContentTable) addProducer(d *Dialect, own *Places) {
	var places *Places
	for _, c := range d.conditions() {
		if c.Scope == "" && c.Service == "" {
			continue
		}
		if places == nil {
			places = own.over(t.general)
			places.add(producerPlaces, kinds(MessagesContent))
		}
		t.producers = append(t.producers, producer{scope: c.Scope.compile(), service: c.Service.compile(), places: places})
	}
}

func newPlaces() *Places {
	return &Places{attrs: map[string]Contents{}, events: map[string]map[string]Contents{}}
}

// over returns the places and, where they name none, those below.
func (p *Places) over(below *Places) *Places {
	all := newPlaces()
	all.Agent = p.Agent || below.Agent
	all.body = p.body | below.body
	maps.Copy(all.attrs, below.attrs)
	maps.Copy(all.attrs, p.attrs)
	for _, events := range []map[string]map[string]Contents{below.events, p.events} {
		for name, keys := range events {
			for key, c := range keys {
				all.event(name)[key] = c
			}
		}
	}
	return all
}

func (p *Places) merge(other *Places) {
	p.Agent = p.Agent || other.Agent
	p.body |= other.body
	for key, c := range other.attrs {
		p.attrs[key] |= c
	}
	for name, keys := range other.events {
		for key, c := range keys {
			p.event(name)[key] |= c
		}
	}
}

func (p *Places) event(name string) map[string]Contents {
	if p.events[name] == nil {
		p.events[name] = map[string]Contents{}
	}
	return p.events[name]
}

func (p *Places) add(keys []string, c Contents) {
	for _, key := range keys {
		if p.attrs[key] == 0 {
			p.attrs[key] = c
		}
	}
}

// addGeneral takes the places that mean the same in every record: keys with a namespace.
func (p *Places) addGeneral(d *Dialect) {
	own := newPlaces()
	own.addDialect(d, nil)
	for key, c := range own.attrs {
		if strings.ContainsAny(key, ".:") && !slices.Contains(failurePlaces, key) && !strings.HasPrefix(key, "process.") ||
			c == kinds(StdoutContent) || c == kinds(StderrContent) {
			p.attrs[key] |= c
		}
	}
	for name, keys := range own.events {
		if IsMessageEvent(name) || name == detailsEvent {
			continue // what a call is told by in one dialect is a message elsewhere
		}
		for key, c := range keys {
			p.event(name)[key] |= c
		}
	}
}

// addDialect takes every place that a dialect reads a text from, and the whole of an
// attribute where it reads a member of the JSON in it.
func (p *Places) addDialect(d *Dialect, extra map[string][]string) {
	for f := toolcall.NoField; f < toolcall.NumFields; f++ {
		for _, place := range d.Keys[f] {
			p.addPlace(place, contentOf(f))
		}
		for _, place := range d.Copies[f] {
			p.addPlace(place, contentOf(f))
		}
	}
	for _, k := range contractKeys {
		p.addPlace(k.key, contentOf(k.field))
	}
	for name, keys := range extra {
		for _, key := range keys {
			p.addPlace(key, contentOf(toolcall.FieldByName(name)))
		}
	}
	p.addPlace(actionPayload, kinds(ArgumentsContent))
	p.addMembers(d)
	p.add(failurePlaces, kinds(OutputContent))
}

func (p *Places) addPlace(place string, c Contents) {
	if c == 0 {
		return
	}
	src, err := ParseSource(place)
	switch {
	case err != nil: // a key of the user's that is no place is read as it stands
		p.attrs[place] |= c
	case src.Body:
		p.body |= c
	case src.Event != "":
		p.event(src.Event)[src.Key] |= c
	default:
		p.attrs[src.Key] |= c
	}
}

// addMembers takes values from which only typed fields are read: what is beside these
// in the JSON may be any part of the result.
func (p *Places) addMembers(d *Dialect) {
	list := slices.Concat(d.Keys[toolcall.ExitCode], d.Keys[toolcall.SignalField], d.Keys[toolcall.TimedOut])
	for i := range d.Flags {
		list = append(list, d.Flags[i].Source)
	}
	for i := range d.Clips {
		list = append(list, d.Clips[i].Source)
	}
	for _, place := range list {
		src, err := ParseSource(place)
		if err != nil || src.Path == nil {
			continue
		}
		if !p.holds(&src) {
			p.addPlace(src.base(), kinds(OutputContent))
		}
	}
}

func (p *Places) holds(src *Source) bool {
	switch {
	case src.Body:
		return p.body != 0
	case src.Event != "":
		return p.events[src.Event][src.Key] != 0
	default:
		return p.attrs[src.Key] != 0
	}
}
