package action

import "github.com/toolspan/toolspan/internal/action/sent"

// Limits on what is taken from one receipt.
const (
	// MaxHistory is how many entries of a history are read.
	MaxHistory = 64
	// MaxPayload is how many bytes of a payload a fingerprint is recomputed from.
	MaxPayload = 64 << 10
	maxWord    = 512
	maxIDs     = 8
	maxJSON    = 1 << 20
)

// Receipt is what a record states about an action. Its zero value states nothing. Texts
// in it hold only as long as the record does.
type Receipt struct {
	// Stated: the record is about an action. Own: in the contract's own namespace, so
	// that what is missing is owed.
	Stated, Own bool

	OperationID, Operation, Target, Method string
	State                                  State
	// BadState: a state is stated that is none.
	BadState bool
	// Payload is what the request carried, where HasPayload.
	Payload    Node
	HasPayload bool
	// Fingerprint is as it is stated, "" where it is not.
	Fingerprint string
	Key         string // of idempotency
	// ExternalIDs are the resources that the request is said to have made, each once.
	ExternalIDs []string
	// Reads is how often the resource was looked for, where HasReads.
	Reads    int64
	HasReads bool
	// Resends is how often the request was sent again within the record.
	Resends int64
	Evidence
	Failure

	// History is the way to the state, where HasHistory, with at most MaxHistory
	// entries; Cut says that there were more.
	History    []Entry
	HasHistory bool
	Cut        bool
}

// Entry is one step of a history.
type Entry struct {
	State State
	// At is when it was recorded, in nanoseconds, 0 where that is not known.
	At  int64
	Key string
	Evidence
	Failure
}

// Reset forgets the receipt and keeps its slices.
func (r *Receipt) Reset() {
	clear(r.History)
	clear(r.ExternalIDs)
	*r = Receipt{History: r.History[:0], ExternalIDs: r.ExternalIDs[:0]}
}

// Failure is what a receipt says went wrong with a request.
type Failure struct {
	// Code is an error code, a type or a message, Status that of an HTTP response.
	Code   string
	Status int
}

// stated reports a failure that is stated.
func (f Failure) stated() bool { return f.Code != "" || f.Status >= 400 }

func (f Failure) sent(method string) sent.Sent { return sent.Of(f.Code, f.Status, method) }

// Kind is the sort of evidence by which an action was reconciled.
type Kind uint8

// The kinds. Some is evidence of which the kind is not known.
const (
	NoEvidence Kind = iota
	Some
	ReadbackMatch
	ReadbackAbsent
	ProviderReceipt
)

// Evidence is what a receipt gives as the ground of a state.
type Evidence struct{ Kind Kind }

// any reports that there is some.
func (e Evidence) any() bool { return e.Kind != NoEvidence }

// merge takes what the other says more.
func (e *Evidence) merge(o Evidence) {
	if o.Kind > e.Kind {
		*e = o
	}
}

// last is the last state of the history.
func (r *Receipt) last() State {
	if n := len(r.History); n > 0 {
		return r.History[n-1].State
	}
	return NoState
}

// Now is the state that the receipt arrives at: the one that is stated, or else the
// last one of its history.
func (r *Receipt) Now() State {
	if r.State != NoState {
		return r.State
	}
	return r.last()
}

// Reconciled reports that the receipt bears witness of a look at the resource.
func (r *Receipt) Reconciled() bool {
	if r.any() {
		return true
	}
	for i := range r.History {
		if r.History[i].any() {
			return true
		}
	}
	return false
}

// Keyed reports whether the receipt states an idempotency key.
func (r *Receipt) Keyed() bool { return r.Key != "" }
