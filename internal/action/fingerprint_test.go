package action

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func canonicalOf(t *testing.T, text string) string {
	t.Helper()
	out, err := jcs.Transform([]byte(text))
	require.NoError(t, err)
	return string(out)
}

func request(payload Node, target, fingerprint string) *Receipt {
	return &Receipt{Method: "post", Target: target, Payload: payload, HasPayload: true, Fingerprint: fingerprint}
}

func TestFingerprints(t *testing.T) {
	const payload = `{"name": "Grüße 🎉 \u007f\"\\\n", "n": 10, "price": 1.50, "big": 1E3, "list": [true, null, {"b": 1, "a": 2}]}`
	// What Python writes with sort_keys and without blanks, and the same unescaped.
	const ascii = `{"big":1000.0,"list":[true,null,{"a":2,"b":1}],"n":10,"name":"Gr\u00fc\u00dfe \ud83c\udf89 \u007f\"\\\n","price":1.5}`
	tokens := `{"big":1E3,"list":[true,null,{"a":2,"b":1}],"n":10,"name":"Grüße 🎉 ` + "\x7f" + `\"\\\n","price":1.50}`
	escapedTokens := strings.NewReplacer("1000.0", "1E3", "1.5}", "1.50}").Replace(ascii)
	escapedNumbers := strings.NewReplacer("1000.0", "1000").Replace(ascii)
	head := `{"method":"POST","path":"/v1/orders","payload":`
	for name, want := range map[string]string{
		"RFC 8785":                      canonicalOf(t, head+payload+`}`),
		"own digits":                    head + tokens + `}`,
		"escaped, own digits":           head + escapedTokens + `}`,
		"escaped, numbers of the RFC":   head + escapedNumbers + `}`,
		"a list":                        `["POST","/v1/orders",` + canonicalOf(t, payload) + `]`,
		"target instead of path":        `{"method":"POST","payload":` + canonicalOf(t, payload) + `,"target":"/v1/orders"}`,
		"a query that is not mentioned": canonicalOf(t, head+payload+`}`),
	} {
		t.Run(name, func(t *testing.T) {
			assert.True(t, request(OfValue(pcommon.NewValueStr(payload)), "/v1/orders", sumOf(want)).FingerprintFits(), want)
			assert.True(t, request(OfJSON(gjson.Parse(payload)), "https://api.example.invalid/v1/orders?x=1", strings.ToUpper(sumOf(want))).FingerprintFits())
			assert.False(t, request(OfValue(pcommon.NewValueStr(payload)), "/v1/order", sumOf(want)).FingerprintFits())
			other := strings.Replace(payload, `"n": 10`, `"n": 11`, 1)
			assert.False(t, request(OfValue(pcommon.NewValueStr(other)), "/v1/orders", sumOf(want)).FingerprintFits())
		})
	}
	// A payload that is a map has the kinds of its numbers, not their digits.
	value := asValue(t, payload)
	value.Map().PutInt("n", 10)
	assert.True(t, request(OfValue(value), "/v1/orders", sumOf(canonicalOf(t, head+payload+`}`))).FingerprintFits())
}

func TestNoPayload(t *testing.T) {
	for _, text := range []string{`{"method":"POST","path":"/x"}`, `{"method":"POST","path":"/x","payload":null}`, `{"method":"POST","path":"/x","payload":{}}`} {
		assert.True(t, request(OfJSON(gjson.Parse("null")), "/x", sumOf(text)).FingerprintFits(), text)
	}
	r := request(Node{}, "/x", sumOf("other"))
	r.HasPayload = false
	assert.True(t, r.FingerprintFits(), "what is not stated cannot be compared")
}

// TestHostilePayloads are those of which no fingerprint is recomputed, however it is stated.
func TestHostilePayloads(t *testing.T) {
	deep := pcommon.NewValueMap()
	at := deep
	for range 10_000 {
		at = at.Map().PutEmpty("a")
		at.SetEmptyMap()
	}
	many := pcommon.NewValueSlice()
	for range 10_000 {
		many.Slice().AppendEmpty()
	}
	bytes := pcommon.NewValueBytes()
	bytes.Bytes().FromRaw([]byte{1})
	for name, n := range map[string]Node{
		"deep text":        OfValue(pcommon.NewValueStr(strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000))),
		"deep map":         OfValue(deep),
		"many":             OfValue(many),
		"large":            OfValue(pcommon.NewValueStr(`"` + strings.Repeat("x", 1<<20) + `"`)),
		"invalid UTF-8":    OfValue(pcommon.NewValueStr("{\"a\":\"\xff\"}")),
		"a name twice":     OfValue(pcommon.NewValueStr(`{"a":1,"a":2}`)),
		"bytes":            OfValue(bytes),
		"a large double":   OfValue(pcommon.NewValueDouble(1e300)),
		"no number at all": OfValue(pcommon.NewValueDouble(nan())),
	} {
		assert.True(t, request(n, "/x", sumOf("other")).FingerprintFits(), name)
	}
	for _, fingerprint := range []string{"md5:1234", "sha512:" + strings.Repeat("0", 128), "x", strings.Repeat("0", 63)} {
		assert.True(t, request(OfJSON(gjson.Parse("{}")), "/x", fingerprint).FingerprintFits(), fingerprint)
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}

func FuzzFingerprint(f *testing.F) {
	f.Add(`{"a":[1,2.5e7,"ü"]}`, "/v1/x?y=1")
	f.Fuzz(func(t *testing.T, payload, target string) {
		r := request(OfValue(pcommon.NewValueStr(payload)), target, sumOf("other"))
		_ = r.FingerprintFits()
		if len(payload) > MaxPayload || !gjson.Valid(payload) {
			return
		}
		text, err := jcs.Transform([]byte(`{"method":"POST","path":` + form{}.quote(target) + `,"payload":` + payload + `}`))
		if err != nil {
			return
		}
		r.Fingerprint = sumOf(string(text))
		if r.Target != "" && !r.FingerprintFits() {
			t.Fatalf("not the digest of %s", text)
		}
	})
}
