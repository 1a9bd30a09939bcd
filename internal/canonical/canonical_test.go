package canonical

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

var form = NewForm(0, Volatile()...)

// TestAlike lists arguments that are the same in several ways of writing them.
func TestAlike(t *testing.T) {
	for _, list := range [][]string{
		{`{"a":1,"b":[true,null,"x"]}`, "{ \"b\" : [ true,\tnull, \"x\"\r\n] ,\n \"a\": 1 }\n", "\ufeff{\"b\":[true,null,\"x\"],\"a\":1}"},
		{`{"a":1}`, `{"a":1.0}`, `{"a":1e0}`, `{"a":10e-1}`, `{"a":0.1E+1}`, `{"a":100E-0002}`, `{"a":0.00000001e8}`},
		{`{"a":0.1}`, `{"a":1e-1}`, `{"a":0.10}`, `{"a":0.01e1}`},
		{`{"a":0}`, `{"a":-0}`, `{"a":0.0}`, `{"a":-0e99}`, `{"a":0e99999999999999999999}`},
		{`{"a":-1200}`, `{"a":-12e2}`, `{"a":-1200.00}`},
		{`{"a":9007199254740993}`, `{"a":9007199254740993.0}`, `{"a":9.007199254740993e15}`},
		{`{"a":1e400}`, `{"a":10e399}`},
		{`{"a":"A\/é😀\n\t\"\\"}`, `{"\u0061":"\u0041/\u00e9\ud83d\uDE00\u000A\u0009\u0022\u005c"}`, "{\"a\":\"A/é😀\n\t\\\"\\\\\"}"},
		{`{"a":"\ud800"}`, `{"a":"\uD800"}`},
		{`{"a":"x","request_id":1}`, `{"a":"x"}`, `{"requestID":{"b":[]},"a":"x"}`, `{"a":"x","REQUEST_ID":"[REDACTED]"}`},
		{`{"a":{"b":1,"_meta":{"progressToken":3}}}`, `{"_meta":null,"a":{"b":1}}`},
		{`{"a":{"c":1}}`, `"{\"a\":{\"c\":1}}"`, `"\"{\\\"a\\\": {\\\"c\\\":1}}\""`, ` "  {\"a\":{\"c\":1}} " `},
		{"ls -la", " ls -la\n", `"ls -la"`},
		{`[1,{"a":2}]`, `[ 1.0 , { "a" : 2 } ]`},
		{`{"a":false}`, `{"a" :false}`},
		{`{'command': 'ls'}`, ` {'command': 'ls'} `},
		{`[INFO]`, `"[INFO]"`},
		{`"yes" he said`, ` "yes" he said`},
		{"7", "7.0", `"7"`},
		{`{"a":1,"a":2}`, `{"a":1, "a":2.0}`},
	} {
		want, ok := form.OfText(list[0])
		require.True(t, ok, list[0])
		for _, s := range list[1:] {
			got, ok := form.OfText(s)
			assert.True(t, ok, s)
			assert.Equal(t, want, got, "%s and %s", list[0], s)
		}
	}
}

