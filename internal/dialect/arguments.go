package dialect

import (
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
	c := &v.Call
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
	c := &v.Call
	switch args.Type() {
	case pcommon.ValueTypeMap:
		for name, value := range args.Map().All() {
			if isCommandKey(name) && c.CommandLine == "" {
				v.readCommand(value)
			}
		}
	case pcommon.ValueTypeStr:
		s := args.Str()
		if payload.Cut(s, v.set.textLimit) {
			c.Clips = append(c.Clips, toolcall.Clip{
				Stream: toolcall.ClipArguments, Side: toolcall.TailLost, By: toolcall.ByTelemetry, Inferred: true,
			})
		}
		v.readCommandJSON(text.Head(s, v.set.textLimit))
	}
}

func (v *View) readCommandJSON(s string) {
	if strings.HasPrefix(s, `"`) {
		s = gjson.Parse(s).Str // encoded twice
	}
	if s == "" || strings.IndexByte(" \t\r\n{", s[0]) < 0 {
		return
	}
	c := &v.Call
	gjson.Parse(s).ForEach(func(name, member gjson.Result) bool {
		if isCommandKey(name.Str) && c.CommandLine == "" {
			v.readCommand(valueOfJSON(member))
		}
		return true
	})
}

// isCommandKey reports whether an argument of that name holds a command.
func isCommandKey(name string) bool {
	switch name {
	case "command", "cmd", "script", "shell_command", "bash_command", "full_command", "command_line", "commandLine":
		return true
	default:
		return false
	}
}

// editorVerbs are the values that file editing tools take as their "command".
var editorVerbs = map[string]bool{"view": true, "create": true, "str_replace": true, "insert": true, "undo_edit": true}

// readCommand reads a command line, or a list of words.
func (v *View) readCommand(value pcommon.Value) {
	c := &v.Call
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
