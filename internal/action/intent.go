package action

import (
	"strings"

	"github.com/toolspan/toolspan/internal/action/sent"
)

// reading and writing are words of the names of tools that say which of both a tool does.
// To compute something, or to go somewhere, changes nothing either.
var (
	reading = wordSet(
		"get", "list", "read", "show", "search", "find", "fetch", "query", "describe", "lookup", "view", "check", "count", "status", "retrieve",
		"inspect", "history", "browse", "poll", "peek", "head", "exists", "verify", "select", "log", "logs", "diff", "ls", "info", "stat", "cat", "grep",
		"glob", "tail", "which", "whoami", "help", "docs", "ping", "wait", "sleep", "navigate", "screenshot", "snapshot", "download", "observe", "monitor",
		"calculate", "compute", "calc", "analyze", "analyse", "summarize", "summarise", "translate", "think", "reason", "plan", "preview", "validate",
		"lint", "estimate", "compare", "convert", "parse", "extract", "classify", "embed", "rank", "weather", "forecast", "tree", "blame", "explain",
		"webfetch", "websearch", "readfile", "listfiles", "listdir", "getfile")
	writing = wordSet(
		"create", "add", "insert", "update", "upsert", "set", "put", "post", "patch", "delete", "remove", "drop", "send", "write", "edit", "move",
		"rename", "upload", "publish", "deploy", "release", "merge", "push", "commit", "apply", "run", "execute", "exec", "start", "stop", "restart",
		"charge", "pay", "transfer", "refund", "book", "order", "buy", "cancel", "submit", "approve", "reject", "close", "open", "assign", "invite",
		"register", "subscribe", "enable", "disable", "kill", "terminate", "install", "uninstall", "import", "save", "store", "make", "trigger", "invoke",
		"call", "chat", "do", "process", "schedule", "rm", "mv", "cp", "click", "type", "fill")
	// vague words say nothing of the thing that a tool has to do with.
	vague = wordSet(
		"create", "add", "insert", "update", "upsert", "set", "put", "post", "patch", "delete", "remove", "drop", "run", "execute", "exec", "start", "stop",
		"make", "trigger", "invoke", "call", "do", "process", "submit", "write", "edit", "send", "tool", "mcp", "api", "v1", "v2", "v3", "http", "https", "www",
		"com", "org", "net", "io", "the", "a", "an", "of", "to", "by", "for", "in", "all", "new", "my", "with", "and", "or", "id", "functions", "default", "json", "data")
)

func wordSet(list ...string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, word := range list {
		set[word] = true
	}
	return set
}

// Reads reports a tool whose name says that it looks for something and changes nothing.
func Reads(tool string) bool {
	reads, writes, joined, first := false, false, false, true
	eachWord(tool, func(word string) {
		reads = reads || reading[word]
		// A thing may be called what another tool does: list_orders, get_post. What a
		// tool does, it says first, or it says nothing of reading at all.
		writes = writes || writing[word] && (first || joined || !reads)
		joined = joined || word == "and" || word == "or"
		first = first && namespace[word]
	})
	return reads && !writes
}

// Aside reports a tool that by its name reads nothing of what another may have done: it names
// no thing, and computes, waits, thinks, or tells the weather.
func Aside(tool string) bool {
	does, things := false, false
	eachWord(tool, func(word string) { does = does || aside[word] })
	EachThing(tool, func(string) { things = true })
	return does && !things
}

var aside = wordSet("calculate", "compute", "calc", "analyze", "analyse", "summarize", "summarise", "translate", "think", "reason", "plan", "wait", "sleep", "weather", "forecast",
	"convert", "parse", "extract", "classify", "embed", "rank", "estimate", "explain", "help", "docs", "whoami", "ping", "lint")

// namespace are words before the name of a tool that say where it comes from.
var namespace = wordSet("mcp", "tool", "tools", "functions", "api", "default")

// ReadsCommand reports a command line of which a word says that it only looks, and none
// says otherwise.
func ReadsCommand(line string) bool {
	reads, writes := false, false
	words := 0
	for word := range strings.FieldsSeq(line) {
		if words++; words > maxCommandWords {
			break
		}
		switch word = strings.ToLower(word); {
		case strings.HasPrefix(word, "-d") || strings.HasPrefix(word, "--data") || strings.HasPrefix(word, "--json") || word == "-f" || word == "--form" || word == "-t":
			writes = true
		case isMethod(word):
			writes = writes || !strings.EqualFold(word, "GET") && !strings.EqualFold(word, "HEAD")
		case word == "curl" || word == "wget" || word == "ls-remote" || word == "rev-parse":
			reads = true
		default:
			reads, writes = reads || reading[word], writes || writing[word]
		}
	}
	return reads && !writes
}

const maxCommandWords = 64

// EachThing calls visit with the words of a name, a path or a command line that say what
// it has to do with, in the singular.
func EachThing(text string, visit func(word string)) {
	eachWord(text, func(word string) {
		word = singular(word)
		if same, ok := alike[word]; ok {
			word = same
		}
		if len(word) > 1 && !vague[word] && !reading[word] {
			visit(word)
		}
	})
}