// TestDifferent lists arguments of which no two are the same.
func TestDifferent(t *testing.T) {
	seen := map[Digest]string{}
	for _, s := range []string{
		`{"a":1}`, `{"a":2}`, `{"a":-1}`, `{"a":"1"}`, `{"a":true}`, `{"a":[1]}`, `{"a":{"a":1}}`, `{"b":1}`, `{"A":1}`, `{"":1}`, `[{"a":1}]`,
		`{"a":9007199254740993}`, `{"a":9007199254740992}`, `{"a":90071992547409920}`, `{"a":0.1}`, `{"a":0.1000000000000000055511151231257827}`,
		`{"a":1e10}`, `{"a":1e11}`, `{"a":10}`, `{"a":100}`, `{"a":0}`, `{"a":false}`, `{"a":1,"b":null}`, `{"a":1,"b":""}`, `{"a":1,"b":{}}`,
		`{"a":1,"b":[]}`, `{"a":1,"a":1}`, `{"a":1,"a":2}`, `{"a":2,"a":1}`, `[1,2]`, `[2,1]`, `[12]`, `[1,[2]]`, `[[1],2]`, `[1,2,[]]`, `[[1,2]]`,
		`{"a":"x","b":"y"}`, `{"a":"y","b":"x"}`, `{"a":"xb","b":"y"}`, `{"a":"x"}`, `{"a":"x "}`, `{"a":" x"}`, `{"a":"X"}`, `{"a":"é"}`,
		"{\"a\":\"e\u0301\"}", `{"a":"\ud800"}`, `{"a":"\ud801"}`, `{"a":"\udc00\ud800"}`, `{"a":"\ufffd"}`, "{\"a\":\"\xff\"}", "{\"a\":\"\xfe\"}", `{"a":"\u0000"}`,
		`{"a":"{\"b\":1}"}`, `{"a":"{ \"b\":1}"}`, `{"a":{"b":1}}`, `{"a":"x","trace_id":"1"}`, `{"a":"x","trace_id":"2"}`, `{"a":"x","timestamp":1}`,
		`{"a":"x","idempotency_key":"1"}`, `{"a":"x","idempotency_key":"2"}`, `{"a":["request_id"]}`, `{"a":"s\u0000\u0000\u0000\u0001x"}`,
		`ls`, `ls -la`, `{'command': 'ls'}`, `{'command':'ls'}`, `1`, `true`, `01`, `1 2`, `-`, `tru`, `[INFO]`, `[,1]`, `{,}`, `{"a":1e-1000}`, `{"a":1e-1001}`,
	} {
		d, ok := form.OfText(s)
		assert.True(t, ok, s)
		assert.NotContains(t, seen, d, "%s and %s", s, seen[d])
		seen[d] = s
	}
}

