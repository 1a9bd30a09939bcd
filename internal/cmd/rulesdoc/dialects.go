package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toolspan/toolspan/internal/dialect"
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/termination"
	"github.com/toolspan/toolspan/internal/toolcall"
)

func dialectsPage(spoken []speaker, described settings) string {
	p := newPage("Recognised dialects")
	p.paragraph("How records are recognised as tool calls, and what is read of them. Dialects are tried in this " +
		"order; the first that recognises a record reads it. The name is the value of `tool_span.verdict.dialect` and of the label `dialect`. " +
		"Users can add [dialects of their own](README.md#dialects-of-your-own), which are tried first. " +
		"[What switches the main agents on](#switching-agents-on), ready to copy, stands below.")
	p.table("dialect", "what it is", "what turns its content on", "decided with content", "decided without", "cannot be seen")
	builtin := append(dialect.Builtin(), dialect.Generic())
	for _, d := range builtin {
		n := d.Notes
		p.row("["+code(d.Name)+"](#"+d.Name+")", d.Doc, n.Switch, n.With, n.Without, n.Blind)
	}
	p.heading(2, "Each dialect")
	p.paragraph("A *place* is the key of an attribute, or of a member of a log body; `event[name].key` is an attribute of a span event, and `#a.b` leads into " +
		"a map or JSON at that place. A flag *follows* where its word of success means that the process ended with exit code 0; else it only says " +
		"that the tool *returned*, and such a word proves nothing. A word of failure is always believed.")
	for _, d := range builtin {
		writeDialect(p, d)
	}
	writeSetups(p, builtin)
	writeKeys(p)
	writeEndings(p, builtin)
	writeAnswers(p, spoken)
	writeDialectSettings(p, described)
	return p.String()
}

// recognition says in words by what a dialect without conditions is recognised.
var recognition = map[string]string{
	"contract": "a size, cap or truncated fact of a stream, any other fact below `tool_span.` except the versions, or `span_type=tool`",
	"generic":  "a condition under `match` in the configuration",
}

func writeDialect(p *page, d *dialect.Dialect) {
	p.heading(3, d.Name)
	p.paragraph("%s", d.Doc)
	p.table("", "")
	p.row("recognised by", strings.Join(append(conditions(d.When), nonEmpty(recognition[d.Name])...), "; or "))
	optional(p, "read for the calls beside them", conditions(d.Parts))
	optional(p, "left alone", conditions(d.Skip))
	for _, f := range slices.Sorted(maps.Keys(d.Keys)) {
		p.row(f.String(), codes(d.Keys[f]))
	}
	optional(p, "flags", flags(d))
	optional(p, "cuts", cuts(d))
	optional(p, "tools that run commands", nonEmpty(codes(d.Shells)))
	p.row("texts", texts(d))
	if d.ViaParent {
		p.row("without a call ID", "a second view of the call that the parent span reports")
	}
	if d.Primary != dialect.AnySignal {
		p.row("counted without a call ID", countedBy(d))
	}
}

// countedBy says in words how a dialect with a primary signal counts.
func countedBy(d *dialect.Dialect) string {
	primary, other := d.Primary, dialect.Spans
	if primary == dialect.Spans {
		other = dialect.Logs
	}
	if !slices.ContainsFunc(d.When, func(c dialect.Condition) bool { return c.Signal != primary }) {
		return "by its " + primary.String() + "s"
	}
	return "by its " + primary.String() + "s. A " + other.String() + " without a call ID counts only while no " + primary.String() + " of this dialect " +
		"has come for an hour; so where the first " + other.String() + "s arrive before the first " + primary.String() + ", their calls are counted twice"
}

