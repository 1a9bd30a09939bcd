package affirm

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/toolspan/toolspan/internal/toolcall"
)

func TestAsserts(t *testing.T) {
	for _, tt := range []struct {
		form toolcall.Form
		raw  any
		want bool
	}{
		{toolcall.StatusClaim, "succeeded", true}, {toolcall.StatusClaim, " Passed. ", true}, {toolcall.StatusClaim, "completed: 12/12", true},
		{toolcall.StatusClaim, "all passed", true}, {toolcall.StatusClaim, "成功", true}, {toolcall.StatusClaim, true, true},
		{toolcall.StatusClaim, "completed: 11/12", false}, {toolcall.StatusClaim, "completed with errors", false},
		{toolcall.StatusClaim, "passed?", false}, {toolcall.StatusClaim, "failed", false}, {toolcall.StatusClaim, 1, false},
		{toolcall.StatusClaim, "未通过", false}, {toolcall.StatusClaim, nil, false}, {toolcall.StatusClaim, []any{"ok"}, false},
		{toolcall.Verified, "verified by the test suite", true}, {toolcall.Verified, 1, true}, {toolcall.Verified, "用户已确认", true},
		{toolcall.Verified, "verified? not yet", false}, {toolcall.Verified, "unverified", false}, {toolcall.Verified, 0, false},
		{toolcall.OKPreviewClaim, "yes", true}, {toolcall.OKPreviewClaim, "verified", false},
	} {
		assert.Equal(t, tt.want, Asserts(tt.form, value(t, tt.raw)), "%v %v", tt.form, tt.raw)
	}
}

func TestDenies(t *testing.T) {
	for raw, want := range map[any]bool{
		"failed_or_incomplete": true, " Timed_Out ": true, "失败": true, "killed": true,
		"succeeded": false, "pending": false, "": false, 7: false, false: false,
	} {
		assert.Equal(t, want, Denies(value(t, raw)), "%v", raw)
	}
}

func value(t *testing.T, raw any) pcommon.Value {
	t.Helper()
	v := pcommon.NewValueEmpty()
	require.NoError(t, v.FromRaw(raw))
	return v
}