// TestNone lists arguments that say nothing, or may say more than can be read.
func TestNone(t *testing.T) {
	long := strings.Repeat("a", 60)
	for _, s := range []string{
		"", " \n", "{}", " { } ", "[]", "null", `""`, `"{}"`, `"null"`, `"\"\""`, `"  "`, "None", "\ufeff", `{"a":null}`, `{"a":""}`,
		`{"args":[],"kwargs":{}}`, `{"request_id":"x"}`, `{"_meta":{"a":1}}`, `{"a":{"nonce":1}}`,
		// cut or broken
		"{", "[", `"`, `{"`, `{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":"x`, `{"a":"x"`, `{"a":"x\`, `{"a":"\u00`, `{"a":[1`, `{"a":[1]`, `{"a":{"b":1}`,
		`[1`, `[1,`, `[1,[2]`, `["a`, `"{\"a\":1"`, `"{\"a\":1`, `"ls`, `{'command': 'l`, `[INFO`, `{"a":1} x`, `{"a":1}}`, `{"a":1,}`, `[1,]`,
		`{"a" 1}`, `{"a":1 "b":2}`, `{"a":01}`, `{"a":1.}`, `{"a":.5}`, `{"a":+1}`, `{"a":1e}`, `{"a":-}`, `{"a":NaN}`, `{"a":tru}`, `{"a":"\x"}`, `{"a":"\u00g0"}`,
		`{"a":1e1000000000}`, `{"a":1e-99999999999999999999}`,
		// hidden
		"[REDACTED]", `{"a":"[REDACTED]"}`, `{"a":{"b":["***"]}}`, `{"a":"<redacted>","b":1}`, `{"a":"**********"}`, `{"a":"[Filtered]"}`,
		`{"a":"` + long + `…[truncated]"}`, `{"a":"` + long + long + `…"}`, long + " (TRUNCATED)",
		// large or deep
		strings.Repeat("[", 100) + "1" + strings.Repeat("]", 100), `{"a":"` + strings.Repeat("b", DefaultLimit) + `"}`, strings.Repeat("a", DefaultLimit+1),
	} {
		d, ok := form.OfText(s)
		assert.False(t, ok, s)
		assert.Zero(t, d, s)
	}
	for _, s := range []string{`{"a":"**bold**"}`, `{"a":"*"}`, `{"a":"[]"}`, `{"a":"<>"}`, `{"a":"unmasked"}`, `{"a":"[redacted] x"}`, `{"a":"truncated"}`} {
		_, ok := form.OfText(s)
		assert.True(t, ok, s)
	}
}

// TestLimits are those of the form, and of the depth.
func TestLimits(t *testing.T) {
	small := NewForm(20)
	_, ok := small.OfText(`{"a":"0123456789ab"}`)
	assert.True(t, ok)
	_, ok = small.OfText(`{"a":"0123456789abc"}`)
	assert.False(t, ok)
	m := pcommon.NewValueMap()
	m.Map().PutStr("a", strings.Repeat("b", 30))
	_, ok = small.Of(m)
	assert.False(t, ok)
	for _, v := range []func(pcommon.Value){
		func(v pcommon.Value) { v.SetStr(strings.Repeat("b", DefaultLimit+1)) },
		func(v pcommon.Value) { v.SetEmptyMap().PutInt(strings.Repeat("b", DefaultLimit), 1) },
		func(v pcommon.Value) { v.SetEmptyBytes().FromRaw(make([]byte, DefaultLimit)) },
		func(v pcommon.Value) {
			for s := v.SetEmptySlice(); s.Len() < DefaultLimit; {
				s.AppendEmpty().SetInt(1)
			}
		},
		func(v pcommon.Value) {
			for range maxDepth + 1 {
				v = v.SetEmptySlice().AppendEmpty()
			}
			v.SetInt(1)
		},
	} {
		value := pcommon.NewValueEmpty()
		v(value)
		_, ok = form.Of(value)
		assert.False(t, ok)
	}
	_, ok = form.OfText(strings.Repeat("[", maxDepth) + "1" + strings.Repeat("]", maxDepth))
	assert.True(t, ok)
	_, ok = form.OfText(strings.Repeat("[", maxDepth+1) + "1" + strings.Repeat("]", maxDepth+1))
	assert.False(t, ok)
}

// TestTheDigestStays holds the digests of some arguments: they are compared with
// those of other processes.
func TestTheDigestStays(t *testing.T) {
	d, _ := form.OfText(`{"path":"a.txt","lines":[1,2.50],"all":true,"none":null}`)
	assert.Equal(t, "e66e37bd2e8cbf3478c5a0bba5d5c1b2", fmt.Sprintf("%x", d))
	d, _ = OfCommand("pytest -q", "/src")
	assert.Equal(t, "658c2574b25a9e54de4a5fdd3ff9e0ed", fmt.Sprintf("%x", d))
}

func TestAttributes(t *testing.T) {
	v := pcommon.NewValueMap()
	require.NoError(t, v.Map().FromRaw(map[string]any{
		"s": "x\n", "i": 9007199254740993, "d": 2.5, "whole": 3.0, "b": true, "no": false, "none": nil, "bytes": []byte{1, 2, 255},
		"list": []any{1, "a", map[string]any{"k": nil}}, "map": map[string]any{"z": 1, "a": 0.1}, "request_id": "q",
	}))
	want, ok := form.OfText(`{"map":{"a":0.1,"z":1},"list":[1,"a",{"k":null}],"bytes":"AQL/","none":null,"no":false,"b":true,"whole":3,"d":2.5,
		"i":9007199254740993,"s":"x\n"}`)
	require.True(t, ok)
	got, ok := form.Of(v)
	assert.True(t, ok)
	assert.Equal(t, want, got)

	for text, value := range map[string]any{
		"5": 5, "-9223372036854775808": math.MinInt64, "true": true, "1.5": 1.5, `"AQI="`: []byte{1, 2}, "[1]": []any{1}, `"ls"`: "ls",
		`{"a":1}`: `{"a":1.0}`, "9007199254740992": float64(1 << 53), "5e-324": math.SmallestNonzeroFloat64, "0": math.Copysign(0, -1),
	} {
		v := pcommon.NewValueEmpty()
		require.NoError(t, v.FromRaw(value))
		want, wantOK := form.OfText(text)
		got, ok := form.Of(v)
		assert.True(t, ok && wantOK, text)
		assert.Equal(t, want, got, text)
	}
	for _, value := range []any{nil, "", []byte{}, []any{}, map[string]any{}, map[string]any{"a": nil}, math.NaN(), math.Inf(-1), float64(1<<53 + 2), "{"} {
		v := pcommon.NewValueEmpty()
		require.NoError(t, v.FromRaw(value))
		_, ok := form.Of(v)
		assert.False(t, ok, "%v", value)
	}
}

func TestIgnored(t *testing.T) {
	long := strings.Repeat("Long", 20)
	f := NewForm(0, "Seed", long)
	want, _ := f.OfText(`{"a":1}`)
	for _, s := range []string{`{"seed":1,"a":1}`, `{"a":1,"SEED":2}`, `{"a":1,"` + strings.ToUpper(long) + `":2}`, `{"seed":1,"Seed":2,"a":1}`} {
		got, ok := f.OfText(s)
		assert.True(t, ok, s)
		assert.Equal(t, want, got, s)
	}
	for _, s := range []string{`{"a":1,"seeds":1}`, `{"a":1,"request_id":1}`, `{"a":1,"` + long + `x":1}`} {
		got, ok := f.OfText(s)
		assert.True(t, ok, s)
		assert.NotEqual(t, want, got, s)
	}
}

// TestProperties writes random values in several ways, and changes them.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		value := map[string]any{"k": r.IntN(100), "v": randomValue(r, 4)}
		text := written(r, value)
		want, ok := form.OfText(text)
		require.True(t, ok, text)

		again := written(r, value)
		got, ok := form.OfText(again)
		require.True(t, ok, again)
		require.Equal(t, want, got, "%s\n%s", text, again)

		got, ok = form.OfText(recoded(t, text))
		require.True(t, ok)
		require.Equal(t, want, got, text)

		attributes := pcommon.NewValueEmpty()
		require.NoError(t, attributes.FromRaw(value))
		got, ok = form.Of(attributes)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)

		changed := written(r, changedOnce(r, value))
		if got, ok := form.OfText(changed); ok {
			require.NotEqual(t, want, got, "%s\n%s", text, changed)
		}
		cut := text[:r.IntN(len(text)-1)]
		_, ok = form.OfText(strings.TrimRight(cut, " \n\t"))
		require.False(t, ok, cut)
	}
}

