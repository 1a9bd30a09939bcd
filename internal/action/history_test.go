package action

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"
)

// told reads a receipt of an order that was made, with that history.
func told(history string) *Receipt {
	r := &Receipt{Stated: true, Own: true, OperationID: "op-1", Fingerprint: "sha256:00", Method: "POST", State: Succeeded}
	r.Set(FieldHistory, OfJSON(gjson.Parse(history)))
	r.Order()
	return r
}

func TestOrderOfHistories(t *testing.T) {
	for history, want := range map[string]Faults{
		`["succeeded","submitted","planned"]`: 0,
		`[{"state":"succeeded","at":1800000002},{"state":"submitted","at":1800000001},{"state":"planned","at":1800000000}]`: 0,
		`[{"state":"succeeded","at":1800000005,"evidence":"readback_match"},{"state":"reconciling","at":1800000004},
			{"state":"outcome_unknown","at":1800000003,"error":"timeout"},{"state":"submitted","at":1800000001}]`: 0,
		// A way back that there is not, in either direction.
		`["planned","succeeded","submitted"]`: IllegalMove,
		`["succeeded","planned"]`:             IllegalMove | Overwritten | Unfounded,
		`[{"state":"planned","at":1800000002},{"state":"submitted","at":1800000001},{"state":"succeeded","at":1800000000}]`: Overwritten | Unfounded,
		`[{"state":"succeeded","at":1800000000},{"state":"submitted","at":1800000001}]`:                                     IllegalMove | Overwritten | Unfounded,
		// The end of the list is not the state that is stated.
		`["rejected","submitted"]`: IllegalMove | Overwritten | Unfounded,
		// Times of which some are cut to the second.
		`[{"state":"planned","at":"2027-01-15T08:00:00.9Z"},{"state":"submitted","at":"2027-01-15T08:00:00Z"},{"state":"succeeded","at":"2027-01-15T08:00:01Z"}]`: 0,
		`[{"state":"planned","at":"2027-01-15T08:00:01.9Z"},{"state":"submitted","at":"2027-01-15T08:00:00Z"},{"state":"succeeded","at":"2027-01-15T08:00:01Z"}]`: Overwritten | Unfounded,
	} {
		found := told(history).Check(&Facts{Window: time.Minute})
		assert.Equal(t, want, found&(IllegalMove|Overwritten|Unfounded), history)
	}
}

// TestHistoryThatIsNotAllThere holds nothing against a producer whose history is too long, or
// was cut on its way.
func TestHistoryThatIsNotAllThere(t *testing.T) {
	long := `["submitted","outcome_unknown"` + strings.Repeat(`,"reconciling"`, MaxHistory) + `,"safe_to_retry","submitted","succeeded"]`
	huge := `["submitted","outcome_unknown"` + strings.Repeat(`,"reconciling"`, maxJSON/8) + `]`
	for _, history := range []string{long, huge, `[{"state":"planned"},{"sta`} {
		r := &Receipt{Stated: true, Own: true, OperationID: "op-1", Fingerprint: "sha256:00", Method: "POST", State: Succeeded}
		r.Kind = ReadbackMatch
		r.Set(FieldHistory, Node{json: gjson.Result{Type: gjson.String, Str: history}, inner: true})
		assert.True(t, r.Cut)
		assert.Zero(t, r.Check(&Facts{}), "%.60s", history)
	}
}
