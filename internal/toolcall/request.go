package toolcall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolspan/toolspan/internal/action/sent"
)

// Hints are what a server of MCP says of a tool. They are its word, and no more.
type Hints struct{ ReadOnly, Destructive, Idempotent Bool }

// Request is one request over the network, as the client of it reports it.
type Request struct {
	// HTTP: it has a method, by whose definition it changes something or does not.
	// Carried: it only carries a call to a server of tools, and its method says nothing.
	HTTP, Carried bool
	Method        string
	Status        int
	// Host and Path are what it was for, without the query.
	Host, Path string
	// Resends is which resend it is, 0 for the first. Key is the idempotency key that it bore.
	Resends int64
	Key     string
	// Sent says where it failed, Answered that a response came which decides it.
	Sent     sent.Sent
	Answered bool
	Start    uint64
}

// UnsafeMethod reports an HTTP method that changes something by its definition.
func UnsafeMethod(method string) bool {
	switch strings.ToUpper(method) {
	case "POST", "PUT", "PATCH", "DELETE":
		return true
	default:
		return false
	}
}

// safe reports a request that changes nothing by its definition, or is made where questions
// are asked.
func (r *Request) safe() bool {
	return r.HTTP && (sent.Safe(r.Method) || strings.EqualFold(r.Method, "POST") && sent.Searches(r.Path))
}

// same reports two requests for the same.
func (r *Request) same(other *Request) bool {
	return r.Method == other.Method && r.Host == other.Host && r.Path == other.Path
}

// blindly reports a request of which the client says that it repeats one, and which does
// once more what that one may have done.
func (r *Request) blindly(first *Request) bool {
	method := strings.ToUpper(r.Method)
	return r.Resends > 0 && r.same(first) && !r.Carried && (method == "POST" || method == "PATCH") && (r.Key == "" || r.Key != first.Key)
}

// Requests are what a call sent, taken together.
type Requests struct {
	// Count is how many there were, Resends the highest number of a resend, or how often
	// one request was sent again, whichever is more.
	Count   int
	Resends int64
	// Unsafe: some had an HTTP method that changes something. AllSafe: all had one that
	// does not.
	Unsafe, AllSafe bool
	// Sent is After where one that may have changed something was not answered, nor
	// followed by an answer to the same, nor by a look at the same host. It is Before
	// where all that could have changed something failed before they were sent.
	Sent sent.Sent
	// Blind: the client says that it sent again what had not been answered and may have been
	// done, without the same idempotency key and without a look.
	Blind bool
	// Last is the request that decided Sent, or the last.
	Last Request
}

// Summarize takes requests together, in the order of their beginnings, which it sorts them by.
func Summarize(list []Request) (r Requests) {
	if len(list) == 0 {
		return r
	}
	slices.SortStableFunc(list, func(a, b Request) int { return cmp.Compare(a.Start, b.Start) })
	r = Requests{Count: len(list), AllSafe: true, Last: list[len(list)-1]}
	var t trail
	for i := range list {
		q := &list[i]
		r.Resends = max(r.Resends, q.Resends, repeats(list[:i], q))
		r.AllSafe = r.AllSafe && q.safe() && !q.Carried
		r.Unsafe = r.Unsafe || UnsafeMethod(q.Method) && !q.Carried && !q.safe()
		t.follow(q)
	}
	r.Blind = t.blind
	switch {
	case t.open != nil:
		r.Sent, r.Last = sent.After, *t.open
	case t.before && !t.sent:
		r.Sent = sent.Before
	}
	return r
}

// trail is what is known after some of the requests of a call.
type trail struct {
	open   *Request // may have been done, and nobody looked since
	sent   bool     // some request has gone out
	before bool     // some that could have changed something has not
	looked bool     // for what is open, and did not find it
	blind  bool
}

func (t *trail) follow(q *Request) {
	t.blind = t.blind || t.open != nil && !t.looked && q.Sent != sent.Before && q.blindly(t.open)
	switch {
	case q.Sent == sent.Before:
		t.before = t.before || !q.safe()
	case q.safe():
		if t.open == nil || !q.Answered || q.Host != t.open.Host {
			return
		}
		switch {
		case q.Status < 400:
			t.open = nil // it looked
		case q.Status == 404 || q.Status == 410:
			t.looked = true // and found nothing, which is no proof
		}
	case q.Sent == sent.After:
		t.open, t.sent, t.looked = q, true, false
	default:
		t.sent = true
		if t.open != nil && q.Answered && q.same(t.open) {
			t.open = nil
		}
	}
}

// repeats counts the earlier requests that were the same.
func repeats(earlier []Request, q *Request) (n int64) {
	for i := range earlier {
		if earlier[i].same(q) {
			n++
		}
	}
	return n
}