func optional(p *page, name string, list []string) {
	if len(list) > 0 {
		p.row(name, strings.Join(list, "; "))
	}
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// conditions puts each condition into words.
func conditions(list []dialect.Condition) []string {
	var all []string
	for _, c := range list {
		var parts []string
		add := func(what string, is dialect.Pattern) {
			if is != "" {
				parts = append(parts, what+" "+code(string(is)))
			}
		}
		add("name", c.Name)
		add("event", c.Event)
		add("scope", c.Scope)
		add("service", c.Service)
		add("body", c.Body)
		for _, a := range c.Attrs {
			if a.Is == "" {
				parts = append(parts, code(a.Key))
				continue
			}
			parts = append(parts, code(a.Key+"="+string(a.Is)))
		}
		if len(c.Without) > 0 {
			parts = append(parts, "without "+codes(c.Without))
		}
		all = append(all, c.Signal.String()+" with "+strings.Join(parts, ", "))
	}
	return all
}

func flags(d *dialect.Dialect) []string {
	var all []string
	for _, f := range d.Flags {
		s := code(f.Source) + " " + f.Trust.String()
		if f.Tools != nil {
			s += " for " + codes(f.Tools)
			if f.Not {
				s = code(f.Source) + " " + f.Trust.String() + " for other tools"
			}
		}
		for _, word := range slices.Sorted(maps.Keys(f.Words)) {
			s += ", " + code(word) + " says " + string(f.Words[word])
		}
		all = append(all, s)
	}
	return all
}

func cuts(d *dialect.Dialect) []string {
	var all []string
	for _, c := range d.Clips {
		all = append(all, code(c.Source)+" says "+code(c.Clip.String()))
	}
	for _, l := range d.Limits {
		all = append(all, code(l.Source)+" of exactly "+strconv.Itoa(l.Length)+" characters is cut by telemetry")
	}
	for _, s := range d.Sizes {
		all = append(all, code(s.Of)+" shorter than "+code(s.Source)+" is cut by telemetry")
	}
	return all
}

// texts says whose words are believed in a result, and which of them prove success.
func texts(d *dialect.Dialect) string {
	by := "those of " + strings.ReplaceAll(d.Harnesses.String(), ",", ", ")
	if d.Harnesses == harness.All {
		by = "those of any [known harness](markers.md)"
	}
	var proves []string
	if d.Policy.HeaderOK {
		proves = append(proves, "above the output")
	}
	if d.Policy.TrailerOK {
		proves = append(proves, "below it")
	}
	if len(proves) == 0 {
		return by + ", for a failure; none proves success"
	}
	return by + "; an exit code of 0 is believed " + strings.Join(proves, " and ")
}

// emptyWords are the words that state nothing; a test asks the reader of values about them.
var emptyWords = []string{"null", "none", "nil", "nan"}

// writeKeys lists, for each field, the keys in the order in which they are believed.
func writeKeys(p *page) {
	p.heading(2, "Keys that every dialect reads")
	p.paragraph("Of several keys of one field, the first that is stated counts; a dialect's own come before these. The field " +
		"is the name under which `fields` in the configuration adds further keys, which are asked last. Keys marked * mean other " +
		"things elsewhere, so they are read only on a record with `span_type=tool` or with a fact about a stream.")
	p.paragraph("Values may be given as strings. An empty value, `null`, `none` or `nan` states nothing; for a cap it means "+
		"that there is no limit. %s may each be a map, or a string of JSON, of the facts below it.", codes(dialect.Groups()))
	keys := map[toolcall.Field][]string{}
	var fields []toolcall.Field
	for _, s := range dialect.ContractKeys() {
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
	for f := toolcall.ToolName; f < toolcall.NumFields; f++ {
		if keys[f] == nil {
			p.row(code(f.String()), "none; "+keyless[f])
		}
	}
}

// keyless says what a field without a key of its own is, which only dialects read, and those that users describe.
var keyless = map[toolcall.Field]string{
	toolcall.Arguments: "what the call was asked to do, as a map or as JSON; that of a command holds its command line. " +
		"Dialects of the conventions read `" + toolcall.GenAIToolArguments + "`",
	toolcall.Result: "what the call returned: text, a map or JSON, in which markers, truncation and the words of harnesses are looked for. " +
		"Dialects of the conventions read `" + toolcall.GenAIToolResult + "`",
	toolcall.ErrorText:    "the text of a failure, in which the words of harnesses are looked for as in the message of a failed span",
	toolcall.Limit:        "the time limit of the call, in milliseconds",
	toolcall.LimitSeconds: "the same in seconds",
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
