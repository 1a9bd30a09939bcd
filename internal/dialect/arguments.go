package dialect

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/evidence/payload"
	"github.com/toolspan/toolspan/internal/evidence/text"
	"github.com/toolspan/toolspan/internal/toolcall"
)

const maxArgv = 256

// readArguments finds the command, if the call ran one.
func (v *View) readArguments() {
	c := v.Call
	if h, ok := v.get(toolcall.CommandLine); ok {
		c.CommandLine = toolcall.ParseWord(h.value)
	}
	if h, ok := v.get(toolcall.Argv); ok {
		v.readCommand(h.value)
	}
	if h, ok := v.get(toolcall.Arguments); ok {
		c.Arguments, c.HasArgs = h.value, true
		v.readCommandArgument(h.value)
	}
	c.IsCommand = c.IsCommand || c.CommandLine != "" || len(c.Argv) > 0
}

func (v *View) readCommandArgument(args pcommon.Value) {
	c := v.Call
	switch args.Type() {
	case pcommon.ValueTypeMap:
		v.readCommandMap(args.Map(), maxWrapping)
	case pcommon.ValueTypeStr:
		s := text.Head(args.Str(), v.set.textLimit)
		if cut := v.readCommandJSON(s, maxWrapping); cut && len(s) == len(args.Str()) {
			c.Clips = append(c.Clips, toolcall.Clip{
				Stream: toolcall.ClipArguments, Side: toolcall.TailLost, By: toolcall.ByTelemetry, Inferred: true,
			})
		}
	}
}

func (v *View) readCommandMap(args pcommon.Map, depth int) {
	for name, value := range args.All() {
		v.readArgument(name, value, depth)
	}
}

// readArgument reads one argument, and those inside it where a framework wraps them.
func (v *View) readArgument(name string, value pcommon.Value, depth int) {
	c := v.Call
	switch {
	case isCommandKey(name):
		if c.CommandLine == "" {
			v.readCommand(value)
		}
	case c.Kills == "" && isTaskKey(name) && killsTask(c.Name):
		c.Kills = toolcall.ParseID(value)
	case isBackgroundKey(name):
		c.Background = c.Background || toolcall.ParseBool(value).IsTrue()
	case depth == 0 || !isWrapping(name):
	case value.Type() == pcommon.ValueTypeMap:
		v.readCommandMap(value.Map(), depth-1)
	case value.Type() == pcommon.ValueTypeStr:
		v.readCommandJSON(value.Str(), depth-1)
	}
}

// maxWrapping is how deep frameworks wrap arguments.
const maxWrapping = 3

// isWrapping reports the names under which frameworks put the arguments.
func isWrapping(name string) bool {
	switch name {
	case "args", "kwargs", "inputs", "input", "input_str", "arguments", "params", "parameters":
		return true
	default:
		return false
	}
}

func isBackgroundKey(name string) bool {
	switch name {
	case "run_in_background", "is_background", "isBackground":
		return true
	default:
		return false
	}
}

func isTaskKey(name string) bool {
	switch name {
	case "shell_id", "bash_id", "task_id", "shellId", "bashId", "taskId":
		return true
	default:
		return false
	}
}

// killsTask reports the tools by which agents end background tasks.
func killsTask(tool string) bool {
	switch tool {
	case "KillShell", "KillBash", "TaskStop", "stop_bash", "kill_shell", "stop_powershell", "task_stop":
		return true
	default:
		return false
	}
}

// taskOf returns the background task that a result reports of in its first lines.
func taskOf(result string) string {
	head := text.Head(result, 512)
	for _, tag := range [...]string{"<task-id>", "<task_id>"} {
		if _, rest, ok := strings.Cut(head, tag); ok {
			id, _, ok := strings.Cut(rest, "<")
			if ok && len(id) <= maxTaskID {
				return strings.TrimSpace(id)
			}
		}
	}
	return ""
}

// killedTask returns the task of which a result says, as an object, that it was ended.
func killedTask(result string) string {
	if whole, _, ok := payload.Object(text.Head(result, 512)); ok {
		if id := gjson.Get(whole, "task_id").Str; len(id) <= maxTaskID {
			return id
		}
	}
	return ""
}

// maxTaskID bounds the name of a task, in bytes.
const maxTaskID = 128

// readCommandJSON reads arguments in JSON, which may be cut, encoded twice, or
// inside a list, and those that Python wrote as it prints a dict. It reports JSON
// that breaks off.
func (v *View) readCommandJSON(s string, depth int) (cut bool) {
	whole, cut, ok := payload.Object(s)
	if !ok {
		v.readCommandDict(s)
		return false
	}
	root := gjson.Parse(whole)
	n := 0
	root.ForEach(func(name, member gjson.Result) bool {
		switch {
		case !root.IsArray():
			v.readJSONArgument(name.Str, member, depth)
		case depth > 0 && (member.IsObject() || member.Type == gjson.String):
			v.readCommandJSON(textOf(member), depth-1)
		}
		n++
		return n < maxArgv
	})
	return cut && whole[0] == '{'
}

func (v *View) readJSONArgument(name string, member gjson.Result, depth int) {
	if depth > 0 && isWrapping(name) && (member.IsObject() || member.IsArray()) {
		v.readCommandJSON(member.Raw, depth-1)
		return
	}
	if isCommandKey(name) || isWrapping(name) || isBackgroundKey(name) || isTaskKey(name) {
		v.readArgument(name, valueOfJSON(member), depth)
	}
}

func textOf(r gjson.Result) string {
	if r.Type == gjson.String {
		return r.Str
	}
	return r.Raw
}

// readCommandDict reads the command out of {'command': 'ls'}.
func (v *View) readCommandDict(s string) {
	if v.Call.CommandLine != "" || !strings.HasPrefix(s, "{'") {
		return
	}
	for _, name := range commandKeys {
		_, rest, ok := strings.Cut(s, "'"+name+"': ")
		if !ok || rest == "" || rest[0] != '\'' && rest[0] != '"' {
			continue
		}
		if line, ok := quoted(rest[1:], rest[0]); ok {
			v.Call.CommandLine = line
			return
		}
	}
}

// quoted reads a string up to the quote that closes it.
func quoted(s string, quote byte) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			return b.String(), true
		case c == '\\' && i+1 < len(s):
			i++
			if s[i] == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(s[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// commandKeys are the arguments that hold a command, in the spellings in use.
var commandKeys = []string{
	"command", "cmd", "script", "shell_command", "bash_command", "full_command", "command_line", "commandLine",
}

// isCommandKey reports whether an argument of that name holds a command.
func isCommandKey(name string) bool {
	return slices.Contains(commandKeys, name)
}

// editorVerbs are the values that file editing tools take as their "command".
var editorVerbs = map[string]bool{"view": true, "create": true, "str_replace": true, "insert": true, "undo_edit": true}

// readCommand reads a command line, or a list of words.
func (v *View) readCommand(value pcommon.Value) {
	c := v.Call
	switch value.Type() {
	case pcommon.ValueTypeStr:
		s := value.Str()
		if strings.HasPrefix(s, `["`) {
			v.readCommand(valueOfJSON(gjson.Parse(text.Head(s, v.set.textLimit))))
			return
		}
		if !editorVerbs[s] && !toolcall.IsEmpty(value) {
			c.CommandLine = s
		}
	case pcommon.ValueTypeSlice:
		for i := 0; i < value.Slice().Len() && len(c.Argv) < maxArgv; i++ {
			c.Argv = append(c.Argv, toolcall.ParseWord(value.Slice().At(i)))
		}
	}
}
