package corpustest

import (
	"fmt"
	"go/build"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspan/toolspan/internal/evidence/harness"
	"github.com/toolspan/toolspan/internal/evidence/markers"
)

// pageLines is how much of a text is read at a time, as if a command had printed that much: its first and its last
// lines, where a harness speaks, may then be any lines of the text.
const pageLines = 40

// reader reads pages of text that no harness had a part in.
type reader struct {
	t       *testing.T
	scanner *markers.Scanner
	reading harness.Reading
	pages   int
	// success counts the pages that hold a line which reads like success, by marker.
	success map[string]int
	marked  int
}

func newReader(t *testing.T) *reader {
	t.Helper()
	scanner, err := markers.New(nil, nil)
	require.NoError(t, err)
	return &reader{t: t, scanner: scanner, success: map[string]int{}}
}

func (r *reader) read(name, text string) {
	lines := strings.SplitAfter(text, "\n")
	for page := range slices.Chunk(lines, pageLines) {
		r.readPage(name, strings.Join(page, ""))
	}
}

func (r *reader) readPage(name, page string) {
	r.pages++
	if harness.Read(page, harness.All, &r.reading); len(r.reading.Statements)+len(r.reading.Clips) > 0 || r.reading.Empty {
		r.t.Errorf("%s is taken for words of a harness: %+v\n%s", name, r.reading, page)
	}
	marked := false
	for _, m := range r.scanner.Scan(page, nil) {
		if m.Scope.Success() {
			marked = true
			r.success[m.String()]++
		}
	}
	if marked {
		r.marked++
	}
}

// check fails if more pages read like success than did when that was last looked into, per ten thousand.
func (r *reader) check(most int) {
	r.t.Helper()
	r.t.Logf("%d pages, of which %d read like success: %v", r.pages, r.marked, r.success)
	assert.LessOrEqual(r.t, r.marked*10000, most*r.pages, "more ordinary text reads like success than %d of 10000 pages", most)
}

// TestSourceIsOrdinaryText reads Go's source tree, some 10 000 files. Of its pages 13 of 10 000 hold what reads like
// success, nearly all of them jumps of assembler to a label `done`.
func TestSourceIsOrdinaryText(t *testing.T) {
	root := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(root); err != nil {
		t.Skip("Go came without its sources")
	}
	r := newReader(t)
	tree := os.DirFS(root)
	require.NoError(t, fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{"", ".go", ".md", ".s", ".txt"}, filepath.Ext(path)) {
			return err
		}
		data, err := fs.ReadFile(tree, path)
		r.read(path, string(data))
		return err
	}))
	require.Greater(t, r.pages, 10000)
	r.check(20)
}

// logLines are lines as servers, kernels, compilers and package managers print them, many of them about what a harness
// also speaks of: time limits, signals, exit codes, and what was cut. A verb is filled with a number.
var logLines = []string{
	`10.0.%d.7 - - [29/Nov/2026:10:00:00 +0000] "GET /cart HTTP/1.1" 200 512 "-" "curl/8.5"`,
	`10.0.%d.7 - - [29/Nov/2026:10:00:01 +0000] "POST /orders HTTP/1.1" 504 0 "-" "-" upstream timed out`,
	`time="2026-11-29T10:00:00Z" level=warning msg="request timed out after %ds" path=/api/orders`,
	`time="2026-11-29T10:00:00Z" level=info msg="worker exited with code 1, restarting" worker=%d`,
	`2026-11-29 10:00:00,%03d ERROR [pool-3-thread-1] c.e.shop.OrderService - Read timed out`,
	`2026-11-29 10:00:00,%03d INFO  [main] c.e.shop.Application - Started Application in 4.2 seconds`,
	`java.net.SocketTimeoutException: Read timed out after %d ms`,
	`	at com.example.shop.OrderService.place(OrderService.java:%d)`,
	`[%d.123456] Out of memory: Killed process 4121 (java) total-vm:8123456kB`,
	`systemd[1]: app@%d.service: Main process exited, code=exited, status=143/n/a`,
	`systemd[1]: app@%d.service: Failed with result 'timeout'.`,
	`systemd[1]: app@%d.service: Killing process 4121 (java) with signal SIGKILL.`,
	`supervisord: exited: web-%d (exit status 1; not expected)`,
	`npm warn deprecated glob@%d.1.6: versions prior to 9 are no longer supported`,
	`   Compiling serde v1.0.%d`,
	`warning: unused variable: 'x' at src/main.rs:%d:9`,
	`[%d/812] CXX obj/base/files/file_path.o`,
	`#12 %d.4 Get:1 http://archive.example bookworm/main amd64 libc6 [2.8 MB]`,
	`Downloading https://packages.example/wheels/demo-1.%d-py3-none-any.whl (12.1 MB)`,
	`  File "/srv/app/tasks.py", line %d, in run`,
	`subprocess.run(cmd, timeout=%d, check=True)`,
	`row %06d abcdefghijabcdefghijabcdefghijabcdefghijabcdefghi`,
	`{"level":"error","msg":"exit code 137 from container","container":"worker-%d","truncated":false}`,
	`{"ts":1795946400.%d,"caller":"http/server.go:88","exit_code":2,"timed_out":true,"msg":"job ended"}`,
	`audit: message truncated to %d bytes by the sender`,
	`nginx: [warn] the "log_format" line is truncated in conf.d/a.conf:%d`,
	`E%04d 10:00:00.000000       1 reflector.go:138] Failed to watch *v1.Pod: the server was unable to return a response in the time allotted`,
	`kubelet: Liveness probe failed: command "/bin/check" timed out, container worker-%d`,
	`Job for backup-%d.service canceled.`,
	`postgres[%d]: LOG:  canceling statement due to statement timeout`,
	`postgres[%d]: LOG:  background worker "logical replication launcher" exited with exit code 1`,
	`sshd[%d]: pam_unix(sshd:session): session closed for user deploy`,
	`CRON[%d]: (root) CMD (timeout 60 /usr/local/bin/rotate || true)`,
	`rsync: [sender] io timeout after %d seconds -- exiting`,
	`curl: (28) Operation timed out after %d milliseconds with 0 bytes received`,
	`Error response from daemon: container worker-%d is not running`,
	`total %d`,
	`-rw-r--r-- 1 deploy deploy %d Nov 29 10:00 exit_code.txt`,
	`第 %d 批数据处理超时，正在重试`,
	``,
	`---`,
}

// TestLogsAreOrdinaryText reads a long log made of such lines. None of them reads like success.
func TestLogsAreOrdinaryText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	r := newReader(t)
	for page := range 5000 {
		var b strings.Builder
		for range pageLines {
			line := logLines[random.IntN(len(logLines))]
			if strings.Contains(line, "%") {
				line = fmt.Sprintf(line, random.IntN(1000))
			}
			b.WriteString(line + "\n")
		}
		r.readPage(fmt.Sprintf("page %d", page), b.String())
	}
	r.check(0)
}
