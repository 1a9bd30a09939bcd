package harness

import (
	"fmt"
	"strings"
	"testing"
)

// ordinary texts of the kinds that commands print.
var ordinary = map[string]func(i int) string{
	"prose": func(i int) string { return fmt.Sprintf("line %d: the quick brown fox jumps over the lazy dog\n", i) },
	"short": func(i int) string { return fmt.Sprintf("ok %d\n", i) },
	"log":   func(i int) string { return fmt.Sprintf("[INFO] 2026-01-02 request %d served in %d ms\n", i, i%90) },
	"html":  func(i int) string { return fmt.Sprintf("<div class=\"r%d\"><a href=\"/x\">item</a></div>\n", i) },
	"dots":  func(i int) string { return fmt.Sprintf("... step %d ... done\n", i) },
	"han":   func(i int) string { return fmt.Sprintf("步骤 %d：正在构建模块…完成\n", i) },
	"check": func(i int) string { return fmt.Sprintf("✓ case %d passes\n", i) },
	"source": func(i int) string {
		return fmt.Sprintf("\tif err != nil { return fmt.Errorf(\"command %d: %%w\", err) }\n", i)
	},
}

func fill(line func(int) string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(line(i))
	}
	return b.String()[:size]
}

func BenchmarkOrdinary(b *testing.B) {
	for _, size := range []int{256, 4 << 10, 64 << 10} {
		for name, line := range ordinary {
			text := fill(line, size)
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				var in Reading
				b.ReportAllocs()
				for b.Loop() {
					Read(text, All, &in)
				}
				if len(in.Statements)+len(in.Clips) > 0 || in.Empty {
					b.Fatalf("ordinary text says something: %+v", in)
				}
			})
		}
	}
}

func BenchmarkStated(b *testing.B) {
	texts := map[string]string{
		"claude": "Exit code 143\nCommand timed out after 2m 0.0s\n" + fill(ordinary["prose"], 4<<10),
		"codex":  "Chunk ID: 4f050e\nWall time: 0.0000 seconds\nProcess exited with code 3\nOriginal token count: 6\nOutput:\n" + fill(ordinary["prose"], 4<<10),
		"qwen":   "Output: " + fill(ordinary["prose"], 4<<10) + "\nError: (none)\nExit Code: 3\nSignal: (none)\nProcess Group PGID: (none)",
		"middle": fill(ordinary["prose"], 4<<10) + "\n... [1,200 characters omitted] ...\n" + fill(ordinary["prose"], 4<<10),
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			var in Reading
			b.ReportAllocs()
			for b.Loop() {
				Read(text, All, &in)
			}
		})
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range hostile {
		text := strings.Repeat(text, 1+(64<<10)/len(text))[:64<<10]
		b.Run(name, func(b *testing.B) {
			var in Reading
			b.ReportAllocs()
			for b.Loop() {
				Read(text, All, &in)
			}
		})
	}
}