func recoded(t *testing.T, text string) string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	out, err := json.MarshalIndent(v, "", "  ")
	require.NoError(t, err)
	return string(out)
}

// randomValue returns what FromRaw of an attribute takes.
func randomValue(r *rand.Rand, depth int) any {
	switch n := r.IntN(8); {
	case n == 0 && depth > 0:
		list := []any{}
		for range r.IntN(5) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	case n <= 2 && depth > 0:
		m := map[string]any{}
		for range r.IntN(20) {
			m[randomText(r)] = randomValue(r, depth-1)
		}
		return m
	case n == 3:
		return r.Int64() - r.Int64()
	case n == 4:
		return float64(r.IntN(1000000)) / 1024
	case n == 5:
		return r.IntN(2) == 0
	case n == 6:
		return nil
	default:
		return randomText(r)
	}
}

func randomText(r *rand.Rand) string {
	letters := []rune("ab\"\\/\n\u0001é€😀<{")
	s := make([]rune, r.IntN(8))
	for i := range s {
		s[i] = letters[r.IntN(len(letters))]
	}
	return string(s)
}

// written writes a value as JSON with its members in any order, white space, and
// escapes where none are needed.
func written(r *rand.Rand, v any) string {
	var b strings.Builder
	write(&b, r, v)
	return b.String()
}

