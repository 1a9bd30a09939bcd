package samples

import (
	"encoding/json"
	"fmt"
	"strings"
)

// CallID is the ID of the call in every record that has one, wherever it stands, so that another one of the same
// length can be put in its place.
const CallID = "call_0000000001"

// Session is the conversation, likewise.
const Session = "5b1d3390-0f2c-4a4e-9d1b-71aa5a5be111"

const (
	callID  = CallID
	session = Session
	command = "make -j4 all"
)

// resultSize is the length of the text that a tool returns, in bytes.
const resultSize = 2 << 10

// output is what the command prints; it says nothing of how it ended.
var output = buildLog(resultSize)

func buildLog(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		if i%9 == 8 {
			fmt.Fprintf(&b, "src/core/unit_%03d.cc:%d:17: warning: unused parameter 'ctx' [-Wunused-parameter]\n", i, 20+i%400)
			continue
		}
		fmt.Fprintf(&b, "[%3d%%] Building CXX object src/core/CMakeFiles/core.dir/unit_%03d.cc.o\n", i%100, i)
	}
	return b.String()
}

// object is a JSON object whose members stand in the order given: names and values in turn.
func object(members ...any) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i+1 < len(members); i += 2 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(encoded(members[i]))
		b.WriteByte(':')
		b.WriteString(encoded(members[i+1]))
	}
	b.WriteByte('}')
	return b.String()
}

// raw is JSON to be put inside an object as it is.
type raw string

func encoded(v any) string {
	if r, ok := v.(raw); ok {
		return string(r)
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // a constant of this package
	}
	return string(text)
}

// shellArguments are those of a tool that runs commands.
var shellArguments = object("command", command, "timeout", 120000, "description", "Build everything")

// message is a result as LangChain serialises a tool message.
func message() string {
	return object("lc", 1, "type", "constructor", "id", []string{"langchain_core", "messages", "ToolMessage"},
		"kwargs", raw(object("status", "success", "content", output, "tool_call_id", callID, "name", "shell",
			"metadata", raw(`{"versions":{"@langchain/core":"1.4.0"}}`), "additional_kwargs", raw("{}"), "response_metadata", raw("{}"))))
}

// process is a result in the form that applications give to a process that failed.
func process() string {
	return object("stdout", output, "stderr", "", "exitCode", 2, "signal", nil, "timedOut", false)
}

// blocks is a result in content blocks.
func blocks() string { return "[" + object("type", "text", "text", output) + "]" }
