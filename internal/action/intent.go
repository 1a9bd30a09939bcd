package action

// reading and writing are words of the names of tools that say which of both a tool does.
var (
	reading = wordSet("get", "list", "read", "show", "search", "find", "fetch", "query", "describe", "lookup", "view", "check", "count",
		"status", "retrieve", "inspect", "history", "browse", "poll", "peek", "head", "exists", "verify", "select", "log", "logs", "diff", "ls", "info", "stat")
	writing = wordSet("create", "add", "insert", "update", "set", "put", "post", "patch", "delete", "remove", "drop", "send", "write", "edit", "move",
		"rename", "upload", "publish", "deploy", "release", "merge", "push", "commit", "apply", "run", "execute", "exec", "start", "stop", "restart",
		"charge", "pay", "transfer", "refund", "book", "order", "buy", "cancel", "submit", "approve", "reject", "close", "open", "assign", "invite",
		"register", "subscribe", "enable", "disable", "kill", "terminate", "install", "uninstall", "import", "save", "store", "make", "trigger", "invoke", "call", "chat")
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

// namespace are words before the name of a tool that say where it comes from.
var namespace = wordSet("mcp", "tool", "tools", "functions", "api", "default")