func write(b *strings.Builder, r *rand.Rand, v any) {
	space := func() { b.WriteString([]string{"", "", " ", "\n\t"}[r.IntN(4)]) }
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteByte(',')
			}
			space()
			write(b, r, k)
			space()
			b.WriteByte(':')
			space()
			write(b, r, v[k])
			space()
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			space()
			write(b, r, e)
			space()
		}
		b.WriteByte(']')
	case string:
		b.WriteByte('"')
		for _, c := range v {
			switch {
			case c > 0xFFFF && r.IntN(2) == 0:
				fmt.Fprintf(b, `\u%04x\u%04X`, 0xD800+(c-0x10000)>>10, 0xDC00+(c-0x10000)&0x3FF)
			case c < ' ' || c == '"' || c == '\\' || c <= 0xFFFF && r.IntN(3) == 0:
				fmt.Fprintf(b, `\u%04x`, c)
			default:
				b.WriteRune(c)
			}
		}
		b.WriteByte('"')
	case int64:
		fmt.Fprintf(b, []string{"%d", "%d.0", "%de0"}[r.IntN(3)], v)
	case float64:
		fmt.Fprintf(b, []string{"%.20f", "%.20e"}[r.IntN(2)], v)
	default:
		out, _ := json.Marshal(v)
		b.Write(out)
	}
}

// changedOnce returns the value with one thing in it changed.
func changedOnce(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		keys := []string{}
		for k, e := range v {
			out[k] = e
			keys = append(keys, k)
		}
		if len(keys) == 0 || r.IntN(4) == 0 {
			out["new"] = int64(1)
			return out
		}
		k := keys[r.IntN(len(keys))]
		if r.IntN(3) == 0 {
			delete(out, k)
			out[k+"x"] = v[k]
			if _, taken := v[k+"x"]; taken {
				out["new"] = int64(1)
			}
			return out
		}
		out[k] = changedOnce(r, v[k])
		return out
	case []any:
		out := append([]any{}, v...)
		if len(out) == 0 || r.IntN(3) == 0 {
			return append(out, int64(7))
		}
		i := r.IntN(len(out))
		out[i] = changedOnce(r, out[i])
		return out
	case string:
		return v + "x"
	case int:
		return int64(v) + 1
	case int64:
		return v + 1
	case float64:
		return v + 0.125
	case bool:
		return !v
	default:
		return "null"
	}
}

