package action

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

func readJSON(t *testing.T, text string) *Receipt {
	t.Helper()
	require.True(t, gjson.Valid(text), text)
	r := &Receipt{}
	r.Read(OfJSON(gjson.Parse(text)))
	return r
}

// asValue makes an attribute of JSON, with maps and lists instead of text.
func asValue(t *testing.T, text string) pcommon.Value {
	t.Helper()
	var raw any
	require.NoError(t, json.Unmarshal([]byte(text), &raw))
	v := pcommon.NewValueEmpty()
	require.NoError(t, v.FromRaw(raw))
	return v
}

const wholeReceipt = `{
	"operation_id": "op-1", "action": "POST /v1/orders", "payload": {"n": 2}, "intent_fingerprint": "sha256:00", "external_id": "ord-1", "idempotency_key": "k-1",
	"state": "succeeded", "reads": 2,
	"state_history": [
		{"state": "planned", "recorded_at": "2027-01-15T08:00:00Z"},
		{"state": "submitted", "recorded_at": "2027-01-15T08:00:01.5+00:00"},
		{"state": "outcome_unknown", "recorded_at": 1800000031, "error": {"code": "timeout", "message": "no answer"}},
		{"state": "reconciling", "recorded_at": 1800000032000, "error": "ETIMEDOUT"},
		{"state": "succeeded", "recorded_at": "1800000099000000000", "reconciliation": {"evidence": "GET /v1/orders?ref=op-1", "kind": "readback_match"}}
	]}`

// TestReadReceipt reads one receipt in each of the forms that a record may have.
func TestReadReceipt(t *testing.T) {
	var raw map[string]any
	require.NoError(t, json.Unmarshal([]byte(wholeReceipt), &raw))
	flat := pcommon.NewMap()
	for name, value := range raw {
		text, err := json.Marshal(value)
		require.NoError(t, err)
		if s, ok := value.(string); ok {
			text = []byte(s)
		}
		flat.PutStr(name, string(text))
	}
	for name, n := range map[string]Node{
		"JSON": OfJSON(gjson.Parse(wholeReceipt)), "map": OfValue(asValue(t, wholeReceipt)), "text": OfValue(pcommon.NewValueStr(wholeReceipt)),
		"attributes": OfAttributes(flat),
	} {
		t.Run(name, func(t *testing.T) {
			require.True(t, Is(n))
			r := &Receipt{}
			r.Read(n)
			assert.Equal(t, "op-1", r.OperationID)
			assert.Equal(t, "POST", r.Method)
			assert.Equal(t, "/v1/orders", r.Target)
			assert.True(t, r.HasPayload)
			assert.Equal(t, "sha256:00", r.Fingerprint)
			assert.Equal(t, []string{"ord-1"}, r.ExternalIDs)
			assert.Equal(t, "k-1", r.Key)
			assert.Equal(t, Succeeded, r.State)
			assert.EqualValues(t, 2, r.Reads)
			require.Len(t, r.History, 5)
			assert.Equal(t, Entry{State: Planned, At: time.Date(2027, 1, 15, 8, 0, 0, 0, time.UTC).UnixNano()}, r.History[0])
			assert.Equal(t, time.Date(2027, 1, 15, 8, 0, 1, 5e8, time.UTC).UnixNano(), r.History[1].At)
			assert.Equal(t, Entry{State: OutcomeUnknown, At: 1800000031e9, Failure: Failure{Code: "timeout"}}, r.History[2])
			assert.Equal(t, Entry{State: Reconciling, At: 1800000032e9, Failure: Failure{Code: "ETIMEDOUT"}}, r.History[3])
			assert.Equal(t, Entry{State: Succeeded, At: 1800000099e9, Evidence: Evidence{ReadbackMatch}}, r.History[4])
		})
	}
}

