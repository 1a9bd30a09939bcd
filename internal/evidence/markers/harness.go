package markers

import "strings"

// harnessLine recognises what agents' own tools write around a command's
// output. Several of these sound like success and are written whatever the
// command did, so they are no markers.
func harnessLine(s string) bool {
	switch c := s[0]; {
	case c == '[', c == '(', c == '<', c >= 0x80:
		if s = unframed(s); s == "" {
			return false
		}
	}
	for _, p := range harnessBy[s[0]] {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	if hasFold(s, "command") && len(s) > 8 && s[7] == ' ' {
		return harnessVerb(s[8:])
	}
	if strings.HasPrefix(s, "Process ") || strings.HasPrefix(s, "Tool ") || strings.HasPrefix(s, "The tool call ") ||
		strings.HasPrefix(s, "Shell ") || strings.HasPrefix(s, "Tool call ") {
		return harnessVerb(strings.TrimPrefix(s[strings.IndexByte(s, ' ')+1:], "tool ")) || strings.HasPrefix(s, "The tool call")
	}
	return harnessFile(s)
}

// unframed removes brackets and signs in front of a harness's words.
func unframed(s string) string {
	for s != "" {
		n := 1
		switch c := s[0]; {
		case c == '[' || c == '(' || c == '<' || c == ' ':
		case c >= 0x80 && hasAnyPrefix(s, harnessSigns):
			n = len(harnessSigns[0])
		default:
			return s
		}
		s = s[n:]
	}
	return s
}

// harnessSigns are of one length.
var harnessSigns = []string{"✅", "✓", "✔", "❌"}

// harnessBy sorts the beginnings by their first byte.
var harnessBy = func() (t [256][]string) {
	for _, p := range harnessStarts {
		t[p[0]] = append(t[p[0]], p)
	}
	return t
}()

var harnessStarts = []string{
	"Your command ", "Background command ", "The command ", "The last command ", "The previous command ", "Bash completed",
	"Tool ran ", "Tool execution ", "Tool result", "tool result", "Shell command ",
	"Successfully killed", "Successfully terminated", "Successfully stopped shell", "Successfully started background",
	"system>", "task-notification", "summary>", "/system>", "status>", "shellId:", "exited with", "Exit code", "exit code", "Exit Code",
	"exit_code", "EXIT=", "EXITCODE", "Wall time", "Chunk ID", "returncode>", "no output", "Script running with",
	"Todos have been ", "Edit applied successfully", "Wrote file successfully", "Success. Updated the following files",
	"Successfully overwrote file", "Successfully created and wrote to new file", "Successfully modified file", "Successfully replaced ",
	"Successfully wrote to file", "Successfully edited file", "Successfully wrote ", "File created successfully", "File written successfully",
	"File updated successfully", "File edited successfully", "Function call completed", "Task started successfully", "Code executed successfully",
	"Execution completed", "Background task ", "Background process ", "Session completed", "Terminal command ", "Ran command", "User approved", "Interrupted by",
}

// harnessVerb judges what follows "Command" or "Process": a statement about
// the run as such.
func harnessVerb(s string) bool {
	word, rest, _ := strings.Cut(s, " ")
	switch strings.TrimRight(word, ".!:") {
	case "completed", "succeeded", "executed", "finished", "exited", "ran", "terminated", "failed", "timed", "running", "moved",
		"execution", "was", "is", "did", "aborted", "killed", "interrupted", "cancelled", "complete", "success", "done", "returned":
		return true
	case "exceeded":
		return strings.Contains(rest, "terminated") || strings.Contains(rest, "timeout")
	}
	return false
}

// harnessFile recognises the receipt of an edit tool: "The file /a has been
// updated successfully."
func harnessFile(s string) bool {
	if !strings.HasPrefix(s, "The file ") {
		return false
	}
	return strings.Contains(s, " has been updated") || strings.Contains(s, " has been created") ||
		strings.Contains(s, " has been edited") || strings.Contains(s, " has been written") || strings.Contains(s, " has been deleted")
}
