package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func dialectsPage() string {
	p := newPage("Recognised dialects")
	p.paragraph("How records are recognised as tool calls, and the attributes that are read. Dialects are tried in this " +
		"order; the first that recognises a record reads it. The name is the value of `tool_span.verdict.dialect` and of the label `dialect`.")
	p.table("dialect", "what it is", "recognised by", "its own keys")
	builtin := dialect.Builtin()
	for _, d := range builtin {
		writeDialect(p, d, "a size, cap or truncated fact of a stream, any other fact below `tool_span.` except the versions, or `span_type=tool`")
	}
	writeDialect(p, dialect.Generic(), "a condition under `match` in the configuration")
	writeSources(p)
	writeEndings(p, builtin)
	return p.String()
}

func writeDialect(p *page, d *dialect.Dialect, otherwise string) {
	by := otherwise
	if len(d.Markers) > 0 {
		var conditions []string
		for _, m := range d.Markers {
			conditions = append(conditions, code(m.Key+"="+m.Value))
		}
		by = strings.Join(conditions, " or ")
	}
	var own []string
	for _, f := range slices.Sorted(maps.Keys(d.Keys)) {
		own = append(own, f.String()+": "+codes(d.Keys[f]))
	}
	p.row(code(d.Name), d.Doc, by, strings.Join(own, "; "))
}

// emptyWords are the words that state nothing; a test asks the reader of values about them.
var emptyWords = []string{"null", "none", "nil", "nan"}

// writeSources lists, for each field, the keys in the order in which they are believed.
func writeSources(p *page) {
	p.heading(2, "Keys that every dialect reads")
	p.paragraph("Of several keys of one field, the first that is stated counts; a dialect's own come before these. The field " +
		"is the name under which `fields` in the configuration adds further keys, which are asked last. Keys marked * mean other " +
		"things elsewhere, so they are read only on a record with `span_type=tool` or with a fact about a stream.")
	p.paragraph("Values may be given as strings. An empty value, `null`, `none` or `nan` states nothing; for a cap it means "+
		"that there is no limit. %s may each be a map, or a string of JSON, of the facts below it.", codes(dialect.Groups()))
	keys := map[toolcall.Field][]string{}
	var fields []toolcall.Field
	for _, s := range dialect.Sources() {
		if keys[s.Field] == nil {
			fields = append(fields, s.Field)
		}
		shown := code(s.Key)
		if s.Bare {
			shown += "*"
		}
		keys[s.Field] = append(keys[s.Field], shown)
	}
	p.table("field", "attribute keys")
	for _, f := range fields {
		p.row(code(f.String()), strings.Join(keys[f], ", "))
	}
}

// writeEndings lists the error types by what they say.
func writeEndings(p *page, builtin []*dialect.Dialect) {
	p.heading(2, "Error types that say how a call ended")
	p.paragraph("Values of `error.type`, in any case and without the package or module before the last dot. Any other value says " +
		"only that the call failed (`tool_error`, where nothing says more).")
	p.table("termination", "error types")
	writeEndingRows(p, dialect.CommonEndings(), "")
	for _, d := range builtin {
		writeEndingRows(p, d.Endings, " (in dialect "+code(d.Name)+")")
	}
	p.paragraph("Failures with one of these error types, with `408` or with one from `500` to `599`, are met only after a request has "+
		"gone out, so that nobody knows what it did: %s.", codes(dialect.AfterSend()))
}

func writeEndingRows(p *page, endings map[string]termination.Fact, where string) {
	types := map[string][]string{}
	for word, fact := range endings {
		types[endingWord(fact)] = append(types[endingWord(fact)], word)
	}
	for _, ending := range slices.Sorted(maps.Keys(types)) {
		slices.Sort(types[ending])
		p.row(code(ending)+where, codes(types[ending]))
	}
}

// endingWord asks the classifier itself what a fact amounts to.
func endingWord(f termination.Fact) string {
	f.Source = termination.Status
	return termination.Classify([]termination.Fact{f}, termination.Policy{}).Kind.String()
}
