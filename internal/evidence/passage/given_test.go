package passage

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// returned are results of all sorts.
var returned = []string{
	"3", "deleted", "12 passed in 3.1s", "alpha\nbeta\ngamma", `{"count":3,"name":"a/b","list":[1,2,3],"t":"naïve ✓ é"}`, `[{"id":1,"name":"x"},{"id":2,"name":"y"}]`,
	"\x1b[32m✓\x1b[0m 12 passed\n\x1b[2K\x1b[1Gdone", "café – naïve 7", "a\tb\n\tc\n", "| a | b |\n|---|---|\n| 1 | 2 |", "func main() {\n\tfmt.Println(\"hi <b>\")\n}\n",
	"<p>a &amp; b</p>", "Error: ENOENT: no such file, open '/tmp/x'", `He said "hi" & left`, `{"a":1.0,"b":1e3}`, `C:\dir\file.txt`, "# Title\n\nSome *text*.", "<r><a>1</a></r>",
	"a\r\nb\r\nc\r\n", "-old\n+new\n", "测试 12 个，全部通过", `{"items":[` + strings.Repeat(`{"k":"v","n":12},`, 40) + `{"k":"w","n":13}]}`,
	strings.Repeat("a line of the log, value=37 ok\n", 40),
}

func asJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func eachLine(s string, f func(n int, line string) string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = f(i+1, lines[i])
	}
	return strings.Join(lines, "\n")
}

// puts are what programs put around a result, or in the place of some of its characters.
var puts = map[string]func(string) string{
	"nothing":  func(s string) string { return s },
	"trimmed":  strings.TrimSpace,
	"CRLF":     func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n") },
	"indented": func(s string) string { return eachLine(s, func(_ int, l string) string { return "    " + l }) },
	"quoted":   func(s string) string { return eachLine(s, func(_ int, l string) string { return "> " + l }) },
	"numbered": func(s string) string {
		return eachLine(s, func(n int, l string) string { return fmt.Sprintf("%6d\t%s", n, l) })
	},
	"with arrows": func(s string) string {
		return eachLine(s, func(n int, l string) string { return fmt.Sprintf("%d→%s", n, l) })
	},
	"one line": func(s string) string { return strings.Join(strings.Fields(s), " ") },
	"a tag":    func(s string) string { return "<tool_response>\n" + s + "\n</tool_response>" },
	"a label":  func(s string) string { return "Observation: " + s },
	"a fence":  func(s string) string { return "```\n" + s + "\n```" },
	"a string": func(s string) string { return asJSON(s) },
	"escapes":  func(s string) string { return strings.Trim(asJSON(s), `"`) },
	"Python": func(s string) string {
		return "content=[TextContent(text='" + strings.ReplaceAll(s, "\n", `\n`) + "')]"
	},
	"output": func(s string) string { return asJSON(map[string]any{"output": s, "exit_code": 0}) },
	"data":   func(s string) string { return asJSON(map[string]any{"data": map[string]any{"body": s}, "ok": true}) },
	"blocks": func(s string) string { return asJSON([]any{map[string]any{"type": "text", "text": s}}) },
	"an MCP result": func(s string) string {
		return asJSON(map[string]any{"content": []any{map[string]any{"type": "text", "text": s}}, "isError": false})
	},
	"HTML":         strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;").Replace,
	"lost accents": strings.NewReplacer("–", "?", "✓", "?", "é", "?", "ï", "?").Replace,
	"bad encoding": strings.NewReplacer("–", "\ufffd", "✓", "\ufffd", "é", "\ufffd", "ï", "\ufffd").Replace,
	"other blanks": func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
	"a mark":       func(s string) string { return "\ufeff" + s },
	"a reminder":   func(s string) string { return s + "\n<system-reminder>be careful</system-reminder>" },
	"a trailer":    func(s string) string { return s + "\n\n[exit code: 0]\nElapsed: 3s" },
	"YAML": func(s string) string {
		return "output: |\n" + eachLine(s, func(_ int, l string) string { return "  " + l })
	},
	"clipped":      func(s string) string { return s[:len(s)/3] + "<response clipped>" + s[len(s)*2/3:] },
	"skipped":      func(s string) string { return s[:len(s)/3] + "\n--- 40 chars skipped ---\n" + s[len(s)*2/3:] },
	"more lines":   func(s string) string { return s[:len(s)/2] + "\n(12 more lines)" },
	"an image":     func(string) string { return "<image>" },
	"bytes":        func(string) string { return "(binary data, 1234 bytes)" },
	"no output":    func(string) string { return "Tool ran without output or errors" },
	"a reference":  func(string) string { return "See artifact result-1" },
	"said before":  func(string) string { return "Same result as call 7" },
	"a file":       func(string) string { return "Output too large; see /tmp/out.txt" },
	"an interrupt": func(string) string { return "[Request interrupted by user]" },
}

func TestWhatProgramsPutAroundAResult(t *testing.T) {
	for _, result := range returned {
		r := OfResult(result, form)
		if !r.Known() {
			t.Errorf("%.40q cannot be compared", result)
		}
		for name, put := range puts {
			if given := put(result); r.Altered(given, form) {
				t.Errorf("%s: %.80q is taken for another result than %.40q", name, given, result)
			}
		}
	}
}

// TestADigitIsChanged changes one digit, also of what stands in a wrapping.
func TestADigitIsChanged(t *testing.T) {
	changed := 0
	for _, result := range returned {
		i := strings.LastIndexAny(result, "0123456789")
		if i < 0 || strings.Contains(result, "\x1b") {
			continue
		}
		changed++
		r, given := OfResult(result, form), result[:i]+string('0'+(result[i]-'0'+4)%10)+result[i+1:]
		for _, name := range []string{"nothing", "trimmed", "CRLF", "a tag", "a label", "a fence", "a string", "output", "blocks", "an MCP result"} {
			if !r.Altered(puts[name](given), form) {
				t.Errorf("%s: %.80q is taken for %.40q", name, puts[name](given), result)
			}
		}
	}
	if changed < 10 {
		t.Errorf("only %d results have a digit", changed)
	}
}
