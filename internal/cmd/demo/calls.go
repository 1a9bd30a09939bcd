package main

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/collectortest"
)

// facts are the statements of one record by their names, with maps and strings of JSON taken apart.
type facts map[string]any

// factsOf reads a record as it was sent.
func factsOf(r *collectortest.Record) facts {
	f := facts{}
	switch body := r.Body.(type) {
	case map[string]any:
		f.add("", body)
	case string:
		f.addJSON("", body)
	}
	f.add("", r.Attributes)
	return f
}

// add takes the members of maps first, so that a fact with an attribute of its own is the one that counts.
func (f facts) add(prefix string, m map[string]any) {
	for key, value := range m {
		switch v := value.(type) {
		case map[string]any:
			f.add(prefix+key+".", v)
		case string:
			// Only what may be the contract's own; the arguments of a tool are not.
			if strings.HasPrefix(prefix+key, "tool_span") || key == "termination" {
				f.addJSON(prefix+key+".", v)
			}
		}
	}
	for key, value := range m {
		f[prefix+key] = value
	}
}

func (f facts) addJSON(prefix, text string) {
	var m map[string]any
	if strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &m) == nil {
		f.add(prefix, m)
	}
}

func (f facts) word(keys ...string) string {
	for _, key := range keys {
		if s, ok := f[key].(string); ok && s != "" {
			return s
		}
	}
	return ""
}

// call is one tool call of a session, whatever the number of its records.
type call struct {
	session string
	name    string // what the table calls it
	tool    string
	pairs   []pair
}

// calls groups the judged records as the contract does: by conversation and call ID, or trace and call ID; a record
// without a call ID stands for itself.
func (r *result) calls() []*call {
	var list []*call
	byKey := map[string]*call{}
	for _, p := range r.pairs {
		if !p.got.Judged() {
			continue
		}
		f := factsOf(&p.sent)
		keys := identities(&p.sent, f)
		c := known(byKey, keys)
		if c == nil {
			c = &call{
				session: p.session,
				name:    cmp.Or(f.word("gen_ai.tool.call.id"), p.sent.Name),
				tool:    cmp.Or(f.word("gen_ai.tool.name", "tool_name"), "-"),
			}
			list = append(list, c)
		}
		c.pairs = append(c.pairs, p)
		for _, key := range keys {
			byKey[key] = c
		}
	}
	return list
}

func known(byKey map[string]*call, keys []string) *call {
	for _, key := range keys {
		if c := byKey[key]; c != nil {
			return c
		}
	}
	return nil
}

func identities(r *collectortest.Record, f facts) []string {
	id := f.word("gen_ai.tool.call.id")
	if id == "" {
		return []string{r.Key}
	}
	keys := []string{"in trace " + r.Trace + " " + id}
	if conversation := f.word("gen_ai.conversation.id"); conversation != "" {
		keys = append(keys, "in conversation "+conversation+" "+id)
	}
	return keys
}

// claimWords are the names of the statements that the table shows as the producer's claims.
var claimWords = []string{"status", "confirmed", "verified", "user_approved", "must_rerun", "ok_preview", "success"}

// claims lists what the producer said about the call's success, besides how it ended.
func claims(r *collectortest.Record) []string {
	var list []string
	if r.Status != "" && r.Status != "Unset" {
		list = append(list, "span "+strings.ToUpper(r.Status))
	}
	f := factsOf(r)
	for _, word := range claimWords {
		for _, key := range []string{"tool_span.claim." + word, "tool_span." + word, word} {
			if value, ok := f[key]; ok {
				text, _ := json.Marshal(value)
				list = append(list, word+"="+strings.Trim(string(text), `"`))
				break
			}
		}
	}
	return list
}

// ending is how the verdict says that the call ended.
func ending(r *collectortest.Record) string {
	words := []string{r.Verdict("termination"), r.Verdict("signal")}
	if r.Verdict("termination") == "nonzero_exit" {
		words = append(words, r.Verdict("exit_code"))
	}
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
}
