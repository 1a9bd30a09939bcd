package markers

import (
	"strings"
	"testing"
)

// ordinary returns n bytes of what commands mostly print.
func ordinary(n int) string {
	const sample = `total 48
drwxr-xr-x  5 root root  4096 Jan  1 00:00 internal
-rw-r--r--  1 root root 12034 Jan  1 00:00 README.md
func (s *Server) handle(ctx context.Context, req *Request) (*Response, error) {
	if err := s.check(ctx, req); err != nil {
		return nil, fmt.Errorf("check request: %w", err)
	}
	for _, item := range req.Items {
		s.queue <- item
	}
	return &Response{}, nil
}
2024-01-01T00:00:00Z INFO  listening on 0.0.0.0:8080 workers=4
2024-01-01T00:00:01Z DEBUG handling request id=42 path=/v1/items took=3ms
The server reads its configuration from a file and reloads it on SIGHUP.
src/module/file.c:120: static int parse_header(struct reader *r, char *buf)
`
	return strings.Repeat(sample, n/len(sample)+1)[:n]
}

func benchScan(b *testing.B, text string) {
	s := newScanner(b)
	dst := make([]Marker, 0, 32)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		dst = s.Scan(text, dst[:0])
	}
}

func BenchmarkOrdinary512(b *testing.B) { benchScan(b, ordinary(512)) }
func BenchmarkOrdinary4K(b *testing.B)  { benchScan(b, ordinary(4096)) }
func BenchmarkOrdinary1M(b *testing.B)  { benchScan(b, ordinary(1<<20)) }
func BenchmarkChinese4K(b *testing.B) {
	benchScan(b, strings.Repeat("服务器从文件读取配置，并在收到信号时重新加载。\n", 60)[:4096])
}
func BenchmarkTestOutput4K(b *testing.B) {
	benchScan(b, strings.Repeat("--- PASS: TestSomething (0.00s)\nok  \texample.com/a/b\t0.123s\n", 80)[:4096])
}
func BenchmarkProse4K(b *testing.B) {
	benchScan(b, strings.Repeat("When the build is done, the job is complete and the result is sent to the queue.\n", 60)[:4096])
}

// BenchmarkWorst1M is a text made to be slow: every line is a candidate.
func BenchmarkWorst1M(b *testing.B) {
	benchScan(b, strings.Repeat("error: fail ok pass done complete success no test build 3 of\n", 20000))
}
