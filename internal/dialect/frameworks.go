package dialect

import (
	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/toolcall"
)

// application starts a dialect of a framework whose tools are the application's
// own: any known harness's words are believed for a failure, none for success.
func application(name, doc string) *Dialect {
	return &Dialect{Name: name, Doc: doc, Policy: applicationPolicy, Harnesses: harness.All}
}

// executeTool recognises spans of the conventions by the scope of a producer.
func executeTool(scope Pattern) Condition {
	return Condition{Attrs: []Attr{{toolcall.GenAIOperation, "execute_tool"}}, Scope: scope}
}

// marked recognises spans by one attribute of their producer's own.
func marked(key string, is Pattern) Condition {
	return Condition{Signal: Spans, Attrs: []Attr{{key, is}}}
}

// renamed recognises spans whose mark gen_ai_normalizer has renamed to the operation
// of the conventions, by an attribute of their producer's own that it leaves.
func renamed(left string) Condition {
	return Condition{Signal: Spans, Attrs: []Attr{{left, ""}, {toolcall.GenAIOperation, "execute_tool"}}}
}

// places lists the ways from one attribute to members of the JSON in it.
func places(key string, paths ...string) []string {
	list := make([]string, len(paths))
	for i, p := range paths {
		list[i] = key + "#" + p
	}
	return list
}

// A tool message of LangChain stands in a result, which is at one of these keys, in
// one of these wrappings.
func messageIDs(keys ...string) []string {
	return within(keys, "output.kwargs.tool_call_id", "kwargs.tool_call_id", "data.tool_call_id", "output.tool_call_id", "tool_call_id")
}

func messageNames(keys ...string) []string {
	return within(keys, "output.kwargs.name", "kwargs.name", "data.name")
}

func within(keys []string, paths ...string) []string {
	var list []string
	for _, key := range keys {
		list = append(list, places(key, paths...)...)
	}
	return list
}

// textsAlone is what most frameworks allow to be known with content.
const textsAlone = "What the text of a result, or typed fields beside stdout or stderr in it, state of a failure; success only from an exit code of 0 in such fields."
