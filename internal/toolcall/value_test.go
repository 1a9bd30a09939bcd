package toolcall

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

func value(t *testing.T, raw any) pcommon.Value {
	t.Helper()
	v := pcommon.NewValueEmpty()
	require.NoError(t, v.FromRaw(raw))
	return v
}

func TestParseInt(t *testing.T) {
	for _, tt := range []struct {
		raw  any
		want Int
	}{
		{int64(5), Int{5, Stated}}, {-5, Int{-5, Stated}}, {5.0, Int{5, Stated}}, {"5", Int{5, Stated}},
		{" 5 ", Int{5, Stated}}, {"5.0", Int{5, Stated}}, {int64(math.MinInt64), Int{math.MinInt64, Stated}},
		{nil, Int{}}, {"", Int{}}, {"null", Int{}}, {"None", Int{}}, {"none", Int{}}, {"NaN", Int{}},
		{5.5, Int{State: Invalid}}, {1e300, Int{State: Invalid}}, {math.NaN(), Int{State: Invalid}}, {math.Inf(1), Int{State: Invalid}},
		{true, Int{State: Invalid}}, {"five", Int{State: Invalid}}, {"9e3", Int{9000, Stated}}, {"1e-400", Int{State: Invalid}}, {"1e300", Int{State: Invalid}}, {"0x10", Int{State: Invalid}}, {"-3.0", Int{-3, Stated}},
		{"0" + strings.Repeat(" ", 130) + "143", Int{State: Invalid}}, {"0." + strings.Repeat("0", 130) + "1", Int{State: Invalid}},
		{strings.Repeat(" ", 130) + "143", Int{143, Stated}}, {"99999999999999999999", Int{State: Invalid}},
		{[]any{1}, Int{State: Invalid}}, {map[string]any{"a": 1}, Int{State: Invalid}}, {strings.Repeat("9", 500), Int{State: Invalid}},
	} {
		assert.Equal(t, tt.want, ParseInt(value(t, tt.raw)), "%v", tt.raw)
	}
}

func TestParseBool(t *testing.T) {
	for _, tt := range []struct {
		raw  any
		want Bool
	}{
		{true, Bool{true, Stated}}, {false, Bool{false, Stated}}, {"true", Bool{true, Stated}}, {"FALSE", Bool{false, Stated}},
		{1, Bool{true, Stated}}, {0, Bool{false, Stated}}, {1.0, Bool{true, Stated}}, {"1", Bool{true, Stated}}, {"no", Bool{false, Stated}},
		{nil, Bool{}}, {"", Bool{}}, {"none", Bool{}},
		{2, Bool{State: Invalid}}, {0.5, Bool{State: Invalid}}, {"maybe", Bool{State: Invalid}}, {[]any{}, Bool{State: Invalid}},
	} {
		assert.Equal(t, tt.want, ParseBool(value(t, tt.raw)), "%v", tt.raw)
	}
}

func TestParseDigest(t *testing.T) {
	hex := strings.Repeat("0a", 32)
	for raw, want := range map[string]State{
		hex: Stated, "sha256:" + hex: Stated, "SHA256:" + strings.ToUpper(hex): Stated, " " + hex + "\n": Stated,
		"": Absent, "null": Absent, "None": Absent,
		hex[1:]: Invalid, hex + "0": Invalid, "sha1:" + hex: Invalid, "md5": Invalid, "sha256:": Invalid,
		strings.Repeat("zz", 32): Invalid, strings.Repeat("a", 500): Invalid,
	} {
		assert.Equal(t, want, ParseDigest(value(t, raw)).State, raw)
	}
	assert.Equal(t, Invalid, ParseDigest(value(t, 5)).State)
	assert.Equal(t, ParseDigest(value(t, hex)), ParseDigest(value(t, "sha256:"+hex)))
}

func TestPlaceholdersAreNoIDs(t *testing.T) {
	for _, raw := range []any{"", "unknown", "<not specified>", "None", "null", "undefined", nil, "N/A", []any{"x"}} {
		assert.Empty(t, ParseID(value(t, raw)), "%v", raw)
	}
	assert.Equal(t, "call_1", ParseID(value(t, " call_1 ")))
	assert.Equal(t, "7", ParseID(value(t, 7)))
}

func TestKeyTableFindsWhatItHoldsAndNothingElse(t *testing.T) {
	keys := []string{"a", "ab", "stdout_bytes", "stderr_bytes", "stdout_bytez", "", "a", "x.y.z"}
	table := NewKeyTable(keys)
	seen := map[KeyID]string{}
	for _, k := range keys {
		id := table.Find(k)
		if k == "" {
			assert.Zero(t, id)
			continue
		}
		require.NotZero(t, id, k)
		if other, ok := seen[id]; ok {
			assert.Equal(t, other, k)
		}
		seen[id] = k
		assert.Less(t, int(id), table.Len())
	}
	for _, k := range []string{"b", "stdout_byte", "stdout_bytes ", "STDOUT_BYTES", "\x00"} {
		assert.Zero(t, table.Find(k), k)
	}
}

func TestFieldNamesAreUniqueAndFound(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range FieldNames() {
		require.NotEmpty(t, name)
		assert.False(t, seen[name], name)
		seen[name] = true
		assert.Equal(t, name, FieldByName(name).String())
	}
	assert.Equal(t, NoField, FieldByName("nonsense"))
	for f := StdoutSize; f <= StdoutPreview; f++ {
		assert.Equal(t, strings.Replace(f.String(), "stdout", "stderr", 1), StreamField(Stderr, f).String())
	}
}

func TestParseDuration(t *testing.T) {
	for _, raw := range []any{0, 12, 1.5, "1500", " 2.5 "} {
		assert.True(t, ParseDuration(value(t, raw)), "%v", raw)
	}
	for _, raw := range []any{-1, "-1", math.NaN(), math.Inf(1), "fast", true, []any{1}} {
		assert.False(t, ParseDuration(value(t, raw)), "%v", raw)
	}
}