// alike are words by which one tool makes what another lists under a different one.
var alike = map[string]string{
	"email": "message", "mail": "message", "inbox": "message", "mailbox": "message", "sent": "message", "outbox": "message",
	"ticket": "issue", "charge": "payment", "pay": "payment", "transaction": "payment", "book": "booking", "reservation": "booking", "appointment": "event", "meeting": "event",
}

// singular strips the endings of plurals and of verbs, as far as it takes to find one
// word in the other.
func singular(word string) string {
	switch {
	case len(word) > 4 && strings.HasSuffix(word, "ies"):
		return word[:len(word)-3] + "y"
	case len(word) > 4 && (strings.HasSuffix(word, "sses") || strings.HasSuffix(word, "xes") || strings.HasSuffix(word, "ches")):
		return word[:len(word)-2]
	case len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word[:len(word)-1]
	default:
		return word
	}
}

// Asked is what the arguments of a tool say of the request that it is to make.
type Asked struct {
	// Tool is the one that is to be called by way of another.
	Tool, Method, Target, Key string
	// IDs are values that look like the name of one thing.
	IDs []string
	// asks: what is to be sent is a question in GraphQL.
	asks bool
}

// Searches reports a request by POST that only asks for something.
func (a *Asked) Searches() bool {
	return strings.EqualFold(a.Method, "POST") && (sent.Searches(a.Target) || a.asks && sent.Graph(a.Target))
}

// RepeatableTool reports a tool of agents that brings a file of the working copy, or a list
// of their own, into a state: to do it again does no more. One that only starts another agent
// does nothing itself, and what that one does tells for itself.
func RepeatableTool(tool string) bool { return fileTools[plain(tool)] }

var fileTools = func() map[string]bool {
	set := map[string]bool{}
	for name := range wordSet("Edit", "MultiEdit", "Write", "NotebookEdit", "write_file", "edit_file", "create_file", "replace_in_file", "write_to_file",
		"str_replace_editor", "str_replace_based_edit_tool", "str_replace", "insert_edit_into_file", "replace_string_in_file", "multi_replace_string_in_file",
		"search_replace", "Task", "Agent", "runSubagent", "run_subagent", "spawn_agent", "apply_patch", "apply_diff", "TodoWrite", "write_todos", "update_plan", "manage_todo_list", "create_directory", "save_file", "file_write", "file_edit") {
		set[plain(name)] = true
	}
	return set
}()

// maxAskedIDs bounds the values that are taken from arguments.
const maxAskedIDs = 8

// ReadArguments reads the arguments of a tool.
func ReadArguments(n Node) (a Asked) {
	if s, ok := n.text(); ok && len(s) > MaxPayload {
		return a
	}
	n.members(func(name string, member Node) {
		switch name = plain(name); name {
		case "body", "payload", "data", "json", "query":
			a.asks = a.asks || sent.Queries(member.document())
		}
		switch name {
		case "method", "httpmethod", "verb":
			if m := member.word(); isMethod(m) {
				setWord(&a.Method, member)
			}
		case "url", "uri", "path", "endpoint", "target":
			setWord(&a.Target, member)
		case "tool", "toolname", "function", "functionname", "action", "operation", "command", "tools":
			setWord(&a.Tool, member)
		case "idempotencykey", "idempotencytoken", "clienttoken", "clientrequesttoken":
			setWord(&a.Key, member)
		case "headers":
			member.members(func(header string, value Node) {
				if plain(header) == "idempotencykey" {
					setWord(&a.Key, value)
				}
			})
		default:
			if id := member.word(); looksLikeID(id) && len(a.IDs) < maxAskedIDs {
				a.IDs = append(a.IDs, id)
			}
		}
	})
	return a
}

// looksLikeID reports a word with a digit in it that is no mere number, or an address.
func looksLikeID(s string) bool {
	if len(s) < 4 || len(s) > 64 || strings.ContainsAny(s, " \t\r\n") {
		return false
	}
	digits := 0
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	return digits > 0 && (digits < len(s) || digits >= 6) || strings.IndexByte(s, '@') > 0
}

// KeyNames are the names under which arguments have an idempotency key.
func KeyNames() []string {
	return []string{
		"idempotency_key", "idempotencyKey", "idempotency-key", "idempotency_token", "idempotencyToken", "client_token", "clientToken", "client_request_token", "clientRequestToken",
	}
}

// Intent is what a receipt says it asks for: its fingerprint, or, where the request is
// all there, what one would be of.
func (r *Receipt) Intent() string {
	if r.Fingerprint != "" {
		return strings.ToLower(strings.TrimPrefix(r.Fingerprint, "sha256:"))
	}
	if r.Method == "" || r.Target == "" || !r.HasPayload {
		return ""
	}
	t, ok := parsePayload(r.Payload)
	if !ok {
		return ""
	}
	return strings.ToUpper(r.Method) + " " + r.Target + " " + t.write(form{numbers: true})
}
