package collectortest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseCounter(t *testing.T) {
	c, err := parseCounter(`calls{processor="tool_span",outcome="failed",tool_name="a \"b\", {c}"} 3`)
	require.NoError(t, err)
	require.Equal(t, Counter{Name: "calls", Labels: map[string]string{"outcome": "failed", "tool_name": `a "b", {c}`}, Value: 3}, c)

	for _, bad := range []string{"calls 3", `calls{a="b" 3`, `calls{a=b} 3`, `calls{a="b"} many`} {
		_, err := parseCounter(bad)
		require.Error(t, err, bad)
	}
}

func TestSumAddsWhatBearsTheLabels(t *testing.T) {
	list := Counters{
		{Name: "calls", Labels: map[string]string{"outcome": "failed", "dialect": "contract"}, Value: 2},
		{Name: "calls", Labels: map[string]string{"outcome": "succeeded", "dialect": "contract"}, Value: 3},
		{Name: "clipped", Labels: map[string]string{"by": "harness"}, Value: 7},
	}
	require.InDelta(t, 5, list.Sum("calls"), 0)
	require.InDelta(t, 2, list.Sum("calls", "dialect=contract", "outcome=failed"), 0)
	require.Empty(t, list.Select("calls", "dialect=mcp"))
}

func TestAnswerMayHideARefusal(t *testing.T) {
	require.NoError(t, rejected([]byte(`{"partialSuccess":{}}`)))
	require.NoError(t, rejected([]byte(`{}`)))
	for _, answer := range []string{
		`{"partialSuccess":{"rejectedSpans":"2","errorMessage":"no"}}`, `{"partialSuccess":{"rejectedLogRecords":1}}`,
		`{"partialSuccess":{"errorMessage":"careful"}}`, `<html>`,
	} {
		require.Error(t, rejected([]byte(answer)), answer)
	}
}

func TestTakenPortsAreNamed(t *testing.T) {
	p, err := FreePorts()
	require.NoError(t, err)
	require.NoError(t, p.CheckFree())
	t.Setenv("TOOLSPAN_HTTP_PORT", "70000")
	_, err = UsualPorts()
	require.EqualError(t, err, `TOOLSPAN_HTTP_PORT="70000" is not a port; it must be from 1 to 65535`)
}
