package assertion

import (
	"strings"
	"testing"
)

// plainText returns n bytes without a word of interest.
func plainText(n int) string {
	const sample = `The parser reads one token after the other and keeps the last two of them. Its table of
operators is in ops.go; each entry names the symbol, the binding power and the function that folds it.

- lexer.go splits the input
- parse.go builds the tree
- print.go writes it back, with the comments where they stood

A reader who wants to know how precedence is handled starts at parseExpr.
`
	return strings.Repeat(sample, n/len(sample)+1)[:n]
}

// answer returns n bytes of final answers.
func answer(n int) string {
	const sample = `I've moved the session store behind an interface and added an implementation for Redis.

**What changed**
- ` + "`store/redis.go`" + `: new, with a configurable prefix
- ` + "`store/memory.go`" + `: the old map, unchanged apart from its name

All 214 tests pass locally, and the linter is clean. I have not run the integration tests because
Docker is not available here; they should pass once the container is up.
`
	return strings.Repeat(sample, n/len(sample)+1)[:n]
}

func benchRead(b *testing.B, text string, limit int) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Read(text, limit)
	}
}

func BenchmarkPlain1K(b *testing.B)   { benchRead(b, plainText(1024), 0) }
func BenchmarkPlain16K(b *testing.B)  { benchRead(b, plainText(16<<10), 0) }
func BenchmarkAnswer1K(b *testing.B)  { benchRead(b, answer(1024), 0) }
func BenchmarkAnswer16K(b *testing.B) { benchRead(b, answer(16<<10), 0) }
func BenchmarkChinese1K(b *testing.B) {
	benchRead(b, strings.Repeat("我已修复登录问题，并补充了单元测试，测试全部通过。部署需要等待确认。\n", 12)[:1020], 0)
}

// BenchmarkLong1M reads the two ends of a text that is longer than the limit.
func BenchmarkLong1M(b *testing.B) { benchRead(b, answer(1<<20), 0) }

// BenchmarkHostile1M reads all of a text that is nothing but claims.
func BenchmarkHostile1M(b *testing.B) { benchRead(b, strings.Repeat("passed ", 150000), 1<<20) }