func TestOtherSpellings(t *testing.T) {
	r := readJSON(t, `{"operationId":"op-1","state":"outcomeUnknown","idempotencyKey":"k","stateHistory":["planned",{"to":"submitted"},{"state":"outcome_unknown"}],
		"request":{"method":"DELETE","url":"/v1/a"},"errorCode":"x","statusCode":"504","externalIds":["a","b","a"]}`)
	assert.Equal(t, "op-1", r.OperationID)
	assert.Equal(t, OutcomeUnknown, r.State)
	assert.Equal(t, "k", r.Key)
	assert.Len(t, r.History, 3)
	assert.Equal(t, "DELETE", r.Method)
	assert.Equal(t, "/v1/a", r.Target)
	assert.Equal(t, Failure{Code: "x", Status: 504}, r.Failure)
	assert.Equal(t, []string{"a", "b"}, r.ExternalIDs)
}

func TestWhatIsNoReceipt(t *testing.T) {
	for _, text := range []string{
		`{"operation_id":"op-1"}`, `{"state":"succeeded"}`, `{"operation_id":"op-1","state":"RUNNING"}`, `{"operation_id":null,"state":"succeeded"}`,
		`{"operation_id":"op-1","history":[]}`, `{"operation_id":"","state":"planned"}`, `[]`, `"operation_id"`, `{"operation_id":"op-1","state_history":"none"}`,
	} {
		assert.False(t, Is(OfJSON(gjson.Parse(text))), text)
	}
	for _, text := range []string{`{"operation_id":"op-1","state_history":[]}`, `{"operation_id":7,"state":"planned"}`} {
		assert.True(t, Is(OfJSON(gjson.Parse(text))), text)
	}
	_, ok := Within(OfJSON(gjson.Parse(`{"ok":true,"receipt":` + wholeReceipt + `}`)))
	assert.True(t, ok)
	_, ok = Within(OfJSON(gjson.Parse(`{"a":{"b":` + wholeReceipt + `}}`)))
	assert.True(t, ok)
	_, ok = Within(OfJSON(gjson.Parse(`{"a":{"b":{"c":` + wholeReceipt + `}}}`)))
	assert.False(t, ok)
}

func TestEvidence(t *testing.T) {
	for kind, list := range map[Kind][]string{
		NoEvidence:      {`""`, `"none"`, `null`, `false`, `"pending"`, `{}`, `[]`, `{"kind":"none"}`, `"In progress"`},
		ReadbackMatch:   {`"readback_match"`, `"found"`, `"GET /v1/orders/7 matches the payload"`, `{"kind":"readbackMatch","id":"x"}`, `{"found":true}`, `["seen in the list, exists"]`},
		ReadbackAbsent:  {`"readback_absent"`, `"not found"`, `"GET /v1/orders/7 -> 404"`, `{"result":"no_match"}`, `{"found":false,"url":"/x"}`, `"no such order"`},
		ProviderReceipt: {`"receipt"`, `"webhook evt_1"`, `{"type":"provider_receipt"}`},
		Some:            {`"evt_81"`, `{"url":"/v1/orders/7"}`, `true`, `17`},
	} {
		for _, text := range list {
			assert.Equal(t, kind, evidenceOf(OfJSON(gjson.Parse(text))).Kind, text)
			assert.Equal(t, kind, evidenceOf(OfValue(asValue(t, text))).Kind, text)
		}
	}
}

func TestReconciliation(t *testing.T) {
	for kind, list := range map[Kind][]string{
		NoEvidence:     {`{}`, `{"attempt":1,"started_at":"2027-01-15T08:00:00Z"}`, `{"status":"pending"}`, `"in progress"`, `null`, `{"reads":2}`},
		ReadbackMatch:  {`{"status":"matched"}`, `{"reads":1,"evidence":"found ord-1"}`, `{"kind":"readback_match"}`, `{"found":true}`, `"readback_match"`},
		ReadbackAbsent: {`{"outcome":"not_found","reads":2}`, `{"found":false}`, `{"evidence":{"kind":"readback_absent"}}`},
		Some:           {`{"receipt_id":"rcpt-9"}`, `{"response":{"id":"ord-1"},"observed":"ord-1"}`, `"ord-1"`},
	} {
		for _, text := range list {
			r, e := Receipt{}, Evidence{}
			if n := OfJSON(gjson.Parse(text)); !n.absent() {
				r.setGround(FieldReconciliation, n, &e, &r.Failure)
			}
			assert.Equal(t, kind, e.Kind, text)
		}
	}
}