func hostile() map[string]string {
	const n = DefaultLimit
	wide := &bytes.Buffer{}
	for i := 0; wide.Len() < n-20; i++ {
		fmt.Fprintf(wide, `,"%d":%d`, (i*7919)%99991, i)
	}
	nested := strings.Repeat(`{"b":1,"a":`, 60) + `"` + strings.Repeat("x", n-1000) + `"` + strings.Repeat("}", 60)
	return map[string]string{
		"deep":          strings.Repeat("[", n),
		"deep objects":  strings.Repeat(`{"a":`, n/5),
		"wide":          "{" + wide.String()[1:] + "}",
		"same key":      "{" + strings.Repeat(`"a":1,`, n/6-2) + `"a":1}`,
		"long keys":     "{" + strings.Repeat(`"`+strings.Repeat("k", 500)+`":1,`, n/505) + `"a":1}`,
		"unsorted deep": nested,
		"escapes":       `{"a":"` + strings.Repeat(`\n`, n/2-8) + `"}`,
		"quotes":        `{"a":"` + strings.Repeat(`\"`, n/2-8) + `"}`,
		"digits":        `{"a":` + strings.Repeat("9", n-8) + `}`,
		"zeros":         `{"a":1` + strings.Repeat("0", n-8) + `}`,
		"fractions":     `{"a":0.` + strings.Repeat("0", n-10) + `1}`,
		"list":          "[" + strings.Repeat("1,", n/2-2) + "1]",
		"backslashes":   strings.Repeat(`\`, n),
		"encodings":     strings.Repeat(`"`, n),
		"megabytes":     strings.Repeat(`{"a":1}`, n),
		"nul":           "{\"a\x00\":\"\x00\"}",
		"half a pair":   `{"a":"\ud83d\u"}`,
		"half at end":   `{"a":"\ud83d`,
		"bom":           strings.Repeat("\ufeff", 100),
		"spaces":        strings.Repeat(" ", n),
		"ignored":       "{" + strings.Repeat(`"nonce":1,`, n/10-2) + `"a":1}`,
		"commands":      strings.Repeat("bash -c ", n/8) + "a",
		"quoted":        strings.Repeat("'", n),
	}
}

// TestHostile looks for arguments that take long.
func TestHostile(t *testing.T) {
	for name, s := range hostile() {
		start := time.Now()
		assert.NotPanics(t, func() {
			form.OfText(s)
			OfCommand(s, s)
			OfArgv(strings.Fields(s), "")
			OfArgv([]string{"bash", "-lc", s}, "")
		}, name)
		assert.Less(t, time.Since(start), time.Second, name)
	}
	for _, name := range []string{"wide", "same key", "escapes", "digits", "zeros", "fractions", "list", "ignored", "unsorted deep"} {
		_, ok := form.OfText(hostile()[name])
		assert.True(t, ok, name)
	}
}

func TestNoAllocations(t *testing.T) {
	v := pcommon.NewValueMap()
	require.NoError(t, v.FromRaw(map[string]any{"path": "/src/a.go", "n": 3, "f": 0.5, "list": []any{"a", 1}, "sub": map[string]any{"x": true}}))
	for name, f := range map[string]func(){
		"json":    func() { form.OfText(typical) },
		"map":     func() { form.Of(v) },
		"text":    func() { form.OfText("ls -la") },
		"command": func() { OfCommand("go test ./...", "/src") },
		"line":    func() { OfCommand("cd x && go test ./... | tail", "/src") },
		"argv":    func() { OfArgv([]string{"go", "test", "./..."}, "/src") },
	} {
		// The race detector empties pools now and then, hence the least of several runs.
		least := testing.AllocsPerRun(1, f)
		for range 20 {
			least = min(least, testing.AllocsPerRun(1, f))
		}
		assert.Zero(t, least, name)
	}
}

// FuzzArguments holds what must be true of all arguments.
func FuzzArguments(f *testing.F) {
	for _, s := range []string{typical, `{"a":[1,2.5e3,"\ud83d\ude00"],"a":null}`, `"{\"a\":1}"`, "{'a': 1}", `{"a":"***"}`, "bash -lc \"a $b\"", `a 'b' "c\"d" \ e`} {
		f.Add(s)
	}
	for _, s := range hostile() {
		f.Add(s[:min(len(s), 2000)])
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, ok := form.OfText(s)
		again, _ := form.OfText(s)
		assert.Equal(t, d, again)
		assert.Equal(t, ok, d != Digest{})
		v := pcommon.NewValueStr(s)
		same, _ := form.Of(v)
		assert.Equal(t, d, same)
		if quoted, err := json.Marshal(s); err == nil && ok && len(quoted) < DefaultLimit && json.Valid([]byte(s)) && strings.ToValidUTF8(s, "") == s && s[0] == '{' {
			twice, ok := form.OfText(string(quoted))
			assert.True(t, ok)
			assert.Equal(t, d, twice)
		}
		if line, ok := OfCommand(s, ""); ok {
			if wrapped, ok := OfArgv([]string{"bash", "-lc", s}, ""); ok {
				assert.Equal(t, line, wrapped)
			}
		}
	})
}

const typical = `{"file_path":"/src/internal/rules/registry.go","old_string":"a := 1","new_string":"a := 2","replace_all":false,"line":1042,"x":1}`

func BenchmarkDigest(b *testing.B) {
	v := pcommon.NewValueMap()
	var raw map[string]any
	require.NoError(b, json.Unmarshal([]byte(typical), &raw))
	require.NoError(b, v.FromRaw(raw))
	large := `{"path":"a","content":"` + strings.Repeat(`package a\nfunc f() {}\n`, 2000) + `"}`
	for name, f := range map[string]func(){
		"json-130B":    func() { form.OfText(typical) },
		"json-46KB":    func() { form.OfText(large) },
		"map":          func() { form.Of(v) },
		"command":      func() { OfCommand("go test -run TestX ./internal/...", "/src") },
		"command-line": func() { OfCommand("cd x && go test ./... 2>&1 | tail -5", "/src") },
		"wrapped":      func() { OfCommand(`bash -lc 'cd x && go test ./... 2>&1 | tail -5'`, "/src") },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}