func TestTimes(t *testing.T) {
	want := time.Date(2027, 1, 15, 8, 0, 0, 0, time.UTC).UnixNano()
	for _, text := range []string{
		`"2027-01-15T08:00:00Z"`, `"2027-01-15T09:00:00+01:00"`, `"2027-01-15 08:00:00"`, `"2027-01-15T08:00:00.000"`, `1800000000`, `1800000000000`, `"1800000000000000"`, `1.8e9`,
	} {
		assert.Equal(t, want, timeOf(OfJSON(gjson.Parse(text))), text)
	}
	for _, text := range []string{`""`, `"soon"`, `-1`, `1e300`, `"NaN"`, `"inf"`, `{}`, `"0001-01-01T00:00:00Z"`, `"9999-12-31T00:00:00Z"`} {
		assert.Zero(t, timeOf(OfJSON(gjson.Parse(text))), text)
	}
}

// TestHostileReceipts reads what is too much, and takes no more than the limits say.
func TestHostileReceipts(t *testing.T) {
	entries := strings.Repeat(`{"state":"reconciling","recorded_at":1},`, 10*MaxHistory)
	ids := strings.Repeat(`"x",`, 100) + strings.Repeat(`"`+strings.Repeat("y", 1<<16)+`",`, 10)
	r := readJSON(t, `{"operation_id":"op","state":"reconciling","state_history":[`+entries+`{}],"external_id":[`+ids+`1,2,3,4,5,6,7,8,9,10,11],
		"evidence":`+strings.Repeat("[", 400_000)+strings.Repeat("]", 400_000)+`}`)
	assert.Len(t, r.History, 1, "the same step again and again is one")
	assert.Len(t, r.ExternalIDs, maxIDs)
	r = readJSON(t, `{"operation_id":"op","state_history":[`+strings.Repeat(`{"state":"reconciling"},`, 10*MaxHistory)+`{}]}`)
	assert.Len(t, r.History, MaxHistory)
	assert.True(t, r.Cut)
	assert.False(t, r.Check(&Facts{}).Has(IllegalMove))
}

func FuzzReceipt(f *testing.F) {
	f.Add(wholeReceipt, true)
	f.Add(`{"operation_id":"op-1","state":"succeeded"}`, false)
	f.Fuzz(func(t *testing.T, text string, valued bool) {
		n := OfValue(pcommon.NewValueStr(text))
		if valued {
			var raw any
			if json.Unmarshal([]byte(text), &raw) != nil {
				return
			}
			v := pcommon.NewValueEmpty()
			if v.FromRaw(raw) != nil {
				return
			}
			n = OfValue(v)
		}
		r := &Receipt{}
		if found, ok := Within(n); ok {
			r.Read(found)
			r.Stated = true
			if r.OperationID == "" || r.State == NoState && !r.HasHistory && r.BadState {
				t.Fatal("a receipt that is none")
			}
		}
		_ = ReadArguments(n)
		_ = r.Intent()
		if len(r.History) > MaxHistory || len(r.ExternalIDs) > maxIDs {
			t.Fatal("more than the limits")
		}
		if faults := r.Check(&Facts{Window: time.Minute, Earlier: Earlier{State: OutcomeUnknown}}); faults != r.Check(&Facts{Window: time.Minute, Earlier: Earlier{State: OutcomeUnknown}}) {
			t.Fatal("two answers")
		}
	})
}
